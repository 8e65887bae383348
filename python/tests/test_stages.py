"""`plumb.analyze` counts the same implicit stages per step for a file, a shared library and a function of Python."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np

import plumb

PROGRAM = pathlib.Path(os.environ.get("PLUMB_PROGRAM", "plumb"))
GAMMA = 0.43586652150845899942
LAST = [-1.5 * GAMMA**2 + 4 * GAMMA - 0.25, 1.5 * GAMMA**2 - 5 * GAMMA + 1.25, GAMMA]
DIRK3 = [[GAMMA, 0, 0], [(1 - GAMMA) / 2, GAMMA, 0], LAST]  # the SDIRK method of order 3 of Alexander (1977)


def dirk(stages):
    """Returns a method with the first `stages` stages of DIRK3. Each stage is solved with one factorisation."""
    @plumb.method(order=1, name=f"dirk{stages}")
    def method(system, t, h, x):
        kq, kv = [], []
        for i in range(stages):
            q = x.q + h * sum((DIRK3[i][j] * kq[j] for j in range(i)), np.zeros(system.nq))
            v = x.v + h * sum((DIRK3[i][j] * kv[j] for j in range(i)), np.zeros(system.nv))
            a, g = np.zeros(system.nv), h * GAMMA
            system.factor(0, t, q, v, a, mass=1, damping=g, stiffness=g * g)
            for _ in range(3):
                residual = system.force(t, q + g * (v + g * a), v + g * a) - system.momentum(q, a)
                a = a + system.solve(0, residual, np.zeros(system.nl))[0]
            kq.append(v + g * a)
            kv.append(a)
            system.count("stages")
        x.q = x.q + h * sum(w * k for w, k in zip(LAST[-stages:], kq))
        x.v = x.v + h * sum(w * k for w, k in zip(LAST[-stages:], kv))
    return method


@plumb.method(order=1)
def explicit(system, t, h, x):
    a = system.mass_solve(t, x.q, system.force(t, x.q, x.v), np.zeros(system.nl))[0]
    x.q, x.v = x.q + h * x.v, x.v + h * a
    system.count("stages")


def stages(method):
    """Returns the reported number of implicit stages, and n of the abscissa omega dt = 2 pi n (dt/nT) of the curve."""
    found = plumb.analyze(method, dt_nt=[0.1]).data[0]
    point = next(one for one in found["curve"] if abs(one["dt_nt"] - 0.1) < 1e-12)
    return found["implicit_stages"], round(point["omega_dt"] / (2 * np.pi * 0.1), 6)


class Stages(unittest.TestCase):
    def test_functions_of_python_have_those_that_they_count(self):
        for n in (1, 2, 3):
            self.assertEqual(stages(dirk(n)), (n, n))
        self.assertEqual(stages(explicit), (0, 1))

    def test_files_have_those_of_their_tableau(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "dirk3.toml"
            file.write_text(f"schema = 1\nname = 'dirk3'\na = {DIRK3}\nb = {LAST}\n")
            self.assertEqual(stages(file), (3, 3))

    def test_libraries_have_those_that_they_count(self):
        folder = PROGRAM.parent / "from_library"
        for name, expected in (("radau_iia2", (2, 2)), ("generalized_alpha", (1, 1)), ("kutta4", (0, 1))):
            library = folder / f"lib{name}.so"
            if not library.exists():
                self.skipTest(f"{library} is not built")
            self.assertEqual(stages(library), expected, name)

    def test_methods_of_the_catalogue(self):
        for method, expected in (("erk4", (0, 1)), ("dop853", (0, 1)), ("bdf2", (1, 1)), ("radau-iia(stages=3)", (3, 3)),
                                 ("sdirk3", (3, 3)), ("bathe(rho=0)", (2, 2)), ("generalized-alpha", (1, 1))):
            if method.partition("(")[0] in set(plumb.list_methods()["method"]):
                self.assertEqual(stages(method), expected, method)

    def test_the_command_line_prints_them(self):
        output = subprocess.run([PROGRAM, "analyze", "erk4"], capture_output=True, text=True, check=True).stdout
        self.assertRegex(output, "implicit stages +0 per step")


if __name__ == "__main__":
    unittest.main()
