"""All open sites of one browser, by name: who may share one, and how many there may be.

A sitemap is opened once for all pages that may see what came for one of them, and again for all others: private
windows, other containers, pages of other origins where cookies went along or the browser fetched.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from standard_sitemap.fetching.limits import OPEN_ELEMENTS, Limits
from standard_sitemap.fetching.request_headers import Page, tuples
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.native.browser import BrowserCookies, BrowserFetches
from standard_sitemap.protocol import requests
from standard_sitemap.refusals import UnknownSite, UnknownView
from standard_sitemap.sites.open_views import Notify
from standard_sitemap.sites.session import Options, SiteSession
from standard_sitemap.views.view import View

if TYPE_CHECKING:
    from standard_sitemap.native.retrieving import Networks, Retriever

MAX_SITES = 32
"""Open at a time; each keeps its map in memory. The one used longest ago makes room."""


class _Entry(NamedTuple):
    """An open site, and what it was opened as."""

    session: SiteSession
    retriever: Retriever
    sitemap: str
    private: bool
    chosen: bool


class Sessions:
    """Everything that is open for one browser."""

    def __init__(self, notify: Notify) -> None:
        self.fetches = BrowserFetches(notify)
        self.cookies = BrowserCookies(notify)
        self._notify = notify
        self._networks: Networks | None = None
        self._entries: dict[str, _Entry] = {}  # the one used last at the end
        self._names = (f"s{number}" for number in count(1))
        self._view_names = (f"v{number}" for number in count(1))

    def find(self, request: requests.SiteOpen) -> SiteSession | None:
        """The open site that a request may share; None where it needs one of its own."""
        page = _page(request.page)
        for entry in self._entries.values():
            is_same = (entry.sitemap, entry.private, entry.chosen) == (request.sitemap, request.private, request.chosen)
            if is_same and entry.retriever.may_share_with(page):
                return entry.session
        return None

    async def open(self, request: requests.SiteOpen) -> SiteSession:
        """A new site, for which another makes room where all together are too many, or too much."""
        options = Options(**request.options.changes())
        retriever = self.retriever(request, options.limits, any_type=request.chosen)
        if request.cookie is not None:
            retriever.take_cookie(request.sitemap, request.cookie)
        name = next(self._names)
        session = SiteSession(
            name, request.sitemap, retriever, options, self._notify, chosen=request.chosen, titles=request.titles
        )
        self._entries[name] = _Entry(session, retriever, request.sitemap, request.private, request.chosen)
        await self._make_room(session)
        return session

    def retriever(self, request: requests.SiteOpen | requests.Suggest, limits: Limits, *, any_type: bool) -> Retriever:
        """What fetches for the page of a request; whoever has it closes it."""
        # Loads the HTTP client, without which everything else can be answered.
        from standard_sitemap.native.retrieving import Networks, Retriever

        self._networks = self._networks or Networks()
        browser = self.fetches, self.cookies
        page = _page(request.page)
        return Retriever(page, self._networks, browser, limits, private=request.private, any_type=any_type)

    async def get(self, name: str) -> SiteSession:
        """The open site of that name, once its root file is there or refused; raises UnknownSite."""
        entry = self._entries.get(name)
        if entry is None:
            raise UnknownSite(site=name)
        self._entries[name] = self._entries.pop(name)
        await entry.session.rooted.wait()
        if self._entries.get(name) is not entry:  # closed meanwhile
            raise UnknownSite(site=name)
        return entry.session

    async def get_map(self, name: str) -> tuple[SiteSession, Hierarchy]:
        """The open site of that name, and its map; raises why there is none."""
        session = await self.get(name)
        if session.hierarchy is None:
            raise session.refusal or UnknownSite(site=name)
        return session, session.hierarchy

    def view(self, name: str) -> tuple[SiteSession, View]:
        """The open view of that name, and its site; raises UnknownView."""
        for entry in self._entries.values():
            view = entry.session.views.get(name)
            if view is not None:
                return entry.session, view
        raise UnknownView(view=name)

    def new_view_name(self) -> str:
        """A name that no view has had."""
        return next(self._view_names)

    async def reload(self, name: str, *, revalidate: bool) -> SiteSession:
        """The site of that name, fetched anew; with `revalidate` past all caches."""
        session = await self.get(name)
        self._entries[name].retriever.begin(session.options.limits, revalidate=revalidate)
        await session.reload()
        return session

    async def close(self, name: str) -> None:
        """Close a site with its views; raises UnknownSite."""
        entry = self._entries.pop(name, None)
        if entry is None:
            raise UnknownSite(site=name)
        await entry.session.close()
        await entry.retriever.close()

    async def close_all(self) -> None:
        """Close every site, and the connections."""
        for name in list(self._entries):
            await self.close(name)
        if self._networks is not None:
            await self._networks.close()

    async def _make_room(self, latest: SiteSession) -> None:
        while len(self._entries) > MAX_SITES or self._elements() > OPEN_ELEMENTS:
            oldest = next((name for name, entry in self._entries.items() if entry.session is not latest), None)
            if oldest is None:
                return
            await self.close(oldest)

    def _elements(self) -> int:
        return sum(entry.session.elements for entry in self._entries.values())


def _page(page: requests.PageForHost) -> Page:
    """The page, as fetching knows it."""
    return Page(page.url, page.ip, tuples(page.headers), page.referrer_policy, page.container, page.cookies)
