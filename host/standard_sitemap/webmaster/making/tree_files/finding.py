"""Finds the tree files of a folder, by name or as named by the webmaster, and reads their entries."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from standard_sitemap.model.url_paths import INDEX_NAMES
from standard_sitemap.webmaster.making.folder_reading import Contents, read
from standard_sitemap.webmaster.making.fragments import FragmentReader
from standard_sitemap.webmaster.making.list_entries import (
    Entry,
    entries_of,
    first_entries_into,
    followed,
    fragment_of,
)
from standard_sitemap.webmaster.making.page_reading import Page, read_page
from standard_sitemap.webmaster.making.references import ReferenceResolver, folder_of
from standard_sitemap.webmaster.making.tree_files.docfx_trees import (
    NAMES,
    DocfxReader,
    contents_files,
    read_contents_json,
    read_contents_page,
)
from standard_sitemap.webmaster.making.tree_files.markdown_trees import read_markdown
from standard_sitemap.webmaster.making.tree_files.text_trees import (
    read_doxygen,
    read_doxygen_menu,
    read_exdoc,
    read_javadoc,
    read_pandoc,
)
from standard_sitemap.webmaster.making.tree_files.xml_trees import TreeContents, read_xml

# Behaviour: generators. Also: tree file, documentation tool, SUMMARY.md.
# Most reliable first: if several files cover the same pages, the first decides.
_SUFFIXES = (".qhp", ".devhelp2", ".devhelp", ".ditamap", ".bookmap", ".ncx")
_NAMES = (
    "toc.xml",
    "navtreedata.js",
    "menudata.js",
    "type-search-index.js",
    "summary.md",
    "_sidebar.md",
    "nav.md",
    "sitemap.json",
)
# mdBook's script, since version 0.5 with a digest of its content.
_BOOK = re.compile(r"toc(?:-[0-9a-f]{8})?\.js")
# Books of books refer to one another, perhaps in a cycle.
_DEEPEST = 10
# Files with a tree in one folder, including subfolders.
_MOST = 200
_OF_SOURCES = (".html", "/index.html")
_PAGES_OF = dict.fromkeys(
    (".md", ".markdown", ".mdx", ".dita", ".xml", ".rst", ".adoc", ".asciidoc", ".ipynb", ".qmd"), _OF_SOURCES
)


class UnknownTree(Exception):
    """A named file does not exist or holds no tree in a known format; `args` holds its path."""


@dataclass(slots=True)
class Trees:
    """The entries of all tree files, and the files' paths, each with the pages that it names.

    `nested` holds the entries of files in folders with an index page, by this page.
    """

    entries: list[Entry] = field(default_factory=list)
    nested: dict[str, list[Entry]] = field(default_factory=dict)
    files: dict[str, set[str]] = field(default_factory=dict)

    def every(self) -> Iterator[Entry]:
        """Yield the top entries of all files."""
        yield from self.entries
        yield from chain.from_iterable(self.nested.values())

    def add(self, path: str, entries: list[Entry], targets: set[str], index: str | None) -> None:
        """Add the entries of a file and their targets.

        For a folder below the site's root, `index` is the page on which readers enter it.
        """
        self.files[path] = targets
        (self.entries if index is None else self.nested.setdefault(index, [])).extend(entries)

    def followed(self, targets: Mapping[str, str]) -> Trees:
        """Return the trees with the pages in `targets` instead of the pages that these replace."""
        trees = Trees(followed(self.entries, targets), files=self.files)
        for index, entries in self.nested.items():
            page = targets.get(index, index)
            (trees.nested.setdefault(page, []) if page else trees.entries).extend(followed(entries, targets))
        return trees


def trees(
    folder: Path,
    folder_contents: Contents,
    addresses: ReferenceResolver,
    every: Mapping[str, Page],
    wanted: tuple[str, ...],
    *,
    is_looking: bool,
) -> Trees:
    """Return the trees of the named files, or else of the files found by name. Raises UnknownTree for a named file.

    `every` holds all pages, including those that redirect.
    """
    reader = _RootReader(folder, addresses, every)
    result = Trees()
    paths = [_inside(folder, path) for path in wanted]
    if is_looking and not wanted:
        paths = [*contents_files(every.values()), *_candidates(folder_contents.others)]
    known: set[str] = set()
    pages = set(folder_contents.pages)
    fragments = FragmentReader(every, lambda path: read(folder, path))
    for path, entries in [(path, reader.read(path)) for path in paths]:
        if path in reader.included and not wanted:
            continue
        targets = {entry.target for entry in entries_of(entries) if entry.target is not None}
        if not targets and wanted:
            raise UnknownTree(path)
        if targets - known:
            fragments.let_stand_for_pages(first_entries_into(entries), is_contents=True)
            result.add(path, entries, targets, _index(_site_of(path), pages))
            known |= targets
    return result


def _index(folder: str, pages: Container[str]) -> str | None:
    """Return the index page of a folder below the root."""
    return next((index for name in INDEX_NAMES if folder and (index := f"{folder}/{name}") in pages), None)


def _site_of(path: str) -> str:
    """Return the folder to which the pages of a tree file belong: ExDoc's is in a folder of scripts."""
    return folder_of(folder_of(path)) if _is_exdoc(posixpath.basename(path)) else folder_of(path)


def _is_exdoc(name: str) -> bool:
    return name.startswith("sidebar_items") and name.endswith(".js")


