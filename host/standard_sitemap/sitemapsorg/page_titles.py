"""The title of a page, read from its first bytes, in time that grows with them. No I/O.

Comments, scripts, styles and drawings are passed over: what stands in them titles nothing. Of a title that is not over
by the end of what is there nothing is taken.
"""

from __future__ import annotations

import re
from html import unescape

from standard_sitemap.model.encodings import media_type
from standard_sitemap.sitemapsorg.sniffing import decoded
from standard_sitemap.ssp.discovery import PAGE_TYPES

# What HTML reads as text until its own end, and drawings, which have titles of their own.
_ELEMENTS = "title|script|style|textarea|svg|noscript|template|iframe|xmp|noembed|noframes"
_START = re.compile(rf"<!--|<(?:{_ELEMENTS})(?=[\s/>])", re.IGNORECASE)
_END = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _ELEMENTS.split("|")}

# Where browsers look for the declaration of an encoding ("Prescan a byte stream", HTML).
_PRESCANNED = 1_024
_CHARSET = re.compile(rb"""<meta\s[^>]*?charset\s*=\s*["']?\s*+([\w.:-]++)""", re.IGNORECASE)

# Characters of markup: as many as a title of 300 may have that is written in references.
_LONGEST = 3_000


def title_of(body: bytes, content_type: str | None) -> str:
    """The title of a page whose first bytes these are, in one line; "" where it has none, or is no page."""
    kind, charset = media_type(content_type or "")
    if kind not in PAGE_TYPES:
        return ""
    declared = _CHARSET.search(body, 0, _PRESCANNED)
    text = decoded(body, charset or (declared[1].decode("ascii", "replace") if declared else None)).value
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
