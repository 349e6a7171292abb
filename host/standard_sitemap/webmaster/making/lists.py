"""Finds the contents lists of a page, by known containers or by shape. Pure.

A list is classified by its place: lists in the body hold the page's contents, lists in a navigation may repeat on many
pages. `placing` decides which of them count.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from standard_sitemap.webmaster.making.containers import Places, Source, is_bar, is_contents, names_of
from standard_sitemap.webmaster.making.list_entries import (
    LONGEST_CAPTION,
    MOST_IN_A_ROW,
    Entry,
    EntryReader,
    MenuBranches,
    entries_of,
    first_entries_into,
    has_lines,
    holds_list,
    nested_by_numbers,
    opens_lists,
    outermost_in,
    sidebar_items,
)
from standard_sitemap.webmaster.making.paging_links import MOST_IN_BAR
from standard_sitemap.webmaster.making.references import ReferenceResolver
from standard_sitemap.webmaster.making.rendered_text import HEADINGS, LISTS, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

# Elements other than lists that may hold a contents list.
_FLAT_TAGS = frozenset({"table", "div", "nav"})
_HOLDERS = LISTS | _FLAT_TAGS
_HEADINGS = HEADINGS | {"summary", "button", "label"}
# The elements that may follow the heading in a section without lists, if the list is in the next section.
_BESIDE_HEADING = frozenset({"p", "div"})
_SHARE_OF_LINKS = 0.6
_FEWEST = 2
_FEWEST_ROWS = 5
# Minimum share of entries with distinct targets, including links into a page that another entry leads to.
_ENOUGH = 0.15
# Minimum length of an alphabetical list that counts as an index rather than reading matter.
_LONG = 40
_SORTED = 0.8


@dataclass(slots=True)
class ContentsList:
    """A list with the caption above it, and whether it is in a navigation.

    `into` holds its first entries into pages that it does not name otherwise; `shown_on` is the page that has the list,
    if it counts as that of another page.
    """

    entries: list[Entry]
    source: Source
    is_navigation: bool = False
    caption: str | None = None
    into: list[Entry] = field(default_factory=list)
    shown_on: str | None = None

    @property
    def is_contents(self) -> bool:
        """True if the list is meant for the site's pages, and not for what is in them."""
        return self.source != "shape" or self.is_navigation

    def targets(self) -> Iterator[str]:
        """Yield the target pages, with repetitions."""
        return (entry.target for entry in entries_of(self.entries) if entry.target is not None)

    def without(self, targets: Container[str]) -> ContentsList:
        """Return the list without its entries for these pages, except those with entries below them."""
        entries = [entry for entry in self.entries if entry.children or entry.target not in targets]
        return self if len(entries) == len(self.entries) else replace(self, entries=entries)

    def is_index_like(self) -> bool:
        """Return whether the list is long, flat and alphabetical, and does not describe most of its entries."""
        if len(self.entries) < _LONG or any(entry.children for entry in self.entries):
            return False
        if sum(entry.description is not None for entry in self.entries) * 2 > len(self.entries):
            return False
        labels = [entry.label.casefold() for entry in self.entries]
        return sum(before <= after for before, after in pairwise(labels)) >= _SORTED * (len(labels) - 1)


def contents_of(lists: Iterable[ContentsList]) -> set[str]:
    """Return the pages in lists that are neither navigation nor so short that they may be a bar."""
    contents = (each for each in lists if not each.is_navigation and len(each.entries) > MOST_IN_BAR)
    return {target for each in contents for target in each.targets()}


