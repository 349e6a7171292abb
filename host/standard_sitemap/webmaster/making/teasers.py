"""Recognises the entries of a start page that only show some pages of a section. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from standard_sitemap.model.url_paths import INDEX_NAMES
from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.references import folder_of, is_index


class Teasers:
    """Teasers on the start pages of a site: links to pages that the index of their folder lists, too."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self._pages = pages
        self._indexes: dict[str, str | None] = {}
        self._holding: dict[tuple[str, str], bool] = {}
        self._lists: dict[str, dict[str, int]] = {}

    def without_teasers(self, entries: list[Entry], start: str) -> list[Entry]:
        """Return the entries of a list on a start page, without teasers."""
        return [
            entry
            for entry in entries
            if entry.children or entry.target is None or not self._is_teaser(entry.target, start)
        ]

    def _is_teaser(self, target: str, start: str) -> bool:
        """Return whether the nearest index above a page lists it, and holds the pages of this section."""
        folder = folder_of(target)
        section = self._index_of(folder_of(folder) if is_index(target) else folder)
        if section is None or target not in self._lists_on(section):
            return False
        if (start, section) not in self._holding:
            self._holding[start, section] = self._holds_section(section, start)
        return self._holding[start, section]

    def _holds_section(self, section: str, start: str) -> bool:
        """Return whether an index, rather than the start page that links to it, arranges the pages of its section.

        A start page that divides all of them among several lists arranges them better.
        """
        if section not in self._pages[start].links:
            return False
        number = self._lists_on(start)
        pages = self._lists_on(section).keys() - {start, section}
        return not number.keys() >= pages or len({number[page] for page in pages}) == 1

    def _index_of(self, folder: str) -> str | None:
        """Return the index page of a folder, or else of the nearest folder around it that has one."""
        passed = []
        while folder and folder not in self._indexes:
            passed.append(folder)
            names = (*(f"{folder}/{name}" for name in INDEX_NAMES), f"{folder}.html")
            index = next((name for name in names if name in self._pages), None)
            if index is not None:
                break
            folder = folder_of(folder)
        else:
            index = self._indexes.get(folder)
        self._indexes.update(dict.fromkeys(passed, index))
        return index

    def _lists_on(self, path: str) -> dict[str, int]:
        """Return the pages in the lists of a page's content, each with the number of the first list that has it."""
        if path not in self._lists:
            lists = [contents.targets() for contents in self._pages[path].lists if not contents.is_navigation]
            numbers: dict[str, int] = {}
            for number, targets in enumerate(lists):
                for target in targets:
                    numbers.setdefault(target, number)
            self._lists[path] = numbers
        return self._lists[path]
