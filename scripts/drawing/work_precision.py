"""Work against precision: small multiples by family and formulation, and the best of every family.

Families have colours, their members markers; all panels of a class of errors have one scale; the best front over all
methods of a formulation lies beneath every panel. A run that failed is a cross at the upper edge, over its work."""
import math
import re

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from drawing.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED, plt

SKY, WINE = "#56B4E9", "#882255"
# Name, colour, and what the names of its members begin with; the first that fits.
FAMILIES = [
    ("own step control", BLACK, r".*, adaptive$"),
    ("libraries, adaptive", RED, r"Odeint |ARKODE |CVODE|IDA$"),
    ("explicit Runge-Kutta", BLUE, r"Kutta|Heun|ERK|Cash-Karp|DOPRI5|DOP853|Verner|Fehlberg"),
    ("explicit multistep,\ncentral differences", SKY, r"Adams|central|degree|Störmer"),
    ("ESDIRK", GREEN, r"MSST|ESDIRK"),
    ("coupled stages", WINE, r"Radau|Lobatto|Gauss|block"),
    ("implicit multistep", ORANGE, r"BDF|LMS|implicit Euler"),
    ("single-step,\nsecond order", PURPLE, r"SS\d|Bathe|generalized|HHT|Newmark|RATTLE|half-implicit"),
]
MARKERS = "os^Dvp+P*<>"  # no cross: that is a run that failed
CLASSES = {"q": "$q$", "v": "$v$", "a": "$a$", "lambda": r"$\lambda$"}
WORK = ("cost", "cost [evaluations]")  # the column of the abscissa and its words; times: ("time", "CPU time [s]")


def family_of(name):
    return next((i for i, (_, _, pattern) in enumerate(FAMILIES) if re.match(pattern, name)), len(FAMILIES) - 1)


def runs_of(data):
    """The runs that are shown, as dictionaries."""
    rows = [dict(zip(data, values)) for values in zip(*data.values())]
    return [row for row in rows if row["taken"] == "yes"]


def is_number(value):
    return isinstance(value, float) and math.isfinite(value) and value > 0


def points(runs, of):
    """(work, error) of the runs that ended well, in ascending work."""
    out = [(r[WORK[0]], r[f"error {of}"]) for r in runs
           if r["status"] == "ok" and is_number(r[WORK[0]]) and is_number(r[f"error {of}"])]
    return sorted(out)


def front(pairs):
    """Those of ascending pairs that no other beats in both."""
    out = []
    for work, error in pairs:
        if not out or error < out[-1][1]:
            out.append((work, error))
    return out


def decade(value, up=False):
    exponent = math.log10(value)
    return 10.0 ** (math.ceil(exponent) if up else math.floor(exponent))


def scale(runs, of):
    """The limits that all panels share: whole decades around all points, but no more than one below the walls."""
    pairs = points(runs, of)
    if not pairs:
        return None
    works, errors = zip(*pairs)
    walls = [r[f"wall {of}"] for r in runs if is_number(r[f"wall {of}"])]
    low = max(decade(min(errors)), decade(min(walls)) if walls else 0)
    return (decade(min(works)), decade(max(works), True)), (low, decade(max(errors), True))


def unique(values):
    return list(dict.fromkeys(values))


FORMS = ("ode", "index1", "index2", "index3", "ggl")


def forms_of(runs):
    """Those there are, in the order of their index."""
    return sorted(unique(r["formulation"] for r in runs), key=lambda form: (*FORMS, form).index(form))


def panels(rows, columns, height):
    """Small multiples with room for legends at the right [inches: 2.1 a panel, 2.1 for the legends]."""
    width, total = 2.1 * columns + 2.4, height * rows + 1.05
    margins = {"left": 0.6 / width, "right": 1 - 2.1 / width, "bottom": 0.8 / total, "top": 1 - 0.3 / total,
               "wspace": 0.3, "hspace": 0.28}
    figure, axes = plt.subplots(rows, columns, squeeze=False, figsize=(width, total), gridspec_kw=margins)
    figure.set_layout_engine("none")  # which would move what the margins have placed
    return figure, axes


def wall(axes, runs, of):
    """What rounding and the reference's digits leave."""
    levels = [r[f"wall {of}"] for r in runs if is_number(r[f"wall {of}"])]
    if levels:
        axes.axhspan(min(levels), max(levels), color="0.88", zorder=0, linewidth=0)


def step(axes, pairs, **style):
    """A front as the staircase that it is."""
    if pairs:
        axes.step([p[0] for p in pairs], [p[1] for p in pairs], where="post", **style)


def frame(axes, limits):
    (left, right), (low, high) = limits
    axes.set(xscale="log", yscale="log", xlim=(left, right), ylim=(low, high))
    axes.tick_params(labelbottom=True, labelleft=True, labelsize=6.5, pad=1.5)
    axes.locator_params(axis="y", numticks=6)
    axes.locator_params(axis="x", numticks=6)
    axes.minorticks_off()
    axes.grid(color="0.93", linewidth=0.5)


def failures(axes, runs, colour):
    """Crosses at the upper edge, over the work that the run had come to."""
    x = [max(r[WORK[0]], 1.3 * axes.get_xlim()[0]) for r in runs if r["status"] != "ok" and is_number(r[WORK[0]])]
    axes.plot(x, [0.97] * len(x), transform=axes.get_xaxis_transform(), linestyle="none", marker="x", markersize=5,
              markeredgewidth=1.3, color=colour, clip_on=False)


