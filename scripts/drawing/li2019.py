"""Figures 2, 6 and 7 of li2019; the others are drawn by their kind."""
from drawing.general import present
from drawing.style import BLACK, BLUE, RED, plain_ticks, plt, prefix

ABOVE = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2}


def figure_2(data):
    """The path, with its begin and end; the certified one lies beneath."""
    figure, axes = plt.subplots(figsize=(4.2, 4.2))
    axes.plot(*present(data["exact end_x"], data["exact end_y"]), color="0.8", linewidth=3, label="certified")
    x, y = present(data["L end_x"], data["L end_y"])
    axes.plot(x, y, color=BLUE, linewidth=0.9, label="block method, $r=4$")
    axes.plot(x[0], y[0], marker="o", color=RED, linestyle="none", label="start")
    axes.plot(x[-1], y[-1], marker="*", markersize=9, color=BLACK, linestyle="none", label="end")
    axes.set(aspect="equal", xlabel="$x$ [m]", ylabel="$y$ [m]")
    axes.legend(ncols=2, **ABOVE)
    return figure


def energies(data):
    """Change of the total energy, in a scale and a unit of its own for each method: they differ by orders of magnitude."""
    figure, panels = plt.subplots(2, 1, figsize=(5.2, 3.8), sharex=True)
    for axes, name, label, colour in zip(panels, ("L", "ERK4"), ("block method, $r=4$", "classical Runge-Kutta"),
                                         (BLUE, RED)):
        t, energy = present(data["t"], data[f"{name} energy"])
        change = [x - energy[0] for x in energy]
        factor, unit = prefix(change, "J")
        axes.plot(t, [factor * x for x in change], color=colour, linewidth=0.9)
        axes.set_title(label, loc="left", fontsize=9)
        axes.set(xlim=(data["t"][0], data["t"][-1]), ylabel=f"$E-E_0$ [{unit}]")
        plain_ticks(axes)
    panels[1].set_xlabel("$t$ [s]")
    figure.align_ylabels()
    return figure


FIGURES = {"figure-2": figure_2, "figure-6": energies, "figure-7": energies}
