"""Which addresses were met, and what was said of each first: by their hashes, in a sixth of the memory of a dict.

The addresses themselves are on their way to a file: a million of them, in memory, would be 100 MB beside the dict's.
That two of a million have one hash happens to one site of thirty million, and nobody can bring it about, since the
hashes of texts differ from run to run.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Generic, TypeVar

_Value = TypeVar("_Value")

# How many stand in the smallest table; a power of two, as all sizes are.
_FEWEST = 1 << 10


class KnownAddresses(Generic[_Value]):
    """A table of hashes, each at the first place that was free from that on which its last bits name."""

    def __init__(self, expected: int = 0) -> None:
        """A table of nothing, with room for as many as are expected: it grows, but then all find new places."""
        self._count = 0
        self._hashes = array("q")  # 0 where nothing stands
        self._values: list[_Value | None] = []
        self._resize(max(_FEWEST, 1 << (expected * 3 // 2).bit_length()))

    def __len__(self) -> int:
        return self._count

    def get(self, address: str) -> _Value | None:
        """What was said of an address; None of one that is not known."""
        return self._values[self._place(hash(address) or 1)]

    def add(self, address: str, value: _Value) -> None:
        """Note what is said of an address that is not known."""
        self.add_all((address,), (value,))

    def add_all(self, addresses: Sequence[str], values: Sequence[_Value]) -> dict[int, _Value]:
        """Note what is said of addresses, some of which may be known: what was said of these, by their place here."""
        # Beyond two thirds, places that are free are searched for longer and longer.
        while 3 * (self._count + len(addresses)) >= 2 * len(self._hashes):
            self._resize(2 * len(self._hashes))
        known = dict[int, _Value]()
        hashes, said, last = self._hashes, self._values, len(self._hashes) - 1
        for number, (address, value) in enumerate(zip(addresses, values, strict=True)):
            one = hash(address) or 1
            place = one & last
            while (found := hashes[place]) and found != one:  # as in `_place`, called a million times
                place = (place + 1) & last
            first = said[place]
            if first is None:
                hashes[place], said[place] = one, value
            else:
                known[number] = first
        self._count += len(addresses) - len(known)
        return known

    def _place(self, value: int) -> int:
        """Where a hash stands, or would stand."""
        hashes, last = self._hashes, len(self._hashes) - 1
        place = value & last
        while (found := hashes[place]) and found != value:
            place = (place + 1) & last
        return place

    def _resize(self, size: int) -> None:
        before = zip(self._hashes, self._values, strict=True)
        self._hashes, self._values = array("q", (0,)) * size, [None] * size
        for number, value in before:
            if value is not None:
                place = self._place(number)
                self._hashes[place], self._values[place] = number, value
