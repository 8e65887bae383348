"""Runs a notebook from its first cell to its last: a cell that raises ends this with its traceback."""
import sys

import nbclient
import nbformat

notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=200, kernel_name="python3").execute()
if len(sys.argv) > 2:
    nbformat.write(notebook, sys.argv[2])
print("the notebook ran")
