"""An index of the addresses in one file as written, for finding the elements that may lead to a page.

Resolving a million addresses takes seconds, and so does extracting them from the file. Searching its bytes takes
milliseconds. A resolved address usually ends like the written one, so only addresses that end like the page need to be
resolved. Addresses whose end resolution may change are always resolved. Not part of the format.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Protocol
from urllib.parse import unquote, unquote_to_bytes

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.model.uris import TRACKING, normalised, without_tracking

# Bytes searched in one step: they stay in the processor's cache, and other threads run soon.
BLOCK = 1 << 18

_OPENED = b'url="'
# Characters that resolution escapes, strips or replaces, wherever they occur. White space and brackets do not occur in
# the addresses here.
_CHANGING = b"'[\\]^`{|}\x7f"
_CHANGED = re.compile(rb"""url="(?:[^"'\[\\\]^`{|}\x7f&]|&amp;)*+[^"]""")
# An escaped dot; characters to be escaped in an address that already contains escapes.
_ESCAPED_DOT = re.compile(rb'url="[^"%]*+(?>%(?!2[eE])[^"%]*+)*+%')
# An escape of a character that needs none, which an equal address may lack (D55).
_NEEDLESS_ESCAPE = re.compile(rb'url="[^"%]*+(?>%(?!3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|2[Dd]|5[Ff]|7[Ee])[^"%]*+)*+%')
_HALF_ESCAPED = re.compile(rb'url="(?=[^"%]*+%)[\x00-\x21\x23-\x7f]*+[\x80-\xff]')
# A path that ends in a dot segment, which becomes a slash. The dot comes first because such a pattern is faster to
# search for.
_ENDS_IN_DOTS = re.compile(rb'\.(?<=[/:"].)\.?/*+["?#]')
# RFC 3986, 3: scheme and authority, or an authority after `//`, or neither; then slashes only, up to the query or the
# end.
_WITHOUT_PATH = re.compile(rb'url="(?>[A-Za-z][A-Za-z0-9+.-]*+:/*+[^/?#"]*+|//++[^/?#"]*+)?+/*+(?=[?#"])')
# A possible beginning of an address that the page's address may lack: scheme and host, and dot segments.
_BEGINNING = re.compile(rb"(?>[A-Za-z][A-Za-z0-9+.-]*+:/*+[^/?#]*+|//++[^/?#]*+)?+(?>\.{0,2}/)*+")
_ESCAPE = re.compile("%[0-9A-F]{2}")
# Signs of queries that may count for nothing.
_TRACKING = tuple(name.encode() for name in TRACKING)
_IDLE = (b'?"', b"?#", *_TRACKING)
# The end of a query, and its start, with the parameters there that only track visits.
_NO_MORE = rb'(?=["#])'
_IDLE_PARAMETERS = rb'\?(?>(?:utm_[^=&"#]*+|%b)(?:=[^&"#]*+)?+(?:&amp;|%b))*+' % (b"|".join(_TRACKING[1:]), _NO_MORE)
_QUERY = re.compile(rb'\?[^"#]*+')
# Characters of the last segment: file systems allow names of 255 bytes, each of which may be escaped.
_LONGEST_NAME = 3 * 255
# Bytes of a parameter that a search compares first: addresses of a page may have thousands more.
_COMPARED = 100
# White space and brackets; a placeholder that resolution changes replaces them.
_ELSEWHERE = re.compile(r'[\x01-\x20"<>]')


