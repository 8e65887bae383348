"""The equations of problems as functions of numpy arrays, for external solvers; reference solutions and errors."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Callable, Union

import numpy as np

from . import _plumb
from ._arrays import real
from ._equations import Defined
from ._errors import AccuracyWarning
from ._pandas import pandas
from ._progress import shown
from ._texts import as_text

if TYPE_CHECKING:
    import os

    import pandas as pd
    from numpy.typing import ArrayLike

    from ._plumb import Vector

Progress = Union[bool, Callable[[str], Any], None]
_FLOAT_DIGITS = 15  # decimal digits of every float64


def problem(text: str | os.PathLike[str] | Defined, formulation: str | None = None) -> Problem:
    """Returns the equations of a problem in one formulation.

    Parameters
    ----------
    text : str, path or Defined
        The name of a problem as on the command line, such as "two-link", "planar-chain(n=64)", "@mine.toml" or
        "@robot.urdf"; the path of a file; or a problem created by `plumb.define`.
    formulation : str, optional
        "ode", "index1", "index2", "index3", "ggl", ... Default: the first formulation of the problem.

    Returns
    -------
    Problem

    Raises
    ------
    UsageError
        The problem or the formulation does not exist.
    """
    asked = as_text(text)
    out = Problem(asked, formulation or "")
    out._asked = asked
    return out


def _restored(text: str, formulation: str, definitions: list[tuple[str, str]]) -> Problem:
    """Restores a pickled Problem, possibly in another process.

    `definitions` are the (name, equations file) of all problems written in Python whose names occur in `text`.
    """
    for name, equations in definitions:
        Defined(name, equations)
    return problem(text, formulation)


class Problem(_plumb.Problem):
    """The equations M(q) v' = f(t, q, v) - G^T lam, Phi(t, q) = 0 of a problem, with q' = v on vector spaces; SI units.

    The first-order form is F(t, y, y') = 0 with y = (q, v, lam), or y = (q, v, lam, mu) for the formulation "ggl". The
    formulations "ode" and "index1" also have the explicit form y' = rhs(t, y) with y = (q, v).

    A rotation is a unit quaternion in q (4 components) and the angular velocity in the frame of the body in v (3
    components), so nq may differ from nv. The retraction q [+] theta applies an increment theta of shape (nv,) to q.

    Attributes:

    nq, nv, nl, ny      numbers of coordinates, velocities and multipliers; length of y in F
    index               differentiation index of F; 0 for an ordinary differential equation
    components          (name, unit, meaning) of each component of y
    differential        for each component of y: 1 if its derivative occurs in F, else 0
    output_list, invariant_list     (name, unit, meaning) of each output and of each invariant
    has_rhs             True if the explicit form exists
    t_begin, t_end      initial time and usual final time [s]

    Functions:

    rhs(t, y)                     y', shape (nq + nv,); raises SingularEquations, or UsageError if has_rhs is False
    rhs_jacobian(t, y)            d rhs / dy, shape (nq + nv, nq + nv), exact to rounding
    residual(t, y, dy)            F, shape (ny,)
    jacobian(t, y, dy, shift)     dF/dy + shift dF/dy', shape (ny, ny), exact to rounding
    sparse_jacobian(...)          the same matrix as scipy.sparse.csc_matrix, always with the same sparsity pattern
    mass_matrix(q)                M, shape (nv, nv)
    force(t, q, v)                f, shape (nv,)
    constraint(t, q)              Phi, shape (nl,)
    constraint_rate(t, q, v)      Phi', shape (nl,)
    constraint_bias(t, q, v)      Phi'' - G v', shape (nl,)
    constraint_jacobian(t, q)     G, shape (nl, nv)
    reaction(t, q, lam)           G^T lam, shape (nv,)
    acceleration(t, q, v)         (v', lam) of the index-1 equations; raises SingularEquations
    outputs(t, q, v, a, lam)      values of output_list; without a or lam, outputs that depend on them are NaN
    invariants(t, q, v)           values of invariant_list: the energy [J], then other invariants
    retract(q, theta)             q [+] theta, shape (nq,)
    local(q, q1)                  theta with q [+] theta = q1, shape (nv,)
    start()                       dictionary with "q", "v", "a", "lam" at t_begin

    A vector with a wrong shape raises ShapeError.
    """

    @property
    def y0(self) -> Vector:
        """Initial value at t_begin: (q, v), shape (nq + nv,), if `rhs` exists; otherwise y of F, shape (ny,)."""
        y = self.first_order_start()[0]
        return y[:self.nq + self.nv] if self.has_rhs else y

    @property
    def dy0(self) -> Vector:
        """Initial derivative y' at t_begin, with the shape of y0 and consistent with it."""
        dy = self.first_order_start()[1]
        return dy[:self.nq + self.nv] if self.has_rhs else dy

    def split(self, y: ArrayLike) -> dict[str, Vector]:
        """Splits y along its last axis into a dictionary with the keys "q", "v", "lam" and "mu".

        `y` has the shape (ny,) or (nq + nv,), or has one row per time. Parts that y does not contain have no key.
        """
        y = real(y, "y")
        ends = np.cumsum([self.nq, self.nv, self.nl, self.nl])
        parts, begin = {}, 0
        for name, end in zip(("q", "v", "lam", "mu"), ends):
            if begin < y.shape[-1] >= end:
                parts[name] = y[..., begin:end]
            begin = end
        return parts

    def sparse_jacobian(self, t: float, y: ArrayLike, dy: ArrayLike, shift: float) -> Any:
        """Returns dF/dy + shift dF/dy', shape (ny, ny), as a scipy.sparse.csc_matrix."""
        from scipy.sparse import csc_matrix
        entries, rows, starts, size = self.sparse_parts(t, y, dy, shift)
        return csc_matrix((entries, rows, starts), shape=(size, size))

    def reference(self, t: ArrayLike, progress: Progress = None) -> Reference:
        """Returns the certified reference solution at one or several times.

        The first call may take seconds to compute the solution.

        Parameters
        ----------
        t : float or array, shape (n,)
            Times [s].
        progress : bool, callable or None
            Shows progress: True, False, a function that receives lines of text, or None for True in a terminal or
            notebook.

        Returns
        -------
        Reference

        Raises
        ------
        UsageError
            No reference solution exists at these times.

        Warns
        -----
        AccuracyWarning
            A quantity has fewer than 15 certified digits. `digits` of the result lists the digits.
        """
        times = np.atleast_1d(real(t, "t"))
        with shown(progress) as tell:
            out = Reference(times, self._reference_values(times.tolist(), tell), self, np.ndim(t) == 0)
        _warn_about_digits(out.digits)
        return out

    def errors(self, t: ArrayLike, y: ArrayLike | None = None, *, q: ArrayLike | None = None,
               v: ArrayLike | None = None, a: ArrayLike | None = None, lam: ArrayLike | None = None,
               progress: Progress = None) -> pd.DataFrame:
        """Returns the errors of a computed motion with respect to the certified reference solution.

        The metrics are defined as in `plumb.run`.

        Parameters
        ----------
        t : float or array, shape (n,)
            Strictly increasing times [s].
        y : array, shape (n, nq + nv) or (n, ny), optional
            One row per time. solve_ivp returns the transpose of y.
        q, v : array, shape (n, nq) and (n, nv), optional
            Coordinates and velocities in place of y.
        a, lam : array, shape (n, nv) and (n, nl), optional
            Accelerations and multipliers. If y contains multipliers, they replace lam.
        progress : bool, callable or None
            As in `reference`.

        Returns
        -------
        pandas.DataFrame
            One row per metric ("re.q", "end.v", ...), with the columns value, unit and uncertainty. A value is NaN if
            the motion contains NaN, if the reference has too few digits, or if a relative error has no scale because
            the reference is zero. attrs["note"] contains the reason. The uncertainty is NaN, unless the reference has
            few digits.

        Warns
        -----
        AccuracyWarning
            An error is not larger than its uncertainty, or no digit of the reference is certified at these times.
        """
        times = np.atleast_1d(real(t, "t"))
        if y is not None:
            rows = real(y, "y")
            rows = rows[np.newaxis] if np.ndim(t) == 0 and rows.ndim == 1 else rows
            if rows.ndim != 2 or rows.shape[0] != len(times) or rows.shape[1] not in (self.nq + self.nv, self.ny):
                raise _plumb.ShapeError(f"y: y has the shape {rows.shape}; ({len(times)}, {self.ny}) is needed, a row "
                                        f"a time (solve_ivp has the transpose)")
            parts = self.split(rows)
            q, v, lam = parts["q"], parts["v"], parts.get("lam") if self.nl else lam
        if q is None or v is None:
            raise _plumb.UsageError("errors: give y, or q and v")
        if np.ndim(t) == 0:
            q, v, a, lam = (_as_row(part, name) for name, part in (("q", q), ("v", v), ("a", a), ("lam", lam)))
        with shown(progress) as tell:
            listed, note = self._error_list(times.tolist(), q, v, a, lam, tell)
        frame = pandas().DataFrame(listed, columns=["metric", "unit", "value", "uncertainty"]).set_index("metric")
        frame = frame[["value", "unit", "uncertainty"]].astype({"value": float, "uncertainty": float})
        frame.attrs["note"] = note
        _warn_about_errors(frame)
        return frame

    def __reduce__(self) -> tuple[Any, ...]:
        text = getattr(self, "_asked", f"{self.name}({self.data})" if self.data else self.name)
        return _restored, (text, self.formulation, [(one.name, one.text) for one in Defined.named_in(text)])

    def __repr__(self) -> str:
        data = f"({self.data})" if self.data else ""
        return (f"<plumb.Problem {self.name}{data} {self.formulation}: nq = {self.nq}, nv = {self.nv}, nl = {self.nl}, "
                f"index {self.index}>")


def _as_row(part: ArrayLike | None, name: str) -> Vector | None:
    """Returns a vector at one time as a matrix with one row."""
    if part is None:
        return None
    out = real(part, name)
    return out[np.newaxis] if out.ndim == 1 else out


def _warn_about_digits(digits: pd.DataFrame) -> None:
    """Warns if quantities of a reference have fewer certified digits than a float64."""
    least = digits.min()
    few = least[least < _FLOAT_DIGITS].sort_values()
    if len(few):
        named = ", ".join(f"{name} ({count})" for name, count in few.head(4).items())
        more = f" and {len(few) - 4} others" if len(few) > 4 else ""
        warnings.warn(f"reference: fewer than {_FLOAT_DIGITS} certified digits: {named}{more}; `digits` lists them for "
                      f"each time", AccuracyWarning, stacklevel=3)


def _warn_about_errors(frame: pd.DataFrame) -> None:
    """Warns about errors that the accuracy of the reference does not resolve."""
    note = frame.attrs["note"]
    below = list(frame.index[frame["value"] <= frame["uncertainty"]])
    parts = [note] if note else []
    if below:
        parts.append(f"not larger than the uncertainty of the reference: {', '.join(below[:6])}"
                     + (f" and {len(below) - 6} others" if len(below) > 6 else ""))
    if parts:
        warnings.warn("errors: " + "; ".join(parts), AccuracyWarning, stacklevel=3)


class Reference:
    """A certified reference solution at n times.

    q, v, a, lam, outputs    arrays of shape (n, size), or (size,) if the time was a scalar
    values                   DataFrame of all quantities, index t [s]; NaN if no digit of a quantity is certified
    digits                   DataFrame of the numbers of certified digits
    decimals                 DataFrame of decimal strings with all certified digits and two more
    """

    q: Vector
    v: Vector
    a: Vector
    lam: Vector
    outputs: Vector
    values: pd.DataFrame
    digits: pd.DataFrame
    decimals: pd.DataFrame

    def __init__(self, times: Vector, values: list[list[tuple[str, str, float, int]]], of: Problem,
                 is_single: bool) -> None:
        names = [name for name, *_ in values[0]] if values else []
        index = pandas().Index(times, name="t")
        by = lambda place: [[one[place] for one in at_time] for at_time in values]
        self.decimals = pandas().DataFrame(by(1), index=index, columns=names)
        self.values = pandas().DataFrame(by(2), index=index, columns=names, dtype=float)
        self.digits = pandas().DataFrame(by(3), index=index, columns=names, dtype=int)
        table, begin = self.values.to_numpy(), 0
        for name, size in (("q", of.nq), ("v", of.nv), ("a", of.nv), ("lam", of.nl), ("outputs", len(of.output_list))):
            part = table[:, begin:begin + size]
            setattr(self, name, part[0] if is_single else part)
            begin += size

    def __repr__(self) -> str:
        digits = self.digits.to_numpy()
        fewest = f", {int(digits.min())} digits or more" if digits.size else ""
        return f"<plumb.Reference at {len(self.values)} times{fewest}>"

    def _repr_html_(self) -> str:
        return str(self.values._repr_html_())
