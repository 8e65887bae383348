"""Signatures and annotations of the package."""
import importlib.util
import inspect
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import plumb

PROGRAM = """
import numpy as np
import plumb

p = plumb.problem("two-link", "ode")
reveal_type(p)
reveal_type(p.rhs(0, [1.0]))
reveal_type(p.y0)
reveal_type(p.reference(1.0).q)
reveal_type(p.nq)
reveal_type(plumb.run)
reveal_type(plumb.order("pendulum", "erk4", "1e-2"))
reveal_type(plumb.analyze(["erk4"]))
reveal_type(plumb.trajectory("pendulum", "erk4", 0.1)["q"])

@plumb.method(order=1)
def step(system: plumb.StepSystem, t: float, h: float, x: plumb.StepState) -> None: ...

reveal_type(step)
plumb.run("pendulum", step, [1e-2, "1e-3"], jobs=-1)
p.rsh(0, [1.0])
plumb.run("pendulum", 3, "1e-2")
plumb.problem(3)
"""

REVEALED = ["plumb._problem.Problem", "numpy.ndarray[Any, numpy.dtype[numpy.floating[numpy._typing._64Bit]]]", "numpy.ndarray",
            "numpy.ndarray", "builtins.int", "def (problem:", "plumb._results.Order", "plumb._results.Analysis", "numpy.ndarray",
            "def (system: plumb._plumb.StepSystem"]


class Signatures(unittest.TestCase):
    def test_every_function_has_one(self):
        p = plumb.problem("pendulum", "index3")
        self.assertEqual(str(inspect.signature(p.rhs)), "(t, y)")
        self.assertEqual(str(inspect.signature(p.outputs)), "(t, q, v, a=None, lam=None)")
        for of in (plumb.Problem, plumb.StepSystem):
            for name, function in vars(of.__mro__[-2]).items():
                if callable(function) and not name.startswith("_"):
                    self.assertEqual(next(iter(inspect.signature(function).parameters)), "self", name)

    def test_public_functions_are_annotated(self):
        for name in ("problem", "define", "run", "run_study", "trajectory", "order", "analyze", "compare", "reproduce"):
            signature = inspect.signature(getattr(plumb, name))
            self.assertIsNot(signature.return_annotation, signature.empty, name)
            for one in signature.parameters.values():
                self.assertIsNot(one.annotation, one.empty, f"{name}: {one.name}")


class Types(unittest.TestCase):
    def test_mypy_reveals_them(self):
        if importlib.util.find_spec("mypy") is None:
            self.skipTest("mypy is not installed (Debian: python3-mypy)")
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program.py"
            program.write_text(PROGRAM)
            package = pathlib.Path(plumb.__file__).parent.parent
            said = subprocess.run([sys.executable, "-m", "mypy", program, "--cache-dir", folder, "--ignore-missing-imports"],
                                  capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(package)}).stdout
        revealed = [line for line in said.splitlines() if "Revealed type" in line]
        self.assertEqual(len(revealed), len(REVEALED), said)
        for line, expected in zip(revealed, REVEALED):
            self.assertIn(expected, line)
        errors = [line for line in said.splitlines() if "error:" in line]
        self.assertEqual([line.split(":")[1] for line in errors], ["21", "22", "23"], said)


if __name__ == "__main__":
    unittest.main()
