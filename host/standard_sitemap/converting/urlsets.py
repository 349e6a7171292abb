"""Pages written as sitemaps.org files: one urlset, or an index and as many urlsets as the limits ask for.

The same pages always make the same bytes. A document is made whole before it is handed on, the next one after it.
Does no I/O; caches what is said alike of many pages.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from urllib.parse import quote

from standard_sitemap.converting.elements import DECLARATION, DEFAULT_PRIORITY, decimal, escaped
from standard_sitemap.converting.pages import STEP, Page
from standard_sitemap.ssp.names import SITEMAPS_ORG

# sitemaps.org: at most 50,000 addresses and 52,428,800 bytes a file, not compressed.
MAX_URLS = 50_000
MAX_BYTES = 52_428_800
_START = f'{DECLARATION}<urlset xmlns="{SITEMAPS_ORG}"'
_LINKS = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
_END = "</urlset>\n"
# As gzip does by default: higher ones take much longer for a little less.
_LEVEL = 6
# Pages say the same of themselves as others do.
_SAID_CACHED = 4_096
_AROUND = len(f"{_START}{_LINKS}>\n{_END}")


def urlsets(
    pages: Mapping[str, Page],
    progress: Callable[[int], None] = lambda _: None,
    max_urls: int = MAX_URLS,
    max_bytes: int = MAX_BYTES,
) -> Iterator[bytes]:
    """The documents that list all pages in order, at least one, each within the limits; with how many are written."""
    entries: list[str] = []
    size = _AROUND
    for number, (location, page) in enumerate(pages.items()):
        entry = _entry(location, page)
        length = len(entry) if entry.isascii() else len(entry.encode())
        if entries and (len(entries) == max_urls or size + length > max_bytes):
            yield _document(entries)
            entries, size = [], _AROUND
        entries.append(entry)
        size += length
        if number % STEP == 0:
            progress(number)
    yield _document(entries)


def index(locations: Iterable[str]) -> bytes:
    """The index that lists the sitemaps at `locations`."""
    entries = "".join(f"<sitemap><loc>{escaped(location)}</loc></sitemap>\n" for location in locations)
    return f'{DECLARATION}<sitemapindex xmlns="{SITEMAPS_ORG}">\n{entries}</sitemapindex>\n'.encode()


def compressed(document: bytes) -> bytes:
    """The document as gzip has it, without the time. The highest level takes thrice as long for a hundredth less."""
    return gzip.compress(document, _LEVEL, mtime=0)


def location_in(folder_uri: str, name: str) -> str:
    """Where a file of that name will be in the folder at `folder_uri`, which ends with a slash."""
    return folder_uri + quote(name)


def _document(entries: list[str]) -> bytes:
    links = _LINKS if any("<xhtml:link" in entry for entry in entries) else ""
    return f"{_START}{links}>\n{''.join(entries)}{_END}".encode()


def _entry(location: str, page: Page) -> str:
    entry = f"<url><loc>{escaped(location)}</loc>{_said(page.priority, page.last_modified, page.change_frequency)}"
    if not page.alternates and not page.extensions:
        return f"{entry}</url>\n"
    parts = [entry]
    parts.extend(
        f'\n  <xhtml:link rel="alternate" hreflang="{escaped(language)}" href="{escaped(href)}"/>'
        for language, href in page.alternates
    )
    parts.extend(f"\n  {extension}" for extension in page.extensions)
    return "".join((*parts, "\n</url>\n"))


@lru_cache(_SAID_CACHED)
def _said(priority: float, changed: str | None, frequency: str | None) -> str:
    """The elements for what is said of a page beside its address."""
    values = {
        "lastmod": changed,
        "changefreq": frequency,
        "priority": None if priority == DEFAULT_PRIORITY else decimal(priority),
    }
    return "".join(f"<{name}>{escaped(value)}</{name}>" for name, value in values.items() if value is not None)
