"""Every function of libplumb.so that gives numbers beside the same of the package of Python: fails where one calls
another's function, or hands on its arguments in another order."""
import ctypes
import sys

import numpy as np

import plumb

library = ctypes.CDLL(sys.argv[1])
library.plumb_open.restype = ctypes.c_void_p
t = 0.3


def called(handle, function, size, *given):
    out = np.full(size, np.nan)
    arguments = [ctypes.c_double(x) if isinstance(x, float) else x.ctypes.data_as(ctypes.c_void_p) for x in given]
    status = getattr(library, function)(ctypes.c_void_p(handle), *arguments, out.ctypes.data_as(ctypes.c_void_p))
    assert status == 0, function
    return out


for problem, formulation in (("slider-crank", "index1"), ("spinning-top", "rotation-index2"), ("pendulum", "ggl")):
    p = plumb.problem(problem, formulation)
    handle = library.plumb_open(problem.encode(), formulation.encode())
    random = np.random.default_rng(1)
    near = lambda x: np.ascontiguousarray(x + 0.01 * random.standard_normal(len(x)))
    x = p.start()
    q, v, lam, theta = near(x["q"]), near(x["v"]), near(x["lam"]), near(np.zeros(p.nv))
    y0, dy0 = p.first_order_start()
    y, dy, yv = near(y0), near(dy0), np.concatenate([q, v])
    column = lambda matrix: np.asarray(matrix).ravel(order="F")
    checks = [
        ("mass_matrix", column(p.mass_matrix(q)), (q,)), ("force", p.force(t, q, v), (t, q, v)),
        ("constraint", p.constraint(t, q), (t, q)), ("constraint_rate", p.constraint_rate(t, q, v), (t, q, v)),
        ("constraint_bias", p.constraint_bias(t, q, v), (t, q, v)),
        ("constraint_jacobian", column(p.constraint_jacobian(t, q)), (t, q)),
        ("reaction", p.reaction(t, q, lam), (t, q, lam)), ("invariants", p.invariants(t, q, v), (t, q, v)),
        ("outputs", p.outputs(t, q, v, x["a"], lam), (t, q, v, x["a"], lam)),
        ("retract", p.retract(q, theta), (q, theta)), ("local", p.local(x["q"], q), (x["q"], q)),
        ("residual", p.residual(t, y, dy), (t, y, dy)), ("jacobian", column(p.jacobian(t, y, dy, 0.7)), (t, y, dy, 0.7)),
        ("jacobian_entries", p.sparse_parts(t, y, dy, 0.7)[0], (t, y, dy, 0.7)), ("differential", p.differential, ())]
    if p.has_rhs:
        checks += [("rhs", p.rhs(t, yv), (t, yv)), ("rhs_jacobian", column(p.rhs_jacobian(t, yv)), (t, yv))]
    for name, expected, given in checks:
        np.testing.assert_array_equal(called(handle, "plumb_" + name, len(expected), *given), expected, err_msg=name)
    a = np.zeros(p.nv)
    found = called(handle, "plumb_acceleration", p.nl, t, q, v, a)
    np.testing.assert_array_equal(np.concatenate([a, found]), np.concatenate(p.acceleration(t, q, v)))
    reference = p.reference(1.0)
    values, digits = np.zeros(reference.values.size), np.zeros(reference.values.size, dtype=np.int32)
    time = np.array([1.0])
    pointer = lambda of: of.ctypes.data_as(ctypes.c_void_p)
    assert library.plumb_reference(ctypes.c_void_p(handle), 1, pointer(time), pointer(values), pointer(digits)) == 0
    np.testing.assert_array_equal(values, reference.values.to_numpy()[0])
    np.testing.assert_array_equal(digits, reference.digits.to_numpy()[0])
print("both agree")
