"""The common look of all figures, and the reading of their data."""
import csv
import math
import os

os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # no dates: the same data give the same bytes

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

# Okabe and Ito: told apart with any colour vision; line styles and labels repeat the distinction in grey.
BLACK, ORANGE, BLUE, GREEN, RED, PURPLE = "#000000", "#E69F00", "#0072B2", "#009E73", "#D55E00", "#CC79A7"
STYLES = [(BLUE, "-"), (RED, (0, (6, 2))), (GREEN, (0, (6, 2, 1.2, 2))), (ORANGE, (0, (3, 1.5))),
          (PURPLE, (0, (1.2, 1.2))), (BLACK, (0, (8, 2, 1.2, 2, 1.2, 2)))]
FULL = (5.2, 3.2)  # inches

plt.rcParams.update({
    "font.family": "DejaVu Sans", "font.size": 9, "mathtext.fontset": "dejavusans", "axes.spines.top": False,
    "axes.spines.right": False, "axes.linewidth": 0.7, "xtick.major.width": 0.7, "ytick.major.width": 0.7,
    "lines.linewidth": 1.4, "legend.frameon": False, "legend.fontsize": 8.5, "figure.constrained_layout.use": True,
    "svg.hashsalt": "plumb", "svg.fonttype": "path", "pdf.fonttype": 42, "savefig.dpi": 200})


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
