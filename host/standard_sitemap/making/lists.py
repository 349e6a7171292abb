"""The contents lists of a page: lists that name other pages, by the containers known for them or by shape. Pure.

What a list is taken for is a matter of its place: what stands in the body is what the page contains, what stands in a
navigation may be the same on many pages. Which of it counts is decided where pages are placed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from standard_sitemap.making.addresses import Addresses
from standard_sitemap.making.containers import Source, is_contents, names_of, place_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_LISTS = frozenset({"ul", "ol", "dl"})
# The elements that may be a contents list, or hold one that is no list.
LIST_TAGS = ("ul", "ol", "dl", "table", "div", "nav")
_TOGGLES = frozenset({"label", "button", "summary"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "summary", "button", "span", "label"})
_LONGEST_NAME = 200
_LONGEST_DESCRIPTION = 300
# A longer text above a list is a sentence about it.
_LONGEST_CAPTION = 80
_SHARE_OF_LINKS = 0.6
_BULLETS = "•·-–—*+ ▸►▶▼▾›"
_FEWEST = 2
_FEWEST_ROWS = 5
_MOST_IN_A_ROW = 4
# Of the entries of a list, with those that lead into a page that another leads to.
_ENOUGH = 0.15
# Entries from which on a list in the order of the alphabet is an index and not what one would read through.
_LONG = 40
_SORTED = 0.8


@dataclass(slots=True)
class Entry:
    """One entry: the page it leads to, or none; `is_anchor` where it leads into one, `url` where out of the site."""

    label: str
    target: str | None = None
    url: str | None = None
    is_anchor: bool = False
    description: str | None = None
    children: list[Entry] = field(default_factory=list)


@dataclass(slots=True)
class ContentsList:
    """A list with the caption above it, and whether it stands in a part of the page that is for navigating."""

    entries: list[Entry]
    source: Source
    is_navigation: bool = False
    caption: str | None = None

    def targets(self) -> Iterator[str]:
        """The pages that are named, as often as they are."""
        return (entry.target for entry in entries_of(self.entries) if entry.target is not None)

    def is_index_like(self) -> bool:
        """Whether it is long, flat and in the order of the alphabet."""
        if len(self.entries) < _LONG or any(entry.children for entry in self.entries):
            return False
        labels = [entry.label.casefold() for entry in self.entries]
        return sum(before <= after for before, after in pairwise(labels)) >= _SORTED * (len(labels) - 1)


def entries_of(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Entries with all below them, in order."""
    waiting = list(entries)[::-1]
    while waiting:
        entry = waiting.pop()
        yield entry
        waiting.extend(reversed(entry.children))


def text_of(element: _Element) -> str:
    """An element's text in one line."""
    text = "".join(element.itertext()) if len(element) else element.text or ""
    return " ".join(text.split())


