"""Builds a wheel by pip without network, from a copy of the sources and an existing build, and tries it.

    pip_install.py SOURCE BUILD

The wheel must contain the compiled module, all Python files and the stubs. It is installed in a new virtual
environment, where a problem, a run and an isolated run must work.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

TRIAL = """
import pathlib
import plumb
folder = pathlib.Path(plumb.__file__).parent
assert (folder / "py.typed").exists() and (folder / "_plumb.pyi").exists()
statuses = [plumb.run("pendulum", "erk4", 1e-2, formulation="ode", t_end=1, isolate=isolate)["status"][0]
            for isolate in (False, True)]
assert plumb.run("pendulum", "ida", 1e-2, formulation="ode", t_end=1)["status"][0] == "ok"
assert str(folder / "plumb-sundials.so") in pathlib.Path("/proc/self/maps").read_text()
print(folder, plumb.__version__, plumb.problem("pendulum", "ode").index, *statuses)
"""

source, build = map(pathlib.Path, sys.argv[1:3])
with tempfile.TemporaryDirectory() as folder:
    copy, environment, wheels = (pathlib.Path(folder, name) for name in ("plumb", "environment", "wheels"))
    shutil.copytree(source / "python" / "plumb", copy / "python" / "plumb",
                    ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "CMakeLists.txt"):
        shutil.copy(source / name, copy)
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", environment], check=True)
    python = environment / "bin" / "python"
    without_path = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    without_path["PLUMB_BUILD"] = str(build)
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-build-isolation", "--no-index", "--no-deps", "--wheel-dir", wheels, "."],
                   cwd=copy, env=without_path, check=True)
    (wheel,) = wheels.glob("plumb-*.whl")
    assert "-none-any" not in wheel.name, f"{wheel.name} is not for one platform"
    held = set(zipfile.ZipFile(wheel).namelist())
    expected = {f"plumb/{path.name}" for path in (source / "python" / "plumb").iterdir()
                if path.suffix in (".py", ".pyi", ".typed")}
    assert expected <= held, sorted(expected - held)
    assert any(name.startswith("plumb/_plumb.") and name.endswith(".so") for name in held), sorted(held)

    shutil.rmtree(copy)  # the installed package must not use it
    subprocess.run([*pip, "install", "--no-index", wheel], env=without_path, check=True)
    shown = subprocess.run([python, "-c", TRIAL], cwd=folder, env=without_path, check=True, capture_output=True,
                           text=True).stdout
    assert shown.startswith(str(environment)) and shown.endswith(" 0 ok ok\n"), shown
    print(f"pip has installed it: {wheel.name}")
