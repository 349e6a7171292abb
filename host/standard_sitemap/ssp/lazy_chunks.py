"""Lazy chunks: up to 128 tags of plain items that are recognised together, and read on demand.

Nearly all elements of a large map are plain items, written alike. Text that matches the pattern here is well-formed and
plain wherever a tag may occur. Other text may be so as well, and is left to Expat. So a million items cost one pass
over their bytes, and no object each. Does no I/O. Caches the compiled patterns, which take milliseconds to compile.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import compress, islice, repeat
from typing import NamedTuple

from standard_sitemap.model.encodings import SHORT_ENTITIES
from standard_sitemap.model.uris import LONGEST_REFERENCE, is_certain
from standard_sitemap.model.words import all_folded
from standard_sitemap.ssp.addresses import BLOCK
from standard_sitemap.ssp.documents import SlicedText
from standard_sitemap.ssp.names import CHANGE_FREQUENCY, LAST_MODIFIED, SITEMAPS_ORG, XML_ID

# A chunk with fewer tags costs more than it saves; one with more makes reading a single item slow.
_FEWEST, _MOST = 4, 128
# Chunks searched in one step: more would not stay in the processor's cache.
_TOGETHER = 8
# The first addresses of a file determine its hosts; items with another host are left to Expat.
_LEARNED_FROM, _ADDRESSES, _HOSTS = 1 << 20, 2_000, 16

# XML 1.0, production 3.
_SPACE = rb"[ \t\r\n]"
# The five entities that XML predefines. Character references and all others are left to Expat.
_ENTITY = rb"&(?:" + b"|".join(name.encode() for name in SHORT_ENTITIES) + rb");"
_ABSOLUTE = re.compile(rb"""url="(https?://[^/?#"<>&\\\x00-\x20\x7f-\xff]+/)""")
_LAST_OF_TAG = re.compile(rb"<[^>]*+(?<=(.))>", re.DOTALL)
_NOT_BLANK = rb'(?!\x20*+")'
# Attributes that decide nothing if their values are valid, before all others or after them.
# The pattern after the value ensures that the attribute occurs once in its tag. A second one makes the file ill-formed
# (XML 1.0, 3.1), and Expat has to report it.
_PRIORITY = rb'priority="(?:0(?:\.[0-9]+)?|1(?:\.0+)?|\.[0-9]+)"(?![^<>]*[ \t\r\n]priority=)'
_RELATION = rb'relation="(?:none|sequence)"(?![^<>]*[ \t\r\n]relation=)'
_ID = rb'xml:id="[A-Za-z0-9_.\-]+"(?![^<>]*[ \t\r\n]xml:id=)'
# Attributes from sitemaps.org in converted files, by the file's prefix for that namespace.
_FOREIGN = rb'%s:%s="[A-Za-z0-9:+.\-]++"(?![^<>]*[ \t\r\n]%s:%s=)'
_FOREIGN_NAMES = {"lastmod": LAST_MODIFIED, "changefreq": CHANGE_FREQUENCY}
_DECLARED = re.compile(rb'[ \t\r\n]xmlns:([a-z]{1,20})="%s"' % re.escape(SITEMAPS_ORG.encode()))
_IDS = re.compile(rb'[ \t\r\n]xml:id="([^"]*)"')
# Bytes that are searched at a time, because a search cannot be interrupted. The last ones are searched again, because a
# chunk may begin there.
_SEARCHED, _OVERLAP = 1 << 22, 1 << 16
_RUN = re.compile(rb"/+m*[^/m]?|m+[^/m]?|[^/m]")
_NAMES = re.compile(rb'[ \t\r\n]name="([^"]*)"')

# Characters that may be written in several ways.
_ESCAPED = frozenset(SHORT_ENTITIES.values())

LEAF, CLOSING = ord("/"), ord("m")


def _text(without: bytes) -> bytes:
    """Return a pattern of a value without certain bytes.

    It does not end in `=`, since its closing quote would then seem to open another value.
    """
    # Line breaks and tabs in a value become spaces (XML 1.0, 3.3.3), so values that contain any are left to Expat.
    plain = rb'[^"<>&\x00-\x1f' + without + rb"]*+"
    return plain + rb"(?:" + _ENTITY + plain + rb")*+(?<!=)"


def _in_any_order(values: dict[bytes, bytes]) -> bytes:
    """Return a pattern of attributes, each once, after white space; a final description may be missing."""
    if not values:
        return b""
    ways = (
        name + rb'="' + value + rb'"' + _in_any_order({key: other for key, other in values.items() if key != name})
        for name, value in values.items()
    )
    either = rb"(?:" + _SPACE + rb"++(?:" + b"|".join(ways) + rb"))"
    return either + rb"?+" if values.keys() == {b"description"} else either


def prefix_in(body: bytes) -> str:
    """Return the prefix that a file seems to have for the namespace of sitemaps.org; "" without one."""
    # Searching for the bare namespace first is a hundred times faster.
    named = body.find(SITEMAPS_ORG.encode(), 0, _LEARNED_FROM) >= 0
    declared = _DECLARED.search(body, 0, _LEARNED_FROM) if named else None
    return declared[1].decode() if declared else ""


def _harmless(prefix: bytes) -> bytes:
    """Return a pattern of any number of attributes that decide nothing, each after white space."""
    foreign = [_FOREIGN % (prefix, name, prefix, name) for name in (b"lastmod", b"changefreq") if prefix]
    return rb"(?:" + _SPACE + rb"++(?:" + b"|".join((_PRIORITY, _RELATION, _ID, *foreign)) + rb"))*+"


@lru_cache(8)
def _pattern(hosts: tuple[bytes, ...], prefix: str) -> re.Pattern[bytes]:
    """Return a pattern of start and end tags of plain items, and the first character of the next tag.

    The items have addresses that are relative, or begin with one of `hosts`. They may have attributes of sitemaps.org
    with the given prefix.
    """
    # RFC 3986, 4.2: a colon could end a scheme, and two slashes begin an authority. A backslash counts as a slash in
    # browsers. Addresses with any of them need to be resolved.
    address = rb"(?!//|\")" + _text(rb":\\\x20")
    if hosts:
        address = rb"(?:(?:" + b"|".join(map(re.escape, hosts)) + rb")" + _text(rb"\x20") + rb"|" + address + rb")"
    attributes = _in_any_order({b"name": _NOT_BLANK + _text(b""), b"url": address, b"description": _text(b"")})
    harmless = _harmless(prefix.encode())
    item = rb"item" + harmless + attributes + harmless + _SPACE + rb"*+(?:/|())"
    # The pattern begins with a plain character, which makes searching many times faster.
    return re.compile(rb"<(?>(?:%s|/item())>%s*+<){%d,%d}+" % (item, _SPACE, _FEWEST, _MOST))


class Chunk(NamedTuple):
    """Consecutive tags with white space after them, and their offset; flat if every item is without content."""

    start: int
    text: bytes
    is_flat: bool


def chunks_in(body: bytes, prefix: str = "") -> Iterator[Chunk]:
    """Yield the chunks of a file, in order; `prefix` is its apparent prefix for sitemaps.org's attributes."""
    search, place = _pattern(_hosts(body), prefix).search, 0
    while place < len(body):
        match = search(body, place, place + _SEARCHED)
        if match is None:
            place += _SEARCHED - _OVERLAP
            continue
        place = match.end() - 1
        text = body[match.start() : place]
        if _is_sound(text) and not _has_long_value(text):
            yield Chunk(match.start(), text, match.lastindex is None)


