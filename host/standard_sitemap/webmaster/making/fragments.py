"""Decides which entries with a fragment stand for the page that they lead into.

Reads a page again if an entry leads to an unknown place in it, which may not exist.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.page_reading import Page, markup_of

# Fragments that are looked up in a page, each in all of its markup: menus of a site have the same few.
_MOST_IN_A_PAGE = 20
# Scripts read these as addresses or queries.
_OF_SCRIPTS = re.compile(r"[/?=!]")


class FragmentReader:
    """Lets entries stand for pages; `read` returns the file of a page, or None if it cannot be read."""

    def __init__(self, pages: Mapping[str, Page], read: Callable[[str], bytes | None]) -> None:
        self._pages = pages
        self._read = read
        self._lost: dict[tuple[str, str], bool] = {}
        self._looked_up: Counter[str] = Counter()

    def let_stand_for_pages(self, into: Iterable[Entry], *, is_contents: bool) -> None:
        """Let entries from `first_entries_into` stand for their pages, if they lead to the beginning of these.

        In a list that `is_contents` of the site, an entry that leads to a later section gives the page its place, but
        not its name. A place that the page does not have is its beginning for browsers.
        """
        for entry in into:
            page = self._pages.get(entry.target or "")
            begins = page is not None and (not page.beginning or entry.fragment in page.beginning)
            begins = begins or _names_whole_page(entry)
            begins = begins or (is_contents and page is not None and self._is_lost(page, entry.fragment))
            if begins or is_contents:
                entry.is_anchor = False
            if not begins:
                entry.is_section = True

    def _is_lost(self, page: Page, fragment: str) -> bool:
        """Return whether a page has no place with this name."""
        if _OF_SCRIPTS.search(fragment):
            return False
        key = page.path, fragment
        if key not in self._lost:
            self._looked_up[page.path] += 1
            body = self._read(page.path) if self._looked_up[page.path] <= _MOST_IN_A_PAGE else None
            self._lost[key] = body is not None and not _has_place(body, fragment.encode())
        return self._lost[key]


def _has_place(body: bytes, name: bytes) -> bool:
    markup = markup_of(body, whole=True)
    place = rb"(?i:id|name)\s*=\s*[\"']?" + re.escape(name) + rb"[\"'\s/>]"
    return name in markup and re.search(place, markup) is not None


def _names_whole_page(entry: Entry) -> bool:
    """Return whether an entry stands above another section of its page, or names the topic for which the file is named.

    DITA's tools write a topic's name as fragment, even where its page has no such element.
    """
    stem = posixpath.basename(entry.target or "").rpartition(".")[0]
    return entry.fragment == stem or any(
        child.target == entry.target and child.fragment != entry.fragment for child in entry.children
    )
