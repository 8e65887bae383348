"""Conversion of arguments to real arrays, without the silent conversions of numpy, such as complex to real."""

import numpy as np

_NAMES = {"c": "complex numbers", "U": "texts", "S": "texts", "M": "dates", "m": "durations", "V": "records"}


def real(values, what="array"):
    """Returns `values` as an array of float64; `what` is the name of the argument in messages.

    Raises TypeError for complex numbers, strings, dates, None and masked entries.
    """
    rows = values if isinstance(values, (list, tuple)) else ()
    if np.ma.is_masked(values) or any(np.ma.is_masked(row) for row in rows):
        raise TypeError(f"{what}: some entries are masked; every number is needed: select the others with compressed(), or "
                        f"replace them with filled(...)")
    out = np.asarray(values)
    if out.dtype == object:
        for one in out.flat:
            _require_real(one, what)
        return out.astype(float)
    if out.dtype.kind not in "fiub":
        raise TypeError(f"{what}: {_NAMES.get(out.dtype.kind, out.dtype)} are given; real numbers are needed")
    return out.astype(float, copy=False)


def _require_real(value, what):
    """Raises TypeError if an entry of an object array is not real. Fraction, Decimal and sympy numbers are real."""
    is_complex = isinstance(value, (complex, np.complexfloating))
    if is_complex or isinstance(value, (str, bytes)) or not hasattr(value, "__float__"):
        raise TypeError(f"{what}: {value!r} is given; a real number is needed")
