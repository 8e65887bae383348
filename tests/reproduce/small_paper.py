"""Runs scripts/regenerate, which is scripts/reproduce behind the build, on the paper of the examples.

    small_paper.py PROGRAM FOLDER

Fails if it does not end well, if a part of the site is missing, if it takes longer than some minutes, if it is silent
for 10 s, or if audits wait for references that take hours.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

LONGEST_SILENCE, LONGEST = 10, 850  # s
program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
shutil.rmtree(folder, ignore_errors=True)
papers = folder / "own/results/papers"
papers.mkdir(parents=True)
papers.joinpath("example").symlink_to(pathlib.Path("examples/paper").resolve())
out = folder / "out"

began = time.monotonic()
process = subprocess.Popen(["scripts/regenerate", program, str(out), "example"], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, env=os.environ | {"PLUMB_PATH": str(folder / "own")})
timer = threading.Timer(LONGEST, process.kill)
timer.start()
last, silence, silent_after, before = began, 0, "", "the beginning"
for line in process.stdout:
    now = time.monotonic()
    if now - last > silence:
        silence, silent_after = now - last, before
    last, before = now, line.strip()
    print(f"{now - began:6.1f} s  {line}", end="")
code = process.wait()
timer.cancel()

failures = []
if code != 0:
    failures.append(f"scripts/regenerate ended with {code} after {time.monotonic() - began:.0f} s")
if silence > LONGEST_SILENCE:
    failures.append(f"silent for {silence:.1f} s after '{silent_after}'")
for name in ("site/index.html", "site/paper/example.html", "site/problem/wheelset.html", "figures/example/figure-1.svg",
             "verdicts.json", "audits.json"):
    if not (out / name).is_file():
        failures.append(f"{name} is missing")
if not failures:
    audits = json.loads((out / "audits.json").read_text())
    missing = [one["problem"] for file in audits for one in file["not_audited"]]
    if sorted(missing) != ["fekete", "wheelset"]:
        failures.append(f"not audited: {missing}")
    if "not audited" not in (out / "site/problem/wheelset.html").read_text():
        failures.append("the page of the wheelset does not say that it is not audited")
    if not json.loads((out / "verdicts.json").read_text()):
        failures.append("verdicts.json is empty")
for failure in failures:
    print("FAILED:", failure)
sys.exit(1 if failures else 0)
