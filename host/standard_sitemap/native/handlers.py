"""The desk: all open sites and views by name, and a handler for every method.

A handler takes a checked request and gives its result; it decides no rule of the protocol and touches no pipe.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any

from standard_sitemap import ssp
from standard_sitemap.fetching.limits import DEFAULTS, OPEN_ELEMENTS, Limits
from standard_sitemap.fetching.request_headers import Audience, Page, audience, tuples
from standard_sitemap.fetching.routes import Route, read_settings
from standard_sitemap.native.browser import BrowserCookies, BrowserFetches
from standard_sitemap.protocol import requests
from standard_sitemap.protocol.greeting import PROTOCOL, greeting
from standard_sitemap.refusals import BadParams, ProtocolMismatch, UnknownSite, UnknownView
from standard_sitemap.sites import queries, summary
from standard_sitemap.sites.open_site import OpenSite, Options
from standard_sitemap.views.paths import Path, path_of_key
from standard_sitemap.views.type_ahead import type_ahead
from standard_sitemap.views.view import View

if TYPE_CHECKING:
    from standard_sitemap.native.retrieving import Networks, Retriever


MAX_SITES = 32
"""Open at a time; each keeps its map in memory. The one asked for longest ago makes room."""

_OF_ROBOTS = DEFAULTS.with_changes({"request_seconds": 20, "file_bytes": 4 << 20, "expanded_bytes": 4 << 20})
"""A reader waits for it; crawlers read half a megabyte at the most."""

Tell = Callable[[str, dict[str, Any]], None]
Answer = dict[str, Any]


class Desk:
    """Everything that is open for one browser."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._browser = BrowserFetches(tell), BrowserCookies(tell)
        self._networks: Networks | None = None
        self._loading_http: asyncio.Task[None] | None = None
        self._sites: dict[str, OpenSite] = {}
        self._opened_as: dict[str, tuple[str, bool, Audience]] = {}
        self._retrievers: dict[str, Retriever] = {}
        self._sites_of_views: dict[str, OpenSite] = {}
        self._site_numbers = count(1)
        self._view_numbers = count(1)

    async def close(self) -> None:
        """Close every site."""
        for name in list(self._sites):
            await self._close(name)
        if self._networks is not None:
            await self._networks.close()

    async def hello(self, asked: requests.Hello) -> Answer:
        """The greeting, once more."""
        if asked.protocol != PROTOCOL:
            raise ProtocolMismatch(protocol=PROTOCOL)
        return greeting()

    async def locate(self, asked: requests.Locate) -> Answer:
        """Which sitemap the evidence names, and by which rule."""
        found = _discovered(asked.evidence)
        return {"rule": found.rule, "sitemap": found.sitemap}

    async def suggest(self, asked: requests.Suggest) -> Answer:
        """What the reader may choose from: what the page's site declares. Asks for its robots.txt, for nothing else."""
        given = await self._located(asked.page)
        from standard_sitemap.sites import page_metadata

        page = asked.page.url
        links = [_declared_link(one) for one in asked.links]
        retriever = self._retriever(given, _OF_ROBOTS, private=asked.private, any_type=True)
        try:
            found = await page_metadata.site_declarations(page, links, retriever)
        finally:
            await retriever.close()
        return {"suggestions": page_metadata.suggestions(page, found), "robots": found.state}

    async def open_site(self, asked: requests.SiteOpen) -> Answer:
        """The site of that sitemap, as soon as its root file is there or refused."""
        if asked.evidence is not None and _discovered(asked.evidence).sitemap != asked.sitemap:
            raise BadParams(reason="not-named")
        page = await self._located(asked.page)
        site = self._known(asked, page) or await self._opened(asked, page)
        await site.rooted.wait()
        return site.state_message()

    async def _located(self, given: requests.Page) -> Page:
        """The page as fetching knows it, with what the host itself knows of where it came from."""
        await self._http_loaded()
        from standard_sitemap.native.retrieving import located

        headers, route = tuples(given.headers), Route(given.route or Route.SYSTEM.value)
        page = Page(given.url, given.ip, headers, given.referrer_policy, given.container, given.cookies, route)
        return await located(page)

    async def _http_loaded(self) -> None:
        """Wait until what fetches is loaded; once it is, without letting another message pass in between."""
        if self._loading_http is None:
            self._loading_http = asyncio.create_task(asyncio.to_thread(_load_http))
        await asyncio.shield(self._loading_http)

    def _known(self, asked: requests.SiteOpen, page: Page) -> OpenSite | None:
        """The open site of that sitemap, for pages like this one: what it came to for others is not theirs to see."""
        key = _opened_as(asked, page)
        return next((self._sites[name] for name, opened_as in self._opened_as.items() if opened_as == key), None)

    async def _opened(self, asked: requests.SiteOpen, page: Page) -> OpenSite:
        name = f"s{next(self._site_numbers)}"
        options = Options(**asked.options.changes())
        retriever = self._retriever(page, options.limits, private=asked.private, any_type=asked.chosen)
        self._retrievers[name], self._opened_as[name] = retriever, _opened_as(asked, page)
        if asked.cookie is not None:
            retriever.set_cookie(asked.sitemap, asked.cookie)
        site = self._sites[name] = OpenSite(
            name, asked.sitemap, retriever, options, self._tell, chosen=asked.chosen, titles=asked.titles
        )
        await self._make_room(site)
        return site

    def _retriever(self, page: Page, limits: Limits, *, private: bool, any_type: bool) -> Retriever:
        from standard_sitemap.native.retrieving import Networks, Retriever

        self._networks = self._networks or Networks()
        return Retriever(page, self._networks, self._browser, limits, private=private, any_type=any_type)

    async def _make_room(self, latest: OpenSite) -> None:
        """Close the sites asked for longest ago where all together are too many, or too much."""
        while len(self._sites) > MAX_SITES or sum(map(_elements, self._sites.values())) > OPEN_ELEMENTS:
            oldest = next(name for name, site in self._sites.items() if site is not latest)
            await self._close(oldest)

    async def take_page(self, asked: requests.SitePage) -> Answer:
        """Whether a page is in the map of the site; what it says of itself and of the site was taken in."""
        site = await self._site(asked.site)
        links = [_declared_link(one) for one in asked.links]
        return {"in_map": await site.take_page(asked.url, asked.title, links)}

    async def configure_site(self, asked: requests.SiteConfigure) -> Answer:
        """The site by other wishes of the reader."""
        site = await self._site(asked.site)
        await site.configure(asked.options.changes())
        return site.state_message()

    async def reload_site(self, asked: requests.SiteReload) -> Answer:
        """The site, loaded anew."""
        site = await self._site(asked.site)
        self._retrievers[asked.site].configure(site.options.limits, revalidate=asked.revalidate)
        await site.reload()
        return site.state_message()

    async def stop_site(self, asked: requests.SiteNamed) -> Answer:
        """The site, loading no further."""
        site = await self._site(asked.site)
        await site.stop()
        return site.state_message()

    async def abandon_site(self, asked: requests.SiteOpen) -> Answer:
        """The site that is still being opened, loading no further."""
        site = self._known(asked, await self._located(asked.page))
        if site is None:
            raise UnknownSite(site=asked.sitemap)
        await site.stop()
        await site.rooted.wait()
        return site.state_message()

    async def close_site(self, asked: requests.SiteNamed) -> Answer:
        """Nothing; the site is forgotten."""
        await self._site(asked.site)
        await self._close(asked.site)
        return {}

    async def _close(self, name: str) -> None:
        site, retriever = self._sites.pop(name), self._retrievers.pop(name)
        del self._opened_as[name]
        for view in site.views:
            self._sites_of_views.pop(view, None)
        await site.close()
        await retriever.close()

    async def faults(self, asked: requests.SiteFaults) -> Answer:
        """Some of the site's faults."""
        site = await self._site(asked.site)
        return {"total": len(site.faults), "faults": site.listed_faults(asked.first, asked.count)}

    async def open_view(self, asked: requests.ViewOpen) -> Answer:
        """A new view of a site, with the rows wanted first: those about the current page, else from `from` on."""
        site = await self._site(asked.site)
        name = f"v{next(self._view_numbers)}"
        self._sites_of_views[name] = site
        view = await site.open_view(name, asked.page_url or "", asked.open, asked.filter)
        answer = view.state()
        if asked.count:
            current = answer["current"]
            first = asked.first if current is None else current - current % asked.count
            answer["rows"] = _rows(site, view, first, asked.count)
        return answer

    async def update_view(self, asked: requests.ViewUpdate) -> Answer:
        """The view with another page, other open branches or another filter."""
        site, view = self._view(asked.view)
        if asked.open is not None:
            view.open_keys(asked.open)
        if asked.page_url is not None:
            await site.move_view(view, asked.page_url)
        if asked.reveal:
            view.reveal()
        if asked.filter is not None and asked.filter != view.filter_text:
            await site.filter_view(view, asked.filter)
        return view.state()

    async def toggle(self, asked: requests.ViewToggle) -> Answer:
        """The view with a branch opened or closed."""
        _, view = self._view(asked.view)
        if not view.toggle(asked.key, asked.open):
            raise BadParams(reason="no-such-key")
        return view.state()

    async def rows(self, asked: requests.ViewRows) -> Answer:
        """Rows of the view."""
        site, view = self._view(asked.view)
        return _rows(site, view, asked.first, asked.count)

    async def find_row(self, asked: requests.ViewFind) -> Answer:
        """The next row, from `from` on and around, whose name begins with the text."""
        _, view = self._view(asked.view)
        return {"index": await _first(type_ahead(view, asked.text, asked.first))}

    async def close_view(self, asked: requests.ViewNamed) -> Answer:
        """Nothing; the view is forgotten."""
        site, view = self._view(asked.view)
        del self._sites_of_views[view.name], site.views[view.name]
        return {}

    async def menu(self, asked: requests.Menu) -> Answer:
        """A page of a menu."""
        site, hierarchy = await self._map(asked.site)
        path = _place(site, hierarchy, asked.key) if asked.key else ()
        return queries.menu(hierarchy, path, asked.first, asked.count, site.options.languages)

    async def search(self, asked: requests.Search) -> Answer:
        """The request that searches the site."""
        site, hierarchy = await self._map(asked.site)
        return queries.search(hierarchy, asked.term, site.options.languages)

    async def find(self, asked: requests.Find) -> Answer:
        """Nodes by their names."""
        site, hierarchy = await self._map(asked.site)
        # In a thread, since a look through a map of a million takes a while.
        return await asyncio.to_thread(queries.find, hierarchy, asked.text, asked.limit, site.options.languages)

    async def visit(self, asked: requests.Visit) -> Answer:
        """Where a node leads, and with which referrer; one that is still to come is waited for."""
        role = (asked.role, asked.index) if asked.role is not None else summary.role_of_key(asked.key or "")
        site, hierarchy = await (self._map(asked.site) if role else self._map_with(asked.site, asked.key or ""))
        path = queries.role_path(hierarchy, *role) if role else _place(site, hierarchy, asked.key or "")
        in_tree = asked.via == "tree" and role is None
        if in_tree:
            for view in site.views.values():
                view.head_for(path)
        policy = asked.referrer_policy or self._retrievers[site.name].page.referrer_policy
        visitor = queries.Visitor(asked.page_url or "", site.options.languages, policy, in_tree)
        return queries.visited(hierarchy, path, asked.variant, visitor)

    async def take_fetched(self, asked: requests.FetchedByBrowser) -> Answer:
        """Nothing; a piece of what the browser fetched was taken in."""
        self._browser[0].handle_piece(asked.fetch, asked.model_dump())
        return {}

    async def take_cookies(self, asked: requests.CookiesOfBrowser) -> Answer:
        """Nothing; an answer about cookies was taken in."""
        self._browser[1].handle_answer(asked.ask, asked.cookie)
        return {}

    async def clear_cache(self, asked: requests.CacheClear) -> Answer:
        """How many cached answers were forgotten; from now on neither they nor old cookies are sent to anybody."""
        await self._http_loaded()
        from standard_sitemap.native.retrieving import Networks

        self._networks = self._networks or Networks()
        for retriever in self._retrievers.values():
            retriever.forget_cookies()
        return {"removed": await self._networks.clear_cache(asked.site)}

    async def _site(self, name: str) -> OpenSite:
        site = self._sites.get(name)
        if site is None:
            raise UnknownSite(site=name)
        self._sites[name] = self._sites.pop(name)  # asked for last
        await site.rooted.wait()
        if self._sites.get(name) is not site:
            raise UnknownSite(site=name)
        return site

    async def _map(self, name: str) -> tuple[OpenSite, ssp.Hierarchy]:
        site = await self._site(name)
        if site.hierarchy is None:
            raise site.refusal or UnknownSite(site=name)
        return site, site.hierarchy

    async def _map_with(self, name: str, key: str) -> tuple[OpenSite, ssp.Hierarchy]:
        """The map of a site once `key` is in it, or no more of it will come."""
        site, hierarchy = await self._map(name)
        while _known_place(site, hierarchy, key) is None and await site.grown():
            site, hierarchy = await self._map(name)
        return site, hierarchy

    def _view(self, name: str) -> tuple[OpenSite, View]:
        site = self._sites_of_views.get(name)
        view = site.views.get(name) if site else None
        if site is None or view is None:
            raise UnknownView(view=name)
        return site, view