def _hosts(body: bytes) -> tuple[bytes, ...]:
    """Return the common beginnings of a file's absolute addresses, limited to those that certainly form an address."""
    if body.find(b'url="http', 0, _LEARNED_FROM) < 0:
        return ()
    addresses = islice(_ABSOLUTE.finditer(body, 0, _LEARNED_FROM), _ADDRESSES)
    seen = dict.fromkeys(match[1] for match in addresses)
    return tuple(islice((host for host in seen if is_certain(host.decode())), _HOSTS))


def _is_sound(chunk: bytes) -> bool:
    """Return whether the characters are allowed in XML, and lines end in the usual way."""
    # XML 1.0, 2.11: a carriage return alone ends a line, too, and counting line feeds would miss it.
    if b"\r" in chunk and chunk.count(b"\r") != chunk.count(b"\r\n"):
        return False
    if chunk.isascii():
        return True
    try:
        chunk.decode()
    except UnicodeDecodeError:
        return False
    return b"\xef\xbf" not in chunk  # including the two noncharacters


def _has_long_value(chunk: bytes) -> bool:
    """Return whether a value is too long for a certain address, by steps of maximum width from quote to quote."""
    place, last = 0, len(chunk) - LONGEST_REFERENCE
    while place < last:
        place = chunk.rfind(b'"', place, place + LONGEST_REFERENCE + 1) + 1
        if not place:
            return True
    return False


def runs_of_tags(text: bytes) -> list[bytes]:
    """Return the tags of a chunk in runs, one byte for each tag.

    A run has any LEAF bytes, for items without content, then any CLOSING, for end tags, then another byte for a start
    tag.
    """
    return _RUN.findall(b"".join(_LAST_OF_TAG.findall(text)))


