"""pandas takes longer to import than all else of this package: it is imported when it is needed."""


def pandas():
    """The module."""
    import pandas as out
    return out
