"""The hash of a method in Python covers all its inputs, so an edited method never gets the results of another one."""
import collections
import dataclasses
import enum
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
import warnings
from fractions import Fraction

import numpy as np

import plumb
from plumb._methods import Method

HELPER = """
import numpy as np
offset = 0.0
weights = np.array([1.0, 2.0])
def imported(x): return x * 1.0 + offset + weights[0]
def of_module(x): return nested(x)
def nested(x): return x + 0.5
class Imported:
    rate = 2.0
"""

METHOD = """
import functools, math
import numpy as np
import plumb
import helper_of_test
from helper_of_test import imported, Imported

b = np.array([1 / 6, 2 / 3, 1 / 6])
objects = np.array([1, "two"], dtype=object)
factor = 1.0
table = {"x": [1, 2], "y": (3, {4})}
class Base:
    scale = 1.0
    def of_base(self): return self.theta * self.scale
class Coefficients(Base):
    __slots__ = ("theta", "gamma")
    def __init__(self): self.theta, self.gamma, self.more = 0.5, [1], {"z": 1}
    @property
    def derived(self): return self.theta + 1
    @staticmethod
    def of_static(x): return x * 2
    @classmethod
    def of_class(cls, x): return x * cls.scale
coefficients = Coefficients()
def inner(x): return x + 1
def helper(x): return inner(x) * factor
@functools.lru_cache(maxsize=None)
def cached(x): return x * 3
def decorated(f):
    def wrapper(x): return f(x) * 5
    return wrapper
@decorated
def wrapped(x): return x + 7
partial = functools.partial(pow, 2)
swap = [lambda x: x - 1]
def factory(theta, weights):
    @plumb.method(order=1, parameters={"rho": 0.25})
    def method(system, t, h, x, rho, shift=0.125, *, twist=(1, 2)):
        def local(y): return y * 11
        k = b @ b + objects[0] + table["x"][0] + coefficients.theta + coefficients.of_base() + coefficients.derived
        k += helper(1) + cached(2) + wrapped(3) + partial(2) + swap[0](1) + local(2) + imported(1) + Imported.rate
        k += helper_of_test.of_module(2) + Coefficients.of_static(1) + Coefficients.of_class(2) + math.sin(1)
        k += sum(z * 13 for z in weights) + theta
        x.q = x.q + h * k * x.v
    return method
made = factory(0.75, np.array([1.0, 2.0]))
"""

# Edits of METHOD or HELPER, which must all change the hash: (old text, new text).
EDITS = [
    ("b = np.array([1 / 6,", "b = np.array([1 / 7,"), ("b = np.array([1 / 6, 2 / 3, 1 / 6])", "b = np.array([[1 / 6, 2 / 3, 1 / 6]])"),
    ("1 / 6])\n", "1 / 6], dtype=np.float32)\n"), ('"two"]', '"three"]'), ("factor = 1.0", "factor = 1.5"), ("factor = 1.0", "factor = 1"),
    ('"x": [1, 2]', '"x": [1, 3]'), ("{4}", "{5}"), ("(3, {4})", "[3, {4}]"), ("scale = 1.0", "scale = 2.0"),
    ("return self.theta * self.scale", "return self.theta + self.scale"), ("class Coefficients(Base)", "class Coefficients(Base, Imported)"),
    ("= 0.5, [1]", "= 0.25, [1]"), ("0.5, [1]", "0.5, [2]"), ('{"z": 1}', '{"z": 2}'), ("return self.theta + 1", "return self.theta + 2"),
    ("return x * 2", "return x * 3"), ("return x * cls.scale", "return x / cls.scale"), ("def inner(x): return x + 1", "def inner(x): return x - 1"),
    ("return inner(x) * factor", "return inner(x) / factor"), ("return x * 3", "return x * 4"), ("return f(x) * 5", "return f(x) * 6"),
    ("return x + 7", "return x + 8"), ("functools.partial(pow, 2)", "functools.partial(pow, 3)"), ("lambda x: x - 1", "lambda x: x - 2"),
    ('parameters={"rho": 0.25}', 'parameters={"rho": 0.5}'), ("shift=0.125", "shift=0.25"), ("twist=(1, 2)", "twist=(1, 3)"), ("return y * 11", "return y * 12"),
    ("z * 13", "z * 14"), ("factory(0.75", "factory(0.5"), ("np.array([1.0, 2.0]))", "np.array([1.0, 3.0]))"), ("math.sin(1)", "math.cos(1)"),
    ("order=1", "order=2"), ("h * k * x.v", "h * (k * x.v)"), ("b @ b", "b.sum()"),
    ("offset = 0.0", "offset = 1.0"), ("weights = np.array([1.0, 2.0])", "weights = np.array([1.5, 2.0])"), ("return x * 1.0", "return x * 1.5"),
    ("return nested(x)", "return -nested(x)"), ("return x + 0.5", "return x + 0.75"), ("rate = 2.0", "rate = 3.0"),
    ('k = b @ b', 'import math; k = b @ b'), ("def imported(x): return", "def imported(x, y=1): return"),
]

