"""All open sites of one browser, by name: sharing between pages, and the limit on their number.

A sitemap is opened once for each audience. Audiences are private windows, containers, pages of other sites, pages of
the reader's own network, and pages behind a proxy.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from itertools import count
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from standard_sitemap.fetching.client import Networks, located
from standard_sitemap.fetching.limits import OPEN_BYTES, Limits
from standard_sitemap.fetching.network import trusted_certificates
from standard_sitemap.fetching.network_addresses import Route
from standard_sitemap.fetching.proxy_settings import read_settings
from standard_sitemap.fetching.request_headers import Audience, ReferringPage, audience, origin, tuples
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.reader.native.browser import BrowserCookies, BrowserFetches
from standard_sitemap.reader.native.page_retriever import PageRetriever
from standard_sitemap.reader.protocol import requests
from standard_sitemap.reader.sites.bugs import in_thread
from standard_sitemap.reader.sites.loading import THREADS_OF_SERVER
from standard_sitemap.reader.sites.searches import Searches
from standard_sitemap.reader.sites.session import SessionOptions, SiteSession
from standard_sitemap.reader.sites.tasks import Notify
from standard_sitemap.reader.views.view import View
from standard_sitemap.refusals import UnknownSite, UnknownView

# The limit on open sites, each of which keeps its map in memory. When it is reached, the origin with the most open
# sites loses its least recently used one. So a page that goes from map to map closes no other page's. One that is being
# loaded goes last: its page would wait for it in vain.
MAX_SITES = 32


class _SiteIdentity(NamedTuple):
    """The identity of an open site: its sitemap, whether the reader chose it, and its audience."""

    sitemap: str
    chosen: bool
    audience: Audience


class _OpenSite(NamedTuple):
    """An open site, its retriever, and its identity."""

    session: SiteSession
    retriever: PageRetriever
    identity: _SiteIdentity


class Sessions:
    """All open sites of one browser."""

    def __init__(self, notify: Notify) -> None:
        self.fetches = BrowserFetches(notify)
        self.cookies = BrowserCookies(notify)
        self.searches = Searches(lambda: any(entry.session.is_opening for entry in self._entries.values()))
        self._notify = notify
        self._networks = Networks()
        self._loading: dict[Callable[[], object], asyncio.Task[object]] = {}
        self._entries: dict[str, _OpenSite] = {}  # the last used at the end
        self._threads: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        # Unique among all hosts: the extension may still hold names from an earlier host.
        own = os.urandom(6).hex()
        self._names = (f"s{own}-{number}" for number in count(1))
        self._view_names = (f"v{own}-{number}" for number in count(1))

    async def load_formats(self) -> None:
        """Wait until the modules for maps of the reader's choice are loaded, which takes a while."""
        await self._loaded(_load_formats)

    async def locate(self, page: requests.PageForHost) -> ReferringPage:
        """Return the page in the form that fetching uses, with the host's own knowledge of its address."""
        await self._loaded(read_settings)
        if page.url.startswith("https:"):
            await self._loaded(trusted_certificates)
        headers, route = tuples(page.headers), Route(page.route or Route.SYSTEM.value)
        return await located(
            ReferringPage(page.url, page.ip, headers, page.referrer_policy, page.container, page.cookies, route)
        )

    def find(self, request: requests.SiteOpen, page: ReferringPage) -> SiteSession | None:
        """Return the open site of a sitemap for pages like this one; pages of other audiences must not see it."""
        identity = _identity(request, page)
        return next((entry.session for entry in self._entries.values() if entry.identity == identity), None)

    async def open(self, request: requests.SiteOpen, page: ReferringPage) -> SiteSession:
        """Open a new site; close others if the number or memory of all exceeds a limit."""
        options = SessionOptions(**request.options.changes())
        retriever = self.retriever(page, options.limits, private=request.private, any_type=request.chosen)
        if request.cookie is not None:
            retriever.set_cookie(request.sitemap, request.cookie)
        name = next(self._names)
        session = SiteSession(
            name,
            request.sitemap,
            retriever,
            options,
            self._notify,
            chosen=request.chosen,
            titles=request.titles,
            seen_links=request.seen_links,
            threads=self._threads.setdefault(origin(request.sitemap), asyncio.Semaphore(THREADS_OF_SERVER)),
            searches=self.searches,
        )
        self._entries[name] = _OpenSite(session, retriever, _identity(request, page))
        await self._make_room(session)
        return session

    def retriever(self, page: ReferringPage, limits: Limits, *, private: bool, any_type: bool) -> PageRetriever:
        """Return a retriever for a page; the caller closes it."""
        browser = self.fetches, self.cookies
        return PageRetriever(page, self._networks, browser, limits, private=private, any_type=any_type)

    def page_retriever(self, name: str, limits: Limits) -> PageRetriever:
        """Return a retriever for pages of the origin for which a site was opened; the caller closes it."""
        opened = self._entries[name]
        browser, is_private = (self.fetches, self.cookies), opened.identity.audience.is_private
        page = opened.retriever.page
        return PageRetriever(page, self._networks, browser, limits, private=is_private, pages_of_site=True)

    async def get(self, name: str) -> SiteSession:
        """Return an open site, once its root file has arrived or was refused; raises UnknownSite."""
        entry = self._entries.get(name)
        if entry is None:
            raise UnknownSite(site=name)
        # Move to the end: a dict keeps the order of insertion, so this one is ordered by last use.
        self._entries[name] = self._entries.pop(name)
        await entry.session.rooted.wait()
        if self._entries.get(name) is not entry:  # closed meanwhile
            raise UnknownSite(site=name)
        await self._make_room(entry.session)  # others may have grown since they were opened
        return entry.session

    async def get_map(self, name: str) -> tuple[SiteSession, Hierarchy]:
        """Return an open site and its map; raises the reason if it has none."""
        session = await self.get(name)
        if session.hierarchy is None:
            raise session.refusal or UnknownSite(site=name)
        return session, session.hierarchy

    def view(self, name: str) -> tuple[SiteSession, View]:
        """Return an open view and its site; raises UnknownView."""
        for entry in self._entries.values():
            view = entry.session.views.get(name)
            if view is not None:
                return entry.session, view
        raise UnknownView(view=name)

    def opener(self, name: str) -> ReferringPage:
        """Return the page for which a site was opened."""
        return self._entries[name].retriever.page

    def new_view_name(self) -> str:
        """Return an unused name for a view."""
        return next(self._view_names)

    async def configure(self, name: str, changes: dict[str, Any]) -> SiteSession:
        """Change the reader's options for a site, and reload it if necessary; return it."""
        session = await self.get(name)
        if await session.configure(changes):
            return await self.reload(name, revalidate=False)
        return session

    async def reload(self, name: str, *, revalidate: bool) -> SiteSession:
        """Load a site again, with `revalidate` bypassing all caches; return it."""
        session = await self.get(name)
        self._entries[name].retriever.configure(session.options.limits, revalidate=revalidate)
        await session.reload()
        return session

    async def stop(self, name: str) -> SiteSession:
        """Stop loading a site, even before its root file has arrived; return it. Raises UnknownSite."""
        entry = self._entries.get(name)
        if entry is not None:
            await entry.session.stop()
        return await self.get(name)

    async def clear_cache(self, site: str | None) -> int | None:
        """Delete cached responses of one site or all, and forget cookies.

        Return the number of responses, None after an error.
        """
        for entry in self._entries.values():
            entry.retriever.forget_cookies()
        return await self._networks.clear_cache(site)

    async def close(self, name: str) -> None:
        """Close a site with its views; raises UnknownSite."""
        entry = self._entries.pop(name, None)
        if entry is None:
            raise UnknownSite(site=name)
        try:
            await entry.session.close()
        finally:
            await entry.retriever.close()

    async def close_all(self) -> None:
        """Close every site, and the connections."""
        for name in list(self._entries):
            await self.close(name)
        await self._networks.close()

    async def _loaded(self, load: Callable[[], object]) -> None:
        """Wait until `load` has run in a thread; afterwards return without yielding to other messages."""
        if load not in self._loading or _has_failed(self._loading[load]):
            self._loading[load] = asyncio.create_task(in_thread(load))
        # Shielded: cancelling one request must not cancel the loading for all others.
        await asyncio.shield(self._loading[load])

    async def _make_room(self, latest: SiteSession) -> None:
        while len(self._entries) > MAX_SITES or self._weight() > OPEN_BYTES:
            others = [name for name, entry in self._entries.items() if entry.session is not latest]
            if not others:
                return
            origins = Counter(self._origin(name) for name in self._entries)
            await self.close(max(others, key=lambda name: (origins[self._origin(name)], self._is_loaded(name))))

    def _origin(self, name: str) -> str:
        return origin(self._entries[name].retriever.page.url)

    def _is_loaded(self, name: str) -> bool:
        return self._entries[name].session.state != "loading"

    def _weight(self) -> int:
        return sum(entry.session.weight for entry in self._entries.values())


def _identity(request: requests.SiteOpen, page: ReferringPage) -> _SiteIdentity:
    return _SiteIdentity(request.sitemap, request.chosen, audience(page, is_private=request.private))


def _has_failed(loading: asyncio.Task[Any]) -> bool:
    return loading.done() and (loading.cancelled() or loading.exception() is not None)


def _load_formats() -> None:
    """Load the modules for maps of the reader's choice."""
    import_module("standard_sitemap.reader.sites.visited_pages")
