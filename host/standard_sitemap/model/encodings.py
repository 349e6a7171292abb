"""The media type and the encoding of a file, by its HTTP fields and its first bytes. [D3, D45]

The media type follows the Fetch standard, or else the sniffing of browsers. So the command line, the host and the
extension find and accept the same files.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

# White space in XML.
WHITE_SPACE = " \t\r\n"

# XML's predefined entities, in the order in which they can be unescaped: the ampersand last.
SHORT_ENTITIES = {"lt": "<", "gt": ">", "quot": '"', "apos": "'", "amp": "&"}

_MARKS = (  # the longer marks first: UTF-32's begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
# Bytes that are decoded at a time: decoding a whole file could not be interrupted.
_PIECE = 1 << 18
# Enough to see which half of the bytes is zero.
_ZEROS_BYTES = 1_024
# `<?` in UTF-16 without a byte-order mark (XML 1.0, appendix F).
_UNMARKED = ((b"<\0?\0", "utf-16-le"), (b"\0<\0?", "utf-16-be"))
# Bytes of the XML declaration.
_LONGEST_DECLARATION = 1_000
# The encoding declaration, in any encoding that agrees with ASCII in ASCII's letters (XML 1.0, [80]).
_DECLARATION = re.compile(rb"""<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']""")
# Text codecs of Python that are no character encodings of documents.
_NO_CHARSETS = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "utf-7"})

_TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_ESSENCE = re.compile(rf"({_TOKEN}/{_TOKEN})[ \t\r\n]*(?:;|\Z)")
_QUOTED = r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)'
# Values of fields with the same name, joined by commas; a comma within quotation marks does not separate values.
_VALUES = re.compile(rf'(?:{_QUOTED}|[^",])++', re.DOTALL)
_PARAMETER = re.compile(rf"([^;=]*+)(?:=[ \t\r\n]*+({_QUOTED}|[^;]*+)[^;]*+)?+(?:;|\Z)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_PARAMETER_VALUE = re.compile("[\t\x20-\x7e\x80-\xff]*")
# Browsers sniff a page of such a type as if it had none.
_UNKNOWN = frozenset({"unknown/unknown", "application/unknown"})

# The number of bytes used for sniffing a type.
_SNIFFED = 1_445
_PAGE = re.compile(
    rb"[\t\n\f\r ]*+<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[ >]",
    re.IGNORECASE,
)
_XML = re.compile(rb"[\t\n\f\r ]*+<\?xml")
_BYTE_ORDER_MARKS = (b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf")
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")


class UnknownEncoding(ValueError):
    """The name of an unknown or unreadable encoding, in `args[0]`."""


class MediaType(NamedTuple):
    """A media type without parameters, and its `charset` parameter if it has one; both in lower case."""

    essence: str
    charset: str | None = None


def mime_type(content_type: str | None) -> MediaType | None:
    """Return the last valid media type among Content-Type values that are joined by commas. [Fetch, 3.6]

    Return None if no value is valid; `*/*` is not.
    """
    last: MediaType | None = None
    for value in _VALUES.findall(content_type or ""):
        kind = _parsed(value.strip(WHITE_SPACE))
        if kind is None or kind.essence == "*/*":
            continue
        if kind.charset is None and last is not None and last.essence == kind.essence:
            kind = last
        last = kind
    return last


def media_type(content_type: str) -> tuple[str, str | None]:
    """Return the media type and `charset` of a Content-Type value; `text/plain` if it is invalid (RFC 2045)."""
    return mime_type(content_type) or MediaType("text/plain")


def is_xml_type(essence: str) -> bool:
    """Return whether a media type, in lower case, is XML's: `text/xml`, `application/xml` or a `+xml` type. (D3)"""
    return essence in ("text/xml", "application/xml") or essence.endswith("+xml")


def is_xml(content_type: str | None) -> bool:
    """Return whether the values of Content-Type name an XML type (D3); False if none is valid."""
    kind = mime_type(content_type)
    return kind is not None and is_xml_type(kind.essence)


def known_type(content_type: str | None) -> MediaType | None:
    """Return the media type that a page's fields declare; None if browsers sniff it. (D45)"""
    kind = mime_type(content_type)
    return None if kind is None or kind.essence in _UNKNOWN else kind


def page_media_type(content_type: str | None, body: bytes) -> MediaType:
    """Return the media type that a page's fields declare, else the one that browsers sniff. (D45)"""
    return known_type(content_type) or MediaType(_sniffed(body[:_SNIFFED]))


def _parsed(value: str) -> MediaType | None:
    """Return the media type in one value; None if it is invalid. [MIME Sniffing, 4.4]"""
    essence = _ESSENCE.match(value)
    if essence is None:
        return None
    for name, written in _PARAMETER.findall(value, essence.end()):
        is_quoted = written.startswith('"')
        text = _ESCAPE.sub(r"\1", written[1:].removesuffix('"')) if is_quoted else written.rstrip(WHITE_SPACE)
        is_valid = _PARAMETER_VALUE.fullmatch(text) if is_quoted else re.fullmatch(_TOKEN, text)
        if name.strip(WHITE_SPACE).lower() == "charset" and is_valid:
            return MediaType(essence[1].lower(), text.lower())
    return MediaType(essence[1].lower())


def _sniffed(start: bytes) -> str:
    """Return the sniffed media type of a file, limited to types of pages. [MIME Sniffing, 7.1]"""
    if _PAGE.match(start):
        return "text/html"
    if _XML.match(start):
        return "text/xml"
    is_text = start.startswith(_BYTE_ORDER_MARKS) or not _BINARY.search(start)
    return "text/plain" if is_text else "application/octet-stream"


def to_utf8(body: bytes, charset: str | None) -> bytes:
    """Return `body` in UTF-8, decoded by its mark, the HTTP `charset` or the XML declaration, in that order (D3).

    Raises UnknownEncoding, or UnicodeError if the bytes are invalid in that encoding.
    """
    encoding, start = encoding_of(body, charset)
    if encoding == "utf-8":
        return body[start:] if start else body
    decoder = codecs.getincrementaldecoder(encoding)()
    pieces = (decoder.decode(body[at : at + _PIECE]).encode("utf-8") for at in range(start, len(body), _PIECE))
    return b"".join((*pieces, decoder.decode(b"", final=True).encode("utf-8")))


# Behaviour: the encoding of a file. Also: charset, byte-order mark, decode.
def encoding_of(body: bytes, charset: str | None) -> tuple[str, int]:
    """Return the encoding of a Standard-Sitemap, and the length of its mark in bytes (D3). Raises UnknownEncoding."""
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return encoding, len(mark)
    name = charset or declared_encoding(body)
    if name:
        return _codec(name), 0
    return next((encoding for start, encoding in _UNMARKED if body.startswith(start)), "utf-8"), 0


def lenient_encoding_of(body: bytes, charset: str | None) -> tuple[str, int]:
    """Return the encoding of a sitemaps.org file, and the length of its mark in bytes.

    Such files must be UTF-8, so UTF-8 wins wherever the bytes allow it. Otherwise the labels decide, as in
    `encoding_of`.
    """
    wide = None if body.startswith(_WIDE_MARKS) else _encoding_by_zeros(body[:_ZEROS_BYTES])
    if wide is not None:
        return wide, 0
    try:
        encoding, start = encoding_of(body, charset)
    except UnknownEncoding:
        return "utf-8", 0
    # The bytes contradict the label: UTF-16 without a zero byte does not occur.
    is_contradicted = not start and encoding.startswith(("utf-16", "utf-32"))
    return ("utf-8" if is_contradicted or _is_utf8(body, encoding) else encoding), start


def _is_utf8(body: bytes, encoding: str) -> bool:
    if encoding.startswith(("utf-", "iso2022", "hz")):  # ASCII bytes mean other characters in the last two
        return encoding == "utf-8"
    try:
        body.decode("utf-8")
    except UnicodeError:
        return False
    return True


def _encoding_by_zeros(sample: bytes) -> str | None:
    """Return UTF-16 without a mark, recognised by the half of the bytes that is zero."""
    even, odd = sample[::2].count(0) * 2, sample[1::2].count(0) * 2
    if odd > len(sample) * 0.6 > even:
        return "utf-16-le"
    return "utf-16-be" if even > len(sample) * 0.6 > odd else None


def declared_encoding(body: bytes) -> str | None:
    """Return the encoding in the XML declaration, as written; a UTF-8 mark may precede the declaration."""
    declared = _DECLARATION.match(body[:_LONGEST_DECLARATION].removeprefix(codecs.BOM_UTF8))
    return declared.group(1).decode("ascii") if declared else None


def is_charset(name: str) -> bool:
    """Return whether a name denotes a known character encoding. [Character encoding]"""
    folded = name.strip(WHITE_SPACE).lower()
    try:
        return folded == "iso-latin-1" or bool(_codec(folded))  # the format's own example, although unregistered
    except UnknownEncoding:
        return False


def _codec(name: str) -> str:
    try:
        info = codecs.lookup(name)
        " ".encode(info.name)  # fails for codecs that encode no text, such as base64
    except (LookupError, ValueError):  # ValueError for a null character
        raise UnknownEncoding(name) from None
    if info.name in _NO_CHARSETS:
        raise UnknownEncoding(name)
    return "utf-8" if info.name == "ascii" else info.name
