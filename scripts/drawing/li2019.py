"""Figures 2, 6 and 7 of li2019, and work against precision beyond it; the others are drawn by their kind."""
from drawing.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED, plt

ABOVE = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.2}
DASHED = (0, (4, 3))


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


FAMILIES = {"block": (BLUE, "os^D"), "Radau": (RED, "osvD"), "Lobatto": (GREEN, "os^"), "Gauss": (ORANGE, "os"),
            "ERK4": (BLACK, "o"), "BDF2": (PURPLE, "o"), "implicit": (PURPLE, "s"), "IDA": ("0.5", "o")}


def curves(data):
    """By formulation and method: lists of (error, evaluations, time)."""
    out = {}
    for row in zip(data["method"], data["formulation"], data["error q"], data["evaluations"], data["time"]):
        if isinstance(row[2], float) and row[2] > 0:
            out.setdefault(row[1], {}).setdefault(row[0], []).append(row[2:])
    return out


def work_precision(data):
    """Error over evaluations and over time; a row of panels a formulation."""
    by_form = curves(data)
    figure, panels = plt.subplots(len(by_form), 2, figsize=(8.4, 3.6 * len(by_form)), sharey="row", squeeze=False)
    for row, (form, methods) in zip(panels, by_form.items()):
        seen = {}
        for name, points in methods.items():
            colour, markers = FAMILIES[name.split(" ")[0]]
            number = seen[colour] = seen.get(colour, -1) + 1
            style = {"color": colour, "marker": markers[number % len(markers)], "markersize": 4, "linewidth": 0.9,
                     "linestyle": ("-", DASHED, (0, (1.2, 1.2)), (0, (6, 2, 1, 2)))[number % 4]}
            for axes, column in zip(row, (1, 2)):
                axes.loglog([p[column] for p in points], [p[0] for p in points], label=name, **style)
        row[0].set(ylabel=f"{form}: error of $q$ at $t=1$ s [SI]", xlabel="evaluations of the equations [–]")
        row[1].set(xlabel="CPU time [s]")
    panels[0][1].legend(loc="center left", bbox_to_anchor=(1.02, 0.5), fontsize=7.5)
    return figure


FIGURES = {"figure-2": figure_2, "figure-6": energies, "figure-7": energies, "work-precision": work_precision}
