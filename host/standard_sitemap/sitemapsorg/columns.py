"""Columns of a table with millions of rows, stored in few bytes each."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, count
from operator import add
from sys import getsizeof
from typing import overload

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.sitemapsorg.sort_keys import SEGMENT


class Lines(Sequence[str]):
    """Texts without line breaks, in one string; a common beginning is stored once."""

    def __init__(self, values: Sequence[str], beginning: str = "") -> None:
        """Store texts that consist of `beginning` and one of `values`."""
        self.beginning = beginning
        self._text = "\n".join(values)
        self._starts = array("L" if len(self._text) > 0xFFFF_FFFF else "I", _starts(values))

    @property
    def memory(self) -> int:
        """The bytes of memory that the column takes."""
        return getsizeof(self._text) + getsizeof(self._starts)

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, int):
            return self.beginning + self.rest(place)
        first, last, step = place.indices(len(self))
        if step != 1 or last <= first:
            return self.at(range(first, last, step))
        return self._whole(self._text[self._starts[first] : self._starts[last] - 1].split("\n"))

    def __iter__(self) -> Iterator[str]:
        return iter(self[: len(self)])

    def rest(self, place: int) -> str:
        """Return a text without the common beginning."""
        return self._text[self._starts[place] : self._starts[place + 1] - 1]

    def at(self, places: Iterable[int]) -> list[str]:
        """Return the texts at some positions, in half the time of reading them one by one."""
        return self._whole(self.rests(places))

    def rests(self, places: Iterable[int]) -> list[str]:
        """Return the texts at some positions without the common beginning."""
        text, starts = self._text, self._starts
        return [text[starts[place] : starts[place + 1] - 1] for place in places]

    def _whole(self, rests: list[str]) -> list[str]:
        beginning = self.beginning
        return [beginning + rest for rest in rests] if beginning else rests

    @cached_property
    def is_plain(self) -> bool:
        """Whether no text has a non-ASCII character, raw or percent-encoded."""
        return all(text.isascii() and "%" not in text for text in (self.beginning, self._text))

    def count(self, mark: str, start: int = 0, stop: int | None = None) -> int:
        """Count a mark in consecutive texts."""
        stop = len(self) if stop is None else stop
        of_beginnings = self.beginning.count(mark) * (stop - start)
        return self._text.count(mark, self._starts[start], self._starts[stop]) + of_beginnings

    def end_of_part(self, place: int, characters: int) -> int:
        """Return the end of the texts from `place` on that have this many characters; there is one text at least."""
        return max(bisect_right(self._starts, self._starts[place] + characters) - 1, place + 1)

    def search(
        self, pattern: re.Pattern[str], place: int, offset: int = 0, stop: int | None = None
    ) -> tuple[int, int] | None:
        """Return the first match of a pattern: the position of the text from `place` to `stop`, and the offset in it.

        In the first text, the search begins at `offset`. Matches across the end of the common beginning are not found.
        """
        stop = len(self) if stop is None else stop
        size = len(self.beginning)
        if place < len(self) and offset > size + len(self.rest(place)):
            place, offset = place + 1, 0
        if place >= stop:
            return None
        in_beginning = pattern.search(self.beginning) if size else None
        if in_beginning and offset <= in_beginning.start():
            return place, in_beginning.start()
        # If the common beginning matches, the next text matches at the latest.
        last = place + 1 if in_beginning else stop
        match = pattern.search(self._text, self._starts[place] + max(offset - size, 0), self._starts[last] - 1)
        if match is not None:
            place = bisect_right(self._starts, match.start()) - 1
            return place, match.start() - self._starts[place] + size
        return (last, in_beginning.start()) if in_beginning and last < len(self) else None


def _starts(values: Iterable[str]) -> Iterator[int]:
    return map(add, accumulate(map(len, values), initial=0), count())


class CodedColumn(Sequence[str]):
    """A column with few different texts: each text once, and its number for each row."""

    def __init__(self, values: Sequence[str]) -> None:
        numbers = defaultdict[str, int](count().__next__)  # numbered in order of appearance
        rows = list(map(numbers.__getitem__, values))
        self.different = list(numbers)
        # Collecting bytes takes half the time of collecting into an array.
        self._rows = (
            array("B", bytes(rows)) if len(numbers) <= 0x100 else array("H" if len(numbers) <= 0x1_0000 else "I", rows)
        )

    @property
    def memory(self) -> int:
        """The bytes of memory that the column takes."""
        return getsizeof(self._rows) + sum(map(getsizeof, self.different))

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
        """Return the texts at some positions, in a fifth of the time of reading them one by one."""
        rows, different = self._rows, self.different
        return [different[rows[place]] for place in places]

    def counts(self) -> dict[str, int]:
        """Return the number of rows with each text."""
        return {self.different[number]: count for number, count in Counter(self._rows).items()}


class AddressColumn(Sequence[str]):
    """Addresses stored as sort keys, and as the endings missing there, in the rows of the keys: half as many bytes."""

    def __init__(self, start: str, keys: Lines, endings: CodedColumn) -> None:
        """Store addresses: `start`, the rest of a key with slashes in place of its marks, and an ending."""
        self._start = start
        self._keys = keys
        self._endings = endings

    @property
    def memory(self) -> int:
        """The bytes of memory that the column takes beside its keys."""
        return self._endings.memory

    def __len__(self) -> int:
        return len(self._endings)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        if isinstance(place, int):
            # For a single address this takes a quarter of the time of `at`.
            return self._start + self._keys.rest(place).replace(SEGMENT, "/") + self._endings[place]
        return self.at(range(*place.indices(len(self))))

    def __iter__(self) -> Iterator[str]:
        return iter(self.at(range(len(self))))

    def at(self, places: Iterable[int]) -> list[str]:
        """Return the addresses at some positions."""
        places = list(places)
        # The last line ends, too, so that an empty list of positions gives no lines.
        paths = "\n".join((*self._keys.rests(places), "")).replace(SEGMENT, "/").split("\n")[:-1]
        start = self._start
        return [start + path + ending for path, ending in zip(paths, self._endings.at(places), strict=True)]


class Marks:
    """A dense set of numbers from 0 on: one byte of memory each, where a set takes 80."""

    def __init__(self) -> None:
        self._marks = bytearray()

    def __contains__(self, number: int) -> bool:
        return 0 <= number < len(self._marks) and self._marks[number] == 1

    def of(self, numbers: Iterable[int]) -> list[bool]:
        """Return whether each of some numbers, from 0 on, is in the set; four times as fast as one by one."""
        marks, stop = self._marks, len(self._marks)
        return [number < stop and marks[number] == 1 for number in numbers]

    def update(self, numbers: Sequence[int]) -> None:
        """Add some numbers."""
        marks = self._marks
        marks.extend(bytes(max(0, max(numbers, default=-1) + 1 - len(marks))))
        for number in numbers:
            marks[number] = 1
