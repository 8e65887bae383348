"""Studies: the measurements of the commands `plumb run`, `order`, `analyze`, `compare` and `reproduce`."""

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
    """The sampled states of one run, a dictionary.

    "t" has the shape (n,) [s]. "q", "v", "a", "lam" and "outputs" have one row per time. "result" is the row of `run`.
    """

    t: Vector
    q: Vector
    v: Vector
    a: Vector
    lam: Vector
    outputs: Vector
    result: pd.DataFrame


def _jobs(jobs: int | None) -> int:
    """Returns the number of parallel runs. As in joblib, None and -1 mean all cores, and -2 all cores except one."""
    cores = os.cpu_count() or 1
    if jobs is None:
        return cores
    whole = isinstance(jobs, numbers.Integral) and not isinstance(jobs, bool)
    if not whole or jobs == 0 or not -cores <= jobs <= _plumb.most_jobs:
        raise _plumb.UsageError(f"jobs: {jobs!r} is not allowed: a whole number from 1 to {_plumb.most_jobs}, or -1 for all "
                                f"cores")
    return int(jobs) if jobs > 0 else cores + 1 + int(jobs)


def _steps(step: Steps | None, steps: Steps | None) -> Steps:
    """Returns the steps of a call. The argument may be named `step` or `steps`; both or neither raise UsageError."""
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
    """Converts a column of results; `unit` is "" for a column of strings.

    Strings are unchanged. Integers without missing values become int64. Other numbers become float64, with NaN for
    missing values.
    """
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
    """Runs all combinations of problems, formulations, methods and steps, and measures errors and costs.

    One combination, with its settings, is a cell.

    Parameters
    ----------
    problem, method, formulation : one or several
        Strings as on the command line, such as "lms2..4(rho=0:0.1:1)"; problems created by `plumb.define`; methods
        registered by `plumb.method`. Default of the formulation: for each problem, one that all methods support.
    step, steps : str, float, or several
        Step sizes [s]; two names of one argument.
    jobs : int or None
        Number of cells that run in parallel; -1 or None: the number of cores.
    store : str or path, optional
        File of results. Results that it contains are not computed again. Results of methods that cannot be hashed are
        not written to it.
    timeout, total_timeout : float, optional
        Limits of the wall-clock time of one cell and of the call [s]. They also stop an endless loop in a method that
        is written in Python.
    isolate : bool
        True runs each cell in a separate process, except cells with problems or methods written in Python.
    progress : bool, callable or None
        Shows progress: True, False, a function that receives lines of text, or None for True in a terminal or notebook.
    **settings
        Options of the command line with "_" in place of "-": t_end, samples, precision, newton_tol, newton_max,
        reference, ...

    Returns
    -------
    pandas.DataFrame
        One row per cell and about sixty columns. print() shows about ten columns, to_string() all. A failed run has a
        row with its status and reason. attrs["units"] holds the units of the columns, attrs["notes"] remarks.

    Raises
    ------
    Interrupted, MethodError
        Ctrl-C, or an exception in a method written in Python. The attribute `partial` holds the finished rows.
    UsageError
        A name or a value is not allowed.
    """
    with shown(progress) as tell:
        return _ended(_plumb.run_axes(axes(problem, formulation, method, _steps(step, steps), settings, store),
                                      _options(jobs, store, timeout, total_timeout, isolate), tell))


def run_study(path: Path, *, jobs: int | None = 1, store: Path | None = None, timeout: float | None = None,
              total_timeout: float | None = None, isolate: bool = False, progress: Progress = None) -> pd.DataFrame:
    """Runs the cells of a study file (TOML), and returns a DataFrame as `run`.

    Parameters
    ----------
    path : str or path
        The study file.
    jobs, store, timeout, total_timeout, isolate, progress
        As in `run`.
    """
    refresh_methods(store)
    with shown(progress) as tell:
        return _ended(_plumb.run_experiment(os.fspath(path), _options(jobs, store, timeout, total_timeout, isolate),
                                            tell))


