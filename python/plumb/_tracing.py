"""Symbolic numbers that record operations. They convert functions written in Python to formulas.

Plumb differentiates the formulas exactly and evaluates them in double, long double and quadruple precision.
"""

import numbers

import numpy as np

from . import _plumb

_FUNCTIONS = ("sqrt", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "exp", "log")
_NAMES = {"arcsin": "asin", "arccos": "acos", "arctan": "atan"}  # numpy's name: name in formulas


class Trace:
    """The named subexpressions of one problem, in order of creation."""

    def __init__(self):
        self.lines = {}  # formula: name

    def named(self, formula):
        """Returns the short name of a formula. Equal formulas share one name."""
        return self.lines.setdefault(formula, f"_{len(self.lines) + 1}")

    def input(self, name):
        return Traced(self, name)


class Traced:
    """A symbolic number: the name of a formula in a trace. It has no value."""

    __array_priority__ = 1000

    def __init__(self, trace, name):
        self.trace, self.name = trace, name

    def _of(self, formula):
        return Traced(self.trace, self.trace.named(formula))

    def _with(self, operator, other, turned=False):
        if isinstance(other, np.ndarray):
            return NotImplemented  # numpy then applies the operator to each entry
        a, b = (other, self) if turned else (self, other)
        if isinstance(b, (int, float, np.number)) and operator == "/" and b == 0:
            raise ZeroDivisionError("division by 0")
        return self._of(f"{as_formula(a)} {operator} {as_formula(b)}")

    def __add__(self, other):
        return self._with("+", other)

    def __radd__(self, other):
        return self._with("+", other, True)

    def __sub__(self, other):
        return self._with("-", other)

    def __rsub__(self, other):
        return self._with("-", other, True)

    def __mul__(self, other):
        return self._with("*", other)

    def __rmul__(self, other):
        return self._with("*", other, True)

    def __truediv__(self, other):
        return self._with("/", other)

    def __rtruediv__(self, other):
        return self._with("/", other, True)

    def __neg__(self):
        return self._of(f"-{self.name}")

    def __pos__(self):
        return self

    def __abs__(self):
        return self._of(f"abs({self.name})")

    def __pow__(self, exponent):
        if isinstance(exponent, numbers.Integral) and abs(exponent) <= 1000:
            return self._of(f"{self.name}^{int(exponent)}")
        if isinstance(exponent, np.ndarray):
            return NotImplemented
        return self._of(f"pow({self.name}, {as_formula(exponent)})")

    def __rpow__(self, base):
        return self._of(f"pow({as_formula(base)}, {self.name})")

    def arctan2(self, other):
        return self._of(f"atan2({self.name}, {as_formula(other)})")

    def hypot(self, other):
        return (self**2 + other**2).sqrt()

    def square(self):
        return self**2

    def conjugate(self):
        return self

    def __bool__(self):
        raise TypeError("a branch on a number that has no value yet: functions of problems are called once, with formulas "
                        "in place of numbers; smooth formulas and abs are allowed")

    def _compared(self, other):
        return self.__bool__()

    __lt__ = __le__ = __gt__ = __ge__ = _compared

    def __eq__(self, other):
        return self is other or (isinstance(other, Traced) and other.name == self.name) or self.__bool__()

    __hash__ = object.__hash__

    def __float__(self):
        raise TypeError("a number that has no value yet: functions of problems are called once, with formulas in place of "
                        "numbers; use the functions of numpy in place of math's, and arrays with dtype=object in place of "
                        "np.zeros(..)")

    __int__ = __complex__ = __index__ = __float__

    def __repr__(self):
        return f"<formula {self.name}>"


def _function(name):
    formula = _NAMES.get(name, name)
    return lambda self: self._of(f"{formula}({self.name})")


for _name in _FUNCTIONS:
    setattr(Traced, _name, _function(_name))


def as_formula(value):
    """Returns the text of a number in a formula.

    The text of a Traced is its name. The text of a real number is the shortest decimal that reads back as the same
    float64, in parentheses if it is negative. Raises UsageError for other objects, infinity and NaN.
    """
    if isinstance(value, Traced):
        return value.name
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return as_formula(value.item())
    if isinstance(value, bool) or not isinstance(value, (numbers.Real, np.number)):
        raise _plumb.UsageError(f"{value!r} is no real number")
    if isinstance(value, numbers.Integral):
        return str(int(value)) if value >= 0 else f"({int(value)})"
    number = float(value)
    if not np.isfinite(number):
        raise _plumb.UsageError(f"{value!r} is no finite number")
    return repr(number) if number >= 0 else f"({number!r})"
