"""Equations and references in Python."""
import threading
import unittest

import numpy as np
from scipy.integrate import solve_ivp

import plumb


class Equations(unittest.TestCase):
    def test_a_solver_of_scipy_meets_the_certified_motion(self):
        p = plumb.problem("two-link", "ode")
        times = np.linspace(0.1, 1, 10)
        s = solve_ivp(p.rhs, (p.t_begin, 1), p.y0, method="DOP853", t_eval=times, rtol=1e-10, atol=1e-12)
        errors = p.errors(s.t, s.y.T)
        self.assertLess(errors.value["re.q"], 1e-9)
        self.assertGreater(errors.value["re.q"], 1e-14)
        self.assertEqual(errors.unit["end.q"], "rad")
        # The same by hand, beside the reference: fails when errors are those of other times or components.
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
        self.p.reference(0.5)  # without the interpreter's lock, meanwhile
        for thread in threads:
            thread.join()
        self.assertFalse(wrong)


if __name__ == "__main__":
    unittest.main()
