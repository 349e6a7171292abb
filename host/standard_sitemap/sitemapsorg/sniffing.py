"""The bytes of a sitemaps.org file as text, whatever encoding they are in and whatever stands before them; the format
that the text is in, whatever the server labels it; and the entries of the plainest format, a line for each address.
"""

from __future__ import annotations

import codecs
import re
from enum import StrEnum
from typing import NamedTuple

from standard_sitemap.model.encodings import UnknownEncoding, declared_encoding, encoding_of
from standard_sitemap.sitemapsorg.entries import Entries
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.ssp.names import NAMESPACE

# Enough to see which half of the bytes is zero.
_START_BYTES = 1_024
# Where a document begins: at its declaration, else at its first element.
_DOCUMENT = re.compile(r"<\?xml[\s?]|<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|feed|rdf)[\s>/]", re.IGNORECASE)
_CUT_OFF = ("unexpected end of data", "truncated data")
_BEFORE = codecs.BOM_UTF8 + b" \t\r\n"
# Characters of a file that a message shows: enough to know it again.
_SHOWN = 60
_UTF_8 = ("utf-8", "utf8")
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
BEFORE_DOCTYPE = r"(?>\s+|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z))*+"
PROLOG = r"(?>\s+|<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!DOCTYPE\s+(?!html\b)[^\[>]*(?:\[[^\]]*\])?\s*>)*+"
PAGE = re.compile(PROLOG + r"<(?:!doctype\s+html|html|head|body)[\s>]", re.IGNORECASE | re.DOTALL)
_ONLY_PROLOG = re.compile(PROLOG, re.IGNORECASE | re.DOTALL)
# Searched for where the document begins: a bound, since anything may stand before it.
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
    """A file's text from where its document begins, and the line on which that is."""

    value: str
    line: int

    def line_at(self, place: int) -> int:
        """The line of the file on which a place of the text is."""
        return self.line + self.value.count("\n", 0, place)


def text_of(body: bytes, charset: str | None, faults: FaultCollector) -> Text:
    """The text of `body`; `charset` is what the server says. Never fails: bytes that mean nothing are replaced."""
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
    """Adds the fault of characters that XML does not allow; `line` is that of the first of them."""
    faults.add("forbidden-character", line, count=str(count), character=f"U+{ord(first):04X}")


def _line_of_odd_byte(body: bytes, encoding: str) -> int:
    """The line of the first byte that means nothing in UTF-8; 0 in encodings whose lines are not seen in bytes."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError as error:
        return body.count(b"\n", 0, error.start) + 1 if encoding == "utf-8" else 0
    return 0


class Decoded(NamedTuple):
    """The characters of a file without zeros, their encoding, and whether all bytes meant something in it."""

    value: str
    encoding: str
    is_sound: bool


def decoded(body: bytes, charset: str | None) -> Decoded:
    """The characters of `body`; `charset` is what the server says. Odd bytes within UTF-8 count as Windows' own."""
    encoding, start = _encoding(body, charset)
    is_sound = True
    try:
        value = body[start:].decode(encoding)
    except UnicodeError as error:
        cut = _half_character(error, body)
        if cut is not None:
            return decoded(cut, charset)
        is_sound = False
        value = body[start:].decode(encoding, "windows-1252-for-odd-bytes" if encoding == "utf-8" else "replace")
    return Decoded(value.replace("\0", "") if "\0" in value else value, encoding, is_sound)


def _encoding(body: bytes, charset: str | None) -> tuple[str, int]:
    """UTF-8 wherever the bytes allow it, as sitemaps must be, whatever they or the server say; else what those say."""
    wide = None if body.startswith(_WIDE_MARKS) else _by_zeros(body[:_START_BYTES])
    if wide is not None:
        return wide, 0
    try:
        encoding, start = encoding_of(body, charset)
    except UnknownEncoding:
        return "utf-8", 0
    # A label that the bytes contradict: what claims to be UTF-16 and has no zero byte cannot be.
    is_contradicted = not start and encoding.startswith(("utf-16", "utf-32"))
    return ("utf-8" if is_contradicted or _is_utf8(body, encoding) else encoding), start


def _is_utf8(body: bytes, encoding: str) -> bool:
    if encoding.startswith(("utf-", "iso2022", "hz")):  # the latter two are ASCII bytes that mean something else
        return encoding == "utf-8"
    try:
        body.decode("utf-8")
    except UnicodeError:
        return False
    return True


