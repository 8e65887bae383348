"""Figures 2 to 13 of li2019, and work against precision beyond it."""
import math

from drawing.style import BLACK, BLUE, FULL, GREEN, ORANGE, PURPLE, RED, SMALL, plt

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


def figure_3(data):
    figure, axes = plt.subplots(figsize=SMALL)
    t = data["t"]
    for name, colour in (("end_x", BLUE), ("end_y", RED)):
        axes.plot(t, data[f"exact {name}"], color="0.8", linewidth=3)
        axes.plot(t, data[f"L {name}"], color=colour, linewidth=1.1, linestyle="-" if colour == BLUE else DASHED,
                  label=f"${name[-1]}$")
    axes.plot([], [], color="0.8", linewidth=3, label="certified")
    axes.set(xlim=(t[0], t[-1]), xlabel="$t$ [s]", ylabel="end of the rod [m]")
    axes.legend(ncols=3, **ABOVE)
    return figure


def figure_4(data):
    figure, axes = plt.subplots(figsize=SMALL)
    t = data["t"]
    for name, label, colour, style in (("kinetic_energy", "kinetic", RED, "-"), ("potential_energy", "potential", BLUE, DASHED),
                                       ("energy", "total", BLACK, "-")):
        axes.plot(t, data[f"L {name}"], color=colour, linestyle=style, linewidth=1.1, label=label)
    axes.set(xlim=(t[0], t[-1]), xlabel="$t$ [s]", ylabel="energy [J]")
    axes.legend(ncols=3, **ABOVE)
    return figure


def figure_5(data):
    """Logarithmic, so that all three levels show; exact zeros are left out."""
    figure, axes = plt.subplots(figsize=FULL)
    t = data["t"]
    for name, unit, colour in (("position", "m", BLUE), ("velocity", "m/s", RED), ("acceleration", "m/s²", GREEN)):
        values = [x if x > 0 else math.nan for x in data[f"L violation.{name}"]]
        axes.semilogy(t, values, color=colour, linewidth=0.9, label=f"{name} [{unit}]")
    axes.set(xlim=(t[0], t[-1]), ylim=(1e-17, None), xlabel="$t$ [s]", ylabel="constraint violation")
    axes.legend(ncols=3, **ABOVE)
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


def guide(axes, h, error, order):
    """A slope beside the points: through the error of the smallest step, shifted down."""
    line = [error / 3 * (x / h[-1]) ** order for x in h]
    axes.loglog(h, line, color="0.6", linewidth=0.8, linestyle=DASHED)
    axes.annotate(f"$h^{order}$", (h[0], line[0]), xytext=(4, -2), textcoords="offset points", color="0.4", fontsize=8.5)


def errors(names, orders):
    """Log of the error over log of the step; hollow: with a tight Newton tolerance."""
    def draw(data):
        figure, axes = plt.subplots(figsize=FULL)
        h = data.pop("h")
        run = next(iter(data)).split(" ")[0]
        for (name, label), colour in zip(names, (BLUE, RED, GREEN)):
            axes.loglog(h, data[f"{run} tight {name}"], color=colour, linewidth=0.8, marker="o", markersize=6,
                        markerfacecolor="none", alpha=0.6, label=f"{label}, Newton to $10^{{-9}}$")
            axes.loglog(h, data[f"{run} {name}"], color=colour, linestyle="none", marker=".", markersize=5,
                        label=f"{label}, Newton to $10^{{-3}}$")
        first = data[f"{run} tight {names[0][0]}"]
        for order in orders:
            guide(axes, h, first[-1], order)
        unit = {"q": "[SI]"}.get(names[0][0], "[m, rad]")
        axes.set(xlabel="$h$ [s]", ylabel=f"error at $t=1$ s {unit}")
        axes.legend(ncols=2, **ABOVE)
        return figure
    return draw


OVERALL = [("q", r"$|q|$")]
FIRST = [("x1", "$x_1$"), ("y1", "$y_1$"), ("theta1", r"$\theta_1$")]
SECOND = [("x2", "$x_2$"), ("y2", "$y_2$"), ("theta2", r"$\theta_2$")]

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


FIGURES = {"figure-2": figure_2, "figure-3": figure_3, "figure-4": figure_4, "figure-5": figure_5, "figure-6": energies,
           "figure-7": energies, "figure-8": errors(OVERALL, [4, 5]), "figure-9": errors(FIRST, [4, 5]),
           "figure-10": errors(SECOND, [4, 5]), "figure-11": errors(OVERALL, [2, 3]), "figure-12": errors(FIRST, [2, 3]),
           "figure-13": errors(SECOND, [2, 3]), "work-precision": work_precision}
