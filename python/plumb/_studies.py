"""Studies: what the verbs of the command line measure."""

from __future__ import annotations

import numbers
import os
import warnings
from typing import TYPE_CHECKING, Any, Callable, Iterable, TypedDict, Union

import numpy as np

from . import _plumb
from ._pandas import pandas
from ._errors import raise_what_stopped
from ._progress import shown
from ._results import Analysis, Comparison, Order, Reproduction
from ._texts import as_text, as_texts, axes, methods_as_texts, refresh_methods

if TYPE_CHECKING:
    import pandas as pd

    from ._equations import Defined
    from ._plumb import Vector

Path = Union[str, "os.PathLike[str]"]
Progress = Union[bool, Callable[[str], Any], None]
Text = Union[str, "os.PathLike[str]"]
Problems = Union[Text, "Defined", Iterable[Union[Text, "Defined"]]]
Methods = Union[Text, Callable[..., Any], type, Iterable[Union[Text, Callable[..., Any], type]]]
Formulations = Union[str, Iterable[str], None]
Steps = Union[str, float, Iterable[Union[str, float]]]


class Trajectory(TypedDict):
    """The sampled states of a run, a row a time, and its row of results."""

    t: Vector
    q: Vector
    v: Vector
    a: Vector
    lam: Vector
    outputs: Vector
    result: pd.DataFrame


def _jobs(jobs: int | None) -> int:
    """The number of runs at the same time. None and -1 are all cores, -2 all but one, as in joblib."""
    cores = os.cpu_count() or 1
    if jobs is None:
        return cores
    whole = isinstance(jobs, numbers.Integral) and not isinstance(jobs, bool)
    if not whole or jobs == 0 or not -cores <= jobs <= _plumb.most_jobs:
        raise _plumb.UsageError(f"jobs: {jobs!r} is not allowed: a whole number from 1 to {_plumb.most_jobs}, or -1 for all "
                                f"cores")
    return int(jobs) if jobs > 0 else cores + 1 + int(jobs)


def _steps(step: Steps | None, steps: Steps | None) -> Steps:
    """The steps of a call, whichever of the two names of the argument was used."""
    given = step if steps is None else steps
    if given is None or not (step is None or steps is None):
        raise _plumb.UsageError("step: give it once, as step or as steps")
    return given


def _seconds(name: str, value: float | None) -> float | None:
    if value is None:
        return None
    if not isinstance(value, numbers.Real) or isinstance(value, bool):
        raise _plumb.UsageError(f"{name}: {value!r} is not allowed: a number of seconds greater than 0")
    return float(value)


def _options(jobs: int | None, store: Path | None = None, timeout: float | None = None,
             total_timeout: float | None = None, isolate: bool = False) -> dict[str, Any]:
    return {"jobs": _jobs(jobs), "store": None if store is None else os.fspath(store), "isolate": isolate,
            "timeout": _seconds("timeout", timeout), "total_timeout": _seconds("total_timeout", total_timeout)}


def _column(values, unit):
    """Texts as they are; counts as whole numbers, if all are there; other numbers with NaN for those that are not."""
    if unit == "":
        return values
    if all(isinstance(x, int) for x in values):
        return np.array(values, dtype=np.int64)
    return np.array([np.nan if x is None else x for x in values], dtype=float)


def _frame(found):
    from ._runs import Runs
    units = found["units"]
    frame = Runs({name: _column(values, units[name]) for name, values in found["columns"].items()})
    frame.attrs["units"] = {name: unit for name, unit in units.items() if unit}
    frame.attrs["notes"] = list(found["notes"])
    return frame


def _ended(found):
    frame, ending = _frame(found), found["ending"]
    for note in found["notes"]:
        warnings.warn(note, stacklevel=3)
    raise_what_stopped(ending, frame)
    if ending["timed_out"]:
        warnings.warn(f"out of time; {len(frame)} of {found['asked']} cells ended", stacklevel=3)
    return frame


def run(problem: Problems, method: Methods, step: Steps | None = None, formulation: Formulations = None, *,
        steps: Steps | None = None, jobs: int | None = 1, store: Path | None = None, timeout: float | None = None,
        total_timeout: float | None = None, isolate: bool = False, progress: Progress = None,
        **settings: Any) -> pd.DataFrame:
    """Runs methods x problems x formulations x steps and measures them: a DataFrame, a row a cell.

    problem, method, step, formulation: one or several; texts as on the command line ("lms2..4(rho=0:0.1:1)"), steps also
    numbers [s] (`step` and `steps` are one argument), methods also those made by plumb.method. Without a formulation each problem has one that all methods
    fit.
    settings: t_end, samples, precision, newton_tol, newton_max, reference, ... as on the command line, with _ for -.
    jobs: cells at a time; -1 or None: as many as there are cores. store: a file; what it holds is not run again, and
    results of methods in Python that cannot be hashed are not written to it. timeout, total_timeout [s]: of one cell, of
    all; a loop in a method in Python that never ends is stopped too.
    isolate: each cell in a process apart; not those of problems and methods in Python, which no other process knows.
    The frame has some sixty columns; print(frame) shows about ten, and to_string() all. Its attrs have "units" and
    "notes". A run that fails has a row with its status and reason. Ctrl-C raises Interrupted, whose `partial` has what had
    ended; so has MethodError, if a method in Python raised.
    """
    with shown(progress) as tell:
        return _ended(_plumb.run_axes(axes(problem, formulation, method, _steps(step, steps), settings, store),
                                      _options(jobs, store, timeout, total_timeout, isolate), tell))


