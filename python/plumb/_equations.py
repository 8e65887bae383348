"""Problems defined by functions of Python. They support every study, method and formulation, like built-in problems."""

from __future__ import annotations

import inspect
import os
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence, Union

import numpy as np

from . import _plumb
from ._tracing import Trace, as_formula

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Number = Union[float, str]  # a str is a formula of the parameters
Function = Callable[..., Any]


def define(name: str, *, q0: Sequence[Number], force: Function, mass: Function | ArrayLike | None = None,
           v0: Sequence[Number] | None = None, constraint: Function | None = None, potential: Function | None = None,
           outputs: Mapping[str, Function | tuple[str, Function]] | None = None,
           invariants: Mapping[str, Function | tuple[str, Function]] | None = None,
           coordinates: Sequence[str] | None = None, units: str | Sequence[str] | None = None,
           parameters: Mapping[str, Any] | None = None, t_begin: Number = 0, t_end: Number, title: str = "",
           source: str = "") -> Defined:
    """Defines a problem by its equations M(q) v' = f(t, q, v) - G^T lam, Phi(t, q) = 0, q' = v, G = dPhi/dq.

    All quantities are in SI units. n is the number of coordinates, nl the number of constraints.

    Parameters
    ----------
    name : str
        The problem is "@name" in strings of the command line.
    q0, v0 : sequence of float or str, length n
        Coordinates and velocities at t_begin. A str is a formula of the parameters, such as "1.2*length". The default
        of v0 is 0. They must satisfy the constraints and the time derivative of the constraints.
    mass : callable mass(q) or array, optional
        Mass matrix M, shape (n, n), or its diagonal, shape (n,). Default: the unit matrix.
    force : callable force(t, q, v)
        Force vector f, shape (n,).
    constraint : callable constraint(t, q), optional
        Constraint function Phi, a scalar or shape (nl,). Default: no constraints.
    potential : callable potential(t, q), optional
        Potential energy U [J]; default 0. The energy is v^T M v / 2 + U. The problem is conservative if the time
        derivative of the energy vanishes identically.
    outputs : dict, optional
        {name: function} or {name: (unit, function)} with function(t, q, v, a, lam) -> float. Default: the coordinates.
        The first line of a function's docstring describes the output.
    invariants : dict, optional
        Constants of the motion other than the energy, as outputs, with function(t, q, v) -> float.
    coordinates : sequence of str, optional
        Names of the coordinates; default "q1", "q2", ...
    units : str or sequence of str, optional
        Units of the coordinates: "m" (default), "rad" or "-", one for all or one for each.
    parameters : dict, optional
        {name: default}, or {name: dict} with the key "value" and optional keys "unit", "meaning", "minimum", "maximum".
        The functions above receive parameters as arguments of the same name: force(t, q, v, *, stiffness).
        The string f"{problem}(stiffness=40)" is the problem with another value.
    t_begin, t_end : float or str
        Initial time (default 0) and usual final time of the motion [s].
    title, source : str, optional
        Description and citation.

    Returns
    -------
    Defined
        Accepted by every function of this package in place of the name of a problem.

    Raises
    ------
    ShapeError, UsageError
        An argument has a wrong shape or value.
    TypeError
        A function branches on a number, or converts a number to float. The message names an alternative.

    Notes
    -----
    Each function is called once, with symbolic numbers that record the operations. From the record, Plumb derives exact
    derivatives, all formulations, evaluation in double, long double and quadruple precision, and certified references.
    No Python code runs during a step.

    The functions may use + - * / **, sums, matrix products (@), and numpy's sqrt, sin, cos, tan, arcsin, arccos,
    arctan, arctan2, hypot, sinh, cosh, tanh, exp, log and abs. Other functions of numpy work if they accept arrays of
    dtype object. Convert expressions of sympy by sympy.lambdify(.., "numpy"). Branches on numbers and calls of compiled
    code, such as math.sin, are not allowed. A float is taken as the decimal that Python prints: 0.1 is exactly 1/10.
    """
    q0 = _numbers(q0, "q0")
    v0 = [0] * len(q0) if v0 is None else _numbers(v0, "v0")
    if len(v0) != len(q0):
        raise _plumb.ShapeError(f"v0: it has {len(v0)} numbers; {len(q0)} are needed, as q0 has them")
    writer = _Writer(name, q0, v0, _names(coordinates, len(q0)), _units(units, len(q0)), parameters or {})
    writer.head(title or name, source, t_begin, t_end)
    writer.equations(mass, force, constraint, potential)
    writer.measured("output", outputs or {}, ("t", "q", "v", "a", "lam"))
    writer.measured("invariant", invariants or {}, ("t", "q", "v"))
    return Defined(name, writer.text())


