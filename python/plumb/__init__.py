"""Benchmarks of time integrators for multibody systems, with certified reference solutions.

    import numpy as np, plumb
    from scipy.integrate import solve_ivp

    p = plumb.problem("two-link", "ode")              # the equations of motion, for any solver
    s = solve_ivp(p.rhs, (0, 1), p.y0, method="DOP853", rtol=1e-9, t_eval=np.linspace(0.1, 1, 10))
    p.errors(s.t, s.y.T)                              # errors with respect to the certified reference solution
    plumb.run(problem="pendulum", formulation="ode", method=["erk4", "bdf2"], step=["1e-2", "1e-3"])

Vectors are numpy arrays of float64 in SI units. Invalid arguments raise UsageError or ShapeError, both subclasses of
ValueError; the message is one line with the allowed values. Arrays that are not real raise TypeError. Errors beyond the
certified digits of a reference cause an AccuracyWarning. Ctrl-C interrupts every call; studies then raise Interrupted,
which holds the finished runs in `partial`.
"""

from ._errors import AccuracyWarning, Interrupted, MethodError, StepFailed
from ._plumb import (ShapeError, SingularEquations, StepState, StepSystem, StoreError, TimeoutReached, UsageError,
                     __version__, api_version)
from ._equations import Defined, define
from . import _processes, plot
from ._methods import method
from ._problem import Problem, Reference, problem
from ._results import Analysis, Comparison, Order, Reproduction
from ._studies import (analyze, compare, estimate_reproduction, list_counters, list_formulations, list_methods,
                       list_metrics, list_problems, list_statuses, order, reproduce, run, run_study, spread, trajectory)

_processes.use_interpreter()

__all__ = [
    "AccuracyWarning", "Analysis", "Comparison", "Defined", "Interrupted", "MethodError", "Order", "Problem",
    "Reference", "Reproduction", "ShapeError", "SingularEquations", "StepFailed", "StepState", "StepSystem",
    "StoreError", "TimeoutReached", "UsageError", "analyze", "api_version", "compare", "define",
    "estimate_reproduction", "list_counters", "list_formulations", "list_methods", "list_metrics", "list_problems",
    "list_statuses", "method", "order", "plot", "problem", "reproduce", "run", "run_study", "spread", "trajectory",
    "__version__"
]
