"""Brings the files of one page's sitemap: by HTTP, else through the browser where only a browser can."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from standard_sitemap.fetching.addresses import Scope, may_reach_scopes, page_scope
from standard_sitemap.fetching.client import Fetcher, Networks
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.network import trusted_certificates
from standard_sitemap.fetching.request_headers import ACCEPT_XML, Page, headers_for, origin
from standard_sitemap.model.site import Retrieved
from standard_sitemap.native.browser import BrowserCookies, BrowserFetches, PageCookies, Wanted, named
from standard_sitemap.refusals import FetchRefusal, HttpStatus, NoConnection, PrivateAddress

if TYPE_CHECKING:
    pass


_FOR_BROWSERS = frozenset({401, 403, 407})
"""Statuses that a browser, with its logins and its looks, may not get."""

_NO_CERTIFICATE = 400
"""How servers complain of a missing client certificate."""

_ASKED_WITH = frozenset({b"Accept", b"Accept-Language"})

__all__ = ["Networks", "Retriever", "trusted_certificates"]


class Retriever:
    """Retrieves for one page: XML, with `any_type` all else too. For private windows nothing is left on disk."""

    def __init__(
        self,
        page: Page,
        networks: Networks,
        browser: tuple[BrowserFetches, BrowserCookies],
        limits: Limits,
        *,
        private: bool,
        any_type: bool = False,
    ) -> None:
        self.page = page
        self._networks = networks
        self._browser, cookies = browser
        self._named = named(page, private=private)
        self._name, self._network = networks.join(page, private=private)
        self._cookies = PageCookies(cookies, self._named) if page.asks_cookies else None
        self._fetcher = Fetcher(page, self._network, limits, self._cookies)
        self._xml_only = not any_type
        self._went_by_browser = False

    def take_cookie(self, uri: str, cookie: str) -> None:
        """Take in, unasked, what goes along to `uri`; for an address that nothing goes to this means nothing."""
        with suppress(FetchRefusal):
            if self._cookies is not None:
                self._cookies.take(self._fetcher.target(uri), cookie)

    def begin(self, limits: Limits, *, revalidate: bool) -> None:
        """From now on fetch within other limits, and have kept answers validated or not."""
        self._fetcher.limits, self._fetcher.revalidates = limits, revalidate

    @property
    def depends_on_its_page(self) -> bool:
        """Whether what came could be another's to see: cookies went along, or the browser fetched."""
        return self._fetcher.sent_cookies or self._went_by_browser

    @property
    def reached(self) -> frozenset[Scope]:
        """The scopes of the addresses that were connected to."""
        return frozenset(self._network.reached)

    async def __call__(self, uri: str) -> Retrieved:
        """The document at `uri`; raises a FetchRefusal."""
        try:
            fetched = await self._fetcher.fetch(uri, ACCEPT_XML, xml_only=self._xml_only)
        except HttpStatus as refusal:
            if not is_for_browsers(refusal):
                raise
            return await self._by_browser(refusal, int(refusal.params["status"]))
        except NoConnection as refusal:
            # A proxy, a name only the browser's resolver knows, a client certificate: all look like this from here.
            return await self._by_browser(refusal, 0)
        return Retrieved(fetched.uri, fetched.body, fetched.content_type)

    async def _by_browser(self, refusal: FetchRefusal, status: int) -> Retrieved:
        """What the browser gets from the address that refused us, which need not be the one asked for first."""
        uri = str(refusal.params["uri"])
        await self._guard(uri)
        asked = [(name.decode(), value.decode()) for name, value in headers_for(uri, self.page) if name in _ASKED_WITH]
        self._went_by_browser = True
        came = await self._browser.ask(
            Wanted(uri, asked, self._named, status), self._fetcher.limits, xml_only=self._xml_only
        )
        await self._guard(came.uri)
        return came

    async def _guard(self, uri: str) -> None:
        """Raise PrivateAddress where any address of its host is forbidden: a browser may choose that one."""
        found = self._fetcher.target(uri)
        if not await self._network.may_reach_all(found):
            raise PrivateAddress(uri=uri, address=found.host)

    def may_share_with(self, page: Page) -> bool:
        """Whether another page may be shown what came for this one: its own kind, or what any page is answered like."""
        if self.page.container != page.container:
            return False
        scope = page_scope(page.url, page.ip)
        if origin(self.page.url) == origin(page.url) and page_scope(self.page.url, self.page.ip) is scope:
            return True
        return not self.depends_on_its_page and may_reach_scopes(scope, self.reached)

    async def close(self) -> None:
        """Close connections and cache, where no other uses them."""
        await self._networks.leave(self._name)


def is_for_browsers(refusal: HttpStatus) -> bool:
    """Whether a browser may be given what was refused to us."""
    status, uri = refusal.params.get("status"), str(refusal.params["uri"])
    return status in _FOR_BROWSERS or (status == _NO_CERTIFICATE and uri.startswith("https:"))
