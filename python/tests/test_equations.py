"""Problems defined by functions of Python (plumb.define)."""
import csv
import os
import subprocess
import tempfile
import unittest

import numpy as np
from scipy.integrate import solve_ivp

import plumb


def two_link():
    """Returns the two-link arm of the catalogue in relative angles, from equations that were derived independently."""
    def mass(q, *, mass1, mass2, length1, length2):
        c = np.cos(q[1])
        m22 = mass2 * length2**2 / 3
        m12 = m22 + mass2 * length1 * length2 * c / 2
        m11 = (mass1 / 3 + mass2) * length1**2 + m22 + mass2 * length1 * length2 * c
        return np.array([[m11, m12], [m12, m22]])

    def force(t, q, v, *, mass1, mass2, length1, length2, gravity):
        turning = mass2 * length1 * length2 * np.sin(q[1]) / 2
        lower = mass2 * gravity * length2 * np.cos(q[0] + q[1]) / 2
        upper = (mass1 / 2 + mass2) * gravity * length1 * np.cos(q[0])
        return [turning * (2 * v[0] + v[1]) * v[1] - upper - lower, -turning * v[0]**2 - lower]

    def potential(t, q, *, mass1, mass2, length1, length2, gravity):
        return (mass1 / 2 + mass2) * gravity * length1 * np.sin(q[0]) \
            + mass2 * gravity * length2 * np.sin(q[0] + q[1]) / 2

    return plumb.define("my-two-link", q0=["pi/6", "-pi/3"], v0=[0, 0.5], mass=mass, force=force, potential=potential,
                        units="rad", t_end=2, parameters={"mass1": 1.5, "mass2": 1, "length1": 1, "length2": 0.7,
                                                          "gravity": 9.81})


def cart():
    """Returns a pendulum on a cart. The rod is a constraint."""
    def constraint(t, q, *, length):
        return ((q[1] - q[0])**2 + q[2]**2 - length**2) / (2 * length)

    return plumb.define(
        "my-cart", q0=[0, "length", 0], mass=[2, 1, 1], force=lambda t, q, v: [-20 * q[0], 0, -9.81],
        constraint=constraint, potential=lambda t, q: 10 * q[0]**2 + 9.81 * q[2], coordinates=["s", "x", "y"],
        parameters={"length": {"value": 1, "unit": "m", "minimum": 0.01}}, t_end=1,
        outputs={"angle": ("rad", lambda t, q, v, a, lam: np.arctan2(q[1] - q[0], -q[2]))})


