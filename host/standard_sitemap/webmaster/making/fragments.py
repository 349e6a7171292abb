"""Decides which entries with a fragment stand for the page that they lead into. Pure."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping

from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.page_reading import Page


def let_entries_stand_for_pages(into: Iterable[Entry], pages: Mapping[str, Page], *, is_contents: bool) -> None:
    """Let entries from `first_entries_into` stand for their pages, if they lead to the beginning of these.

    In a list that `is_contents` of the site, an entry that leads to a later section gives the page its place, but not
    its name.
    """
    for entry in into:
        page = pages.get(entry.target or "")
        begins = page is not None and (not page.beginning or entry.fragment in page.beginning)
        begins = begins or _names_whole_page(entry)
        if begins or is_contents:
            entry.is_anchor = False
        if not begins:
            entry.is_section = True


def _names_whole_page(entry: Entry) -> bool:
    """Return whether an entry stands above another section of its page, or names the topic for which the file is named.

    DITA's tools write a topic's name as fragment, even where its page has no such element.
    """
    stem = posixpath.basename(entry.target or "").rpartition(".")[0]
    return entry.fragment == stem or any(
        child.target == entry.target and child.fragment != entry.fragment for child in entry.children
    )
