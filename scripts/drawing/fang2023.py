"""Figures 4 to 6 and 8 of fang2023: iterations and CPU time over the step, and over the number of links."""
from matplotlib.ticker import NullFormatter, ScalarFormatter

from drawing.style import BLUE, RED, plt

LOOK = {"HI": (BLUE, "o", "-", "half-implicit"), "FI": (RED, "s", (0, (5, 2)), "fully implicit")}
QUANTITIES = {"iterations a stage": "Newton iterations a step [–]", "time": "CPU time [s]"}


def curves(axes, data, abscissa, quantity):
    """A line for each method: a row is named by it, "HI N=4"."""
    for method, (colour, marker, style, label) in LOOK.items():
        points = sorted((abscissa(i, name), value)
                        for i, (name, value) in enumerate(zip(data["method"], data[quantity])) if name.split()[0] == method)
        axes.plot(*zip(*points), color=colour, marker=marker, linestyle=style, markersize=4, linewidth=1.1, label=label)
    axes.set(xscale="log", ylabel=QUANTITIES[quantity])
    if quantity == "time":
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)


def panels(data, abscissa, title):
    figure, row = plt.subplots(1, 2, figsize=(7.2, 2.8))
    for axes, quantity in zip(row, QUANTITIES):
        curves(axes, data, abscissa, quantity)
        axes.set_xlabel(title)
    row[0].legend(loc="lower left", bbox_to_anchor=(0, 1.0), borderaxespad=0.2, ncols=2)
    return figure, row


def over_steps(data):
    return panels(data, lambda i, name: data["h"][i], "$h$ [s]")[0]


def over_links(data):
    figure, row = panels(data, lambda i, name: int(name.split("N=")[1]), "number of links [–]")
    for axes in row:
        axes.set_xticks([1, 2, 4, 8, 16, 32])
        axes.xaxis.set_major_formatter(ScalarFormatter())
        axes.xaxis.set_minor_formatter(NullFormatter())
    return figure


FIGURES = {"figure-4": over_steps, "figure-5": over_steps, "figure-6": over_steps, "figure-8": over_links}
