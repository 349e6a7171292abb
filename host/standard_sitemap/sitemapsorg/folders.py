"""The hierarchy of sorted keys: what stands below a key, read off where it is looked for and nowhere else.

All that is below a key follows it in every file's table. So a branch is found by bisection when it is opened, and what
was never opened has cost nothing; a new file changes nothing of the others.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.placing import END, QUERY, SEGMENT, ends_of_segments


class Span(NamedTuple):
    """Rows of one document's table, one after another."""

    document: Document
    start: int
    stop: int


class Place(NamedTuple):
    """A key, and the rows that stand at it or below it."""

    key: str
    spans: tuple[Span, ...]

    @property
    def size(self) -> int:
        """How many rows there are."""
        return sum(span.stop - span.start for span in self.spans)


def place_of(documents: Sequence[Document], key: str) -> Place:
    """What stands at a key of some documents, and below it."""
    return _within(key, [Span(document, 0, len(document)) for document in documents])


def place_below(place: Place, key: str) -> Place:
    """What stands at a key, and below it, among what stands below a place."""
    return _within(key, place.spans)


def _within(key: str, spans: Sequence[Span]) -> Place:
    found = []
    for document, start, stop in spans:
        keys = document.table.keys
        first = bisect_left(keys, key, start, stop) if key else start
        last = _end(keys, key, first, stop) if key else stop
        if first < last:
            found.append(Span(document, first, last))
    return Place(key, tuple(found))


def own_rows(place: Place) -> Iterator[tuple[Document, int]]:
    """The rows that stand at the key itself, in the order of the files."""
    for document, start, stop in place.spans:
        keys = document.table.keys
        for row in range(start, stop):
            if keys[row] != place.key:
                break
            yield document, row


def folded(place: Place) -> Place:
    """The place where a run of single children ends that begins here: the first that has a row or several children."""
    ends = [document.table.keys[row] for document, start, stop in place.spans for row in (start, stop - 1)]
    first, last = min(ends), max(ends)
    key = place.key
    # Segment by segment: the common beginning of `/abc` and `/abd` is not `/ab`.
    while len(key) < len(first):
        longer = first[: ends_of_segments(first, len(key) or -1)]
        if not (last == longer or last.startswith((longer + SEGMENT, longer + QUERY))):
            break
        key = longer
    return Place(key, place.spans) if key != place.key else place


def places_below(place: Place) -> dict[str, Place]:
    """The places one segment below a key, by their keys; in the order of the first file that has them."""
    found: dict[str, list[Span]] = {}
    for span in place.spans:
        for key, below in _segments(span, place.key):
            found.setdefault(key, []).append(below)
    return {key: Place(key, tuple(spans)) for key, spans in found.items()}


def single_pages(place: Place) -> list[Span] | None:
    """What stands below a key where that is nothing but pages one segment further, each once; None elsewhere.

    Most pages are in such folders, which are seen in a tenth of the time that `places_below` takes.
    """
    depth = place.key.count(SEGMENT) + 1
    spans, keys = [], list[str]()
    for document, first, stop in place.spans if place.key else ():
        known, start = document.table.keys, first
        while start < stop and known[start] == place.key:
            start += 1
        # The last one is looked at first: most that is not such is seen by it, without a look at all.
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
    """The first row from `row` on that does not stand at `key` or below it: near, most times."""
    beyond, step = key + END, 1
    if row < stop and keys[row] >= beyond:
        return row
    while row + step < stop and keys[row + step] < beyond:
        row += step
        step *= 2
    return bisect_left(keys, beyond, min(row + 1, stop), min(row + step, stop))
