"""Progress of long calls: one line in a terminal or a notebook, by tqdm if it is installed."""

import contextlib
import sys
import time
import warnings

_BEGIN = 1  # calls shorter than this show no progress [s]


class _Bar:
    """A line of text that appears if a call lasts longer than _BEGIN."""

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
    """Replaces the line of tqdm if tqdm is not installed; writes to stderr."""

    def set_description_str(self, text):
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def close(self):
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _new_bar():
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tqdm warns if the notebook has no widgets, and then prints text
            from tqdm.auto import tqdm
    except ImportError:
        return _PlainBar()
    return tqdm(total=0, bar_format="{desc}", leave=False, file=sys.stderr)


@contextlib.contextmanager
def shown(progress):
    """Context manager that yields the function which receives the progress lines, or None to show no progress.

    Parameters
    ----------
    progress : bool, callable or None
        A callable receives every line as a str. None, the default, means True in a notebook or if stderr is a terminal.
    """
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
