"""Reads the navigation of a site as its tool wrote it, and compares it with a map, entry by entry.

Shares no code with the generator. Each tool has one reader: a list on a page, lists followed from page to page, or a
file.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from lxml import html

_NAMESPACE = "{http://standard-sitemap.org/2007/ns}"
_LISTS = ("ul", "ol", "dl")
_LOCATION = re.compile(r"<loc>\s*([^<\s]+)")
# The address of the blogs that the survey builds.
HOST = "https://kiln.example.org"


@dataclass
class Entry:
    """An entry of a navigation: its label, its file, and the entries below it."""

    label: str
    path: str | None = None
    below: list[Entry] = field(default_factory=list)


class Agreement(NamedTuple):
    """The number of entries that lead to pages, and the entries with another place in the map: file, place, that place.

    `has_order` is true if pages with the same place come in the navigation's order.
    """

    entries: int
    differences: list[tuple[str, str, str]]
    has_order: bool


class Place(NamedTuple):
    """The place of a page in a map: the names of the groups right above it, nearest first, and the page above these.

    `name` is the name of that page, or of its group. `translations` are that page in each language.
    """

    groups: tuple[str, ...]
    page: str
    name: str = ""
    translations: Mapping[str, str] = MappingProxyType({})


Reader = Callable[[Path, str], list[Entry]]


def listed(selector: str, page: str | None = None) -> Reader:
    """Return a reader of the lists that a selector finds on a page, by default the start page."""
    return lambda folder, start: _lists(folder, page or start, selector)


def headed(selector: str) -> Reader:
    """Return a reader of a navigation whose first link is the name of the list after it."""

    def read(folder: Path, start: str) -> list[Entry]:
        (element,) = parsed(folder, start).cssselect(selector)
        head = _entry(folder, start, next(element.iter("a")))
        head.below = _lists(folder, start, f"{selector} > ul")
        return [head]

    return read


def captioned(selector: str, page: str, above: str) -> Reader:
    """Return a reader of a menu on a page whose lists stand below headings; all stands below the page `above`."""

    def read(folder: Path, _start: str) -> list[Entry]:
        (menu,) = parsed(folder, page).cssselect(selector)
        groups: list[Entry] = []
        for element in menu:
            if element.tag in _LISTS and groups:
                groups[-1].below.extend(_items(folder, page, element))
            elif _words(element.text_content()):
                groups.append(Entry(_words(element.text_content())))
        return [Entry("", above, groups)]

    return read


def dropdowns(selector: str) -> Reader:
    """Return a reader of a bar whose parts, found on the start page, are links, or names with the links below them."""

    def read(folder: Path, start: str) -> list[Entry]:
        entries = []
        for part in parsed(folder, start).cssselect(selector):
            links = [part] if part.tag == "a" else list(part.iter("a"))
            every = [_entry(folder, start, link) for link in links]
            texts = (text for head in part.iter("button") for text in head.itertext() if _words(text))
            name = _words(next(texts, "")) or (every[0].label if every else "")
            below = [entry for entry in every if entry.path is not None]
            if len(below) > 1 or (below and below != every):
                entries.append(Entry(name, None, below))
            else:
                entries.extend(below)
        return entries

    return read


def followed(selector: str) -> Reader:
    """Return a reader of lists that go on, on each page that they lead to."""

    def read(folder: Path, start: str) -> list[Entry]:
        met = {start}

        def with_further(entries: list[Entry]) -> list[Entry]:
            for entry in entries:
                if entry.path is not None and entry.path not in met:
                    met.add(entry.path)
                    entry.below = entry.below or _lists(folder, entry.path, selector)
                with_further(entry.below)
            return entries

        return with_further(_lists(folder, start, selector))

    return read


def devhelp(folder: Path, _start: str) -> list[Entry]:
    """Return the entries of the DevHelp books in a folder, and in its subfolders."""

    def subs(element: ElementTree.Element, page: str) -> list[Entry]:
        return [
            Entry(_words(sub.get("name") or ""), local(folder, page, sub.get("link") or ""), subs(sub, page))
            for sub in element
            if sub.tag.endswith("sub")
        ]

    entries = []
    for book in sorted([*folder.glob("*.devhelp2"), *folder.glob("*/*.devhelp2")]):
        page = book.relative_to(folder).as_posix()
        root = ElementTree.parse(book).getroot()
        inner = [entry for part in root if part.tag.endswith("chapters") for entry in subs(part, page)]
        cover = local(folder, page, root.get("link") or "")
        entries.extend(inner if "/" not in page else [Entry(root.get("title") or "", cover, inner)])
    return entries


def docfx(folder: Path, _start: str) -> list[Entry]:
    """Return DocFX's bar, and below its entries the contents of the parts that their pages name."""
    bar, met = _lists(folder, "toc.html", "#toc > ul"), {"toc.html"}
    for entry in list(_every(bar)):
        metas = parsed(folder, entry.path).cssselect("meta[property='docfx:tocrel']") if entry.path else []
        part = local(folder, entry.path or "", metas[0].get("content") or "") if metas else None
        if part is None or part in met:
            continue
        met.add(part)
        entry.below = _lists(folder, part, "#toc > ul")
        if any(child.path == entry.path for child in _every(entry.below)):
            entry.path = None
    return bar


