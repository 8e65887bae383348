"""Time integrators written in Python. They support every study, like the methods of the catalogue."""

from __future__ import annotations

import inspect
import types
import uuid
import warnings
from typing import Any, Callable, Mapping, TypeVar, overload

from . import _plumb
from ._identity import MARK, CannotBeHashed, content_of

Own = TypeVar("Own")  # the function, class or object of the user


@overload
def method(cls: Own, *, order: int, forms: str = ..., name: str | None = ..., title: str = ..., source: str = ...,
           multiplier_order: int = ..., memory: Callable[[int, int, int], int] | None = ...,
           parameters: Mapping[str, Any] | None = ..., vector_space_only: bool = ...,
           velocity_independent_only: bool = ...) -> Own: ...


@overload
def method(cls: None = ..., *, order: int, forms: str = ..., name: str | None = ..., title: str = ...,
           source: str = ..., multiplier_order: int = ..., memory: Callable[[int, int, int], int] | None = ...,
           parameters: Mapping[str, Any] | None = ..., vector_space_only: bool = ...,
           velocity_independent_only: bool = ...) -> Callable[[Own], Own]: ...


def method(cls: Any = None, *, order: int, forms: str = "ode", name: str | None = None, title: str = "",
           source: str = "", multiplier_order: int = 0, memory: Callable[[int, int, int], int] | None = None,
           parameters: Mapping[str, Any] | None = None, vector_space_only: bool = False,
           velocity_independent_only: bool = False) -> Any:
    """Registers a function or class as a time integrator. Use it as a decorator: @plumb.method(order=2).

    A method is a function step(system, t, h, x, **parameters), or a class or object with a function `step` of this
    signature, without self in a class. It may also have start(system, t, h, x, **parameters), which is called before
    the first step.

    `step` advances the state `x` (StepState) from t to t + h [s]:

    x.q, x.v         coordinates, shape (nq,), and velocities, shape (nv,)
    x.a, x.lam       accelerations, shape (nv,), and multipliers, shape (nl,), at t + h; optional
    x.memory         all other values that the method carries from step to step, shape (memory(nq, nv, nl),)

    `step` may change these arrays in place or assign new arrays. If an array then has a wrong shape or is not real, the
    run has the status "crashed" with a reason.

    `system` (StepSystem) has the sizes nq, nv, nl, and the equations M v' = f - G^T lam, Phi = 0 of the run:

    acceleration(t, q, v)              (v', lam) of the index-1 equations
    force(t, q, v)                     f
    momentum(q, v)                     M v
    reaction(t, q, lam)                G^T lam
    mass_solve(t, q, w, e)             the solution of [M G^T; G 0] (x, y) = (w, e)
    constraint(t, q)                   Phi; constraint_rate(t, q, v) is Phi', constraint_acceleration(t, q, v, a) Phi''
    constraint_bias(t, q, v)           Phi'' - G v'
    factor(slot, t, q, v, a, lam, **weights)    factorises B = mass M - damping df/dv - stiffness K + identity, bordered
                                       by G^T and the constraint rows; K = d(f - G^T lam - M a)/dq; slot is 0 to 15
    solve(slot, w, e)                  solves with the matrix of the slot
    retract(q, theta), local(q, q1)    q [+] theta, and the inverse: theta with q [+] theta = q1
    begin_iteration(), judge(size, scale, what)    judge returns True if the Newton iteration has converged, by the
                                       tolerance and limit of the run; it raises StepFailed if the iteration fails
    norm(x, y)                         the norm of the run
    count(counter, number)             "stages", "newton_iterations", "residual_evaluations" or "newton_failures"

    docs/methods-from-outside.md and interface/plumb_method.h describe them, with all weights of `factor`.

    Parameters
    ----------
    order : int
        Claimed order of convergence of q and v. `plumb.order` measures it.
    forms : str
        Forms of the equations that the method solves: words of "ode index1 index2 index3 ggl projected".
    name, title : str, optional
        Default of the name: the name of the function or class. Default of the title: the first line of its docstring.
    source : str, optional
        Citation.
    multiplier_order : int
        Claimed order of the multipliers; 0: no claim.
    memory : callable memory(nq, nv, nl) -> int, optional
        Returns the length of x.memory. Default: 0.
    parameters : dict, optional
        {name: default}, or {name: dict} with the key "default" and the optional keys "minimum", "maximum", "unit" and
        "meaning". `step` receives the values as keyword arguments.
    vector_space_only : bool
        True if the method does not support rotations.
    velocity_independent_only : bool
        True if the method requires accelerations that do not depend on velocities.

    Returns
    -------
    function, class or object
        Can be called as before, and is accepted by every study in place of the name of a method. It is the argument
        itself, or a copy if the argument is already registered with other properties.

    Notes
    -----
    If `step` raises StepFailed, the run ends with its status, which is a result. KeyboardInterrupt and SystemExit are
    raised unchanged. Any other exception stops the study and is raised as MethodError.

    Results are identified by a hash of the method at the beginning of a study. The hash covers the code, and the values
    that it uses: globals, closures, defaults, attributes, arrays and called functions. If the method uses an object
    that cannot be hashed, such as a random generator or a file, it runs, but its results are not stored.

    A method can be passed to other processes by multiprocessing and joblib. With multiprocessing, its definition must
    be at the top level of a module, which the other process imports. joblib copies other functions and classes, too.

    With jobs > 1, several threads call `step`. The lock of the interpreter (GIL) prevents that they run at once.
    """
    claims: dict[str, Any] = {
        "order": order, "forms": forms, "name": name, "title": title, "source": source,
        "multiplier_order": multiplier_order, "memory": memory, "parameters": parameters,
        "vector_space_only": vector_space_only, "velocity_independent_only": velocity_independent_only}
    if cls is None:
        return lambda of: method(of, **claims)
    step = getattr(cls, "step", None) or (cls if callable(cls) and not inspect.isclass(cls) else None)
    if step is None:
        raise _plumb.UsageError("method: a function, or a class with a function step, is needed")
    name = name or getattr(cls, "__name__", type(cls).__name__)
    described = {
        "name": name, "title": title or (inspect.getdoc(cls) or "").split("\n")[0][:200], "source": source,
        "forms": forms, "order": int(order), "multiplier_order": int(multiplier_order), "memory": memory,
        "vector_space_only": bool(vector_space_only), "velocity_independent_only": bool(velocity_independent_only),
        "parameters": [_parameter(key, value) for key, value in (parameters or {}).items()],
        "start": getattr(cls, "start", None), "step": step}
    for part in ("start", "step"):
        _require_arguments(described[part], part, described)
    out = Method.add(cls, described).object
    _mark(out, claims)
    return out


