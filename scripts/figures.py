#!/usr/bin/env python3
"""Draws the figures of papers from the CSV files that `plumb reproduce --out DIR` writes.

    scripts/figures.py --data out --out out/figures

Every folder DIR/PAPER with figures becomes out/figures/PAPER, each figure an SVG, a PDF and a PNG. Columns are headed
"name [unit]"; an empty field is a missing value.
"""
import argparse
import importlib
import pathlib
import sys

from drawing.style import plt, read

SHARED = {"__init__", "style"}
PAPERS = sorted({path.stem for path in (pathlib.Path(__file__).parent / "drawing").glob("*.py")} - SHARED)


def draw_paper(paper, data, out):
    """Number of figures that were drawn, and of those that have no data."""
    figures = importlib.import_module(f"drawing.{paper}").FIGURES
    out.mkdir(parents=True, exist_ok=True)
    missing = 0
    for name, draw in figures.items():
        source = data / f"{name}.csv"
        if not source.exists():
            print(f"figures: {source} is missing", file=sys.stderr)
            missing += 1
            continue
        figure = draw(read(source))
        for kind in ("svg", "pdf", "png"):
            figure.savefig(out / f"{name}.{kind}", metadata={"Date": None} if kind == "svg" else None)
        plt.close(figure)
    print(f"figures: {len(figures) - missing} of {len(figures)} in {out}", file=sys.stderr)
    return len(figures) - missing, missing


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder with PAPER/figure-N.csv")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the pictures")
    options = parser.parse_args()
    papers = [paper for paper in PAPERS if any((options.data / paper).glob("*.csv"))]
    if not papers:
        print(f"figures: no data of {', '.join(PAPERS)} in {options.data}", file=sys.stderr)
        return 4
    missing = sum(draw_paper(paper, options.data / paper, options.out / paper)[1] for paper in papers)
    return 4 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
