"""The addresses in one file as they are written, so that those which may lead to a page are found at once.

Resolving a million addresses takes seconds, searching their text milliseconds: only those that could be the page's need
to be resolved. An address mostly resolves to something that ends as it is written; one that may not is always resolved.
Not part of the format.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import accumulate
from urllib.parse import unquote

# Text is searched in one go without letting other threads run: blocks of this many addresses take few milliseconds.
_BLOCK = 4_096

# What resolving escapes, strips or turns into something else, wherever it stands.
_CHANGED = re.compile(r"[\x00-\x09\x0b-\x20\"'<>\[\\\]^`{|}\x7f]")
_MAYBE_CHANGED = re.compile(
    # An escaped dot; a path that ends in a dot segment; letters that will be escaped beside some that are already.
    r"%2[eE]|[\n/:]\.{1,2}/*(?=[?#\n])|[^\x00-\x7f][^\n]*%|%[^\n]*[^\x00-\x7f]"
)
_WITHOUT_PATH = re.compile(r"\n(?:[A-Za-z][A-Za-z0-9+.-]*:/*[^/?#\n]*|//+[^/?#\n]*)?/*(?=[?#\n])")


class Addresses:
    """The addresses of some elements: `lines` holds one for each of `elements`, seen from one of `bases`."""

    def __init__(self, bases: Iterable[str], elements: array[int], lines: list[str]) -> None:
        self._bases = {base.partition("#")[0].partition("?")[0] for base in bases}
        starts = range(0, len(lines), _BLOCK)
        self._blocks = [_Block(elements[start : start + _BLOCK], lines[start : start + _BLOCK]) for start in starts]

    def leading_to(self, page: str) -> Iterator[int]:
        """The elements whose address may lead to `page`, an absolute URI without fragment; some more, and none less."""
        path, _, query = page.partition("?")
        needle = _end_of(path) + page[len(path) :]
        is_bare = needle == page[len(path) :] or path in self._bases
        for block in self._blocks:
            lines = dict.fromkeys(block.unresolved)
            if is_bare:
                lines |= dict.fromkeys(block.without_path_but_with({query, unquote(query)}))
            for end in dict.fromkeys((needle, unquote(needle))):
                lines |= dict.fromkeys(block.ending_in(end))
            yield from (block.elements[line] for line in lines)


class _Block:
    """Some addresses, a line each, and the elements that bear them.

    `unresolved` are the lines of which resolving may make something that ends otherwise than is written.
    """

    def __init__(self, elements: array[int], lines: list[str]) -> None:
        self.elements = elements
        self.text = "\n" + "\n".join(lines) + "\n"
        self._starts = array("I", accumulate(map(len, lines[:-1]), lambda start, length: start + length + 1, initial=1))
        self.without_path = self._lines(_WITHOUT_PATH)
        changed = self._lines(_CHANGED)
        if not self._is_simple():
            changed |= self._lines(_MAYBE_CHANGED)
        self.unresolved = tuple(sorted(changed))

    def line(self, number: int) -> str:
        """One address."""
        return self.text[self._starts[number] : self.text.index("\n", self._starts[number])]

    def without_path_but_with(self, queries: AbstractSet[str]) -> Iterator[int]:
        """The lines without a path that hold one of `queries`, each a query as written in some way."""
        return (number for number in self.without_path if any(query in self.line(number) for query in queries))

    def ending_in(self, needle: str) -> Iterator[int]:
        """The lines that end in `needle`, fragment aside, with a path segment beginning there."""
        for whole in (f"{needle}\n", f"{needle}#") if needle else ():
            place = self.text.find(whole)
            while place >= 0:
                if self.text[place - 1] in "\n/:":
                    yield self._line_at(place)
                place = self.text.find(whole, place + 1)

    def _is_simple(self) -> bool:
        """Whether `_MAYBE_CHANGED`, which is slow, surely matches nowhere."""
        text = self.text
        return text.isascii() and "%2" not in text and all(f"{mark}." not in text for mark in "\n/:")

    def _lines(self, pattern: re.Pattern[str]) -> set[int]:
        return {self._line_at(found.start() + (found[0][:1] == "\n")) for found in pattern.finditer(self.text)}

    def _line_at(self, place: int) -> int:
        return bisect_right(self._starts, place) - 1


def _end_of(path: str) -> str:
    """The path from its last segment on that is not empty; empty where there is none."""
    after = path.partition(":")[2]
    rest = after[2:].partition("/")[2] if after.startswith("//") else path
    bare = rest.rstrip("/")
    return rest[bare.rfind("/") + 1 :] if bare else ""
