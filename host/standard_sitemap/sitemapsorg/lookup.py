"""Where a page stands in the hierarchy, and which nodes have a name: by bisection and search of the sorted keys."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote

from standard_sitemap.model.uris import by_likeness, split_fragment
from standard_sitemap.model.words import holds, mentions
from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.files import KeyRange
from standard_sitemap.sitemapsorg.naming import name_of_key
from standard_sitemap.sitemapsorg.nodes import ROOT, Nodes
from standard_sitemap.sitemapsorg.page_metadata import Titles
from standard_sitemap.sitemapsorg.page_rows import Row, page_name
from standard_sitemap.sitemapsorg.sort_keys import END, EXTENSIONS, QUERY, SEGMENT, ends_of_segments, key_of

# So many nodes are looked at between two pauses: about a millisecond.
_PAUSE = 100

# A Latin letter with a mark, a mark, or a full-width letter, escaped or not: folded, it is another.
_MARKED = r"%(?:C[3-9A-D]|E1%B[89AB]|EF%B[CD])|(?-i:[\u00c0-\u036f\u1e00-\u1eff\uff00-\uff5e])"

# Keys are without it.
_ENDING = re.compile(rf"(?:/?(?:index|default))?\.(?:{'|'.join(EXTENSIONS)})$")

# All the names that a node goes by.
NamesOf = Callable[[int], Iterator[str | None]]


class PageIndex:
    """Finds nodes of one hierarchy by their location, and the ways to them."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    def at_location(self, uri: str) -> tuple[int, ...]:
        """The nodes of a page that are in the map: those with exactly its address, else those that differ from it by
        the fragment alone."""
        candidates = self._candidates(split_fragment(uri)[0])
        rows = next(filter(None, by_likeness(uri, candidates)), [])
        return tuple(dict.fromkeys(self._nodes.node_of(*row) for row in rows))

    def path(self, node: int) -> tuple[int, ...]:
        """The way to a node, from the first level on; empty where there is none."""
        if node == ROOT:
            return ()
        section, key = self._nodes.standing(node)
        way = [self._nodes.section_node(section)] if section else []
        if key != END:
            way.extend(self._nodes.steps(section, key))
        return tuple(way) if way and way[-1] == node else (*way, node)

    def parents(self, node: int) -> Iterator[int]:
        """The node that a node is below; none of the root."""
        path = self.path(node)
        if path:
            yield path[-2] if len(path) > 1 else ROOT

    def _candidates(self, page: str) -> Iterator[tuple[Row, str]]:
        """Rows with a location that may be the page's, and that location."""
        key = key_of(page)
        for documents in self._nodes.sections.values():
            for document in documents:
                keys, row = document.table.keys, bisect_left(document.table.keys, key)
                while row < len(keys) and keys[row] == key:
                    yield (document, row), document.table.location(row)
                    row += 1
                for row in document.rows_of_alternate(page):
                    yield (document, row), page


def named(nodes: Nodes, titles: Titles, names_of: NamesOf, words: Sequence[str]) -> Iterator[int | None]:
    """The nodes one of whose names contains all words, which are `folded`; None after so many looked at."""
    met: set[int] = set()
    for looked, node in enumerate(_named_candidates(nodes, titles, words), 1):
        if looked % _PAUSE == 0:
            yield None
        if node is None or node in met:
            continue
        met.add(node)
        if any(name and holds(name, words) for name in names_of(node)):
            yield node


def mentioning(nodes: Nodes, words: Sequence[str]) -> Iterator[int | None]:
    """The nodes of pages whose name and address mention all words; None after so many looked at.

    The longest word has to be in the address: what only names have is found by them.
    """
    looked = 0
    for section, documents in nodes.sections.items():
        for document in documents:
            for row in _rows_with(document, max(words, key=len)):
                looked += 1
                if mentions(words, (page_name(document, row),), document.table.location(row)):
                    yield nodes.node_of(document, row, section)
                if looked % _PAUSE == 0:
                    yield None


def _rows_with(document: Document, word: str) -> Iterator[int]:
    """The rows in whose key the last part of a word may be, which a slash divides."""
    keys = document.table.keys
    part = _ENDING.sub("", word.rstrip("/").rpartition("/")[2])
    pattern = _pattern([part], is_plain=keys.is_plain) if part else None
    row = 0
    while pattern and (match := keys.search(pattern, row)) is not None:
        yield match[0]
        row = match[0] + 1


def _named_candidates(nodes: Nodes, titles: Titles, words: Sequence[str]) -> Iterator[int | None]:
    page_index = PageIndex(nodes)
    for location, name in titles.names():
        yield from page_index.at_location(location) if holds(name, words) else ()
    for section, documents in nodes.sections.items():
        if section:
            yield nodes.section_node(section)
        for document in documents:
            yield from _in_keys(nodes, section, document, words)
            yield from _in_titles(nodes, document, words)
            for row in document.first_rows_of_alternates:
                yield nodes.node_of(document, row)


def _pattern(words: Sequence[str], *, is_plain: bool) -> re.Pattern[str]:
    """What a key contains whose name may contain all words; `is_plain` where no key has other letters than ASCII's."""
    longest = max(words, key=len)
    # A day is made of several segments, the last of which is its own; a parameter's name stands apart from its value.
    parts = [part for part in re.split(r"[-:,]+", longest) if part] or [""]
    part = parts[-1] if longest[0].isdecimal() else max(parts, key=len)
    # Where a Latin letter has a mark, the name decides.
    written = [re.escape(part)] if is_plain else [re.escape(part), re.escape(quote(part)), _MARKED]
    return re.compile("|".join(written), re.IGNORECASE)


def _in_titles(nodes: Nodes, document: Document, words: Sequence[str]) -> Iterator[int | None]:
    for row, title in document.table.titles.items():
        yield nodes.node_of(document, row) if holds(title, words) else None


def _in_keys(nodes: Nodes, section: str, document: Document, words: Sequence[str]) -> Iterator[int | None]:
    """The nodes in whose own part of the key the words may be; that of pages is looked at before their node is."""
    keys = document.table.keys
    pattern = _pattern(words, is_plain=keys.is_plain)
    met: set[str] = set()
    around = KeyRange("", ())
    row, offset = 0, 0
    while (match := keys.search(pattern, row, offset)) is not None:
        row, start = match
        key = keys[row]
        end = ends_of_segments(key, start) if start < len(key) else len(key)
        offset = end + 1
        if end < len(key):
            is_new = key[:end] not in met
            met.add(key[:end])
            yield nodes.folder_at(section, key[:end]) if is_new else None
        elif holds(name_of_key(key), words):
            parent = key[: max(key.rfind(SEGMENT), key.rfind(QUERY), 0)]
            if parent != around.key or not around.spans:  # most are where the one before was
                around = nodes.place(section, parent)
            yield nodes.node_of(document, row, section, around)
        else:
            yield None