def _opened_as(asked: requests.SiteOpen, page: Page) -> tuple[str, bool, Audience]:
    """What an open site is known by: its sitemap, who chose that, and whom it is for."""
    return asked.sitemap, asked.chosen, audience(page, is_private=asked.private)


def _load_http() -> None:
    """Load what fetches, which takes a while, and without which everything else can be answered."""
    import_module("standard_sitemap.native.retrieving").trusted_certificates()
    read_settings()


def _rows(site: OpenSite, view: View, first: int, count: int) -> Answer:
    rows = view.rows(first, count)
    site.tell_alike_apart()
    return {"revision": view.revision, "from": first, "total": view.total, "rows": rows}


def _elements(site: OpenSite) -> int:
    return sum(document.elements for document in site.hierarchy.documents) if site.hierarchy is not None else 0


async def _first(rows: Iterator[int | None]) -> int | None:
    """The first row that is one; lets other messages pass where there is None."""
    for row in rows:
        if row is not None:
            return row
        await asyncio.sleep(0)
    return None


def _discovered(given: requests.Evidence) -> ssp.Discovery:
    links = tuple(ssp.Link(*_link(link)) for link in given.links)
    return ssp.discover(ssp.Evidence(given.url, given.content_type, tuples(given.headers), links))


def _link(link: requests.Link) -> tuple[Any, ...]:
    return link.element, link.rel, link.href, link.base, tuple(link.xml_bases)


