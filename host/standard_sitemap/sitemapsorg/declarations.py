"""What a site itself says of its sitemaps and feeds: in robots.txt, and by the links of a page. Pure.

Nothing is guessed: a site that declares nothing has nothing, whatever may lie at /sitemap.xml.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from standard_sitemap.sitemapsorg.robots import Robots
from standard_sitemap.ssp.discovery import Link
from standard_sitemap.ssp.discovery.links import address, relations
from standard_sitemap.ssp.encodings import media_type
from standard_sitemap.ssp.uris import resolve, split_fragment

Source = Literal["robots", "link", "feed"]
_FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml"})


class Declaration(NamedTuple):
    """One sitemap or feed: its address, where it is declared, and the title given to it there."""

    sitemap: str
    source: Source
    title: str | None = None


def robots_address(page: str) -> str | None:
    """Where the robots.txt of a page's site is; of a page on disk, beside it."""
    return resolve(page, "robots.txt" if page.startswith("file:") else "/robots.txt")


def declarations(robots: Robots, links: Iterable[Link]) -> tuple[Declaration, ...]:
    """What the lines of robots.txt declare, then the links of a page, in order; each address once for each source."""
    found: dict[tuple[str, Source], Declaration] = {}
    for sitemap in robots.sitemaps:
        found.setdefault((sitemap, "robots"), Declaration(sitemap, "robots"))
    for link in links:
        source = _source(link)
        uri = address(link) if source is not None else None
        if source is not None and uri is not None and uri.startswith(("http://", "https://", "file:")):
            sitemap = split_fragment(uri)[0]
            found.setdefault((sitemap, source), Declaration(sitemap, source, link.title.strip() or None))
    return tuple(found.values())


def _source(link: Link) -> Source | None:
    """What a link declares, if anything; a style sheet's alternate is another style sheet."""
    rel = relations(link) if link.element == "link" else frozenset()
    if "sitemap" in rel:
        return "link"
    is_feed = "alternate" in rel and "stylesheet" not in rel and media_type(link.type or "-")[0] in _FEED_TYPES
    return "feed" if is_feed else None
