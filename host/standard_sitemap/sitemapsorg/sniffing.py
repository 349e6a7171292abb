"""The text of a sitemaps.org file, in any encoding and after any junk; its format; and the entries of text files.

The format is recognised regardless of the server's label. In the plainest format, each line is an address.
"""

from __future__ import annotations

import codecs
import re
from enum import StrEnum
from typing import NamedTuple

from standard_sitemap.model.document_types import BrokenDocumentType, DeclarationsTooLarge, read_document_type
from standard_sitemap.model.encodings import declared_encoding, lenient_encoding_of
from standard_sitemap.sitemapsorg.entries import Entries
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.ssp.names import NAMESPACE

# Bytes searched for the beginning of a truncated document.
_START_BYTES = 1_024
# The beginning of a document: its declaration, else its first element.
_DOCUMENT = re.compile(r"<\?xml[\s?]|<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|feed|rdf)[\s>/]", re.IGNORECASE)
_CUT_OFF = ("unexpected end of data", "truncated data")
_BEFORE = codecs.BOM_UTF8 + b" \t\r\n"
# Characters of a file shown in a message: enough to recognise it.
_SHOWN = 60
_UTF_8 = ("utf-8", "utf8")
BEFORE_DOCTYPE = r"(?>\s+|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z))*+"
PROLOG = r"(?>\s+|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!DOCTYPE\s+(?!html\b)[^\[>]*(?:\[[^\]]*\])?\s*>)*+"
PAGE = re.compile(PROLOG + r"<(?:!doctype\s+html|html|head|body|meta|title)[\s>]", re.IGNORECASE | re.DOTALL)
_ONLY_PROLOG = re.compile(PROLOG, re.IGNORECASE | re.DOTALL)
# Characters searched for the beginning of the document: a limit, since anything may precede it.
_START_CHARACTERS = 100_000
_ELEMENT = re.compile(rf"{PROLOG}<((?:[\w.-]+:)?)([\w.-]+)((?:\s[^<>]*)?)", re.DOTALL | re.IGNORECASE)
_LOCATION = re.compile(r"<(?:[\w.-]+:)?loc[\s>/]", re.IGNORECASE)
_INDEX_ENTRY = re.compile(r"<(?:[\w.-]+:)?sitemap[\s>]", re.IGNORECASE)
_ROBOTS_LINE = re.compile(
    r"^[^\S\n]*(?:user-?agent|disallow|allow|crawl-delay|host|site[-_ ]?maps?)[^\S\n]*:", re.IGNORECASE | re.MULTILINE
)
_ADDRESS_LINE = re.compile(r"^[^\S\n]*(?:https?|ftp)://\S+[^\S\n]*$", re.IGNORECASE | re.MULTILINE)
_PATH_LINE = re.compile(r"^[^\S\n]*/\S*[^\S\n]*$", re.MULTILINE)


class Text(NamedTuple):
    """A file's text from the beginning of its document, and the line of that beginning."""

    value: str
    line: int

    def line_at(self, place: int) -> int:
        """Return the line of the file for an offset in the text."""
        return self.line + self.value.count("\n", 0, place)


def text_of(body: bytes, charset: str | None, faults: FaultCollector) -> Text:
    """Return the text of `body`; `charset` is the server's label. Never fails: invalid bytes are replaced."""
    value, encoding, is_sound = decoded(body, charset)
    if not is_sound:
        faults.add("bad-bytes", _line_of_odd_byte(body, encoding), encoding=encoding)
    if encoding == "utf-8" and b"\0" in body:
        add_forbidden("\0", body.count(b"\0"), body.count(b"\n", 0, body.index(b"\0")) + 1, faults)
    if encoding != "utf-8":
        faults.add("not-utf-8", encoding=encoding)
    else:
        for name in dict.fromkeys(filter(None, (charset, declared_encoding(body)))):
            if name.lower() not in _UTF_8:
                faults.add("other-encoding-declared", 0 if name == charset else 1, encoding=name)
    return _from_document(value, faults)


def add_forbidden(first: str, count: int, line: int, faults: FaultCollector) -> None:
    """Record the fault of characters that XML forbids; `line` is the line of the first."""
    faults.add("forbidden-character", line, count=str(count), character=f"U+{ord(first):04X}")


