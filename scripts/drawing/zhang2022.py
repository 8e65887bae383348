"""Figures of zhang2022."""
from matplotlib.lines import Line2D

from drawing.style import BLACK, BLUE, FULL, GREEN, ORANGE, PURPLE, RED, plt, scenery, symlog

DASHED, DOTTED = (0, (5, 2)), (0, (1.2, 1.4))
# A colour a family; one step or stage more is a line with more gaps.
METHODS = {"LMS2": (BLUE, "-"), "LMS3": (BLUE, DASHED), "LMS4": (BLUE, DOTTED), "Bathe": (BLACK, "-"),
           "MSSTC(3)": (RED, "-"), "MSSTC(4)": (RED, DASHED), "MSSTC(5)": (RED, DOTTED),
           "MSSTH(3)": (GREEN, "-"), "MSSTH(4)": (GREEN, DASHED), "MSSTH(5)": (GREEN, DOTTED),
           "ESDIRK3(2)4L[2]SA": (PURPLE, DASHED), "ESDIRK3(2)5L[2]SA": (ORANGE, "-"),
           "ESDIRK4(3)6L[2]SA_2": (BLACK, (0, (6, 2, 1.2, 2)))}
LABELS = {"ad_percent": "amplitude decay AD [%]", "pe_percent": "period elongation PE [%]",
          "spectral_radius": r"spectral radius $\rho$ [–]"}
COST = r"$\Delta t/(nT)$ [–]"


def label(method):
    return method.replace("SA_2", "SA$_2$")


def linear_curve(axes, x, y, aliased, method):
    """Pale where the grid aliases: there the oscillation of the samples is a slower one."""
    colour, style = METHODS[method]
    seen = next((i for i, flag in enumerate(aliased) if flag == 1), len(x))
    axes.plot(x[:seen + 1], y[:seen + 1], color=colour, linestyle=style)
    axes.plot(x[seen:], y[seen:], color=colour, linestyle=style, alpha=0.3)


def method_legend(axes, methods, columns, aliases):
    """In a row of its own below the panels, which it is too wide for."""
    lines = [Line2D([], [], color=METHODS[m][0], linestyle=METHODS[m][1], label=label(m)) for m in methods]
    if aliases:
        lines.append(Line2D([], [], color="0.2", alpha=0.3, label="aliased"))
    axes.axis("off")
    axes.legend(handles=lines, loc="upper center", ncols=columns, handlelength=2.6, borderaxespad=0)


def linear(output, limits, logarithmic=False):
    """A panel for each rho that the curves' names mention, or one panel; `limits` of the ordinate."""
    def draw(data):
        x = data.pop("dt/(nT)")
        names = [name[:-len(output) - 1] for name in data if name.endswith(output)]
        panels = list(dict.fromkeys(name.split(" rho=")[1] if " rho=" in name else "" for name in names))
        wide = len(panels) > 1

        def pale(name):  # a radius needs no phase
            return [] if output == "spectral_radius" else data[f"{name} aliased"]

        figure = plt.figure(figsize=(8.4, 3.8) if wide else (FULL[0], 3.9))
        grid = figure.add_gridspec(2, len(panels), height_ratios=[1, 0.06 if wide else 0.1])
        row = [figure.add_subplot(grid[0, i]) for i in range(len(panels))]
        for axes, rho in zip(row, panels):
            if output == "spectral_radius" or limits[0] < 0:
                scenery(axes.axhline(output == "spectral_radius", color="0.8", linewidth=0.8, zorder=0))
            for name in names:
                if not rho or name.endswith(f" rho={rho}"):
                    linear_curve(axes, x, data[f"{name} {output}"], pale(name), name.split(" rho=")[0])
            axes.set(xlabel=COST, ylim=limits, xlim=(x[0] if logarithmic else 0, x[-1]))
            if logarithmic:
                axes.set_xscale("log")
            if axes is not row[0]:
                axes.tick_params(labelleft=False)
            if rho:
                axes.set_title(rf"$\rho_\infty={rho}$", loc="left", fontsize=9)
        row[0].set_ylabel(LABELS[output])
        methods = list(dict.fromkeys(name.split(" rho=")[0] for name in names))
        aliases = any(1 in pale(name) for name in names)
        method_legend(figure.add_subplot(grid[1, :]), methods, 6 if wide else 3, aliases)
        return figure
    return draw


