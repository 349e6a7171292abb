"""The declarations of pages about themselves and their site, and the declarations of robots.txt.

If the reader chose a site's sitemap, its visited pages supply names, roles and a search. Fetches only search
descriptions that pages name, and robots.txt if the reader requests suggestions. Stores nothing on disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.fetching.decoding import unpacked
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Hierarchy, Variant
from standard_sitemap.reader.sites.bugs import in_thread
from standard_sitemap.reader.sites.loading import Retrieve
from standard_sitemap.refusals import NotFound, Refusal
from standard_sitemap.sitemapsorg.declarations import (
    Declaration,
    RobotsSitemaps,
    declarations,
    read_robots,
    robots_address,
)
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata, declared, search_of
from standard_sitemap.sitemapsorg.seen_links import SeenLink

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import replies

# The limit on descriptions fetched for one site, which has one, or one for each of its languages.
MOST_DESCRIPTIONS = 20

# The limit on suggested links, each of which a reader would have to consider.
MOST_SUGGESTED = 50

_NOTHING = RobotsSitemaps((), ())


class VisitedPages:
    """All declarations of one site's visited pages."""

    def __init__(
        self, retrieve: Retrieve, titles: Iterable[tuple[str, str]], seen_links: Iterable[SeenLink] = ()
    ) -> None:
        self._declared = PageMetadata(titles, _web_links(seen_links))
        self._retrieve = retrieve
        self._searches: dict[str, Variant | None] = {}
        self._pending: set[str] = set()
        self.faults: tuple[Fault, ...] = ()

    async def attach(self, hierarchy: Hierarchy) -> None:
        """Let a hierarchy of the site show the pages' declarations, present and future."""
        if isinstance(hierarchy, sitemapsorg.Hierarchy):
            hierarchy.attach(self._declared)
            if self._declared.seen_links:
                await in_thread(hierarchy.prepare)  # its first level has another order

    def record_title(self, url: str, title: str) -> bool:
        """Record the title of a page; return whether it changed."""
        return self._declared.titles.record(url, title)

    def record_seen_links(self, links: Iterable[SeenLink]) -> bool:
        """Record links of the site's menus; return whether names or order changed."""
        return self._declared.seen_links.record(_web_links(links))

    async def record_links(self, links: Iterable[ssp.Link]) -> bool:
        """Record the pages and the search that a page declares; return whether anything changed, or is a fault."""
        roles, descriptions = declared(links)
        faults = self.faults
        # One for each page: otherwise a page that names dozens would cause dozens of requests.
        for uri in descriptions[:1]:
            search = await self._search(uri)
            roles.update({"search": search} if search else {})
        return self._declared.record_roles(roles) or self.faults != faults

    async def _search(self, uri: str) -> Variant | None:
        """Return the search that a description offers; fetch each description once."""
        is_wanted = uri not in self._searches and len(self._searches) < MOST_DESCRIPTIONS
        # Two tabs of a site arrive at once, and both name the same description.
        if is_wanted and uri not in self._pending:
            self._pending.add(uri)
            try:
                self._searches[uri] = await self._fetched(uri)
            finally:
                self._pending.discard(uri)
        return self._searches.get(uri)

    async def _fetched(self, uri: str) -> Variant | None:
        try:
            retrieved = await unpacked(await self._retrieve(uri))
        except Refusal as refusal:
            self.faults += (sitemapsorg.Fault("search-unavailable", uri, 0, {"reason": str(refusal)}),)
            return None
        search = search_of(retrieved.uri, retrieved.body)
        if search is None:
            self.faults += (sitemapsorg.Fault("search-not-understood", uri),)
        return search


def _web_links(links: Iterable[SeenLink]) -> list[SeenLink]:
    return [link for link in links if link[0].startswith(("http://", "https://"))]


class DeclaredSitemaps(NamedTuple):
    """A site's declarations; `state` of robots.txt is `found`, `none`, or the code of the reason for its absence."""

    declarations: tuple[Declaration, ...]
    state: str
    faults: tuple[Fault, ...]
    refusal: Refusal | None


async def site_declarations(page: str, links: Iterable[ssp.Link], retrieve: Retrieve) -> DeclaredSitemaps:
    """Return the declarations in the robots.txt of a page's site, and in the page's links."""
    state, robots, refusal = await _robots(page, retrieve)
    return DeclaredSitemaps(await in_thread(declarations, robots, links), state, robots.faults, refusal)


def suggestions(page: str, site: DeclaredSitemaps) -> list[replies.Suggestion]:
    """Return the reader's choices: all lines of robots.txt together, each of several lines, and each other link."""
    lines = dict.fromkeys(declaration.sitemap for declaration in site.declarations if declaration.source == "robots")
    robots = robots_address(page)
    others = [declaration for declaration in site.declarations if declaration.sitemap not in lines]
    listed: list[replies.Suggestion] = [
        {"sitemap": declaration.sitemap, "source": declaration.source, "title": declaration.title, "count": 1}
        for declaration in others[:MOST_SUGGESTED]
    ]
    if lines and robots is not None:
        each: list[replies.Suggestion] = [
            {"sitemap": line, "source": "robots", "title": None, "count": 1} for line in islice(lines, MOST_SUGGESTED)
        ]
        together: replies.Suggestion = {"sitemap": robots, "source": "robots", "title": None, "count": len(lines)}
        listed = [together, *(each if len(lines) > 1 else ()), *listed]
    return listed


async def _robots(page: str, retrieve: Retrieve) -> tuple[str, RobotsSitemaps, Refusal | None]:
    address = robots_address(page)
    if address is None:
        return "none", _NOTHING, None
    try:
        retrieved = await unpacked(await retrieve(address))
    # A site without a robots.txt is no fault; any other failure is reported to the reader who requested it.
    except NotFound:
        return "none", _NOTHING, None
    except Refusal as refusal:
        return refusal.code, _NOTHING, refusal
    # In a thread, because it may have thousands of lines.
    robots = await in_thread(read_robots, retrieved.body, retrieved.uri, retrieved.content_type)
    return "found", robots, None