def _line_of_odd_byte(body: bytes, encoding: str) -> int:
    """Return the line of the first byte that is invalid in UTF-8; 0 in encodings without visible line breaks."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        return body.count(b"\n", 0, error.start) + 1 if encoding == "utf-8" else 0
    return 0


class DecodedText(NamedTuple):
    """The characters of a file without zeros, their encoding, and whether all bytes were valid in it."""

    value: str
    encoding: str
    is_sound: bool


def decoded(body: bytes, charset: str | None) -> DecodedText:
    """Return the characters of `body`; `charset` is the server's label.

    Invalid bytes in UTF-8 count as windows-1252.
    """
    encoding, start = lenient_encoding_of(body, charset)
    is_sound = True
    try:
        value = body[start:].decode(encoding)
    except UnicodeError as error:
        cut = _half_character(error, body)
        if cut is not None:
            return decoded(cut, charset)
        is_sound = False
        value = body[start:].decode(encoding, "windows-1252-for-odd-bytes" if encoding == "utf-8" else "replace")
    return DecodedText(value.replace("\0", "") if "\0" in value else value, encoding, is_sound)


def _half_character(error: UnicodeError, body: bytes) -> bytes | None:
    """Return a document that was truncated within a character, without that character's rest; None for other errors."""
    if not isinstance(error, UnicodeDecodeError) or error.reason not in _CUT_OFF:
        return None
    return body[: error.start - len(error.object)] if body[:_START_BYTES].lstrip(_BEFORE).startswith(b"<") else None


def _odd_bytes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):  # pragma: no cover - it is called for decoding only
        raise error
    return error.object[error.start : error.end].decode("windows-1252", "replace"), error.end


codecs.register_error("windows-1252-for-odd-bytes", _odd_bytes)


def _from_document(value: str, faults: FaultCollector) -> Text:
    """Return the text from its document on; skip white space, marks and programs' messages before it."""
    if value.startswith("<"):
        bare = value
    else:
        bare = value.lstrip("\ufeff \t\r\n\v\f")
        skipped = value[: len(value) - len(bare)]
        if bare.startswith("<?xml") and skipped:
            faults.add("white-space-before-declaration", 1)
    begin = None if PAGE.match(bare, 0, _START_CHARACTERS) else _DOCUMENT.search(bare, 0, _START_CHARACTERS)
    if begin is not None and _is_message(bare, begin.start()):
        faults.add("text-before-declaration", 1, text=" ".join(bare[: begin.start()].split())[:_SHOWN])
        bare = bare[begin.start() :]
    return Text(bare, value.count("\n", 0, len(value) - len(bare)) + 1)


def _is_message(text: str, end: int) -> bool:
    """Return whether more than comments, instructions and a DOCTYPE precede the document, which begins at `end`."""
    if _ONLY_PROLOG.fullmatch(text, 0, end) is not None:
        return False
    try:
        return read_document_type(text) is None
    except (BrokenDocumentType, DeclarationsTooLarge):
        return True


class FileFormat(StrEnum):
    """The formats that list pages, or files that do."""

    URLSET = "urlset"
    INDEX = "sitemapindex"
    RSS = "rss"
    ATOM = "atom"
    TEXT = "text"
    ROBOTS = "robots"
    PAGE = "page"
    SSP = "ssp"
    UNKNOWN = "unknown"

    @property
    def lists_something(self) -> bool:
        """Whether files in the format list pages, or files that do."""
        return self not in (FileFormat.PAGE, FileFormat.SSP, FileFormat.UNKNOWN)


_ELEMENTS = {
    "urlset": FileFormat.URLSET,
    "sitemapindex": FileFormat.INDEX,
    "rss": FileFormat.RSS,
    "rdf": FileFormat.RSS,
    "channel": FileFormat.RSS,
    "feed": FileFormat.ATOM,
}


def format_of(text: str, *, is_robots: bool = False) -> FileFormat:
    """Return the format of a file's text; `is_robots` if its address is a robots.txt's, which may be empty."""
    start = text[:_START_CHARACTERS]
    if PAGE.match(start):
        return FileFormat.PAGE
    element = _ELEMENT.match(start)
    if element is not None:
        return _by_element(element, start)
    if is_robots or _ROBOTS_LINE.search(start):
        return FileFormat.ROBOTS
    if _ADDRESS_LINE.search(start) or _PATH_LINE.match(start):
        return FileFormat.TEXT
    return FileFormat.URLSET if _LOCATION.search(start) else FileFormat.UNKNOWN


def _by_element(element: re.Match[str], start: str) -> FileFormat:
    name = element[2].lower()
    if name in _ELEMENTS:
        return _ELEMENTS[name]
    if name == "sitemap" and NAMESPACE in element[3]:
        return FileFormat.SSP
    if _LOCATION.search(start):
        return FileFormat.INDEX if _INDEX_ENTRY.search(start) and "<url" not in start else FileFormat.URLSET
    return FileFormat.SSP if NAMESPACE in element[3] else FileFormat.UNKNOWN


def line_entries(text: Text, faults: FaultCollector) -> Entries:
    """Return an entry for each line with an address; report other lines, but skip empty ones."""
    entries = Entries(is_markup=False)
    for line, written in enumerate(text.value.replace("\r\n", "\n").replace("\r", "\n").split("\n"), text.line):
        bare = written.strip().lstrip("\ufeff").strip('"<>').rstrip(",;")
        if not bare:
            continue
        if bare.startswith("#"):
            faults.add("comment-in-list", line, value=bare)  # D70
        elif len(bare.split(None, 1)) > 1 or not ("://" in bare[:12] or bare.startswith("/")):
            faults.add("bad-line", line, value=bare)
        else:
            entries.add(bare, line)
    return entries