class Chunks:
    """The chunks of one file, by the numbers of their elements."""

    def __init__(self) -> None:
        self._text: SlicedText = b""
        self._marks = _Marks()
        self._firsts = array("I")
        self._starts = array("Q")
        self._stops = array("Q")
        self._lines = array("I")
        self._counts = array("B")
        self._read: tuple[int, list[dict[str, str]]] = (-1, [])
        self._columns: tuple[int, dict[str, list[str | None]]] = (-1, {})
        self._lacking: tuple[list[bytes], dict[int, bool]] = ([], {})

    def __len__(self) -> int:
        return len(self._firsts)

    @property
    def text(self) -> bytes:
        """The whole file."""
        return self._text[:]

    def pack(self, packed: Callable[[bytes], SlicedText]) -> None:
        """Keep the text in compressed form, for callers that read all chunks and search none."""
        self._text = packed(self.text)

    def expect(self, prefix: str) -> None:
        """Read attributes with a prefix as attributes of sitemaps.org."""
        self._marks.expect((f"{prefix}:{name}", expanded) for name, expanded in _FOREIGN_NAMES.items())

    def add(self, body: bytes, place: range, items: range, line: int) -> None:
        """Add the chunk at a range of the file, which begins on `line`, and the numbers of its items."""
        self._text = body
        self._firsts.append(items.start)
        self._counts.append(len(items))
        self._starts.append(place.start)
        self._stops.append(place.stop)
        self._lines.append(line)

    def attributes(self, index: int) -> dict[str, str]:
        """Return the attributes of an item."""
        place = self._place(index)
        if self._read[0] != place:
            self._read = place, self._items(self._chunk(place))
        return self._read[1][index - self._firsts[place]]

    def columns(self, names: Sequence[str], indexes: Sequence[int]) -> list[list[str | None]]:
        """Return for each name its values in some items, None where an item lacks it."""
        value_lists, start = [list[str | None]() for _ in names], 0
        while start < len(indexes):
            place, stop = self._place(indexes[start]), start + 1
            items = range(self._firsts[place], self._firsts[place] + self._counts[place])
            while stop < len(indexes) and indexes[stop] in items:
                stop += 1
            if self._columns[0] != place:
                self._columns = place, self._columns_in(self._chunk(place))
            places = [index - items.start for index in indexes[start:stop]]
            for values, column in zip(value_lists, map(self._columns[1].get, names), strict=True):
                values.extend(map(column.__getitem__, places) if column else repeat(None, len(places)))
            start = stop
        return value_lists

    def line(self, index: int) -> int:
        """Return the line on which the tag of an item begins."""
        place = self._place(index)
        chunk, at = self._chunk(place), -1
        for _ in range(self._firsts[place], index + 1):
            at = chunk.index(b"<item", at + 1)
        return self._lines[place] + chunk.count(b"\n", 0, at)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each group of chunks that are searched together for addresses."""
        place = 0
        while place < len(self):
            start = self._starts[place]
            place = max(place + 1, bisect_right(self._stops, start + BLOCK))
            yield start, self._stops[place - 1]

    def element_at(self, place: int) -> int | None:
        """Return the item whose tag contains an offset of the file; None outside chunks."""
        number = bisect_right(self._starts, place) - 1
        if number < 0 or place >= self._stops[number]:
            return None
        return self._firsts[number] + self.text.count(b"<item", self._starts[number], place) - 1

    def matches(self, words: Sequence[str]) -> Iterator[tuple[range, Iterable[int]]]:
        """Yield the items of each chunk, and the items among them whose name contains all words, which are `folded`."""
        written = _as_written(words)
        for first, stop, text in self._texts(partial(self._lacks, written)):
            items = range(first, stop)
            yield items, _matching(text, items, words, written) if text else ()

    def worth(self, words: Sequence[str]) -> Iterator[tuple[range, bool]]:
        """Yield the items of each chunk, and whether certainly none of them mentions all words, which are `folded`."""
        for first, stop, text in self._texts(partial(self._lacks_all, _parts(words))):
            yield range(first, stop), not text

    def _lacks(self, written: list[bytes], start: int, stop: int) -> bool:
        """Return whether a range of the file certainly contains no name with all of the words.

        The result is cached until the words change: a filter searches names first, then everything else.
        """
        if self._lacking[0] != written:
            self._lacking = written, {}
        known = self._lacking[1]
        if start not in known:
            known[start] = _lacks(written, self.text[start:stop])
        return known[start]

    def _lacks_all(self, written: list[bytes], start: int, stop: int) -> bool:
        """Return whether a range of the file certainly does not mention all of the words, escaped or not."""
        return self.text.find(b"%", start, stop) < 0 and self._lacks(written, start, stop)

    def _texts(self, is_worthless: Callable[[int, int], bool]) -> Iterator[tuple[int, int, bytes]]:
        """Yield for each chunk the number of its first item, the number after its last, and its text; "" if worthless.

        Consecutive worthless chunks are yielded as one, unless an element is between them.
        """
        for start in range(0, len(self), _TOGETHER):
            stop = min(start + _TOGETHER, len(self))
            skipped = is_worthless(self._starts[start], self._stops[stop - 1])
            first, end = self._firsts[start], self._firsts[stop - 1] + self._counts[stop - 1]
            if skipped and end - first == sum(self._counts[start:stop]):
                yield first, end, b""
                continue
            for place in range(start, stop):
                first = self._firsts[place]
                yield first, first + self._counts[place], b"" if skipped else self._chunk(place)

    def _columns_in(self, chunk: bytes) -> dict[str, list[str | None]]:
        """Return the values of each attribute in all items of a chunk."""
        names, values = self._values(chunk)
        size = next((place for place, (_, begins) in enumerate(names) if begins and place), len(names))
        if names == names[:size] * (len(names) // size):  # usually: the same in all items
            return {name: [*values[place::size]] for place, (name, _) in enumerate(names[:size])}
        items = self._items(chunk)
        return {name: [item.get(name) for item in items] for name, _ in set(names)}

    def _values(self, chunk: bytes) -> tuple[list[tuple[str, bool]], list[str]]:
        """Return the name of each attribute in a chunk with whether it begins a tag, and the values."""
        # Every second part between quotes is a value, and the part before it names its attribute. A pattern takes five
        # times as long.
        text = chunk.decode()
        parts = text.split('"')
        values = parts[1::2]
        return [*map(self._marks.__getitem__, parts[:-1:2])], [*map(_unescaped, values)] if "&" in text else values

    def _items(self, chunk: bytes) -> list[dict[str, str]]:
        items, item = list[dict[str, str]](), dict[str, str]()
        for (name, begins), value in zip(*self._values(chunk), strict=True):
            if begins:
                item = {name: value}
                items.append(item)
            else:
                item[name] = value
        return items

    def _place(self, index: int) -> int:
        return bisect_right(self._firsts, index) - 1

    def _chunk(self, place: int) -> bytes:
        return self._text[self._starts[place] : self._stops[place]]


class _Marks(dict[str, tuple[str, bool]]):
    """A cache of the attribute named in the text between two values, as ` url=`, and of whether a tag begins there."""

    # Files contain few variations of white space, unless made to be read slowly.
    _MOST = 4_096

    def __init__(self) -> None:
        self._expanded = {"xml:id": XML_ID}

    def expect(self, expanded: Iterable[tuple[str, str]]) -> None:
        """Read names with a prefix as expanded names."""
        self._expanded.update(expanded)
        self.clear()

    def __missing__(self, mark: str) -> tuple[str, bool]:
        if len(self) >= self._MOST:
            self.clear()
        name = mark.split()[-1][:-1]
        read = self[mark] = self._expanded.get(name, name), "<item" in mark
        return read


def ids_in(text: bytes) -> list[str]:
    """Return the ids in a chunk, in order, case-folded; they are ASCII only."""
    return b"\n".join(_IDS.findall(text)).lower().decode().split("\n")


def _as_written(words: Sequence[str]) -> list[bytes]:
    """Return the words that have only one spelling in ASCII text, case aside."""
    return [word.encode() for word in words if word.isascii() and _ESCAPED.isdisjoint(word)]


def _lacks(written: Sequence[bytes], text: bytes) -> bool:
    """Return whether a text certainly contains no name with all of the words."""
    if not text.isascii():  # a non-ASCII character may fold to a character of a word
        return False
    if any(word.upper() != word for word in written):
        text = text.lower()
    return not all(word in text for word in written)


def _parts(words: Sequence[str]) -> list[bytes]:
    """Return the parts of words that an address or text must contain literally to mention the words.

    Leave out the host, the part that may be relative, and parts with several spellings.
    """
    return _as_written([word.rpartition("/")[2] for word in words])


def _matching(text: bytes, items: range, words: Sequence[str], written: Sequence[bytes]) -> Iterator[int]:
    """Yield the items of a chunk whose names contain all words; compute lazily."""
    if len(written) == len(words) and text.isascii() and b"&" not in text:
        names = _NAMES.findall(text.lower())
        yield from compress(items, [all(word in name for word in written) for name in names])
    else:
        names = all_folded([_unescaped(name.decode()) for name in _NAMES.findall(text)])
        yield from compress(items, [all(word in name for word in words) for name in names])


def _unescaped(value: str) -> str:
    if "&" in value:
        for name, letter in SHORT_ENTITIES.items():
            value = value.replace(f"&{name};", letter)
    return value