# Figures 9 to 12: LMS below and broad, its single-step form, which follows it, above and narrow.
MULTIBODY = (dict(list(METHODS.items())[:3]) | {"SS2": (ORANGE, "-"), "SS3": (ORANGE, DASHED), "SS4": (ORANGE, DOTTED)}
             | METHODS)
PANELS = ((" rho=0", r"(a) second order, $\rho_\infty=0$"), (" rho=0.6", r"(b) second order, $\rho_\infty=0.6$"),
          ("", r"(c) higher order, $\rho_\infty=0$"))


def sampled(t, values, scale=1, per_second=1e3):
    """Without the times of other curves; in milliseconds, or what else makes a second `per_second`."""
    points = [(per_second * x, scale * y) for x, y in zip(t, values) if y == y]
    return [x for x, _ in points], [y for _, y in points]


def multibody_curve(axes, points, method):
    colour, style = MULTIBODY[method]
    width, alpha = (2.4, 0.45) if method.startswith("LMS") else (1.1, 1)
    axes.plot(*points, color=colour, linestyle=style, linewidth=width, label=label(method), alpha=alpha)


def zoomed(axes, first, last):
    """The abscissa from first to last, the ordinate as far as the curves go there."""
    seen = [y for line in axes.lines for x, y in zip(*line.get_data()) if first <= x <= last]
    axes.set_xlim(first, last)
    if seen:
        margin = 0.05 * (max(seen) - min(seen))
        axes.set_ylim(min(seen) - margin, max(seen) + margin)


def motion(output, quantity, zoom=None, scale=1, linear=None):
    """A panel for each group of methods; `zoom` = (first, last) [ms] of a second column, where the curves part; (c) is
    logarithmic beyond `linear`."""
    unit = quantity.split("[")[1].rstrip("]")

    def draw(data):
        t = data.pop("t")
        figure, rows = plt.subplots(3, 2 if zoom else 1, figsize=(8.4, 8.2), sharex="col", squeeze=False,
                                    width_ratios=(2, 1.3) if zoom else (1,))
        for row, (group, title) in zip(rows, PANELS):
            for axes in row:
                if f"exact {output}" in data:
                    axes.plot(*sampled(t, data[f"exact {output}"], scale), color="0.8", linewidth=4, label="certified")
                    axes.plot(*sampled(t, data[f"reference of the paper {output}"], scale), color="0.25", linewidth=0.7,
                              label="reference of the paper")
                else:
                    scenery(axes.plot((0, 50), (0, 0), color="0.6", linewidth=0.7, zorder=0))
                for method in MULTIBODY:
                    if f"{method}{group} {output}" in data:
                        multibody_curve(axes, sampled(t, data[f"{method}{group} {output}"], scale), method)
            row[0].set_title(title, loc="left", fontsize=9)
            row[0].set(ylabel=quantity, xlim=(0, 50))
            if zoom:
                zoomed(row[1], *zoom)
                row[1].set_title(f"{zoom[0]:g} to {zoom[1]:g} ms, enlarged", loc="left", fontsize=9)
            row[-1].legend(loc="center left", bbox_to_anchor=(1.01, 0.5), handlelength=3)
        if linear:
            largest = max(abs(y) for line in rows[-1][0].lines for y in line.get_ydata())
            words = symlog(rows[-1][0], linear, max(largest, 100 * linear), unit, linscale=1.5)
            rows[-1][0].set_ylabel(f"{quantity},\n{words}")
        for axes in rows[-1]:
            axes.set_xlabel("$t$ [ms]")
        return figure
    return draw


