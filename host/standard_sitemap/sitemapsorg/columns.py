"""Columns of a table of millions of rows: as few bytes each as will do."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, count
from operator import add
from typing import overload


class Lines(Sequence[str]):
    """Texts without line breaks, in one string."""

    def __init__(self, values: Sequence[str]) -> None:
        self._text = "\n".join(values)
        self._starts = array("L" if len(self._text) > 0xFFFF_FFFF else "I", _starts(values))

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, int):
            return self._text[self._starts[place] : self._starts[place + 1] - 1]
        first, last, step = place.indices(len(self))
        if step != 1 or last <= first:
            return [self[one] for one in range(first, last, step)]
        return self._text[self._starts[first] : self._starts[last] - 1].split("\n")

    def __iter__(self) -> Iterator[str]:
        return iter(self[: len(self)])

    def at(self, places: Iterable[int]) -> list[str]:
        """The texts at some places; found in half the time that it takes one by one."""
        text, starts = self._text, self._starts
        return [text[starts[place] : starts[place + 1] - 1] for place in places]

    @cached_property
    def is_plain(self) -> bool:
        """Whether no text has a letter beyond ASCII, be it as it is or escaped in the way of addresses."""
        return self._text.isascii() and "%" not in self._text

    def count(self, mark: str, start: int = 0, stop: int | None = None) -> int:
        """How often a mark stands in some texts, one after another."""
        end = self._starts[len(self) if stop is None else stop]
        return self._text.count(mark, self._starts[start], end)

    def start_of(self, place: int) -> int:
        """Where a text begins in the string of all."""
        return self._starts[place]

    def search(self, pattern: re.Pattern[str], start: int) -> tuple[int, int] | None:
        """The first text in which a pattern is found from `start` in the string of all, and where in that text."""
        found = pattern.search(self._text, start)
        if found is None:
            return None
        place = bisect_right(self._starts, found.start()) - 1
        return place, found.start() - self._starts[place]


def _starts(values: Iterable[str]) -> Iterator[int]:
    return map(add, accumulate(map(len, values), initial=0), count())


class Coded(Sequence[str]):
    """Texts of which few differ: each of these once, and its number for each row."""

    def __init__(self, values: Sequence[str]) -> None:
        self.different = list(dict.fromkeys(values))
        numbers = {value: number for number, value in enumerate(self.different)}
        size = "B" if len(numbers) <= 0x100 else "H" if len(numbers) <= 0x1_0000 else "I"
        self._rows = array(size, map(numbers.__getitem__, values))

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        rows = self._rows[place]
        return self.different[rows] if isinstance(rows, int) else [self.different[row] for row in rows]

    def at(self, places: Iterable[int]) -> list[str]:
        """The texts at some places; found in a fifth of the time that it takes one by one."""
        rows, different = self._rows, self.different
        return [different[rows[place]] for place in places]


class Marks:
    """A set of numbers from 0 on of which most may be there: a byte of memory each, where a set takes 80."""

    def __init__(self) -> None:
        self._marks = bytearray()

    def __contains__(self, number: int) -> bool:
        return 0 <= number < len(self._marks) and self._marks[number] == 1

    def of(self, numbers: Iterable[int]) -> list[bool]:
        """Whether each of some numbers, from 0 on, is there; found in a fourth of the time that it takes one by one."""
        marks, stop = self._marks, len(self._marks)
        return [number < stop and marks[number] == 1 for number in numbers]

    def update(self, numbers: Sequence[int]) -> None:
        """Add some."""
        marks = self._marks
        marks.extend(bytes(max(0, max(numbers, default=-1) + 1 - len(marks))))
        for number in numbers:
            marks[number] = 1