class Define(unittest.TestCase):
    def test_its_equations_are_those_of_the_functions(self):
        p = plumb.problem(two_link())
        q, v = np.array([0.3, -0.8]), np.array([1.2, 0.7])
        m1, m2, l1, l2, g = 1.5, 1, 1, 0.7, 9.81
        c = np.cos(q[1])
        m22, m12 = m2 * l2**2 / 3, m2 * l2**2 / 3 + m2 * l1 * l2 * c / 2
        np.testing.assert_allclose(p.mass_matrix(q), [[(m1 / 3 + m2) * l1**2 + m22 + m2 * l1 * l2 * c, m12], [m12, m22]],
                                   rtol=1e-15)
        step = 1e-6
        y = np.concatenate([q, v])
        differences = np.array([(p.rhs(0, y + step * e) - p.rhs(0, y - step * e)) / (2 * step) for e in np.eye(4)]).T
        np.testing.assert_allclose(p.rhs_jacobian(0, y), differences, atol=1e-7)

    def test_every_function_gives_what_numpy_gives(self):
        def force(t, q, v):
            x, y = q
            return [np.arctan2(x, -y) + np.hypot(x, y) + np.arcsin(x) - np.arccos(y) + np.arctan(x / y) + 2**x + 1 / y,
                    np.sinh(x) * np.cosh(y) - np.tanh(x) + np.exp(-x) + np.log(y) + np.sqrt(x) + np.tan(x) + abs(x - y)
                    + x**-3 + x**2.5 + 3 - y + np.square(x) + (v @ v) * t + np.sin(x) * np.cos(-y)]

        p = plumb.problem(plumb.define("everything", q0=[0.4, 0.7], force=force, t_end=1))
        q, v = np.array([0.3, 0.6]), np.array([1.5, -0.4])
        np.testing.assert_allclose(p.force(0.2, q, v), np.array(force(0.2, q, v)), rtol=1e-14)

    def test_outputs_are_those_of_the_functions(self):
        p = plumb.problem(cart(), "index3")
        q = np.array([0.1, 0.7, -0.5])
        self.assertAlmostEqual(p.outputs(0, q, np.zeros(3), np.zeros(3), np.zeros(1))[0], np.arctan2(0.6, 0.5), places=15)

    def test_certified_digits_stand_beside_a_solver_of_scipy(self):
        p = plumb.problem(two_link())
        self.assertTrue(p.conservative)
        times = np.linspace(0.2, 2, 10)
        s = solve_ivp(p.rhs, (0, 2), p.y0, method="DOP853", t_eval=times, rtol=1e-11, atol=1e-12)
        self.assertLess(p.errors(s.t, s.y.T).value["re.q"], 1e-9)
        self.assertGreaterEqual(p.reference(2.0).digits.to_numpy().min(), 20)

    def test_every_formulation_and_method_of_the_catalogue_takes_it(self):
        runs = plumb.run(cart(), "bdf2", "1e-3", formulation=["index3", "ggl", "index2", "index1"], t_end=0.5)
        self.assertEqual(set(runs["status"]), {"ok"})
        self.assertLess(runs["re.q"].max(), 1e-4)
        found = plumb.order(cart(), "radau-iia(stages=2)", "2e-2,1e-2,5e-3,2.5e-3", formulation="index2", t_end=0.5)
        self.assertIn("pass", str(found))

    def test_parameters_are_those_of_texts(self):
        own = cart()
        longer = plumb.problem(f"{own}(length=2)", "index3")
        self.assertEqual(longer.start()["q"][1], 2)
        with self.assertRaises(plumb.UsageError):
            plumb.problem(f"{own}(length=0)", "index3")

    def test_an_edited_problem_is_another_one(self):
        make = lambda k: plumb.define("swing", q0=[0.1], force=lambda t, q, v: -k * q, t_end=1)
        first = plumb.run(make(4), "erk4", "1e-2")["id"][0]
        self.assertEqual(plumb.run(make(4), "erk4", "1e-2")["id"][0], first)
        self.assertNotEqual(plumb.run(make(5), "erk4", "1e-2")["id"][0], first)

    def test_what_is_saved_is_the_same_problem_for_the_command_line(self):
        own = cart()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cart.toml")
            own.save(path)
            command = [os.environ["PLUMB_PROGRAM"], "run", "-p", "@" + path, "-f", "index3", "-m", "bdf2", "-s", "1e-2",
                       "--t-end", "0.5", "--format", "csv"]
            there = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        row = next(csv.DictReader(there))
        here = plumb.run(own, "bdf2", "1e-2", formulation="index3", t_end=0.5)
        self.assertEqual(float(row["energy.max"]), here["energy.max"][0])

    def test_expressions_of_sympy(self):
        try:
            import sympy
        except ImportError:
            self.skipTest("sympy is not installed")
        x = sympy.Symbol("x")
        energy = sympy.sin(x)**2 / 2 + sympy.sqrt(1 + x**2)
        push = sympy.lambdify(x, -energy.diff(x), "numpy")
        stored = sympy.lambdify(x, energy, "numpy")
        own = plumb.define("of-sympy", q0=[0.4], force=lambda t, q, v: [push(q[0])], potential=lambda t, q: stored(q[0]),
                           t_end=1)
        p = plumb.problem(own)
        self.assertTrue(p.conservative)
        self.assertAlmostEqual(p.force(0, [0.3], [0])[0], push(0.3), places=15)


class BadUse(unittest.TestCase):
    def refused(self, error, words, **parts):
        given = dict(q0=[0.1, 0.2], force=lambda t, q, v: -q, t_end=1)
        with self.assertRaisesRegex(error, words):
            plumb.define("wrong", **{**given, **parts})

    def test_what_has_no_formula(self):
        import math
        self.refused(TypeError, "functions of numpy", force=lambda t, q, v: [math.sin(q[0]), 0])
        self.refused(TypeError, "branch", force=lambda t, q, v: [q[0] if q[0] > 0 else 0, 0])
        self.refused(TypeError, "no value yet", force=lambda t, q, v: np.array([q[0], 0], dtype=float))

    def test_shapes(self):
        self.refused(plumb.ShapeError, r"force.*\(2,\)", force=lambda t, q, v: [q[0]])
        self.refused(plumb.ShapeError, "mass", mass=np.eye(3))
        self.refused(plumb.ShapeError, "v0", v0=[0])
        self.refused(plumb.ShapeError, "units", units=["m"])

    def test_numbers_and_names(self):
        self.refused(plumb.UsageError, "finite", mass=[1, np.nan])
        self.refused(plumb.UsageError, "symmetric", mass=[[1, 0.5], [0.4, 1]])
        self.refused(plumb.UsageError, "no parameter", force=lambda t, q, v, stiffness: -q)
        self.refused(plumb.UsageError, "already defined", coordinates=["x", "x"])
        self.refused(plumb.UsageError, "reserved in formulas", coordinates=["x", "sin"])
        self.refused(plumb.UsageError, "t_end", t_end=0)
        with self.assertRaises(plumb.UsageError):
            plumb.problem(plumb.define("off", q0=[1.0, 0.5], force=lambda t, q, v: -q, t_end=1,
                                       constraint=lambda t, q: q[0]**2 + q[1]**2 - 1), "index3")

    def test_exceptions_of_functions_come_back(self):
        def force(t, q, v):
            raise KeyError("mine")
        self.refused(KeyError, "mine", force=force)


if __name__ == "__main__":
    unittest.main()
