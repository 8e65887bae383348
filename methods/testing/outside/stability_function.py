"""The stability function R = P/Q of a Runge-Kutta tableau, and the intervals and sectors with abs(R) <= 1."""
from itertools import combinations, permutations

import mpmath as mp

from exact_numbers import Surd, common, derivative, evaluated, minus, plus, quotient, roots, squarefree, times, trimmed

mpf = mp.mpf


def _moments(a, b, n):
    """Returns the moments 1, b e, b A e, ..., b A^(n-1) e."""
    zero, x = a[0][0] * 0, [a[0][0] * 0 + 1] * len(a)
    out = [zero + 1]
    rows = [[(j, e) for j, e in enumerate(r) if e] for r in a]
    for _ in range(n):
        out.append(sum((p * q for p, q in zip(b, x) if p), zero))
        x = [sum((e * x[j] for j, e in r), zero) for r in rows]
    return out


def _determinant(tableau):
    """Returns det(I - zA) as a polynomial in z, constant term first."""
    a, s = tableau.a, tableau.stages
    if tableau.lower:
        out = [Surd(1)]
        for i in range(s):
            out = times(out, [Surd(1), -a[i][i]])
        return out
    out, m = [Surd(1)], [[Surd(0)] * s for _ in range(s)]
    for k in range(1, s + 1):  # Faddeev-LeVerrier algorithm
        m = [[sum((a[i][l] * m[l][j] for l in range(s)), Surd(0)) + (out[-1] if i == j else 0) for j in range(s)]
             for i in range(s)]
        trace = sum((a[i][l] * m[l][i] for i in range(s) for l in range(s)), Surd(0))
        out.append(-trace / k)
    return out


def _determinant_of_sizes(tableau, widen):
    size = [[abs(x) + (d if widen else 0) for x, d in zip(r, e)] for r, e in zip(tableau.va, tableau.open_a)]
    s = tableau.stages
    if tableau.lower:
        out = [mpf(1)]
        for i in range(s):
            out = times(out, [mpf(1), size[i][i]])
        return out
    out = [mpf(0)] * (s + 1)
    for k in range(s + 1):
        for rows in combinations(range(s), k):
            for other in permutations(rows):
                out[k] += mp.fprod(size[i][j] for i, j in zip(rows, other))
    return out


