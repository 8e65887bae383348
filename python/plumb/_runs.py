"""The frame of runs: a DataFrame that prints its most important columns."""

import pandas

_SHOWN = ("problem", "formulation", "method", "step", "status", "reason", "re.q", "end.q", "end.v", "energy.max",
          "rhs_evaluations", "newton_iterations", "seconds")
_FEW = 20  # number of columns up to which all of them are printed


class Runs(pandas.DataFrame):
    """A row a run. Every column is there; printing shows about ten of them. A selection of columns is a DataFrame."""

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
        """The columns that have something to show, as a plain frame."""
        names = [name for name in _SHOWN if name in self and self[name].replace("", None).notna().any()]
        return pandas.DataFrame(self)[names]

    def _rest(self):
        return f"\n[{len(self.columns)} columns: .columns has their names, .to_string() shows all]"
