"""Progress of long calls: a line of tqdm, if that is there and somebody looks at a terminal or notebook."""

import contextlib
import sys
import time
import warnings

_BEGIN = 1  # duration of calls up to which no progress is shown [s]


class _Bar:
    """A line that appears when it is needed first."""

    def __init__(self):
        self.begin, self.bar = time.monotonic(), None

    def tell(self, text):
        if self.bar is None and time.monotonic() - self.begin > _BEGIN:
            self.bar = _new_bar()
        if self.bar is not None:
            self.bar.set_description_str(text)

    def close(self):
        if self.bar is not None:
            self.bar.close()


class _PlainBar:
    """The same without tqdm."""

    def set_description_str(self, text):
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def close(self):
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _new_bar():
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tqdm warns if a notebook has no widgets, and then prints text
            from tqdm.auto import tqdm
    except ImportError:
        return _PlainBar()
    return tqdm(total=0, bar_format="{desc}", leave=False, file=sys.stderr)


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
    bar = _Bar()
    try:
        yield bar.tell
    finally:
        bar.close()
