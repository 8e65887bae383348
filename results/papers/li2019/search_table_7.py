#!/usr/bin/env python3
"""Which computation gives the rows of Radau IA, Radau IIA and Lobatto IIIC in Table 7?

Runs these methods at index 1 with one thing done otherwise at a time, and prints for each printed row the computations
that come nearest: by the largest factor between measured and printed among energy [J], displacement [m] and speed [m/s].

    python3 results/papers/li2019/search_table_7.py [--all]     # needs Python alone; a minute

At index 1 the accelerations follow from the angles and their rates: with those eliminated the equations of the two angles
are those of the double pendulum, and the stages are solved by fixed-point iteration.
"""

import math
import sys

L1, L2, M1, M2, G = 1.0, math.sqrt(3), 1.0, 2.0, 9.81  # m, m, kg, kg, m/s²
A1, A2 = L1 / 2, L2 / 2  # centres of mass
I1, I2 = M1 * L1**2 / 12, M2 * L2**2 / 12
H, T = 0.01, 10.0  # s
COMPONENTS = range(6)  # x1, y1, angle1, x2, y2, angle2
ANGLES = (2, 5)

PRINTED = {
    "Radau IA": (1.4075, 0.1803, 0.1087),
    "Radau IIA": (0.1035, 2.1396, 8.2918e-4),
    "Lobatto IIIC": (0.1038, 2.1396, 0.0010),
}

R6, R5 = math.sqrt(6), math.sqrt(5)
TABLEAUS = {  # row of the table, stages: A, b
    ("Radau IA", 2): ([[1 / 4, -1 / 4], [1 / 4, 5 / 12]], [1 / 4, 3 / 4]),
    ("Radau IA", 3): (
        [
            [1 / 9, (-1 - R6) / 18, (-1 + R6) / 18],
            [1 / 9, (88 + 7 * R6) / 360, (88 - 43 * R6) / 360],
            [1 / 9, (88 + 43 * R6) / 360, (88 - 7 * R6) / 360],
        ],
        [1 / 9, (16 + R6) / 36, (16 - R6) / 36],
    ),
    ("Radau IIA", 2): ([[5 / 12, -1 / 12], [3 / 4, 1 / 4]], [3 / 4, 1 / 4]),
    ("Radau IIA", 3): (
        [
            [(88 - 7 * R6) / 360, (296 - 169 * R6) / 1800, (-2 + 3 * R6) / 225],
            [(296 + 169 * R6) / 1800, (88 + 7 * R6) / 360, (-2 - 3 * R6) / 225],
            [(16 - R6) / 36, (16 + R6) / 36, 1 / 9],
        ],
        [(16 - R6) / 36, (16 + R6) / 36, 1 / 9],
    ),
    ("Lobatto IIIC", 2): ([[1 / 2, -1 / 2], [1 / 2, 1 / 2]], [1 / 2, 1 / 2]),
    ("Lobatto IIIC", 3): (
        [[1 / 6, -1 / 3, 1 / 6], [1 / 6, 5 / 12, -1 / 12], [1 / 6, 2 / 3, 1 / 6]],
        [1 / 6, 2 / 3, 1 / 6],
    ),
    ("Lobatto IIIC", 4): (
        [
            [1 / 12, -R5 / 12, R5 / 12, -1 / 12],
            [1 / 12, 1 / 4, (10 - 7 * R5) / 60, R5 / 60],
            [1 / 12, (10 + 7 * R5) / 60, 1 / 4, -R5 / 60],
            [1 / 12, 5 / 12, 5 / 12, 1 / 12],
        ],
        [1 / 12, 5 / 12, 5 / 12, 1 / 12],
    ),
}


def accelerations(t1, t2, w1, w2):
    """Of all six coordinates."""
    c1, s1, c2, s2 = math.cos(t1), math.sin(t1), math.cos(t2), math.sin(t2)
    m11, m22 = M1 * A1**2 + I1 + M2 * L1**2, M2 * A2**2 + I2
    m12, coupling = M2 * L1 * A2 * math.cos(t1 - t2), M2 * L1 * A2 * math.sin(t1 - t2)
    r1 = -coupling * w2**2 - (M1 * A1 + M2 * L1) * G * c1
    r2 = coupling * w1**2 - M2 * A2 * G * c2
    det = m11 * m22 - m12**2
    a1, a2 = (r1 * m22 - m12 * r2) / det, (m11 * r2 - m12 * r1) / det
    x1, y1 = -A1 * (s1 * a1 + c1 * w1**2), A1 * (c1 * a1 - s1 * w1**2)
    return [x1, y1, a1, 2 * x1 - A2 * (s2 * a2 + c2 * w2**2), 2 * y1 + A2 * (c2 * a2 - s2 * w2**2), a2]


def start():
    t1, t2 = math.pi / 3, -math.pi / 6
    x1, y1 = A1 * math.cos(t1), A1 * math.sin(t1)
    return [x1, y1, t1, 2 * x1 + A2 * math.cos(t2), 2 * y1 + A2 * math.sin(t2), t2]


def energy(q, v):
    kinetic = M1 * (v[0] ** 2 + v[1] ** 2) + I1 * v[2] ** 2 + M2 * (v[3] ** 2 + v[4] ** 2) + I2 * v[5] ** 2
    return kinetic / 2 + G * (M1 * q[1] + M2 * q[4])


