"""Type-ahead: the next visible row whose name begins with what was typed. Pure.

Nearby rows are compared one by one; farther ones are looked up in the index, where there is one.
"""

from collections.abc import Iterator

from standard_sitemap.views.map_index import MapIndex
from standard_sitemap.views.view import View

NEARBY_ROWS = 5_000
"""Compared one by one: some 50 milliseconds."""

CANDIDATES = 2_000
"""Matches of the index that are looked at: with more, one of the nearby rows would have matched."""

_STEP = 200


def type_ahead(view: View, text: str, first: int, index: MapIndex | None) -> Iterator[int | None]:
    """Yields None as a place to pause, and at last the row, from `first` on and around; ends without where none is."""
    wanted, total = text.casefold(), view.total
    if not wanted or not total:
        return
    for step in range(min(total, NEARBY_ROWS)):
        row = (first + step) % total
        if view.name_at(row).casefold().startswith(wanted):
            yield row
            return
        if step % _STEP == _STEP - 1:
            yield None
            if view.total != total:
                return
    if total > NEARBY_ROWS and index is not None:
        yield from _far(view, wanted, first, index)


def _far(view: View, wanted: str, first: int, index: MapIndex) -> Iterator[int | None]:
    rows: list[int] = []
    looked = 0
    for node in index.named([wanted]):
        if node is None:
            yield None
            continue
        if not any(name and name.casefold().startswith(wanted) for name in index.hierarchy.names(node)):
            continue
        row = view.row_of_path(index.path(node))
        if row is not None and view.name_at(row).casefold().startswith(wanted):
            rows.append(row)
        looked += 1
        if looked > CANDIDATES:
            break
        if looked % _STEP == _STEP - 1:
            yield None
    yield from sorted(rows, key=lambda row: (row < first, row))[:1]
