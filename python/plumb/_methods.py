"""Methods in Python, which go through everything that those of the catalogue go through."""

from __future__ import annotations

import inspect
import types
import uuid
import warnings
from typing import Any, Callable, Mapping, TypeVar, overload

from . import _plumb
from ._identity import CannotBeHashed, content_of

Own = TypeVar("Own")  # a function or class of the user

@overload
def method(cls: Own, *, order: int, forms: str = ..., name: str | None = ..., title: str = ..., source: str = ...,
           multiplier_order: int = ..., memory: Callable[[int, int, int], int] | None = ...,
           parameters: Mapping[str, Any] | None = ..., vector_space_only: bool = ...,
           velocity_independent_only: bool = ...) -> Own: ...


@overload
def method(cls: None = ..., *, order: int, forms: str = ..., name: str | None = ..., title: str = ..., source: str = ...,
           multiplier_order: int = ..., memory: Callable[[int, int, int], int] | None = ...,
           parameters: Mapping[str, Any] | None = ..., vector_space_only: bool = ...,
           velocity_independent_only: bool = ...) -> Callable[[Own], Own]: ...


def method(cls: Any = None, *, order: int, forms: str = "ode", name: str | None = None, title: str = "",
           source: str = "", multiplier_order: int = 0, memory: Callable[[int, int, int], int] | None = None,
           parameters: Mapping[str, Any] | None = None, vector_space_only: bool = False,
           velocity_independent_only: bool = False) -> Any:
    """Makes a method of a function or class; use it as @plumb.method(order=2).

    A function step(system, t, h, x, **parameters) takes x.q and x.v from t to t + h, and may fill in x.a and x.lam;
    it changes the arrays or puts others in their places. A class has it as a static method, and may have
    start(system, t, h, x, **parameters). All that is carried from step to step beside q and v stands in x.memory,
    memory(nq, nv, nl) numbers. `system` has the equations of the run (help(plumb._plumb.StepSystem)): acceleration,
    force, momentum, reaction, mass_solve, constraint.., factor and solve of weighted matrices, retract, judge.
    A step that fails raises StepFailed, which is a result; any other exception ends the call as MethodError. Arrays of
    another shape, or of no numbers, end the run as "crashed", with the reason.

    Returns an object that stands wherever a method is named, and can be called as before: the function or class itself,
    or a copy of it if it is a method already. The method is known by the code and the values that it depends on, as they
    are when a study begins: globals, closures, defaults, attributes, arrays, and the functions that it calls. A method
    that uses an object that cannot be hashed (a random generator, a file) runs, but no store keeps its results.

    order: claimed, of q and v; `plumb.order` measures whether it is true.
    forms: what it solves, words of "ode index1 index2 index3 ggl projected".
    parameters: {name: default} or {name: {"default", "minimum", "maximum", "unit", "meaning"}}.
    Steps are taken by several threads, one after the other, since they hold the interpreter's lock.
    """
    if cls is None:
        return lambda of: method(of, order=order, forms=forms, name=name, title=title, source=source,
                                 multiplier_order=multiplier_order, memory=memory, parameters=parameters,
                                 vector_space_only=vector_space_only,
                                 velocity_independent_only=velocity_independent_only)
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
    return Method.add(cls, described).object


class Method:
    """A registered method: an object of the user, and its names in texts."""

    _by_object = {}  # id: the method; its object is kept alive
    _newest = {}  # by name: the one that was made last

    def __init__(self, of, described):
        self.object, self.described = of, described
        self.content, self.why_not_stored, self.exact = None, None, None
        self.is_told = False
        self.own = uuid.uuid4().hex  # in place of a content that cannot be hashed

    @classmethod
    def add(cls, of, described):
        before = cls.of(of)
        if before is None or before.described == described:
            out = cls(of, described)
        else:
            out = cls(_copy(of), described)
        out.text()
        cls._by_object[id(out.object)] = cls._newest[described["name"]] = out
        return out

    @classmethod
    def of(cls, value):
        """The method that this object is, or None."""
        return cls._by_object.get(id(value))

    @classmethod
    def named_in(cls, text):
        """The methods that a text may name."""
        return [one for name, one in list(cls._newest.items()) if "@" in text and name in text]

    @classmethod
    def every_name(cls):
        return ["@" + name for name in cls._newest]

    def text(self):
        """The name of this method, for texts, with what it depends on as it is now."""
        try:
            content, self.why_not_stored = content_of(self.object, self.described), None
        except CannotBeHashed as why:
            content, self.why_not_stored = self.own, str(why)
        if content != self.content:
            newest = self if self.exact is None else self._newest[self.described["name"]]
            self.exact = _plumb.provide(self.described, content, self.why_not_stored is None)
            self.content = content
            if newest is not self:  # a text that says "@name" means that one
                _plumb.provide(newest.described, newest.content, newest.why_not_stored is None)
        return self.exact

    @classmethod
    def tell_not_stored(cls, texts):
        """Warns, once for each method, that no store keeps the results of these methods."""
        for one in list(cls._by_object.values()):
            is_named = any(text == one.exact or one in cls.named_in(text) for text in texts)
            if is_named and one.why_not_stored and not one.is_told:
                one.is_told = True
                warnings.warn(f"@{one.described['name']}: no store keeps its results, because {one.why_not_stored}",
                              stacklevel=5)


def _copy(of):
    """Another object that does the same."""
    if isinstance(of, types.FunctionType):
        out = types.FunctionType(of.__code__, of.__globals__, of.__name__, of.__defaults__, of.__closure__)
        out.__kwdefaults__, out.__doc__ = of.__kwdefaults__, of.__doc__
        return out
    if inspect.isclass(of):
        return type(of)(of.__name__, (of,), {})
    return lambda *arguments, **parameters: of(*arguments, **parameters)


def _require_arguments(function, part, described):
    """Refuses a function that cannot be called as a step is."""
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
        hint = "; a class is used as it is, without an instance: leave out self, or make a method of an instance" if has_self else ""
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