class Defined:
    """A problem created by `define`; accepted in place of the name of a problem.

    `text` is the content of the problem's equations file, and `save(path)` writes this file for the command line and
    other programs. str(problem) is the exact name of the problem, such as "@swing#5a84d96e": two problems may have the
    same name, so a hash of the content follows it. "@swing" alone is the problem of this name that was defined last.
    """

    _known: dict[str, Defined] = {}  # exact name: problem

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self._exact = _plumb.provide_problem("@" + name, text)
        self._known[self._exact] = self

    @classmethod
    def named_in(cls, text):
        """Returns the problems whose exact names occur in `text`."""
        return [one for name, one in list(cls._known.items()) if name in text]

    def __reduce__(self):
        return Defined, (self.name, self.text)

    def save(self, path: str | os.PathLike[str]) -> None:
        with open(os.fspath(path), "w", encoding="utf-8") as file:
            file.write(self.text)

    def __str__(self) -> str:
        return self._exact

    def __repr__(self):
        return f"<plumb problem {self._exact}>"


def _numbers(values, what):
    values = list(np.atleast_1d(np.asarray(values, dtype=object)))
    if not values or any(isinstance(value, (list, np.ndarray)) for value in values):
        raise _plumb.ShapeError(f"{what}: a list of numbers is needed")
    return values


def _names(names, n):
    names = [f"q{i + 1}" for i in range(n)] if names is None else list(names)
    if len(names) != n:
        raise _plumb.ShapeError(f"coordinates: {len(names)} names; {n} are needed, as q0 has them")
    return names


def _units(units, n):
    units = ["m" if units is None else units] * n if units is None or isinstance(units, str) else list(units)
    if len(units) != n:
        raise _plumb.ShapeError(f"units: {len(units)}; one, or {n} are needed, as q0 has them")
    return units


def _quoted(text):
    text = str(text)
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def _toml(value):
    """Returns a number, formula or string as a string of TOML, in quotation marks."""
    return _quoted(value) if isinstance(value, str) else _quoted(as_formula(value))


