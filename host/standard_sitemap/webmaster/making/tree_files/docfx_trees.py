"""DocFX's trees: the contents of the top bar, below whose entries the contents of each part stand. Pure.

A script of the page draws both. Each page names its files: `docfx:navrel` for the bar, `docfx:tocrel` for its part.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from standard_sitemap.webmaster.making.list_entries import AddressResolver, Entry, EntryReader, entries_of, outermost_in
from standard_sitemap.webmaster.making.page_reading import Page, parsed
from standard_sitemap.webmaster.making.references import ReferenceResolver, folder_of

NAMES = ("toc.html", "toc.json")
# DocFX's contents follow namespaces and folders.
_DEEPEST = 60
# Files with contents; a part has one.
_MOST_FILES = 1_000


def contents_files(pages: Iterable[Page]) -> list[str]:
    """Return the files that pages name as their contents, those of bars first."""
    bars, parts = set(), set()
    for page in pages:
        if "docfx:navrel" in page.rels:
            bars.add(page.rels["docfx:navrel"])
        if "docfx:tocrel" in page.rels:
            parts.add(page.rels["docfx:tocrel"])
    return [
        path
        for files in (bars, parts - bars)
        for path in sorted(files, key=lambda path: (path.count("/"), path))
        if path.rpartition("/")[2].lower() in NAMES
    ]


class DocfxReader:
    """Reads contents files; `read` returns a file's entries without those of its parts."""

    def __init__(self, pages: Mapping[str, Page], read: Callable[[str], list[Entry]]) -> None:
        self._pages = pages
        self._read = read
        self._met: set[str] = set()

    def entries(self, path: str) -> list[Entry]:
        """Return the entries of a file, and below each the contents of the part that it leads to."""
        if path in self._met or len(self._met) >= _MOST_FILES:
            return []
        self._met.add(path)
        top = self._read(path)
        # A page is in the contents of the part that it names: the first entry into the part leads to them.
        for entry in list(entries_of(top)):
            page = self._pages.get(entry.target or "")
            part = page.rels.get("docfx:tocrel") if page is not None else None
            if part is not None and not entry.children:
                entry.children = self.entries(part)
            _let_group_stand_for_its_first_page(entry)
        return top


def read_contents_page(body: bytes, path: str, addresses: ReferenceResolver) -> list[Entry]:
    """Return the entries of `toc.html`, a page without a head."""
    root = parsed(body)
    reader = EntryReader(folder_of(path), addresses)
    return [entry for element in outermost_in(root) for entry in reader.entries(element)] if root is not None else []


def read_contents_json(body: bytes, resolve: AddressResolver) -> list[Entry]:
    """Return the entries of `toc.json`, which the template of newer versions reads."""

    def entries(nodes: object, depth: int) -> list[Entry]:
        listed = []
        for node in nodes if isinstance(nodes, list) and depth < _DEEPEST else []:
            if isinstance(node, dict) and isinstance(node.get("name"), str):
                address = node.get("topicHref") or node.get("href")
                entry = resolve(address) if isinstance(address, str) else Entry("")
                entry.label = " ".join(node["name"].split())
                entry.children = entries(node.get("items"), depth + 1)
                listed.append(entry)
        return listed

    try:
        contents = json.loads(body.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return []
    return entries(contents.get("items") if isinstance(contents, dict) else contents, 0)


def _let_group_stand_for_its_first_page(entry: Entry) -> None:
    """Make an entry a group if it leads to the same page as one of several entries below it."""
    below = {child.target for child in entries_of(entry.children)}
    if entry.target in below and len(below) > 1:
        entry.target = None