class StabilityFunction:
    """The stability function R = P/Q of a tableau: polynomials `p` and `q`, constant term first.

    If a coefficient is not larger than the bound of its error, it is set to 0, and `within` is True. P/Q is in lowest
    terms if the tableau is exact. `which` is the index of the weights: 0 for b, 1 for the embedded weights.
    """

    def __init__(self, tableau, which=0):
        b, open_b = tableau.bs[which], tableau.open_bs[which]
        self.exact, s = tableau.exact, tableau.stages
        self.diagonal = [tableau.a[i][i] for i in range(s)] if tableau.lower else None
        n = 2 * s + 4
        self.m = _moments(tableau.a, b, n)
        q = _determinant(tableau)
        p = [sum((q[j] * self.m[k - j] for j in range(k + 1)), Surd(0)) for k in range(s + 1)]
        if self.exact:
            self.open_m = [mpf(0)] * (n + 1)
            self.open_p = self.open_q = [mpf(0)] * (s + 1)
        else:
            self._spread(tableau, which, n, p, q)
        self.within = False
        self.p, self.q = self._shortened(p, self.open_p), self._shortened(q, self.open_q)
        self.full_q = self.q
        if self.exact:
            g = common(self.p, self.q)
            if len(g) > 1:
                self.p, self.q = quotient(self.p, g)[0], quotient(self.q, g)[0]
        self.vp, self.vq = [x.value() for x in self.p], [x.value() for x in self.q]

    def _spread(self, tableau, which, n, p, q):
        size = lambda rows, opens, w: [[abs(x) + (d if w else 0) for x, d in zip(r, e)] for r, e in zip(rows, opens)]
        narrow, wide = (_moments(size(tableau.va, tableau.open_a, w),
                                 size(tableau.vbs, tableau.open_bs, w)[which], n) for w in (False, True))
        self.open_m = [x - y for x, y in zip(wide, narrow)]
        q0, q1 = _determinant_of_sizes(tableau, False), _determinant_of_sizes(tableau, True)
        self.open_q = [x - y for x, y in zip(q1, q0)]
        self.open_p = [mp.fsum((abs(q[j].value()) + self.open_q[j]) * (abs(self.m[k - j].value()) + self.open_m[k - j])
                               - abs((q[j] * self.m[k - j]).value()) for j in range(k + 1)) for k in range(len(p))]

    def _shortened(self, p, opens):
        out = []
        for x, d in zip(p, opens):
            if x and abs(x.value()) <= d:
                self.within = True
                x = Surd(0)
            out.append(x)
        return trimmed(out)

    def at_infinity(self):
        if len(self.p) > len(self.q):
            return mp.inf
        return (self.p[-1] / self.q[-1]).value() if len(self.p) == len(self.q) else mpf(0)

    def open_at_infinity(self):
        if self.exact or len(self.p) != len(self.q):
            return mpf(0)
        n = len(self.q) - 1
        return (self.open_p[n] + abs(self.at_infinity()) * self.open_q[n]) / abs(self.vq[n])

    def linear_order(self):
        """Returns (q, C, bound): the largest q with R(z) = e^z + O(z^(q+1)), and C of e^z - R(z) = C z^(q+1) + ...

        `bound` is a bound of the error of C by rounded coefficients.
        """
        for k in range(1, len(self.m)):
            error = Surd(1) / mp.factorial(k).__int__() - self.m[k]
            if abs(error.value()) > self.open_m[k]:
                return k - 1, error.value(), self.open_m[k]
        return None, None, None

    def phase(self):
        """Returns the first odd and the first even term of ln R(z) = z + sum l_k z^k that is not 0.

        Each is (k, l_k, bound of the error of l_k), or None if there is none.
        """
        n = len(self.m) - 1
        logs, size, wide = [Surd(0)], [mpf(0)], [mpf(0)]
        sizes = [abs(x.value()) for x in self.m]
        wides = [x + d for x, d in zip(sizes, self.open_m)]
        for k in range(1, n + 1):
            logs.append(self.m[k] - sum((logs[j] * self.m[k - j] * j for j in range(1, k)), Surd(0)) / k)
            size.append(sizes[k] + mp.fsum(size[j] * sizes[k - j] * j for j in range(1, k)) / k)
            wide.append(wides[k] + mp.fsum(wide[j] * wides[k - j] * j for j in range(1, k)) / k)
        found = {}
        for k in range(2, n + 1):
            if abs(logs[k].value()) > wide[k] - size[k]:
                found.setdefault(k % 2, (k, logs[k].value(), wide[k] - size[k]))
        return found.get(1), found.get(0)

    def on_imaginary_axis(self):
        """Returns |Q(iy)|^2 - |P(iy)|^2 as a polynomial in y^2, and the bounds of the errors of its coefficients."""
        q, open_q = _square(self.q, self.open_q)
        p, open_p = _square(self.p, self.open_p)
        return minus(q, p), plus(open_q, open_p)

    def on_negative_axis(self):
        """Returns Q(-t)^2 - P(-t)^2 as a polynomial in t, and the bounds of the errors of its coefficients."""
        turned = lambda f: [-x if k % 2 else x for k, x in enumerate(f)]
        p, q = turned(self.p), turned(self.q)
        out = minus(times(q, q), times(p, p))
        square = lambda f, d: _open_square([abs(x.value()) for x in f], d[:len(f)])
        return out, plus(square(q, self.open_q), square(p, self.open_p))

    def poles(self):
        if self.diagonal is not None:
            return [1 / x.value() for x in self.diagonal if x]
        return roots([x.value() for x in (squarefree(self.q) if self.exact else self.q)])


def _open_square(size, opens):
    wide = [x + d for x, d in zip(size, opens)]
    return minus(times(wide, wide), times(size, size))


def _square(p, opens):
    even = [x if k % 2 == 0 else -x for k, x in enumerate(p[0::2])]
    odd = [x if k % 2 == 0 else -x for k, x in enumerate(p[1::2])]
    out = plus(times(even, even), [Surd(0)] + times(odd, odd))
    parts = []
    for part, o in ((even, opens[0:len(p)][0::2]), (odd, opens[0:len(p)][1::2])):
        parts.append(_open_square([abs(x.value()) for x in part], o))
    return out, plus(parts[0], [mpf(0)] + parts[1])


