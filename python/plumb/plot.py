"""Work-precision diagrams and convergence diagrams. Requires matplotlib, which is imported when a plot is made.

    runs = plumb.run("pendulum", ["erk4", "bdf2"], "1e-2,5e-3,2e-3,1e-3", formulation="ode")
    plumb.plot.work_precision(runs, work="rhs_evaluations")
    plumb.plot.order(plumb.order("pendulum", "erk4", "1e-2,5e-3,2.5e-3,1.25e-3", formulation="ode"))
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, Iterable, Sequence

import numpy as np

from . import _plumb

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ._results import Order

__all__ = ["order", "work_precision"]

# The colours of Okabe and Ito, which any colour vision distinguishes; the markers distinguish the curves in grey.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9", "#000000")
_MARKERS = "osD^vp*"
_ERRORS = ("re.q", "end.q", "rms.q")  # default errors: the first one that has values


def pyplot() -> Any:
    """Imports and returns matplotlib.pyplot. Raises ImportError with the name of the package that is missing."""
    try:
        import matplotlib.pyplot as out
    except ImportError as error:
        raise ImportError(f"plots require matplotlib ({error}): install the Debian package python3-matplotlib, or run "
                          f"`pip install matplotlib`") from None
    return out


def work_precision(runs: pd.DataFrame, *, work: str = "rhs_evaluations", error: str | None = None,
                   ax: Axes | None = None) -> Axes:
    """Plots the errors of runs against their work, with one curve per method, on logarithmic axes.

    Parameters
    ----------
    runs : pandas.DataFrame
        Result of `plumb.run` or `plumb.run_study`, or a selection of its rows. Results of several calls are joined by
        pandas.concat.
    work : str
        Column of the abscissa: "rhs_evaluations", "seconds" [s], "step" [s], or another column of numbers.
    error : str, optional
        Column of the ordinate, such as "end.q". Default: the first of "re.q", "end.q" and "rms.q" that has values.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UsageError
        A column does not exist, or no run has this error.
    ImportError
        matplotlib is not installed.

    Notes
    -----
    Runs that differ in more than step size and tolerances (rtol, atol) are separate curves. The legend contains the
    method with its parameters, and the problem, the formulation and the settings that are not the same for all runs.

    A band is the uncertainty of the errors due to the reference solution (column "uncertainty.ERROR"), or the 95 %
    confidence interval of the time (columns "seconds_low" and "seconds_high"). A run that failed, or that has no
    positive error, is a cross at the upper edge, with its status in the legend.
    """
    error = _error_column(runs, error)
    _require_column(runs, work)
    rows = list(_rows(runs, work, error))
    if not any(_is_positive(row["error"]) for row in rows):
        raise _plumb.UsageError(f"error: no run has a positive {error}; the columns status and reason have the causes")
    axes = _log_axes(ax)
    lowest = min(row["error"] for row in rows if _is_positive(row["error"]))
    for i, (label, curve) in enumerate(_curves(rows).items()):
        style = _style(i)
        shown = sorted((row for row in curve if _is_plotted(row)), key=lambda row: row["work"])
        x, y = ([row[name] for row in shown] for name in ("work", "error"))
        axes.plot(x, y, label=label, **style)
        _vertical_band(axes, shown, lowest / 10, style["color"])
        _horizontal_band(axes, shown, style["color"])
        without = [(row["work"], _cause(row, error)) for row in curve if not _is_plotted(row)]
        _crosses(axes, label, without, style["color"])
    units = getattr(runs, "attrs", {}).get("units", {})
    axes.set(xlabel=_with_unit(work, units), ylabel=_with_unit(error, units))
    axes.legend()
    return axes


def order(found: Order, *, row: int | None = None, slopes: Sequence[float] | None = None,
          ax: Axes | None = None) -> Axes:
    """Plots the errors of a convergence study against the step size, with lines of reference slopes.

    Parameters
    ----------
    found : Order
        Result of `plumb.order`.
    row : int, optional
        One row of `found.table`. Default: all rows.
    slopes : sequence of float, optional
        Slopes of the reference lines. Default: the expected orders of the plotted rows.
    ax : matplotlib.axes.Axes, optional
        Default: the current axes.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    ImportError
        matplotlib is not installed.

    Notes
    -----
    Filled markers are the points of the fit. The band below a curve is the limit of the error by rounding and by the
    reference solution. A step size without a finite error is a cross at the upper edge, with its mark in the legend.
    """
    rows = [found.data[row]] if row is not None else list(found.data)
    axes = _log_axes(ax)
    known = ("problem", "formulation", "method", *_plumb.settings())
    names = _labels([{name: one[name] for name in known if name in one} for one in rows])
    for i, (one, name) in enumerate(zip(rows, names)):
        _order_curve(axes, one, f"{name}, {one['class']}", _style(i))
    _slopes(axes, rows, slopes)
    axes.set(xlabel="step [s]", ylabel="error")
    axes.legend()
    return axes


def _log_axes(ax: Any) -> Any:
    axes = pyplot().gca() if ax is None else ax
    axes.set(xscale="log", yscale="log")
    return axes


def _style(i: int) -> dict[str, Any]:
    """Returns the style of curve i. Curves of one colour have different line styles."""
    lines = ("-", "--", "-.", ":")
    return {"color": _COLOURS[i % len(_COLOURS)], "marker": _MARKERS[i % len(_MARKERS)],
            "linestyle": lines[i // len(_COLOURS) % len(lines)]}


def _is_positive(value: Any) -> bool:
    return value is not None and bool(np.isfinite(value)) and value > 0


def _require_column(runs: Any, name: str) -> None:
    if name in runs:
        return
    near = difflib.get_close_matches(name, [str(one) for one in runs.columns], 3)
    hint = f"; did you mean {' or '.join(repr(one) for one in near)}?" if near else "; runs.columns has the names"
    raise _plumb.UsageError(f"plot: the runs have no column '{name}'{hint}")


def _error_column(runs: Any, name: str | None) -> str:
    if name is None:
        named = [one for one in _ERRORS if one in runs and runs[one].notna().any()]
        if not named:
            raise _plumb.UsageError("error: no run has re.q, end.q or rms.q: give a column, such as error='end.v', or "
                                    "repeat the runs with a reference")
        return named[0]
    _require_column(runs, name)
    return name


def _with_unit(name: str, units: Any) -> str:
    unit = units.get(name, "-")
    return name if unit == "-" else f"{name} [{unit}]"


def _rows(runs: Any, work: str, error: str) -> Iterable[dict[str, Any]]:
    """Yields for each run the values that a plot needs."""
    columns = {"work": work, "error": error, "uncertainty": f"uncertainty.{error}"}
    if work == "seconds":
        columns.update(low="seconds_low", high="seconds_high")
    identity = [name for name in ("problem", "formulation", "method", *_plumb.settings()) if name in runs]
    for run in runs.to_dict("records"):
        row = {name: run.get(column) for name, column in columns.items()}
        row["status"] = run.get("status", "ok")
        row["identity"] = {**{name: run[name] for name in identity if name != "step"},
                           "method": _without_tolerances(str(run.get("method", "runs")))}
        yield row


def _without_tolerances(method: str) -> str:
    """Returns the text of a method without the tolerances of its step-size control."""
    name, _, rest = method.partition("(")
    if not rest.endswith(")"):
        return method
    kept = [one for one in rest[:-1].split(",") if not one.startswith(("rtol=", "atol="))]
    return f"{name}({','.join(kept)})" if kept else name


def _differing(identities: Sequence[dict[str, Any]], names: Iterable[str]) -> list[str]:
    """Returns the names whose values are not the same in all identities."""
    return [name for name in names if len({str(one.get(name)) for one in identities}) > 1]


def _labels(identities: Sequence[dict[str, Any]]) -> list[str]:
    """Returns a label for each identity: the method, and the other values that distinguish it."""
    shown = ["method", *_differing(identities, ("problem", "formulation"))]
    plain = [", ".join(str(one[name]) for name in shown) for one in identities]
    out = []
    for one, label in zip(identities, plain):
        same = [other for other, of in zip(identities, plain) if of == label]
        settings = _differing(same, [name for name in one if name not in ("problem", "formulation", "method")])
        out.append(", ".join([label, *(f"{name}={one[name]}" for name in settings)]))
    return out


def _curves(rows: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Returns the rows of each curve by the label of the curve."""
    out: dict[str, list[dict[str, Any]]] = {}
    for label, row in zip(_labels([row["identity"] for row in rows]), rows):
        out.setdefault(label, []).append(row)
    return out


