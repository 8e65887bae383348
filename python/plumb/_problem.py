"""Problems as equations for solvers that are not Plumb's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Union

import numpy as np

from . import _plumb
from ._arrays import real
from ._equations import Defined
from ._pandas import pandas
from ._progress import shown
from ._texts import as_text

if TYPE_CHECKING:
    import os

    import pandas as pd
    from numpy.typing import ArrayLike

    from ._plumb import Vector

Progress = Union[bool, Callable[[str], Any], None]

def problem(text: str | os.PathLike[str] | Defined, formulation: str | None = None) -> Problem:
    """The equations of a problem in one formulation.

    text: what the command line takes, "two-link", "planar-chain(n=64)", "@mine.toml", "@robot.urdf"; or what plumb.define
    made.
    formulation: "ode", "index1", "index2", "index3", "ggl", ...; None: the problem's first.
    Raises UsageError where there is no such problem or formulation.
    """
    asked = as_text(text)
    out = Problem(asked, formulation or "")
    out._asked = asked
    return out


def _restored(text, formulation, definitions):
    """A problem that was pickled, perhaps by another process, with the problems in Python that its text names."""
    for name, equations in definitions:
        Defined(name, equations)
    return problem(text, formulation)


class Problem(_plumb.Problem):
    """M(q) v' = f(t, q, v) - G^T lam, Phi(t, q) = 0, with q' = v on vector spaces; SI units.

    Of first order it is F(t, y, y') = 0 with y = (q, v, lam), with "ggl" y = (q, v, lam, mu); with "ode" and "index1"
    there is y' = rhs(t, y) of y = (q, v) too. Rotations are unit quaternions in q (4 numbers) and angular velocities of
    the body in v (3 numbers); retract(q, theta) moves them.

    nq, nv, nl, ny      numbers of coordinates, velocities, multipliers, and in y
    index               differentiation index of F, 0 of ordinary equations
    components          (name, unit, meaning) of every number of y
    differential        1 for numbers of y whose derivatives stand in F, else 0
    t_begin, t_end      time of the start, and the problem's usual horizon [s]

    rhs(t, y)                     y', ny = nq + nv numbers; raises UsageError where there is none, SingularEquations
    rhs_jacobian(t, y)            its derivative, exact to rounding
    residual(t, y, dy)            F
    jacobian(t, y, dy, shift)     dF/dy + shift dF/dy', exact to rounding
    sparse_jacobian(...)          the same as scipy.sparse.csc_matrix, always with the same pattern
    mass_matrix(q)                M, nv by nv
    force(t, q, v)                f
    constraint(t, q), constraint_rate(t, q, v), constraint_bias(t, q, v)    Phi, Phi', Phi'' - G v'
    constraint_jacobian(t, q)     G, nl by nv
    reaction(t, q, lam)           G^T lam
    acceleration(t, q, v)         (v', lam) of the index-1 equations; raises SingularEquations
    outputs(t, q, v, a, lam)      as output_list names them
    invariants(t, q, v)           the energy, and what else invariant_list names
    retract(q, theta), local(q, q1)    q [+] theta, and theta with q [+] theta = q1
    start()                       {"q", "v", "a", "lam"} at t_begin

    Vectors of another shape raise ShapeError.
    """

    @property
    def y0(self) -> Vector:
        """(q, v) of the start where rhs exists, else all of y."""
        y = self.first_order_start()[0]
        return y[:self.nq + self.nv] if self.has_rhs else y

    @property
    def dy0(self) -> Vector:
        """y' of the start, consistent with y0."""
        dy = self.first_order_start()[1]
        return dy[:self.nq + self.nv] if self.has_rhs else dy

    def split(self, y: ArrayLike) -> dict[str, Vector]:
        """y, or rows of y, as {"q", "v", "lam", "mu"}, as far as they are there."""
        y = real(y, "y")
        ends = np.cumsum([self.nq, self.nv, self.nl, self.nl])
        parts, begin = {}, 0
        for name, end in zip(("q", "v", "lam", "mu"), ends):
            if begin < y.shape[-1] >= end:
                parts[name] = y[..., begin:end]
            begin = end
        return parts

    def sparse_jacobian(self, t: float, y: ArrayLike, dy: ArrayLike, shift: float) -> Any:
        """dF/dy + shift dF/dy' as a scipy.sparse.csc_matrix."""
        from scipy.sparse import csc_matrix
        entries, rows, starts, size = self.sparse_parts(t, y, dy, shift)
        return csc_matrix((entries, rows, starts), shape=(size, size))

    def reference(self, t: ArrayLike, progress: Progress = None) -> Reference:
        """The certified motion at one time or several [s]: a Reference.

        It may have to be computed first, which takes seconds. Raises UsageError where there is none.
        """
        times = np.atleast_1d(real(t, "t"))
        with shown(progress) as tell:
            return Reference(times, self.reference_values(times.tolist(), tell), self, np.ndim(t) == 0)

    def errors(self, t: ArrayLike, y: ArrayLike | None = None, *, q: ArrayLike | None = None,
               v: ArrayLike | None = None, a: ArrayLike | None = None, lam: ArrayLike | None = None,
               progress: Progress = None) -> pd.DataFrame:
        """The errors of a computed motion against the certified one, as those of a run are measured: a DataFrame with
        the metrics as index ("re.q", "end.v", ...) and value, unit and uncertainty.

        t: ascending times [s], or one. y: a row a time, (q, v) or all of y; or q and v by themselves, and a and lam if there
        are any. A value that is not a number is none: the reference has lost its digits there, or it has no size to be
        relative to; attrs["note"] says why.
        """
        times = np.atleast_1d(real(t, "t"))
        if y is not None:
            rows = real(y, "y")
            rows = rows[np.newaxis] if np.ndim(t) == 0 and rows.ndim == 1 else rows
            if rows.ndim != 2 or rows.shape[0] != len(times) or rows.shape[1] not in (self.nq + self.nv, self.ny):
                raise _plumb.ShapeError(f"y: y has the shape {rows.shape}; ({len(times)}, {self.ny}) is needed, a row a "
                                        f"time (solve_ivp has the transpose)")
            parts = self.split(rows)
            q, v, lam = parts["q"], parts["v"], parts.get("lam") if self.nl else lam
        if q is None or v is None:
            raise _plumb.UsageError("errors: give y, or q and v")
        with shown(progress) as tell:
            listed, note = self.error_list(times.tolist(), q, v, a, lam, tell)
        frame = pandas().DataFrame(listed, columns=["metric", "unit", "value", "uncertainty"]).set_index("metric")
        frame = frame[["value", "unit", "uncertainty"]].astype({"value": float, "uncertainty": float})
        frame.attrs["note"] = note
        return frame

    def __reduce__(self):
        text = getattr(self, "_asked", f"{self.name}({self.data})" if self.data else self.name)
        return _restored, (text, self.formulation, [(one.name, one.text) for one in Defined.named_in(text)])

    def __repr__(self):
        data = f"({self.data})" if self.data else ""
        return (f"<plumb.Problem {self.name}{data} {self.formulation}: nq = {self.nq}, nv = {self.nv}, nl = {self.nl}, "
                f"index {self.index}>")


class Reference:
    """A certified motion at some times. q, v, a, lam and outputs are arrays, a row a time (no rows for one time);
    `digits` has the certified digits of every quantity, `decimals` all of them in text."""

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

    def __repr__(self):
        digits = self.digits.to_numpy()
        fewest = f", {int(digits.min())} digits or more" if digits.size else ""
        return f"<plumb.Reference at {len(self.values)} times{fewest}>"

    def _repr_html_(self):
        return self.values._repr_html_()
