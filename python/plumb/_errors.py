"""Exceptions that the compiled part does not have."""

from . import _plumb


class StepFailed(Exception):
    """A step that comes to no end, raised by a function of the system or by a method: a result of its run.

    `status` is one of "newton-diverged", "singular", "tolerance-unreachable", "non-finite", "step-limit",
    "unsupported" and "failed".
    """

    def __init__(self, status="failed", reason=""):
        by_code = {code: name for name, code in _plumb.step_codes.items()}
        if isinstance(status, int):
            status = by_code.get(status, "failed")
        if status not in _plumb.step_codes:
            raise _plumb.UsageError(f"status: '{status}' is not allowed; known: {', '.join(_plumb.step_codes)}")
        super().__init__(reason or status)
        self.status, self.code = status, _plumb.step_codes[status]


class MethodError(Exception):
    """A method in Python has raised; `__cause__` is what, and `partial` holds the runs that had ended."""

    partial = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; `partial` holds what had ended."""

    partial = None


def raise_what_stopped(ending, partial):
    """Raises the exception that ended a call before its end, with what it leaves."""
    raised = _plumb.take_raised()
    if raised is not None:
        error = MethodError(f"{type(raised).__name__}: {raised}")
        error.partial = partial
        raise error from raised
    stopped_by = ending["exception"]
    if isinstance(stopped_by, KeyboardInterrupt):
        error = Interrupted("what had ended is in `partial`")
        error.partial = partial
        raise error
    if stopped_by is not None:
        raise stopped_by
