"""Workers run cells apart and try libraries of methods: this interpreter, with the compiled part of the package alone."""

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
    """Where there is one: a program that embeds Python has its own executable in its place."""
    if sys.executable:
        _plumb.use_worker(sys.executable, ["-I", "-S", "-c", _WORKER.format(path=_plumb.__file__)])
