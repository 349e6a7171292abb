"""The title of a page, read from its first bytes, in linear time. No I/O.

Ignores comments, scripts, styles and drawings, which contain no title of the page. Ignores a title that is truncated.
"""

from __future__ import annotations

import re
from html import unescape

from standard_sitemap.model.encodings import media_type
from standard_sitemap.model.page_encodings import page_encoding
from standard_sitemap.sitemapsorg.sniffing import decoded
from standard_sitemap.ssp.discovery import PAGE_TYPES

# Elements that HTML reads as text up to their end tag, and drawings, which have titles of their own.
_ELEMENTS = "title|script|style|textarea|svg|noscript|template|iframe|xmp|noembed|noframes"
_START = re.compile(rf"<!--|<(?:{_ELEMENTS})(?=[\s/>])", re.IGNORECASE)
_END = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _ELEMENTS.split("|")}

# Characters of markup: enough for a title of 300 characters written as references.
_LONGEST = 3_000


def title_of(body: bytes, content_type: str | None) -> str:
    """Return the title of a page with the given first bytes, in one line; "" if it has none, or is no page."""
    kind, charset = media_type(content_type or "")
    if kind not in PAGE_TYPES:
        return ""
    text = decoded(body, charset or page_encoding(body)).value
    return " ".join(unescape(_markup_of_title(text)[:_LONGEST]).split())


def _markup_of_title(text: str) -> str:
    place = 0
    while opening := _START.search(text, place):
        if opening[0] == "<!--":
            place = text.find("-->", opening.end()) + len("-->")
            if place < len("-->"):
                break
            continue
        name = opening[0][1:].lower()
        start = text.find(">", opening.end()) + 1
        end = _END[name].search(text, start) if start else None
        if end is None:
            break
        if name == "title":
            return text[start : end.start()]
        place = end.end()
    return ""
