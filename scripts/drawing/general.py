"""How a figure of each kind is drawn, from its description alone: curves, quantities, units, and scales by kind."""
import math

from matplotlib.lines import Line2D

from drawing.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED, STYLES, plain_ticks, plt, prefix, scenery, symlog
from drawing.work_precision import work_precision

WIDTH = 5.2  # inches: a column of text
MARKERS = "os^Dvx"
COLOURS = (BLUE, RED, GREEN, ORANGE, PURPLE, BLACK)
DASHES = ("-", (0, (5, 2)), (0, (1.2, 1.4)), (0, (6, 2, 1.2, 2)))
SYMBOLS = {"omega h": r"$\omega h$", "dt/(nT)": r"$\Delta t/(nT)$", "ad_percent": "amplitude decay",
           "pe_percent": "period elongation", "spectral_radius": r"spectral radius $\rho$", "omega": r"$\omega$",
           "lambda": r"$\lambda$"}


def label(quantity, unit):
    """"$x$ [m/s²]" """
    name = SYMBOLS.get(quantity)
    if name is None:
        if quantity.startswith("theta"):
            return f"$\\theta_{{{quantity[5:]}}}$ [{unit}]"
        letter = quantity[:1].isalpha() and quantity[1:].isdigit() or len(quantity) == 1
        digits = f"_{{{quantity[1:]}}}" if quantity[1:] else ""
        name = f"${quantity[0]}{digits}$" if letter else quantity.replace("_", " ").replace(".", " ")
    return f"{name} [{unit.replace('^2', '²').replace('-', '–')}]" if unit else name


def present(x, y, keep=lambda value: True):
    """Points whose ordinate is there."""
    points = [(a, b) for a, b in zip(x, y) if isinstance(b, float) and math.isfinite(b) and keep(b)]
    return [a for a, _ in points], [b for _, b in points]


def positive(value):
    return value > 0


def legend(axes, wide=False, extra=()):
    """Above the panel; at its right side if it is long. None for a single curve without anything else to explain."""
    handles, names = axes.get_legend_handles_labels()
    handles, names = handles + list(extra), names + [handle.get_label() for handle in extra]
    if len(names) < 2:
        return
    if len(names) > 8:
        figure = axes.get_figure()
        figure.set_figwidth(figure.get_figwidth() + (2.2 if len(names) <= 24 else 4))
        axes.legend(handles, names, loc="center left", bbox_to_anchor=(1.02, 0.5), fontsize=7.5,
                    ncols=1 + (len(names) > 24))
        return
    columns = max(1, min(len(names), int((11 if wide else 5.5) * 13 / (max(map(len, names)) + 6))))
    axes.legend(handles, names, loc="lower left", bbox_to_anchor=(0, 1.0), borderaxespad=0.2, ncols=columns, handlelength=2.4)


def series(description, data):
    """Of each curve with a quantity: (curve, quantity, values, whether it is the certified motion)."""
    return [(c["curve"], c["quantity"] or "", data[c["column"]], c["certified"])
            for c in description["columns"] if c["curve"] is not None]


def unique(values):
    return list(dict.fromkeys(values))


def unit_of(description, units, quantity):
    return next(units[c["column"]] for c in description["columns"] if (c["quantity"] or "") == quantity and c["curve"])


