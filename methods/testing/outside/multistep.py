"""Order, error constant, root condition, and stability on both axes and in sectors of a linear multistep formula."""
from fractions import Fraction

import mpmath as mp

from exact_numbers import (common, derivative, evaluated, minus, number, open_digits, quotient, roots, squarefree, times,
                           trimmed)

mpf = mp.mpf


class Formula:
    """A linear multistep formula with coefficients alpha and beta, newest value first.

    A decimal is replaced by the fraction of small denominator that it approximates.
    """

    def __init__(self, data):
        self.within = data["digits"] != "exact"
        self.alpha = [self._meant(x, data["digits"]) for x in data["alpha"]]
        self.beta = [self._meant(x, data["digits"]) for x in data["beta"]]
        self.k = len(self.alpha) - 1
        self.rho, self.sigma = self.alpha[::-1], self.beta[::-1]  # constant term first
        self.g = common(self.rho, self.sigma)
        self.r, self.s = (quotient(trimmed(f), self.g)[0] for f in (self.rho, self.sigma))

    @staticmethod
    def _meant(text, digits):
        value = number(text).a
        if digits == "exact":
            return value
        near = value.limit_denominator(100000)
        if abs(mpf((near - value).numerator) / (near - value).denominator) > open_digits(text, digits):
            raise ValueError(f"{text} rounds no fraction of a small denominator")
        return near

    def order_and_error(self):
        for m in range(0, 2 * self.k + 4):
            c = Fraction(0)
            for j in range(self.k + 1):
                c += self.alpha[j] * Fraction(-j) ** m
                if m:
                    c -= m * self.beta[j] * Fraction(-j) ** (m - 1)
            if c:
                scale = sum(self.beta)
                constant = c / Fraction(mp.factorial(m).__int__())
                return m - 1, constant, constant / scale if scale else None
        raise ValueError("every condition holds")


def value(x):
    return mpf(x.numerator) / x.denominator


def in_mp(p):
    return [value(x) for x in p]


def _circle(z):
    return abs(abs(z) - 1) < mpf(10) ** -40


def root_condition(p):
    """Returns whether all roots lie in the closed unit disc, and all roots on the unit circle are simple.

    Multiplicities are determined exactly.
    """
    p = trimmed(p)
    if len(p) < 2:
        return True
    double = common(p, derivative(p))
    if any(_circle(z) for z in roots(in_mp(squarefree(double)))):
        return False
    return all(abs(z) < 1 or _circle(z) for z in roots(in_mp(squarefree(p))))


def bounded_at(f, z):
    """Returns whether rho - z sigma satisfies the root condition. z must not be on the boundary of stability."""
    if not root_condition(f.g):
        return False
    n = max(len(f.r), len(f.s))
    at = lambda p, i: value(p[i]) if i < len(p) else mpf(0)
    found = roots([at(f.r, i) - z * at(f.s, i) for i in range(n)])
    if len(f.g) > 1:
        found += roots(in_mp(squarefree(f.g)))
    if any(abs(w) > 1 + mpf(10) ** -30 for w in found):
        return False
    on = [w for w in found if abs(abs(w) - 1) <= mpf(10) ** -30]
    return all(abs(v - w) > mpf(10) ** -10 for i, v in enumerate(on) for w in on[:i])


def _chebyshev(n):
    first, second = [Fraction(1)], [Fraction(0), Fraction(1)]
    for _ in range(n):
        first, second = second, minus(times([Fraction(0), Fraction(2)], second), first)
    return first


def _second_kind(n):  # sin((n + 1) phi) / sin(phi)
    first, second = [Fraction(1)], [Fraction(0), Fraction(2)]
    for _ in range(n):
        first, second = second, minus(times([Fraction(0), Fraction(2)], second), first)
    return first


def _real_part(f):
    """Returns Re(rho conj(sigma)) on the unit circle as a polynomial in cos(phi)."""
    out = []
    for j, x in enumerate(f.r):
        for k, y in enumerate(f.s):
            out = minus(out, [-x * y * c for c in _chebyshev(abs(j - k))])
    return trimmed(out)


def _imaginary_part(f):
    """Returns Im(rho conj(sigma)) / sin(phi) on the unit circle as a polynomial in cos(phi)."""
    out = []
    for j, x in enumerate(f.r):
        for k, y in enumerate(f.s):
            if j != k:
                sign = 1 if j > k else -1
                out = minus(out, [-sign * x * y * c for c in _second_kind(abs(j - k) - 1)])
    return trimmed(out)


def _points_on_circle(p):
    """Returns the points e^(i phi), 0 <= phi <= pi, for which cos(phi) is a root of p."""
    if len(trimmed(p)) < 2:
        return []
    out = []
    for c in roots(in_mp(squarefree(p))):
        if abs(c.imag) < mpf(10) ** -35 and abs(c.real) <= 1 + mpf(10) ** -35:
            x = min(max(c.real, mpf(-1)), mpf(1))
            out.append(mp.mpc(x, mp.sqrt(1 - x * x)))
    return out