class Windows:
    """The intervals of t > 0 in which a polynomial is not negative.

    `opens` are bounds of the errors of the coefficients.

    list         the intervals (low, high)
    ends_open    bounds of the errors of low and high
    touching     zeros inside of an interval
    identical    True if the polynomial is 0 within the errors of its coefficients
    snapped      indices of inexact coefficients that count as 0
    within       True if a negative value counts as 0 because of the errors
    """

    def __init__(self, p, opens, exact):
        self.within = False
        opens = list(opens) + [mpf(0)] * (len(p) - len(opens))
        p = [Surd(0) if x and abs(x.value()) <= d else x for x, d in zip(p, opens)]
        self.snapped = [k for k, d in enumerate(opens) if d and k < len(p) and not p[k]]
        self.opens = opens
        p = trimmed(p)
        self.identical = not p
        self.list, self.ends_open, self.touching = [], [], []
        if self.identical:
            self.list = [(mpf(0), mp.inf)]
            return
        while not p[0]:
            p, self.opens = p[1:], self.opens[1:]
        self.values = [x.value() for x in p]
        simple = [x.value() for x in squarefree(p)] if exact else self.values
        self._scan([z.real for z in roots(simple) if z.real > 0 and abs(z.imag) < mpf(10) ** -35 * abs(z)])

    def _sign(self, t):
        value = evaluated(self.values, t)
        slack = mp.fsum(d * t ** k for k, d in enumerate(self.opens[:len(self.values)]))
        if value < 0 and -value <= slack:
            self.within = True
            return 0
        return 1 if value >= 0 else -1

    def _scan(self, ends):
        ends = sorted(ends)
        points = [mpf(0)] + ends
        for i, low in enumerate(points):
            high = points[i + 1] if i + 1 < len(points) else mp.inf
            middle = (low + high) / 2 if high != mp.inf else 2 * low + 1
            if self._sign(middle) < 0:
                continue
            if self.list and self.list[-1][1] == low:
                self.touching.append(low)
                self.list[-1] = (self.list[-1][0], high)
            else:
                self.list.append((low, high))
        slope = derivative(self.values)
        for low, high in self.list:
            self.ends_open.append(tuple(mpf(0) if t in (0, mp.inf) else
                                        mp.fsum(d * t ** k for k, d in enumerate(self.opens[:len(self.values)]))
                                        / abs(evaluated(slope, t)) for t in (low, high)))

    def everywhere(self):
        return self.list == [(mpf(0), mp.inf)]


def sector_angle(r):
    """Returns the largest alpha [degrees] with |R| <= 1 in the sector |arg(-z)| <= alpha, by bisection."""
    n = max(len(r.vp), len(r.vq))
    vp, vq = (f + [mpf(0)] * (n - len(f)) for f in (r.vp, r.vq))
    pairs = [[(j, k, vq[j] * vq[k] - vp[j] * vp[k]) for j in range(n) for k in [d - j] if 0 <= k < n]
             for d in range(2 * n - 1)]

    def stable(degrees):
        phi = mp.pi - mp.radians(degrees)
        ray = [mp.fsum(w * mp.cos((j - k) * phi) for j, k, w in row) for row in pairs]
        size = max(abs(x) for x in ray)
        while ray and abs(ray[-1]) < size * mpf(10) ** -60:
            ray.pop()
        while abs(ray[0]) < size * mpf(10) ** -60:
            ray = ray[1:]
        ends = sorted(z.real for z in roots(ray) if z.real > 0 and abs(z.imag) < mpf(10) ** -20 * abs(z))
        points = [mpf(0)] + ends
        middles = [(x + y) / 2 for x, y in zip(points, points[1:])] + [2 * points[-1] + 1]
        return all(evaluated(ray, t) >= 0 for t in middles)

    with mp.workdps(50):
        low = mpf(0)
        for degrees in range(1, 91):
            if not stable(mpf(degrees)):
                break
            low = mpf(degrees)
        high = low + 1
        while high - low > mpf(10) ** -20:
            middle = (low + high) / 2
            low, high = (middle, high) if stable(middle) else (low, middle)
        return low
