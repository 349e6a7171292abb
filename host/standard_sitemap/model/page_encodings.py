"""The encoding that an HTML page declares in its first bytes, found as browsers find it. Pure.

The rules are HTML's: "Prescan a byte stream to determine its encoding".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import webencodings

from standard_sitemap.model.encodings import declared_encoding

# The standard recommends 1,024 bytes. Browsers go on to the end of the head, which scripts or a long title lengthen.
_PRESCANNED_BYTES = 4_096

_MARKUP = re.compile(
    rb"<(?:(?P<meta>meta(?=[\t\n\f\r /]))|(?P<tag>/?[A-Za-z][^\t\n\f\r >]*+)|(?P<comment>!--)|[!/?])", re.IGNORECASE
)
_ATTRIBUTE = re.compile(
    rb"""[\t\n\f\r /]*+([^\t\n\f\r />][^\t\n\f\r />=]*+)"""
    rb"""(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"([^"]*+)"|'([^']*+)'|([^\t\n\f\r >"'][^\t\n\f\r >]*+)))?"""
)
_CHARSET = re.compile(
    rb"""charset[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:"([^"]*+)"|'([^']*+)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*+))""", re.IGNORECASE
)


def page_encoding(body: bytes) -> str | None:
    """Return the encoding that a page declares by a `meta` element, or else by an XML declaration; None if by neither.

    A byte-order mark, which takes precedence, is ignored. The name is the standard's: `windows-1252` for `latin1`.
    """
    start = body[:_PRESCANNED_BYTES]
    declared = next(_declarations(start), None) if b"charset" in start.lower() else None
    return declared or _name_of(declared_encoding(body) or "")


def _declarations(start: bytes) -> Iterator[str]:
    """Yield the known encodings that `meta` elements declare."""
    place = 0
    while markup := _MARKUP.search(start, place):
        kind, place = markup.lastgroup, markup.end()
        if kind in ("meta", "tag"):
            attributes: dict[bytes, bytes] = {}
            while attribute := _ATTRIBUTE.match(start, place):
                place = attribute.end()
                name, *values = attribute.groups(b"")
                attributes.setdefault(name.lower(), b"".join(values))
            encoding = _declared(attributes) if kind == "meta" else None
            if encoding is not None:
                yield encoding
        else:  # the hyphens that open a comment may also close it
            end = start.find(b"-->", place - 2) if kind == "comment" else start.find(b">", place)
            place = end + 1 if end >= 0 else len(start)


def _declared(attributes: dict[bytes, bytes]) -> str | None:
    """Return the encoding that the attributes of a `meta` element declare."""
    if b"charset" in attributes:
        return _name_of(attributes[b"charset"].decode("latin-1"))
    charset = _CHARSET.search(attributes.get(b"content", b""))
    if charset is None or attributes.get(b"http-equiv", b"").lower() != b"content-type":
        return None
    return _name_of(b"".join(charset.groups(b"")).decode("latin-1"))


def _name_of(label: str) -> str | None:
    """Return the name of a declared encoding. A declaration in ASCII's bytes is not written in UTF-16."""
    encoding = webencodings.lookup(label)
    if encoding is None:
        return None
    names = {"utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "windows-1252"}
    return names.get(encoding.name, str(encoding.name))
