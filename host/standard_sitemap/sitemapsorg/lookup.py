"""Positions of pages in the hierarchy, and search for nodes by name: by bisection and search of the sorted keys."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from urllib.parse import quote

from standard_sitemap.model.uris import by_likeness, split_fragment
from standard_sitemap.model.words import holds, mentions
from standard_sitemap.sitemapsorg.columns import Lines
from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.files import KeyRange
from standard_sitemap.sitemapsorg.naming import name_of_key
from standard_sitemap.sitemapsorg.nodes import ROOT, Nodes
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata
from standard_sitemap.sitemapsorg.page_rows import Row, page_name
from standard_sitemap.sitemapsorg.sort_keys import END, EXTENSIONS, QUERY, SEGMENT, ends_of_segments, key_of

# Nodes checked between two pauses: a millisecond, and a few for names that are escaped throughout.
_PAUSE = 25

# Characters of keys searched between two pauses: some milliseconds, in which the interpreter runs no other thread.
_PART = 250_000

# In place of a node or row: the end of a part, where every search pauses.
_PART_END = -1

# A Latin letter with a mark, a mark, a full-width letter, an unseen character or a typographic apostrophe, escaped or
# not: folding changes it.
_MARKED = (
    r"%(?:C2%AD|C[3-9A-D]|E1%B[89AB]|E2%8[01]|EF%B[BCD])"
    "|(?-i:[\u00ad\u00c0-\u036f\u1e00-\u1eff\u2000-\u206f\ufeff-\uff5e])"
)

# Endings that keys omit.
_ENDING = re.compile(rf"(?:/?(?:index|default))?\.(?:{'|'.join(EXTENSIONS)})$")

# A function that yields all names of a node.
NamesLookup = Callable[[int], Iterator[str | None]]


class PageIndex:
    """An index of the nodes of one hierarchy by location, and of the paths to them."""

    def __init__(self, nodes: Nodes, group_of: Callable[[int, int], int | None] = lambda *_: None) -> None:
        """Create an index; `group_of` returns the group on the level of a parent that contains a node, if any."""
        self._nodes = nodes
        self._group_of = group_of

    def at_location(self, uri: str) -> tuple[int, ...]:
        """Return the nodes of a page in the map.

        These are the nodes with exactly its address, else the nodes whose address differs in the fragment alone. A
        page with an entry of its own is not also the version of pages that name it.
        """
        page = split_fragment(uri)[0]
        likely = (rows for own in (True, False) for rows in by_likeness(uri, self._candidates(page, own=own)))
        rows = next(filter(None, likely), [])
        return tuple(dict.fromkeys(self._nodes.node_of(*row) for row in rows))

    def at_folder(self, uri: str) -> tuple[int, ...]:
        """Return the nodes of a folder that has no page of its own; `uri` is its address, with a slash at its end."""
        key = key_of(uri)
        for section in self._nodes.sections:
            if self._nodes.place(section, key).size:
                node, end = self._nodes.folder_at(section, key)
                if node is not None and end == key:
                    return (node,)
        return ()

    def path(self, node: int) -> tuple[int, ...]:
        """Return the path to a node, from the first level on; empty if there is none."""
        if node == ROOT:
            return ()
        section, key = self._nodes.section_and_key(node)
        way = [self._nodes.section_node(section)] if section else []
        if key != END:
            way.extend(self._nodes.steps(section, key))
        return tuple(self._through_groups(way if way and way[-1] == node else [*way, node]))

    def _through_groups(self, way: Sequence[int]) -> Iterator[int]:
        parent = ROOT
        for node in way:
            group = self._group_of(parent, node)
            yield from (node,) if group is None else (group, node)
            parent = node

    def parents(self, node: int) -> Iterator[int]:
        """Yield the parent of a node; nothing for the root."""
        path = self.path(node)
        if path:
            yield path[-2] if len(path) > 1 else ROOT

    def date_counts(self) -> Counter[str]:
        """Return the dates of change as written, with the number of entries that have each."""
        counts: Counter[str] = Counter()
        for document in self._nodes.documents:
            counts.update(document.table.last_modified.counts())
        del counts[""]
        return counts

    def dated(self, dates: Container[str]) -> Iterator[int]:
        """Yield the nodes whose date of change is one of some, as written; a page listed twice comes twice."""
        for section, documents in self._nodes.sections.items():
            for document in documents:
                column, places = document.table.last_modified, document.table.places
                if not any(date in dates for date in column.different):
                    continue
                for row, place in enumerate(places):
                    if column[place] in dates:
                        yield self._nodes.node_of(document, row, section)

    def _candidates(self, page: str, *, own: bool) -> Iterator[tuple[Row, str]]:
        """Yield rows with a location that may be the page's, and that location: of an entry of its own, or not."""
        key = key_of(page)
        for documents in self._nodes.sections.values():
            for document in documents:
                keys, row = document.table.keys, bisect_left(document.table.keys, key)
                while own and row < len(keys) and keys[row] == key:
                    yield (document, row), document.table.location(row)
                    row += 1
                for row in document.rows_of_version(page, own=own):
                    yield (document, row), page