def flexible_motion(output, quantity, zoom, scale=1):
    """As `motion`, in seconds; `zoom` = (first, last) [s], the ordinate is that of most methods."""
    def draw(data):
        t = data.pop("t")
        figure, rows = plt.subplots(3, 2, figsize=(8.4, 8.2), sharex="col", width_ratios=(2, 1.3))
        for row, (group, title) in zip(rows, PANELS):
            for axes in row:
                for method in MULTIBODY:
                    if f"{method}{group} {output}" in data:
                        multibody_curve(axes, sampled(t, data[f"{method}{group} {output}"], scale, 1), method)
                if f"exact {output}" in data:
                    axes.plot(*sampled(t, data[f"exact {output}"], scale, 1), color="0.1", linewidth=0.6, label="refined")
            row[0].set_title(title, loc="left", fontsize=9)
            row[0].set(ylabel=quantity, xlim=(t[0], t[-1]))
            zoomed(row[1], *zoom)
            row[1].set_title(f"{zoom[0]:g} to {zoom[1]:g} s, enlarged", loc="left", fontsize=9)
            row[1].legend(loc="center left", bbox_to_anchor=(1.01, 0.5), handlelength=3)
        for axes in rows[-1]:
            axes.set_xlabel("$t$ [s]")
        return figure
    return draw


def convergence(output, quantity):
    """A panel for each group of methods, relative errors over the step by stage."""
    def draw(data):
        steps = data.pop("dt/n")
        figure, row = plt.subplots(1, 3, figsize=(8.4, 4.6), sharey=True)
        for axes, (group, title) in zip(row, PANELS):
            for method in MULTIBODY:
                errors = data.get(f"{method}{group} {output}")
                if errors:
                    points = [(h, e) for h, e in zip(steps, errors) if isinstance(e, float) and e == e]
                    multibody_curve(axes, list(zip(*points)), method)
            axes.set(xscale="log", yscale="log")
            axes.set_xticks(steps, ["%g" % (1e3 * h) for h in steps])
            axes.minorticks_off()
            axes.set_xlabel(r"$\Delta t/n$ [ms]")
            axes.set_title(title, loc="left", fontsize=9)
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), handlelength=3, ncols=2, fontsize=7)
        row[0].set_ylabel(quantity)
        return figure
    return draw


def iterations_of_mechanisms(data):
    """A panel a mechanism, bars of the step of the figures and of the smaller one."""
    runs, steps = {}, {}
    for name, h, stages, value in zip(data["method"], data["h"], data["stages"], data["iterations a stage"]):
        method, mechanism = name.rsplit(", ", 1)
        of_one = steps.setdefault(mechanism, [])
        step = "%.0e" % (h / stages)
        of_one += [step] if step not in of_one else []
        runs[method, mechanism, step] = value
    methods = list(dict.fromkeys(method for method, _, _ in runs))
    figure, rows = plt.subplots(3, 1, figsize=(8.4, 7.6), sharex=True)
    for axes, (mechanism, of_one) in zip(rows, steps.items()):
        for offset, step, colour in zip((-0.2, 0.2), of_one, (BLUE, ORANGE)):
            factor, power = step.split("e")
            axes.bar([i + offset for i in range(len(methods))], [runs[m, mechanism, step] for m in methods], 0.38,
                     color=colour, label=rf"$\Delta t/n={factor}\cdot 10^{{{int(power)}}}$ s")
        axes.set_title(mechanism, loc="left", fontsize=9)
        axes.set(ylabel="iterations [–]", xlim=(-0.6, len(methods) - 0.4))
        axes.legend(ncols=2, loc="lower right", bbox_to_anchor=(1, 1), borderaxespad=0.2)
    names = [label(m.replace(" rho=", r", $\rho_\infty=$")) for m in methods]
    rows[-1].set_xticks(range(len(methods)), names, rotation=60, ha="right", rotation_mode="anchor", fontsize=7.5)
    return figure


def iterations_by_prediction(data):
    """A panel a problem, a bar a prediction; no bar where the run does not finish."""
    runs = {tuple(name.split(", ")): value for name, value in zip(data["method"], data["iterations a stage"])}
    methods, problems, predictions = (list(dict.fromkeys(column)) for column in zip(*runs))
    figure, rows = plt.subplots(2, 2, figsize=(8.4, 5.6), sharex=True)
    for axes, problem in zip(rows.flat, problems):
        for offset, prediction, colour in zip((-0.3, -0.1, 0.1, 0.3), predictions, (GREEN, BLUE, ORANGE, BLACK)):
            values = [runs[m, problem, prediction] for m in methods]
            axes.bar([i + offset for i in range(len(methods))], [v if isinstance(v, float) else 0 for v in values],
                     0.19, color=colour, label=prediction)
        axes.set_title(problem, loc="left", fontsize=9)
        axes.set(ylabel="iterations [–]", xlim=(-0.6, len(methods) - 0.4))
        axes.set_xticks(range(len(methods)), [label(m) for m in methods], rotation=60, ha="right", rotation_mode="anchor",
                        fontsize=7.5)
    rows[0][1].legend(ncols=4, loc="lower right", bbox_to_anchor=(1, 1.12), borderaxespad=0.2)
    return figure


