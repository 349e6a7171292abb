"""Which format a file is in, told by its content and never by its name."""

from __future__ import annotations

import re
from enum import StrEnum

from standard_sitemap.sitemapsorg.text import PAGE, PROLOG
from standard_sitemap.ssp.names import NAMESPACE


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
_START_CHARACTERS = 100_000
_ELEMENT = re.compile(rf"{PROLOG}<((?:[\w.-]+:)?)([\w.-]+)((?:\s[^<>]*)?)", re.DOTALL | re.IGNORECASE)
_LOCATION = re.compile(r"<(?:[\w.-]+:)?loc[\s>/]", re.IGNORECASE)
_INDEX_ENTRY = re.compile(r"<(?:[\w.-]+:)?sitemap[\s>]", re.IGNORECASE)
_ROBOTS_LINE = re.compile(
    r"^[^\S\n]*(?:user-?agent|disallow|allow|crawl-delay|host|site[-_ ]?maps?)[^\S\n]*:", re.IGNORECASE | re.MULTILINE
)
_ADDRESS_LINE = re.compile(r"^[^\S\n]*(?:https?|ftp)://\S+[^\S\n]*$", re.IGNORECASE | re.MULTILINE)
_PATH_LINE = re.compile(r"^[^\S\n]*/\S*[^\S\n]*$", re.MULTILINE)


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
