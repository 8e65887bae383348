"""Plots the errors of scipy's DOP853 and Radau over their work for the two-link arm, in two formulations.

Usage: work_precision.py [FILE]

Work is the number of evaluations of the right-hand side. Errors are relative errors of q with respect to the certified
reference solution. Writes work_precision.svg, or FILE.
"""
import sys

import numpy as np
from scipy.integrate import solve_ivp

import plumb

times = np.linspace(0.1, 2, 20)
rows = []
for formulation in ("ode", "index1"):
    p = plumb.problem("two-link", formulation)
    for solver in ("DOP853", "Radau"):
        for tolerance in (1e-4, 1e-6, 1e-8, 1e-10):
            s = solve_ivp(p.rhs, (p.t_begin, times[-1]), p.y0, method=solver, t_eval=times, rtol=tolerance,
                          atol=tolerance, **({"jac": p.rhs_jacobian} if solver == "Radau" else {}))
            error = p.errors(s.t, s.y.T).value["re.q"]
            rows.append((formulation, solver, tolerance, s.nfev, error))
            print(f"{formulation:7} {solver:7} {tolerance:.0e}  {s.nfev:6} evaluations  re.q = {error:.1e}")

# The same problem with a method of the catalogue, as by the command `plumb run`.
catalogue = plumb.run("two-link", "dop853", [2e-2, 1e-2, 5e-3], formulation="ode", t_end=2, samples=20)
print(catalogue[["method", "step", "rhs_evaluations", "re.q"]].to_string(index=False))

import matplotlib

matplotlib.use("Agg")
axes = plumb.plot.work_precision(catalogue, work="rhs_evaluations", error="re.q")
for formulation in ("ode", "index1"):
    for solver in ("DOP853", "Radau"):
        points = np.array([row[3:] for row in rows if row[:2] == (formulation, solver)])
        axes.loglog(points[:, 0], points[:, 1], "^--", label=f"{solver} of scipy, {formulation}")
axes.set(xlabel="evaluations of the right-hand side", ylabel="relative error of q")
axes.legend()
axes.figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "work_precision.svg")
