"""Worker processes, which run isolated cells and load shared libraries of methods.

A worker is this Python interpreter. It imports only the compiled module _plumb.
"""

import sys

from . import _plumb

_WORKER = """
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
loader = ExtensionFileLoader("_plumb", {path!r})
module = module_from_spec(spec_from_loader("_plumb", loader))
loader.exec_module(module)
module.work()
"""


def use_interpreter():
    """Sets this interpreter as the program of the workers.

    Does nothing if sys.executable is empty, as in a program that embeds Python. Its own executable is then the worker.
    """
    if sys.executable:
        _plumb.use_worker(sys.executable, ["-I", "-S", "-c", _WORKER.format(path=_plumb.__file__)])
