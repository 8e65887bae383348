"""A Runge-Kutta tableau: its orders, SSP coefficient and algebraic stability."""
import mpmath as mp

import rooted_trees
from exact_numbers import Surd, number, open_digits

mpf = mp.mpf


def matrix(rows, digits, within):
    return ([[number(x) for x in r] for r in rows], [[open_digits(x, digits, within) for x in r] for r in rows])


class Tableau:
    def __init__(self, data):
        digits, within = data["digits"], data.get("within")
        self.a, self.open_a = matrix(data["a"], digits, within)
        self.bs, self.open_bs = matrix([data["b"]] + ([data["embedded"]] if "embedded" in data else []), digits, within)
        self.stages = len(self.a)
        self.c = [sum(r, Surd(0)) for r in self.a]
        self.open_c = [mp.fsum(r) for r in self.open_a]
        self.printed_c = [number(x) for x in data["c"]] if "c" in data else None
        self.open_printed_c = [open_digits(x, digits, within) for x in data["c"]] if "c" in data else None
        self.exact = not any(map(any, self.open_a)) and not any(map(any, self.open_bs))
        self.lower = all(not x for i, r in enumerate(self.a) for x in r[i + 1:])
        self.explicit = self.lower and not any(self.a[i][i] for i in range(self.stages))
        self.largest_open = max(max(map(max, self.open_a)), max(map(max, self.open_bs)))
        self.va = [[x.value() for x in r] for r in self.a]
        self.vbs = [[x.value() for x in b] for b in self.bs]

    def row_sums_fit(self):
        if self.printed_c is None:
            return True
        # The node and its row are rounded separately, so the bounds of their rounding errors add.
        return all(abs((p - c).value()) <= d + e
                   for p, c, d, e in zip(self.printed_c, self.c, self.open_c, self.open_printed_c))

    def orders(self):
        return rooted_trees.report(self.va, self.vbs, self.open_a, self.open_bs)

    def stage_order(self):
        """Returns the largest q for which C(q) and B(q) hold within the rounding errors of the coefficients.

        C(q): sum_j a_ij c_j^(k-1) = c_i^k / k, and B(q): sum_i b_i c_i^(k-1) = 1/k, for k <= q.
        """
        c, open_c, q = [x.value() for x in self.c], self.open_c, 0
        power = lambda k: [x ** k for x in c]
        slack = lambda k: [(abs(x) + d) ** k - abs(x) ** k for x, d in zip(c, open_c)]
        while q < 2 * self.stages:
            k = q + 1
            low, open_low, high, open_high = power(k - 1), slack(k - 1), power(k), slack(k)
            for row, open_row, right, open_right in zip(self.va + self.vbs[:1], self.open_a + self.open_bs[:1],
                                                        high + [mpf(1)], open_high + [mpf(0)]):
                error = abs(mp.fdot(row, low) - right / k)
                bound = open_right / k + mp.fsum((abs(x) + d) * (abs(y) + e) - abs(x * y)
                                                 for x, d, y, e in zip(row, open_row, low, open_low))
                if error > bound + mpf(10) ** -80:
                    return q
            q += 1
        return q


def ssp_coefficient(tableau, tolerance, which=0):
    """Returns the radius of absolute monotonicity: the largest r with K (I + rK)^-1 >= 0 and (I + rK)^-1 e >= 0.

    K = [A 0; b^T 0]. Values down to -tolerance count as nonnegative.
    """
    a, b = tableau.va, tableau.vbs[which]
    if min(min(map(min, a)), min(b)) < -tolerance:
        return mpf(0)
    s = tableau.stages
    k = [r + [mpf(0)] for r in a] + [b + [mpf(0)]]

    def monotone(r):
        system = mp.matrix([[(1 if i == j else 0) + r * k[i][j] for j in range(s + 1)] for i in range(s + 1)])
        try:
            inverse = _lower_inverse(system, s + 1) if tableau.lower else system ** -1
        except ZeroDivisionError:
            return False
        if any(mp.fsum(inverse[i, j] for j in range(s + 1)) < -tolerance for i in range(s + 1)):
            return False
        product = mp.matrix(k) * inverse
        return all(product[i, j] >= -tolerance for i in range(s + 1) for j in range(s + 1))

    with mp.workdps(60):
        if monotone(mpf(10) ** 6):
            return mp.inf
        if not monotone(mpf(10) ** -6):
            return mpf(0)
        low, high = mpf(0), mpf(1)
        while monotone(high):
            low, high = high, 2 * high
        while high - low > mpf(10) ** -25 * high:
            middle = (low + high) / 2
            low, high = (middle, high) if monotone(middle) else (low, middle)
        return low


def _lower_inverse(m, n):
    out = mp.matrix(n, n)
    for j in range(n):
        for i in range(j, n):
            out[i, j] = ((1 if i == j else 0) - mp.fsum(m[i, k] * out[k, j] for k in range(j, i))) / m[i, i]
    return out


def algebraically_stable(tableau):
    """Returns whether b >= 0 and the matrix b_i a_ij + b_j a_ji - b_i b_j is positive semidefinite."""
    a, b, n = tableau.a, tableau.bs[0], tableau.stages
    m = [[b[i] * a[i][j] + b[j] * a[j][i] - b[i] * b[j] for j in range(n)] for i in range(n)]
    if not tableau.exact:
        slack = 10 * tableau.largest_open * max(1, max(abs(x.value()) for r in m for x in r)) * n
        if any(x.value() < -tableau.largest_open for x in b):
            return False
        smallest = min(mp.eigsy(mp.matrix([[x.value() for x in r] for r in m]), eigvals_only=True))
        return bool(smallest >= -slack)
    return all(x.sign() >= 0 for x in b) and _semidefinite(m)


def _semidefinite(m):
    m = [r[:] for r in m]
    while m:
        n = len(m)
        if any(m[i][i].sign() < 0 for i in range(n)):
            return False
        pivot = next((i for i in range(n) if m[i][i]), None)
        if pivot is None:
            return not any(x for r in m for x in r)
        rest = [i for i in range(n) if i != pivot]
        m = [[m[i][j] - m[i][pivot] * m[pivot][j] / m[pivot][pivot] for j in rest] for i in rest]
    return True
