"""Studies: what the verbs of the command line measure."""

import os
import warnings

import numpy as np

from . import _plumb
from ._pandas import pandas
from ._errors import raise_what_stopped
from ._progress import shown
from ._results import Analysis, Comparison, Order, Reproduction
from ._texts import as_text, as_texts, axes


def _options(jobs, store=None, timeout=None, total_timeout=None, isolate=False):
    return {"jobs": int((os.cpu_count() or 1) if jobs is None else jobs), "store": None if store is None else os.fspath(store),
            "timeout": timeout, "total_timeout": total_timeout, "isolate": isolate}


def _column(values, unit):
    """Texts as they are; counts as whole numbers, if all are there; other numbers with NaN for those that are not."""
    if unit == "":
        return values
    if all(isinstance(x, int) for x in values):
        return np.array(values, dtype=np.int64)
    return np.array([np.nan if x is None else x for x in values], dtype=float)


def _frame(found):
    units = found["units"]
    frame = pandas().DataFrame({name: _column(values, units[name]) for name, values in found["columns"].items()})
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


def run(problem, method, step, formulation=None, *, jobs=1, store=None, timeout=None, total_timeout=None,
        isolate=False, progress=None, **settings):
    """Runs methods x problems x formulations x steps and measures them: a DataFrame, a row a cell.

    problem, method, step, formulation: one or several; texts as on the command line ("lms2..4(rho=0:0.1:1)"), steps also
    numbers [s], methods also those made by plumb.method. Without a formulation each problem has one that all methods
    fit.
    settings: t_end, samples, precision, newton_tol, newton_max, reference, ... as on the command line, with _ for -.
    jobs: cells at a time; None: as many as there are cores. store: a file; what it holds is not run again. timeout, total_timeout [s]: of one cell, of all.
    isolate: each cell in a process apart; not those of problems and methods in Python, which no other process knows.
    The frame's attrs have "units" and "notes". A run that fails has a row with its status and reason. Ctrl-C raises
    Interrupted, whose `partial` has what had ended; so has MethodError, if a method in Python raised.
    """
    with shown(progress) as tell:
        return _ended(_plumb.run_axes(axes(problem, formulation, method, step, settings),
                                      _options(jobs, store, timeout, total_timeout, isolate), tell))


def run_study(path, *, jobs=1, store=None, timeout=None, total_timeout=None, isolate=False, progress=None):
    """The same of the cells of an experiment file (TOML)."""
    with shown(progress) as tell:
        return _ended(_plumb.run_experiment(os.fspath(path), _options(jobs, store, timeout, total_timeout, isolate),
                                            tell))


def trajectory(problem, method, step, formulation=None, *, timeout=None, progress=None, **settings):
    """The sampled states of one run: {"t", "q", "v", "a", "lam", "outputs"} as arrays, a row a time, and its row as
    "result". samples=0 are all steps."""
    with shown(progress) as tell:
        states, found = _plumb.trajectory(axes(problem, formulation, method, step, settings),
                                          _options(1, None, timeout), tell)
    states["result"] = _ended(found)
    return states


def order(problem, method, steps, formulation=None, *, classes=("q", "v"), jobs=1, store=None, total_timeout=None,
          progress=None, **settings):
    """Observed orders of convergence with windows and verdicts: an Order.

    classes: "q", "v", "a", "lambda", "q.rotation", ..., or outputs of the problem.
    """
    with shown(progress) as tell:
        found, ending = _plumb.order(axes(problem, formulation, method, steps, settings), as_texts(classes),
                                     _options(jobs, store, None, total_timeout), tell)
    out = Order(found["orders"], found["notes"])
    raise_what_stopped(ending, out)
    return out


def analyze(method, *, damping=0, omega_dt=None, dt_nt=None, total_timeout=None, progress=None):
    """Order conditions and linear stability of methods: an Analysis. omega_dt, dt_nt: abscissae of the curve."""
    with shown(progress) as tell:
        found, ending = _plumb.analyze(",".join(as_texts(method)), as_text(damping), as_texts(omega_dt), as_texts(dt_nt),
                                       _options(1, None, None, total_timeout), tell)
    out = Analysis(found)
    raise_what_stopped(ending, out)
    return out


def compare(method, *, beside=None, on=None, quick=False, jobs=1, store=None, timeout=None, total_timeout=None,
            progress=None):
    """Methods beside the whole catalogue: a Comparison. on: problems instead of the usual ones."""
    with shown(progress) as tell:
        found, ending = _plumb.compare(as_texts(method), as_texts(beside), as_texts(on), quick,
                                       _options(jobs, store, timeout, total_timeout), tell)
    raise_what_stopped(ending, None)
    if found is None:
        raise _plumb.TimeoutReached("out of time; with a store, what had ended is kept")
    return Comparison(found)


def reproduce(item="", *, full=False, jobs=1, store=None, total_timeout=None, progress=None):
    """A paper's tables and claims beside what this build measures: a Reproduction.

    item: "fernandez2024/table-6", "li2019", or "" for every paper; "li2019/figure-2" has the data of the figure.
    full: also the rows that take minutes. Papers are those of the installation, of PLUMB_PATH, or of results/papers here.
    """
    with shown(progress) as tell:
        found, ending = _plumb.reproduce(item, full, _options(jobs, store, None, total_timeout), tell)
    out = Reproduction(found)
    raise_what_stopped(ending, out)
    return out


def _list(what):
    return lambda: pandas().DataFrame(_plumb.list_of(what))


list_problems, list_methods, list_formulations = _list("problems"), _list("methods"), _list("formulations")
list_metrics, list_counters, list_statuses = _list("metrics"), _list("counters"), _list("statuses")
for _function in (list_problems, list_methods, list_formulations, list_metrics, list_counters, list_statuses):
    _function.__doc__ = "What there is, as a DataFrame."
