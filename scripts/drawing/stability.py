"""Regions of stability, order stars, amplitude decay, period elongation and spectral radius of methods."""
import math

import numpy as np

from drawing.general import COLOURS, DASHES
from drawing.style import plt

RE, IM = r"Re $\lambda h$ [–]", r"Im $\lambda h$ [–]"
OMEGA = r"$\omega \Delta t$ [–]"


def style(number):
    return {"color": COLOURS[number % 6], "linestyle": DASHES[number // 6 % 4]}


def mirrored(grid):
    """Both half planes of a grid of the upper one."""
    x, y, z = np.array(grid["x"]), np.array(grid["y"]), np.array(grid["radius"])
    return x, np.concatenate([-y[:0:-1], y]), np.concatenate([z[:0:-1], z])


def complex_plane(axes):
    axes.axhline(0, color="0.8", linewidth=0.6, zorder=0)
    axes.axvline(0, color="0.8", linewidth=0.6, zorder=0)
    axes.set_aspect("equal")
    axes.set(xlabel=RE, ylabel=IM)


def legend(axes, handles, names):
    """Above the panel, in as many columns as there is room for."""
    if handles:
        columns = max(1, min(len(names), int(64 / (max(map(len, names)) + 6))))
        axes.legend(handles, names, loc="lower left", bbox_to_anchor=(0, 1.0), borderaxespad=0.3, ncols=columns,
                    handlelength=2.2, fontsize=8)


def region(axes, methods):
    """Where |R| <= 1: shaded, with its border; the boundary locus of a multistep formula is dotted."""
    complex_plane(axes)
    handles, names, boxes = [], [], []
    for number, method in enumerate(methods):
        if method["region"] is None:
            continue
        x, y, z = mirrored(method["region"])
        look = style(number)
        if len(methods) <= 3:
            axes.contourf(x, y, z, levels=[-1, 1 + 1e-9], colors=[look["color"]], alpha=0.13, zorder=1)
        axes.contour(x, y, z, levels=[1 + 1e-9], colors=[look["color"]], linestyles=[look["linestyle"]], linewidths=1.3)
        if method["locus"] and len(methods) <= 3:
            points = np.array(method["locus"])
            axes.plot(points[:, 0], points[:, 1], color=look["color"], linestyle=":", linewidth=0.8)
        handles.append(plt.Line2D([], [], **look))
        names.append(method["name"])
        boxes.append((x[0], x[-1], y[-1]))
    if boxes:
        axes.set(xlim=(min(b[0] for b in boxes), max(max(b[1] for b in boxes), 0.5)),
                 ylim=(-max(b[2] for b in boxes), max(b[2] for b in boxes)))
    legend(axes, handles, names)
    axes.set_title(r"$|R(\lambda h)| \leq 1$, shaded", fontsize=8.5, loc="right", y=-0.32)


def star(axes, methods):
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
    legend(axes, handles, names)
    axes.set_title(f"$|R(z)| > |e^z|$, shaded{' for ' + names[0] if len(names) > 1 else ''}", fontsize=8.5, loc="right", y=-0.32)


def curve(quantity, label, middle, largest):
    """A quantity over omega dt: up to pi, or on a logarithmic axis (`largest` is its end)."""
    def draw(axes, methods):
        axes.axhline(middle, color="0.8", linewidth=0.8, zorder=0)
        seen, handles, names = [], [], []
        for number, method in enumerate(methods):
            x, y = method["curve"]["omega_dt"], method["curve"][quantity]
            points = [(a, b) for a, b in zip(x, y) if b is not None and a <= largest]
            if not points:
                continue
            handles += axes.plot(*zip(*points), **style(number))
            names.append(method["name"])
            seen += [b for _, b in points]
        axes.set(xlabel=OMEGA, ylabel=label)
        if quantity == "spectral_radius":
            axes.set(xscale="log", xlim=(1e-2, largest), ylim=(0, min(2, 1.06 * max(seen, default=1))))
        else:
            low, high = max(min(seen, default=0), -60), min(max(seen, default=1), 60)
            margin = 0.06 * ((high - low) or 1)
            axes.set(xlim=(0, largest), ylim=(low - margin, high + margin))
        legend(axes, handles, names)
    return draw


PANELS = {"stability-region": region, "order-star": star,
          "amplitude-decay": curve("ad_percent", "amplitude decay [%]", 0, math.pi),
          "period-elongation": curve("pe_percent", "period elongation [%]", 0, math.pi),
          "spectral-radius": curve("spectral_radius", r"spectral radius $\rho$ [–]", 1, 100)}


def draw(panel, methods):
    """One picture, or all of them on a page."""
    if panel != "all":
        figure, axes = plt.subplots(figsize=(5.2, 4.6 if panel in ("stability-region", "order-star") else 3.4))
        PANELS[panel](axes, methods)
        return figure
    figure = plt.figure(figsize=(10.5, 8.4))
    cells = figure.add_gridspec(2, 6)
    places = [cells[0, :3], cells[0, 3:], cells[1, :2], cells[1, 2:4], cells[1, 4:]]
    for place, draw_panel in zip(places, PANELS.values()):
        draw_panel(figure.add_subplot(place), methods)
    return figure
