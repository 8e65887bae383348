"""Finds the rho_infinity of generalized-alpha with the smallest error of the accelerations of a mechanism.

Usage: tune_rho.py [PROBLEM]

About a hundred runs with step size 1 ms: a grid of 51 values of rho_infinity, then a bounded minimisation by scipy.
"""
import sys

from scipy.optimize import minimize_scalar

import plumb

mechanism = sys.argv[1] if len(sys.argv) > 1 else "@examples/mechanisms/n-four-bar.toml"
tried: dict[float, float] = {}


def error(rho: float) -> float:
    rho = round(float(rho), 4)
    if rho not in tried:
        row = plumb.run(mechanism, f"generalized-alpha(rho={rho})", "1e-3", formulation="index3", t_end=0.2).iloc[0]
        tried[rho] = float(row["re.a"]) if row["status"] == "ok" else float("inf")
    return tried[rho]


grid = min((i / 50 for i in range(51)), key=error)
best = minimize_scalar(error, bounds=(max(0, grid - 0.02), min(1, grid + 0.02)), method="bounded",
                       options={"maxiter": 49, "xatol": 1e-4})
print(f"{len(tried)} runs of {mechanism}: rho = {best.x:.3f} has an error of accelerations of {best.fun:.2e}; "
      f"0 has {error(0):.2e}, 1 has {error(1):.2e}")
