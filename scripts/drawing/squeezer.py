"""Work against precision on Andrews' squeezer, beyond any paper."""
from drawing.style import BLACK, BLUE, GREEN, ORANGE, PURPLE, RED, plt

DASHED = (0, (4, 2))
FAMILIES = [("LMS", BLUE), ("SS", "#56B4E9"), ("Bathe", BLACK), ("MSSTC", RED), ("MSSTH", GREEN), ("ESDIRK", PURPLE),
            ("BDF", ORANGE), ("generalized-alpha", "0.35"), ("HHT", "0.35"), ("Newmark", "0.35"), ("RATTLE", "0.35"),
            ("Radau", "#882255"), ("Lobatto", "#882255"), ("block", "#882255"), ("ERK4", BLUE), ("DOP853", BLUE),
            ("degree", GREEN), ("Odeint", ORANGE), ("CVODE", BLACK), ("IDA", BLACK)]
STYLES, MARKERS = ("-", DASHED, (0, (1.2, 1.2)), (0, (6, 2, 1, 2)), (0, (8, 3))), "os^Dv"
CLASSES = {"q": "$q$", "v": "$v$", "a": "$a$", "lambda": r"$\lambda$"}


def runs(data):
    """By formulation and method: rows that arrived, as dictionaries."""
    out = {}
    for values in zip(*data.values()):
        row = dict(zip(data, values))
        methods = out.setdefault(row["formulation"], {})
        points = methods.setdefault(row["method"], [])
        if row["status"] == "ok":
            points.append(row)
    return out


def panel(axes, methods, column, work):
    seen = {}
    for name, points in methods.items():
        colour = next(c for family, c in FAMILIES if name.startswith(family))
        number = seen[colour] = seen.get(colour, -1) + 1
        points = [p for p in points if p[f"error {column}"] == p[f"error {column}"] and p[f"error {column}"] > 0]
        axes.loglog([p[work] for p in points], [p[f"error {column}"] for p in points], color=colour,
                    linestyle=STYLES[number % len(STYLES)], marker=MARKERS[number % len(MARKERS)], markersize=3.2,
                    linewidth=0.9, label=name.replace("SA_2", "SA$_2$"))
    walls = [p[f"wall {column}"] for points in methods.values() for p in points if p["h"] < 0.01]  # not of libraries
    if walls and max(walls) > 0:
        axes.axhspan(min(walls), max(walls), color="0.85", zorder=0, linewidth=0, label="rounding")
        for level in (min(walls), max(walls)):
            axes.axhline(level, color="0.6", linewidth=0.6, zorder=0)


def work_precision(data):
    """A row a formulation: the errors of four classes over evaluations, and that of q over time."""
    by_form = runs(data)
    figure, rows = plt.subplots(len(by_form), 5, figsize=(15, 3.6 * len(by_form)), squeeze=False, sharex="col",
                                height_ratios=[1.5 if len(methods) > 18 else 1 for methods in by_form.values()])
    for row, (form, methods) in zip(rows, by_form.items()):
        for axes, column in zip(row, CLASSES):
            panel(axes, methods, column, "evaluations")
            axes.set_ylabel(f"{form}: error of {CLASSES[column]} at 0.03 s [SI]")
            if not any(len(line.get_xdata()) for line in axes.lines):
                axes.set_axis_off()  # no multipliers
        panel(row[4], methods, "q", "time")
        row[4].set_ylabel(f"{form}: error of $q$ at 0.03 s [SI]")
        row[4].legend(loc="center left", bbox_to_anchor=(1.02, 0.5), fontsize=7.5, handlelength=3,
                      ncols=1 if len(methods) < 18 else 2)
    for axes in rows[-1][:4]:
        axes.set_xlabel("evaluations of the equations [–]")
    rows[-1][4].set_xlabel("CPU time [s]")
    return figure


FIGURES = {"work-precision": work_precision}