def _inside(folder: Path, named: str) -> str:
    """Return the path in the folder of a named file, relative to the folder or the current directory."""
    for place in (folder / named, Path(named)):
        if place.is_file() and place.resolve().is_relative_to(folder):
            return place.resolve().relative_to(folder).as_posix()
    raise UnknownTree(named)


def _candidates(others: list[str]) -> list[str]:
    # Doxygen's tree has all pages of its menu, by other names.
    of_doxygen = {folder_of(path) for path in others if posixpath.basename(path) == "navtreedata.js"}

    def rank(path: str) -> int | None:
        name = posixpath.basename(path).lower()
        if name == "menudata.js" and folder_of(path) in of_doxygen:
            return None
        suffixes = [number for number, suffix in enumerate(_SUFFIXES) if name.endswith(suffix)]
        names = [len(_SUFFIXES) + number for number, file_name in enumerate(_NAMES) if name == file_name]
        names.extend([len(_SUFFIXES) + len(_NAMES)] * (_is_exdoc(name) or _BOOK.fullmatch(name) is not None))
        return next(iter([*suffixes, *names]), None)

    ranked = [(number, path) for path in others if (number := rank(path)) is not None]
    return [path for _, path in sorted(ranked)[:_MOST]]


class _RootReader:
    def __init__(self, folder: Path, addresses: ReferenceResolver, pages: Mapping[str, Page]) -> None:
        self._folder = folder
        self._addresses = addresses
        self._docfx = DocfxReader(pages, self._docfx_contents)
        self.included: set[str] = set()
        self._inclusions = 0

    def read(self, path: str) -> list[Entry]:
        """Return the entries of a file; none if it holds no tree."""
        body = read(self._folder, path)
        if body is None:
            return []
        name, inner = posixpath.basename(path).lower(), _site_of(path)
        resolve = self._resolver(inner)
        if name == "type-search-index.js":
            return read_javadoc(self._finder(inner), resolve)
        if name == "navtreedata.js":
            return read_doxygen(body, self._finder(inner), resolve)
        if name == "menudata.js":
            return read_doxygen_menu(body, resolve)
        if _is_exdoc(name):
            return read_exdoc(body, resolve)
        if name in NAMES:
            return self._docfx.entries(path)
        if name == "sitemap.json":
            return read_pandoc(body, resolve)
        if _BOOK.fullmatch(name):
            return self._contents_of_book(inner)
        if name.endswith(".md"):
            return read_markdown(body, resolve)
        return self._xml(path, body)

    def _docfx_contents(self, path: str) -> list[Entry]:
        """Return the entries of one of DocFX's files: as JSON, if it is there in this form, too."""
        other = f"{path.rpartition('.')[0]}.json"
        body = read(self._folder, other)
        entries = read_contents_json(body, self._resolver(folder_of(other))) if body is not None else []
        body = None if entries else read(self._folder, path)
        return read_contents_page(body, path, self._addresses) if body is not None else entries

    def _contents_of_book(self, inner: str) -> list[Entry]:
        """Return the entries of the contents page that mdBook writes next to its script."""
        path = posixpath.join(inner, "toc.html")
        body = read(self._folder, path)
        lists = read_page(path, body, self._addresses).lists if body is not None else []
        return [entry for contents_list in lists for entry in contents_list.entries]

    def _xml(self, path: str, body: bytes, depth: int = 0) -> list[Entry]:
        """Return the entries of an XML file, then the entries of the files that it includes."""
        contents: TreeContents | None = read_xml(body, self._resolver(folder_of(path)))
        if contents is None:
            return []
        entries = list(contents.entries)
        for address in contents.includes:
            other = self._addresses.path(folder_of(path), address)
            if other is not None and other != path and depth < _DEEPEST and self._may_read():
                self.included.add(other)
                inner = read(self._folder, other)
                entries.extend(self._xml(other, inner, depth + 1) if inner is not None else [])
        return entries

    def _may_read(self) -> bool:
        """Return whether another file may be included: inclusions may form a cycle."""
        self._inclusions += 1
        return self._inclusions <= _MOST

    def _finder(self, inner: str) -> Callable[[str], bytes | None]:
        return lambda name: read(self._folder, posixpath.join(inner, name))

    def _resolver(self, inner: str) -> Callable[[str], Entry]:
        """Return a function that resolves addresses relative to a folder; a source's address leads to its page."""

        def resolve(address: str) -> Entry:
            if address.lower().startswith(("http://", "https://")) and self._addresses.target(inner, address) is None:
                return Entry("", url=address)
            for candidate in _pages_of(address):
                target = self._addresses.target(inner, candidate)
                if target is not None:
                    fragment = fragment_of(address) if target.has_fragment else ""
                    return Entry("", target.page, is_anchor=target.has_fragment, fragment=fragment)
            return Entry("")

        return resolve


def _pages_of(address: str) -> list[str]:
    path, mark, fragment = address.partition("#")
    stem, suffix = posixpath.splitext(path)
    addresses = [address] if path else []
    if suffix.lower() in _PAGES_OF:
        addresses.extend(f"{stem}{ending}{mark}{fragment}" for ending in _PAGES_OF[suffix.lower()])
        if posixpath.basename(stem).lower() == "readme":
            addresses.append(posixpath.join(posixpath.dirname(stem), f"index.html{mark}{fragment}"))
    return addresses
