"""The files of a sitemap that have arrived: numbering of their pages, and the entries below a sorted key.

Numbers are stable: the pages of a file are numbered after the pages of the file before it. In every file's table, all
entries below a key follow it. So bisection finds a branch when it is opened, and branches that are never opened cost
nothing. A new file does not change the others.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from itertools import count
from typing import NamedTuple, Self

from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.sort_keys import END, QUERY, SEGMENT, common_folder, ends_of_segments


class Files:
    """A root file and, if it is an index, the files that it lists, as far as they have arrived."""

    def __init__(self, root_uri: str, *, include_user: bool = False) -> None:
        self.root_uri = split_fragment(resolve(root_uri, "") or root_uri)[0]
        self.include_user = include_user
        self.documents: list[Document] = []
        self.faults: list[Fault] = []
        self.root: Document | None = None
        self._offsets: list[int] = []
        self._ranks: dict[str, tuple[int, ...]] = {}
        self._folders: dict[tuple[str, str], int] = {}
        self._folder_keys: dict[int, tuple[str, str]] = {}
        self._next_folder = count(1, 2)

    def append(self, document: Document, rank: tuple[int, ...]) -> None:
        """Number the pages of a document after the existing ones; `rank` is its position in the listing."""
        document.offset = self._offsets[-1] + len(self.documents[-1]) if self.documents else 0
        self.documents.append(document)
        self._offsets.append(document.offset)
        self._ranks[document.uri] = rank
        self.faults.extend(document.faults)

    def faults_of_all(self) -> list[Fault]:
        """Return the faults that show only once all files have arrived."""
        return []

    def in_order(self) -> tuple[Document, ...]:
        """Return the documents in the order of listing, regardless of the order of arrival."""
        return tuple(sorted(self.documents.copy(), key=lambda document: self._ranks[document.uri]))

    def replaced(self, documents: Iterable[Document], last: Collection[str]) -> Self:
        """Return these files with other documents in place of theirs, with the same pages; those at `last` come last.

        Folders have the same numbers in both.
        """
        files = copy(self)
        files.documents, files._offsets = list(documents), self._offsets.copy()
        files._ranks = {uri: (uri in last, *rank) for uri, rank in self._ranks.items()}
        return files

    def page(self, number: int) -> tuple[Document, int]:
        """Return the document and row of a numbered page."""
        document = self.documents[bisect_right(self._offsets, number) - 1]
        # If several files begin with the same number, all but the last list no page.
        return document, document.row_of(number - document.offset)

    def pages(self, nodes: Iterable[int]) -> list[tuple[Document, list[int], list[int]]]:
        """Return the pages among some nodes, by their file: positions among those nodes, and rows."""
        by_document: dict[int, tuple[Document, list[int], list[int]]] = {}
        first, end, places, rows = 0, 0, list[int](), list[int]()  # `first` and `end` delimit the nodes of one file
        for place, node in enumerate(nodes):
            if node % 2 or node <= 0:
                continue
            if not first <= node < end:  # most are in the same file as the one before
                document, _ = self.page(node // 2 - 1)
                first, end = 2 * document.offset + 2, 2 * (document.offset + len(document)) + 2
                _, places, rows = by_document.setdefault(first, (document, [], []))
            places.append(place)
            rows.append((node - first) // 2)
        for document, _, rows in by_document.values():
            if document.numbers is not None:
                rows[:] = map(document.row_of, rows)
        return list(by_document.values())

    def folder(self, section: str, key: str) -> int:
        """Return the node at a key of a section with nodes below it; it is an odd number."""
        known = self._folders.get((section, key))
        if known is None:
            known = self._folders.setdefault((section, key), next(self._next_folder))
            self._folder_keys[known] = (section, key)
        return known

    def folder_key(self, node: int) -> tuple[str, str]:
        """Return the section and key of a node with nodes below it."""
        return self._folder_keys[node]


class Span(NamedTuple):
    """Consecutive rows of one document's table."""

    document: Document
    start: int
    stop: int


class KeyRange(NamedTuple):
    """A key, and the rows at it or below it."""

    key: str
    spans: tuple[Span, ...]

    @property
    def size(self) -> int:
        """The number of rows."""
        return sum(span.stop - span.start for span in self.spans)


def place_of(documents: Sequence[Document], key: str) -> KeyRange:
    """Return the rows of some documents at a key and below it."""
    return _within(key, [Span(document, 0, len(document)) for document in documents])