class Lists:
    """Finds the contents lists of one page, whose elements of `LIST_TAGS` are given in order.

    `usual` are the pages that the start page's navigation names: a navigation that names no other says nothing new, and
    on a site of thousand pages there would be a million entries of them.
    """

    def __init__(
        self,
        elements: Iterable[_Element],
        page: str,
        folder: str,
        addresses: Addresses,
        usual: frozenset[str] = frozenset(),
    ) -> None:
        self._elements = elements
        self._usual = usual
        self._page = page
        self._folder = folder
        self._addresses = addresses

    def found(self, wanted: list[_Element] | None = None) -> list[ContentsList]:
        """The lists in the order of the page; `wanted` are the elements that the webmaster chose, where he did."""
        if wanted is not None:
            return [found for element in wanted for found in self._chosen(element)]
        return [found for element in self._outermost() if (found := self._list(element)) is not None]

    def _chosen(self, element: _Element) -> Iterator[ContentsList]:
        inner = [element] if element.tag in _LISTS else list(_nested(element))
        lists = [self._entries(one) for one in inner] or [list(self._flat(element))]
        yield from (ContentsList(entries, "contents", False, None) for entries in lists if entries)

    def _outermost(self) -> Iterator[_Element]:
        """Lists that are in no other, and what may hold links without being one."""
        flat: set[_Element] = set()
        for element in self._elements:
            if element.tag in _LISTS:
                if not _is_in_list(element):
                    yield element
            # Containers in one another would be read again and again.
            elif _may_be_flat(element) and not _holds_list(element) and flat.isdisjoint(element.iterancestors()):
                flat.add(element)
                yield element

    def _list(self, element: _Element) -> ContentsList | None:
        if not self._may_be_contents(element):
            return None
        source, is_navigation = place_of(element)
        if source is None or (is_navigation and source != "contents" and self._usual and self._is_usual(element)):
            return None
        entries = self._entries(element) if element.tag in _LISTS else list(self._flat(element))
        if not any(entry.target not in (None, self._page) for entry in entries_of(entries)):
            return None
        if source == "shape" and not _has_the_shape(entries, self._page):
            return None
        return ContentsList(entries, source, is_navigation, _caption(element))

    def _may_be_contents(self, element: _Element) -> bool:
        """Whether enough entries begin with a link to another page: most lists have none, and this is quickly seen."""
        items = list(element.iter("li", "dt", "tr")) or [element]
        wanted = math.ceil(max(1, _ENOUGH * len(items)))
        return sum(1 for _ in islice(self._leading(items), wanted)) == wanted

    def _leading(self, items: list[_Element]) -> Iterator[_Element]:
        """The items that begin with a link to another page; rows where one of the first links is one."""
        for one in items:
            for link in islice(one.iter("a"), _MOST_IN_A_ROW if one.tag == "tr" else 1):
                href = link.get("href")
                if href and href[0] != "#":
                    found = self._addresses.target(self._folder, href)
                    if found is not None and found.page != self._page:
                        yield one
                        break

    def _is_usual(self, element: _Element) -> bool:
        """Whether all pages that a list names are among the usual ones."""
        for link in element.iter("a"):
            href = link.get("href")
            found = self._addresses.target(self._folder, href) if href and href[0] != "#" else None
            if found is not None and found.page not in self._usual:
                return False
        return True

    def _flat(self, element: _Element) -> Iterator[Entry]:
        """The first link of each row, paragraph or cell; all links where there are none of those."""
        rows = list(element.iter("p")) or list(element.iter("tr"))
        rows = rows or [one for one in element if "col-first" in names_of(one)]
        if element.tag == "nav" and not rows:
            yield from (self._entry(link, text_of(link)) for link in element.iter("a") if link.get("href") is not None)
        for row in rows:
            entry = self._row(row)
            if entry is not None:
                yield entry

    def _row(self, row: _Element) -> Entry | None:
        """The first link of a row to a page of the site, else its first link."""
        links = [link for link in islice(row.iter("a"), _MOST_IN_A_ROW) if link.get("href")]
        entries = [self._entry(link, text_of(link)) for link in links]
        return next((one for one in entries if one.target is not None), entries[0] if entries else None)

    def _entries(self, element: _Element) -> list[Entry]:
        """The entries of a list, with those of the lists in it; libxml2 keeps pages from nesting without end."""
        entries: list[Entry] = []
        for child in element:
            if child.tag in ("li", "dt"):
                entries.append(self._item(child))
            elif child.tag == "dd" and entries:
                below = self._below(child)
                entries[-1].children.extend(below)
                if not below and entries[-1].description is None:
                    entries[-1].description = _shortened(text_of(child))
            elif child.tag in _LISTS and entries:  # not allowed, and common
                entries[-1].children.extend(self._entries(child))
            elif child.tag == "div":  # allowed in dl
                entries.extend(self._entries(child))
        return entries

    def _item(self, element: _Element) -> Entry:
        """The entry of a list item: what its first link names, with the lists in it below."""
        before, link, after = _parts(element)
        below = self._below(element)
        name = text_of(link) if link is not None else before
        if link is not None and not before:
            entry = self._entry(link, name)
            entry.description = _shortened(after.strip(" -–—:;,.()»\n\t")) if after else None
        else:
            text = " ".join(f"{before} {name if before != name else ''} {after}".split())
            text = text.lstrip(_BULLETS)
            entry = Entry(text if len(text) <= _LONGEST_CAPTION else "")
        entry.children = below
        return entry

    def _below(self, element: _Element) -> list[Entry]:
        if not len(element) or (len(element) == 1 and not len(element[0])):  # as most are
            return []
        return [entry for one in _nested(element) for entry in self._entries(one)]

    def _entry(self, link: _Element, name: str) -> Entry:
        href = link.get("href") or ""
        label = (name or _alternative(link))[:_LONGEST_NAME]
        found = self._addresses.target(self._folder, href)
        if found is None:
            is_web = href.startswith(("http://", "https://"))
            return Entry(label, url=href if is_web else None, is_anchor=href.startswith("#"))
        return Entry(label, found.page, is_anchor=found.has_fragment)