def iterations(data):
    """Bars of both steps as the paper computed; marks: from consistent accelerations, and with velocities by the formula."""
    runs, steps = {}, []
    for name, h, stages, value in zip(data["method"], data["h"], data["stages"], data["iterations a stage"]):
        method, start = name.rsplit(", ", 1)
        step = "%.0e" % (h / stages)
        steps += [step] if step not in steps else []
        runs[method, start, step] = value
    methods = list(dict.fromkeys(method for method, _, _ in runs))
    figure, axes = plt.subplots(figsize=(8.4, 4.2))
    for offset, step, colour in zip((-0.2, 0.2), steps, (BLUE, ORANGE)):
        at = [i + offset for i in range(len(methods))]
        power = int(step.split("e")[1])
        axes.bar(at, [runs[m, "as computed", step] for m in methods], 0.38, color=colour, label=rf"$\Delta t/n=10^{{{power}}}$ s")
        for variant, marker, words in (("consistent", "_", "from consistent accelerations"),
                                       ("by the formula", ".", "velocities by the formula")):
            axes.plot(at, [runs[m, variant, step] for m in methods], color=BLACK, marker=marker, markersize=6,
                      linestyle="none", label=words if offset > 0 else None)
    names = [label(m.replace(" rho=", r", $\rho_\infty=$")) for m in methods]
    axes.set_xticks(range(len(methods)), names, rotation=60, ha="right", rotation_mode="anchor", fontsize=7.5)
    axes.set(ylabel="iterations a step and stage [–]", xlim=(-0.6, len(methods) - 0.4))
    axes.legend(ncols=4, loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2)
    return figure


FIGURES = {"figure-2": linear("ad_percent", (0, 12)), "figure-3": linear("pe_percent", (-2, 40)),
           "figure-4": linear("spectral_radius", (0, 1.05), logarithmic=True),
           "figure-5": linear("ad_percent", (0, 20)), "figure-6": linear("pe_percent", (-1, 10)),
           "figure-7": linear("spectral_radius", (0, 1.05), logarithmic=True),
           "figure-14": flexible_motion("theta", r"$\theta$ [rad]", (2.4, 3)),
           "figure-15": flexible_motion("omega1", r"$\omega_1$ [rad/s]", (2.4, 4)),
           "figure-16": flexible_motion("omega1", r"$\omega_1$ [rad/s]", (2.4, 4)),
           "figure-18": flexible_motion("theta", r"$\theta$ [rad]", (0.7, 0.8)),
           "figure-19": flexible_motion("omega1", r"$\omega_1$ [rad/s]", (0.7, 0.8)),
           "figure-20": flexible_motion("F3", "$F_3$ [kN]", (0.7, 0.8), scale=1e-3),
           "figure-22": flexible_motion("u3", "$u_3$ [mm]", (1.1, 1.3), scale=1e3),
           "figure-23": flexible_motion("v3", "$v_3$ [m/s]", (1.1, 1.3)),
           "figure-24": flexible_motion("a3", "$a_3$ [m/s²]", (1.1, 1.3)),
           "figure-25": convergence("u3", "RE($u_3$) [–]"), "figure-26": convergence("v3", "RE($v_3$) [–]"),
           "figure-27": convergence("a3", "RE($a_3$) [–]"),
           "figure-28": iterations, "figure-28-flexible": iterations_of_mechanisms,
           "figure-28-predictors": iterations_by_prediction}
OMEGA = r"$\omega$ [rad/s]"
for start in ("", "-consistent"):
    FIGURES |= {
        f"figure-9{start}": motion("omega", OMEGA, zoom=(43, 46.5)),
        f"figure-10{start}": motion("energy_balance", r"$\Delta E$ [mJ]", scale=1e3, linear=20),
        f"figure-11{start}": motion("omega", OMEGA, zoom=(49.8, 50)),
        f"figure-12{start}": motion("energy_balance", r"$\Delta E$ [µJ]", scale=1e6, linear=100)}