# Statements that change an object of the method after its definition. All must change the hash.
IN_PLACE = ["b[0] = 5", "factor = 7", "table['x'].append(1)", "coefficients.theta = 9", "coefficients.more['w'] = 1", "Base.scale = 3",
            "inner = lambda x: x", "helper_of_test.offset = 4", "helper_of_test.nested = abs", "cached = abs", "swap[0] = abs",
            "Coefficients.of_static = staticmethod(abs)", "objects[1] = 3", "made.__defaults__ = (8,)", "made.note = 1",
            "del coefficients.gamma", "helper_of_test.Imported.rate = 1"]

# Expressions whose values cannot be hashed. Methods that use them run, but their results are not stored.
OPAQUE = ["np.random.rand()", "rng.random()", "open(path).read()", "time.time()", "eval('factor')", "globals()['factor']",
          "next(generator)", "os.environ.get('THETA')", "np.loadtxt(path)", "lock.locked()", "vars(helper_of_test)"]


def content(method):
    of = Method.of(method)
    name = of.text()
    return name if of.why_not_stored is None else None


def load(method=METHOD, helper=HELPER):
    """Imports `helper` and `method` as modules from their source texts; returns the module of `method`."""
    out = []
    for name, text in (("helper_of_test", helper), ("method_of_test", method)):
        module = types.ModuleType(name)
        sys.modules[name] = module
        exec(compile(text, name + ".py", "exec"), vars(module))
        out.append(module)
    return out[1]