class Lists:
    """Finds the contents lists of one page around its links, which `targets` maps to the pages of the site, in order.

    `usual` holds the pages in the start page's navigation. A navigation without other pages adds no information, and on
    a site of a thousand pages would yield a million entries. `branches` are those of menus of other pages.
    """

    def __init__(
        self,
        targets: Mapping[_Element, str],
        page: str,
        folder: str,
        addresses: ReferenceResolver,
        usual: frozenset[str] = frozenset(),
        branches: MenuBranches | None = None,
    ) -> None:
        self._targets = targets
        self._usual = usual
        self._page = page
        self._reader = EntryReader(folder, addresses, branches)
        self._places = Places()
        self._opening: set[_Element] = set()

    def contents_lists(self, wanted: list[_Element] | None = None) -> list[ContentsList]:
        """Return the lists in page order; `wanted` holds the elements that the webmaster selected, if any."""
        if wanted is not None:
            return [chosen for element in wanted for chosen in self._chosen(element)]
        read = [(element, known) for element in self._outermost() if (known := self._list(element)) is not None]
        shaped = [self._has_shape(known) for _, known in read]
        # A group may have one page: a list beside lists below headings needs no shape of its own.
        groups = {
            _around(element, known)
            for (element, known), has_shape in zip(read, shaped, strict=True)
            if has_shape and known.caption
        }
        return [
            known
            for (element, known), has_shape in zip(read, shaped, strict=True)
            if has_shape or (known.caption and _around(element, known) in groups)
        ]

    def _chosen(self, element: _Element) -> Iterator[ContentsList]:
        inner = [element] if element.tag in LISTS else list(outermost_in(element))
        read = [self._reader.entries(container) for container in inner] or [list(self._reader.flat(element))]
        lists = map(nested_by_numbers, read)
        yield from (
            ContentsList(entries, "contents", into=first_entries_into(entries, self._page))
            for entries in lists
            if entries
        )

    def _outermost(self) -> Iterator[_Element]:
        """Yield the outermost lists, and other elements that may hold links."""
        flat: set[_Element] = set()
        for element in self._around_links():
            if element.tag in LISTS:
                if not _is_nested(element) and self._opening.isdisjoint(element.iterancestors("nav")):
                    yield element
            # Nested containers would be read repeatedly.
            elif _may_be_flat(element) and flat.isdisjoint(element.iterancestors()):
                if holds_list(element):
                    if not opens_lists(element):
                        continue
                    self._opening.add(element)
                flat.add(element)
                yield element

    def _around_links(self) -> Iterator[_Element]:
        """Yield the lists, and elements like them, around links to other pages: most lists of a page hold no such link.

        An element comes with the first link in it, so it comes after all that begin before it.
        """
        around: set[_Element] = set()
        for link, target in self._targets.items():
            if target != self._page:
                fresh: list[_Element] = []
                element = link.getparent()
                while element is not None and element not in around:
                    around.add(element)
                    if element.tag in _HOLDERS:
                        fresh.append(element)
                    element = element.getparent()
                yield from reversed(fresh)

    def _list(self, element: _Element) -> ContentsList | None:
        source, is_navigation = self._places.of(element)
        if source is None or not self._may_be_contents(element):
            return None
        if is_navigation and source != "contents" and self._usual and self._is_usual(element):
            return None
        may_have_one = is_navigation or (element.tag == "dl" and _caption(element) is not None)
        if source == "shape" and not may_have_one and not self._leads_to_several(element):
            return None  # before its items are read: most of them are content
        is_list = element.tag in LISTS
        read = self._reader.menu if is_navigation else self._reader.entries
        entries = nested_by_numbers(read(element) if is_list else list(self._reader.flat(element)))
        if not any(entry.target not in (None, self._page) for entry in entries_of(entries)):
            return None
        into = first_entries_into(entries, self._page)
        return ContentsList(entries, source, is_navigation, _caption(element), into)

    def _has_shape(self, contents_list: ContentsList) -> bool:
        return contents_list.source != "shape" or _has_the_shape(contents_list, self._page)

    def _may_be_contents(self, element: _Element) -> bool:
        """Return whether enough items start with a link to another page: a quick check that most lists fail."""
        inner = [] if element in self._opening else list(element.iter("li", "dt", "tr"))
        items = inner or sidebar_items(element) or [element]
        wanted = math.ceil(max(1, _ENOUGH * len(items)))
        return sum(1 for _ in islice(self._leading(items), wanted)) == wanted

    def _leading(self, items: list[_Element]) -> Iterator[_Element]:
        """Yield the items that start with a link to another page; for rows and bars, one of the first links counts."""
        for item in items:
            if any(self._targets.get(link, self._page) != self._page for link in _first_links(item)):
                yield item

    def _leads_to_several(self, element: _Element) -> bool:
        """Return whether a list has links to enough other pages for its shape."""
        pages: set[str] = set()
        for link in element.iter("a"):
            page = self._targets.get(link, self._page)
            if page != self._page:
                pages.add(page)
                if len(pages) >= _FEWEST:
                    return True
        return False

    def _is_usual(self, element: _Element) -> bool:
        """Return whether all pages in a list are usual ones."""
        targets = (self._targets.get(link) for link in element.iter("a"))
        return all(target is None or target in self._usual for target in targets)


