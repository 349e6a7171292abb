"""The arithmetic of a flattened tree: which row belongs to which entry of a branch. Pure.

A branch has entries 0 … n-1, each one row; after the row of an open entry follow all rows of the branch below it. A
`Spans` knows only the open entries and how many rows each has below, so a million closed entries cost nothing.
"""

from bisect import bisect_left, bisect_right, insort
from itertools import accumulate


class Spans:
    """The open entries of one branch, and the rows below each."""

    __slots__ = ("_before", "_opened", "_sizes", "_starts")

    def __init__(self) -> None:
        self._opened: list[int] = []
        self._sizes: dict[int, int] = {}
        self._before: list[int] | None = None
        self._starts: list[int] = []

    @property
    def opened(self) -> list[int]:
        """The open entries in order; not to be changed."""
        return self._opened

    @property
    def rows_below(self) -> int:
        """Rows that the open entries add."""
        return self._sums()[-1]

    def set(self, entry: int, rows: int) -> None:
        """Open `entry` with `rows` below it, or say that it has so many now."""
        if entry not in self._sizes:
            insort(self._opened, entry)
        self._sizes[entry] = rows
        self._before = None

    def close(self, entry: int) -> None:
        """Close `entry`."""
        del self._opened[bisect_left(self._opened, entry)]
        del self._sizes[entry]
        self._before = None

    def row_of(self, entry: int) -> int:
        """The row of an entry, counted within the branch."""
        before = self._sums()
        return entry + before[bisect_left(self._opened, entry)]

    def at(self, row: int) -> tuple[int, int | None]:
        """The entry that a row of the branch belongs to, and the row below that entry, or None for its own row."""
        before = self._sums()
        place = bisect_right(self._starts, row) - 1
        if place < 0:
            return row, None
        inside = row - self._starts[place]
        entry = self._opened[place]
        if inside < self._sizes[entry]:
            return entry, inside
        return row - before[place + 1], None

    def _sums(self) -> list[int]:
        """Rows below the first k open entries, for every k; and the first row below each of them."""
        if self._before is None:
            self._before = list(accumulate((self._sizes[entry] for entry in self._opened), initial=0))
            self._starts = [entry + 1 + before for entry, before in zip(self._opened, self._before, strict=False)]
        return self._before
