"""Figures 8 and 11 of fernandez2024; the others are drawn by their kind."""
from drawing.general import present
from drawing.style import BLACK, BLUE, RED, plt, scenery, symlog


def figure_8(data):
    """Two steps above each other: the deviation of the large one would hide everything else on a shared scale."""
    figure, axes = plt.subplots(2, 1, figsize=(5.2, 4.0), sharex=True)
    t, exact = data.pop("t"), data.pop("exact x")
    bound = max(map(abs, present(t, exact)[1]))
    for panel, (name, x) in zip(axes, data.items()):
        panel.plot(*present(t, x), color=BLUE, linewidth=0.25, rasterized=True)
        panel.set_title("$h=%s$ s" % name.split("=")[1].split()[0], loc="left", fontsize=9)
        panel.set_ylabel("$x$ [m]")
        panel.set_xlim(t[0], t[-1])
        for side in (-bound, bound):
            scenery(panel.axhline(side, color=RED, linestyle=(0, (4, 3)), linewidth=1))
    words = symlog(axes[0], 0.1, max(map(abs, present(t, next(iter(data.values())))[1])), "m", linscale=0.7)
    axes[0].set_ylabel(f"$x$ [m],\n{words}", fontsize=8)
    axes[1].set_ylim(-2 * bound, 2 * bound)
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
    scenery(axes.plot(0, 0, marker="+", color=BLACK, markersize=8))
    scenery(axes.plot(x[0], y[0], marker="o", color=RED, markersize=4.5, linestyle="none"))
    white = {"boxstyle": "square,pad=0.15", "fc": "white", "ec": "none"}
    axes.annotate("fixed point", (0, 0), xytext=(6, 4), textcoords="offset points", fontsize=8.5, bbox=white)
    axes.annotate("start", (x[0], y[0]), xytext=(0, 7), textcoords="offset points", ha="center", color=RED, fontsize=8.5,
                  bbox=white)
    axes.set(aspect="equal", xlabel="$x$ [mm]", ylabel="$y$ [mm]")
    axes.margins(0.08)
    return figure


FIGURES = {"figure-8": figure_8, "figure-11": figure_11}
