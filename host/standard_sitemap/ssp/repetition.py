"""Which of many things were there before: to tell alike siblings apart among a million. Pure."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

# Looked at in one go, without other threads having their turn.
_RUN = 4_096


def runs(things: Sequence[int]) -> Iterator[Sequence[int]]:
    """Some things after some others, all of them."""
    return (things[start : start + _RUN] for start in range(0, len(things), _RUN))


def all_differ(runs: Iterable[Iterable[object]]) -> bool:
    """Whether no two are alike; stops in the run in which the first is."""
    seen: set[object] = set()
    count = 0
    for run in runs:
        things = list(run)
        seen.update(things)
        count += len(things)
        if len(seen) < count:
            return False
    return True


def repeated(runs: Iterable[Iterable[object]]) -> dict[int, int]:
    """The places of things that are like an earlier one, and how many earlier ones there are. Keeps no thing."""
    hashes = array("q")
    for run in runs:
        hashes.extend(map(hash, run))
    seen: dict[int, int] = {}
    found = {}
    for place, own in enumerate(hashes):
        before = seen.get(own, 0)
        if before:
            found[place] = before
        seen[own] = before + 1
    return found