def _is_plotted(row: dict[str, Any]) -> bool:
    return row["status"] == "ok" and _is_positive(row["work"]) and _is_positive(row["error"])


def _cause(row: dict[str, Any], error: str) -> str:
    """Returns the reason why a run has no point."""
    if row["status"] != "ok":
        return str(row["status"])
    if row["error"] == 0:
        return f"{error} = 0"
    return "no work" if _is_positive(row["error"]) else f"no {error}"


def _crosses(axes: Any, label: str, without: Sequence[tuple[Any, str]], colour: str) -> None:
    """Marks runs without a point by crosses at the upper edge, and by one legend entry for each cause."""
    for cause in dict.fromkeys(cause for _, cause in without):
        places = [x for x, of in without if of == cause]
        shown = [x for x in places if _is_positive(x)]
        number = f"{len(places)} runs" if len(places) > 1 else "1 run"
        axes.plot(shown, [1] * len(shown), "x", color=colour, transform=axes.get_xaxis_transform(), clip_on=False,
                  label=f"{label}: {number} {cause}")


def _vertical_band(axes: Any, rows: Sequence[dict[str, Any]], lowest: float, colour: str) -> None:
    """Plots the uncertainties of the errors. A band that reaches 0 ends at `lowest`."""
    widths = [row["uncertainty"] if _is_positive(row["uncertainty"]) else 0 for row in rows]
    if any(widths):
        axes.fill_between([row["work"] for row in rows],
                          [max(row["error"] - width, lowest) for row, width in zip(rows, widths)],
                          [row["error"] + width for row, width in zip(rows, widths)],
                          color=colour, alpha=0.2, linewidth=0)


