"""A file's bytes made entries, by the format that its content shows."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.sitemapsorg.entries import Entries
from standard_sitemap.sitemapsorg.faults import Fault, Findings
from standard_sitemap.sitemapsorg.feeds import feed_entries
from standard_sitemap.sitemapsorg.formats import Format, format_of
from standard_sitemap.sitemapsorg.plain_text import line_entries
from standard_sitemap.sitemapsorg.plain_urlsets import plain_entries
from standard_sitemap.sitemapsorg.robots import read_robots
from standard_sitemap.sitemapsorg.text import Text, text_of
from standard_sitemap.sitemapsorg.trees import tree
from standard_sitemap.sitemapsorg.unpacking import GZIP, unpacked
from standard_sitemap.sitemapsorg.urlsets import entries_of
from standard_sitemap.ssp.encodings import is_xml_type, media_type

_SHOWN = 60
_PACKED_TYPES = frozenset(
    {"application/gzip", "application/x-gzip", "application/octet-stream", "binary/octet-stream", "application/x-tar"}
)
_RIGHT_TYPE = {
    Format.URLSET: "application/xml",
    Format.INDEX: "application/xml",
    Format.RSS: "application/rss+xml",
    Format.ATOM: "application/atom+xml",
    Format.TEXT: "text/plain",
}


class Read(NamedTuple):
    """What a file holds: its format, entries and size unpacked; the faults of a robots.txt, read by another reader."""

    format: Format
    entries: Entries
    bytes: int
    faults: tuple[Fault, ...] = ()


def read(uri: str, body: bytes, content_type: str | None, findings: Findings) -> Read:
    """What the file at `uri` holds. Never fails."""
    kind, charset = media_type(content_type) if content_type else (None, None)
    plain = unpacked(body, findings)
    text = text_of(plain, charset, findings)
    found = format_of(text.value, is_robots=_is_robots_address(uri))
    if found == Format.ROBOTS:
        return _robots(uri, plain, content_type)
    _tell_type(kind, found, body, findings)
    return Read(found, _entries(found, text, uri, findings), len(plain))


def format_at(body: bytes, uri: str = "") -> Format:
    """The format that a file's content shows."""
    nothing = Findings(uri)
    start = unpacked(body, nothing) if body.startswith(GZIP) else body
    return format_of(text_of(start, None, nothing).value, is_robots=_is_robots_address(uri))


def _entries(found: Format, text: Text, uri: str, findings: Findings) -> Entries:
    if found == Format.TEXT:
        return line_entries(text, findings)
    if found == Format.URLSET and (plain := plain_entries(text.value, text.line)) is not None:
        return plain
    if found in (Format.URLSET, Format.INDEX, Format.RSS, Format.ATOM):
        root = tree(text, findings)
        if root is None:
            return Entries()
        is_feed = found in (Format.RSS, Format.ATOM)
        return feed_entries(root, uri, text.line, findings) if is_feed else entries_of(root, text.line, findings)
    if found == Format.PAGE:
        findings.add("page-not-sitemap")
    else:
        findings.add("no-known-format", 1, text=" ".join(text.value[: 2 * _SHOWN].split())[:_SHOWN])
    return Entries()


def _robots(uri: str, plain: bytes, content_type: str | None) -> Read:
    robots = read_robots(plain, uri, content_type)
    entries = Entries()
    for sitemap in robots.sitemaps:
        entries.add(sitemap, 0)
    faults = tuple(Fault(one.code, one.document, one.line, one.params) for one in robots.faults)
    return Read(Format.ROBOTS, entries, len(plain), faults)


def _tell_type(kind: str | None, found: Format, body: bytes, findings: Findings) -> None:
    """Whether the server's label fits what is there."""
    right = _RIGHT_TYPE.get(found)
    if kind is None or right is None:
        return
    fits = kind == "text/plain" if found == Format.TEXT else is_xml_type(kind)
    if not fits and not (body.startswith(GZIP) and kind in _PACKED_TYPES):
        findings.add("unlikely-type", 0, type=kind, format=right.partition("/")[2].replace("+", " "), right=right)


def _is_robots_address(uri: str) -> bool:
    return urlsplit(uri).path.endswith("/robots.txt")


def is_ssp(body: bytes) -> bool:
    """Whether a file is a Standard-Sitemap one, by its first element; a bare <sitemap> counts as meant to be one."""
    return format_at(body) == Format.SSP