def _declared_link(link: requests.DeclaredLink) -> ssp.Link:
    return ssp.Link("link", link.rel, link.href, link.href, type=link.type, title=link.title)


def _place(site: OpenSite, hierarchy: ssp.Hierarchy, key: str) -> Path:
    path = _known_place(site, hierarchy, key)
    if path is None:
        raise BadParams(reason="no-such-key")
    return path


def _known_place(site: OpenSite, hierarchy: ssp.Hierarchy, key: str) -> Path | None:
    for view in site.views.values():
        known = view.recent_path(key)
        if known:
            return known
    return path_of_key(hierarchy, key) or None


Handler = Callable[[Desk, Any], Awaitable[Answer]]

HANDLERS: dict[str, tuple[type[requests.Shape], Handler]] = {
    "hello": (requests.Hello, Desk.hello),
    "locate": (requests.Locate, Desk.locate),
    "suggest": (requests.Suggest, Desk.suggest),
    "site.open": (requests.SiteOpen, Desk.open_site),
    "site.page": (requests.SitePage, Desk.take_page),
    "site.configure": (requests.SiteConfigure, Desk.configure_site),
    "site.reload": (requests.SiteReload, Desk.reload_site),
    "site.stop": (requests.SiteNamed, Desk.stop_site),
    "site.abandon": (requests.SiteOpen, Desk.abandon_site),
    "site.close": (requests.SiteNamed, Desk.close_site),
    "site.faults": (requests.SiteFaults, Desk.faults),
    "view.open": (requests.ViewOpen, Desk.open_view),
    "view.update": (requests.ViewUpdate, Desk.update_view),
    "view.toggle": (requests.ViewToggle, Desk.toggle),
    "view.rows": (requests.ViewRows, Desk.rows),
    "view.find": (requests.ViewFind, Desk.find_row),
    "view.close": (requests.ViewNamed, Desk.close_view),
    "menu": (requests.Menu, Desk.menu),
    "search": (requests.Search, Desk.search),
    "find": (requests.Find, Desk.find),
    "visit": (requests.Visit, Desk.visit),
    "cache.clear": (requests.CacheClear, Desk.clear_cache),
    "cookies": (requests.CookiesOfBrowser, Desk.take_cookies),
    "fetched": (requests.FetchedByBrowser, Desk.take_fetched),
}
"""Who answers what: the shape a request must have, and the handler that takes it."""
