"""Nodes found by words in their names: in titles, and in the sorted keys that most names are made of.

What could hold the longest of the words is found in one long text, which is the fastest search there is; only those
names are made and looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from standard_sitemap.sitemapsorg.folders import Place
from standard_sitemap.sitemapsorg.naming import name_of_key
from standard_sitemap.sitemapsorg.placing import QUERY, SEGMENT, ends_of_segments

if TYPE_CHECKING:
    from standard_sitemap.sitemapsorg.documents import Document
    from standard_sitemap.sitemapsorg.hierarchy import Hierarchy

_PAUSE = 100


def named(hierarchy: Hierarchy, words: Sequence[str]) -> Iterator[int | None]:
    """The nodes one of whose names contains all words; None after so many that were looked at."""
    met: set[int] = set()
    for looked, node in enumerate(_candidates(hierarchy, words), 1):
        if looked % _PAUSE == 0:
            yield None
        if node is None or node in met:
            continue
        met.add(node)
        if _is_named(hierarchy, node, words):
            yield node


def _is_named(hierarchy: Hierarchy, node: int, words: Sequence[str]) -> bool:
    """Whether a node has a name with all words, by its files or as it is shown."""
    if any(name and _holds(name, words) for name in hierarchy.names(node)):
        return True
    return bool(hierarchy.told.titles) and any(one.name and _holds(one.name, words) for one in hierarchy.shown(node))


def _holds(name: str, words: Sequence[str]) -> bool:
    folded = name.casefold()
    return all(word in folded for word in words)


def _candidates(hierarchy: Hierarchy, words: Sequence[str]) -> Iterator[int | None]:
    for location, name in hierarchy.told.titles.names():
        yield from hierarchy.whereabouts.at_location(location) if _holds(name, words) else ()
    for section, documents in hierarchy.sections.items():
        if section:
            yield hierarchy.section_node(section)
        for document in documents:
            yield from _in_keys(hierarchy, section, document, words)
            yield from _in_titles(hierarchy, document, words)
            for row in document.first_rows_of_alternates:
                yield hierarchy.node_of(document, row)


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    """What a key contains whose name may contain all words."""
    longest = max(words, key=len)
    # A day is made of several segments, the last of which is its own; a parameter's name stands apart from its value.
    parts = [part for part in re.split(r"[-:,]+", longest) if part] or [""]
    part = parts[-1] if longest[0].isdecimal() else max(parts, key=len)
    return re.compile(f"{re.escape(part)}|{re.escape(quote(part))}", re.IGNORECASE)


def _in_titles(hierarchy: Hierarchy, document: Document, words: Sequence[str]) -> Iterator[int | None]:
    for row, title in document.table.titles.items():
        yield hierarchy.node_of(document, row) if _holds(title, words) else None


def _in_keys(hierarchy: Hierarchy, section: str, document: Document, words: Sequence[str]) -> Iterator[int | None]:
    """The nodes in whose own part of the key the words may be; that of pages is looked at before their node is."""
    keys, pattern = document.table.keys, _pattern(words)
    met: set[str] = set()
    around = Place("", ())
    place = 0
    while (found := keys.search(pattern, place)) is not None:
        row, start = found
        key = keys[row]
        end = ends_of_segments(key, start) if start < len(key) else len(key)
        place = keys.start_of(row) + end + 1
        if end < len(key):
            is_new = key[:end] not in met
            met.add(key[:end])
            yield hierarchy.folder_at(section, key[:end]) if is_new else None
        elif _holds(name_of_key(key), words):
            parent = key[: max(key.rfind(SEGMENT), key.rfind(QUERY), 0)]
            if parent != around.key or not around.spans:  # most are where the one before was
                around = hierarchy.place(section, parent)
            yield hierarchy.node_of(document, row, section, around)
        else:
            yield None
