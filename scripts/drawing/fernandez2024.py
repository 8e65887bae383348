"""Figures 3 to 9 and 11 of fernandez2024."""
from drawing.style import BLACK, BLUE, FULL, RED, SMALL, STYLES, plt

LABELS = {"alpha=1": r"$\alpha=1$", "alpha=4/3": r"$\alpha=4/3$", "alpha=2": r"$\alpha=2$", "alpha=3/4": r"$\alpha=3/4$",
          "alpha=5/4": r"$\alpha=5/4$", "CD": "central differences", "degree 5": "fifth degree", "HHT": r"HHT, $\alpha=-0.1$"}


def spectral_radius(data, limits, right, columns):
    """Radius over omega h; the boundary of stability is drawn. The legend stands above the curves, which fill the picture."""
    figure, axes = plt.subplots(figsize=FULL)
    x = data.pop("omega h")
    axes.axhline(1, color="0.75", linewidth=0.8, zorder=0)
    for (name, radius), (colour, style) in zip(data.items(), STYLES):
        axes.plot(x, radius, color=colour, linestyle=style, label=LABELS.get(name, name))
    axes.set(xlim=(0, right), xlabel=r"$\Omega=\omega h$ [–]", ylabel=r"spectral radius $\rho$ [–]")
    axes.set_ylim(*limits)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2, ncols=columns)
    return figure


def figure_3(data):
    return spectral_radius(data, (0.5, 2.5), 3, 3)


def figure_4(data):
    return spectral_radius(data, (0.2, 2.2), 4, 3)


def figure_7(data):
    return spectral_radius(data, (0.8, 2.6), 3, 4)


def figure_9(data):
    return spectral_radius(data, (0.2, 2.2), 3.5, 2)


def forced(data, limit=None):
    """A run beside the exact solution."""
    figure, axes = plt.subplots(figsize=SMALL)
    t, exact = data.pop("t"), data.pop("exact x")
    for name, x in data.items():
        axes.plot(t, x, color=BLUE, linewidth=1.1, marker="o", markersize=2.2 if len(t) < 100 else 0, label="computed")
    axes.plot(t, exact, color=RED, linestyle=(0, (4, 3)), linewidth=1.1, label="exact")
    axes.set(xlim=(t[0], t[-1]), xlabel="$t$ [s]", ylabel="$x$ [m]")
    if limit:
        axes.set_yscale("symlog", linthresh=limit, linscale=0.7)
        axes.set_yticks([-1e6, -1e3, 0, 1e3, 1e6])
        axes.minorticks_off()
    axes.legend(loc="lower left", ncols=2, bbox_to_anchor=(0, 1.0), borderaxespad=0.2)
    return figure


def figure_5(data):
    return forced(data, limit=1)


def figure_6(data):
    return forced(data)


def figure_8(data):
    """Two steps above each other: the deviation of the large one would hide everything else on a shared scale."""
    figure, axes = plt.subplots(2, 1, figsize=(5.2, 4.0), sharex=True)
    t, exact = data.pop("t"), data.pop("exact x")
    for panel, (name, x) in zip(axes, data.items()):
        panel.plot(t, x, color=BLUE, linewidth=0.25, rasterized=True)
        panel.set_title("$h=%s$ s" % name.split("=")[1].split()[0], loc="left", fontsize=9)
        panel.set_ylabel("$x$ [m]")
        panel.set_xlim(t[0], t[-1])
    bound = max(abs(x) for x in exact)
    axes[0].set_yscale("symlog", linthresh=0.1, linscale=0.7)
    axes[0].set_yticks([-1e10, -1e5, 0, 1e5, 1e10])
    axes[0].minorticks_off()
    axes[1].set_ylim(-2 * bound, 2 * bound)
    for side in (-bound, bound):
        axes[1].axhline(side, color=RED, linestyle=(0, (4, 3)), linewidth=1)
    axes[1].annotate("amplitude of the exact solution", (t[-1], bound), xytext=(0, 3), textcoords="offset points",
                     ha="right", va="bottom", color=RED, fontsize=8.5)
    axes[1].set_xlabel("$t$ [s]")
    return figure


def figure_11(data):
    """Seen from above, with the fixed point and the start marked."""
    figure, axes = plt.subplots(figsize=(3.6, 3.6))
    data.pop("t")
    x, y = ([1e3 * value for value in column] for column in data.values())
    axes.plot(x, y, color=BLUE, linewidth=0.7)
    axes.plot(0, 0, marker="+", color=BLACK, markersize=8)
    axes.plot(x[0], y[0], marker="o", color=RED, markersize=4.5, linestyle="none")
    white = {"boxstyle": "square,pad=0.15", "fc": "white", "ec": "none"}
    axes.annotate("fixed point", (0, 0), xytext=(6, 4), textcoords="offset points", fontsize=8.5, bbox=white)
    axes.annotate("start", (x[0], y[0]), xytext=(0, 7), textcoords="offset points", ha="center", color=RED, fontsize=8.5,
                  bbox=white)
    axes.set(aspect="equal", xlabel="$x$ [mm]", ylabel="$y$ [mm]")
    axes.margins(0.08)
    return figure


FIGURES = {"figure-3": figure_3, "figure-4": figure_4, "figure-5": figure_5, "figure-6": figure_6,
           "figure-7": figure_7, "figure-8": figure_8, "figure-9": figure_9, "figure-11": figure_11}
