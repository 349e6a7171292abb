"""Which of many things were there before: to tell alike siblings apart among a million, in little memory. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

# Looked at in one go, without other threads having their turn.
_RUN = 4_096
# So many bits a thing: of a million that differ, some thousands are in doubt.
_BITS = 128


def runs(things: Sequence[int]) -> Iterator[Sequence[int]]:
    """Some things after some others, all of them."""
    return (things[start : start + _RUN] for start in range(0, len(things), _RUN))


class Doubts:
    """Which things may be there twice: all that are, and of a million others some thousands. Keeps no thing."""

    def __init__(self, things: Iterable[object], count: int) -> None:
        """Looks at all of the things, of which there are `count`."""
        self._bits = _BITS << count.bit_length()
        self._met = set[int]()
        marked = bytearray(self._bits // 8)
        for own in map(hash, things):
            place = own % self._bits
            if marked[place >> 3] & 1 << (place & 7):
                self._met.add(place)
            else:
                marked[place >> 3] |= 1 << (place & 7)

    def __bool__(self) -> bool:
        return bool(self._met)

    def __contains__(self, thing: object) -> bool:
        return hash(thing) % self._bits in self._met


def repeated_ones(things: Iterable[object]) -> set[object]:
    """The things that are there twice."""
    every = list(things)
    return set() if len(set(every)) == len(every) else {thing for thing, count in Counter(every).items() if count > 1}


def repeated(runs_of_things: Iterable[Iterable[object]]) -> dict[int, int]:
    """The places of things that are like an earlier one, and how many earlier ones there are."""
    return repeated_among(enumerate(chain.from_iterable(runs_of_things)))


def repeated_among(things: Iterable[tuple[int, object]]) -> dict[int, int]:
    """Of things with their places, the places of those like an earlier one, and how many earlier ones there are."""
    seen: dict[int, int] = {}
    found = {}
    for place, thing in things:
        own = hash(thing)
        before = seen.get(own, 0)
        if before:
            found[place] = before
        seen[own] = before + 1
    return found
