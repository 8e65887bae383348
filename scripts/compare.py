#!/usr/bin/env python3
"""Draws what `plumb compare --plot` computes and writes to its standard input: JSON of one method and the pictures wanted."""
import json
import sys

from drawing import comparison
from drawing.style import plt


def main():
    data = json.load(sys.stdin)
    title = "plumb compare " + data["method"]
    for picture in data["pictures"]:
        figure = comparison.PANELS[picture["panel"]](data)
        dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[picture["format"]]
        figure.savefig(picture["path"], format=picture["format"], metadata={"Title": title} | dates, bbox_inches="tight")
        plt.close(figure)


if __name__ == "__main__":
    main()
