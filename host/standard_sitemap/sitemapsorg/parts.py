"""Large files in parts, and limits on reading: memory depends on the number of bytes received, not on a file's length.

A urlset of `SITEMAPS_ORG_BYTES` would take five times that as one text and one tree. So it is read as many small ones,
whose entries are joined. The caller reports what is left out.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from sys import getsizeof
from typing import NamedTuple

from standard_sitemap.model.encodings import UnknownEncoding, encoding_of
from standard_sitemap.sitemapsorg.entries import Column, Entries
from standard_sitemap.sitemapsorg.sniffing import Text

# Smaller files are read as a whole; a part has about this many bytes.
LARGE, PART = 4 << 20, 1 << 20

# Measured bytes of memory. While reading: for each byte, element mark, attribute and line. While a table is made: for
# each entry, letter of its address, alternate, and different address of alternates. Such an address is also kept.
_OF_BYTE, _OF_TAG, _OF_ATTRIBUTE, _OF_LINE = 6, 100, 250, 350
_OF_ENTRY, _OF_LETTER, _OF_ALTERNATE, _OF_ADDRESS, _OF_KEPT_ADDRESS = 500, 5, 150, 700, 500
_STEP = 1 << 16

_HEAD = re.compile(rb"\s*(?:<\?xml[^>]*\?>)?(?>\s+|<!--.{0,10000}?-->)*(<(?:[\w.-]+:)?urlset(?:\s[^<>]*)?>)", re.DOTALL)
_TAIL = re.compile(rb"</(?:[\w.-]+:)?urlset\s*>\s*\Z")
_TAIL_BYTES = 1_000
_END_OF_ENTRY = re.compile(rb"</(?:[\w.-]+:)?url\s*>")

# Faults of a document as a whole, which each of its parts would repeat.
OF_ALL_PARTS = frozenset(
    {
        "other-document-element", "no-sitemap-namespace", "old-sitemap-namespace", "other-sitemap-namespace",
        "other-extension-namespace", "undefined-element", "unusual-order", "unescaped-character", "unescaped-ampersand",
        "stray-text", "undefined-attribute", "undeclared-extension", "undefined-entity", "bad-bytes",
    }
)  # fmt: skip


class Part(NamedTuple):
    """A urlset with some entries of another, on the same number of lines; `end` is their end offset in the other."""

    text: bytes
    line: int
    end: int


def parts_of(body: bytes, charset: str | None, size: int = PART) -> Iterator[Part] | None:
    """Return the parts of a urlset; None for a file that cannot be divided, or has an unexpected end."""
    try:
        encoding, start = encoding_of(body, charset)
    except UnknownEncoding:
        return None
    head = _HEAD.match(body, start)
    tail = _TAIL.search(body, max(len(body) - _TAIL_BYTES, 0))
    if encoding != "utf-8" or head is None or tail is None or b"\0" in body[: head.end()]:
        return None
    ends = _ends(body, head.end(), tail.start(), size)
    spans = list(zip([head.end(), *ends], ends, strict=False))
    if any(end - before > 2 * size or not _is_whole(body, before, end) for before, end in spans):
        return None
    return _parts(body, head, ends)


def _is_whole(body: bytes, start: int, end: int) -> bool:
    """Return whether no comment or section extends beyond the end, where it would lose its meaning."""
    # Searching for the second character alone takes a tenth of the time: the first one occurs everywhere.
    if body.find(b"!", start, end) < 0 or body.find(b"<!", start, end) < 0:
        return True
    pairs = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"))
    return all(body.count(opening, start, end) == body.count(closing, start, end) for opening, closing in pairs)


def _ends(body: bytes, start: int, stop: int, size: int) -> list[int]:
    ends = list[int]()
    while stop - start > size:
        entry_end = _END_OF_ENTRY.search(body, start + size, stop)
        if entry_end is None:
            break
        start = entry_end.end()
        ends.append(start)
    return [*ends, stop]


def _parts(body: bytes, head: re.Match[bytes], ends: Sequence[int]) -> Iterator[Part]:
    whole, start, line = memoryview(body), head.end(), body.count(b"\n", 0, head.end()) + 1
    # On one line, so that lines are counted from the first entry.
    opening = b" ".join(head[1].split())
    closing = b"</" + opening[1:-1].split()[0] + b">"
    for end in ends:
        yield Part(b"".join((opening, whole[start:end], closing)), line, end)
        line += body.count(b"\n", start, end)
        start = end


def joined(parts: Sequence[Entries]) -> Entries:
    """Return the entries of all parts, in their order."""
    whole = Entries(is_markup=all(part.is_markup for part in parts))
    lines: dict[Column, list[Sequence[int]]] = {"last_modified": [], "change_frequencies": [], "priorities": []}
    for part in parts:
        first = len(whole)
        whole.locations += part.locations
        whole.lines += part.lines
        whole.last_modified += part.last_modified
        whole.change_frequencies += part.change_frequencies
        whole.priorities += part.priorities
        whole.titles.update((first + row, title) for row, title in part.titles.items())
        whole.alternates.update((first + row, alternates) for row, alternates in part.alternates.items())
        for column, column_lines in lines.items():
            column_lines.append(part.value_lines(column) if part.value_lines is not None else part.lines)
    whole.value_lines = lambda column: list(chain.from_iterable(lines[column]))
    return whole


def compact(part: Entries, known: dict[str, str], faulty: Collection[Column]) -> Entries:
    """Return the entries of a part without its text, with equal values as one object.

    `known` holds the values of the parts before. The lines of values are computed now, for the `faulty` columns, which
    alone need them.
    """

    def shared(value: str) -> str:
        return known.setdefault(value, value)

    lines = {column: array("I", part.value_lines(column)) for column in faulty} if part.value_lines else {}
    alternates = {
        row: [link._replace(language=shared(link.language), href=shared(link.href)) for link in links]
        for row, links in part.alternates.items()
    }
    first_lines = part.lines
    return Entries(
        part.locations,
        first_lines,
        list(map(known.setdefault, part.last_modified, part.last_modified)),
        list(map(known.setdefault, part.change_frequencies, part.change_frequencies)),
        list(map(known.setdefault, part.priorities, part.priorities)),
        part.titles,
        alternates,
        value_lines=lambda column: lines.get(column, first_lines),
        is_markup=part.is_markup,
    )


def memory_of(entries: Entries) -> int:
    """Return the approximate bytes of memory for entries while the table is made from them."""
    count, addresses = _alternates_of(entries)
    texts = chain(entries.locations, entries.titles.values(), addresses)
    of_alternates = _OF_ALTERNATE * count + _OF_ADDRESS * len(addresses)
    return _OF_ENTRY * len(entries) + _OF_LETTER * sum(map(len, texts)) + of_alternates


def memory_beside_table(entries: Entries) -> int:
    """Return the approximate bytes of memory that titles and alternates of entries take beside the table."""
    count, addresses = _alternates_of(entries)
    texts = chain(entries.titles.values(), addresses)
    of_alternates = _OF_ALTERNATE * count + _OF_KEPT_ADDRESS * len(addresses)
    return getsizeof(entries.titles) + sum(map(getsizeof, texts)) + of_alternates


def _alternates_of(entries: Entries) -> tuple[int, Collection[str]]:
    """Return the number of links to other languages, and their addresses, shared objects once.

    Each page in several languages has the same addresses.
    """
    links = list(chain.from_iterable(entries.alternates.values()))
    return len(links), {id(link.href): link.href for link in links}.values()


def within_room(body: bytes, room: int) -> bytes:
    """Return the part of a file that can be read within `room` bytes of memory."""
    is_markup = body[:_STEP].lstrip().startswith((b"<", b"\xef\xbb\xbf<"))
    for start in range(0, len(body), _STEP):
        step = body[start : start + _STEP]
        room -= _OF_BYTE * len(step) + (_memory_of_markup(step) if is_markup else _OF_LINE * step.count(b"\n"))
        if room < 0:
            return body[:start]
    return body


def _memory_of_markup(step: bytes) -> int:
    return _OF_TAG * step.count(b"<") + _OF_ATTRIBUTE * (step.count(b'="') + step.count(b"='"))


def as_text(part: Part) -> Text:
    """Return the text of a part, with invalid bytes replaced."""
    return Text(part.text.decode("utf-8", "windows-1252-for-odd-bytes"), part.line)