def pandoc(folder: Path, start: str) -> list[Entry]:
    """Return the sections in pandoc's `sitemap.json`."""

    def sections(nodes: list[dict[str, object]]) -> list[Entry]:
        entries = []
        for node in nodes:
            section, inner = node["section"], node["subsections"]
            assert isinstance(section, dict)
            assert isinstance(inner, list)
            entries.append(
                Entry(
                    str(section["title"]),
                    local(folder, start, str(section["path"]).partition("#")[0]),
                    sections(inner),
                )
            )
        return entries

    return sections(json.loads((folder / "sitemap.json").read_text("utf-8"))["subsections"])


def agreement(folder: Path, start: str, entries: list[Entry], sitemap: bytes) -> Agreement:
    """Return how far the places of a navigation's entries agree with a map."""
    names, parents = _places(folder, ElementTree.fromstring(sitemap))
    expected, differences = _expected(entries, start), []
    for path, (above, label, _) in expected.items():
        actual = parents.get(path)
        if actual is None:
            differences.append((path, label or above, "missing"))
        elif label not in (*actual.groups, actual.name) if label else actual.page not in (above, ""):
            differences.append((path, label or above, (*actual.groups, actual.page)[0]))
    return Agreement(len(expected), differences, _in_order(expected, names))


def _expected(entries: list[Entry], start: str) -> dict[str, tuple[str, str, int]]:
    """Return the place of each page, below a file or below a group's label, with the number of the group.

    If a page has several places, the highest counts.
    """
    expected: dict[str, tuple[str, str, int]] = {}
    waiting = deque((entry, (start, "", 0)) for entry in entries)
    while waiting:
        entry, above = waiting.popleft()
        inner = above
        # A link of a group to its first page names the group.
        is_group = entry.path is None or any(child.path == entry.path for child in entry.below)
        if not is_group and entry.path is not None and entry.path != start:
            expected.setdefault(entry.path, above)
            inner = (entry.path, "", 0)
        elif is_group and entry.below and entry.label:
            inner = ("", entry.label, id(entry))
        waiting.extend((child, inner) for child in entry.below)
    return expected


def _places(folder: Path, root: ElementTree.Element) -> tuple[list[str], dict[str, Place]]:
    """Return the files of a map in order, and the place of each."""
    order: list[str] = []
    parents: dict[str, Place] = {}

    def walk(element: ElementTree.Element, above: Place) -> None:
        inner = above
        if element.tag in (f"{_NAMESPACE}item", f"{_NAMESPACE}group"):
            url, name = element.get("url"), element.get("name") or ""
            path = local(folder, "", url) if url is not None else None
            if path is not None:
                order.append(path)
                parents.setdefault(path, above)
            variants = {
                variant.get("lang") or "": local(folder, "", variant.get("url") or "") or ""
                for variant in element.findall(f"{_NAMESPACE}variant")
            }
            for language, translation in variants.items():
                order.append(translation)
                parents.setdefault(translation, above._replace(page=above.translations.get(language, above.page)))
            path = path or next(iter(variants.values()), None)
            name = name or next((variant.get("name") or "" for variant in element.findall(f"{_NAMESPACE}variant")), "")
            groups = (_words(name), *above.groups)
            inner = Place((), path, _words(name), variants) if path else above._replace(groups=groups)
        for child in element:
            walk(child, inner)

    walk(root, Place((), ""))
    return order, parents


