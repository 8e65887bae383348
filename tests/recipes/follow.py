#!/usr/bin/env python3
"""Follows the recipes of CONTRIBUTING.md literally.

    follow.py sources OUT     writes the C++ files that the recipes make or change below OUT
    follow.py run PLUMB       with a program made of these: writes the other files into a new folder, runs the commands

The first line of a fenced block says where its text goes:

    ```cpp FILE                    a new file, in the tree or in the folder where the commands run
    ```cpp FILE before "LINE"      into FILE, before its only line that begins with LINE
    ```cpp FILE for "TEXT"         into FILE, in the place of TEXT, which stands there once

Commands are what begins with plumb, in a line of a block or between backquotes; names in capitals stand for a user's
choice, and such commands run if the folder has a file of that name.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FENCE = re.compile(r'```\w+ (?P<file>\S+)(?: (?P<how>before|for) "(?P<text>.+)")?$')
COMMAND = re.compile(r"(?:^ {4}|`)(plumb [^`#\n]+)", re.MULTILINE)


def recipes():
    """The sections (a) to (d), without the page around them."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", page, flags=re.MULTILINE)
    return "".join(section for section in sections if re.match(r"\([a-z]\)", section))


def blocks(text):
    """(file, how, text, block) of each fenced block that says where it goes."""
    inside, where, lines = False, None, []
    for line in text.splitlines(keepends=True):
        if not line.startswith("```"):
            lines.append(line)
            continue
        if inside and where:
            yield where["file"], where["how"], where["text"], "".join(lines)
        inside, where, lines = not inside, FENCE.match(line.rstrip()), []


def changed(source, how, text, block, file):
    """source with block before its only line that begins with text, or in the place of text."""
    found = list(re.finditer((r"^ *" if how == "before" else "") + re.escape(text), source, re.MULTILINE))
    if len(found) != 1:
        sys.exit(f"CONTRIBUTING.md: {file} has {len(found)} times: {text}")
    begin, end = found[0].span()
    return source[:begin] + (block if how == "before" else block.rstrip()) + source[begin if how == "before" else end :]


def is_source(file):
    return file.endswith((".cpp", ".hpp"))


def follow(out, wanted):
    """Writes below out every file that the blocks make or change and that is wanted; returns their names."""
    texts = {}
    for file, how, text, block in blocks(recipes()):
        if not wanted(file):
            continue
        if how:
            source = texts.get(file) or (ROOT / file).read_text(encoding="utf-8")
            texts[file] = changed(source, how, text, block, file)
        elif file in texts or (ROOT / file).exists():
            sys.exit(f"CONTRIBUTING.md: {file} is new and exists")
        else:
            texts[file] = block
    for file, text in texts.items():
        target = out / file
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
    return list(texts)


def commands(folder):
    """What the recipes say to run, without what asks for a file or a name that nobody gave."""
    for command in COMMAND.findall(recipes()):
        words = re.sub(r"\[[^\]]*\]", "", command).strip()
        capitals = re.findall(r"\b[A-Z]{3,}\b", words)
        if all(list(folder.rglob(name)) for name in capitals):
            yield words


def run(program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not follow(folder, lambda file: not is_source(file)):
            sys.exit("CONTRIBUTING.md: no files to run with")
        failed = ran = 0
        for command in commands(folder):
            done = subprocess.run(command.replace("plumb", f"'{program}'", 1), shell=True, cwd=folder, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True)
            print(f"$ {command}\n{done.stdout}{done.stderr}")
            ran += 1
            if done.returncode:
                failed += 1
                print(f"ended with {done.returncode}: {command}", file=sys.stderr)
        if failed or ran < 4:
            sys.exit(f"{ran} commands ran, {failed} failed")


def main(verb, argument):
    if verb == "sources":
        print("\n".join(follow(pathlib.Path(argument), is_source)))
    else:
        run(argument)


if __name__ == "__main__":
    main(*sys.argv[1:])
