"""Import of pandas at its first use, because it takes longer than the import of the rest of this package."""


def pandas():
    """Imports pandas and returns the module."""
    import pandas as out
    return out
