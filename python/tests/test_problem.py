"""Equations and reference solutions as functions of numpy arrays (plumb.problem)."""
import threading
import unittest
import warnings

import numpy as np
import pandas as pd
from scipy.integrate import solve_ivp

import plumb
from plumb._problem import _warn_about_digits, _warn_about_errors


class Equations(unittest.TestCase):
    def test_a_solver_of_scipy_meets_the_certified_motion(self):
        p = plumb.problem("two-link", "ode")
        times = np.linspace(0.1, 1, 10)
        s = solve_ivp(p.rhs, (p.t_begin, 1), p.y0, method="DOP853", t_eval=times, rtol=1e-10, atol=1e-12)
        errors = p.errors(s.t, s.y.T)
        self.assertLess(errors.value["re.q"], 1e-9)
        self.assertGreater(errors.value["re.q"], 1e-14)
        self.assertEqual(errors.unit["end.q"], "rad")
        # The same metric computed with numpy: detects errors() at wrong times or of wrong components.
        exact = p.reference(times)
        by_hand = np.linalg.norm(s.y.T[:, :2] - exact.q) / np.linalg.norm(exact.q)
        self.assertAlmostEqual(errors.value["re.q"] / by_hand, 1, places=3)
        self.assertGreaterEqual(exact.digits.to_numpy().min(), 15)
        self.assertGreater(len(exact.decimals["q1"].iloc[0]), 20)

    def test_every_formulation_is_consistent_at_its_start(self):
        for formulation in ("index1", "index2", "index3", "ggl"):
            p = plumb.problem("squeezer", formulation)
            y, dy = p.first_order_start()
            self.assertLess(np.abs(p.residual(p.t_begin, y, dy)).max(), 1e-6)
            self.assertEqual(p.jacobian(0, y, dy, 1.0).shape, (p.ny, p.ny))
            self.assertEqual(len(p.components), p.ny)

    def test_the_parts_make_the_equations(self):
        p = plumb.problem("slider-crank", "index1")
        x = p.start()
        m, g = p.mass_matrix(x["q"]), p.constraint_jacobian(0, x["q"])
        balance = m @ x["a"] - p.force(0, x["q"], x["v"]) + g.T @ x["lam"]
        self.assertLess(np.abs(balance).max(), 1e-9)
        np.testing.assert_allclose(p.reaction(0, x["q"], x["lam"]), g.T @ x["lam"], atol=1e-12)
        a, lam = p.acceleration(0, x["q"], x["v"])
        np.testing.assert_allclose(a, x["a"])
        np.testing.assert_allclose(g @ a + p.constraint_bias(0, x["q"], x["v"]), 0, atol=1e-9)

    def test_sparse_and_dense_jacobians_agree(self):
        p = plumb.problem("planar-chain(n=6)", "index3")
        y, dy = p.first_order_start()
        sparse = p.sparse_jacobian(0, y, dy, 2.0)
        np.testing.assert_array_equal(sparse.toarray(), p.jacobian(0, y, dy, 2.0))
        self.assertLess(sparse.nnz, p.ny**2 / 3)

    def test_rotations_move_by_retraction(self):
        p = plumb.problem("spinning-top", "rotation-index1")
        self.assertFalse(p.vector_space)
        q = p.start()["q"]
        theta = np.linspace(0.1, 0.3, p.nv)
        np.testing.assert_allclose(p.local(q, p.retract(q, theta)), theta, atol=1e-14)

    def test_quadruple_precision_is_more(self):
        p = plumb.problem("pendulum", "ode")
        found = p.rhs_decimal("0", ["0.1", "0.2"])
        self.assertAlmostEqual(float(found[1]), p.rhs(0, [0.1, 0.2])[1])
        self.assertGreater(len(found[1]), 30)


