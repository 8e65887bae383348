#!/usr/bin/env python3
"""Computes orders and stability of the methods in the data files of this folder, with 100 digits and without Plumb.

Usage: expected.py [--only NAME] [--claims]

Requires python3-mpmath; python3-gmpy2 makes it faster. Writes expected.json. With --only NAME, prints the results of
the methods whose "file/name" contains NAME instead. --claims prints the differences between catalogues and results.
"""
import argparse
import json
import pathlib
import sys
import tomllib
from fractions import Fraction
from multiprocessing import Pool

import mpmath as mp

import multistep
import runge_kutta as rk
from exact_numbers import number
from stability_function import StabilityFunction, Windows, sector_angle

HERE = pathlib.Path(__file__).parent
FILES = ("nodepy", "diffeqdevtools", "arkode", "classical")


def shown(x, digits=25):
    """Returns a number as a string; infinity is "inf", and None remains None."""
    if x is None:
        return None
    if x == mp.inf:
        return "inf"
    if isinstance(x, Fraction):
        return str(x)
    return mp.nstr(x, digits, strip_zeros=True)


def brief(x):
    return 0 if not x else float(mp.nstr(x, 3))


def spans(windows):
    return [[shown(low), shown(high)] for low, high in windows]


def first_end(windows):
    return windows[0][1] if windows and windows[0][0] == 0 else mp.mpf(0)


def add_windows(out, axis, found, scale):
    spread = [(low and scale(low), high if high == mp.inf else scale(high)) for low, high in found.list]
    out[axis + "_windows"] = spans(spread)
    out[axis + "_limit"] = shown(first_end(spread))
    moved = [[scale(t + e) - scale(t) if e else 0 for e, t in zip(pair, ts)]
             for pair, ts in zip(found.ends_open, found.list)]
    if any(map(any, moved)):
        out[axis + "_windows_within"] = [[brief(x) for x in pair] for pair in moved]
        if first_end(spread):
            out[axis + "_limit_within"] = brief(moved[0][1])
    if found.touching:
        out[axis + "_touching"] = [shown(scale(t)) for t in found.touching]


def runge_kutta(data):
    t = rk.Tableau(data)
    reports = t.orders()
    out = dict(kind="runge-kutta", stages=t.stages, explicit=t.explicit, row_sums_fit=t.row_sums_fit())
    out.update(order=reports[0]["order"], order_within=reports[0]["near"], stage_order=t.stage_order())
    for key, what in (("residual", "residual"), ("residual_norm", "norm"), ("digits_leave", "open")):
        out[key] = [float(x) if key != "digits_leave" else brief(x) for x in reports[0][what]]
    r = StabilityFunction(t)
    add_stability(out, r)
    add_ssp(out, t)
    out["algebraically_stable"] = rk.algebraically_stable(t)
    if len(t.bs) > 1:
        other = StabilityFunction(t, 1)
        out["embedded"] = dict(order=reports[1]["order"], order_within=reports[1]["near"],
                               residual=[float(x) for x in reports[1]["residual"]],
                               rho_infinity=shown(abs(other.at_infinity())))
    return out


def add_ssp(out, t):
    radius = rk.ssp_coefficient(t, 30 * t.largest_open + mp.mpf(10) ** -40)
    out["ssp_coefficient"] = shown(radius, 20)
    if not t.exact and radius not in (0, mp.inf):
        other = rk.ssp_coefficient(t, 3 * t.largest_open + mp.mpf(10) ** -40)
        out["ssp_within"] = brief(2 * abs(radius - other))


