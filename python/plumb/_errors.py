"""Exceptions that the compiled part does not have."""

from __future__ import annotations

from typing import Any

from . import _plumb


class StepFailed(Exception):
    """A step that comes to no end, raised by a function of the system or by a method: a result of its run.

    `status` is one of "newton-diverged", "singular", "tolerance-unreachable", "non-finite", "step-limit",
    "unsupported" and "failed".
    """

    status: str
    code: int

    def __init__(self, status: str | int = "failed", reason: str = "") -> None:
        by_code = {code: name for name, code in _plumb.step_codes.items()}
        if isinstance(status, int):
            status = by_code.get(status, "failed")
        if status not in _plumb.step_codes:
            raise _plumb.UsageError(f"status: '{status}' is not allowed; known: {', '.join(_plumb.step_codes)}")
        super().__init__(reason or status)
        self.status, self.code = status, _plumb.step_codes[status]

    def __reduce__(self):
        return StepFailed, (self.status, self.args[0])


class MethodError(Exception):
    """A method in Python has raised; `__cause__` is what, and `partial` holds the runs that had ended."""

    partial: Any = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; `partial` holds what had ended."""

    partial: Any = None


def raise_what_stopped(ending, partial):
    """Raises the exception that ended a call before its end, with what it leaves."""
    raised, stopped_by = _plumb.take_raised(), ending["exception"]
    if isinstance(raised, KeyboardInterrupt) or (raised is None and isinstance(stopped_by, KeyboardInterrupt)):
        error = Interrupted("what had ended is in `partial`")
        error.partial = partial
        raise error from raised
    if isinstance(raised, Exception):
        error = MethodError(f"{type(raised).__name__}: {raised}")
        error.partial = partial
        raise error from raised
    if raised is not None or stopped_by is not None:  # SystemExit in a method, or an exception of `progress`
        raise raised or stopped_by
