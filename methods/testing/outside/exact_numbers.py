"""Exact coefficients a + b sqrt(d) from the data files, bounds of their rounding errors, and polynomials."""
import math
import re
from fractions import Fraction

import mpmath as mp

mp.mp.dps = 100


class Surd:
    """The number a + b sqrt(d) with rational a and b and an integer d.

    Arithmetic of two numbers with different d raises ArithmeticError.
    """

    __slots__ = ("a", "b", "d")

    def __init__(self, a, b=0, d=1):
        self.a, self.b = Fraction(a), Fraction(b)
        self.d = d if self.b else 1

    @staticmethod
    def of(x):
        return x if isinstance(x, Surd) else Surd(x)

    def _field(self, other):
        if self.b and other.b and self.d != other.d:
            raise ArithmeticError("two different square roots")
        return self.d if self.b else other.d

    def __add__(self, other):
        other = Surd.of(other)
        return Surd(self.a + other.a, self.b + other.b, self._field(other))

    __radd__ = __add__

    def __neg__(self):
        return Surd(-self.a, -self.b, self.d)

    def __pos__(self):
        return self

    def __sub__(self, other):
        return self + -Surd.of(other)

    def __rsub__(self, other):
        return Surd.of(other) - self

    def __mul__(self, other):
        other = Surd.of(other)
        d = self._field(other)
        return Surd(self.a * other.a + self.b * other.b * d, self.a * other.b + self.b * other.a, d)

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = Surd.of(other)
        norm = other.a * other.a - other.b * other.b * other.d
        return self * Surd(other.a / norm, -other.b / norm, other.d)

    def __rtruediv__(self, other):
        return Surd.of(other) / self

    def __pow__(self, n):
        out = Surd(1)
        for _ in range(n):
            out = out * self
        return out

    def __bool__(self):
        return bool(self.a or self.b)

    def __eq__(self, other):
        return not self - other

    __hash__ = None

    def sign(self):
        if not self.b or self.a * self.b >= 0:
            s = self.a or self.b
        else:
            s = self.a if self.a * self.a > self.b * self.b * self.d else self.b
        return (s > 0) - (s < 0)

    def value(self):
        out = mp.mpf(self.a.numerator) / self.a.denominator
        if self.b:
            out += mp.mpf(self.b.numerator) / self.b.denominator * mp.sqrt(self.d)
        return out


def square_root(x):
    x = Surd.of(x)
    if x.b or x.a.denominator != 1 or x.a < 0:
        raise ArithmeticError("a square root of something but a whole number")
    n = int(x.a)
    r = int(mp.floor(mp.sqrt(n) + mp.mpf("0.5")))
    return Surd(r) if r * r == n else Surd(0, 1, n)


NUMBER = re.compile(r"\d*\.?\d+(?:[eE][-+]?\d+)?|\d+\.")
DECIMAL = re.compile(r"-?(\d*)\.(\d*)(?:[eE]([-+]?\d+))?$|-?(\d+)[eE]([-+]?\d+)$")


def number(text):
    """Returns the exact value of a coefficient as a Surd. `text` may contain decimals, quotients, powers and sqrt."""
    python = NUMBER.sub(lambda m: f"N('{m.group()}')", text).replace("^", "**")
    return Surd.of(eval(python, {"__builtins__": {}}, {"N": lambda t: Surd(Fraction(t)), "sqrt": square_root}))


def open_digits(text, digits, within=None):
    """Returns a bound of the difference between the written and the intended number, as mpf.

    Fractions, roots and integers are exact: the bound is 0. For decimals it depends on `digits`:

    exact      0
    printed    half a unit of the last digit; 0 if there are at most five significant digits
    double     the spacing of the doubles at this number (1 ulp), because computed quotients and roots may be wrong by
               it, plus the difference between the decimal and the nearest double; with 6 to 15 significant digits at
               least half a unit of the last digit

    `within`, if it is not None, replaces the bound of decimals that are not exact.
    """
    decimal = DECIMAL.match(text)
    if digits == "exact" or not decimal:
        return mp.mpf(0)
    if within:
        return mp.mpf(within)
    whole, part, exponent = decimal.group(1) or "", decimal.group(2) or "", int(decimal.group(3) or 0)
    significant = len((whole + part).lstrip("0"))
    last = mp.mpf(10) ** (exponent - len(part)) / 2
    if digits == "printed":
        return mp.mpf(0) if len((whole + part).strip("0")) <= 5 else last
    value = float(Fraction(text))
    off = abs(Fraction(text) - Fraction(value))
    bits = mp.mpf(math.ulp(value)) + mp.mpf(off.numerator) / off.denominator
    return max(bits, last) if 6 <= significant <= 15 else bits


# ---- polynomials: lists of coefficients, constant term first


def trimmed(p):
    p = list(p)
    while p and not p[-1]:
        p.pop()
    return p


def times(p, q):
    if not p or not q:
        return []
    out = [p[0] * 0] * (len(p) + len(q) - 1)
    for i, x in enumerate(p):
        for j, y in enumerate(q):
            out[i + j] = out[i + j] + x * y
    return out


def minus(p, q):
    n = max(len(p), len(q))
    zero = (p or q)[0] * 0 if (p or q) else 0
    at = lambda f, i: f[i] if i < len(f) else zero
    return [at(p, i) - at(q, i) for i in range(n)]


def plus(p, q):
    return minus(p, [-x for x in q])


def derivative(p):
    return [k * x for k, x in enumerate(p)][1:]


def quotient(p, q):
    p, q = trimmed(p), trimmed(q)
    out = [p[0] * 0] * max(0, len(p) - len(q) + 1)
    while len(p) >= len(q):
        factor = p[-1] / q[-1]
        shift = len(p) - len(q)
        out[shift] = factor
        for i, x in enumerate(q):
            p[shift + i] = p[shift + i] - factor * x
        p.pop()
        p = trimmed(p) if len(p) < len(q) else p
    return out, trimmed(p)


def common(p, q):
    """Returns the monic greatest common divisor of two polynomials."""
    p, q = trimmed(p), trimmed(q)
    while q:
        p, q = q, quotient(p, q)[1]
        if q:
            q = [x / q[-1] for x in q]
    return [x / p[-1] for x in p] if p else []


def squarefree(p):
    p = trimmed(p)
    g = common(p, derivative(p))
    return quotient(p, g)[0] if len(g) > 1 else p


def evaluated(p, x):
    out = x * 0
    for c in reversed(p):
        out = out * x + c
    return out


def roots(p):
    """Returns all roots as mpc. The coefficients are mpf; multiple roots converge slowly, so p should be squarefree."""
    p = list(p)
    while p and p[-1] == 0:
        p.pop()
    if len(p) < 2:
        return []
    zeros = 0
    while p[zeros] == 0:
        zeros += 1
    p = p[zeros:]
    out = [mp.mpc(0)] * zeros
    if len(p) > 1:
        scale = max(abs(x) for x in p)
        p = [x / scale for x in reversed(p)]
        try:
            out += mp.polyroots(p, maxsteps=200, extraprec=400)
        except mp.mp.NoConvergence:  # a cluster of roots
            out += mp.polyroots(p, maxsteps=5000, extraprec=4000)
    return [mp.mpc(z) for z in out]