def trajectory(problem: Problems, method: Methods, step: Steps | None = None, formulation: Formulations = None, *,
               steps: Steps | None = None, timeout: float | None = None, progress: Progress = None,
               **settings: Any) -> Trajectory:
    """Runs one cell and returns its sampled states.

    Parameters
    ----------
    problem, method, step, formulation, steps, timeout, progress, **settings
        As in `run`; they must describe one cell. samples=0 returns the states of all steps.

    Returns
    -------
    Trajectory
        A dictionary: "t" [s], shape (n,); "q", "v", "a", "lam" and "outputs" with one row per time; "result", a
        DataFrame with the row of `run`.
    """
    with shown(progress) as tell:
        states, found = _plumb.trajectory(axes(problem, formulation, method, _steps(step, steps), settings),
                                          _options(1, None, timeout), tell)
    states["result"] = _ended(found)
    return states


def order(problem: Problems, method: Methods, step: Steps | None = None, formulation: Formulations = None, *,
          steps: Steps | None = None, classes: str | Iterable[str] = ("q", "v"), jobs: int | None = 1,
          store: Path | None = None, total_timeout: float | None = None, progress: Progress = None,
          **settings: Any) -> Order:
    """Measures orders of convergence.

    Parameters
    ----------
    problem, method, formulation, jobs, store, total_timeout, progress, **settings
        As in `run`.
    step, steps : several str or float
        Step sizes [s]. An order requires at least four step sizes, whose largest is at least 8 times the smallest.
    classes : str or sequence of str
        Classes of components whose order is measured: "q", "v", "a", "lambda", "q.rotation", ..., or outputs of the
        problem.

    Returns
    -------
    Order
        The observed orders, the windows of step sizes of their fits, and verdicts.
    """
    with shown(progress) as tell:
        found, ending = _plumb.order(axes(problem, formulation, method, _steps(step, steps), settings, store), as_texts(classes),
                                     _options(jobs, store, None, total_timeout), tell)
    out = Order(found["orders"], found["notes"])
    raise_what_stopped(ending, out)
    return out


def analyze(method: Methods, *, damping: float | str = 0, omega_dt: Steps | None = None, dt_nt: Steps | None = None,
            total_timeout: float | None = None, progress: Progress = None) -> Analysis:
    """Computes order conditions and linear stability of methods.

    The stability curve is that of the test equation x'' + 2 damping omega x' + omega^2 x = 0 with the step size dt.

    Parameters
    ----------
    method : one or several
        As in `run`.
    damping : float or str
        Damping ratio of the test equation.
    omega_dt : float, str, or several, optional
        Abscissae of the curve: omega dt [rad]; default: 0.01 to 10.
    dt_nt : float, str, or several, optional
        Abscissae as dt/(n T), with the natural period T and the number n of implicit stages of the method.
    total_timeout, progress
        As in `run`.

    Returns
    -------
    Analysis
    """
    with shown(progress) as tell:
        found, ending = _plumb.analyze(",".join(as_texts(method)), as_text(damping), as_texts(omega_dt), as_texts(dt_nt),
                                       _options(1, None, None, total_timeout), tell)
    out = Analysis(found)
    raise_what_stopped(ending, out)
    return out


def compare(method: Methods, *, beside: Methods | None = None, on: Problems | None = None, quick: bool = False,
            timed: bool = False, jobs: int | None = 1, store: Path | None = None, timeout: float | None = None,
            total_timeout: float | None = None, progress: Progress = None) -> Comparison:
    """Compares methods with the methods of the catalogue.

    Parameters
    ----------
    method : one or several
        The methods to compare, as in `run`.
    beside : one or several, optional
        Further methods to include, with exactly these parameters; the option --beside of the command line.
    on : one or several, optional
        Problems; default: the standard problems of `plumb compare`.
    quick : bool
        True runs a smaller comparison.
    timed : bool
        True also measures run times, which depend on the machine.
    jobs, store, timeout, total_timeout, progress
        As in `run`.

    Returns
    -------
    Comparison

    Raises
    ------
    TimeoutReached
        total_timeout was reached. The store, if given, keeps the finished runs.
    """
    with shown(progress) as tell:
        found, ending = _plumb.compare(methods_as_texts(method, store), methods_as_texts(beside, store), as_texts(on), quick,
                                       timed, _options(jobs, store, timeout, total_timeout), tell)
    raise_what_stopped(ending, None)
    if found is None:
        raise _plumb.TimeoutReached("out of time; with a store, what had ended is kept")
    return Comparison(found)