class Content(unittest.TestCase):
    def test_every_edit_is_another_method(self):
        seen = {content(load().made): "as it is"}
        self.assertNotIn(None, seen)
        for before, after in EDITS:
            self.assertTrue((METHOD + HELPER).count(before), before)
            edited = content(load(METHOD.replace(before, after, 1),
                                  HELPER if before in METHOD else HELPER.replace(before, after, 1)).made)
            self.assertNotIn(edited, seen, f"{before} -> {after} as {seen.get(edited)}")
            seen[edited] = before

    def test_every_change_of_what_it_uses_is_another_method(self):
        for statement in IN_PLACE:
            module = load()
            before = content(module.made)
            exec(statement, vars(module))
            self.assertNotEqual(content(module.made), before, statement)

    def test_values_of_libraries(self):
        from scipy.interpolate import CubicSpline
        from scipy.sparse import csr_matrix

        @dataclasses.dataclass(frozen=True)
        class Data:
            theta: float
        number = collections.namedtuple("number", "x")
        kinds = {"dataclass": Data, "enum": lambda x: enum.Enum("Kind", {"A": x}).A, "tuple": number, "fraction": Fraction,
                 "sparse": lambda x: csr_matrix([[x]]), "spline": lambda x: CubicSpline([0, 1, 2], [0, 1, x]),
                 "deque": lambda x: collections.deque([x]), "polynomial": lambda x: np.poly1d([x, 1]),
                 "vectorize": lambda x: np.vectorize(lambda z: z + x), "namespace": lambda x: types.SimpleNamespace(x=x),
                 "structured": lambda x: np.array([(x, 1)], dtype=[("a", float), ("b", int)]), "scalar": np.float32,
                 "view": lambda x: memoryview(b"1"), "set": lambda x: {x, "a"}, "bytes": lambda x: bytearray([x])}
        for name, kind in kinds.items():
            seen = []
            for value in (kind(3), kind(4), kind(3)):
                @plumb.method(order=1, name="uses")
                def uses(system, t, h, x):
                    return value
                seen.append(content(uses))
            if name == "view":
                self.assertEqual(seen, [None] * 3)
            else:
                self.assertEqual([seen[0] == one for one in seen], [True, False, True], name)

    def test_what_it_does_not_use_does_not_count(self):
        before = content(load().made)
        for text in (METHOD + "\nunused = 3\n", METHOD.replace("factor = 1.0", "factor = 1.0  # a comment\n\n"),
                     "v = q = memory = 1\n" + METHOD, METHOD.replace("import functools, math", "import math, functools")):
            self.assertEqual(content(load(text).made), before)

    def test_it_is_the_same_in_every_process(self):
        script = ("import sys; sys.path.insert(0, sys.argv[1]); from test_identity import content, load; "
                  "print(content(load().made))")
        here = content(load().made)
        for seed in ("1", "2"):
            done = subprocess.run([sys.executable, "-c", script, str(pathlib.Path(__file__).parent)], text=True,
                                  capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
            self.assertEqual(done.stdout.strip(), here)

    def test_what_no_hash_covers(self):
        for code in OPAQUE:
            text = METHOD.replace("k = b @ b", f"k = {code}").replace(
                "import functools, math", "import functools, math, os, threading, time\nimport numpy as np\npath = 'p'\n"
                "rng, lock, generator = np.random.default_rng(1), threading.Lock(), iter(x for x in range(9))")
            one, other = load(text).made, load(text).made
            self.assertIsNone(content(one), code)
            self.assertNotEqual(Method.of(one).text(), Method.of(other).text())

    def test_two_classes_of_one_name(self):
        names = []
        for factor in (1.0, 2.0):
            @plumb.method(order=1, name="twice-defined")
            class Twice:
                scale = factor

                def step(system, t, h, x):
                    x.q = x.q + h * __class__.scale * x.v
            names.append(content(Twice))
        self.assertNotEqual(*names)


def with_weight(theta):
    @plumb.method(order=1)
    def euler(system, t, h, x):
        a, _ = system.acceleration(t, x.q, x.v)
        x.q = system.retract(x.q, h * (theta * x.v + (1 - theta) * (x.v + h * a)))
        x.v = x.v + h * a
    return euler


def errors(problem, methods, **settings):
    return list(plumb.run(problem, methods, "1e-2", formulation="ode", t_end=1, **settings)["end.q"])


class Each(unittest.TestCase):
    """Different objects with the same name, such as those from a factory function or a notebook."""

    def test_methods_of_one_name_run_their_own_code(self):
        a = with_weight(1.0)
        alone = errors("pendulum", a)
        b = with_weight(0.0)
        other = errors("pendulum", b)
        self.assertNotEqual(alone, other)
        self.assertEqual(errors("pendulum", a), alone)
        self.assertEqual(errors("pendulum", [a, b]), alone + other)
        self.assertEqual(errors("pendulum", [b, a]), other + alone)
        self.assertEqual(errors("pendulum", "@euler"), other, "the name alone is the last definition")
        self.assertEqual(len(plumb.analyze([a, b]).table), 2)

    def test_one_function_makes_several_methods(self):
        def drag(system, t, h, x, k):
            x.q, x.v = x.q + h * x.v, x.v + h * k * system.acceleration(t, x.q, x.v)[0]
        made = [plumb.method(drag, order=1, parameters={"k": k}) for k in (1.0, 0.5, 1.0)]
        one, half, again = (errors("pendulum", method)[0] for method in made)
        self.assertNotEqual(one, half)
        self.assertEqual(one, again)

    def test_a_class_made_of_a_method_is_no_method_yet(self):
        @plumb.method(order=1)
        class First:
            def step(system, t, h, x):
                pass

        class Second(First):
            pass
        with self.assertRaisesRegex(plumb.UsageError, "Second is no method of Plumb yet: put @plumb.method"):
            plumb.run("pendulum", Second, "1e-2")

    def test_problems_of_one_name_are_their_own(self):
        def spring(k):
            return plumb.define("own", q0=[1.0], t_end=1, force=lambda t, q, v: [-k * q[0]], parameters={"unused": 1})
        a = spring(1.0)
        alone = errors(a, "erk4")
        b = spring(4.0)
        other = errors(b, "erk4")
        self.assertNotEqual(alone, other)
        self.assertEqual(errors([a, b], "erk4"), alone + other)
        self.assertEqual(errors(str(a), "erk4"), alone)
        self.assertEqual(errors(f"{a}(unused=2)", "erk4"), alone)
        self.assertEqual(plumb.problem(a).rhs(0, [1.0, 0])[1], -1)
        self.assertEqual(plumb.problem("@own").rhs(0, [1.0, 0])[1], -4)


class Stored(unittest.TestCase):
    def test_an_edited_method_does_not_get_the_numbers_of_the_store(self):
        with tempfile.TemporaryDirectory() as folder:
            settings = {"store": os.path.join(folder, "a.db")}
            weights = np.array([1.0, 0.0])

            @plumb.method(order=1)
            def weighted(system, t, h, x):
                v = x.v + h * system.acceleration(t, x.q, x.v)[0]
                x.q, x.v = x.q + h * (weights @ [x.v, v]), v
            first = errors("pendulum", weighted, **settings)
            self.assertEqual(errors("pendulum", weighted, **settings), first)
            weights[:] = 0.0, 1.0
            self.assertEqual(errors("pendulum", "@weighted", **settings), errors("pendulum", weighted))
            self.assertNotEqual(errors("pendulum", weighted, **settings), first)
            weights[:] = 1.0, 0.0
            self.assertEqual(errors("pendulum", weighted, **settings), first)

    def test_what_no_hash_covers_is_not_stored_and_says_so_once(self):
        noise = np.random.default_rng(1)

        @plumb.method(order=1)
        def noisy(system, t, h, x):
            x.q = x.q + 1e-3 * noise.random()
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            settings = {"store": os.path.join(folder, "a.db")}
            numbers = errors("pendulum", [noisy, "erk4"], **settings)
            self.assertNotEqual(errors("pendulum", [noisy, "erk4"], **settings)[0], numbers[0])
            said = [str(one.message) for one in told if "store" in str(one.message)]
            self.assertEqual(len(said), 1, said)
            self.assertRegex(said[0], "@noisy: no store keeps its results, because it uses .*numpy.random")
            import sqlite3
            tables = sqlite3.connect(settings["store"])
            names = [row[0] for row in tables.execute("select name from sqlite_master where type = 'table'")]
            held = str([list(tables.execute(f"select * from {name}")) for name in names])
            self.assertIn("erk4", held)
            self.assertNotIn("noisy", held)


if __name__ == "__main__":
    unittest.main()
