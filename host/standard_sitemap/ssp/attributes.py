"""What is kept of each element of a file, or found in its bytes when asked for: attributes, and the line of its tag."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Literal

from .passages import Passages


class Attributes:
    """The attributes of a document's elements, in their order; those of passages are read when asked for."""

    def __init__(self, passages: Passages) -> None:
        self._passages = passages
        self._known: list[dict[str, str] | None] = []
        self._latest: tuple[int, dict[str, str]] = -1, {}
        self.append: Callable[[dict[str, str]], None] = self._known.append

    def __len__(self) -> int:
        return len(self._known)

    def __getitem__(self, index: int) -> dict[str, str]:
        known = self._known[index]
        if known is not None:
            return known
        latest = self._latest
        if latest[0] != index:  # whoever asks for one attribute of an element mostly asks for others
            latest = self._latest = index, self._passages.attributes(index)
        return latest[1]

    def __iter__(self) -> Iterator[dict[str, str]]:
        return map(self.__getitem__, range(len(self)))

    def leave(self, count: int) -> None:
        """Adds elements that stand in a passage."""
        self._known.extend(repeat(None, count))

    def values(self, name: Literal["name", "url"], start: int = 0, stop: int | None = None) -> Iterator[str | None]:
        """What one attribute says of element after element; None where it is missing."""
        known, stop = self._known, len(self) if stop is None else stop
        while start < stop:
            own = known[start]
            if own is not None:
                yield own.get(name)
                start += 1
            else:
                column = self._passages.column(start, name)[: stop - start]
                yield from column
                start += len(column)


class Lines:
    """The lines on which a document's elements begin, from 1."""

    def __init__(self, passages: Passages) -> None:
        self._passages = passages
        self._known = array("I")
        self.append: Callable[[int], None] = self._known.append

    def __len__(self) -> int:
        return len(self._known)

    def __getitem__(self, index: int) -> int:
        return self._known[index] or self._passages.line(index)

    def __iter__(self) -> Iterator[int]:
        return map(self.__getitem__, range(len(self)))

    def leave(self, count: int) -> None:
        """Adds elements that stand in a passage."""
        self._known.frombytes(bytes(self._known.itemsize * count))
