"""Runs, orders, analyses and methods in Python, compared with the results of the command line."""
import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import plumb

PROGRAM = os.environ.get("PLUMB_PROGRAM", "plumb")


def leapfrog(system, t, h, x):
    a, _ = system.acceleration(t, x.q, x.v)
    v = x.v + h / 2 * a
    x.q = system.retract(x.q, h * v)
    a, _ = system.acceleration(t + h, x.q, v)
    x.v = v + h / 2 * a


plumb.method(leapfrog, order=2, forms="ode index1")


class Figures(unittest.TestCase):
    def test_a_figure_has_the_data_that_the_command_line_writes(self):
        found = plumb.reproduce("li2019/figure-2")
        frame = found.figures["li2019/figure-2"]
        there = subprocess.run([PROGRAM, "reproduce", "li2019/figure-2", "--format", "csv"], capture_output=True,
                               text=True, check=True).stdout.splitlines()
        self.assertEqual(list(frame.columns), there[0].split(","))
        self.assertEqual(len(frame), len(there) - 1)
        self.assertEqual(len(frame.attrs["units"]), len(frame.columns))


class Isolated(unittest.TestCase):
    def test_cells_run_in_processes_apart(self):
        here, apart = (plumb.run("pendulum", ["erk4", "bdf2"], "1e-2", formulation="ode", t_end=1, isolate=isolate)
                       for isolate in (False, True))
        self.assertEqual(list(apart["status"]), ["ok", "ok"])
        self.assertEqual(list(here["end.q"]), list(apart["end.q"]))

    def test_what_python_has_made_runs_here(self):
        own = plumb.define("here-alone", q0=[0.1], force=lambda t, q, v: -q, t_end=1)
        self.assertEqual(plumb.run(own, "erk4", "1e-2", isolate=True)["status"][0], "ok")


