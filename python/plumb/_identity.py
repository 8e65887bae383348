"""Hash of a method written in Python: the bytecode of its functions, and every object that the bytecode uses.

Bytecode is hashed instead of source text, for two reasons. If two classes have the same name, inspect of Python 3.11
returns the source of the first. Source text does not contain the values of module globals, closures and attributes.
"""

import dis
import functools
import hashlib
import importlib
import os
import sys
import types

import numpy as np

# Modules whose functions return the same values in every process. They are hashed by name and version.
_PURE = frozenset("abc array bisect builtins cmath collections contextlib copy copyreg dataclasses decimal enum fractions "
                  "functools heapq itertools json math numbers operator re statistics string struct types typing warnings "
                  "_collections _collections_abc _functools _operator _struct _decimal "
                  "mpmath numpy pandas plumb scipy sympy _plumb".split())
_PACKAGES = frozenset(["mpmath", "numpy", "pandas", "plumb", "scipy", "sympy", "_plumb"])
# Submodules and functions that read files, or that return different values at different calls. They cannot be hashed.
_IMPURE_PARTS = ("numpy.random", "scipy.io", "numpy.ctypeslib")
_IMPURE_FUNCTIONS = frozenset(
    ["numpy." + name for name in "load loadtxt genfromtxt fromfile fromregex memmap".split()]
    + ["builtins." + name for name in "eval exec compile open input __import__ globals vars id hash".split()])
_STANDARD_LIBRARY = os.path.dirname(os.__file__)
_GLOBAL_ACCESS = frozenset(["LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"])
_ATOMS = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented))
# Attributes that every class has, and functions for printing and for dictionaries. They do not affect a step.
_CLASS_BOOKKEEPING = frozenset("__repr__ __str__ __hash__ __doc__ __dict__ __weakref__ __module__ __qualname__ _abc_impl "
                               "__firstlineno__ __static_attributes__ __abstractmethods__ __slotnames__ "
                               "__plumb_method__".split())
_MISSING = object()
MARK = "__plumb_method__"  # attribute of registered methods with the arguments of plumb.method; not part of the hash


class CannotBeHashed(Exception):
    """An object has no reproducible hash. The message is a clause that names the object and the reason."""


def content_of(*objects):
    """Returns the SHA-256 of the objects and of all objects that they use, as 64 hexadecimal digits.

    Raises CannotBeHashed.
    """
    hashing = _Hashing()
    try:
        hashing.each(objects)
    except RecursionError:
        raise CannotBeHashed("it refers to objects that are nested too deeply") from None
    return hashing.digest.hexdigest()


def _root(name):
    return name.partition(".")[0]


def _is_library(name):
    """Returns whether the module belongs to the standard library, or to a package that its version identifies."""
    root = _root(name)
    if root in _PACKAGES:
        return True
    if root not in getattr(sys, "stdlib_module_names", _PURE) and root not in sys.builtin_module_names:
        return False
    file = getattr(sys.modules.get(root), "__file__", None)  # a file of the user may shadow a standard module
    return file is None or file.startswith(_STANDARD_LIBRARY)


def _is_found_by_name(value):
    """Returns whether the module of `value` contains it under its qualified name.

    If so, the qualified name and the version of the module identify the object.
    """
    found = sys.modules.get(getattr(value, "__module__", None) or "")
    for part in getattr(value, "__qualname__", value.__name__).split("."):
        found = getattr(found, part, None)
    return found is value


