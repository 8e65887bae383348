#!/usr/bin/env python3
"""Draws the figures of a paper from the CSV files that `plumb reproduce PAPER --out DIR` writes.

    scripts/figures.py --data out/fernandez2024 --out out/figures

Each figure becomes an SVG, a PDF and a PNG. Columns are headed "name [unit]"; an empty field is a missing value.
"""
import argparse
import csv
import math
import os
import pathlib
import sys

os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # no dates: the same data give the same bytes

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Okabe and Ito: told apart with any colour vision; line styles and labels repeat the distinction in grey.
BLACK, ORANGE, BLUE, GREEN, RED, PURPLE = "#000000", "#E69F00", "#0072B2", "#009E73", "#D55E00", "#CC79A7"
STYLES = [(BLUE, "-"), (RED, (0, (6, 2))), (GREEN, (0, (6, 2, 1.2, 2))), (ORANGE, (0, (3, 1.5))),
          (PURPLE, (0, (1.2, 1.2))), (BLACK, (0, (8, 2, 1.2, 2, 1.2, 2)))]
FULL, SMALL = (5.2, 3.2), (5.2, 2.6)  # inches

plt.rcParams.update({
    "font.family": "DejaVu Sans", "font.size": 9, "mathtext.fontset": "dejavusans", "axes.spines.top": False,
    "axes.spines.right": False, "axes.linewidth": 0.7, "xtick.major.width": 0.7, "ytick.major.width": 0.7,
    "lines.linewidth": 1.4, "legend.frameon": False, "legend.fontsize": 8.5, "figure.constrained_layout.use": True,
    "svg.hashsalt": "plumb", "svg.fonttype": "path", "pdf.fonttype": 42, "savefig.dpi": 200})

LABELS = {"alpha=1": r"$\alpha=1$", "alpha=4/3": r"$\alpha=4/3$", "alpha=2": r"$\alpha=2$", "alpha=3/4": r"$\alpha=3/4$",
          "alpha=5/4": r"$\alpha=5/4$", "CD": "central differences", "degree 5": "fifth degree", "HHT": r"HHT, $\alpha=-0.1$"}


def read(path):
    """Columns of a CSV file by name without the unit, in the order of the file; missing values are NaN."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    names = [head.rsplit(" [", 1)[0] for head in rows[0]]
    return {name: [float(row[i]) if row[i] else math.nan for row in rows[1:]] for i, name in enumerate(names)}


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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder with figure-N.csv")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the pictures")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    missing = 0
    for name, draw in FIGURES.items():
        source = options.data / f"{name}.csv"
        if not source.exists():
            print(f"figures: {source} is missing", file=sys.stderr)
            missing += 1
            continue
        figure = draw(read(source))
        for kind in ("svg", "pdf", "png"):
            figure.savefig(options.out / f"{name}.{kind}", metadata={"Date": None} if kind == "svg" else None)
        plt.close(figure)
    print(f"figures: {len(FIGURES) - missing} of {len(FIGURES)} in {options.out}", file=sys.stderr)
    return 4 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
