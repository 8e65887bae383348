#!/usr/bin/env python3
"""Draws every figure of every paper, and the pictures of `plumb analyze` and `plumb compare`, from made-up numbers, and
prints what they leave unexplained; exit code 1 if there is anything.

    check_pictures.py FOLDER

FOLDER has PAPER/ITEM.json, .csv and .units.csv as `plumb reproduce --out` writes them. Rows that are there keep their
names and steps; all that is missing is made up, so that nothing has to run: runs that go well, that run away, that fail.
"""
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

import figures
from drawing import comparison, general, stability
from drawing.style import plt, read, units
from explained import complaints

POINTS = 300


def abscissa(name):
    if name == "h":
        return [0.1 / 2 ** k for k in range(6)]
    if name == "t":
        return [0.05 * i / (POINTS - 1) for i in range(POINTS)]
    return [0.01 * 300 ** (i / (POINTS - 1)) for i in range(POINTS)]  # in omega h: up to 3


def value(kind, quantity, number, x, last, runs_away):
    """Of curve `number` at x, as the kind of figure needs it."""
    if quantity == "aliased":
        return float(x > 0.6 * last)
    if kind == "spectral-radius" or quantity == "spectral_radius":
        return 1.0 if x < 2 else 1 + (x - 2) / (1 + number)
    if kind == "convergence":
        return 0.3 * (1 + number) * x ** (1 + number % 3)
    if quantity.startswith("violation"):
        return 1e-9 * (1 + number) * (1 + x)
    growth = math.exp(12 * x / last) if runs_away and number == 1 else 1
    size = 1e-4 if quantity == "energy_balance" else 1  # J
    return size * (1 + 0.1 * number) * growth * math.sin(40 * x / last + 0.1)


def of_curves(description, data, runs_away):
    """Columns over an abscissa; the certified motion is curve 0."""
    name = next(iter(data))
    x = abscissa(name)
    curves = general.unique(c["curve"] for c in description["columns"] if c["curve"] and not c["certified"])
    for column in description["columns"]:
        if column["quantity"] == "limit of":
            data["limit of"] = [curves[0] if 2 <= a < 2.05 else math.nan for a in x]
            continue
        number = 0 if column["certified"] or not column["curve"] else 1 + curves.index(column["curve"])
        data[column["column"]] = x if column["column"] == name else [
            value(description["kind"], column["quantity"] or "", number, a, x[-1], runs_away) for a in x]
    return data


def of_runs(data, units_of, fails):
    """Columns of which a row is a run: every seventh fails, if any does."""
    for name, column in data.items():
        for i, entry in enumerate(column):
            failed = fails and i % 7 == 6
            if name == "status":
                column[i] = "non-finite" if failed else "ok"
            elif name == "taken":
                column[i] = "yes"
            elif isinstance(entry, float) and math.isnan(entry) and units_of.get(name):
                column[i] = 1e-12 * 2 ** (i % 3) if name.startswith("wall") else 1e-6 * 3.0 ** (i % 11)
                if name in ("cost", "time", "iterations a stage"):
                    column[i] = 1 + 2.0 ** (i % 9)
    return data


def made_up(source, description, wild):
    data = read(source)
    if next(iter(data)) == "method":
        return of_runs(data, units(source), wild)
    return of_curves(description, data, wild)


def figures_of(folder):
    for source in sorted(path.with_suffix(".csv") for path in folder.glob("*/*.json")):
        layouts = figures.layouts_of(source.parent.name, [figures.OWN])
        kind = figures.description_of(source)["kind"]
        can_be_wild = kind in ("trajectory", "work-precision") and source.stem not in layouts
        for wild in (False, True) if can_be_wild else (False,):
            def data(path, wild=wild):
                return made_up(path, figures.description_of(path), wild)
            for suffix, figure in figures.drawn(source, layouts, data).items():
                yield f"{source.parent.name}/{source.stem}{suffix}{' that runs away' if wild else ''}", figure


def method(name, linear=True, star=True):
    axis = [-3 + 0.1 * i for i in range(61)]
    grid = {"x": axis, "y": [0.1 * i for i in range(31)],
            "radius": [[abs(complex(x + 1, 0.1 * j)) for x in axis] for j in range(31)]}
    omegas = [10 ** (-2 + 0.01 * i) for i in range(401)]
    curve = {"omega_dt": omegas, "spectral_radius": [1 / (1 + x) for x in omegas], "ad_percent": [x for x in omegas],
             "pe_percent": [-2 * x for x in omegas]}
    return {"name": name, "curve": curve, "region": grid if linear else None, "star": grid if star else None,
            "locus": None if star else [[0, 0], [0.5, 1]]}


def of_analyses():
    for count in (1, 2, 6):
        methods = [method(f"method{i}", star=i % 2 == 0) for i in range(count)]
        for panel in (*stability.PANELS, "all"):
            yield f"analyze {panel} of {count}", stability.draw(panel, methods)


def of_comparisons():
    def curve(name, role, family, factor):
        return {"name": name, "role": role, "family": family, "cost": [10.0 ** k for k in range(2, 6)],
                "error": [factor * 10.0 ** -k for k in range(2, 6)]}
    points = [{"h": 0.1 / 2 ** k, "error": 1e-3 / 4 ** k, "in_window": k in (1, 2, 3)} for k in range(5)]
    arena = {"name": "pendulum", "ranked": True, "orders": [
        {"class": "q", "order": 2.0, "points": points}, {"class": "lambda", "order": None, "points": points}],
        "curves": [curve("mine", "this", "ESDIRK", 1), curve("other", "beside", "IRK", 0.5),
                   curve("known", "catalogue", "IRK", 0.1), curve("more", "catalogue", "ESDIRK", 0.2)]}
    profiles = [{"name": name, "tau": [1, 10, 100], "share": [0.1, 0.5, 1]} for name in ("mine", "other")]
    curves = [{"method": name, "cost": [10, 100], "share": [0.1, 1], "low": [0, 0.5], "high": [0.5, 1]}
              for name in ("mine", "other")]
    distributions = {"curves": curves}
    for panel, draw in comparison.PANELS.items():
        yield f"compare {panel}", draw({"arenas": [arena], "profiles": profiles, "distributions": distributions})


def main():
    failed = count = 0
    for pictures in (figures_of(pathlib.Path(sys.argv[1])), of_analyses(), of_comparisons()):
        for name, figure in pictures:
            count += 1
            for complaint in complaints(figure):
                failed = 1
                print(f"{name}: {complaint}")
            plt.close(figure)
    print(f"{count} pictures", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main())
