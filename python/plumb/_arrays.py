"""Arrays of real numbers, and nothing that numpy would turn into them silently."""

import numpy as np

_NAMES = {"c": "complex numbers", "U": "texts", "S": "texts", "M": "dates", "m": "durations", "V": "records"}


def real(values, what="array"):
    """An array of doubles. Raises TypeError for complex numbers, texts, dates, None, and masked entries."""
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
    """Of an array of objects: fractions, decimals and numbers of sympy are real."""
    is_complex = isinstance(value, (complex, np.complexfloating))
    if is_complex or isinstance(value, (str, bytes)) or not hasattr(value, "__float__"):
        raise TypeError(f"{what}: {value!r} is given; a real number is needed")
