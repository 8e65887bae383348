"""Compares the processor times of methods of Plumb and of scipy's solve_ivp for the same errors.

Usage: beside_scipy.py [PROBLEM ...]

The default problems are mechanical problems of the IVP test set with an explicit right-hand side: in the formulation
`ode`, or in `index1`, whose equations are solved for the accelerations. All methods call the same compiled right-hand
side, scipy from Python.

For each method, rtol = atol decreases from 1e-3 by factors of 10. The program prints the processor time [s] of the
first tolerance for which the relative error of the positions at t_end is below 1e-4, and below 1e-7. Each time is the
shortest of three runs, or the time of one run if it takes more than 1 s. The environment variable PLUMB_PROGRAM is the
path of the program plumb.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any, Callable, Optional, Tuple

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import plumb

Positions = NDArray[np.float64]
Measured = Tuple[float, Optional[Positions]]  # processor time [s], positions at t_end unless the run failed
Run = Callable[[float], Measured]             # of a tolerance

goals = (1e-4, 1e-7)
tolerances = [10.0**-k for k in range(3, 13)]
problems = {"pleiades": "ode", "beam": "ode", "car-axis": "index1", "squeezer": "index1", "fekete": "index1"}
program = os.environ.get("PLUMB_PROGRAM", "plumb")
short = 1  # longer runs are timed once [s]


def by_scipy(p: plumb.Problem, solver: str, tolerance: float, t_end: float) -> Measured:
    options: dict[str, Any] = {"jac": p.rhs_jacobian} if solver == "Radau" else {}
    begin = time.process_time()
    s = solve_ivp(p.rhs, (p.t_begin, t_end), p.y0, method=solver, t_eval=[t_end], rtol=tolerance, atol=tolerance,
                  **options)
    return time.process_time() - begin, s.y[: p.nq, -1] if s.success else None


def by_plumb(name: str, formulation: str, method: str, tolerance: float, t_end: float) -> Measured:
    cell = [program, "run", "-p", name, "-f", formulation, "-m", f"{method}(rtol={tolerance},atol={tolerance})", "-s",
            repr(t_end), "--t-end", repr(t_end), "--samples", "1", "--reference", "none", "--json"]
    run = json.loads(subprocess.run(cell, capture_output=True, text=True).stdout)
    return run["timing"]["seconds"], np.array(run["final"]["q"]) if run["status"] == "ok" else None


def times_of_goals(run: Run, exact: Positions) -> dict[float, float]:
    out: dict[float, float] = {}
    for tolerance in tolerances:
        seconds, q = run(tolerance)
        for _ in range(2 if seconds < short else 0):
            seconds = min(seconds, run(tolerance)[0])
        error = np.inf if q is None else float(np.linalg.norm(q - exact) / np.linalg.norm(exact))
        for goal in goals:
            if error < goal:
                out.setdefault(goal, seconds)
        if len(out) == len(goals):
            break
    return out


def programs_for(name: str, formulation: str, p: plumb.Problem) -> dict[str, Run]:
    t_end = p.t_end

    def own(method: str, form: str) -> Run:
        return lambda tolerance: by_plumb(name, form, method, tolerance, t_end)

    def theirs(solver: str) -> Run:
        return lambda tolerance: by_scipy(p, solver, tolerance, t_end)

    out = {f"plumb dop853-adaptive, {formulation}": own("dop853-adaptive", formulation),
           f"plumb radau-iia-adaptive, {formulation}": own("radau-iia-adaptive", formulation),
           f"cvode in plumb, {formulation}": own("cvode", formulation)}
    if formulation != "ode":
        out["plumb radau-iia-adaptive, index2"] = own("radau-iia-adaptive", "index2")
    out.update({f"scipy {solver}, {formulation}": theirs(solver) for solver in ("DOP853", "Radau", "LSODA")})
    return out


for name in sys.argv[1:] or problems:
    p = plumb.problem(name, problems[name])
    exact = p.reference(p.t_end).q
    for label, run in programs_for(name, problems[name], p).items():
        found = times_of_goals(run, exact)
        print(f"{name:22} {label:34}", *(f"{found[g]:9.2e}" if g in found else "        –" for g in goals), flush=True)
