"""Problems, methods, results and exceptions in other processes: pickle, multiprocessing and joblib."""
import copy
import functools
import importlib.util
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

import plumb

# A program with a method that is defined at the top level, for processes of the kind "spawn", which import it.
PROGRAM = '''
import multiprocessing
import sys

import numpy as np

import plumb

weights = np.array([0.25, 0.25])


@plumb.method(order=2, parameters={"scale": 1.0}, memory=lambda nq, nv, nl: 1)
def leapfrog(system, t, h, x, scale):
    v = x.v + scale * weights.sum() * h * system.acceleration(t, x.q, x.v)[0]
    x.q = x.q + h * v
    x.v = v + scale * weights.sum() * h * system.acceleration(t + h, x.q, v)[0]


def run(problem, method, step):
    row = plumb.run(problem, method, step, formulation="ode", t_end=1).iloc[0]
    return row["id"], row["end.q"], row["status"]


def rhs(problem):
    return problem.rhs(0, problem.y0).tolist()


def factory(scale):
    @plumb.method(order=2, name="made")
    def made(system, t, h, x):
        leapfrog(system, t, h, x, scale)
    return made


@plumb.method(order=2)
class Classy:
    scale = 1.0

    @staticmethod
    def step(system, t, h, x):
        leapfrog(system, t, h, x, Classy.scale)


if __name__ == "__main__":
    methods = [leapfrog] if sys.argv[1] == "multiprocessing" else [leapfrog, factory(0.75), Classy]
    jobs = [("pendulum", method, step) for method in methods for step in (1e-2, 5e-3)]
    here = [run(*job) for job in jobs]
    problems = [plumb.problem("two-link", "ode"), plumb.problem("pendulum", "index1")]
    if sys.argv[1] == "multiprocessing":
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            there, values = pool.starmap(run, jobs), pool.map(rhs, problems)
    else:
        from joblib import Parallel, delayed
        there = Parallel(n_jobs=2)(delayed(run)(*job) for job in jobs)
        values = Parallel(n_jobs=2)(delayed(rhs)(problem) for problem in problems)
    assert [status for *_, status in here] == ["ok"] * len(jobs), here
    # A class of the main program that joblib copies by value may have another id; its numbers are the same.
    by_value = [method is Classy for _, method, _ in jobs]
    there, here = ([row[of_class:] for row, of_class in zip(rows, by_value)] for rows in (there, here))
    assert there == here, (there, here)
    assert values == [rhs(problem) for problem in problems]
    print("equal")
'''


class Processes(unittest.TestCase):
    def equal_in_processes(self, kind):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "program.py")
            program.write_text(PROGRAM)
            done = subprocess.run([sys.executable, program, kind], capture_output=True, text=True, env=os.environ)
        self.assertEqual((done.returncode, done.stdout), (0, "equal\n"), done.stderr)

    def test_multiprocessing(self):
        self.equal_in_processes("multiprocessing")

    @unittest.skipIf(importlib.util.find_spec("joblib") is None, "joblib is not installed (Debian: python3-joblib)")
    def test_joblib(self):
        self.equal_in_processes("joblib")


class Pickles(unittest.TestCase):
    def test_exceptions_keep_their_attributes(self):
        with self.assertRaises(plumb.UsageError) as caught:
            plumb.problem("two-lnk")
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertIs(type(again), plumb.UsageError)
        self.assertEqual((str(again), again.code), (str(caught.exception), "unknown-name"))

    def test_references_and_trajectories(self):
        exact = plumb.problem("pendulum", "ode").reference([0.5, 1.0])
        again = pickle.loads(pickle.dumps(exact))
        self.assertEqual((repr(again), again.q.tolist()), (repr(exact), exact.q.tolist()))
        motion = plumb.trajectory("pendulum", "erk4", 1e-2, formulation="ode", t_end=1)
        self.assertEqual(pickle.loads(pickle.dumps(motion))["q"].tolist(), motion["q"].tolist())


class Copies(unittest.TestCase):
    def test_a_copy_of_a_method_is_registered_when_it_is_used(self):
        class Leapfrog:
            def __init__(self, scale):
                self.scale = scale

            def step(self, system, t, h, x):
                x.v = x.v + self.scale * h * system.acceleration(t, x.q, x.v)[0]
                x.q = x.q + h * x.v

        first = plumb.method(Leapfrog(1.0), order=1)
        second = copy.copy(first)
        second.scale = 0.5
        ids = [plumb.run("pendulum", one, 1e-2, formulation="ode", t_end=1)["id"][0] for one in (first, second, first)]
        self.assertEqual(ids[0], ids[2])
        self.assertNotEqual(ids[0], ids[1])

    def test_a_wrapper_of_a_method_is_no_method(self):
        @plumb.method(order=1)
        def euler(system, t, h, x):
            x.q, x.v = x.q + h * x.v, x.v + h * system.acceleration(t, x.q, x.v)[0]

        @functools.wraps(euler)
        def wrapper(*arguments):
            return euler(*arguments)

        with self.assertRaisesRegex(plumb.UsageError, "is no method of Plumb yet"):
            plumb.run("pendulum", wrapper, 1e-2)


if __name__ == "__main__":
    unittest.main()
