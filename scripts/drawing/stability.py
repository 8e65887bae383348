"""Regions of stability, order stars, amplitude decay, period elongation and spectral radius of methods."""
import math

import numpy as np

from drawing.general import COLOURS, DASHES
from drawing.style import plt, scenery

RE, IM = r"Re $\lambda h$ [–]", r"Im $\lambda h$ [–]"
OMEGA = r"$\omega \Delta t$ [–]"


def style(number):
    return {"color": COLOURS[number % 6], "linestyle": DASHES[number // 6 % 4]}


def mirrored(grid):
    """Both half planes of a grid of the upper one; NaN where the radius is not known."""
    x, y, z = np.array(grid["x"]), np.array(grid["y"]), np.array(grid["radius"], dtype=float)
    return x, np.concatenate([-y[:0:-1], y]), np.concatenate([z[:0:-1], z])


def complex_plane(axes):
    scenery([axes.axhline(0, color="0.8", linewidth=0.6, zorder=0), axes.axvline(0, color="0.8", linewidth=0.6, zorder=0)])
    axes.set_aspect("equal")
    axes.set(xlabel=RE, ylabel=IM)


def legend(axes, handles, names, on_page):
    """Above the panel, in as many columns as there is room for; a page has one for all panels."""
    if handles and not on_page:
        columns = max(1, min(len(names), int(64 / (max(map(len, names)) + 6))))
        axes.legend(handles, names, loc="lower left", bbox_to_anchor=(0, 1.0), borderaxespad=0.3, ncols=columns,
                    handlelength=2.2, fontsize=8)


def without_border(values):
    """What is to be said of a method whose border of stability is not in the picture."""
    if np.isnan(values).all():
        return ": not known anywhere"
    what = "all that is known" if np.isnan(values).any() else "all that is drawn"
    if np.nanmax(values) <= 1 + 1e-9:
        return f": stable in {what}"
    return f": unstable in {what}" if np.nanmin(values) > 1 + 1e-9 else ""


def shade_unknown(axes, x, y, z):
    """Cells of a grid at which a radius is not known, in grey; whether there are any."""
    unknown = np.isnan(z)
    if unknown.any():
        axes.pcolormesh(x, y, np.where(unknown, 1.0, np.nan), cmap="Greys", vmin=0, vmax=4, shading="nearest", zorder=0.5,
                        rasterized=False, linewidth=0)
    return bool(unknown.any())


def region(axes, methods, on_page):
    """Where all roots are at most 1: shaded, with its border; the boundary locus of a multistep formula is dotted."""
    complex_plane(axes)
    handles, names, boxes, remarks, any_unknown = [], [], [], [], False
    for number, method in enumerate(methods):
        if method["region"] is None:
            remarks.append(f"{method['name']}: not linear")
            continue
        x, y, z = mirrored(method["region"])
        look = style(number)
        any_unknown = shade_unknown(axes, x, y, z) or any_unknown
        if len(methods) <= 4 and not np.isnan(z).all():
            axes.contourf(x, y, z, levels=[-1, 1 + 1e-9], colors=[look["color"]], alpha=0.12, zorder=1)
        if np.nanmin(z, initial=np.inf) <= 1 + 1e-9 < np.nanmax(z, initial=-np.inf):
            axes.contour(x, y, z, levels=[1 + 1e-9], colors=[look["color"]], linestyles=[look["linestyle"]], linewidths=1.3)
        if method["locus"] and len(methods) <= 4:
            points = np.array(method["locus"])
            scenery(axes.plot(points[:, 0], points[:, 1], color=look["color"], linestyle=":", linewidth=0.8))
        if without_border(z):
            remarks.append(method["name"] + without_border(z))
        handles.append(plt.Line2D([], [], **look))
        names.append(method["name"])
        boxes.append((x[0], x[-1], y[-1]))
    if boxes:
        axes.set(xlim=(min(b[0] for b in boxes), max(max(b[1] for b in boxes), 0.5)),
                 ylim=(-max(b[2] for b in boxes), max(b[2] for b in boxes)))
    if any_unknown:
        handles.append(plt.Rectangle((0, 0), 1, 1, facecolor="0.8"))
        names.append("radius not known")
    legend(axes, handles, names, on_page)
    what = "stable" + (": shaded" if len(methods) <= 4 else " inside the borders, or left of them")
    dotted = "; dotted: boundary locus" if len(methods) <= 4 and any(m["locus"] for m in methods) else ""
    grey = "; grey: radius not known" if any_unknown else ""
    axes.set_xlabel("\n".join([RE, what + dotted + grey] + remarks))


def star(axes, methods, on_page):
    """Where |R| > |e^z|: shaded for the first method, the border for all."""
    complex_plane(axes)
    handles, names = [], []
    for number, method in enumerate(methods):
        if method["star"] is None:
            continue
        x, y, z = mirrored(method["star"])
        look = style(number)
        if not handles:
            axes.contourf(x, y, z, levels=[1, 1e300], colors=[look["color"]], alpha=0.18)
        axes.contour(x, y, z, levels=[1], colors=[look["color"]], linestyles=[look["linestyle"]], linewidths=1.1)
        handles.append(plt.Line2D([], [], **look))
        names.append(method["name"])
    if not handles:
        axes.text(0.5, 0.6, "order stars are of Runge-Kutta methods", ha="center", transform=axes.transAxes, color="0.4")
        axes.set(xlim=(-6, 6), ylim=(-6, 6))
        return
    legend(axes, handles, names, on_page)
    axes.set_xlabel(f"{RE}\n$|R(z)| > |e^z|$: shaded{' for ' + names[0] if len(methods) > 1 else ''}")


def curve(quantity, label, middle, largest):
    """A quantity over omega dt: up to pi, or on a logarithmic axis (`largest` is its end)."""
    def draw(axes, methods, on_page):
        scenery(axes.axhline(middle, color="0.8", linewidth=0.8, zorder=0))
        seen, handles, names = [], [], []
        for number, method in enumerate(methods):
            x, y = method["curve"]["omega_dt"], method["curve"][quantity]
            points = [(a, b) for a, b in zip(x, y) if b is not None and a <= largest]
            if not points:
                continue
            handles += axes.plot(*zip(*points), **style(number))
            names.append(method["name"])
            seen += [b for _, b in points]
        line = "stable up to the line" if quantity == "spectral_radius" else "none at the line; cut where the steps alias"
        axes.set(xlabel=f"{OMEGA}\n{line}", ylabel=label)
        if quantity == "spectral_radius":
            axes.set(xscale="log", xlim=(1e-2, largest), ylim=(0, min(2, 1.06 * max(seen, default=1))))
        else:
            low, high = max(min(seen, default=0), -60), min(max(seen, default=1), 60)
            margin = 0.06 * ((high - low) or 1)
            axes.set(xlim=(0, largest), ylim=(low - margin, high + margin))
        legend(axes, handles, names, on_page)
    return draw


PANELS = {"stability-region": region, "order-star": star,
          "amplitude-decay": curve("ad_percent", "amplitude decay [%]", 0, math.pi),
          "period-elongation": curve("pe_percent", "period elongation [%]", 0, math.pi),
          "spectral-radius": curve("spectral_radius", r"spectral radius $\rho$ [–]", 1, 100)}


def page(methods):
    """All panels that these methods have."""
    stars = any(method["star"] is not None for method in methods)
    figure = plt.figure(figsize=(10.5, 8.6))
    cells = figure.add_gridspec(2, 6, height_ratios=(1.25, 1))
    places = {"stability-region": cells[0, :3] if stars else cells[0, 1:5], "amplitude-decay": cells[1, :2],
              "period-elongation": cells[1, 2:4], "spectral-radius": cells[1, 4:]}
    if stars:
        places["order-star"] = cells[0, 3:]
    for panel, place in places.items():
        PANELS[panel](figure.add_subplot(place), methods, True)
    names = [method["name"] for method in methods]
    handles = [plt.Line2D([], [], **style(number)) for number in range(len(names))]
    columns = max(1, min(len(names), int(130 / (max(map(len, names)) + 6))))
    figure.legend(handles, names, loc="lower left", bbox_to_anchor=(0.01, 1.0), ncols=columns, fontsize=9)
    return figure


def draw(panel, methods):
    """One picture, or all of them on a page."""
    if panel == "all":
        return page(methods)
    figure, axes = plt.subplots(figsize=(5.2, 4.8 if panel in ("stability-region", "order-star") else 3.4))
    PANELS[panel](axes, methods, False)
    return figure
