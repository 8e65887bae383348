"""One method beside the catalogue: work and precision, orders, performance profiles."""
import math

from matplotlib.lines import Line2D

from drawing.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED, STYLES, plt
from drawing.work_precision import front, step

GREY = "0.7"
COLOURS = {"q": BLUE, "v": RED, "a": GREEN, "lambda": ORANGE}
SYMBOLS = {"lambda": r"$\lambda$"}


def panels(count, height=2.9):
    """Axes for so many panels, two beside each other, and the figure."""
    columns = min(2, max(1, count))
    rows = max(1, -(-count // columns))
    figure, axes = plt.subplots(rows, columns, figsize=(4.1 * columns, height * rows), squeeze=False)
    flat = list(axes.flat)
    for empty in flat[count:]:
        empty.set_axis_off()
    return figure, flat[:count]


def positive(curve):
    """Points of a curve that a logarithmic scale can show, with errors of at most 1."""
    points = [(c, e) for c, e in zip(curve["cost"], curve["error"]) if 0 < e <= 1 and c > 0]
    return [c for c, _ in points], [e for _, e in points]


def spread(heights, distance):
    """Rising heights moved as little as they have to be to lie so far apart, and from 0 to 1 as far as there is room."""
    out = []
    for height in heights:
        out.append(max(height, out[-1] + distance) if out else max(height, 0))
    top = 1.0
    for i in reversed(range(len(out))):
        out[i] = min(out[i], top)
        top = out[i] - distance
    return out


def label_ends(panel, ends):
    """Names beside the panel, in the order of the heights (0 to 1) at which their curves end, with a line to each end.

    A curve's end is a pair of data coordinates. Names that would overlap are moved apart."""
    limits = panel.get_xlim(), panel.get_ylim()
    low, high = map(math.log, limits[1])
    ends = sorted(ends, key=lambda end: (end[1][1], -end[1][0]))
    heights = spread([(math.log(end[1]) - low) / (high - low) for _, end in ends], 0.055)
    for (name, end), height in zip(ends, heights):
        panel.annotate(name, xy=end, xycoords="data", xytext=(1.02, height), textcoords="axes fraction", fontsize=6,
                       color="0.35", va="center", annotation_clip=False,
                       arrowprops={"arrowstyle": "-", "color": "0.75", "linewidth": 0.4, "linestyle": (0, (2, 2)),
                                   "shrinkA": 1, "shrinkB": 1, "relpos": (0, 0.5)})
    panel.set(xlim=limits[0], ylim=limits[1])


def work_precision(data):
    """A panel an arena: the method in colour, those named beside it, the best runs of each family in grey.

    A family's line is a staircase: the least cost of any of its runs that is as accurate."""
    arenas = [arena for arena in data["arenas"] if arena["ranked"]]
    figure, axes = panels(len(arenas))
    for panel, arena in zip(axes, arenas):
        panel.set(xscale="log", yscale="log", xlabel="cost [evaluations]", ylabel="relative error [–]")
        panel.set_title(arena["name"], fontsize=9)
        families, ends = {}, []
        for curve in arena["curves"]:
            if curve["role"] == "catalogue":
                families.setdefault(curve["family"], []).extend(zip(*positive(curve)))
        for family, pairs in families.items():
            best = front(sorted(pairs))
            step(panel, best, color=GREY, linewidth=0.9, zorder=1)
            if best:
                ends.append((family, best[-1]))
        named = [curve for curve in arena["curves"] if curve["role"] in ("judged", "beside")]
        for number, curve in enumerate(named):
            colour, style = STYLES[(number + 1) % len(STYLES)]
            panel.plot(*positive(curve), color=colour, linestyle=style, label=curve["name"], zorder=2)
        for curve in arena["curves"]:
            if curve["role"] == "this":
                panel.plot(*positive(curve), color=BLUE, marker="o", markersize=3, linewidth=1.8, label=curve["name"], zorder=3)
        if ends:
            label_ends(panel, ends)
        handles, names = panel.get_legend_handles_labels()
        if ends:
            handles.append(Line2D([], [], color=GREY, linewidth=0.9))
            names.append("best of a family,\nnamed at its end")
        if handles:
            panel.legend(handles, names, loc="upper right", fontsize=7)
    return figure


def finite(result):
    """Steps and errors of an order study: those in the window, and all."""
    points = [p for p in result["points"] if p["error"] is not None and p["error"] > 0]
    inside = [p for p in points if p["in_window"]]
    return ([p["h"] for p in points], [p["error"] for p in points]), ([p["h"] for p in inside], [p["error"] for p in inside])


def orders(data):
    """A panel an arena: rms errors over the step, the window of the slope filled."""
    arenas = [arena for arena in data["arenas"] if arena["orders"]]
    figure, axes = panels(len(arenas))
    for panel, arena in zip(axes, arenas):
        for result in arena["orders"]:
            colour = COLOURS.get(result["class"], BLACK)
            everything, window = finite(result)
            name = SYMBOLS.get(result["class"], f"${result['class']}$")
            if result["order"] is not None:
                name += f": {result['order']:.2f}"
            panel.plot(*everything, color=colour, marker="o", markersize=3, markerfacecolor="none", linewidth=0.8, label=name)
            panel.plot(*window, color=colour, marker="o", markersize=3, linestyle="none")
        panel.set(xscale="log", yscale="log", title=arena["name"], xlabel="$h$ [s]", ylabel="rms error over the run [SI]")
        panel.title.set_fontsize(9)
        handles, names = panel.get_legend_handles_labels()
        if any(point["in_window"] for result in arena["orders"] for point in result["points"]):
            handles.append(Line2D([], [], color="0.3", marker="o", markersize=3, linestyle="none"))
            names.append("filled: counts\nfor the order")
        panel.legend(handles, names, loc="best", fontsize=7)
    return figure


def profiles(data):
    """Shares of goals over the factor by which a method may be dearer than the cheapest."""
    figure, (axes,) = panels(1, 3.4)
    colours = [RED, GREEN, ORANGE, PURPLE, BLACK]
    for number, curve in enumerate(data["profiles"]):
        style = {"color": BLUE, "linewidth": 2} if number == 0 else {
            "color": colours[(number - 1) % 5], "linestyle": STYLES[number % len(STYLES)][1], "linewidth": 1}
        axes.step(curve["tau"], curve["share"], where="post", label=curve["name"], **style)
    axes.set(xscale="log", ylim=(-0.02, 1.02), xlabel="cost over the least [–]", ylabel="share of goals [–]")
    axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), fontsize=7)
    return figure


def distributions(data):
    """Shares of pairs of problem and target error over the cost, with the bootstrap band of the method."""
    figure, (axes,) = panels(1, 3.4)
    colours = [RED, GREEN, ORANGE, PURPLE, BLACK]
    for number, curve in enumerate((data["distributions"] or {"curves": []})["curves"]):
        style = {"color": BLUE, "linewidth": 2} if number == 0 else {
            "color": colours[(number - 1) % 5], "linestyle": STYLES[number % len(STYLES)][1], "linewidth": 1}
        axes.step(curve["cost"], curve["share"], where="post", label=curve["method"], **style)
        if number == 0 and curve["low"]:
            axes.fill_between(curve["cost"], curve["low"], curve["high"], step="post", color=BLUE, alpha=0.15,
                              linewidth=0)
    axes.set(xscale="log", ylim=(-0.02, 1.02), xlabel="cost [evaluations]", ylabel="share of pairs [–]")
    axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), fontsize=7)
    return figure


PANELS = {"work-precision": work_precision, "orders": orders, "profiles": profiles, "distributions": distributions}