def run_study(path: Path, *, jobs: int | None = 1, store: Path | None = None, timeout: float | None = None,
              total_timeout: float | None = None, isolate: bool = False, progress: Progress = None) -> pd.DataFrame:
    """The same of the cells of an experiment file (TOML)."""
    refresh_methods(store)
    with shown(progress) as tell:
        return _ended(_plumb.run_experiment(os.fspath(path), _options(jobs, store, timeout, total_timeout, isolate),
                                            tell))


def trajectory(problem: Problems, method: Methods, step: Steps | None = None, formulation: Formulations = None, *,
               steps: Steps | None = None, timeout: float | None = None, progress: Progress = None,
               **settings: Any) -> Trajectory:
    """The sampled states of one run: {"t", "q", "v", "a", "lam", "outputs"} as arrays, a row a time, and its row as
    "result". samples=0 are all steps."""
    with shown(progress) as tell:
        states, found = _plumb.trajectory(axes(problem, formulation, method, _steps(step, steps), settings),
                                          _options(1, None, timeout), tell)
    states["result"] = _ended(found)
    return states


def order(problem: Problems, method: Methods, step: Steps | None = None, formulation: Formulations = None, *,
          steps: Steps | None = None, classes: str | Iterable[str] = ("q", "v"), jobs: int | None = 1,
          store: Path | None = None, total_timeout: float | None = None, progress: Progress = None,
          **settings: Any) -> Order:
    """Observed orders of convergence with windows and verdicts: an Order.

    step: several, at least three. classes: "q", "v", "a", "lambda", "q.rotation", ..., or outputs of the problem.
    """
    with shown(progress) as tell:
        found, ending = _plumb.order(axes(problem, formulation, method, _steps(step, steps), settings, store), as_texts(classes),
                                     _options(jobs, store, None, total_timeout), tell)
    out = Order(found["orders"], found["notes"])
    raise_what_stopped(ending, out)
    return out


def analyze(method: Methods, *, damping: float | str = 0, omega_dt: Steps | None = None, dt_nt: Steps | None = None,
            total_timeout: float | None = None, progress: Progress = None) -> Analysis:
    """Order conditions and linear stability of methods: an Analysis. omega_dt, dt_nt: abscissae of the curve."""
    with shown(progress) as tell:
        found, ending = _plumb.analyze(",".join(as_texts(method)), as_text(damping), as_texts(omega_dt), as_texts(dt_nt),
                                       _options(1, None, None, total_timeout), tell)
    out = Analysis(found)
    raise_what_stopped(ending, out)
    return out


def compare(method: Methods, *, beside: Methods | None = None, on: Problems | None = None, quick: bool = False,
            jobs: int | None = 1, store: Path | None = None, timeout: float | None = None,
            total_timeout: float | None = None, progress: Progress = None) -> Comparison:
    """Methods compared with the whole catalogue: a Comparison. beside: further methods, as --with of the command line.
    on: problems instead of the usual ones."""
    with shown(progress) as tell:
        found, ending = _plumb.compare(methods_as_texts(method, store), methods_as_texts(beside, store), as_texts(on), quick,
                                       _options(jobs, store, timeout, total_timeout), tell)
    raise_what_stopped(ending, None)
    if found is None:
        raise _plumb.TimeoutReached("out of time; with a store, what had ended is kept")
    return Comparison(found)


def reproduce(item: str = "", *, full: bool = False, jobs: int | None = 1, store: Path | None = None,
              total_timeout: float | None = None, progress: Progress = None) -> Reproduction:
    """A paper's tables and claims beside what this build measures: a Reproduction.

    item: "fernandez2024/table-6", "li2019", or "" for every paper; "li2019/figure-2" has the data of the figure.
    full: also the rows that take minutes. Papers are those of the installation, of PLUMB_PATH, or of results/papers here.
    """
    with shown(progress) as tell:
        found, ending = _plumb.reproduce(item, full, _options(jobs, store, None, total_timeout), tell)
    out = Reproduction(found)
    raise_what_stopped(ending, out)
    return out


def _list(what: str) -> Callable[[], pd.DataFrame]:
    return lambda: pandas().DataFrame(_plumb.list_of(what))


list_problems, list_methods, list_formulations = _list("problems"), _list("methods"), _list("formulations")
list_metrics, list_counters, list_statuses = _list("metrics"), _list("counters"), _list("statuses")
for _function in (list_problems, list_methods, list_formulations, list_metrics, list_counters, list_statuses):
    _function.__doc__ = "What there is, as a DataFrame."
