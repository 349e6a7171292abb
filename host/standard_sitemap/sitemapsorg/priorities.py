"""Priorities that distinguish pages: one that nearly all pages of a list, or all siblings, share means nothing.

Programs give all pages the same priority, or compute it from the depth of the address. Does no I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY
from standard_sitemap.sitemapsorg.documents import Document, priority_of

# The share of pages whose common priority means nothing.
_NEARLY_ALL = 0.9
# Siblings that are compared: more differ in their first ones, too.
MOST_COMPARED = 1_000


def value_of(written: str) -> float:
    """Return a priority as written as a number, the default if it is missing or no number."""
    priority = priority_of(written)
    return DEFAULT_PRIORITY if priority is None else priority


def common_in(documents: Sequence[Document]) -> float | None:
    """Return the priority of nearly all pages of some files; None if there is none."""
    counts: Counter[float] = Counter()
    for document in documents:
        for written, count in document.table.priorities.counts().items():
            counts[value_of(written)] += count
    return _common(counts)


def common_of(priorities: Iterable[float]) -> float | None:
    """Return the priority of all, or nearly all, of some siblings; None if there is none."""
    return _common(Counter(islice(priorities, MOST_COMPARED)))


def _common(counts: Counter[float]) -> float | None:
    ((priority, count),) = counts.most_common(1) or ((DEFAULT_PRIORITY, 0),)
    return priority if 0 < count >= _NEARLY_ALL * counts.total() else None