class Studies(unittest.TestCase):
    def test_a_run_is_that_of_the_command_line(self):
        frame = plumb.run("pendulum", ["erk4", "bdf2"], [1e-2, "5e-3"], formulation="ode", t_end=1, jobs=2)
        self.assertEqual(len(frame), 4)
        asked = [PROGRAM, "run", "-p", "pendulum", "-f", "ode", "-m", "erk4,bdf2", "-s", "1e-2,5e-3", "--t-end", "1",
                 "--json"]
        rows = [json.loads(line) for line in subprocess.run(asked, capture_output=True, check=True).stdout.splitlines()]
        for row, (_, of_frame) in zip(rows, frame.iterrows()):
            self.assertEqual(row["id"], of_frame["id"])
            self.assertEqual(row["metrics"]["re.q"], of_frame["re.q"])
            self.assertEqual(row["counters"]["rhs_evaluations"], of_frame["rhs_evaluations"])
        self.assertEqual(frame.attrs["units"]["end.q"], "rad")

    def test_failures_are_rows(self):
        frame = plumb.run("pendulum", "bdf2", 1e-2, formulation="index3", t_end=1, newton_max=1)
        self.assertNotEqual(frame["status"].iloc[0], "ok")
        self.assertTrue(frame["reason"].iloc[0])

    def test_a_store_is_not_run_again(self):
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "a.db")
            first = plumb.run("pendulum", "erk4", 1e-2, formulation="ode", t_end=1, store=store)
            second = plumb.run("pendulum", "erk4", 1e-2, formulation="ode", t_end=1, store=store)
        self.assertEqual(first["seconds"].iloc[0], second["seconds"].iloc[0])

    def test_trajectories_are_arrays(self):
        found = plumb.trajectory("pendulum", "erk4", 1e-2, formulation="ode", t_end=1, samples=0)
        self.assertEqual(found["q"].shape, (101, 1) if found["t"][0] == 0 else (100, 1))
        self.assertEqual(found["result"]["status"].iloc[0], "ok")
        with self.assertRaisesRegex(plumb.UsageError, "2 cells"):
            plumb.trajectory("pendulum", "erk4", [1e-2, 1e-3], formulation="ode")

    def test_orders_and_analyses(self):
        found = plumb.order("pendulum", "erk4", "5e-3,2.5e-3,1.25e-3,6.25e-4", formulation="ode")
        self.assertEqual(list(found.table["verdict"]), ["pass", "pass"])
        self.assertEqual(len(found.points()), 4)
        self.assertIn("verdict", repr(found))
        self.assertIn("<table", found._repr_html_())
        analysis = plumb.analyze(["erk4", "bdf2"])
        self.assertEqual(list(analysis.table["order"]), [4, 2])
        self.assertIn("spectral_radius", analysis.curve())

    def test_the_effect_of_rounding(self):
        found = plumb.spread("pendulum", "erk4", 1e-2, "ode", t_end=1, starts=2).set_index("metric")
        self.assertEqual(list(found["failed"].unique()), [0])
        self.assertLessEqual(found.loc["end.q", "lowest"], found.loc["end.q", "value"])
        self.assertGreaterEqual(found.loc["end.q", "digits"], 4)

    def test_a_table_of_a_paper(self):
        parts = []
        found = plumb.reproduce("fernandez2024/table-6", show=parts.append)
        self.assertIn("fernandez2024/table-6", repr(found))
        self.assertEqual("".join(parts), repr(found))
        self.assertGreater(len(parts), 1)
        self.assertIn("match", set(found.numbers["verdict"]))
        with self.assertRaisesRegex(plumb.UsageError, "table-6"):
            plumb.reproduce("fernandez2024/table-66")

    def test_the_work_of_a_paper_is_estimated(self):
        frame = plumb.estimate_reproduction("fernandez2024/table-6")
        self.assertEqual(list(frame["paper"]), ["fernandez2024"])
        self.assertGreater(frame["to_run"][0], 0)
        there = subprocess.run([PROGRAM, "reproduce", "fernandez2024/table-6", "--estimate", "--json", "-j", "1"],
                               capture_output=True, check=True).stdout
        self.assertEqual(frame.to_dict("records")[0]["core_seconds"], json.loads(there)[0]["core_seconds"])

    def test_wrong_words(self):
        for wrong in ({"t_ned": 1}, {"t_end": -1}, {"t_end": object()}, {"t_end": 1j}, {"timeout": "soon"}, {"timeout": -1}):
            with self.assertRaises(ValueError):
                plumb.run("pendulum", "erk4", 1e-2, **wrong)
        with self.assertRaisesRegex(plumb.UsageError, "did you mean 'samples'"):
            plumb.run("pendulum", "erk4", 1e-2, sample=1)
        for steps in ({}, {"step": 1e-2, "steps": 1e-2}):
            with self.assertRaisesRegex(plumb.UsageError, "give it once"):
                plumb.run("pendulum", "erk4", **steps)
        with self.assertRaisesRegex(plumb.UsageError, "did you mean"):
            plumb.run("pendulum", "erk44", 1e-2)

    def test_counts_have_ranges(self):
        for jobs in (0, -10**6, 1025, 10**9, 10**30, 2.5, True, "2"):
            with self.assertRaisesRegex(plumb.UsageError, "jobs: .* 1 to 1024"):
                plumb.run("pendulum", "erk4", 1e-2, jobs=jobs)
        for name in ("samples", "newton_max"):
            for count in (-1, 2**31, 10**12, 10**30, 2.5, "many"):
                with self.assertRaisesRegex(plumb.UsageError, f"{name}: .* from 0 .* to 2147483647"):
                    plumb.run("pendulum", "erk4", 1e-2, **{name: count})
        self.assertEqual(plumb.run("pendulum", "erk4", 1e-2, t_end=1, jobs=-1, samples=2**31 - 1)["status"][0], "ok")

    def test_a_printed_frame_shows_about_ten_columns(self):
        frame = plumb.run("pendulum", ["erk4", "bdf2"], 1e-2, formulation="ode", t_end=1)
        self.assertGreater(len(frame.columns), 40)
        heads = [word for word in frame.columns if re.search(rf"(^| ){re.escape(word)}( |$)", repr(frame), re.MULTILINE)]
        self.assertTrue({"problem", "method", "step", "status", "end.q"} <= set(heads) and len(heads) <= 12, heads)
        self.assertIn(f"[{len(frame.columns)} columns", repr(frame))
        self.assertIn("end.q", frame._repr_html_())
        self.assertEqual(repr(frame[["id", "end.q"]]).splitlines()[0].split(), ["id", "end.q"])
        self.assertIn("created", frame.to_string())

    def test_results_can_be_pickled(self):
        own = plumb.define("pickled", q0=[1.0], force=lambda t, q, v: -q, t_end=1)
        frame = plumb.run(own, "erk4", 1e-2)
        again = pickle.loads(pickle.dumps(frame))
        self.assertEqual((list(again["end.q"]), again.attrs), (list(frame["end.q"]), frame.attrs))
        for one in (plumb.order("pendulum", "erk4", "5e-3,2.5e-3,1.25e-3", formulation="ode", t_end=1),
                    plumb.analyze("erk4"), plumb.StepFailed("singular", "why")):
            self.assertEqual(repr(pickle.loads(pickle.dumps(one))), repr(one))
        script = "import pickle, sys; p = pickle.load(sys.stdin.buffer); print(p.rhs(0, p.y0)[1], p.reference(1.0).q[0])"
        for problem in (plumb.problem(own), plumb.problem("two-link(angle1=1)", "index1"), plumb.problem(f"{own}", "ode")):
            done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(problem), capture_output=True, check=True)
            there = [float(word) for word in done.stdout.split()]
            self.assertEqual(there, [problem.rhs(0, problem.y0)[1], problem.reference(1.0).q[0]])

    def test_lists(self):
        self.assertIn("squeezer", set(plumb.list_problems()["problem"]))
        self.assertGreater(len(plumb.list_methods()), 50)

    def test_many_small_runs(self):
        for _ in range(100):
            plumb.run("pendulum", "erk4", "0.1", formulation="ode", t_end=1, reference="none")
        before = _memory()
        for _ in range(300):
            plumb.run("pendulum", "erk4", "0.1", formulation="ode", t_end=1, reference="none")
        self.assertLess(_memory() - before, 8e6)


