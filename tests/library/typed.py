"""Types the lines of docs/library.md that compile and run a program in C, where their relative paths begin.

    typed.py BUILD      the folder of the build that has the library; the page calls it build/release

Fails if the program does not compile as the page says, or does not find the library when it runs.
"""
import pathlib
import subprocess
import sys
import tempfile

build, source = pathlib.Path(sys.argv[1]), pathlib.Path.cwd()
page = (source / "docs/library.md").read_text()
lines = [line.split("#")[0] for line in page.split("```\n")[1].splitlines()]
typed = [line for line in lines if not line.startswith("cmake")]
assert len(typed) == 2 and typed[0].startswith("cc "), typed
with tempfile.TemporaryDirectory() as folder:
    for name in ("interface", "examples"):
        pathlib.Path(folder, name).symlink_to(source / name)
    pathlib.Path(folder, "build").mkdir()
    pathlib.Path(folder, "build/release").symlink_to(build)
    ended = subprocess.run(["sh", "-ec", "\n".join(typed)], cwd=folder, capture_output=True, text=True)
print(ended.stdout, ended.stderr)
sys.exit(ended.returncode or "q1" not in ended.stdout)