class _Hashing:
    """Hashes a sequence of objects. A repeated object is hashed as the number of its first occurrence."""

    def __init__(self):
        self.digest = hashlib.sha256()
        self.numbers = {}  # id: number of the first occurrence
        self.kept = []  # references to hashed objects, so that Python does not reuse an id

    def put(self, *texts):
        for text in texts:
            text = text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogatepass")
            self.digest.update(b"%d:" % len(text) + text)

    def add(self, value):
        kind = type(value)
        if kind in _ATOMS:
            return self.put(kind.__name__, repr(value))
        if kind is tuple:
            self.put("tuple", len(value))
            return self.each(value)
        if kind in (set, frozenset):
            return self.put(kind.__name__, *sorted(content_of(one) for one in value))
        if id(value) in self.numbers:
            return self.put("again", self.numbers[id(value)])
        self.numbers[id(value)] = len(self.numbers)
        self.kept.append(value)
        for kinds, add in _BY_KIND:
            if isinstance(value, kinds):
                return add(self, value)
        if kind is list:
            self.put("list", len(value))
            return self.each(value)
        if kind in (dict, types.MappingProxyType):
            return self.mapping(value)
        return self.instance(value)

    def each(self, values):
        for one in values:
            self.add(one)

    def mapping(self, values):
        items = [(key, one) for key, one in values.items() if type(key) is not str or key != MARK]
        self.put("mapping", len(items))
        for item in items:
            self.each(item)

    def array(self, values):
        self.put("array", values.dtype.str, values.dtype.descr, np.shape(values))
        plain = np.asarray(values)
        if plain.dtype.hasobject:
            self.each(plain.astype(object).ravel().tolist())
        else:
            self.put(plain.tobytes())
        if isinstance(values, np.ndarray) and type(values) is not np.ndarray:
            self.each([type(values), dict(vars(values))])

    def function(self, value):
        if self.of_library(value):
            return
        code, closure = value.__code__, value.__closure__ or ()
        self.put("function")
        self.each([code, value.__defaults__, value.__kwdefaults__, dict(vars(value))])
        modules = []
        for name, cell in zip(code.co_freevars, closure):
            self.put("closes over", name)
            contents = _contents(cell)
            if isinstance(contents, types.ModuleType):
                modules.append(contents)
            elif contents is not _MISSING:
                self.add(contents)
        self.names_of(value, modules)

    def code(self, code):
        self.put("code", code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars,
                 code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags,
                 getattr(code, "co_exceptiontable", b""), len(code.co_consts))
        self.each(code.co_consts)

    def names_of(self, function, modules):
        """Hashes the module globals and builtins that a function uses, and the attributes of modules that it uses."""
        known, codes = function.__globals__, list(_codes(function.__code__))
        builtins = known.get("__builtins__", {})
        builtins = builtins if isinstance(builtins, dict) else vars(builtins)
        for name in sorted({name for code in codes for name in _names_of_globals(code)}):
            self.put("global", name)
            value = known.get(name, builtins.get(name, _MISSING))
            if isinstance(value, types.ModuleType):
                modules.append(value)
            elif value is not _MISSING:
                self.add(value)
        modules += [module for code in codes for name, level in _imports_of(code)
                    for module in _imported(name, level, known)]
        words, seen = sorted({word for code in codes for word in _words(code)}), set()
        for module in modules:
            self.parts_of(module, words, seen)

    def parts_of(self, module, words, seen):
        """Hashes the name of a module, and its attributes whose names occur in the code (`words`)."""
        if module in seen:
            return
        seen.add(module)
        self.module_name(module)
        if not _is_library(module.__name__) and not {"getattr", "__dict__"}.isdisjoint(words):
            return self.module(module)
        for word in words:
            value = vars(module).get(word, _MISSING)
            if value is _MISSING:
                continue
            self.put("attribute", word)
            if isinstance(value, types.ModuleType):
                self.parts_of(value, words, seen)
            else:
                self.add(value)

    def module(self, module):
        """Hashes a module that occurs as a value: all attributes, unless its version identifies it."""
        self.module_name(module)
        if not _is_library(module.__name__):
            self.each([one for name, one in sorted(vars(module).items()) if not name.startswith("__")])

    def module_name(self, module):
        name, library = module.__name__, _is_library(module.__name__)
        if name.startswith(_IMPURE_PARTS) or (library and _root(name) not in _PURE):
            raise CannotBeHashed(f"it uses the module {name}, whose values may differ from run to run")
        self.put("module", name, getattr(sys.modules.get(_root(name)), "__version__", "") if library else "")
        file = str(getattr(module, "__file__", None) or "")
        if not library and file and not file.endswith((".py", ".pyc")):  # the user's compiled code
            with open(file, "rb") as compiled:
                self.put(compiled.read())

    def of_library(self, value):
        """Hashes a function or class of a library by its name. Returns False if it is not part of a library."""
        name = getattr(value, "__module__", None) or ""
        if not _is_library(name) or not _is_found_by_name(value):
            return False
        self.library_name(name, value.__qualname__)
        return True

    def library_name(self, module, name):
        if f"{module}.{name}" in _IMPURE_FUNCTIONS:
            raise CannotBeHashed(f"it calls {name}(), and no hash covers the value")
        if module in sys.modules:
            self.module_name(sys.modules[module])
        self.put("of library", module, name)

    def class_(self, value):
        if self.of_library(value):
            return
        self.put("class", value.__name__)
        self.each([type(value), *value.__bases__])
        for name, one in sorted(vars(value).items()):  # copies in other processes have another order
            if name not in _CLASS_BOOKKEEPING:
                self.each([name, one])

    def builtin(self, value):
        owner = value.__self__
        if owner is None or isinstance(owner, types.ModuleType):
            return self.library_name(value.__module__ or getattr(owner, "__name__", ""), value.__qualname__)
        self.put("builtin method", value.__name__)
        self.add(owner)

    def ufunc(self, value):
        homes = [np, sys.modules.get("scipy.special")]
        if not any(getattr(home, value.__name__, None) is value for home in homes):
            raise CannotBeHashed(f"it uses the ufunc '{value.__name__}', whose code cannot be read")
        self.put("ufunc", value.__name__, np.__version__)

    def instance(self, value):
        """Hashes the state of an object that pickle would store; for a class of the user also all attributes."""
        kind = type(value)
        name = f"{kind.__module__}.{kind.__qualname__}"
        try:
            parts = value.__reduce_ex__(4)
        except Exception:
            raise CannotBeHashed(f"it uses an object of the class {name}, whose value cannot be read") from None
        self.put("instance")
        self.add(kind)
        if not _is_library(kind.__module__):
            self.add(dict(getattr(value, "__dict__", {})))
        if isinstance(parts, str):
            return self.put(parts)
        function, arguments, *rest = parts
        self.each([function, tuple(arguments)])
        for part in rest:
            self.add(list(part) if hasattr(part, "__next__") else part)