class Methods(unittest.TestCase):
    def test_a_method_goes_through_everything(self):
        order = plumb.order("pendulum", leapfrog, "5e-3,2.5e-3,1.25e-3,6.25e-4", formulation="ode")
        self.assertEqual(list(order.table["verdict"]), ["pass", "pass"])
        self.assertAlmostEqual(plumb.analyze(leapfrog).table["stability_limit"].iloc[0], 2, places=6)
        frame = plumb.run("pendulum", leapfrog, 1e-2, formulation="index3", t_end=1)
        self.assertEqual(frame["status"].iloc[0], "unsupported")

    def test_a_wrong_claim_is_seen(self):
        @plumb.method(order=3)
        def claims_three(system, t, h, x):
            leapfrog(system, t, h, x)

        found = plumb.order("pendulum", claims_three, "5e-3,2.5e-3,1.25e-3,6.25e-4", formulation="ode")
        self.assertEqual(list(found.table["verdict"]), ["reduced", "reduced"])

    def test_another_content_is_another_cell(self):
        ids = []
        for factor in (1.0, 1.5):
            @plumb.method(order=1, name="closes_over")
            def step(system, t, h, x, factor=factor):
                x.q = x.q + h * factor * x.v
            ids.append(plumb.run("pendulum", "@closes_over", 1e-2, formulation="ode", t_end=1)["id"].iloc[0])
        self.assertNotEqual(*ids)

    def test_parameters_and_memory(self):
        seen = set()

        @plumb.method(order=1, memory=lambda nq, nv, nl: 1, parameters={"theta": {"default": 0.5, "minimum": 0,
                                                                                  "maximum": 1}})
        def counts(system, t, h, x, theta):
            x.memory[0] += 1
            seen.add((theta, int(x.memory[0])))
            x.q, x.v = x.q + h * x.v, x.v + h * system.acceleration(t, x.q, x.v)[0]

        plumb.run("pendulum", "@counts(theta=1)", "0.25", formulation="ode", t_end=1)
        self.assertIn((1.0, 4), seen)
        with self.assertRaises(plumb.UsageError):
            plumb.run("pendulum", "@counts(theta=2)", "0.25", formulation="ode", t_end=1)

    def test_exceptions_and_nonsense(self):
        @plumb.method(order=1)
        def raises(system, t, h, x):
            raise KeyError("mine")

        with self.assertRaises(plumb.MethodError) as caught:
            plumb.run("pendulum", raises, 1e-2, formulation="ode", t_end=1)
        self.assertIsInstance(caught.exception.__cause__, KeyError)

        @plumb.method(order=1)
        def gives_up(system, t, h, x):
            raise plumb.StepFailed("newton-diverged", "I tried")

        row = plumb.run("pendulum", gives_up, 1e-2, formulation="ode", t_end=1).iloc[0]
        self.assertEqual(row["status"], "newton-diverged")
        self.assertIn("I tried", row["reason"])

        for name, nonsense in (("shape", [1, 2, 3]), ("text", "abc"), ("nothing", None)):
            @plumb.method(order=1, name="nonsense_" + name)
            def leaves(system, t, h, x, nonsense=nonsense):
                x.q = nonsense
            row = plumb.run("pendulum", "@nonsense_" + name, 1e-2, formulation="ode", t_end=1).iloc[0]
            self.assertEqual(row["status"], "crashed", row["reason"])
            self.assertIn("x.q", row["reason"])

    def test_a_system_ends_with_its_step(self):
        kept = []

        @plumb.method(order=1)
        def keeps(system, t, h, x):
            kept.append(system)

        plumb.run("pendulum", keeps, "0.5", formulation="ode", t_end=1)
        with self.assertRaises(plumb.UsageError):
            kept[0].force(0, [0.0], [0.0])

    def test_claims_are_checked(self):
        for wrong in ({"order": 0}, {"order": 2, "forms": "index9"}, {"order": 2, "parameters": {"a b": 1}},
                      {"order": 2, "memory": lambda nq, nv, nl: "many"}, {"order": 2, "parameters": {"a": {"max": 1}}}):
            with self.assertRaises(ValueError):
                plumb.method(lambda system, t, h, x: None, name="wrong", **wrong)


    def test_what_is_no_method_yet(self):
        class Plain:
            pass

        for wrong, name in ((lambda system, t, h, x: None, "<lambda>"), (_memory, "_memory"), (Plain, "Plain")):
            for ask in (lambda: plumb.run("pendulum", wrong, 1e-2), lambda: plumb.order("pendulum", ["erk4", wrong], 1e-2),
                        lambda: plumb.analyze(wrong), lambda: plumb.compare(wrong)):
                with self.assertRaisesRegex(plumb.UsageError, f"{name} is no method .*@plumb.method"):
                    ask()

    def test_functions_that_cannot_be_called_as_a_step(self):
        class WithSelf:
            def step(self, system, t, h, x):
                pass

        for wrong in (WithSelf, lambda system, t, h: None, lambda system, t, h, x, theta: None):
            with self.assertRaisesRegex(plumb.UsageError, r"cannot be called as step\(system, t, h, x\)"):
                plumb.method(wrong, order=1)
        with self.assertRaisesRegex(plumb.UsageError, "leave out self, or make a method of an instance"):
            plumb.method(WithSelf, order=1)
        self.assertEqual(plumb.run("pendulum", plumb.method(WithSelf(), order=1), 1e-2, t_end=1)["status"][0], "ok")


def _memory():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    unittest.main()