class _Writer:
    """Writes the equations file of a problem. It calls the functions of the problem with symbolic numbers."""

    def __init__(self, name, q0, v0, names, units, parameters):
        self.name, self.q0, self.v0, self.units, self.parameters = name, q0, v0, units, parameters
        self.names, self.trace, self.parts = names, Trace(), []
        self.of = {key: self.trace.input(key) for key in parameters}
        take = lambda ending: np.array([self.trace.input(name + ending) for name in names], dtype=object)
        self.inputs = {"t": self.trace.input("t"), "q": take(""), "v": take("'"), "a": take("''"),
                       "lam": np.array([], dtype=object)}

    def head(self, title, source, t_begin, t_end):
        lines = ["schema = 1", f"name = {_quoted(self.name)}", f"title = {_quoted(title)}"]
        if source:
            lines.append(f"source = {_quoted(source)}")
        lines += [f"t_begin = {_toml(t_begin)}", f"t_end = {_toml(t_end)}"]
        if self.parameters:
            lines.append("\n[parameters]")
        for key, value in self.parameters.items():
            given = value if isinstance(value, dict) else {"value": value}
            unknown = set(given) - {"value", "unit", "meaning", "minimum", "maximum"}
            if unknown or "value" not in given:
                raise _plumb.UsageError(f"parameter {key}: value, unit, meaning, minimum and maximum are allowed, and a "
                                        f"value is needed")
            entries = ", ".join(f"{one} = {_toml(given[one])}" for one in given)
            lines.append(f"{key} = {{ {entries} }}")
        for name, unit, start, rate in zip(self.names, self.units, self.q0, self.v0):
            lines.append(f"\n[[coordinate]]\nname = {_quoted(name)}\nunit = {_quoted(unit)}\nstart = {_toml(start)}\n"
                         f"rate = {_toml(rate)}")
        self.begin = "\n".join(lines)

    def equations(self, mass, force, constraint, potential):
        n, lines = len(self.q0), ["[equations]"]
        if mass is not None:
            lines.append(f"mass = {self._matrix(self._value(mass, 'mass', ('q',)), n)}")
        forces = self._vector(self._value(force, "force", ("t", "q", "v")), "force", n)
        lines.append(f"force = {self._list(forces)}")
        if constraint is not None:
            rows = self._vector(self._value(constraint, "constraint", ("t", "q")), "constraint")
            self.inputs["lam"] = np.array([self.trace.input(f"lambda{i + 1}") for i in range(len(rows))], dtype=object)
            lines.append(f"constraint = {self._list(rows)}")
        if potential is not None:
            energy = self._vector(self._value(potential, "potential", ("t", "q")), "potential", 1)
            lines.append(f"potential = {_toml(as_formula(energy[0]))}")
        self.parts.append("\n".join(lines))

    def measured(self, kind, all_of_them, arguments):
        for name, given in all_of_them.items():
            unit, function = given if isinstance(given, tuple) else ("-", given)
            value = self._vector(self._value(function, f"{kind} {name}", arguments), f"{kind} {name}", 1)
            self.parts.append(f"[[{kind}]]\nname = {_quoted(name)}\nunit = {_quoted(unit)}\n"
                              f"meaning = {_quoted(self._meaning(function, name))}\nvalue = {_toml(as_formula(value[0]))}")

    def text(self):
        lines = [f"{name} = {_quoted(formula)}" for formula, name in self.trace.lines.items()]
        expressions = ["[expressions]\n" + "\n".join(lines)] if lines else []
        return "\n\n".join([self.begin] + expressions + self.parts) + "\n"

    def _value(self, function, what, arguments):
        """Returns the result of `function` for symbolic arguments; returns `function` unchanged if it is not callable.

        `arguments` names the positional arguments, and `what` names the function in messages.
        """
        if not callable(function):
            return function
        known = {key: self.of[key] for key in self._parameters_of(function, what, len(arguments))}
        return function(*(self.inputs[one] for one in arguments), **known)

    def _parameters_of(self, function, what, positions):
        try:
            taken = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            return []
        if any(one.kind is one.VAR_KEYWORD for one in taken):
            return list(self.of)
        by_name = [one for one in taken if one.kind is one.KEYWORD_ONLY]
        by_name += [one for one in taken if one.kind is one.POSITIONAL_OR_KEYWORD][positions:]
        unknown = [one.name for one in by_name if one.name not in self.of and one.default is one.empty]
        if unknown:
            raise _plumb.UsageError(f"{what}: it takes '{unknown[0]}', which is no parameter; parameters are "
                                    f"{', '.join(self.of) or 'none'}")
        return [one.name for one in by_name if one.name in self.of]

    @staticmethod
    def _meaning(function, name):
        return (inspect.getdoc(function) or name).split("\n")[0] if callable(function) else name

    @staticmethod
    def _vector(value, what, size=None):
        out = np.atleast_1d(np.asarray(value, dtype=object))
        if out.ndim != 1 or (size is not None and len(out) != size) or not len(out):
            raise _plumb.ShapeError(f"{what}: it has the shape {np.shape(value)}; ({'any' if size is None else size},) is "
                                    f"needed")
        return out

    def _list(self, values):
        return "[" + ", ".join(_toml(as_formula(value)) for value in values) + "]"

    def _matrix(self, value, n):
        out = np.asarray(value, dtype=object)
        if out.shape == (n,):
            return self._list(out)
        if out.shape != (n, n):
            raise _plumb.ShapeError(f"mass: it has the shape {out.shape}; ({n}, {n}) or its diagonal, ({n},), is needed")
        return "[" + ",\n        ".join(self._list(row) for row in out) + "]"