def _contents(cell):
    try:
        return cell.cell_contents
    except ValueError:  # the closure variable is not assigned yet
        return _MISSING


def _codes(code):
    yield code
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from _codes(one)


def _names_of_globals(code):
    return [one.argval for one in dis.get_instructions(code) if one.opname in _GLOBAL_ACCESS]


def _words(code):
    """Returns the names and constant strings of a code object: all attributes of a module that the code may read."""
    return [*code.co_names, *(one for one in code.co_consts if isinstance(one, str) and one.isidentifier())]


def _imports_of(code):
    """Yields (name, level) for every module that a code object imports.

    The bytecode loads the level and then the list of names, so the level is the constant before the last one.
    """
    constants = []
    for one in dis.get_instructions(code):
        if one.opname == "IMPORT_NAME":
            yield one.argval, constants[-2]
        elif one.opname in ("LOAD_CONST", "LOAD_SMALL_INT"):
            constants.append(one.argval)


def _imported(name, level, known):
    try:
        module = importlib.import_module("." * level + name, known.get("__package__"))
    except Exception as error:
        raise CannotBeHashed(f"it imports {name}, which fails: {error}") from None
    return [module] if level else [module, sys.modules[_root(name)]]


_BY_KIND = (
    (types.FunctionType, _Hashing.function),
    (types.CodeType, _Hashing.code),
    (types.BuiltinFunctionType, _Hashing.builtin),
    (type, _Hashing.class_),
    (types.ModuleType, _Hashing.module),
    ((np.ndarray, np.generic), _Hashing.array),
    (np.dtype, lambda self, value: self.put("dtype", value.str, value.descr)),
    (np.ufunc, _Hashing.ufunc),
    (types.MethodType, lambda self, value: self.each(["method", value.__func__, value.__self__])),
    ((staticmethod, classmethod), lambda self, value: self.each([type(value), value.__func__])),
    (property, lambda self, value: self.each(["property", value.fget, value.fset, value.fdel])),
    (functools.cached_property, lambda self, value: self.each(["cached", value.func])),
    (functools._lru_cache_wrapper, lambda self, value: self.each(["cached", value.__wrapped__])),
    ((types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType,
      types.GetSetDescriptorType, types.MemberDescriptorType),
     lambda self, value: self.put("of class", value.__objclass__.__qualname__, value.__name__)),
)