def add_stability(out, r):
    out["numerator"], out["denominator"] = ([shown(x) for x in f] for f in (r.vp, r.vq))
    out["linear_order"], out["error_constant"] = r.linear_order()[0], shown(r.linear_order()[1])
    odd, even = r.phase()
    imaginary = Windows(*r.on_imaginary_axis(), r.exact)
    out["dispersion_order"] = odd[0] - 1 if odd else None
    out["dispersion_constant"] = shown(odd[1]) if odd else None
    out["dissipation_order"] = None if imaginary.identical or not even else even[0] - 1
    out["dissipation_constant"] = None if imaginary.identical or not even else shown(even[1])
    out["modulus_one_on_imaginary_axis"] = imaginary.identical
    add_windows(out, "imaginary", imaginary, mp.sqrt)
    negative = Windows(*r.on_negative_axis(), r.exact)
    add_windows(out, "real", negative, lambda x: x)
    at_infinity = r.at_infinity()
    out["r_infinity"], out["rho_infinity"] = shown(at_infinity), shown(abs(at_infinity))
    if r.open_at_infinity():
        out["rho_infinity_within"] = brief(r.open_at_infinity())
    poles = r.poles()
    out["a_stable"] = imaginary.everywhere() and all(z.real > 0 for z in poles)
    out["l_stable"] = out["a_stable"] and at_infinity == 0
    out["a_alpha"] = None
    if out["a_stable"]:
        out["a_alpha"] = "90"
    elif at_infinity != mp.inf and abs(at_infinity) <= 1 and negative.everywhere():
        out["a_alpha"] = shown(sector_angle(r), 16)
    out["within_digits"] = r.within or imaginary.within or negative.within or bool(imaginary.snapped or negative.snapped)


def linear_multistep(data):
    f = multistep.Formula(data)
    order, constant, scaled = f.order_and_error()
    out = dict(kind="multistep", steps=f.k, explicit=f.beta[0] == 0, order=order, error_constant=shown(scaled),
               unscaled_error_constant=shown(constant), consistent=order >= 1,
               zero_stable=multistep.root_condition(f.rho), irreducible=len(f.g) < 2,
               common_factor=[shown(x) for x in f.g])
    radius = mp.inf if f.beta[0] == 0 else max(
        [abs(z) for z in multistep.roots(multistep.in_mp(multistep.squarefree(f.sigma)))], default=mp.mpf(0))
    out["rho_infinity"] = shown(radius)
    imaginary, real = (multistep.windows(f, z) for z in (mp.mpc(0, 1), mp.mpc(-1)))
    out.update(imaginary_windows=spans(imaginary), imaginary_limit=shown(first_end(imaginary)), real_windows=spans(real),
               real_limit=shown(first_end(real)), a_stable=multistep.a_stable(f))
    out["l_stable"] = out["a_stable"] and radius == 0
    out["a_alpha"] = "90" if out["a_stable"] else shown(multistep.sector_angle(f), 16)
    out["ssp_coefficient"] = shown(multistep.ssp_coefficient(f))
    out["within_digits"] = f.within
    return out


def computed(job):
    file, data = job
    try:
        return file, data["name"], (runge_kutta if "a" in data else linear_multistep)(data)
    except Exception as error:
        raise RuntimeError(f"{file}/{data['name']}: {error!r}") from error


# ---- claims of the catalogues


def disagreements(data, out):
    for key, claim in data["claims"].items():
        if key == "embedded_order":
            found = out["embedded"]["order"]
        elif key == "a_alpha":
            found, claim = str(mp.floor(2 * mp.mpf(out["a_alpha"]))).split(".")[0] + "/2", claim
        elif key == "real_root":  # a root of |R| = 1 on the positive or negative real axis
            continue
        else:
            found = out.get(key)
        if isinstance(claim, str) and isinstance(found, str) and "/2" not in claim:
            a = mp.inf if claim == "inf" else number(claim).value()
            b = mp.inf if found == "inf" else number(found).value()
            if a == b or abs(a - b) < mp.mpf("1e-4") * abs(a):
                continue
        if claim != found and not (key == "order" and found == 10 and claim > 10):
            yield f"{key}: claimed {claim}, computed {found}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--only", default="")
    options.add_argument("--claims", action="store_true")
    options = options.parse_args()
    data = {f: tomllib.loads((HERE / f"{f}.toml").read_text())["method"] for f in FILES}
    jobs = [(f, m) for f in FILES for m in data[f] if options.only in f"{f}/{m['name']}"]
    out = {f: {} for f in FILES}
    with Pool(2) as pool:
        for f, name, result in pool.imap(computed, jobs):
            out[f][name] = result
            print(f"{f}/{name}", file=sys.stderr)
    if options.claims:
        for f, m in jobs:
            for text in disagreements(m, out[f][m["name"]]):
                near = out[f][m["name"]].get("order_within")
                print(f"{f}/{m['name']}: {text} (within: {near})")
    if not options.only:
        entry = lambda x: json.dumps(x)
        lines = [f' "{f}": {{\n' + ",\n".join(f'  "{n}": {entry(r)}' for n, r in out[f].items()) + "\n }" for f in FILES]
        (HERE / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    else:
        json.dump(out, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