class AddressText(Protocol):
    """Bytes that contain addresses as `url="…"`, with `&` and quotes escaped and without white space or brackets."""

    @property
    def text(self) -> bytes:
        """All of the bytes, including those between blocks."""

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each block: about BLOCK bytes, delimited between tags."""

    def element_at(self, place: int) -> int | None:
        """Return the element with the address at an offset; None if it is not one of these elements."""


class Addresses:
    """The addresses of some elements, relative to one of `bases`."""

    def __init__(self, bases: Iterable[str], written: Iterable[AddressText]) -> None:
        self._bases = {normalised(base.partition("#")[0].partition("?")[0]) for base in bases}
        self._searched = [_AddressSearch(text) for text in written]

    def leading_to(self, page: str) -> Iterator[int]:
        """Yield the elements whose address may lead to `page`, an absolute URI without fragment.

        The result is complete, but may contain other elements.
        """
        # RFC 3986, 5.2: the end of a reference becomes the end of its resolution, with four exceptions that the
        # searches below cover. A dot segment at the end leaves a slash. A reference without a path keeps the path of
        # its base. An escape or a forbidden character may be written in another way, and parameters may be added that
        # only track visits (D55).
        page = without_tracking(normalised(page))
        path = page.partition("?")[0]
        query = page[len(path) :]
        last = _end_of(path)
        may_lack_path = not last or path in self._bases
        for searched in self._searched:
            places: list[Iterable[int]] = [searched.changed]
            if path.endswith("/"):
                places.append(searched.ending_in_dots)
            if may_lack_path:
                places.append(searched.without_path_but_with(dict.fromkeys((query, unquote(query)))))
            places += (searched.ending_in(end, page) for end in _ways_to_write(last + query))
            if searched.has_idle_queries and len(last) <= _LONGEST_NAME:
                idle = _IdleQuery(query)
                if may_lack_path:
                    places.append(place for place in searched.without_path if idle.is_at(searched.text, place))
                places += (searched.ending_in(end, path, idle) for end in _ways_to_write(last))
            elements = map(searched.element_at, chain.from_iterable(places))
            yield from dict.fromkeys(element for element in elements if element is not None)


class AddressList:
    """Addresses that no file contains in searchable form: `lines` holds one for each of `elements`."""

    def __init__(self, elements: array[int], lines: Sequence[str]) -> None:
        self._elements = elements
        # One call for all lines, since each call costs as much as some twenty letters. XML forbids the separator.
        joined = _ELSEWHERE.sub("'", "\0".join(lines)).replace("&", "&amp;")
        self.text = ('\nurl="' + joined.replace("\0", '"\nurl="') + '"').encode() if lines else b""
        self._starts, self._firsts = array("Q", (0,)), array("I", (0,))
        while (start := self.text.find(b"\n", self._starts[-1] + BLOCK)) >= 0:
            self._firsts.append(self._firsts[-1] + self.text.count(b"\n", self._starts[-1], start))
            self._starts.append(start)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Return the start and end of each block of whole lines."""
        return pairwise((*self._starts, len(self.text)))

    def element_at(self, place: int) -> int:
        """Return the element with the address at an offset."""
        block = bisect_right(self._starts, place) - 1
        return self._elements[self._firsts[block] + self.text.count(b"\n", self._starts[block], place) - 1]


class _AddressSearch:
    """The written addresses of one source, each identified by its offset.

    Searches that do not depend on a page run once.
    """

    def __init__(self, written: AddressText) -> None:
        self._written = written
        self.element_at = written.element_at
        self.text = written.text

    @cached_property
    def changed(self) -> array[int]:
        """The addresses whose end resolution may change."""
        return array("Q", (place for start, block in self._blocks() for place in _changed_in(block, start)))

    @cached_property
    def ending_in_dots(self) -> array[int]:
        """The addresses whose path ends in a dot segment, or seems to."""
        return array("Q", (opened for opened, _ in self._first_of_each(self._find_dots)))

    @cached_property
    def without_path(self) -> array[int]:
        """The offsets after the path in addresses with an empty path."""
        blocks = self._blocks()
        return array("Q", (start + match.end() for start, block in blocks for match in _WITHOUT_PATH.finditer(block)))

    def without_path_but_with(self, queries: Iterable[str]) -> Iterator[int]:
        """Return the addresses without a path that have one of `queries`, in any way of writing it."""
        whole = tuple(_as_written(query) + after for query in queries for after in self._after)
        return (place for place in self.without_path if self.text.startswith(whole, place))

    @cached_property
    def has_idle_queries(self) -> bool:
        """Whether some address may have an empty query, or parameters that only track visits (D55)."""
        return any(sign in block for _, block in self._blocks() for sign in _IDLE)

    def ending_in(self, end: str, page: str, idle: _IdleQuery | None = None) -> Iterator[int]:
        """Yield the addresses that end in `end`, fragment aside, and may lead to the page, which ends so.

        `end` begins a path segment there. With `idle`, that query follows `end`.
        """
        text, like, written = self.text, unquote_to_bytes(page), _as_written(end)
        finders: list[Callable[[int, int], int]] = (
            [partial(_find_end, text, written + after) for after in self._after]
            if idle is None
            else [partial(_find, idle.after(written), text)]
        )
        for opened, place in chain.from_iterable(map(self._first_of_each, finders)):
            stop = place + len(written)
            address = text[opened:stop]
            if b"#" not in address and _may_end(like, address) and (idle is None or idle.is_at(text, stop)):
                yield opened

    @cached_property
    def _after(self) -> tuple[bytes, ...]:
        """The bytes that may follow an address without its fragment."""
        return (b'"', b"#") if b"#" in self.text else (b'"',)

    def _first_of_each(self, find: Callable[[int, int], int]) -> Iterator[tuple[int, int]]:
        """Yield each address in which `find` matches, and the offset of the match.

        Each address comes once, since one may be a megabyte long.
        """
        text = self.text
        for start, stop in self._written.blocks():
            place = find(start, stop)
            while place >= 0:
                opened = text.rfind(b'"', start, place) + 1
                if text.endswith(_OPENED, start, opened):
                    yield opened, place
                closed = text.find(b'"', place, stop)
                place = find(closed, stop) if closed >= 0 else -1

    def _find_dots(self, at: int, stop: int) -> int:
        dots = _ENDS_IN_DOTS.search(self.text, at, stop)
        return dots.start() if dots else -1

    def _blocks(self) -> Iterator[tuple[int, bytes]]:
        return ((start, self.text[start:stop]) for start, stop in self._written.blocks())