def place_below(place: KeyRange, key: str) -> KeyRange:
    """Return the rows at a key and below it, among the rows of a place."""
    return _within(key, place.spans)


def _within(key: str, spans: Sequence[Span]) -> KeyRange:
    within = []
    for document, start, stop in spans:
        keys = document.table.keys
        first = bisect_left(keys, key, start, stop) if key else start
        last = _end(keys, key, first, stop) if key else stop
        if first < last:
            within.append(Span(document, first, last))
    return KeyRange(key, tuple(within))


def own_rows(place: KeyRange) -> Iterator[tuple[Document, int]]:
    """Yield the rows at the key itself, in the order of the files."""
    for document, start, stop in place.spans:
        keys = document.table.keys
        for row in range(start, stop):
            if keys[row] != place.key:
                break
            yield document, row


def first_rows(place: KeyRange) -> list[tuple[Document, int]]:
    """Return the rows of the page at a key; else the first page of the first file, if it is one segment below."""
    own = list(own_rows(place))
    if own or not place.spans:
        return own
    document, start, stop = place.spans[0]
    first = document.table.places.index(0)
    depth = document.table.keys[first].count(SEGMENT) - place.key.count(SEGMENT)
    return [(document, first)] if start <= first < stop and depth == 1 else []


def beyond_first_page(place: KeyRange) -> KeyRange:
    """Return the rows below a key, without those of the first page."""
    left_out: dict[Document, list[int]] = {}
    for document, row in first_rows(place):
        left_out.setdefault(document, []).append(row)
    spans: list[Span] = []
    for span in place.spans:
        rows = [row for row in left_out.get(span.document, ()) if span.start <= row < span.stop]
        starts = (span.start, *(row + 1 for row in rows))
        spans += [Span(span.document, start, stop) for start, stop in zip(starts, (*rows, span.stop), strict=True)]
    return KeyRange(place.key, tuple(span for span in spans if span.start < span.stop))


def folded(place: KeyRange) -> KeyRange:
    """Return the end of the run of single children that begins here: the first place with a row or several children."""
    ends = [document.table.keys[row] for document, start, stop in place.spans for row in (start, stop - 1)]
    # By segments: the common beginning of `/abc` and `/abd` is not `/ab`. Each of thousands is compared once.
    key = common_folder(min(ends), max(ends), len(place.key))
    return KeyRange(key, place.spans) if key != place.key else place


def places_below(place: KeyRange) -> dict[str, KeyRange]:
    """Return the places one segment below a key, by their keys, in the order of the first file that has them."""
    spans_by_key: dict[str, list[Span]] = {}
    for span in place.spans:
        for key, part in _segments(span, place.key):
            spans_by_key.setdefault(key, []).append(part)
    return {key: KeyRange(key, tuple(spans)) for key, spans in spans_by_key.items()}


def single_pages(place: KeyRange) -> list[Span] | None:
    """Return the rows below a key if they are only pages, one segment further, each once; else None.

    Most pages are in such folders. This takes a tenth of the time of `places_below`.
    """
    depth = place.key.count(SEGMENT) + 1
    spans, keys = [], list[str]()
    for document, first, stop in place.spans if place.key else ():
        known, start = document.table.keys, first
        while start < stop and known[start] == place.key:
            start += 1
        # The last row is checked first: it excludes most other folders at once.
        if start < stop and known[stop - 1].count(SEGMENT) != depth:
            return None
        if known.count(SEGMENT, start, stop) != depth * (stop - start) or known.count(QUERY, start, stop):
            return None
        spans.append(Span(document, start, stop))
        keys += known[start:stop]
    return spans if len(set(keys)) == len(keys) > 0 else None


def _segments(span: Span, above: str) -> Iterator[tuple[str, Span]]:
    document, row, stop = span
    keys = document.table.keys
    size = len(above)
    while row < stop:
        key = keys[row]
        if len(key) == size and key == above:
            row += 1
            continue
        own = key[: ends_of_segments(key, size or -1)]
        end = _end(keys, own, row, stop)
        yield own, Span(document, row, end)
        row = end


def _end(keys: Sequence[str], key: str, row: int, stop: int) -> int:
    """Return the first row from `row` on that is not at `key` or below it; search nearby rows first."""
    beyond, step = key + END, 1
    if row < stop and keys[row] >= beyond:
        return row
    while row + step < stop and keys[row + step] < beyond:
        row += step
        step *= 2
    return bisect_left(keys, beyond, min(row + 1, stop), min(row + step, stop))
