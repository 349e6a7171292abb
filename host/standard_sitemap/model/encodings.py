"""What a file is by its label and its first bytes: its media type, whether that is XML's, and its encoding (D3)."""

from __future__ import annotations

import codecs
import re

# White space as XML has it.
WHITE_SPACE = " \t\r\n"

_MARKS = (  # the longer marks first: UTF-32's begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# How `<?` looks in UTF-16 without a byte-order mark (XML 1.0, appendix F).
_UNMARKED = ((b"<\0?\0", "utf-16-le"), (b"\0<\0?", "utf-16-be"))
# The encoding declaration, in any encoding that has ASCII's letters where ASCII has them (XML 1.0, [80]).
_DECLARATION = re.compile(rb"""<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']""")
# A part of a Content-Type value: a name, and what stands after it up to a semicolon, one within quotation marks aside.
_PARAMETER = re.compile(r'([^;="]*)((?:[^;"]|"(?:[^"\\]|\\[\s\S])*+(?:"|\\?\Z))*+)')
# Python knows these as text codecs, yet they are no character encodings of documents.
_NO_CHARSETS = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined", "utf-7"})


class UnknownEncoding(ValueError):
    """The named encoding is none that can be read; `args[0]` is its name."""


def media_type(content_type: str) -> tuple[str, str | None]:
    """The type and the `charset` parameter of a Content-Type value, both in lower case."""
    name = content_type.partition(";")[0].strip().lower()
    # Not by the standard library's `email`, which takes 15 ms to load.
    parameters = ((key.strip().lower(), value) for key, value in _PARAMETER.findall(content_type))
    charset = next((value[1:] for key, value in parameters if key == "charset" and value.startswith("=")), None)
    # What is no type at all counts as text (RFC 2045, 5.2).
    kind = name if name.count("/") == 1 else "text/plain"
    return kind, charset.strip().strip('"').strip().lower() if charset is not None else None


def is_xml_type(name: str) -> bool:
    """Whether a media type, in lower case, is XML's: `text/xml`, `application/xml` or a `+xml` type (D3)."""
    return name in ("text/xml", "application/xml") or (name.endswith("+xml") and "/" in name)


def is_xml(content_type: str | None) -> bool:
    """Whether a Content-Type value says XML (D3); without one nothing is said, and so not XML."""
    return content_type is not None and is_xml_type(content_type.partition(";")[0].strip().lower())


def to_utf8(body: bytes, charset: str | None) -> bytes:
    """`body` in UTF-8, read in the encoding of its mark, the HTTP `charset` or the XML declaration, in that order (D3).

    Raises UnknownEncoding, or UnicodeError where the bytes are none of that encoding.
    """
    encoding, start = encoding_of(body, charset)
    if encoding == "utf-8":
        return body[start:] if start else body
    return body[start:].decode(encoding).encode("utf-8")


def encoding_of(body: bytes, charset: str | None) -> tuple[str, int]:
    """The encoding of `body`, and the length of its mark in bytes (D3); raises UnknownEncoding."""
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return encoding, len(mark)
    name = charset or declared_encoding(body)
    if name:
        return _codec(name), 0
    return next((encoding for start, encoding in _UNMARKED if body.startswith(start)), "utf-8"), 0


def declared_encoding(body: bytes) -> str | None:
    """The name of the encoding that the XML declaration gives, as written; a mark for UTF-8 may stand before it."""
    declared = _DECLARATION.match(body.removeprefix(codecs.BOM_UTF8))
    return declared.group(1).decode("ascii") if declared else None


def is_charset(name: str) -> bool:
    """Whether a name is that of a known character encoding. [Character encoding]"""
    folded = name.strip(WHITE_SPACE).lower()
    try:
        return folded == "iso-latin-1" or bool(_codec(folded))  # the format's own example, and no registered name
    except UnknownEncoding:
        return False


def _codec(name: str) -> str:
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):  # a null character is the latter
        raise UnknownEncoding(name) from None
    if info.name in _NO_CHARSETS or not info._is_text_encoding:
        raise UnknownEncoding(name)
    return "utf-8" if info.name == "ascii" else info.name