class _IdleQuery:
    """A query of a page as entries may write it: with parameters that only track visits, in any way of escaping."""

    def __init__(self, query: str) -> None:
        first = query[1:].partition("&")[0]
        ways = b"|".join(re.escape(way.encode()[:_COMPARED]) for way in _ways_to_write(first))
        # Nearly all other queries differ in their first parameter, so that the slow comparison is rare.
        self._start = _IDLE_PARAMETERS + (b"(?:%b)" % ways if first else _NO_MORE)
        self._unescaped = unquote(query)

    def after(self, end: bytes) -> re.Pattern[bytes]:
        """Return a pattern for the end of a path at the start of a segment, before a query that may be this one."""
        # The letters come first because such a pattern is faster to search for.
        return re.compile(rb'%b(?<=[/:"]%b)%b' % (re.escape(end), re.escape(end), self._start))

    def is_at(self, text: bytes, place: int) -> bool:
        """Return whether an address continues with this query, at its question mark."""
        query = _QUERY.match(text, place)
        written = query[0].replace(b"&amp;", b"&").decode(errors="replace") if query else None
        return written is not None and unquote(without_tracking(written)) == self._unescaped


def _find(pattern: re.Pattern[bytes], text: bytes, at: int, stop: int) -> int:
    match = pattern.search(text, at, stop)
    return match.start() if match else -1


def _find_end(text: bytes, needle: bytes, at: int, stop: int) -> int:
    """Return the offset of a needle that begins a path segment; -1 if there is none."""
    place = text.find(needle, at, stop)
    while place >= 0 and text[place - 1] not in b'/:"':
        place = text.find(needle, place + 1, stop)
    return place


def _changed_in(block: bytes, start: int) -> Iterator[int]:
    """Return the addresses in a block that resolution may change. Run slow patterns only where they can match."""
    patterns = []
    # Searching for one letter is fifty times faster than searching for two.
    has_entity = b"&" in block and block.count(b"&") != block.count(b"&amp;")
    if has_entity or any(letter in block for letter in _CHANGING):
        patterns.append(_CHANGED)
    if b"%" in block:
        patterns += [_ESCAPED_DOT] if b"%2e" in block or b"%2E" in block else []
        patterns += [] if block.isascii() else [_HALF_ESCAPED]
        patterns.append(_NEEDLESS_ESCAPE)
    return (start + match.start() + len(_OPENED) for pattern in patterns for match in pattern.finditer(block))


def _may_end(page: bytes, address: bytes) -> bool:
    """Return whether an address that resolution leaves unchanged may lead to a page, which is given unescaped."""
    rest = _BEGINNING.sub(b"", address, count=1).replace(b"&amp;", b"&")
    # A dot segment inside removes what precedes it, so the beginning of such an address proves nothing.
    return b"/." in rest or page.endswith(unquote_to_bytes(rest))


def _ways_to_write(end: str) -> list[str]:
    """Return an end of an address with its escapes in capitals, in small letters and undone; nothing for ""."""
    return list(dict.fromkeys((end, unquote(end), _ESCAPE.sub(lambda escape: escape[0].lower(), end)))) if end else []


def _as_written(text: str) -> bytes:
    return text.replace("&", "&amp;").encode()


def _end_of(path: str) -> str:
    """Return the path from its last non-empty segment on; "" if there is none."""
    # The host is no segment, although a slash precedes it: `http://host` and `http://host/` have an empty path.
    after = path.partition(":")[2]
    rest = after[2:].partition("/")[2] if after.startswith("//") else path
    bare = rest.rstrip("/")
    return rest[bare.rfind("/") + 1 :] if bare else ""
