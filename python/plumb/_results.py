"""Results that show themselves: as text in a terminal, as HTML in a notebook. `data` is the object of --json."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Iterable

from ._pandas import pandas

if TYPE_CHECKING:
    import pandas as pd


class _Shown:
    data: Any

    def __init__(self, data: Any, notes: Iterable[str] = ()) -> None:
        self.data, self.notes = data, list(notes)

    def __repr__(self) -> str:
        return "\n".join([self.table.to_string(float_format="{:.4g}".format), *self.notes])

    def _repr_html_(self):
        return self.table.to_html(float_format="{:.4g}".format, na_rep="–") + "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)


def _order_text(order):
    return "no window" if order is None else f"order {order:.3f}"


class Order(_Shown):
    """Observed orders, a row a class: `table` has order, expected, interval, window and verdict; `points(i)` the errors
    of row i with their floors and marks."""

    @property
    def table(self) -> pd.DataFrame:
        known = ["problem", "formulation", "method", "class", "order", "expected", "interval", "window", "verdict",
                 "reason"]
        frame = pandas().DataFrame(self.data)
        for name in {"interval", "window"} & set(frame):
            frame[name] = ["" if pair is None else "{:.4g} to {:.4g}".format(*pair) for pair in frame[name]]
        return frame[[name for name in known if name in frame]]

    def points(self, row: int = 0) -> pd.DataFrame:
        return pandas().DataFrame(self.data[row]["points"])

    def plot(self, row: int = 0, axes: Any = None) -> Any:
        """Error over step, the window and its slope; needs matplotlib."""
        import matplotlib.pyplot as plt
        axes = axes or plt.gca()
        points = self.points(row)
        inside = points["in_window"].astype(bool)
        axes.loglog(points["h"], points["error"], "o", mfc="none", label="error")
        axes.loglog(points["h"][inside], points["error"][inside], "o-", label=_order_text(self.data[row]["order"]))
        axes.set(xlabel="h [s]", ylabel=f"error of {self.data[row]['class']}")
        axes.legend()
        return axes


class Analysis(_Shown):
    """Orders and linear stability, an object a method in `data`; `table` has the numbers, `curve(i)` radius, decay and
    elongation over omega dt."""

    @property
    def table(self) -> pd.DataFrame:
        scalars = lambda one: {key: value for key, value in one.items() if not isinstance(value, (dict, list))}
        return pandas().DataFrame([scalars(one) for one in self.data]).set_index("method")

    def curve(self, row: int = 0) -> pd.DataFrame:
        return pandas().DataFrame(self.data[row]["curve"])

    def plot(self, row: int | None = None, axes: Any = None) -> Any:
        """Spectral radii over omega dt; needs matplotlib."""
        import matplotlib.pyplot as plt
        axes = axes or plt.gca()
        for i in range(len(self.data)) if row is None else [row]:
            curve = self.curve(i)
            axes.semilogx(curve["omega_dt"], curve["spectral_radius"], label=self.data[i]["method"])
        axes.set(xlabel="ω Δt", ylabel="spectral radius")
        axes.legend()
        return axes


class Reproduction(_Shown):
    """Published numbers beside measured ones, claims, and figures: `numbers` and `claims` are DataFrames with their
    verdicts, `figures` has the DataFrame of each figure that was asked for by name, with "title" and "units" in its
    attrs."""

    @property
    def numbers(self) -> pd.DataFrame:
        return pandas().DataFrame([one for one in self.data["items"] if "claim" not in one])

    @property
    def figures(self) -> dict[str, pd.DataFrame]:
        out = {}
        for one in self.data["figures"]:
            frame = pandas().DataFrame(one["rows"], columns=list(one["units"]))
            frame.attrs.update(title=one["title"], units=one["units"])
            out[one["figure"]] = frame
        return out

    @property
    def claims(self) -> pd.DataFrame:
        return pandas().DataFrame([one for one in self.data["items"] if "claim" in one])

    def __repr__(self):
        return self.data["text"]

    def _repr_html_(self):
        return f"<pre>{html.escape(self.data['text'])}</pre>"


class Comparison(_Shown):
    """Methods compared with the catalogue: `pages` are Markdown, `runs` all runs as a DataFrame."""

    @property
    def runs(self) -> pd.DataFrame:
        return pandas().DataFrame(self.data["runs"])

    @property
    def pages(self) -> list[str]:
        return self.data["pages"]

    def __repr__(self):
        return "\n\n".join(self.pages)

    def _repr_html_(self):
        return "".join(f"<pre>{html.escape(page)}</pre>" for page in self.pages)

    def _repr_markdown_(self):
        return "\n\n".join(self.pages)
