#!/usr/bin/env python3
"""Draws the figures of papers from the files that `plumb reproduce --out DIR` writes.

    scripts/figures.py --data out --out out/figures [--layouts FOLDER]

Every folder DIR/PAPER with figures becomes out/figures/PAPER, each figure an SVG, a PDF and a PNG. How a figure looks
follows from its kind (drawing/general.py). Where a paper wants more, KEY.py has `FIGURES`, a dictionary from names of
figures to functions that take the columns by name and return a figure of matplotlib: in `drawing/` beside this script,
or in your own FOLDER.
"""
import argparse
import importlib.util
import json
import pathlib
import sys
import time

from drawing import general
from drawing.style import plt, read, units

OWN = pathlib.Path(__file__).resolve().parent / "drawing"


def layouts_of(paper, folders):
    """What a file PAPER.py in the first folder that has one says about the paper's figures; nothing without a file."""
    for folder in folders:
        path = folder / f"{paper}.py"
        if path.exists():
            spec = importlib.util.spec_from_file_location(f"layouts_of_{paper}", path)
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return module.FIGURES
    return {}


def description_of(source):
    return json.loads(source.with_suffix(".json").read_text(encoding="utf-8"))


def drawn(source, layouts, columns=read):
    """The pictures of a CSV file by what is added to its name: in the paper's own layout, or as its kind is drawn.

    `columns` reads the file."""
    if source.stem in layouts:
        figure = layouts[source.stem](columns(source))
    else:
        figure = general.draw(description_of(source), columns(source), units(source))
    return figure if isinstance(figure, dict) else {"": figure}


class Heartbeat:
    """Prints a line on stderr, at most every 5 s."""

    def __init__(self):
        self.last = time.monotonic()

    def tell(self, text):
        if time.monotonic() - self.last > 5:
            self.last = time.monotonic()
            print(text, file=sys.stderr, flush=True)


def draw_paper(data, out, folders, heartbeat):
    layouts = layouts_of(data.name, folders)
    out.mkdir(parents=True, exist_ok=True)
    sources = sorted(path.with_suffix(".csv") for path in data.glob("*.json"))
    for number, source in enumerate(sources, 1):
        title = description_of(source)["title"]
        for suffix, figure in drawn(source, layouts).items():
            for kind in ("svg", "pdf", "png"):
                dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[kind]
                figure.savefig(out / f"{source.stem}{suffix}.{kind}", metadata={"Title": title} | dates)
            plt.close(figure)
        heartbeat.tell(f"figures: {data.name}, {number} of {len(sources)}")
    print(f"figures: {len(sources)} in {out}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder with PAPER/figure-N.csv")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the pictures")
    parser.add_argument("--layouts", type=pathlib.Path, help="folder with KEY.py of papers that want a layout of their own")
    options = parser.parse_args()
    papers = sorted({path.parent for path in options.data.glob("*/*.json") if path.with_suffix(".csv").exists()})
    if not papers:
        print(f"figures: no data of figures in {options.data}; `plumb reproduce PAPER --out {options.data}` writes them",
              file=sys.stderr)
        return 4
    heartbeat = Heartbeat()
    for paper in papers:
        draw_paper(paper, options.out / paper.name, [options.layouts, OWN] if options.layouts else [OWN], heartbeat)
    return 0


if __name__ == "__main__":
    sys.exit(main())
