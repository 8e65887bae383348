"""Conversion of arguments to the strings of the command line."""

import difflib
import numbers
import os

from . import _plumb
from ._equations import Defined
from ._methods import Method


def as_text(value):
    """Returns an argument as a string of the command line.

    A number becomes the shortest decimal that reads back as the same float64, a path becomes "@path", and a method or
    problem written in Python becomes its exact name. Raises UsageError for other objects.
    """
    if isinstance(value, Defined):
        return str(value)
    own = Method.of(value)
    if own is not None:
        return own.text()
    if isinstance(value, str):
        for named in Method.named_in(value):
            named.text()  # updates its hash, because values that it uses may have changed
        return value
    if isinstance(value, os.PathLike):
        return "@" + os.fspath(value)
    if callable(value):
        name = getattr(value, "__name__", type(value).__name__)
        raise _plumb.UsageError(f"{name} is no method of Plumb yet: put @plumb.method(order=...) before its definition, "
                                f"or call plumb.method({name}, order=...)")
    if isinstance(value, (bool, complex)):
        raise _plumb.UsageError(f"{value!r} is neither a number nor a text")
    if isinstance(value, numbers.Integral):
        return str(int(value))
    try:
        return repr(float(value))
    except (TypeError, ValueError):
        raise _plumb.UsageError(f"{value!r} is neither a number nor a text") from None


def as_texts(values):
    """Returns the strings of one value or of an iterable of values; an empty list for None."""
    if values is None:
        return []
    if Method.of(values) is not None or isinstance(values, (str, os.PathLike)) or not hasattr(values, "__iter__"):
        values = [values]
    return [as_text(value) for value in values]


def refresh_methods(store):
    """Updates the hash of every method and warns as `methods_as_texts`, because a study file may name any method."""
    methods_as_texts(Method.every_name(), store)


def methods_as_texts(values, store):
    """Returns the strings of methods. If `store` is not None, warns about methods whose results cannot be stored."""
    texts = as_texts(values)
    if store is not None:
        Method.tell_not_stored(texts)
    return texts


def axes(problem, formulation, method, step, settings, store=None):
    """Returns the axes of a study as a dictionary from the name of an axis to its strings.

    `settings` are options of the command line, with "_" in place of "-". Raises UsageError for an unknown setting.
    """
    known = _plumb.settings()
    for name in settings:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ";"
            raise _plumb.UsageError(f"unknown setting '{name}'{hint} known: {', '.join(known)}")
    out = {"problem": as_texts(problem), "formulation": as_texts(formulation),
           "method": methods_as_texts(method, store), "step": as_texts(step)}
    out.update({name: as_texts(values) for name, values in settings.items()})
    return out
