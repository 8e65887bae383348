"""Plumb: mechanical problems, certified references, and what time integrators are worth.

    import plumb
    p = plumb.problem("two-link", "ode")              # equations, for any solver
    s = scipy.integrate.solve_ivp(p.rhs, (0, 1), p.y0, method="DOP853", rtol=1e-9, t_eval=times)
    p.errors(s.t, s.y.T)                              # against 20 certified digits
    plumb.run(problem="pendulum", formulation="ode", method=["erk4", "bdf2"], step=["1e-2", "1e-3"])

Vectors are numpy arrays in SI units. What is wrong in a call raises UsageError or ShapeError, both of them ValueError,
with one line that says what is allowed. Ctrl-C stops every call at once, and keeps what has ended.
"""

from ._errors import Interrupted, MethodError, StepFailed
from ._plumb import (ShapeError, SingularEquations, StepState, StepSystem, StoreError, TimeoutReached, UsageError, __version__,
                     api_version)
from ._equations import Defined, define
from . import _processes
from ._methods import method
from ._problem import Problem, Reference, problem
from ._results import Analysis, Comparison, Order, Reproduction
from ._studies import (analyze, compare, list_counters, list_formulations, list_methods, list_metrics, list_problems,
                       list_statuses, order, reproduce, run, run_study, trajectory)

_processes.use_interpreter()

__all__ = [
    "Analysis", "Comparison", "Defined", "Interrupted", "MethodError", "Order", "Problem", "Reference", "Reproduction", "ShapeError",
    "SingularEquations", "StepFailed", "StepState", "StepSystem", "StoreError", "TimeoutReached", "UsageError", "analyze", "api_version", "compare", "define",
    "list_counters", "list_formulations", "list_methods", "list_metrics", "list_problems", "list_statuses", "method",
    "order", "problem", "reproduce", "run", "run_study", "trajectory", "__version__"
]
