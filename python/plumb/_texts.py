"""What is asked for, as the texts that the command line takes."""

import difflib
import numbers
import os

from . import _plumb
from ._equations import Defined
from ._methods import Method


def as_text(value):
    """A number as the decimal that reads back as the same one; methods and problems in Python by their names."""
    if isinstance(value, Defined):
        return str(value)
    own = Method.of(value)
    if own is not None:
        return own.text()
    if isinstance(value, str):
        for named in Method.named_in(value):
            named.text()  # with the values that it uses now
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
    """The same of one value or of several; None is none."""
    if values is None:
        return []
    if Method.of(values) is not None or isinstance(values, (str, os.PathLike)) or not hasattr(values, "__iter__"):
        values = [values]
    return [as_text(value) for value in values]


def refresh_methods(store):
    """Does the same for a file, which may name every method."""
    methods_as_texts(Method.every_name(), store)


def methods_as_texts(values, store):
    """The same of methods. Warns of those that the store, if there is one, does not keep."""
    texts = as_texts(values)
    if store is not None:
        Method.tell_not_stored(texts)
    return texts


def axes(problem, formulation, method, step, settings, store=None):
    """The axes of a study. Settings are those of the command line, with _ for -."""
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