def _horizontal_band(axes: Any, rows: Sequence[dict[str, Any]], colour: str) -> None:
    """Plots the confidence intervals of the times, of the runs that have one."""
    timed = sorted((row for row in rows if _is_positive(row.get("low")) and _is_positive(row.get("high"))),
                   key=lambda row: float(row["error"]))
    if timed:
        low, high = ([row[name] for row in timed] for name in ("low", "high"))
        axes.fill_betweenx([row["error"] for row in timed], low, high, color=colour, alpha=0.2, linewidth=0)


def _order_text(one: dict[str, Any]) -> str:
    """Returns the result of a row of an order in words."""
    expected = "" if one.get("expected") is None else f", expected {one['expected']:g}"
    verdict = f": {one['verdict']}" if one.get("verdict") else ""
    return ("no window" if one["order"] is None else f"order {one['order']:.3f}") + expected + verdict


def _order_curve(axes: Any, one: dict[str, Any], name: str, style: dict[str, Any]) -> None:
    points = one["points"]
    shown = [point for point in points if _is_positive(point["h"]) and _is_positive(point["error"])]
    axes.plot([point["h"] for point in shown], [point["error"] for point in shown], markerfacecolor="none",
              label=f"{name}: {_order_text(one)}", **style)
    fitted = [point for point in shown if point["in_window"]]
    axes.plot([point["h"] for point in fitted], [point["error"] for point in fitted], color=style["color"],
              marker=style["marker"], linestyle="none")
    limited = [point for point in shown if _is_positive(point.get("floor"))]
    if limited:
        lowest = min([point["floor"] for point in limited] + [point["error"] for point in shown]) / 10
        axes.fill_between([point["h"] for point in limited], lowest, [point["floor"] for point in limited],
                          color=style["color"], alpha=0.1, linewidth=0)
    _crosses(axes, name, [(point["h"], str(point["mark"])) for point in points if point not in shown], style["color"])


def _slopes(axes: Any, rows: Sequence[dict[str, Any]], slopes: Sequence[float] | None) -> None:
    """Plots a line of each reference slope below the curve with the nearest order, from its largest step size."""
    if slopes is None:
        slopes = sorted({one["expected"] for one in rows if one.get("expected") is not None})
    for slope in slopes:
        near = min(rows, key=lambda one: abs((one["order"] or one.get("expected") or 0) - slope))
        shown = [point for point in near["points"] if _is_positive(point["h"]) and _is_positive(point["error"])]
        if len(shown) < 2:
            continue
        h = np.array([max(point["h"] for point in shown), min(point["h"] for point in shown)])
        first = max(shown, key=lambda point: float(point["h"]))["error"] / 2
        axes.plot(h, first * (h / h[0])**slope, color="0.5", linewidth=0.8, linestyle=(0, (4, 3)),
                  label=f"slope {slope:g}")
