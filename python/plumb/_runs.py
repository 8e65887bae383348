"""The results of runs: a DataFrame that prints only its most important columns."""

import pandas

_SHOWN = ("problem", "formulation", "method", "step", "status", "reason", "re.q", "end.q", "end.v", "energy.max",
          "rhs_evaluations", "newton_iterations", "seconds")
_FEW = 20  # frames with up to this number of columns are printed completely


class Runs(pandas.DataFrame):
    """A DataFrame with one row per run and about sixty columns.

    `print` and notebooks show about ten columns; `to_string()` prints all. A selection of up to 20 columns is printed
    completely.
    """

    @property
    def _constructor(self):
        return Runs

    def __repr__(self):
        if not self._is_wide():
            return super().__repr__()
        with pandas.option_context("display.max_columns", _FEW, "display.max_colwidth", 32, "display.width", None):
            return f"{self._short()!r}{self._rest()}"

    def _repr_html_(self):
        if not self._is_wide():
            return super()._repr_html_()
        return f"{self._short()._repr_html_()}<p>{self._rest().strip()}</p>"

    def _is_wide(self):
        return len(self.columns) > _FEW

    def _short(self):
        """Returns the important columns with at least one value as a plain DataFrame."""
        names = [name for name in _SHOWN if name in self and self[name].replace("", None).notna().any()]
        return pandas.DataFrame(self)[names]

    def _rest(self):
        return f"\n[{len(self.columns)} columns: .columns has their names, .to_string() shows all]"
