#!/usr/bin/env python3
"""Draws what `plumb analyze --plot` computes and writes to its standard input: JSON with methods and the pictures wanted."""
import json
import sys

from drawing import stability
from drawing.style import plt


def main():
    data = json.load(sys.stdin)
    title = "plumb analyze " + ", ".join(method["name"] for method in data["methods"])
    for picture in data["pictures"]:
        figure = stability.draw(picture["panel"], data["methods"])
        dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[picture["format"]]
        figure.savefig(picture["path"], format=picture["format"], metadata={"Title": title} | dates, bbox_inches="tight")
        plt.close(figure)


if __name__ == "__main__":
    main()
