"""What is asked for, as the texts that the command line takes."""

import os

from . import _plumb


def as_text(value):
    """A number as the decimal that reads back as the same one; methods in Python by their names."""
    if isinstance(value, bool):
        raise _plumb.UsageError(f"{value} is neither a number nor a text")
    if hasattr(value, "plumb_name"):
        return value.plumb_name
    if isinstance(value, os.PathLike):
        return "@" + os.fspath(value)
    if isinstance(value, (int, str)):
        return str(value)
    try:
        return repr(float(value))
    except (TypeError, ValueError):
        raise _plumb.UsageError(f"{value!r} is neither a number nor a text") from None


def as_texts(values):
    """The same of one value or of several; None is none."""
    if values is None:
        return []
    if isinstance(values, (str, os.PathLike)) or not hasattr(values, "__iter__"):
        values = [values]
    return [as_text(value) for value in values]


def axes(problem, formulation, method, step, settings):
    """The axes of a study. Settings are those of the command line, with _ for -."""
    known = _plumb.settings()
    for name in settings:
        if name not in known:
            raise _plumb.UsageError(f"unknown setting '{name}'; known: {', '.join(known)}")
    out = {"problem": as_texts(problem), "formulation": as_texts(formulation), "method": as_texts(method),
           "step": as_texts(step)}
    out.update({name: as_texts(values) for name, values in settings.items()})
    return out
