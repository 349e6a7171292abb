"""The addresses in one file as they are written, so that those which may lead to a page are found at once.

Resolving a million addresses takes seconds, and so does taking them out of the file; searching its bytes takes
milliseconds. An address mostly resolves to something that ends as it is written: only those that end like the page
need to be resolved. One that may come to end otherwise is always resolved. Not part of the format.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, pairwise
from typing import Protocol
from urllib.parse import unquote, unquote_to_bytes

# Bytes that are searched in one go: they stay in the processor's cache, and other threads run soon.
BLOCK = 1 << 18

_OPENED = b'url="'
# What resolving escapes, strips or turns into something else, wherever it stands; but for white space and brackets,
# which are in no address here.
_CHANGING = b"'[\\]^`{|}\x7f"
_CHANGED = re.compile(rb"""url="(?:[^"'\[\\\]^`{|}\x7f&]|&amp;)*+[^"]""")
# An escaped dot; letters that will be escaped beside some that are already.
_ESCAPED_DOT = re.compile(rb'url="[^"%]*+(?:%(?!2[eE])[^"%]*+)*+%')
_HALF_ESCAPED = re.compile(rb'url="(?=[^"%]*+%)[\x00-\x21\x23-\x7f]*+[\x80-\xff]')
# A path that ends in a dot segment, which becomes a slash. The dot comes first: such a pattern is looked for faster.
_ENDS_IN_DOTS = re.compile(rb'\.(?<=[/:"].)\.?/*+["?#]')
_WITHOUT_PATH = re.compile(rb'url="(?:[A-Za-z][A-Za-z0-9+.-]*+:/*+[^/?#"]*+|//++[^/?#"]*+)?+/*+(?=[?#"])')
# With what an address may begin that the page's need not have: scheme and host, and segments of dots.
_BEGINNING = re.compile(rb"(?:[A-Za-z][A-Za-z0-9+.-]*+:/*+[^/?#]*+|//++[^/?#]*+)?+(?:\.{0,2}/)*+")
# White space and brackets, for which something else stands that resolving changes.
_ELSEWHERE = re.compile(r'[\x01-\x20"<>]')


class Written(Protocol):
    """Bytes in which addresses stand as `url="…"`, with `&` and quotes escaped and without white space or brackets."""

    @property
    def text(self) -> bytes:
        """All of the bytes, with whatever stands between blocks."""

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Where each block begins, and where it ends: some BLOCK bytes, between tags."""

    def element_at(self, place: int) -> int | None:
        """The element whose address stands at a place; None where that is none of these."""


class Addresses:
    """The addresses of some elements, seen from one of `bases`."""

    def __init__(self, bases: Iterable[str], written: Iterable[Written]) -> None:
        self._bases = {base.partition("#")[0].partition("?")[0] for base in bases}
        self._searched = [_Searched(text) for text in written]

    def leading_to(self, page: str) -> Iterator[int]:
        """The elements whose address may lead to `page`, an absolute URI without fragment; some more, and none less."""
        path = page.partition("?")[0]
        query = page[len(path) :]
        end = _end_of(path) + query
        for searched in self._searched:
            places: list[Iterable[int]] = [searched.changed]
            if path.endswith("/"):
                places.append(searched.ending_in_dots)
            if end == query or path in self._bases:
                places.append(searched.without_path_but_with(dict.fromkeys((query, unquote(query)))))
            places += (searched.ending_in(ending, page) for ending in dict.fromkeys((end, unquote(end))) if ending)
            elements = map(searched.element_at, chain.from_iterable(places))
            yield from dict.fromkeys(element for element in elements if element is not None)


class Listed:
    """Addresses that stand in no text as they are: `lines` holds one for each of `elements`."""

    def __init__(self, elements: array[int], lines: Sequence[str]) -> None:
        self._elements = elements
        # All at once, since each call costs as much as some twenty letters; no XML has the letter between.
        joined = _ELSEWHERE.sub("'", "\0".join(lines)).replace("&", "&amp;")
        self.text = ('\nurl="' + joined.replace("\0", '"\nurl="') + '"').encode() if lines else b""
        self._starts, self._firsts = array("Q", (0,)), array("I", (0,))
        while (start := self.text.find(b"\n", self._starts[-1] + BLOCK)) >= 0:
            self._firsts.append(self._firsts[-1] + self.text.count(b"\n", self._starts[-1], start))
            self._starts.append(start)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Where each block begins, and where it ends: whole lines."""
        return pairwise((*self._starts, len(self.text)))

    def element_at(self, place: int) -> int:
        """The element whose address stands at a place."""
        block = bisect_right(self._starts, place) - 1
        return self._elements[self._firsts[block] + self.text.count(b"\n", self._starts[block], place) - 1]