def _mark(of: Any, claims: dict[str, Any]) -> None:
    """Stores the arguments of `method` in the object, so that copies in other processes can be registered again."""
    try:
        setattr(of, MARK, claims)
    except (AttributeError, TypeError):  # the class of the object has __slots__
        pass


def _marked(value: Any) -> dict[str, Any] | None:
    """Returns the arguments of `method` that are stored in the object itself; None for others.

    Objects of functools.wraps have the attributes of the wrapped function, but are other functions.
    """
    attributes = getattr(value, "__dict__", None) or {}
    return None if "__wrapped__" in attributes else attributes.get(MARK)


class Method:
    """A registered method: the object of the user, its properties, and its name in strings of the command line."""

    _by_object = {}  # id of the object: Method, which keeps the object alive
    _newest = {}  # name: the Method of this name that was registered last

    def __init__(self, of, described):
        self.object, self.described = of, described
        self.content, self.why_not_stored, self.exact = None, None, None
        self.is_told = False
        self.own = uuid.uuid4().hex  # replaces the hash if the method cannot be hashed

    @classmethod
    def add(cls, of, described):
        before = cls._by_object.get(id(of))
        if before is None or before.described == described:
            out = cls(of, described)
        else:
            out = cls(_copy(of), described)
        out.text()
        cls._by_object[id(out.object)] = cls._newest[described["name"]] = out
        return out

    @classmethod
    def of(cls, value):
        """Returns the Method that is registered for this object, or None.

        Registers an object that pickle or cloudpickle has restored from a method of another process.
        """
        found = cls._by_object.get(id(value))
        claims = _marked(value) if found is None else None
        if claims is None:
            return found
        method(value, **claims)
        return cls._by_object.get(id(value))

    @classmethod
    def named_in(cls, text):
        """Returns the methods that may occur in `text`."""
        return [one for name, one in list(cls._newest.items()) if "@" in text and name in text]

    @classmethod
    def every_name(cls):
        return ["@" + name for name in cls._newest]

    def text(self):
        """Returns the exact name of this method, "@name#5a84d96e", after an update of its hash."""
        try:
            content, self.why_not_stored = content_of(self.object, self.described), None
        except CannotBeHashed as why:
            content, self.why_not_stored = self.own, str(why)
        if content != self.content:
            newest = self if self.exact is None else self._newest[self.described["name"]]
            self.exact = _plumb.provide(self.described, content, self.why_not_stored is None)
            self.content = content
            if newest is not self:  # "@name" must remain the newest method
                _plumb.provide(newest.described, newest.content, newest.why_not_stored is None)
        return self.exact

    @classmethod
    def tell_not_stored(cls, texts):
        """Warns about each method in `texts` whose results cannot be stored; once per method."""
        for one in list(cls._by_object.values()):
            is_named = any(text == one.exact or one in cls.named_in(text) for text in texts)
            if is_named and one.why_not_stored and not one.is_told:
                one.is_told = True
                warnings.warn(f"@{one.described['name']}: no store keeps its results, because {one.why_not_stored}",
                              stacklevel=5)


def _copy(of):
    """Returns another object with the same behaviour."""
    if isinstance(of, types.FunctionType):
        out = types.FunctionType(of.__code__, of.__globals__, of.__name__, of.__defaults__, of.__closure__)
        out.__kwdefaults__, out.__doc__ = of.__kwdefaults__, of.__doc__
        return out
    if inspect.isclass(of):
        return type(of)(of.__name__, (of,), {})
    return lambda *arguments, **parameters: of(*arguments, **parameters)


def _require_arguments(function, part, described):
    """Raises UsageError if `function` cannot be called with the arguments of a step."""
    if function is None:
        return
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return
    names = [one["name"] for one in described["parameters"]]
    try:
        signature.bind("system", "t", "h", "x", **dict.fromkeys(names))
    except TypeError as why:
        has_self = next(iter(signature.parameters), "") == "self"
        hint = ("; a class is used as it is, without an instance: leave out self, or make a method of an instance"
                if has_self else "")
        raise _plumb.UsageError(f"{described['name']}: {part}{signature} cannot be called as "
                                f"{part}({', '.join(['system', 't', 'h', 'x', *names])}): {why}{hint}") from None


def _parameter(name, value):
    given = value if isinstance(value, dict) else {"default": value}
    unknown = set(given) - {"default", "minimum", "maximum", "unit", "meaning"}
    if unknown or "default" not in given:
        raise _plumb.UsageError(f"parameter {name}: default, minimum, maximum, unit and meaning are allowed, and a "
                                f"default is needed")
    return {"name": name, "default": given["default"], "unit": given.get("unit", "-"),
            "meaning": given.get("meaning", ""), "minimum": given.get("minimum"), "maximum": given.get("maximum")}
