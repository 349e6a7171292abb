"""Type-ahead: the next visible row whose name begins with what was typed. Does no I/O.

Nearby rows are compared one by one; farther ones are looked for in the whole map.
"""

import time
from collections.abc import Iterator

from standard_sitemap.model.words import folded
from standard_sitemap.views.view import View

# Compared one by one: some 50 milliseconds.
NEARBY_ROWS = 5_000

# Matches in the whole map that are looked at: with more, one of the nearby rows would have matched.
CANDIDATES = 2_000

# For matches in the whole map: whoever types has typed on by then.
SECONDS = 1.0

# Other messages wait as long.
_STEP_SECONDS = 0.005


def type_ahead(view: View, text: str, first: int) -> Iterator[int | None]:
    """Yields None as a place to pause, and at last the row, from `first` on and around; ends without where none is."""
    wanted, total = folded(text), view.total
    if not wanted or not total:
        return
    pause = time.thread_time() + _STEP_SECONDS
    for step in range(min(total, NEARBY_ROWS)):
        row = (first + step) % total
        if folded(view.name_at(row)).startswith(wanted):
            yield row
            return
        if time.thread_time() > pause:
            yield None
            if view.total != total:
                return
            pause = time.thread_time() + _STEP_SECONDS
    if total > NEARBY_ROWS:
        yield from _far(view, wanted, first)


def _far(view: View, wanted: str, first: int) -> Iterator[int | None]:
    hierarchy, rows, looked = view.hierarchy, list[int](), 0
    until = time.thread_time() + SECONDS
    for node in hierarchy.named([wanted]):
        if node is None:
            yield None
            continue
        if not any(name and folded(name).startswith(wanted) for name in hierarchy.names(node)):
            continue
        yield None  # the way to a node may be looked for among all that lead to it
        row = view.row_of_path(hierarchy.page_index.path(node))
        if row is not None and folded(view.name_at(row)).startswith(wanted):
            rows.append(row)
        looked += 1
        if looked > CANDIDATES or time.thread_time() > until:
            break
    yield from sorted(rows, key=lambda row: (row < first, row))[:1]
