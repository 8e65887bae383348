"""Exceptions that are defined in Python. The compiled module _plumb defines the others."""

from __future__ import annotations

from typing import Any

from . import _plumb


class AccuracyWarning(UserWarning):
    """The reference solution has too few certified digits for the numbers that were requested."""


class StepFailed(Exception):
    """A step has failed. Raised by the functions of StepSystem, and by methods written in Python.

    If the exception leaves the function `step` of a method, its run ends with this status and reason, which are results
    of the run: the study continues with the other runs.

    Parameters
    ----------
    status : str
        "newton-diverged", "singular", "tolerance-unreachable", "non-finite", "step-limit", "unsupported" or "failed".
    reason : str
        Explanation for the column `reason` of the results; default: the status.
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

    def __reduce__(self) -> tuple[Any, ...]:
        return StepFailed, (self.status, self.args[0])


class MethodError(Exception):
    """A method written in Python has raised an exception, which is `__cause__`.

    `partial` holds the results of the runs that had finished: a DataFrame, Order, Analysis or Reproduction. It is None
    after `compare`.
    """

    partial: Any = None


class Interrupted(KeyboardInterrupt):
    """Ctrl-C has interrupted a study, or a method written in Python has raised KeyboardInterrupt.

    `partial` holds the results of the runs that had finished: a DataFrame, Order, Analysis or Reproduction. It is None
    after `compare`.
    """

    partial: Any = None


def raise_what_stopped(ending: dict[str, Any], partial: Any) -> None:
    """Raises the exception that stopped a call early, with the finished results as its attribute `partial`.

    Returns if no exception stopped the call. `ending` is the dictionary that the compiled function returned.
    """
    raised, stopped_by = _plumb.take_raised(), ending["exception"]
    if isinstance(raised, KeyboardInterrupt) or (raised is None and isinstance(stopped_by, KeyboardInterrupt)):
        error = Interrupted("what had ended is in `partial`")
        error.partial = partial
        raise error from raised
    if isinstance(raised, Exception):
        error = MethodError(f"{type(raised).__name__}: {raised}")
        error.partial = partial
        raise error from raised
    if raised is not None or stopped_by is not None:  # SystemExit in a method, an exception in `progress`
        raise raised or stopped_by