class BadUse(unittest.TestCase):
    def setUp(self):
        self.p = plumb.problem("two-link", "ode")

    def test_wrong_shapes(self):
        for y in ([1, 2, 3], [[1, 2, 3, 4]], 1.0):
            with self.assertRaises(plumb.ShapeError):
                self.p.rhs(0, y)
        with self.assertRaises(plumb.ShapeError):
            self.p.errors([1, 2], np.zeros((4, 2)))
        with self.assertRaises((TypeError, ValueError)):
            self.p.rhs(0, ["a", "b", "c", "d"])

    def test_what_is_no_array_of_real_numbers(self):
        y = self.p.y0
        masked = np.ma.masked_array(y, mask=[0, 1, 0, 1])
        others = {"complex": y + 1j, "complex zero": y + 0j, "list": [1j, 0, 1j, 0], "texts": ["1", "2", "3", "4"],
                  "bytes": [b"1"] * 4, "objects": np.array([1, "2", "3", 4], dtype=object), "none": [1, None, None, 4],
                  "dates": np.array(["2020-01-01"] * 4, dtype="datetime64[D]"), "masked": masked,
                  "complex objects": np.array([1, 2j, 3, 1j], dtype=object)}
        system = plumb.problem("pendulum", "index3")
        for name, wrong in others.items():
            for ask in (lambda: self.p.rhs(0, wrong), lambda: self.p.rhs_jacobian(0, wrong), lambda: self.p.split(wrong),
                        lambda: self.p.force(0, wrong[:2], y[:2]), lambda: self.p.errors(1.0, wrong),
                        lambda: self.p.errors([1], [y], a=[wrong[2:]]), lambda: self.p.reference(wrong),
                        lambda: system.residual(0, y, wrong), lambda: self.p.errors(wrong, np.zeros((4, 4)))):
                with self.assertRaises(TypeError, msg=name):
                    ask()
        for scalar in (1j, "0", None, np.array([1j])):
            with self.assertRaises(TypeError):
                self.p.rhs(scalar, y)

    def test_what_is_one(self):
        from fractions import Fraction
        y = [1, 0, 2, 0]
        right = self.p.rhs(0, np.array(y, dtype=float))
        for same in (y, tuple(y), np.array(y), np.array(y, dtype=np.float32), np.array(y, dtype=object), np.longdouble(y),
                     np.ma.masked_array(y), [Fraction(one) for one in y], np.array([y, y], dtype=float).T[:, 0]):
            np.testing.assert_array_equal(self.p.rhs(0, same), right)

    def test_times_ascend(self):
        for times in ([1, 1], [0.5, 0.5], [1, 0.5], [0.5, 1, 1]):
            with self.assertRaisesRegex(ValueError, "later"):
                self.p.errors(times, np.zeros((len(times), 4)))
        one = self.p.errors(1.0, self.p.y0).value["end.q"]
        self.assertEqual(self.p.errors([1.0], [self.p.y0]).value["end.q"], one)

    def test_one_time_needs_no_rows(self):
        y = self.p.y0
        here = self.p.errors(1.0, y).value["end.q"]
        self.assertEqual(self.p.errors(1.0, q=y[:2], v=y[2:]).value["end.q"], here)
        self.assertEqual(self.p.errors(1.0, q=[y[:2]], v=[y[2:]]).value["end.q"], here)
        with self.assertRaises(plumb.ShapeError):
            self.p.errors(1.0, q=y[:1], v=y[2:])

    def test_certified_errors_cause_no_warning(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error", plumb.AccuracyWarning)
            self.p.errors(1.0, self.p.y0)
            self.p.reference([0.5, 1.0])

    def test_numbers_beyond_the_certified_digits_cause_a_warning(self):
        few = pd.DataFrame({"q1": [30, 14], "q2": [3, 30], "v1": [30, 30]})
        with self.assertWarnsRegex(plumb.AccuracyWarning, r"fewer than 15 certified digits: q2 \(3\), q1 \(14\);"):
            _warn_about_digits(few)
        frame = pd.DataFrame({"value": [1e-9, 2e-3, 1.0], "uncertainty": [2e-9, 1e-9, np.nan]},
                             index=["end.q", "end.v", "re.q"])
        frame.attrs["note"] = ""
        with self.assertWarnsRegex(plumb.AccuracyWarning, "uncertainty of the reference: end.q$"):
            _warn_about_errors(frame)
        frame.attrs["note"] = "no reference"
        with self.assertWarnsRegex(plumb.AccuracyWarning, "^errors: no reference; not larger"):
            _warn_about_errors(frame)

    def test_unknown_names(self):
        with self.assertRaisesRegex(plumb.UsageError, "did you mean 'two-link'") as caught:
            plumb.problem("two-lnk")
        self.assertEqual(caught.exception.code, "unknown-name")
        with self.assertRaisesRegex(plumb.UsageError, "known: ode"):
            plumb.problem("two-link", "index7")

    def test_what_has_no_right_hand_side(self):
        with self.assertRaisesRegex(plumb.UsageError, "residual"):
            plumb.problem("pendulum", "index3").rhs(0, np.zeros(6))

    def test_times_before_the_start(self):
        with self.assertRaisesRegex(plumb.UsageError, "-1"):
            self.p.reference(-1)
        with self.assertRaises(plumb.UsageError):
            self.p.errors([2, 1], np.zeros((2, 4)))

    def test_numbers_that_are_none(self):
        y = np.full((1, 4), np.nan)
        self.assertTrue(np.isnan(self.p.errors([1], y).value["rms.q"]))
        self.assertTrue(np.isnan(self.p.rhs(0, [np.nan] * 4)).any())

    def test_two_threads_on_one_problem(self):
        y, wrong = self.p.y0, []
        right = self.p.rhs(0, y)

        def ask():
            for _ in range(2000):
                if not np.array_equal(self.p.rhs(0, y), right):
                    wrong.append(1)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        self.p.reference(0.5)  # releases the interpreter's lock while the threads run
        for thread in threads:
            thread.join()
        self.assertFalse(wrong)


if __name__ == "__main__":
    unittest.main()
