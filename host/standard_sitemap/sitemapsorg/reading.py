"""The content of a file, regardless of its name or label: unpacked within bounds, decoded, and read by its format.

The bytes show whether a file is compressed. Never fails: the readable part of a damaged file is used.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.model.encodings import is_xml_type, media_type
from standard_sitemap.model.gzip_members import GZIP, Content, unpacking
from standard_sitemap.model.site import Bounds
from standard_sitemap.sitemapsorg.damage import is_cut_before_content
from standard_sitemap.sitemapsorg.declarations import read_robots
from standard_sitemap.sitemapsorg.document_type import without_document_type
from standard_sitemap.sitemapsorg.entries import Entries, faulty_columns
from standard_sitemap.sitemapsorg.faults import CUT_OFF, Fault, FaultCollector
from standard_sitemap.sitemapsorg.feeds import feed_entries
from standard_sitemap.sitemapsorg.lenient_xml import check_escapes, tree
from standard_sitemap.sitemapsorg.parts import (
    LARGE,
    OF_ALL_PARTS,
    Part,
    as_text,
    compact,
    joined,
    memory_of,
    parts_of,
    within_room,
)
from standard_sitemap.sitemapsorg.plain_urlsets import plain_entries
from standard_sitemap.sitemapsorg.sniffing import FileFormat, Text, format_of, line_entries, text_of
from standard_sitemap.sitemapsorg.urlsets import entries_of

# Characters of a file shown in a message.
_SHOWN = 60
_PACKED_TYPES = frozenset(
    {"application/gzip", "application/x-gzip", "application/octet-stream", "binary/octet-stream", "application/x-tar"}
)
_RIGHT_TYPE = {
    FileFormat.URLSET: "application/xml",
    FileFormat.INDEX: "application/xml",
    FileFormat.RSS: "application/rss+xml",
    FileFormat.ATOM: "application/atom+xml",
    FileFormat.TEXT: "text/plain",
}


# No limit on unpacking, as on the command line, where the user has chosen the file.
UNBOUNDED = Bounds()

# Bytes used to recognise the format of a file.
_START_BYTES = 1 << 20


def unpacked(body: bytes, faults: FaultCollector, bounds: Bounds = UNBOUNDED, content: Content | None = None) -> bytes:
    """Return `body`, unpacked if it is compressed; for a damaged file, the part before the damage.

    `content` is its content if it was unpacked already.
    """
    if not body.startswith(GZIP):
        return body
    content = content or _at_once(unpacking(body, bounds.unpacked))
    for code in content.faults:
        if code == "unpacks-to-too-much":
            faults.add(code, limit=str(content.limit))
        else:
            faults.add(code)
    return content.body


def _at_once(steps: Generator[None, None, Content]) -> Content:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            content: Content = end.value
            return content


class FileContent(NamedTuple):
    """The content of a file: format, entries, unpacked size, and the faults that the robots.txt reader found."""

    format: FileFormat
    entries: Entries
    bytes: int
    faults: tuple[Fault, ...] = ()


def read(
    uri: str,
    body: bytes,
    content_type: str | None,
    faults: FaultCollector,
    bounds: Bounds = UNBOUNDED,
    received: int | None = None,
    content: Content | None = None,
    base: str | None = None,
) -> FileContent:
    """Return the contents of the file at `uri`. Never fails.

    `received` is its size before decoding, `content` its content if it was unpacked already. `base` is its address as
    it will be served, if that differs.
    """
    kind, charset = media_type(content_type) if content_type else (None, None)
    plain = unpacked(body, faults, bounds, content)
    if bounds.room < sys.maxsize:
        bounds = bounds._replace(room=max(0, bounds.room - max(0, len(plain) - len(body))))
        parts = parts_of(plain, charset) if len(plain) > LARGE and not faults.has(*CUT_OFF) else None
        if parts is not None:
            _check_type(kind, FileFormat.URLSET, body, faults)
            # The limit is calculated for a tree of the whole file, which is not built here.
            return FileContent(FileFormat.URLSET, _in_parts(parts, uri, bounds.room * 3 // 2, faults), len(plain))
        if len(plain) > (len(body) if received is None else received):
            plain = _within_room(plain, bounds.room, faults)
    text = without_document_type(text_of(plain, charset, faults), faults)
    file_format = format_of(text.value, is_robots=_is_robots_address(uri))
    if file_format == FileFormat.ROBOTS:
        return _robots(uri, plain, content_type)
    _check_type(kind, file_format, body, faults)
    if content_type is None and urlsplit(uri).path.endswith(".gz") and not body.startswith(GZIP):
        faults.add("not-compressed")
    return FileContent(file_format, _entries(file_format, text, base or uri, faults), len(plain))


def _in_parts(parts: Iterator[Part], uri: str, room: int, faults: FaultCollector) -> Entries:
    """Return the entries of a urlset in parts, within the memory limit."""
    read_parts, known = list[Entries](), dict[str, str]()
    for part in parts:
        own = FaultCollector(uri, faults.now)
        whole = _entries(FileFormat.URLSET, as_text(part), uri, own)
        entries = compact(whole, known, faulty_columns(whole, faults.now))
        faults.add_all(own, OF_ALL_PARTS)
        read_parts.append(entries)
        room -= memory_of(entries)
        if room < 0:
            faults.add("unpacks-to-too-much", limit=str(part.end))
            break
    return joined(read_parts)


def _within_room(plain: bytes, room: int, faults: FaultCollector) -> bytes:
    cut = within_room(plain, room)
    if len(cut) < len(plain):
        faults.add("unpacks-to-too-much", limit=str(len(cut)))
    return cut


def format_at(body: bytes, uri: str = "") -> FileFormat:
    """Return the format recognised from a file's content."""
    nothing = FaultCollector(uri)
    start = unpacked(body, nothing, Bounds(unpacked=_START_BYTES)) if body.startswith(GZIP) else body
    start = start[:_START_BYTES]
    text = without_document_type(text_of(start, None, nothing), nothing)
    return format_of(text.value, is_robots=_is_robots_address(uri))


