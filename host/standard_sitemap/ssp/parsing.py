"""The parser of a sitemap file: from its bytes to a document, or to a fault. [Parsing sitemaps, D3, D31]

Fetches nothing: no DTD, no entity. Nesting uses no stack. Large files in the usual style are scanned fast, which only
this module knows.
"""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING
from xml.parsers import expat

from standard_sitemap.model import encodings
from standard_sitemap.model.gzip_members import GZIP
from standard_sitemap.model.site import Bounds
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.ssp.building import Builder
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.fast_scan import Doubt, scan
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.feeding import (
    LONGEST_MARKUP,
    EntitiesTooLarge,
    IllFormedDeclaration,
    MalformedMarkup,
    MarkupTooLong,
)
from standard_sitemap.ssp.lazy_chunks import Chunks

if TYPE_CHECKING:
    from standard_sitemap.ssp.document_type import Declarations

ORDINARY = Bounds()

# Bytes above which the fast scan pays: its pattern takes some milliseconds to compile, once.
LARGE = 50_000

# Expat's error codes at the end of a truncated file: nothing, a tag, a character, a section.
# The file has no element, or ends inside a token, a character or a CDATA section.
_CUT_OFF = frozenset({3, 5, 6, 20})
# An invalid token; content after the document element; a reference to an undefined entity.
_INVALID, _AFTER_END, _UNDEFINED = 4, 9, 11
# White space and comments may stand before a page’s document element. The atomic group keeps an unclosed comment from
# being tried again at each of its ends.
_PAGE = re.compile(rb"(?>\s+|<!--.*?-->)*+<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE | re.DOTALL)
# Bytes that are searched for the beginning of a page: matching a pattern cannot be interrupted.
_START_OF_PAGE = 1 << 18
# The longest name that HTML defines, CounterClockwiseContourIntegral, has 31 letters.
_REFERENCE = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,40});")
# XML 1.0, productions 66 to 68: a reference is `&`, a name or `#` and a number, and `;`. The set of characters is wider
# than that of names, so that a misspelled reference is not taken for a bare ampersand.
_BARE_AMPERSAND = re.compile(rb"&(?!#?[A-Za-z0-9][^\s&;<>\"'=]{0,40};)")


def parse(
    uri: str,
    body: bytes,
    content_type: str | None = None,
    bounds: Bounds = ORDINARY,
    *,
    scan_fast: bool | None = None,
) -> Document:
    """Return the document at `uri` with the content `body`.

    An unreadable document has no elements, and a fault states the reason. `content_type` is the value of the HTTP
    field, None for a file on disk. A file from the web without one is not XML (D42). If a document exceeds `bounds`,
    the part within them is kept. `scan_fast` changes only the time taken, not the result; by default it is used where
    it pays.

    >>> document = parse("https://www.example.org/map.xml", b"<sitemap><item name='R & D'/></sitemap>")
    >>> [(fault.code, fault.line) for fault in document.faults]
    [('bare-ampersand', 1)]
    """
    # References with different fragments name one document (D2).
    uri = split_fragment(resolve(uri, "") or uri)[0]
    read = _read(uri, body, content_type, bounds, len(body) >= LARGE if scan_fast is None else scan_fast)
    if isinstance(read, Document):
        return read
    failed = Document(uri, len(body), Chunks())
    failed.faults.append(read)
    return failed


def _read(uri: str, body: bytes, content_type: str | None, bounds: Bounds, scan_fast: bool) -> Document | Fault:
    kind = encodings.mime_type(content_type)
    # The type decides before the content, as in a browser: a sitemap that is served as text is none (D3).
    if content_type is not None and not encodings.is_xml(content_type):
        return Fault("wrong-type", uri, 0, {"type": kind.essence if kind else ""})
    # A server announces compression by Content-Encoding, and the bytes then arrive here unpacked. The format, unlike
    # sitemaps.org, has no compressed files.
    if body.startswith(GZIP):
        return Fault("compressed-file", uri)
    charset = kind.charset if kind else None
    try:
        # A byte-order mark comes before the charset of HTTP, and that before the declaration in the file (RFC 7303,
        # D3). Expat receives UTF-8 only, so it never decides.
        data = encodings.to_utf8(body, charset)
    except encodings.UnknownEncoding as error:
        return Fault("unknown-encoding", uri, 0, {"encoding": error.args[0]})
    except UnicodeError:
        return Fault("undecodable", uri, 0, {"encoding": encodings.encoding_of(body, charset)[0]})
    try:
        return _built(uri, len(body), data, bounds, scan_fast)
    except EntitiesTooLarge as error:
        return Fault("entities-too-large", uri, error.line)
    except IllFormedDeclaration as error:
        return Fault("not-well-formed", uri, error.line, {"reason": "the document type declaration is broken"})
    except MarkupTooLong as error:
        return Fault("markup-too-long", uri, error.line, {"limit": str(LONGEST_MARKUP)})
    except MalformedMarkup as error:
        return _broken(uri, data, error)


def _broken(uri: str, data: bytes, error: MalformedMarkup) -> Fault:
    """Return the fault of a file that is not well-formed, by the kind of damage."""
    if not data.strip():
        return Fault("empty-document", uri)
    if _PAGE.match(data, 0, _START_OF_PAGE):
        return Fault("page-for-sitemap", uri)
    reason = {"reason": expat.ErrorString(error.code)}
    if error.code in _CUT_OFF:
        return Fault("cut-off", uri, data.rstrip().count(b"\n") + 1, reason)
    if error.code == _AFTER_END:
        return Fault("content-after-end", uri, error.line, reason)
    ampersand = (error.before + error.after[:1]).rfind(b"&")
    if error.code == _INVALID and ampersand >= 0 and _BARE_AMPERSAND.match(error.before + error.after, ampersand):
        return Fault("bare-ampersand", uri, error.line, reason)
    if error.code == _UNDEFINED:
        character = _named_character(error.after)
        if character is not None:
            return Fault("html-entity", uri, error.line, character)
    return Fault("not-well-formed", uri, error.line, reason)


def _named_character(data: bytes) -> dict[str, str] | None:
    """Return the name in HTML, the character and its number for the first reference; None if HTML has no such name."""
    reference = _REFERENCE.search(data)
    name = reference.group(1).decode() if reference else ""
    character = html5.get(f"{name};", "")
    return {"name": name, "character": character, "number": str(ord(character))} if len(character) == 1 else None


def _declarations(data: bytes) -> Declarations | None:
    if b"<!DOCTYPE" not in data:
        return None
    # Loaded here because few files have a document type: compiling its patterns takes 8 ms.
    from standard_sitemap.ssp.document_type import read_declarations

    return read_declarations(data)


def _built(uri: str, size: int, data: bytes, bounds: Bounds, scan_fast: bool) -> Document:
    declarations = _declarations(data)
    if declarations is not None:
        data = declarations.text
    elif scan_fast:
        # At the first doubt, the fast scan's document is discarded: faults come from one reader only.
        chunks = Chunks()
        try:
            return scan(Builder(Document(uri, size, chunks), bounds), chunks, data)
        except (Doubt, MalformedMarkup, MarkupTooLong):
            pass  # reading tag by tag finds the fault, if there is one
    builder = Builder(Document(uri, size, Chunks()), bounds, declarations)
    builder.feed_all(data)
    return builder.finished()
