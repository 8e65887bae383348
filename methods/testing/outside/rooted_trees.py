"""Order conditions of Runge-Kutta methods for all rooted trees of up to 10 nodes, with bounds of rounding errors.

The bounds follow from the bounds of the rounding errors of the coefficients.
"""
import mpmath as mp

LARGEST = 10


def _trees():
    trees = [dict(order=1, children=(), gamma=1, sigma=1)]

    def grow(order, missing, bound, children):
        if missing == 0:
            gamma, sigma, repeated = order, 1, 0
            for i, child in enumerate(children):
                repeated = repeated + 1 if i and children[i - 1] == child else 1
                gamma *= trees[child]["gamma"]
                sigma *= trees[child]["sigma"] * repeated
            trees.append(dict(order=order, children=tuple(children), gamma=gamma, sigma=sigma))
            return
        for i in range(bound, -1, -1):
            if trees[i]["order"] <= missing:
                grow(order, missing - trees[i]["order"], i, children + [i])

    for order in range(2, LARGEST + 1):
        grow(order, order - 1, len(trees) - 1, [])
    return trees


TREES = _trees()


def _product(a, x):
    return [mp.fsum(e * x[j] for j, e in row) for row in a]


def weights(a, bs):
    """Returns the elementary weights b . Phi(tree): a list for each b of `bs`, with one weight per tree of TREES."""
    rows = [[(j, e) for j, e in enumerate(row) if e] for row in a]
    one = [mp.mpf(1)] * len(a)
    a_phi, out = [], [[] for _ in bs]
    for tree in TREES:
        phi = one
        for child in tree["children"]:
            phi = [x * y for x, y in zip(phi, a_phi[child])]
        for k, b in enumerate(bs):
            out[k].append(mp.fsum(x * y for x, y in zip(b, phi) if x))
        if tree["order"] < LARGEST:
            a_phi.append(_product(rows, phi))
    return out


def report(a, bs, open_a, open_bs):
    """Returns a dictionary for each b of `bs`.

    order       largest order whose conditions hold within the rounding errors of the coefficients
    near        {limit: order} with residuals up to 1e-15, 1e-12 and 1e-9 taken as 0
    residual    for each order 1, 2, ...: the largest abs(b . Phi - 1/gamma) / sigma over its trees
    norm        for each order: the 2-norm of these residuals
    open        for each order: the largest bound of the error of abs(b . Phi - 1/gamma) by rounded coefficients

    open_a and open_bs are bounds of the rounding errors of a and bs.
    """
    exact = not any(map(any, open_a)) and not any(map(any, open_bs))
    values = weights(a, bs)
    if exact:
        slack = [[mp.mpf(0)] * len(TREES) for _ in bs]
    else:
        size = weights([[abs(x) for x in r] for r in a], [[abs(x) for x in b] for b in bs])
        wide = weights([[abs(x) + d for x, d in zip(r, e)] for r, e in zip(a, open_a)],
                       [[abs(x) + d for x, d in zip(b, e)] for b, e in zip(bs, open_bs)])
        slack = [[w - s for w, s in zip(x, y)] for x, y in zip(wide, size)]
    return [_orders(v, s) for v, s in zip(values, slack)]


def _orders(values, slack):
    rounding = mp.mpf(10) ** -80
    largest, norm, open_part = ([mp.mpf(0)] * (LARGEST + 1) for _ in range(3))
    holds = [True] * (LARGEST + 1)
    for tree, value, s in zip(TREES, values, slack):
        p = tree["order"]
        error = abs(value - mp.mpf(1) / tree["gamma"])
        if error < rounding:
            error = mp.mpf(0)
        coefficient = error / tree["sigma"]
        largest[p] = max(largest[p], coefficient)
        norm[p] = mp.sqrt(norm[p] ** 2 + coefficient ** 2)
        open_part[p] = max(open_part[p], s)
        holds[p] = holds[p] and error <= s
    order = next((p - 1 for p in range(1, LARGEST + 1) if not holds[p]), LARGEST)
    near = {limit: next((p - 1 for p in range(1, LARGEST + 1) if largest[p] > mp.mpf(limit)), LARGEST)
            for limit in ("1e-15", "1e-12", "1e-9")}
    return dict(order=order, near=near, residual=largest[1:], norm=norm[1:], open=open_part[1:])