def _is_in_list(element: _Element) -> bool:
    return next(element.iterancestors("ul", "ol", "dl"), None) is not None


def _holds_list(element: _Element) -> bool:
    return next(element.iter("ul", "ol", "dl"), None) is not None


def _may_be_flat(element: _Element) -> bool:
    return element.tag == "nav" or is_contents(element) or _is_listing(element)


def _is_listing(element: _Element) -> bool:
    """Whether an element is a table with rows enough to be a list, and not one by which a page is laid out."""
    if element.tag != "table":
        return False
    rows = sum(1 for _ in element.iter("tr"))
    return rows >= _FEWEST_ROWS and sum(1 for _ in element.iter("table")) == 1


def _nested(element: _Element) -> Iterator[_Element]:
    """The lists in an element that are in no other list within it."""
    for one in element.iter("ul", "ol", "dl"):
        above = one.getparent()
        while above is not None and above is not element and above.tag not in _LISTS:
            above = above.getparent()
        if above is element:
            yield one


def _parts(element: _Element) -> tuple[str, _Element | None, str]:
    """An item's text before its first link, the link, and what follows; the lists in it do not count.

    The text of what opens and closes a branch names it only where there is no link.
    """
    if len(element) == 1 and element[0].tag == "a" and element[0].get("href") is not None:
        return " ".join((element.text or "").split()), element[0], " ".join((element[0].tail or "").split())
    link: _Element | None = None
    before: list[str] = [element.text or ""]
    after: list[str] = []
    toggle = ""
    waiting = list(element)[::-1]
    while waiting:
        one = waiting.pop()
        side = before if link is None else after
        if one.tag in _TOGGLES:
            toggle = toggle or text_of(one)
            side.append(one.tail or "")
        elif one.tag in _LISTS:
            side.append(one.tail or "")
        elif link is None and one.tag == "a" and one.get("href") is not None:
            link = one
            after.append(one.tail or "")
        elif _holds_list(one) or (link is None and next(one.iter("a"), None) is not None):
            side.append(one.text or "")
            waiting.extend(reversed(one))
        elif one.tag not in ("script", "style", "input", "svg"):
            side.extend((text_of(one), one.tail or ""))
    name = " ".join("".join(before).split()).strip(_BULLETS)
    return name if name or link is not None else toggle, link, " ".join("".join(after).split())


def _has_the_shape(entries: list[Entry], page: str) -> bool:
    """Whether most entries begin with a link to another page."""
    every = list(entries_of(entries))
    targets = {entry.target for entry in every if entry.target not in (None, page)}
    leading = sum(1 for entry in every if entry.target is not None or entry.url is not None)
    named = sum(1 for entry in every if not entry.children)
    return len(targets) >= _FEWEST and leading >= _SHARE_OF_LINKS * max(named, 1)


def _caption(element: _Element) -> str | None:
    """The heading right above a list; the one above its container where the list is all there is in it."""
    for one in (element, element.getparent()):
        before = one.getprevious() if one is not None and one.tag not in ("body", "main") else None
        if before is not None and (before.tag in _HEADINGS - {"p", "div", "span"} or "caption" in names_of(before)):
            return _captioned(before)
        if before is not None and before.tag == "p" and len(before) == 1 and before[0].tag in ("b", "strong"):
            return _captioned(before)
    return None


def _captioned(element: _Element) -> str | None:
    text = text_of(element).rstrip("¶#: ")
    return text if 0 < len(text) <= _LONGEST_CAPTION else None


def _alternative(link: _Element) -> str:
    """What a link without text is called: by its title, or by its picture's text."""
    image = link.find(".//img")
    return link.get("title") or link.get("aria-label") or (image.get("alt") if image is not None else "") or ""


def _shortened(text: str) -> str | None:
    if len(text) <= _LONGEST_DESCRIPTION:
        return text or None
    return text[:_LONGEST_DESCRIPTION].rpartition(" ")[0] + " …"
