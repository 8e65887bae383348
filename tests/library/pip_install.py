"""pip install . into a virtual environment without network, from a copy of the sources, with the build that is there."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

source, build = map(pathlib.Path, sys.argv[1:3])
with tempfile.TemporaryDirectory() as folder:
    copy, environment = pathlib.Path(folder, "plumb"), pathlib.Path(folder, "environment")
    shutil.copytree(source / "python" / "plumb", copy / "python" / "plumb")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "CMakeLists.txt"):
        shutil.copy(source / name, copy)
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", environment], check=True)
    python = environment / "bin" / "python"
    without_path = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {"PLUMB_BUILD": str(build)}
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-index", "."], cwd=copy,
                   env=without_path, check=True)
    shown = subprocess.run([python, "-c", "import plumb; print(plumb.__file__, plumb.problem('pendulum', 'ode').index)"],
                           cwd=folder, env=without_path, check=True, capture_output=True, text=True).stdout
    assert shown.startswith(str(environment)) and shown.endswith(" 0\n"), shown
print("pip has installed it")
