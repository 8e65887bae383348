"""Results of studies. They print as text in a terminal and as HTML in a notebook.

The attribute `data` holds the objects that the command prints with --json.
"""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Iterable

from . import plot
from ._pandas import pandas

if TYPE_CHECKING:
    import pandas as pd


class _Shown:
    data: Any

    def __init__(self, data: Any, notes: Iterable[str] = ()) -> None:
        self.data, self.notes = data, list(notes)

    def __repr__(self) -> str:
        return "\n".join([self.table.to_string(float_format="{:.4g}".format), *self.notes])

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return self.table.to_html(float_format="{:.4g}".format, na_rep="–") + notes


class Order(_Shown):
    """Observed orders of convergence."""

    @property
    def table(self) -> pd.DataFrame:
        """One row per class of components.

        The columns include the observed order, the expected order, the 95 % confidence interval of the fit, the window
        of step sizes [s] of the fit, and the verdict.
        """
        known = ["problem", "formulation", "method", "class", "order", "expected", "interval", "window", "verdict",
                 "reason"]
        frame = pandas().DataFrame(self.data)
        for name in {"interval", "window"} & set(frame):
            frame[name] = ["" if pair is None else "{:.4g} to {:.4g}".format(*pair) for pair in frame[name]]
        return frame[[name for name in known if name in frame]]

    def points(self, row: int = 0) -> pd.DataFrame:
        """The points of a row of `table`: step size h [s], error, limit of the error by rounding and reference (floor),
        mark, and whether the fit uses the point (in_window)."""
        return pandas().DataFrame(self.data[row]["points"])

    def plot(self, row: int | None = 0, axes: Any = None) -> Any:
        """Plots the errors of a row of `table` over the step size by `plumb.plot.order`; None: of all rows.

        Requires matplotlib. Returns the matplotlib axes; default: the current axes.
        """
        return plot.order(self, row=row, ax=axes)


class Analysis(_Shown):
    """Order conditions and linear stability of methods. `data` holds one object per method."""

    @property
    def table(self) -> pd.DataFrame:
        """One row per method, with all scalar results."""
        scalars = lambda one: {key: value for key, value in one.items() if not isinstance(value, (dict, list))}
        return pandas().DataFrame([scalars(one) for one in self.data]).set_index("method")

    def curve(self, row: int = 0) -> pd.DataFrame:
        """Spectral radius, amplitude decay and period elongation [%] of a method over omega dt."""
        return pandas().DataFrame(self.data[row]["curve"])

    def plot(self, row: int | None = None, axes: Any = None) -> Any:
        """Plots the spectral radius over omega dt, for all methods or for one row of `table`. Requires matplotlib.

        Returns the matplotlib axes; default: the current axes.
        """
        axes = plot.pyplot().gca() if axes is None else axes
        for i in range(len(self.data)) if row is None else [row]:
            curve = self.curve(i)
            axes.semilogx(curve["omega_dt"], curve["spectral_radius"], label=self.data[i]["method"])
        axes.set(xlabel="ω Δt", ylabel="spectral radius")
        axes.legend()
        return axes


class Reproduction(_Shown):
    """Published numbers, claims and figures of papers, compared with measurements of this build."""

    @property
    def numbers(self) -> pd.DataFrame:
        """One row per published number, with the measured number and the verdict."""
        return pandas().DataFrame([one for one in self.data["items"] if "claim" not in one])

    @property
    def figures(self) -> dict[str, pd.DataFrame]:
        """The data of each figure that was requested by name; attrs holds "title" and "units"."""
        out = {}
        for one in self.data["figures"]:
            frame = pandas().DataFrame(one["rows"], columns=list(one["units"]))
            frame.attrs.update(title=one["title"], units=one["units"])
            out[one["figure"]] = frame
        return out

    @property
    def claims(self) -> pd.DataFrame:
        """One row per claim of a paper, with the verdict."""
        return pandas().DataFrame([one for one in self.data["items"] if "claim" in one])

    def __repr__(self) -> str:
        return self.data["text"]

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.data['text'])}</pre>"


class Comparison(_Shown):
    """Comparison of methods with the catalogue."""

    @property
    def runs(self) -> pd.DataFrame:
        """One row per run."""
        return pandas().DataFrame(self.data["runs"])

    @property
    def pages(self) -> list[str]:
        """The pages of the comparison in Markdown."""
        return self.data["pages"]

    def __repr__(self) -> str:
        return "\n\n".join(self.pages)

    def _repr_html_(self) -> str:
        return "".join(f"<pre>{html.escape(page)}</pre>" for page in self.pages)

    def _repr_markdown_(self) -> str:
        return "\n\n".join(self.pages)