def _collisions(f):
    """Returns the points of the unit circle at which rho - z sigma has a double root: rho' sigma = rho sigma'."""
    p = trimmed(minus(times(derivative(f.r), f.s), times(f.r, derivative(f.s))))
    return [w for w in roots(in_mp(squarefree(p))) if _circle(w)] if len(p) > 1 else []


def _images(f, points):
    rho, sigma = in_mp(f.r), in_mp(f.s)
    for w in points:
        down = evaluated(sigma, w)
        if abs(down) > mpf(10) ** -30:
            yield evaluated(rho, w) / down


def windows(f, direction):
    """Returns the intervals (low, high) of t in which rho - z sigma satisfies the root condition, z = direction * t.

    `direction` is i for the imaginary axis or -1 for the negative real axis.
    """
    part = _real_part(f) if direction.real == 0 else _imaginary_part(f)
    points = _points_on_circle(part) + _collisions(f) + [mp.mpc(1), mp.mpc(-1)]
    points += [mp.conj(w) for w in points]
    ends = set()
    for z in _images(f, points):
        t = z / direction
        if abs(t.imag) < mpf(10) ** -25 * max(1, abs(t)) and t.real > mpf(10) ** -25:
            if all(abs(t.real - e) > mpf(10) ** -25 * e for e in ends):
                ends.add(t.real)
    ends = [mpf(0)] + sorted(ends)
    out = []
    for i, low in enumerate(ends):
        high = ends[i + 1] if i + 1 < len(ends) else mp.inf
        middle = (low + high) / 2 if high != mp.inf else 2 * low + 1
        if bounded_at(f, direction * middle):
            if out and out[-1][1] == low:
                out[-1] = (out[-1][0], high)
            else:
                out.append((low, high))
    return out


def a_stable(f):
    if f.beta[0] == 0 or not root_condition(f.rho) or not root_condition(f.sigma):
        return False
    part = trimmed(_real_part(f))
    if part:
        ends = sorted({w.real for w in _points_on_circle(part)} | {mpf(-1), mpf(1)})
        if any(evaluated(in_mp(part), (x + y) / 2) < 0 for x, y in zip(ends, ends[1:]) if y - x > mpf(10) ** -30):
            return False
    rays = [mp.expjpi(mpf(k) / 20) for k in range(11, 21)]
    return all(bounded_at(f, mpf(10) ** e * ray) for ray in rays for e in (-2, -1, 0, 1, 2))


def sector_angle(f):
    """Returns the angle alpha of A(alpha)-stability [degrees], or None if the formula is not A(alpha)-stable.

    The angle is the minimum over the boundary locus. Raises ArithmeticError if the sector within it is not stable.
    """
    if f.beta[0] == 0 or not root_condition(f.rho) or not root_condition(f.sigma):
        return None
    if windows(f, mp.mpc(-1)) != [(mpf(0), mp.inf)]:
        return None
    rho, sigma = in_mp(f.r), in_mp(f.s)

    def angle(phi):
        w = mp.expj(phi)
        z = evaluated(rho, w) / evaluated(sigma, w)
        return abs(mp.arg(-z)) if z.real < 0 else mp.pi / 2

    n = 1500
    with mp.workdps(20):
        grid = [mp.pi * (2 * k + 1) / (2 * n) for k in range(n)]
        angles = [angle(phi) for phi in grid]
        best = min(range(n), key=angles.__getitem__)
    if angles[best] >= mp.pi / 2:
        return mpf(90)
    with mp.workdps(60):
        low, high = grid[max(best - 1, 0)], grid[min(best + 1, n - 1)]
        golden = (mp.sqrt(5) - 1) / 2
        while high - low > mpf(10) ** -22:
            x, y = high - golden * (high - low), low + golden * (high - low)
            low, high = (low, y) if angle(x) < angle(y) else (x, high)
        out = mp.degrees(angle((low + high) / 2))
        inside = mp.radians(out - mpf("1e-6"))
        if not all(bounded_at(f, -mpf(10) ** (mpf(e) / 8) * mp.expj(inside)) for e in range(-24, 25)):
            raise ArithmeticError("the locus is not the border")
    return out


def ssp_coefficient(f):
    scale = f.alpha[0]
    alpha, beta = [x / scale for x in f.alpha], [x / scale for x in f.beta]
    if any(x > 0 for x in alpha[1:]) or any(x < 0 for x in beta):
        return Fraction(0)
    ratios = [-x / y for x, y in zip(alpha[1:], beta[1:]) if y]
    return min(ratios) if ratios else None