def members(axes, runs, of, colour, names):
    """The members of a family in one panel; the markers are those of `names`."""
    for number, name in enumerate(names):
        mine = [r for r in runs if r["method"] == name]
        pairs = points(mine, of)
        style = {"color": colour, "marker": MARKERS[number % len(MARKERS)], "markersize": 3.4,
                 "markerfacecolor": "none" if number >= 5 else colour, "linewidth": 0.7, "markeredgewidth": 0.8}
        axes.plot([p[0] for p in pairs], [p[1] for p in pairs], label=name.replace("SA_2", "SA$_2$"), **style)
        failures(axes, mine, colour)


def entries(row):
    """Handles and labels of the panels of a row, each label once."""
    found = {}
    for axes in row:
        for handle, label in zip(*axes.get_legend_handles_labels()):
            found.setdefault(label, handle)
    return list(found.values()), list(found)


def shared_legend(figure, handles):
    """In a line below all panels."""
    figure.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 0), bbox_transform=figure.transFigure,
                  ncols=len(handles), fontsize=6.8, handlelength=1.8)


def explained(runs, of_all, failed=True):
    """What the grey band, the stairs and the crosses mean, as far as they are there."""
    out = []
    if any(points(runs, of) for of in CLASSES):
        out.append(Line2D([], [], color="0.6", linewidth=2.2, label=of_all))
    if any(is_number(r[f"wall {of}"]) for of in CLASSES for r in runs):
        out.append(Patch(facecolor="0.88", label="rounding and the\nreference hide errors"))
    if failed and any(r["status"] != "ok" and is_number(r[WORK[0]]) for r in runs):
        out.append(Line2D([], [], color="0.2", linestyle="none", marker="x", markersize=5, markeredgewidth=1.3,
                          label="failed, after this work"))
    return out


def by_family(data, units, of):
    """A row a family, a column a formulation, the errors of one class over the work."""
    runs = runs_of(data)
    forms, limits = forms_of(runs), scale(runs, of)
    families = [f for f in range(len(FAMILIES)) if any(family_of(r["method"]) == f for r in runs)]
    figure, rows = panels(len(families), len(forms), 1.75)
    for row, family in zip(rows, families):
        title, colour, _ = FAMILIES[family]
        names = sorted(unique(r["method"] for r in runs if family_of(r["method"]) == family))
        for axes, form in zip(row, forms):
            here = [r for r in runs if r["formulation"] == form]
            mine = [r for r in here if family_of(r["method"]) == family]
            frame(axes, limits)
            wall(axes, here, of)
            step(axes, front(points(here, of)), color="0.6", linewidth=2.2, zorder=1, solid_capstyle="butt")
            members(axes, mine, of, colour, names)
            if not mine:
                axes.text(0.5, 0.5, "none here", transform=axes.transAxes, ha="center", color="0.5", fontsize=7.5)
        row[0].set_ylabel(f"error of {CLASSES[of]} [{units[f'error {of}']}]", fontsize=7.5)
        handles, labels = entries(row)
        row[-1].legend(handles, labels, loc="center left", bbox_to_anchor=(1.02, 0.5), fontsize=6.8, title=title,
                       title_fontproperties={"size": 7.8, "weight": "bold"}, alignment="left", labelspacing=0.25)
    shared_legend(figure, explained(runs, "best of all methods"))
    for axes, form in zip(rows[0], forms):
        axes.set_title(form, fontsize=9)
    for axes in rows[-1]:
        axes.set_xlabel(WORK[1], fontsize=7.5)
    return figure


def best(data, units):
    """A row a class of errors, a column a formulation: the best front of every family."""
    runs = runs_of(data)
    forms = forms_of(runs)
    classes = [of for of in CLASSES if points(runs, of)]
    figure, rows = panels(len(classes), len(forms), 2.0)
    for row, of in zip(rows, classes):
        limits = scale(runs, of)
        for axes, form in zip(row, forms):
            here = [r for r in runs if r["formulation"] == form]
            frame(axes, limits)
            wall(axes, here, of)
            step(axes, front(points(here, of)), color="0.6", linewidth=2.2, zorder=1, solid_capstyle="butt")
            for family, (title, colour, _) in enumerate(FAMILIES):
                pairs = front(points([r for r in here if family_of(r["method"]) == family], of))
                if not pairs:
                    continue
                axes.plot([p[0] for p in pairs], [p[1] for p in pairs], color=colour, marker=MARKERS[family],
                          markersize=2.6, linewidth=0.9, label=title)
        row[0].set_ylabel(f"error of {CLASSES[of]} [{units[f'error {of}']}]", fontsize=7.5)
    rows[0][-1].legend(*entries(rows.flat), loc="upper left", bbox_to_anchor=(1.02, 1.0), fontsize=6.8, title="best of each family",
                       title_fontproperties={"size": 7.8, "weight": "bold"}, alignment="left")
    shared_legend(figure, explained(runs, "best of all methods", failed=False))
    for axes, form in zip(rows[0], forms):
        axes.set_title(form, fontsize=9)
    for axes in rows[-1]:
        axes.set_xlabel(WORK[1], fontsize=7.5)
    return figure


def work_precision(description, data, units):
    """By what is added to the name: what the families come to in all classes, and the members of each in q, v and λ."""
    runs = runs_of(data)
    shown = [of for of in CLASSES if points(runs, of)]
    if not shown:
        figure = plt.figure(figsize=(4, 1))
        figure.text(0.5, 0.5, "no run ended well", ha="center")
        return {"": figure}
    return {"": best(data, units)} | {f"-{of}": by_family(data, units, of) for of in ("q", "v", "lambda") if of in shown}