def panels(count, height, columns=1, width=WIDTH):
    rows = -(-count // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(width, max(2.6, height * rows)), sharex=True, squeeze=False)
    flat = list(axes.flat)
    for empty in flat[count:]:
        empty.set_axis_off()
    return figure, flat[:count]


def scale_ordinate(axes, quantity, drawn, unit):
    """Logarithmic for violations; linear up to the size of the motion and logarithmic beyond it for what runs away. What
    the label has to say of it."""
    if quantity.startswith("violation"):
        axes.set_yscale("log")
        axes.set_ylim(bottom=max(1e-17, axes.get_ylim()[0]))  # below is nothing but exact zeros and their neighbours
        return ""
    sizes = {name: max(map(abs, y), default=0) for name, y in drawn}
    bound = sizes.get(None) or min((s for s in sizes.values() if s > 0), default=0)
    if bound and max(sizes.values()) > 30 * bound:
        return ",\n" + symlog(axes, float(f"{1.005 * bound:.2g}"), max(sizes.values()), unit)
    plain_ticks(axes)
    return ""


def nearly_constant(all_series, quantity):
    """The value from which the curves of a quantity differ in the fourth digit or later only; none if they differ more."""
    values = [v for _, q, column, _ in all_series if q == quantity for v in present(column, column)[1]]
    spread = max(values, default=0) - min(values, default=0)
    return values[0] if values and 0 < spread < 1e-3 * abs(values[0]) else None


def runs_over_time(axes, mine):
    """Each curve of a quantity, (name, t, values, whether it is the certified one), in a style of its own."""
    number = 0
    for curve, x, y, certified in mine:
        if certified:
            axes.plot(x, y, color="0.8", linewidth=3.2, label="certified")
            continue
        colour, style = STYLES[number % len(STYLES)]
        number += 1
        axes.plot(x, y, color=colour, linestyle=style, linewidth=1.1, marker="o" if len(x) < 60 else None, markersize=2.4,
                  label=curve)


def trajectory(description, data, units):
    """A panel for each quantity over the time; the certified motion lies beneath the runs."""
    t = data["t"]
    all_series = series(description, data)
    quantities = unique(q for _, q, _, _ in all_series)
    figure, rows = panels(len(quantities), 1.9)
    for axes, quantity in zip(rows, quantities):
        keep = positive if quantity.startswith("violation") else lambda value: True
        unit = unit_of(description, units, quantity)
        start = nearly_constant(all_series, quantity)
        mine = [(curve, *present(t, values, keep), certified)
                for curve, q, values, certified in sorted(all_series, key=lambda s: not s[3]) if q == quantity]
        if start is not None:
            factor, unit = prefix([v - start for _, _, y, _ in mine for v in y], unit)
            mine = [(curve, x, [factor * (v - start) for v in y], certified) for curve, x, y, certified in mine]
        runs_over_time(axes, mine)
        scale = scale_ordinate(axes, quantity, [(None if certified else curve, y) for curve, _, y, certified in mine], unit)
        change = "change of " if start is not None else ""
        axes.set(xlim=(t[0], t[-1]), ylabel=change + label(quantity, unit) + scale)
    legend(rows[0])
    rows[-1].set_xlabel(label("t", units["t"]))
    figure.align_ylabels()
    return figure


def observed_order(h, error):
    """The nearest whole number to the median slope; none if there is none of at least 1."""
    h, error = present(h, error, positive)
    slopes = sorted(math.log(e0 / e1) / math.log(h0 / h1) for h0, h1, e0, e1 in zip(h, h[1:], error, error[1:]))
    order = round(slopes[len(slopes) // 2]) if slopes else 0
    return order if order >= 1 else None


def guide(axes, h, error, order):
    """A slope below the points, through a third of the smallest error."""
    x, y = present(h, error, positive)
    line = [y[-1] / 3 * (step / x[-1]) ** order for step in x]
    scenery(axes.plot(x, line, color="0.6", linewidth=0.8, linestyle=(0, (4, 3)), zorder=0))
    axes.annotate(f"$h^{order}$", (x[0], line[0]), xytext=(4, -2), textcoords="offset points", color="0.4", fontsize=8.5)


def convergence(description, data, units):
    """A panel for each quantity: its error over the step, both logarithmic, with the slopes of whole orders."""
    h = data["h"]
    all_series = series(description, data)
    quantities = unique(q for _, q, _, _ in all_series)
    columns = 1 if len(quantities) == 1 else 2
    figure, rows = panels(len(quantities), 3 if columns == 1 else 2.5, columns, WIDTH if columns == 1 else 8.4)
    for axes, quantity in zip(rows, quantities):
        mine = [(curve, values) for curve, q, values, _ in all_series if q == quantity]
        orders = {}
        for number, (curve, values) in enumerate(mine):
            colour, style = STYLES[number % len(STYLES)]
            axes.plot(*present(h, values, positive), color=colour, linestyle=style, linewidth=1, marker=MARKERS[number % 6],
                      markersize=4, markerfacecolor="none", label=curve)
            orders.setdefault(observed_order(h, values), values)
        for order, values in orders.items():
            if order is not None:
                guide(axes, h, values, order)
        what = "root mean square error" if description.get("norm") == "rms" else "error"
        axes.set(xscale="log", yscale="log", ylabel=f"{what} of {label(quantity, unit_of(description, units, quantity))}")
    legend(rows[0], wide=columns > 1)
    for axes in rows[-columns:]:
        axes.set_xlabel(label("h", units["h"]))
        axes.tick_params(labelbottom=True)
    return figure


def limits_of(data, curve):
    """Where the curve's stability ends or begins: the rows that the data name it at."""
    return [x for x, curves in zip(data["omega h"], data.get("limit of", ()))
            if isinstance(curves, str) and curve in curves.split("; ")]


def spectral_radius(description, data, units):
    """Over omega h, with the boundary of stability and the limits at it; cut off where it is far above."""
    x = data["omega h"]
    figure, (axes,) = panels(1, 3.2)
    axes.axhline(1, color="0.75", linewidth=0.8, zorder=0, label=r"$\rho=1$: stable up to here")
    all_series = series(description, data)
    limits = False
    for number, (curve, _, values, _) in enumerate(all_series):
        colour, style = STYLES[number % len(STYLES)]
        axes.plot(*present(x, values), color=colour, linestyle=style, label=curve)
        ends = limits_of(data, curve)
        axes.plot(ends, [1] * len(ends), color=colour, linestyle="none", marker="o", markersize=4.5, markerfacecolor="white",
                  zorder=3)
        limits = limits or bool(ends)
    seen = [v for _, _, values, _ in all_series for v in values if math.isfinite(v)]
    axes.set(xlim=(0, x[-1]), ylim=(max(0, min(seen) - 0.05), min(2.5, max(seen) + 0.05)), xlabel=label("omega h", "-"),
             ylabel=label("spectral_radius", "-"))
    mark = Line2D([], [], color="0.3", linestyle="none", marker="o", markersize=4.5, markerfacecolor="white",
                  label="limit of stability")
    legend(axes, extra=[mark] if limits else [])
    return figure


def linear(description, data, units):
    """A panel for each quantity over dt/(nT); pale from where the samples alias the oscillation."""
    x = data["dt/(nT)"]
    all_series = series(description, data)
    aliased = {curve: values for curve, q, values, _ in all_series if q == "aliased"}
    quantities = unique(q for _, q, _, _ in all_series if q != "aliased")
    geometric = abs(x[1] * x[1] - x[0] * x[2]) < 1e-6 * x[1] * x[1]
    figure, rows = panels(len(quantities), 2.6)
    for axes, quantity in zip(rows, quantities):
        scenery(axes.axhline(1 if quantity == "spectral_radius" else 0, color="0.8", linewidth=0.8, zorder=0))
        shown = []
        mine = [(curve, values) for curve, q, values, _ in all_series if q == quantity]
        for number, (curve, values) in enumerate(mine):
            style = {"color": COLOURS[number % 6], "linestyle": DASHES[number // 6 % 4]}
            flags = [] if quantity == "spectral_radius" else aliased[curve]
            end = next((i for i, flag in enumerate(flags) if flag == 1), len(x))
            axes.plot(*present(x[:end + 1], values[:end + 1]), label=curve, **style)
            axes.plot(*present(x[end:], values[end:]), alpha=0.3, **style)
            shown += present(x[:end], values[:end])[1]
        low, high = (min(shown), max(shown)) if shown else (0, 1)
        margin = 0.05 * ((high - low) or 1)
        axes.set(xlim=(x[0] if geometric else 0, x[-1]), ylim=(low - margin, min(high, 2.5 if quantity == "spectral_radius" else high)
                                                              + margin),
                 ylabel=label(quantity, unit_of(description, units, quantity)), xscale="log" if geometric else "linear")
    pale = Line2D([], [], color="0.2", alpha=0.3, label="aliased")
    legend(rows[0], extra=[pale] if quantities != ["spectral_radius"] and any(1 in f for f in aliased.values()) else [])
    rows[-1].set_xlabel(label("dt/(nT)", units["dt/(nT)"]))
    return figure


def rows_of_runs(names, height=0.22):
    """An axis with a line for each run, the first above."""
    longest = max(map(len, names), default=0)
    figure, axes = plt.subplots(figsize=(4.4 + 0.065 * longest, 1.1 + height * len(names)))
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="y", color="0.92", linewidth=0.6)
    return figure, axes


def run_names(data):
    several = len(set(data["h"])) > 1
    return [f"{name}, $h$ = {h:g} s" if several else name for name, h in zip(data["method"], data["h"])]


def errors(description, data, units):
    """A line for each run: its relative errors against both references."""
    figure, axes = rows_of_runs(run_names(data))
    columns = [name for name in data if " re against " in name]
    for number, name in enumerate(columns):
        y, x = present(range(len(data["method"])), data[name], positive)
        axes.plot(x, y, linestyle="none", marker=MARKERS[number % 6], markersize=4.5, color=COLOURS[number % 6],
                  markerfacecolor="none" if number % 2 else None, label=name.replace(" re against ", " against "))
    axes.set(xscale="log", xlabel="relative error [–]")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), borderaxespad=0.2, ncols=1)  # narrow: labels need the width
    return figure


def iterations(description, data, units):
    """A line for each run: its Newton iterations a step and stage."""
    figure, axes = rows_of_runs(run_names(data))
    y, x = present(range(len(data["method"])), data["iterations a stage"])
    axes.plot(x, y, linestyle="none", marker="o", markersize=4.5, color=BLUE)
    axes.set(xlim=(0, 1.08 * max(x, default=1)), xlabel="iterations a step and stage [–]")
    return figure


KINDS = {"trajectory": trajectory, "convergence": convergence, "spectral-radius": spectral_radius, "linear": linear,
         "work-precision": work_precision, "errors": errors, "iterations": iterations}


def draw(description, data, units):
    return KINDS[description["kind"]](description, data, units)
