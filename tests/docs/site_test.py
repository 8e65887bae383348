#!/usr/bin/env python3
"""ctest -R docs/site: the site of the documentation. Ends with 77 if MkDocs is not installed.

Every page of the checkout is in the site and in its navigation, every link has a target, nothing is loaded from the
network, and the search contains all sections. A page outside the navigation and a broken link fail the build.
"""
import html.parser
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COPIED = ("README.md", "CONTRIBUTING.md", "CITATION.cff", "mkdocs.yml", "docs", "scripts", "results/audit",
          "results/papers", "examples/ci", "problems/mechanisms/robot-files")


class Page(html.parser.HTMLParser):
    """The ids, links and loaded files of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded, self.rows = set(), [], [], 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids.add(attrs.get("id"))
        self.rows += tag == "tr"
        if tag == "a" and "href" in attrs:
            self.links.append(attrs["href"])
        elif attrs.get("src") or (tag == "link" and attrs.get("href")):
            self.loaded.append(attrs.get("src") or attrs["href"])


def build(root, out):
    return subprocess.run([root / "scripts/docs-site", out], capture_output=True, text=True, check=False)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.site = pathlib.Path(cls.folder.name) / "site"
        ended = build(ROOT, cls.site)
        assert ended.returncode == 0, ended.stderr
        cls.pages = {path: Page(path) for path in cls.site.rglob("*.html")}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_has_every_page(self):
        sources = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("results/**/*.md")]
        self.assertGreater(len(sources), 20)
        for source in sources:
            name = "index.html" if source.name == "README.md" else source.stem + ".html"
            page = self.site / source.relative_to(ROOT).parent / name
            self.assertTrue(page.is_file(), page)

    def test_links_lead_somewhere(self):
        for path, page in self.pages.items():
            for link in page.links:
                address, _, anchor = link.partition("#")
                if address.startswith(("http:", "https:")):
                    continue
                target = pathlib.Path(os.path.normpath(path.parent / address)) if address else path
                self.assertTrue(target.is_file(), f"{path}: {link}")
                if anchor and target.suffix == ".html":
                    self.assertIn(anchor, self.pages[target].ids, f"{path}: {link}")

    def test_loads_nothing_from_the_network(self):
        for path, page in self.pages.items():
            for address in page.loaded:
                if not address.startswith("data:"):
                    self.assertTrue((path.parent / address).is_file(), f"{path}: {address}")

    def test_has_tables_and_a_search(self):
        self.assertGreater(self.pages[self.site / "docs/catalogue.html"].rows, 90)  # tables inside <details>
        self.assertGreater(self.pages[self.site / "results/papers/zhang2022/index.html"].rows, 100)  # inside lists
        text = (self.site / "search.js").read_text(encoding="utf-8")
        titles = {title for _, title, _ in json.loads(text[text.index("["):text.rindex("]") + 1])}
        self.assertLessEqual({"Five tasks", "Certified references", "Methods and problems"}, titles)

    def test_fails_with_a_page_outside_the_navigation_and_a_broken_link(self):
        copy = pathlib.Path(self.folder.name) / "copy"
        for path in COPIED:
            target = copy / path
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / path).is_dir() else shutil.copy)(ROOT / path, target)
        (copy / "docs/orphan.md").write_text("# A page\n[a link](nowhere.md)\n", encoding="utf-8")
        ended = build(copy, copy / "out")
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertIn("docs/orphan.md is in no entry of `nav`", ended.stderr)
        self.assertIn("docs/orphan.md links to nowhere.md, which does not exist", ended.stderr)
        self.assertFalse((copy / "out").exists())

    def test_replaces_no_folder_of_the_user(self):
        kept = pathlib.Path(self.folder.name) / "kept"
        kept.mkdir()
        (kept / "mine.txt").touch()
        self.assertEqual(build(ROOT, kept).returncode, 2)
        self.assertTrue((kept / "mine.txt").is_file())
        self.assertEqual(build(ROOT, self.site).returncode, 0)  # a site that it built before may be replaced


if __name__ == "__main__":
    if not shutil.which("mkdocs"):
        print("skipped: MkDocs is not installed (scripts/setup docs)")
        sys.exit(77)
    unittest.main()
