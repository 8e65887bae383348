"""Methods in Python, which go through everything that those of the catalogue go through."""

import hashlib
import inspect
import pickle

from . import _plumb


def method(cls=None, *, order, forms="ode", name=None, title="", source="", multiplier_order=0, memory=None,
           parameters=None, vector_space_only=False, velocity_independent_only=False):
    """Makes a method of a function or class; use it as @plumb.method(order=2).

    A function step(system, t, h, x, **parameters) takes x.q and x.v from t to t + h, and may fill in x.a and x.lam;
    it changes the arrays or puts others in their places. A class has it as a static method, and may have
    start(system, t, h, x, **parameters). All that is carried from step to step beside q and v stands in x.memory,
    memory(nq, nv, nl) numbers. `system` has the equations of the run (help(plumb._plumb.StepSystem)): acceleration,
    force, momentum, reaction, mass_solve, constraint.., factor and solve of weighted matrices, retract, judge.
    A step that fails raises StepFailed, which is a result; any other exception ends the call as MethodError. Arrays of
    another shape, or of no numbers, end the run as "crashed", with the reason.

    order: claimed, of q and v; `plumb.order` measures whether it is true.
    forms: what it solves, words of "ode index1 index2 index3 ggl projected".
    parameters: {name: default} or {name: {"default", "minimum", "maximum", "unit", "meaning"}}.
    Steps are taken by several threads, one after the other, since they hold the interpreter's lock.
    """
    if cls is None:
        return lambda of: method(of, order=order, forms=forms, name=name, title=title, source=source,
                                 multiplier_order=multiplier_order, memory=memory, parameters=parameters,
                                 vector_space_only=vector_space_only,
                                 velocity_independent_only=velocity_independent_only)
    step = getattr(cls, "step", None) or (cls if callable(cls) and not inspect.isclass(cls) else None)
    if step is None:
        raise _plumb.UsageError("method: a function, or a class with a function step, is needed")
    name = name or cls.__name__
    described = {
        "name": name, "title": title or (inspect.getdoc(cls) or "").split("\n")[0][:200], "source": source,
        "forms": forms, "order": int(order), "multiplier_order": int(multiplier_order), "memory": memory,
        "vector_space_only": bool(vector_space_only), "velocity_independent_only": bool(velocity_independent_only),
        "parameters": [_parameter(key, value) for key, value in (parameters or {}).items()],
        "start": getattr(cls, "start", None), "step": step}
    _plumb.provide(described, _content(cls, described))
    cls.plumb_name = "@" + name
    return cls


def _parameter(name, value):
    given = value if isinstance(value, dict) else {"default": value}
    unknown = set(given) - {"default", "minimum", "maximum", "unit", "meaning"}
    if unknown or "default" not in given:
        raise _plumb.UsageError(f"parameter {name}: default, minimum, maximum, unit and meaning are allowed, and a "
                                f"default is needed")
    return {"name": name, "default": given["default"], "unit": given.get("unit", "-"),
            "meaning": given.get("meaning", ""), "minimum": given.get("minimum"), "maximum": given.get("maximum")}


def _content(cls, described):
    """What the method depends on, as far as Python tells: an edited one is another method, with other cells. Values
    that it closes over and its defaults count; what it calls elsewhere does not."""
    try:
        text = inspect.getsource(cls)
    except (OSError, TypeError):  # typed at a prompt
        codes = [getattr(one, "__code__", None) for one in (described["start"], described["step"])]
        text = repr([(code.co_code, code.co_consts, code.co_names) for code in codes if code])
    functions = [one for one in (described["start"], described["step"], described["memory"]) if one]
    closed = [cell.cell_contents for one in functions for cell in (getattr(one, "__closure__", None) or ())]
    closed += [getattr(one, name, None) for one in functions for name in ("__defaults__", "__kwdefaults__")]
    kept = {key: value for key, value in described.items() if not callable(value)}
    digest = hashlib.sha256((text + repr(kept)).encode())
    for value in closed:
        try:
            digest.update(pickle.dumps(value))
        except Exception:  # nothing that can be told apart
            digest.update(repr(value).encode())
    return digest.hexdigest()
