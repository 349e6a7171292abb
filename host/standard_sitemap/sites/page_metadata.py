"""What the pages of an open site say of themselves and of it, as the reader visits them.

Only where the site is shown from a sitemap that the reader chose. Fetches the descriptions of searches that pages name,
and nothing else; keeps nothing on disk.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.nodes import Variant
from standard_sitemap.model.site import Retrieved
from standard_sitemap.refusals import NotFound, Refusal
from standard_sitemap.sitemapsorg.declarations import Declaration, Robots, declarations, read_robots, robots_address
from standard_sitemap.sitemapsorg.opensearch import search_of
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata, declared

MOST_DESCRIPTIONS = 20
"""Fetched for one site: a site has one, or one for each of its languages."""


class PagesTold:
    """All that the pages of one site have told."""

    def __init__(self, retrieve: Callable[[str], Awaitable[Retrieved]], titles: Iterable[tuple[str, str]]) -> None:
        self._metadata = PageMetadata(titles)
        self._retrieve = retrieve
        self._searches: dict[str, Variant | None] = {}
        self._asked: set[str] = set()
        self.faults: tuple[Fault, ...] = ()

    def hand_to(self, hierarchy: Hierarchy) -> None:
        """Let a hierarchy of the site show what its pages say, now and later; only sitemaps.org maps do."""
        if isinstance(hierarchy, sitemapsorg.Hierarchy):
            hierarchy.page_metadata = self._metadata

    def take_title(self, url: str, title: str) -> bool:
        """Take in the title of a page; whether that is news."""
        return self._metadata.titles.record(url, title)

    async def take_links(self, links: Iterable[ssp.Link]) -> bool:
        """Take in which pages, and which search, a page declares; whether that is news, or a fault."""
        roles, descriptions = declared(links)
        faults = self.faults
        for uri in descriptions[:1]:
            search = await self._search(uri)
            roles.update({"search": search} if search else {})
        return self._metadata.record_roles(roles) or self.faults != faults

    async def _search(self, uri: str) -> Variant | None:
        """The search that a description offers; each is fetched once."""
        is_wanted = uri not in self._searches and len(self._searches) < MOST_DESCRIPTIONS
        if is_wanted and uri not in self._asked:
            self._asked.add(uri)
            try:
                self._searches[uri] = await self._fetched(uri)
            finally:
                self._asked.discard(uri)
        return self._searches.get(uri)

    async def _fetched(self, uri: str) -> Variant | None:
        try:
            came = await self._retrieve(uri)
        except Refusal as refusal:
            self.faults += (sitemapsorg.Fault("search-unavailable", uri, 0, {"reason": str(refusal)}),)
            return None
        search = search_of(came.uri, came.body)
        if search is None:
            self.faults += (sitemapsorg.Fault("search-not-understood", uri),)
        return search


Get = Callable[[str], Awaitable[Retrieved]]
"""Brings a text; raises a Refusal."""

MOST_SUGGESTED = 50
"""Of links, each of which a reader would have to look at."""

_NOTHING = Robots((), ())


class Declared(NamedTuple):
    """What a site declares; `state` of robots.txt is `found`, `none`, or the code of why it could not be had."""

    declarations: tuple[Declaration, ...]
    state: str
    faults: tuple[Fault, ...]
    refusal: Refusal | None


async def site_declarations(page: str, links: Iterable[ssp.Link], get: Get) -> Declared:
    """What the robots.txt of a page's site declares, and the page by its links."""
    state, robots, refusal = await _robots(page, get)
    return Declared(declarations(robots, links), state, robots.faults, refusal)


async def _robots(page: str, get: Get) -> tuple[str, Robots, Refusal | None]:
    address = robots_address(page)
    if address is None:
        return "none", _NOTHING, None
    try:
        came = await get(address)
    except NotFound:
        return "none", _NOTHING, None
    except Refusal as refusal:
        return refusal.code, _NOTHING, refusal
    return "found", read_robots(came.body, came.uri, came.content_type), None


def suggestions(page: str, found: Declared) -> list[dict[str, Any]]:
    """What a reader may choose from: all lines of robots.txt together, then each link that says something else."""
    lines = {one.sitemap for one in found.declarations if one.source == "robots"}
    robots = {"sitemap": robots_address(page), "source": "robots", "title": None, "count": len(lines)}
    others = [one for one in found.declarations if one.sitemap not in lines]
    return [robots] * bool(lines) + [{**one._asdict(), "count": 1} for one in others[:MOST_SUGGESTED]]
