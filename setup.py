"""pip install .: CMake builds the compiled part, in build/pip or in the build that PLUMB_BUILD names."""
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


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        folder = pathlib.Path(os.environ.get("PLUMB_BUILD", root / "build" / "pip")).resolve()
        if not (folder / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "-S", root, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                            "-DPLUMB_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "plumb_python"], check=True)
        made = folder / "python" / "plumb" / pathlib.Path(self.get_ext_filename(extension.name)).name
        if not made.exists():
            raise SystemExit(f"{folder} was configured for another Python than {sys.executable}: no {made.name}")
        target = pathlib.Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made, target)


setup(version=version, packages=["plumb"], package_dir={"plumb": "python/plumb"},
      package_data={"plumb": ["*.pyi", "py.typed"]}, ext_modules=[Extension("plumb._plumb", [])],
      cmdclass={"build_ext": CMakeBuild}, zip_safe=False)