def _entries(file_format: FileFormat, text: Text, base: str, faults: FaultCollector) -> Entries:
    if file_format == FileFormat.TEXT:
        return line_entries(
            _whole_lines(text, faults) if faults.has("damaged-gzip", "unpacks-to-too-much") else text, faults
        )
    if file_format == FileFormat.URLSET and (plain := plain_entries(text.value, text.line)) is not None:
        check_escapes(_with_quotes(text.value, plain), text.line, faults)
        return plain
    if file_format in (FileFormat.URLSET, FileFormat.INDEX, FileFormat.RSS, FileFormat.ATOM):
        root = tree(text, faults)
        if root is None:
            return Entries()
        is_feed = file_format in (FileFormat.RSS, FileFormat.ATOM)
        return feed_entries(root, base, text.line, faults) if is_feed else entries_of(root, text, faults)
    if file_format == FileFormat.PAGE:
        faults.add("page-not-sitemap")
    elif not text.value.strip():
        if not faults.has("damaged-gzip"):
            faults.add("empty-file")
    elif is_cut_before_content(text.value):
        faults.add("truncated-file", text.line + text.value.rstrip().count("\n"), text=_shown(text.value))
    else:
        faults.add("no-known-format", 1, text=" ".join(text.value[: 2 * _SHOWN].split())[:_SHOWN])
    return Entries()


def _with_quotes(source: str, plain: Entries) -> str:
    """Return the part of a plain urlset that may contain quotes or “>” in values.

    If no entry contains any, that is the part before the entries.
    """
    others = set().union(plain.last_modified, plain.change_frequencies, plain.priorities)
    values = "".join((*plain.locations, *others))
    return source if any(mark in values for mark in "'\">") else source[: source.find("<loc>") + 1]


def _shown(text: str) -> str:
    return " ".join(text[-2 * _SHOWN :].split())[-_SHOWN:]


def _whole_lines(text: Text, faults: FaultCollector) -> Text:
    """Return a list without its truncated last line, since half an address looks like a whole one."""
    whole, end, cut = text.value.rpartition("\n")
    if cut.strip():
        faults.add("truncated-file", text.line + whole.count("\n") + len(end), text=cut.strip()[:_SHOWN])
    return Text(whole, text.line)


def _robots(uri: str, plain: bytes, content_type: str | None) -> FileContent:
    robots = read_robots(plain, uri, content_type)
    entries = Entries()
    for sitemap in robots.sitemaps:
        entries.add(sitemap, 0)
    faults = tuple(Fault(fault.code, fault.document, fault.line, fault.params) for fault in robots.faults)
    return FileContent(FileFormat.ROBOTS, entries, len(plain), faults)


def _check_type(kind: str | None, file_format: FileFormat, body: bytes, faults: FaultCollector) -> None:
    """Record a fault if the server's label does not fit the content."""
    right = _RIGHT_TYPE.get(file_format)
    if kind is None or right is None:
        return
    fits = kind == "text/plain" if file_format == FileFormat.TEXT else is_xml_type(kind)
    if not fits and not (body.startswith(GZIP) and kind in _PACKED_TYPES):
        faults.add("unlikely-type", 0, type=kind, format=right.partition("/")[2].replace("+", " "), right=right)


def _is_robots_address(uri: str) -> bool:
    return urlsplit(uri).path.endswith("/robots.txt")


def is_ssp(body: bytes) -> bool:
    """Return whether a file's first element makes it a Standard-Sitemap; a bare <sitemap> counts as one."""
    return format_at(body) == FileFormat.SSP
