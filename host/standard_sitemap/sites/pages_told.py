"""What the pages of an open site say of themselves and of it, as the reader visits them.

Only where the site is shown from a sitemap that the reader chose. Fetches the descriptions of searches that pages name,
and nothing else; keeps nothing on disk.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, cast

from standard_sitemap import ssp
from standard_sitemap.refusals import Refusal
from standard_sitemap.sitemapsorg import Fault
from standard_sitemap.sitemapsorg.opensearch import search_of
from standard_sitemap.sitemapsorg.told import Told, declared

if TYPE_CHECKING:
    from standard_sitemap import sitemapsorg

MOST_DESCRIPTIONS = 20
"""Fetched for one site: a site has one, or one for each of its languages."""


class PagesTold:
    """All that the pages of one site have told."""

    def __init__(self, retrieve: Callable[[str], Awaitable[ssp.Retrieved]], titles: Iterable[tuple[str, str]]) -> None:
        self._told = Told(titles)
        self._retrieve = retrieve
        self._searches: dict[str, ssp.Variant | None] = {}
        self._asked: set[str] = set()
        self.faults: tuple[ssp.Fault, ...] = ()

    def hand_to(self, hierarchy: ssp.Hierarchy) -> None:
        """Let a hierarchy of the site show what was told, now and later."""
        cast("sitemapsorg.Hierarchy", hierarchy).told = self._told

    def take_title(self, url: str, title: str) -> bool:
        """Take in the title of a page; whether that is news."""
        return self._told.titles.tell(url, title)

    async def take_links(self, links: Iterable[ssp.Link]) -> bool:
        """Take in which pages, and which search, a page declares; whether that is news, or a fault."""
        roles, descriptions = declared(links)
        faults = self.faults
        for uri in descriptions[:1]:
            search = await self._search(uri)
            roles.update({"search": search} if search else {})
        return self._told.fill(roles) or self.faults != faults

    async def _search(self, uri: str) -> ssp.Variant | None:
        """The search that a description offers; each is fetched once."""
        is_wanted = uri not in self._searches and len(self._searches) < MOST_DESCRIPTIONS
        if is_wanted and uri not in self._asked:
            self._asked.add(uri)
            try:
                self._searches[uri] = await self._fetched(uri)
            finally:
                self._asked.discard(uri)
        return self._searches.get(uri)

    async def _fetched(self, uri: str) -> ssp.Variant | None:
        try:
            came = await self._retrieve(uri)
        except Refusal as refusal:
            self.faults += (Fault("search-unavailable", uri, 0, {"reason": str(refusal)}),)
            return None
        search = search_of(came.uri, came.body)
        if search is None:
            self.faults += (Fault("search-not-understood", uri),)
        return search