def _is_nested(element: _Element) -> bool:
    """Return whether a list is inside another."""
    item = element.getparent()
    around = item.getparent() if item is not None else None
    # The usual case takes a sixth of the time of an iterator.
    return (around is not None and around.tag in LISTS) or next(element.iterancestors(*LISTS), None) is not None


def _first_links(item: _Element) -> Iterator[_Element]:
    """Return the first links of a row or of a bar, which may begin with the logo, or the first link of another item.

    A link that opens a part of a menu is followed by others.
    """
    first = item[0] if len(item) else None
    if item.tag in ("tr", "nav", "div"):
        return islice(item.iter("a"), MOST_IN_A_ROW)
    if first is None or (first.tag == "a" and (first.get("href") or "#")[0] != "#"):
        return iter(() if first is None else (first,))
    return islice(item.iter("a"), 1 if first.tag != "a" else MOST_IN_A_ROW)


def _may_be_flat(element: _Element) -> bool:
    return is_bar(element) or is_contents(element) or _is_listing(element) or has_lines(element)


def _is_listing(element: _Element) -> bool:
    """Return whether an element is a table with enough rows for a list, and not a layout table."""
    if element.tag != "table":
        return False
    rows = sum(1 for _ in element.iter("tr"))
    return rows >= _FEWEST_ROWS and sum(1 for _ in element.iter("table")) == 1


def _has_the_shape(contents_list: ContentsList, page: str) -> bool:
    """Return whether most entries start with a link to another page; in a menu, the page itself is often no link."""
    every = list(entries_of(contents_list.entries))
    targets = {entry.target for entry in every if entry.target not in (None, page)}
    leading = sum(1 for entry in every if entry.target is not None or entry.url is not None)
    is_menu = contents_list.is_navigation
    named = sum(1 for entry in every if not (entry.children or (is_menu and entry.is_plain)))
    return len(targets) >= _FEWEST and leading >= _SHARE_OF_LINKS * max(named, 1)


def _around(element: _Element, contents_list: ContentsList) -> _Element | None:
    """Return what is around the groups of a menu, or around the sections that hold the lists of a page."""
    parent = element.getparent()
    return parent if parent is None or contents_list.is_navigation else parent.getparent()


def _caption(element: _Element) -> str | None:
    """Return the heading right above a list, or above its container if the list is the container's first child."""
    for neighbour in (element, element.getparent()):
        before = neighbour.getprevious() if neighbour is not None and neighbour.tag not in ("body", "main") else None
        if before is not None and (before.tag in _HEADINGS or "caption" in names_of(before)):
            return _captioned(before)
        heading = before[0] if before is not None and before.tag in ("div", "section") and len(before) else None
        if heading is not None and heading.tag in HEADINGS and _has_heading_alone(before):
            return _captioned(heading)
        if before is not None and before.tag == "p" and len(before) == 1 and before[0].tag in ("b", "strong"):
            return _captioned(before)
    return None


def _has_heading_alone(section: _Element) -> bool:
    """Return whether a section holds a heading and at most a text, for the list in the next section."""
    return len(section) <= 2 and section[-1].tag in (HEADINGS | _BESIDE_HEADING) and not holds_list(section)


def _captioned(element: _Element) -> str | None:
    text = text_of(element).rstrip("¶#: ")
    return text if 0 < len(text) <= LONGEST_CAPTION else None
