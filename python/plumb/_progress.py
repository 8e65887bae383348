"""Progress of long calls: a line of tqdm, if that is there and somebody looks at a terminal or notebook."""

import contextlib
import sys


@contextlib.contextmanager
def shown(progress):
    """The function that is told lines of progress, or None. `progress`: True, False, a function, or None for "as is
    usual": where stderr is a terminal, or in a notebook."""
    if callable(progress):
        yield progress
        return
    if progress is None:
        progress = sys.stderr.isatty() or "ipykernel" in sys.modules
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield lambda text: print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        return
    with tqdm(total=0, bar_format="{desc}", leave=False, file=sys.stderr) as bar:
        yield bar.set_description_str
