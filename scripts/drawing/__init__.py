"""How figures look: by their kind (general.py), and one module for a paper that wants more, named by its key.

A script without matplotlib or numpy ends with a line that names the package."""
import importlib
import os
import sys

try:
    importlib.import_module("matplotlib")
    importlib.import_module("numpy")
except ModuleNotFoundError as missing:
    print(f"{os.path.basename(sys.argv[0])}: {missing.name} is missing, which draws the figures: "
          f"apt-get install python3-{missing.name}, or pip install {missing.name}", file=sys.stderr)
    sys.exit(2)