def spread(problem: Problems, method: Methods, step: Steps | None = None, formulation: Formulations = None, *,
           steps: Steps | None = None, starts: int = 8, jobs: int | None = 1, total_timeout: float | None = None,
           progress: Progress = None, **settings: Any) -> pd.DataFrame:
    """Measures the effect of rounding: runs each cell again from initial values that differ in the last place.

    Parameters
    ----------
    problem, method, step, steps, formulation, jobs, total_timeout, progress, **settings
        As in `run`.
    starts : int
        Number of perturbed starts of each cell, 1 to 1000.

    Returns
    -------
    pandas.DataFrame
        One row per cell and metric: the value of the unperturbed run, the lowest and the highest value of all runs, and
        the number of digits that all runs share.
    """
    with shown(progress) as tell:
        found, ending = _plumb.spread(axes(problem, formulation, method, _steps(step, steps), settings, None), starts,
                                      _options(jobs, None, None, total_timeout), tell)
    out = pandas().DataFrame([{"id": cell["id"], "starts": cell["starts"], "failed": cell["failed"], "metric": metric,
                               **values} for cell in found for metric, values in cell["metrics"].items()])
    raise_what_stopped(ending, out)
    return out


def reproduce(item: str = "", *, full: bool = False, jobs: int | None = 1, store: Path | None = None,
              total_timeout: float | None = None, progress: Progress = None,
              show: Callable[[str], Any] | None = None) -> Reproduction:
    """Compares the tables and claims of published papers with measurements of this build.

    Parameters
    ----------
    item : str
        A paper ("li2019"), a table ("fernandez2024/table-6"), a figure ("li2019/figure-2"), or "" for all papers.
        Papers are read from results/papers in the working directory, the folders of PLUMB_PATH, and the installation.
    full : bool
        True includes the rows that take minutes.
    jobs, store, total_timeout, progress
        As in `run`.
    show : callable, optional
        Receives each printed table, claim list and summary as soon as it is complete, for example `sys.stdout.write`.
        The papers are measured one after the other, the shortest first.

    Returns
    -------
    Reproduction
    """
    with shown(progress) as tell:
        found, ending = _plumb.reproduce(item, full, _options(jobs, store, None, total_timeout), tell, show)
    out = Reproduction(found)
    raise_what_stopped(ending, out)
    return out


def estimate_reproduction(item: str = "", *, full: bool = False, jobs: int | None = 1,
                          store: Path | None = None) -> pd.DataFrame:
    """Estimates the work of `reproduce`. Runs nothing and creates no store.

    Parameters
    ----------
    item, full, jobs, store
        As in `reproduce`.

    Returns
    -------
    pandas.DataFrame
        One row per paper: the number of runs, of stored runs and of analyses, and the core time [s].
    """
    return pandas().DataFrame(_plumb.estimated_reproduction(item, full, _options(jobs, store)))


def _list(what: str) -> Callable[[], pd.DataFrame]:
    return lambda: pandas().DataFrame(_plumb.list_of(what))


list_problems, list_methods, list_formulations = _list("problems"), _list("methods"), _list("formulations")
list_metrics, list_counters, list_statuses = _list("metrics"), _list("counters"), _list("statuses")
for _function in (list_problems, list_methods, list_formulations, list_metrics, list_counters, list_statuses):
    _function.__doc__ = "Returns the available items as a DataFrame with one row per item, as `plumb list` prints them."