def named(nodes: Nodes, metadata: PageMetadata, names_of: NamesLookup, words: Sequence[str]) -> Iterator[int | None]:
    """Yield the nodes that have a name with all words, which are `folded`; None at intervals, as a point to pause."""
    met: set[int] = set()
    for looked, node in enumerate(_named_candidates(nodes, metadata, words), 1):
        if looked % _PAUSE == 0 or node == _PART_END:
            yield None
        if node is None or node == _PART_END or node in met:
            continue
        met.add(node)
        if any(name and holds(name, words) for name in names_of(node)):
            yield node


def mentioning(nodes: Nodes, words: Sequence[str]) -> Iterator[int | None]:
    """Yield the nodes of pages whose name and address mention all words; None at intervals, as a point to pause.

    The longest word must be in the address; `named` finds nodes by their names alone.
    """
    looked = 0
    for section, documents in nodes.sections.items():
        for document in documents:
            for row in _rows_with(document, max(words, key=len)):
                looked += 1
                if row == _PART_END:
                    yield None
                    continue
                if mentions(words, (page_name(document, row),), document.table.location(row)):
                    yield nodes.node_of(document, row, section)
                if looked % _PAUSE == 0:
                    yield None


def _rows_with(document: Document, word: str) -> Iterator[int]:
    """Yield the rows whose key may contain the last part of a word, which slashes divide, and the ends of parts."""
    keys = document.table.keys
    part = _ENDING.sub("", word.rstrip("/").rpartition("/")[2])
    pattern = _pattern([part], is_plain=keys.is_plain) if part else None
    row = 0
    while pattern and (match := (yield from _next_match(keys, pattern, row, 0))) is not None:
        yield match[0]
        row = match[0] + 1


def _next_match(
    keys: Lines, pattern: re.Pattern[str], row: int, offset: int
) -> Generator[int, None, tuple[int, int] | None]:
    """Return the next key that matches, and the offset in it; yield the ends of parts on the way."""
    while row < len(keys):
        stop = keys.end_of_part(row, _PART)
        match = keys.search(pattern, row, offset, stop)
        if match is not None:
            return match
        row, offset = stop, 0
        if row < len(keys):
            yield _PART_END
    return None


def _named_candidates(nodes: Nodes, metadata: PageMetadata, words: Sequence[str]) -> Iterator[int | None]:
    page_index = PageIndex(nodes)
    for location, name in metadata.names():
        yield from page_index.at_location(location) if holds(name, words) else (None,)
    for section, documents in nodes.sections.items():
        if section:
            yield nodes.section_node(section)
        for key, name in metadata.seen_links.named_folders():
            yield from nodes.steps(section, key) if holds(name, words) else (None,)
        for document in documents:
            yield from _in_keys(nodes, section, document, words)
            yield from _in_titles(nodes, document, words)
            for row in document.first_rows_of_alternates:
                yield nodes.node_of(document, row)
            for key in document.table.language_folders:
                yield from nodes.steps(section, key)


def _pattern(words: Sequence[str], *, is_plain: bool) -> re.Pattern[str]:
    """Return a pattern for keys whose name may contain all words; `is_plain` if all keys are ASCII without escapes."""
    longest = max(words, key=len)
    # A day consists of several segments and is named by the last; a parameter's name is separate from its value.
    parts = [part for part in re.split(r"[-:,]+", longest) if part] or [""]
    part = parts[-1] if longest[0].isdecimal() else max(parts, key=len)
    # If a Latin letter has a mark, the name decides.
    written = [re.escape(part)] if is_plain else [re.escape(part), re.escape(quote(part)), _MARKED]
    return re.compile("|".join(written), re.IGNORECASE)


def _in_titles(nodes: Nodes, document: Document, words: Sequence[str]) -> Iterator[int | None]:
    for row, title in document.table.titles.items():
        yield nodes.node_of(document, row) if holds(title, words) else None


def _in_keys(nodes: Nodes, section: str, document: Document, words: Sequence[str]) -> Iterator[int | None]:
    """Yield the nodes whose own part of the key may contain the words.

    The part of a page is checked before its node is searched for.
    """
    keys = document.table.keys
    pattern = _pattern(words, is_plain=keys.is_plain)
    around = KeyRange("", ())
    row, offset, run = 0, 0, ""
    while (match := (yield from _next_match(keys, pattern, row, offset))) is not None:
        row, start = match
        key = keys[row]
        end = ends_of_segments(key, start) if start < len(key) else len(key)
        offset = end + 1
        if end < len(key):
            # The rows of a folder follow each other, and the folders of a run share its node.
            folder = key[: end + 1]
            if run.startswith(folder) or (row > 0 and keys[row - 1].startswith(folder)):
                yield None
            else:
                node, run = nodes.folder_at(section, key[:end])
                yield node
        elif holds(name_of_key(key), words):
            parent = key[: max(key.rfind(SEGMENT), key.rfind(QUERY), 0)]
            if parent != around.key or not around.spans:  # most are where the one before was
                around = nodes.place(section, parent)
            yield nodes.node_of(document, row, section, around)
        else:
            yield None
