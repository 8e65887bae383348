"""Figures 2, 6 and 7 of li2019; the others are drawn by their kind."""
from drawing.style import BLACK, BLUE, RED, plt

ABOVE = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2}


def figure_2(data):
    """The path, with its begin and end; the certified one lies beneath."""
    figure, axes = plt.subplots(figsize=(4.2, 4.2))
    axes.plot(data["exact end_x"], data["exact end_y"], color="0.8", linewidth=3, label="certified")
    axes.plot(data["L end_x"], data["L end_y"], color=BLUE, linewidth=0.9, label="block method, $r=4$")
    axes.plot(data["L end_x"][0], data["L end_y"][0], marker="o", color=RED, linestyle="none", label="start")
    axes.plot(data["L end_x"][-1], data["L end_y"][-1], marker="*", markersize=9, color=BLACK, linestyle="none",
              label="end")
    axes.set(aspect="equal", xlabel="$x$ [m]", ylabel="$y$ [m]")
    axes.legend(ncols=2, **ABOVE)
    return figure


def energies(data):
    """Change of the total energy, in a scale of its own for each method: they differ by orders of magnitude."""
    figure, panels = plt.subplots(2, 1, figsize=(5.2, 3.8), sharex=True)
    t = data["t"]
    for axes, name, label, colour in zip(panels, ("L", "ERK4"), ("block method, $r=4$", "classical Runge-Kutta"),
                                         (BLUE, RED)):
        energy = data[f"{name} energy"]
        axes.plot(t, [1e3 * (x - energy[0]) for x in energy], color=colour, linewidth=0.9)
        axes.set_title(label, loc="left", fontsize=9)
        axes.set(xlim=(t[0], t[-1]), ylabel="$E-E_0$ [mJ]")
    panels[1].set_xlabel("$t$ [s]")
    return figure


FIGURES = {"figure-2": figure_2, "figure-6": energies, "figure-7": energies}
