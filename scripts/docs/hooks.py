"""Hooks of MkDocs for the site of the documentation (mkdocs.yml).

The pages lie in several folders of the checkout. Files that pages link to, such as examples, are copied into the site.
A page that the navigation lacks, and a link without a target, are warnings: `mkdocs build --strict` fails.
"""
import html
import json
import logging
import os
import pathlib
import re

from mkdocs.structure.files import File, Files

log = logging.getLogger("mkdocs.plugins.plumb")
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "docs/*.md", "results/audit/*.md", "results/papers/*/*.md")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")


def matching(pattern):
    return sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(pattern))


def outside_code(text):
    """Yields the lines of a page, and whether a line is outside of blocks of code."""
    is_code = False
    for line in text.split("\n"):
        is_fence = line.startswith("```")
        yield line, not is_code and not is_fence
        is_code ^= is_fence


def target_of(page, link):
    """Returns the path in the checkout that a link of a page leads to; None for other addresses and headings."""
    path = link.split("#")[0]
    if not path or re.match(r"[a-z]+:", path):
        return None
    return os.path.normpath(os.path.join(os.path.dirname(page), path))


def links_of(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for line, is_prose in outside_code(text):
        if is_prose:
            for _, _, link in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                yield link


def all_files():
    """Returns the pages, and the files that they link to. A linked Markdown file is a page."""
    found, waiting = [], [path for pattern in PAGES for path in matching(pattern)]
    while waiting:
        path = waiting.pop()
        if path in found or not (ROOT / path).is_file():
            continue
        found.append(path)
        if path.endswith(".md"):
            waiting += [target for link in links_of(path) if (target := target_of(path, link))]
    return sorted(found)


def expanded(items, listed):
    """Returns entries of the navigation with the paths in the place of patterns, each path once."""
    out = []
    for item in items:
        if isinstance(item, dict):
            title, value = next(iter(item.items()))
            out.append({title: expanded(value, listed) if isinstance(value, list) else value})
        else:
            paths = [path for path in matching(item) if "*" not in item or path not in listed]
            listed.update(paths)
            out += paths or ([] if "*" in item else [item])
    return out


def named(items):
    for item in items:
        value = next(iter(item.values())) if isinstance(item, dict) else item
        yield from named(value) if isinstance(value, list) else [value]


def on_config(config):
    config["nav"] = expanded(config["nav"], {path for path in named(config["nav"]) if "*" not in path})
    return config


def on_files(files, config):
    out = [file for file in files if not file.abs_src_path.startswith(config["docs_dir"])]
    out += [File(path, str(ROOT), config["site_dir"], False) for path in all_files()]
    listed = set(named(config["nav"]))
    for path in all_files():
        if path.endswith(".md") and path not in listed:
            log.warning("%s is in no entry of `nav` in mkdocs.yml", path)
    return Files(out)


def on_page_markdown(markdown, page, config, files):
    """Adapts a page to Python's Markdown."""
    source = page.file.src_uri

    def link(match):
        picture, text, address = match.groups()
        target = target_of(source, address)
        if target is None or files.get_file_from_path(target):
            return match[0]
        if not (ROOT / target).exists():
            log.warning("%s links to %s, which does not exist", source, address)
        return text  # a folder of the checkout

    out = []
    for line, is_prose in outside_code(markdown):
        if is_prose:
            line = LINK.sub(link, line).replace("<details>", '<details markdown="1">')
            line = re.sub(r"^ {2,3}(?=\S)", "    ", line)  # the contents of an item of a list
            if line.lstrip().startswith("|"):  # a bar in code is no border of a cell here
                line = re.sub(r"`[^`]*`", lambda code: code[0].replace("\\|", "|"), line)
        elif fence := re.match(r"```(\w+) (.+)", line):  # a block that quotes a file: its name becomes a caption
            out += ["", f'<p class="file"><code>{html.escape(fence[2], quote=False)}</code></p>', ""]
            line = f"```{fence[1]}"
        out.append(line)
    return "\n".join(out)


def on_page_content(content, page, config, files):
    content = content.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return re.sub(r"<pre>", '<pre tabindex="0">', content)


def on_post_build(config):
    """Writes the index of the search as a script, since pages that are opened from disk must not read files."""
    site = pathlib.Path(config["site_dir"])
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    pages = [[entry["location"], entry["title"], entry["text"]] for entry in index["docs"]]
    (site / "search.js").write_text(f"const searchIndex = {json.dumps(pages, ensure_ascii=False)};\n", encoding="utf-8")
    (site / "search/search_index.json").unlink()
    (site / "search").rmdir()
    for unused in ("sitemap.xml", "sitemap.xml.gz"):  # the site has no address
        (site / unused).unlink(missing_ok=True)
