"""Signatures and annotations of the package."""
import ast
import importlib.util
import inspect
import os
import pathlib
import pydoc
import re
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

REVEALED = ["plumb._problem.Problem", "numpy.ndarray[Any, numpy.dtype[numpy.floating[numpy._typing._64Bit]]]",
            "numpy.ndarray", "numpy.ndarray", "builtins.int", "def (problem:", "plumb._results.Order",
            "plumb._results.Analysis", "numpy.ndarray", "def (system: plumb._plumb.StepSystem"]


STUBS = pathlib.Path(plumb.__file__).parent / "_plumb.pyi"

# Packages without annotations are not analysed. Neither is the package itself, like any installed package.
CONFIGURATION = """
[mypy]
strict = True
[mypy-plumb.*]
follow_imports = silent
[mypy-pandas.*,scipy.*,matplotlib.*]
ignore_missing_imports = True
"""


def compiled_functions():
    """Returns (class, name, function) of the public functions of the compiled classes."""
    return [(of, name, function) for of in (plumb._plumb.Problem, plumb.StepSystem)
            for name, function in vars(of).items()
            if callable(function) and not name.startswith("_") and not inspect.isclass(function)]


class Signatures(unittest.TestCase):
    def test_every_function_has_one(self):
        p = plumb.problem("pendulum", "index3")
        self.assertEqual(str(inspect.signature(p.rhs)), "(t, y)")
        self.assertEqual(str(inspect.signature(p.outputs)), "(t, q, v, a=None, lam=None)")
        for of, name, function in compiled_functions():
            self.assertEqual(next(iter(inspect.signature(function).parameters)), "self", f"{of.__name__}.{name}")

    def test_every_compiled_function_has_a_docstring_with_its_parameters(self):
        found = compiled_functions()
        names = {name for of, name, _ in found if of is plumb.StepSystem}
        self.assertTrue({"force", "factor", "judge", "count"} <= names, names)
        for of, name, function in found:
            text, of_function = inspect.getdoc(function), f"{of.__name__}.{name}"
            for section in ("Returns", "Parameters"):
                underlined = f"{section}\n{'-' * len(section)}\n"
                needed = section == "Returns" or len(inspect.signature(function).parameters) > 1
                self.assertEqual(underlined in text, needed, f"{section} of {of_function}:\n{text}")
            for one in list(inspect.signature(function).parameters.values())[1:]:
                prefix = "**" if one.kind is one.VAR_KEYWORD else ""
                self.assertRegex(text, rf"(?m)^{re.escape(prefix + one.name)} : ", of_function)
            if {"q", "v"} & set(inspect.signature(function).parameters):
                self.assertRegex(text, r"(?s)shape \(nv,\)|shape \(nq,\)", of_function)
                self.assertIn("ShapeError", text, of_function)

    def test_classes_properties_and_exceptions_have_docstrings(self):
        for name in plumb.__all__:
            one = getattr(plumb, name)
            if inspect.isclass(one) or inspect.isfunction(one) or inspect.ismodule(one):
                self.assertGreater(len(inspect.getdoc(one) or ""), 20, name)
        for of in (plumb._plumb.Problem, plumb.StepSystem, plumb.StepState):
            for name, one in vars(of).items():
                if isinstance(one, property):
                    self.assertTrue(one.__doc__, f"{of.__name__}.{name}")
        self.assertIn("constraint_bias(self, t, q, v)", pydoc.render_doc(plumb.StepSystem, renderer=pydoc.plaintext))

    def test_the_stubs_declare_all_compiled_functions(self):
        declared = {node.name: {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
                    for node in ast.parse(STUBS.read_text()).body if isinstance(node, ast.ClassDef)}
        for of, name, _ in compiled_functions():
            self.assertIn(name, declared[of.__name__])

    def test_public_functions_are_annotated(self):
        for name in ("problem", "define", "run", "run_study", "trajectory", "order", "analyze", "compare", "spread",
                     "reproduce", "estimate_reproduction"):
            signature = inspect.signature(getattr(plumb, name))
            self.assertIsNot(signature.return_annotation, signature.empty, name)
            for one in signature.parameters.values():
                self.assertIsNot(one.annotation, one.empty, f"{name}: {one.name}")


@unittest.skipIf(importlib.util.find_spec("mypy") is None, "mypy is not installed (Debian: python3-mypy)")
class Types(unittest.TestCase):
    def test_the_examples_pass_in_strict_mode(self):
        with tempfile.TemporaryDirectory() as folder:
            configuration = pathlib.Path(folder, "mypy.ini")
            configuration.write_text(CONFIGURATION)
            examples = sorted(pathlib.Path("examples/python").glob("*.py"))
            self.assertGreaterEqual(len(examples), 4)
            package = str(pathlib.Path(plumb.__file__).parent.parent)
            done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", configuration, "--cache-dir", folder,
                                   *examples], capture_output=True, text=True, env={**os.environ, "MYPYPATH": package})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_mypy_reveals_them(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program.py"
            program.write_text(PROGRAM)
            package = pathlib.Path(plumb.__file__).parent.parent
            output = subprocess.run([sys.executable, "-m", "mypy", program, "--cache-dir", folder,
                                     "--ignore-missing-imports"], capture_output=True, text=True,
                                     env={**os.environ, "MYPYPATH": str(package)}).stdout
        revealed = [line for line in output.splitlines() if "Revealed type" in line]
        self.assertEqual(len(revealed), len(REVEALED), output)
        for line, expected in zip(revealed, REVEALED):
            self.assertIn(expected, line)
        errors = [line for line in output.splitlines() if "error:" in line]
        self.assertEqual([line.split(":")[1] for line in errors], ["21", "22", "23"], output)


if __name__ == "__main__":
    unittest.main()
