"""Synthetic groups: many ordered children divided so that each level fits. [Attribute order]"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple


class Range(NamedTuple):
    """Children `start` up to, not including, `stop`; `parts` are its own ranges, none where the children fit."""

    start: int
    stop: int
    parts: tuple[Range, ...] = ()


def synthetic_ranges(count: int, order: str, size: int) -> tuple[Range, ...]:
    """How `count` children are divided so that nowhere more than `size` stand together.

    Ranges of ranges where there are more than `size` ranges; parts of like length at every level. Empty where the
    children fit, or have no order by which a range could be found. `size` is at least 2.
    """
    if order == "none" or count <= size:
        return ()
    ranges = [Range(start, stop) for start, stop in _divide(count, size)]
    while len(ranges) > size:
        groups = [ranges[start:stop] for start, stop in _divide(len(ranges), size)]
        ranges = [_joined(group) for group in groups]
    return tuple(ranges)


def _joined(group: Sequence[Range]) -> Range:
    return group[0] if len(group) == 1 else Range(group[0].start, group[-1].stop, tuple(group))


def range_name(names: Sequence[str], part: Range) -> str:
    """The name of a range: its first child's, an ellipsis, and its last child's."""
    first, last = names[part.start], names[part.stop - 1]
    return first if part.stop - part.start == 1 else f"{first}…{last}"


def _divide(count: int, size: int) -> list[tuple[int, int]]:
    """`count` things in as few runs of at most `size` as do, the runs' lengths differing by one at most."""
    runs = -(-count // size)
    bounds = [count * run // runs for run in range(runs + 1)]
    return list(pairwise(bounds))