def violations(q, v):
    """The largest ones of position and velocity."""
    c1, s1, c2, s2 = math.cos(q[2]), math.sin(q[2]), math.cos(q[5]), math.sin(q[5])
    position = (q[0] - A1 * c1, q[1] - A1 * s1, q[3] - q[0] - A1 * c1 - A2 * c2, q[4] - q[1] - A1 * s1 - A2 * s2)
    w1, w2 = v[2], v[5]
    velocity = (
        v[0] + A1 * s1 * w1,
        v[1] - A1 * c1 * w1,
        v[3] - v[0] + A1 * s1 * w1 + A2 * s2 * w2,
        v[4] - v[1] - A1 * c1 * w1 - A2 * c2 * w2,
    )
    return max(map(abs, position)), max(map(abs, velocity))


def moved(x, weights, rates, h):
    return [x[m] + h * sum(w * r[m] for w, r in zip(weights, rates)) for m in COMPONENTS]


def once(q, v, weights, k, h):
    """Positions by h² A k in place of h² A² k."""
    return moved(moved(q, weights, [v] * len(k), h), weights, k, h * h)


def stages(a, q, v, k, h, way):
    """Velocities and angles of the stages, by the accelerations k."""
    velocities = [moved(v, row, k, h) for row in a]
    if way.get("first") == "last step":
        velocities[0] = v
    if way.get("positions") == "A for A^2":
        return velocities, [once(q, v, row, k, h) for row in a]
    if way.get("positions") == "Euler":
        return velocities, [[q[m] + h * sum(row) * u[m] for m in COMPONENTS] for row, u in zip(a, velocities)]
    return velocities, [moved(q, row, velocities, h) for row in a]


def run(a, b, way):
    """Largest errors of energy, position and velocity over all steps; infinite where the run left all bounds."""
    if way.get("transposed"):
        a = [list(column) for column in zip(*a)]
    h, last = way.get("h", H), way.get("end") == "last stage"
    q, v = start(), [0.0] * 6
    first = way.get("first") == "last step"
    k = [[0, -G, 0, 0, -G, 0] if way.get("fall") else accelerations(q[2], q[5], 0, 0) for _ in b]
    e0, worst = energy(q, v), (0.0, 0.0, 0.0)
    for _ in range(round(way.get("until", T) / h)):
        k[0] = k[-1] if first else k[0]
        for _ in range(way.get("iterations", 60)):
            velocities, positions = stages(a, q, v, k, h, way)
            new = [accelerations(x[2], x[5], u[2], u[5]) for x, u in zip(positions, velocities)]
            new[0] = k[0] if first else new[0]
            change = max(abs(x - y) for p, r in zip(new, k) for x, y in zip(p, r))
            k = new
            if change < 1e-12:
                break
        velocities, positions = stages(a, q, v, k, h, way)
        end = moved(v, a[-1] if last else b, k, h)
        if way.get("positions") == "A for A^2":
            q = once(q, v, b, k, h)
        elif way.get("positions") == "Euler":
            q = [x + h * u for x, u in zip(q, end)]
        elif way.get("positions") == "x and y by Euler":
            right = moved(q, b, velocities, h)
            q = [right[m] if m in ANGLES else q[m] + h * end[m] for m in COMPONENTS]
        elif way.get("positions") == "trapezoidal":
            q = [x + h / 2 * (u + w) for x, u, w in zip(q, v, end)]
        else:
            q = moved(q, a[-1] if last else b, velocities, h)
        v = end
        if not max(map(abs, q)) < 1e6:
            return (math.inf,) * 3
        worst = tuple(max(x, y) for x, y in zip(worst, (abs(energy(q, v) - e0), *violations(q, v))))
    return worst


def bounded(a, b, way):
    try:
        return run(a, b, way)
    except (OverflowError, ValueError):  # of powers and sines: the iteration diverged
        return (math.inf,) * 3


WAYS = {
    "as it should be": {},
    "the last stage ends the step": {"end": "last stage"},
    "the last stage ends the step, 15 s": {"end": "last stage", "until": 15.0},
    "first stage explicit, from the step before": {"first": "last step"},
    "first stage explicit, the last ends the step": {"first": "last step", "end": "last stage"},
    "first stage explicit, first of all in free fall": {"first": "last step", "fall": True},
    "coefficients transposed": {"transposed": True},
    "coefficients transposed, the last stage ends the step": {"transposed": True, "end": "last stage"},
    "positions by A in place of A^2": {"positions": "A for A^2"},
    "positions by Euler steps": {"positions": "Euler"},
    "x and y by Euler steps": {"positions": "x and y by Euler"},
    "positions by the trapezoidal rule": {"positions": "trapezoidal"},
    "one iteration a step": {"iterations": 1},
    "two iterations a step": {"iterations": 2},
    "three iterations a step": {"iterations": 3},
    "h = 0.02 s": {"h": 0.02},
    "h = 0.05 s": {"h": 0.05},
    "h = 0.1 s": {"h": 0.1},
}


def factor(measured, printed):
    """The largest one between the two rows."""
    if not all(0 < x < math.inf for x in measured):
        return math.inf
    return max(max(x / y, y / x) for x, y in zip(measured, printed))


def main():
    print("| row | computation | stages | energy | displacement | speed | factor |")
    print("|---|---|---|---|---|---|---|")
    for row, printed in PRINTED.items():
        print(f"| {row} | *as printed* | – | " + " | ".join(f"{x:.4g}" for x in printed) + " | |")
        found = []
        for (method, count), (a, b) in TABLEAUS.items():
            for way, how in WAYS.items() if method == row else ():
                measured = bounded(a, b, how)
                found.append((factor(measured, printed), way, count, measured))
        found.sort()
        plain = [f for f in found if f[1] == "as it should be"]
        for far, way, count, measured in found if "--all" in sys.argv else found[:3] + plain:
            print(f"| | {way} | {count} | " + " | ".join(f"{x:.3g}" for x in measured) + f" | {far:.3g} |")


if __name__ == "__main__":
    main()