def _by_zeros(sample: bytes) -> str | None:
    """UTF-16 without a mark, recognised by which half of the bytes is zero."""
    even, odd = sample[::2].count(0) * 2, sample[1::2].count(0) * 2
    if odd > len(sample) * 0.6 > even:
        return "utf-16-le"
    return "utf-16-be" if even > len(sample) * 0.6 > odd else None


def _half_character(error: UnicodeError, body: bytes) -> bytes | None:
    """The body of a document that was cut off within a character, without what is left of that; of others None."""
    if not isinstance(error, UnicodeDecodeError) or error.reason not in _CUT_OFF:
        return None
    return body[: error.start - len(error.object)] if body[:_START_BYTES].lstrip(_BEFORE).startswith(b"<") else None


def _odd_bytes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):  # pragma: no cover - it is called for decoding only
        raise error
    return error.object[error.start : error.end].decode("windows-1252", "replace"), error.end


codecs.register_error("windows-1252-for-odd-bytes", _odd_bytes)


def _from_document(value: str, faults: FaultCollector) -> Text:
    """The text from its document on: white space, marks and messages of programs before it are passed over."""
    if value.startswith("<"):
        bare = value
    else:
        bare = value.lstrip("\ufeff \t\r\n\v\f")
        skipped = value[: len(value) - len(bare)]
        if bare.startswith("<?xml") and skipped:
            faults.add("white-space-before-declaration", 1)
    begin = None if PAGE.match(bare, 0, _START_CHARACTERS) else _DOCUMENT.search(bare, 0, _START_CHARACTERS)
    if begin is not None and _is_message(bare[: begin.start()]):
        faults.add("text-before-declaration", 1, text=" ".join(bare[: begin.start()].split())[:_SHOWN])
        bare = bare[begin.start() :]
    return Text(bare, value.count("\n", 0, len(value) - len(bare)) + 1)


def _is_message(before: str) -> bool:
    """Whether what stands before the document is more than comments, instructions and a DOCTYPE."""
    return _ONLY_PROLOG.fullmatch(before) is None


class Format(StrEnum):
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
        return self not in (Format.PAGE, Format.SSP, Format.UNKNOWN)


_ELEMENTS = {
    "urlset": Format.URLSET,
    "sitemapindex": Format.INDEX,
    "rss": Format.RSS,
    "rdf": Format.RSS,
    "channel": Format.RSS,
    "feed": Format.ATOM,
}


def format_of(text: str, *, is_robots: bool = False) -> Format:
    """The format of a file's text; `is_robots` where its address is that of a robots.txt, which alone may be empty."""
    start = text[:_START_CHARACTERS]
    if PAGE.match(start):
        return Format.PAGE
    found = _ELEMENT.match(start)
    if found is not None:
        return _by_element(found, start)
    if is_robots or _ROBOTS_LINE.search(start):
        return Format.ROBOTS
    if _ADDRESS_LINE.search(start) or _PATH_LINE.match(start):
        return Format.TEXT
    return Format.URLSET if _LOCATION.search(start) else Format.UNKNOWN


def _by_element(found: re.Match[str], start: str) -> Format:
    name = found[2].lower()
    if name in _ELEMENTS:
        return _ELEMENTS[name]
    if name == "sitemap" and NAMESPACE in found[3]:
        return Format.SSP
    if _LOCATION.search(start):
        return Format.INDEX if _INDEX_ENTRY.search(start) and "<url" not in start else Format.URLSET
    return Format.SSP if NAMESPACE in found[3] else Format.UNKNOWN


def line_entries(text: Text, faults: FaultCollector) -> Entries:
    """An entry for each line that holds an address; the others are named, comments and empty ones passed over."""
    entries = Entries(is_markup=False)
    for line, written in enumerate(text.value.replace("\r\n", "\n").replace("\r", "\n").split("\n"), text.line):
        bare = written.strip().lstrip("\ufeff").strip('"<>').rstrip(",;")
        if not bare or bare.startswith("#"):
            continue
        if len(bare.split(None, 1)) > 1 or not ("://" in bare[:12] or bare.startswith("/")):
            faults.add("bad-line", line, value=bare)
        else:
            entries.add(bare, line)
    return entries
