"""pip wheel . and pip install . build the compiled part by CMake, in build/pip or in the build that PLUMB_BUILD names."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

root = pathlib.Path(__file__).resolve().parent
version = re.search(r"project\(plumb VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)


def configure(folder):
    """Configures a build in this folder. Ends with one line if a tool or pybind11 is missing."""
    missing = [tool for tool in ("cmake", "ninja") if shutil.which(tool) is None]
    if missing:
        raise SystemExit(f"building plumb requires {' and '.join(missing)}: run `scripts/setup python`, or install the "
                         f"Debian packages cmake and ninja-build")
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DPLUMB_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}"]
    try:
        import pybind11  # of the Python package; otherwise CMake finds Debian's pybind11-dev
        options.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
    except ImportError:
        pass
    subprocess.run(["cmake", "-S", root, "-B", folder, "-G", "Ninja", *options], check=True)
    cache = folder / "CMakeCache.txt"
    if re.search("(pybind11_DIR|Python_INCLUDE_DIR)-NOTFOUND", cache.read_text()):
        cache.unlink()  # so that the next call configures again
        raise SystemExit("building plumb requires pybind11 and the headers of Python: run `scripts/setup python`, or "
                         "install the Debian packages pybind11-dev and python3-dev")


class CMakeBuild(build_ext):
    """Builds the compiled module, and the module of SUNDIALS, by CMake."""

    def build_extension(self, extension):
        folder = pathlib.Path(os.environ.get("PLUMB_BUILD", root / "build" / "pip")).resolve()
        if not (folder / "CMakeCache.txt").exists():
            configure(folder)
        subprocess.run(["cmake", "--build", folder, "--target", "plumb_python"], check=True)
        made = folder / "python" / "plumb" / pathlib.Path(self.get_ext_filename(extension.name)).name
        if not made.exists():
            raise SystemExit(f"{folder} was configured for another Python than {sys.executable}: no {made.name}")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made, target)
        sundials = folder / "plumb-sundials.so"  # absent if CMake did not find SUNDIALS
        if sundials.exists():
            shutil.copy(sundials, target.parent)


setup(version=version, packages=["plumb"], package_dir={"plumb": "python/plumb"},
      package_data={"plumb": ["*.pyi", "py.typed"]}, ext_modules=[Extension("plumb._plumb", [])],
      cmdclass={"build_ext": CMakeBuild}, zip_safe=False)
