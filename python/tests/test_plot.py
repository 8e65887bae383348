"""Diagrams of runs and orders (plumb.plot)."""
import importlib.util
import subprocess
import sys
import unittest

import numpy as np
import pandas as pd

import plumb

HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None

WITHOUT_MATPLOTLIB = """
import sys
sys.modules["matplotlib"] = None
import plumb
try:
    plumb.plot.work_precision(plumb.run("pendulum", "erk4", [1e-2, 1e-3], formulation="ode", t_end=1))
except ImportError as error:
    print(error)
"""


def run(method, step, **values):
    """Returns a row of a table of runs."""
    return {"problem": "pendulum", "formulation": "ode", "method": method, "step": step, "t_end": 2.0, "status": "ok",
            "re.q": step**2, "rhs_evaluations": 4 / step, "seconds": 1e-4 / step, **values}


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def points(line):
    return [tuple(point) for point in np.transpose(line.get_data())]


class Missing(unittest.TestCase):
    def test_the_message_names_the_package(self):
        done = subprocess.run([sys.executable, "-c", WITHOUT_MATPLOTLIB], capture_output=True, text=True, check=True)
        self.assertIn("python3-matplotlib", done.stdout)


@unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is not installed (Debian: python3-matplotlib)")
class Diagrams(unittest.TestCase):
    def setUp(self):
        import matplotlib
        matplotlib.use("Agg")
        import matplotlib.pyplot as plt
        self.figure, self.ax = plt.subplots()
        self.addCleanup(plt.close, self.figure)

    def test_points_are_those_of_the_runs(self):
        runs = plumb.run("pendulum", ["erk4", "bdf2"], [1e-2, 5e-3, 2e-3], formulation="ode", t_end=1)
        axes = plumb.plot.work_precision(runs, error="end.q", ax=self.ax)
        self.assertIs(axes, self.ax)
        self.assertEqual((axes.get_xscale(), axes.get_yscale()), ("log", "log"))
        self.assertEqual(axes.get_ylabel(), "end.q [rad]")
        self.assertEqual(len(legend(axes)), 2)
        for line, name in zip(axes.get_lines(), ("erk4", "bdf2")):
            rows = runs[runs["method"].str.startswith(name)]
            self.assertTrue(line.get_label().startswith(name))
            self.assertEqual(sorted(points(line)), sorted(zip(rows["rhs_evaluations"], rows["end.q"])))

    def test_runs_without_a_point_are_crosses_with_their_status(self):
        runs = pd.DataFrame([run("a", 1e-1, status="blown-up", **{"re.q": np.nan}), run("a", 1e-2), run("a", 1e-3),
                             run("b", 1e-2, **{"re.q": 0.0}), run("b", 1e-3),
                             run("c", 1e-2, status="timeout", rhs_evaluations=np.nan)])
        axes = plumb.plot.work_precision(runs, ax=self.ax)
        self.assertEqual(legend(axes), ["a", "a: 1 run blown-up", "b", "b: 1 run re.q = 0", "c", "c: 1 run timeout"])
        crosses = [line for line in axes.get_lines() if line.get_marker() == "x"]
        self.assertEqual([points(line) for line in crosses], [[(40, 1)], [(400, 1)], []])

    def test_uncertainties_are_bands(self):
        runs = pd.DataFrame([run("a", h, seconds_low=0.9e-4 / h, seconds_high=1.2e-4 / h, **{"uncertainty.re.q": 4e-6})
                             for h in (1e-1, 1e-2, 1e-3)])
        plumb.plot.work_precision(runs, ax=self.ax)
        self.assertEqual(len(self.ax.collections), 1)
        corners = self.ax.collections[0].get_paths()[0].vertices
        self.assertAlmostEqual(corners[:, 1].max(), 1e-2 + 4e-6, places=12)
        self.assertAlmostEqual(corners[:, 1].min(), 1e-7, places=12)  # a decade below the smallest error
        plumb.plot.work_precision(runs, work="seconds", ax=self.ax)
        self.assertEqual(len(self.ax.collections), 3)
        self.assertAlmostEqual(self.ax.collections[2].get_paths()[0].vertices[:, 0].max(), 0.12)

    def test_labels_have_the_values_that_differ(self):
        runs = pd.DataFrame([run("a(rtol=1e-4,atol=1e-4,order=3)", 1e-2), run("a(rtol=1e-5,atol=1e-5,order=3)", 1e-2),
                             run("a(order=3)", 1e-3, t_end=1.0), run("b", 1e-3, formulation="index3")])
        self.assertEqual(legend(plumb.plot.work_precision(runs, ax=self.ax)),
                         ["a(order=3), ode, t_end=2.0", "a(order=3), ode, t_end=1.0", "b, index3"])

    def test_unknown_columns(self):
        runs = pd.DataFrame([run("a", 1e-2)])
        with self.assertRaisesRegex(plumb.UsageError, "'rhs_evaluations'"):
            plumb.plot.work_precision(runs, work="rhs_evaluation", ax=self.ax)
        with self.assertRaisesRegex(plumb.UsageError, "no column 'end.v'"):
            plumb.plot.work_precision(runs, error="end.v", ax=self.ax)
        with self.assertRaisesRegex(plumb.UsageError, "no run has re.q"):
            plumb.plot.work_precision(runs.drop(columns="re.q"), ax=self.ax)
        with self.assertRaisesRegex(plumb.UsageError, "no run has a positive re.q"):
            plumb.plot.work_precision(pd.DataFrame([run("a", 1e-2, **{"re.q": 0.0})]), ax=self.ax)

    def test_an_order_has_its_points_and_a_reference_slope(self):
        found = plumb.order("pendulum", "erk4", [5e-3, 2.5e-3, 1.25e-3, 6.25e-4], formulation="ode")
        axes = plumb.plot.order(found, ax=self.ax)
        self.assertIs(axes, self.ax)
        texts = legend(axes)
        self.assertRegex(texts[0], r"^erk4.*, q: order [34]\.\d{3}, expected 4: pass$")
        self.assertEqual(texts[-1], "slope 4")
        own = found.points(0)
        self.assertEqual(points(axes.get_lines()[0]), list(zip(own["h"], own["error"])))
        (h, error) = axes.get_lines()[-1].get_data()
        self.assertAlmostEqual(np.log(error[0] / error[1]) / np.log(h[0] / h[1]), 4)
        self.assertIn("slope 2", legend(plumb.plot.order(found, row=1, slopes=[2], ax=self.ax)))

    def test_a_step_without_an_error_is_a_cross(self):
        good = [{"h": h, "error": h**2, "floor": 1e-12, "mark": "usable", "in_window": True}
                for h in (4e-2, 2e-2, 1e-2)]
        bad = {"h": 8e-2, "error": None, "floor": None, "mark": "blown-up", "in_window": False}
        found = plumb.Order([{"problem": "pendulum", "formulation": "ode", "method": "a", "class": "q", "order": None,
                              "expected": 2, "verdict": "no-window", "points": [bad, *good]}])
        axes = plumb.plot.order(found, ax=self.ax)
        self.assertEqual(legend(axes), ["a, q: no window, expected 2: no-window", "a, q: 1 run blown-up", "slope 2"])
        cross = next(line for line in axes.get_lines() if line.get_marker() == "x")
        self.assertEqual(points(cross), [(8e-2, 1)])
        self.assertEqual(len(axes.collections), 1)  # the limit by rounding and reference

    def test_methods_of_results_use_the_given_axes(self):
        found = plumb.order("pendulum", "erk4", [5e-3, 2.5e-3, 1.25e-3, 6.25e-4], formulation="ode")
        self.assertIs(found.plot(1, axes=self.ax), self.ax)
        self.assertIs(plumb.analyze("erk4").plot(axes=self.ax), self.ax)


if __name__ == "__main__":
    unittest.main()