class _Searched:
    """Some written addresses, each found as a place in it. What does not depend on a page is looked for once."""

    def __init__(self, written: Written) -> None:
        self._written = written
        self.element_at = written.element_at

    @cached_property
    def changed(self) -> array[int]:
        """The addresses of which resolving may make something that ends otherwise than is written."""
        return array("Q", (place for start, block in self._blocks() for place in _changed_in(block, start)))

    @cached_property
    def ending_in_dots(self) -> array[int]:
        """The addresses with a dot segment that ends their path, or seems to."""
        return array("Q", (opened for opened, _ in self._first_of_each(self._find_dots)))

    @cached_property
    def _without_path(self) -> array[int]:
        """Where the addresses without a path go on after it."""
        blocks = self._blocks()
        return array("Q", (start + match.end() for start, block in blocks for match in _WITHOUT_PATH.finditer(block)))

    def without_path_but_with(self, queries: Iterable[str]) -> Iterator[int]:
        """The addresses without a path that have one of `queries`, each as it may be written."""
        whole = tuple(_as_written(query) + after for query in queries for after in self._after)
        return (place for place in self._without_path if self._written.text.startswith(whole, place))

    def ending_in(self, end: str, page: str) -> Iterator[int]:
        """The addresses that end in `end`, fragment aside, with a path segment beginning there, as far as they may lead
        to the page, which ends so."""
        text, like = self._written.text, unquote_to_bytes(page)
        for needle in [_as_written(end) + after for after in self._after]:
            for opened, place in self._first_of_each(partial(_find_end, text, needle)):
                address = text[opened : place + len(needle) - 1]
                if b"#" not in address and _may_end(like, address):
                    yield opened

    @cached_property
    def _after(self) -> tuple[bytes, ...]:
        """What may follow an address without its fragment."""
        return (b'"', b"#") if b"#" in self._written.text else (b'"',)

    def _first_of_each(self, find: Callable[[int, int], int]) -> Iterator[tuple[int, int]]:
        """The addresses in which `find` finds something, and where: once, since one may be a megabyte long."""
        text = self._written.text
        for start, stop in self._written.blocks():
            place = find(start, stop)
            while place >= 0:
                opened = text.rfind(b'"', start, place) + 1
                if text.endswith(_OPENED, start, opened):
                    yield opened, place
                closed = text.find(b'"', place, stop)
                place = find(closed, stop) if closed >= 0 else -1

    def _find_dots(self, at: int, stop: int) -> int:
        dots = _ENDS_IN_DOTS.search(self._written.text, at, stop)
        return dots.start() if dots else -1

    def _blocks(self) -> Iterator[tuple[int, bytes]]:
        return ((start, self._written.text[start:stop]) for start, stop in self._written.blocks())


def _find_end(text: bytes, needle: bytes, at: int, stop: int) -> int:
    """Where a needle stands with a path segment beginning there; -1 where it does not."""
    place = text.find(needle, at, stop)
    while place >= 0 and text[place - 1] not in b'/:"':
        place = text.find(needle, place + 1, stop)
    return place


def _changed_in(block: bytes, start: int) -> Iterator[int]:
    """Where addresses stand in a block that resolving may change; what is slow is done where it may find any."""
    patterns = []
    # One letter is looked for fifty times faster than two.
    has_entity = b"&" in block and block.count(b"&") != block.count(b"&amp;")
    if has_entity or any(letter in block for letter in _CHANGING):
        patterns.append(_CHANGED)
    if b"%" in block:
        patterns += [_ESCAPED_DOT] if b"%2e" in block or b"%2E" in block else []
        patterns += [] if block.isascii() else [_HALF_ESCAPED]
    return (start + match.start() + len(_OPENED) for pattern in patterns for match in pattern.finditer(block))


def _may_end(page: bytes, address: bytes) -> bool:
    """Whether an address that resolving does not change may lead to a page, which is given without its escapes."""
    rest = _BEGINNING.sub(b"", address, count=1).replace(b"&amp;", b"&")
    return b"/." in rest or page.endswith(unquote_to_bytes(rest))


def _as_written(text: str) -> bytes:
    return text.replace("&", "&amp;").encode()


def _end_of(path: str) -> str:
    """The path from its last segment on that is not empty; empty where there is none."""
    after = path.partition(":")[2]
    rest = after[2:].partition("/")[2] if after.startswith("//") else path
    bare = rest.rstrip("/")
    return rest[bare.rfind("/") + 1 :] if bare else ""