def _in_order(expected: dict[str, tuple[str, str, int]], order: list[str]) -> bool:
    """Return whether pages with the same place come in the navigation's order."""
    rank = {path: number for number, path in enumerate(order)}
    last: dict[tuple[str, str, int], int] = {}
    for path, place in expected.items():
        if path in rank:
            if rank[path] < last.get(place, -1):
                return False
            last[place] = rank[path]
    return True


def _lists(folder: Path, page: str, selector: str) -> list[Entry]:
    return [
        entry
        for element in parsed(folder, page).cssselect(selector)
        for entry in (_items(folder, page, element) if element.tag in _LISTS else _outer(folder, page, element))
    ]


def _outer(folder: Path, page: str, element: html.HtmlElement) -> list[Entry]:
    """Return the entries of the outermost lists inside an element; its links, if it has none."""
    lists = [
        inner
        for inner in element.iter(*_LISTS)
        if not any(above.tag in _LISTS for above in inner.iterancestors() if element in above.iterancestors())
    ]
    entries = [entry for inner in lists for entry in _items(folder, page, inner)]
    return entries or [_entry(folder, page, link) for link in element.iter("a") if link.get("href")]


def _items(folder: Path, page: str, element: html.HtmlElement) -> list[Entry]:
    entries: list[Entry] = []
    for child in element:
        if child.tag in ("li", "dt"):
            links = [link for link in child.iter("a") if link.get("href") and _holder(link, child) is child]
            usable = [link for link in links if not (link.get("href") or "").startswith("#")] or links[:0]
            own = _entry(folder, page, usable[0]) if usable else Entry(_words(_text_before_lists(child)))
            own.below = _outer_lists(folder, page, child)
            if entries and not own.label and own.path is None and not usable:  # older versions of mdBook
                entries[-1].below.extend(own.below)
            else:
                entries.append(own)
        elif child.tag in ("dd", *_LISTS) and entries:
            inner = [child] if child.tag in _LISTS else []
            entries[-1].below.extend(_items(folder, page, inner[0]) if inner else _outer_lists(folder, page, child))
    return entries


def _outer_lists(folder: Path, page: str, element: html.HtmlElement) -> list[Entry]:
    return [
        entry
        for inner in element.iter(*_LISTS)
        if inner is not element and _holder(inner, element) is element
        for entry in _items(folder, page, inner)
    ]


def _holder(element: html.HtmlElement, limit: html.HtmlElement) -> html.HtmlElement:
    """Return the nearest list above an element, or the limit."""
    for above in element.iterancestors():
        if above is limit or above.tag in _LISTS:
            return above
    return limit


def _text_before_lists(element: html.HtmlElement) -> str:
    parts = [element.text or ""]
    for child in element:
        if child.tag in _LISTS or any(True for _ in child.iter(*_LISTS)):
            break
        parts.extend((child.text_content(), child.tail or ""))
    return "".join(parts)


def _entry(folder: Path, page: str, link: html.HtmlElement) -> Entry:
    address = link.get("href") or ""
    # An entry into a page is no group.
    return Entry("" if "#" in address[1:] else _words(link.text_content()), local(folder, page, address))


def parsed(folder: Path, page: str) -> html.HtmlElement:
    """Return the root element of a page."""
    return html.fromstring((folder / page).read_bytes())


def local(folder: Path, page: str, address: str) -> str | None:
    """Return the file that an address names from a page; None if it has a fragment or is no file of the folder."""
    own = _address_of(folder)
    address = address.strip().removeprefix(HOST).removeprefix(own)
    root = urlsplit(own).path
    parts = urlsplit(address.removeprefix(root) if address.startswith(f"{root}/") else address)
    if parts.scheme or parts.netloc or parts.fragment:
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
    for candidate in (path, f"{path}/index.html", f"{path}.html"):
        file = candidate.removeprefix("./").lstrip("/")
        if file.endswith((".html", ".htm", ".xhtml")) and (folder / file).is_file():
            return file
    return None


@cache
def _address_of(folder: Path) -> str:
    """Return the address of a folder without the slash at its end: the shortest in its sitemap.xml, if it has one."""
    body = (folder / "sitemap.xml").read_text("utf-8") if (folder / "sitemap.xml").is_file() else ""
    return min(_LOCATION.findall(body), key=len, default="").rstrip("/")


def _every(entries: list[Entry]) -> Iterator[Entry]:
    for entry in entries:
        yield entry
        yield from _every(entry.below)


def _words(text: str) -> str:
    return " ".join(text.split())
