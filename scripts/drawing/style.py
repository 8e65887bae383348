"""The common look of all figures, and the reading of their data."""
import csv
import math
import os
import re

os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # no dates: the same data give the same bytes

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Okabe and Ito: told apart with any colour vision; line styles and labels repeat the distinction in grey.
BLACK, ORANGE, BLUE, GREEN, RED, PURPLE = "#000000", "#E69F00", "#0072B2", "#009E73", "#D55E00", "#CC79A7"
STYLES = [(BLUE, "-"), (RED, (0, (6, 2))), (GREEN, (0, (6, 2, 1.2, 2))), (ORANGE, (0, (3, 1.5))),
          (PURPLE, (0, (1.2, 1.2))), (BLACK, (0, (8, 2, 1.2, 2, 1.2, 2)))]
SHADE = "0.95"     # where an axis is linear
FULL = (5.2, 3.2)  # inches

plt.rcParams.update({
    "font.family": "DejaVu Sans", "font.size": 9, "mathtext.fontset": "dejavusans", "axes.spines.top": False,
    "axes.spines.right": False, "axes.linewidth": 0.7, "xtick.major.width": 0.7, "ytick.major.width": 0.7,
    "lines.linewidth": 1.4, "legend.frameon": False, "legend.fontsize": 8.5, "figure.constrained_layout.use": True,
    "svg.hashsalt": "plumb", "svg.fonttype": "path", "pdf.fonttype": 42, "savefig.dpi": 200})


PREFIXES = {-12: "p", -9: "n", -6: "µ", -3: "m", 0: "", 3: "k", 6: "M", 9: "G"}
PREFIXED = re.compile(r"(m|s|N|J|W|V|Hz|rad)(\b.*)?$")  # units that a prefix can stand before


def prefix(values, unit):
    """The factor into the unit in which the largest value has one to three digits, and that unit: 20000 mJ are 20 J.

    A unit that takes no prefix has a power of ten before it instead, if the numbers are too long for labels."""
    largest = max((abs(v) for v in values if math.isfinite(v)), default=0)
    power = 3 * math.floor(math.log10(largest) / 3 + 1e-12) if largest else 0
    if PREFIXED.match(unit) and power in PREFIXES:
        return 10.0 ** -power, PREFIXES[power] + unit
    return (1, unit) if -3 <= power <= 3 else (10.0 ** -power, rf"$10^{{{power}}}$ {unit}")


def symlog(axes, bound, largest, unit, linscale=0.8):
    """An ordinate that is linear within the bound, which is shaded, and logarithmic beyond it; what its label says of that."""
    axes.set_yscale("symlog", linthresh=bound, linscale=linscale)
    axes.axhspan(-bound, bound, color=SHADE, linewidth=0, zorder=-1)
    top = math.floor(math.log10(largest))
    lowest = math.ceil(math.log10(bound) + 1e-9)
    powers = sorted({top, (top + lowest) // 2} & set(range(lowest, top + 1)))
    axes.set_yticks([-(10.0 ** p) for p in reversed(powers)] + [0] + [10.0 ** p for p in powers])
    axes.minorticks_off()
    return f"linear within ±{bound:.3g} {unit} (shaded),\nlogarithmic beyond"


def plain_ticks(axes):
    """Labels of one length, without a factor in the corner, which would lie beneath the legend."""
    axes.ticklabel_format(axis="y", style="plain", useOffset=False)


def scenery(artist):
    """Marks what needs no entry in a legend: lines through 0, and what words beside it explain."""
    for one in artist if isinstance(artist, (list, tuple)) else [artist]:
        one.set_gid("scenery")
    return artist


def number(field):
    """A value; NaN if it is missing, the text itself if it is none."""
    try:
        return float(field) if field else math.nan
    except ValueError:
        return field


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def read(path):
    """Columns of a CSV file by name, in the order of the file; missing values are NaN."""
    rows = table(path)
    return {name: [number(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def units(path):
    """Of each column, from the table of units beside the CSV file; none of words."""
    return dict(table(path.with_suffix(".units.csv"))[1:])
