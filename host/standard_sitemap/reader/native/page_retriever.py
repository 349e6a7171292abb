"""Retrieval of the files of one page's sitemap: by HTTP, or through the browser where only a browser may succeed.

This module alone decides which way is used, and which sources are forbidden for both ways.
"""

from __future__ import annotations

from contextlib import suppress

from standard_sitemap.fetching.client import Fetcher, Networks
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.network_addresses import Scope, Target, is_local_name, literal_address, target
from standard_sitemap.fetching.request_headers import (
    ACCEPT_PAGE,
    ACCEPT_XML,
    Audience,
    ReferringPage,
    headers_for,
    origin,
)
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.native.browser import BrowserCookies, BrowserFetches, BrowserRequest, PageCookies, named
from standard_sitemap.refusals import FetchRefusal, HttpStatus, NoConnection, NotAllowed, PrivateAddress

# Statuses after which a browser, with its logins and windows, may succeed.
_FOR_BROWSERS = frozenset({401, 403, 407})

# The status with which servers report a missing client certificate.
_NO_CERTIFICATE = 400

# The headers that the host sets for the browser's request; the browser sets all others itself.
_PASSED_ON = frozenset({b"Accept", b"Accept-Language"})


class PageRetriever:
    """A retriever for one page: of XML, or of other documents.

    With `any_type` it retrieves all types, with `pages_of_site` pages of the page's own origin. Nothing is written to
    disk for private windows. Documents stay compressed: otherwise many files would be unpacked in memory before the
    first is read.
    """

    def __init__(
        self,
        page: ReferringPage,
        networks: Networks,
        browser: tuple[BrowserFetches, BrowserCookies],
        limits: Limits,
        *,
        private: bool,
        any_type: bool = False,
        pages_of_site: bool = False,
    ) -> None:
        self.page = page
        self._networks = networks
        self._browser, cookies = browser
        self._named = named(page, private=private)
        self.audience: Audience
        self.audience, self._network = networks.join(page, private=private)
        self._cookies = PageCookies(cookies, self._named) if page.requests_cookies else None
        self._fetcher = Fetcher(page, self._network, limits, self._cookies)
        self._xml_only = not (any_type or pages_of_site)
        self._accept = ACCEPT_PAGE if pages_of_site else ACCEPT_XML
        if pages_of_site:
            self._fetcher.stays_at = origin(page.url)

    def set_cookie(self, uri: str, cookie: str) -> None:
        """Use unrequested cookies for `uri`; ignore them for an address that may not be requested."""
        with suppress(FetchRefusal):
            if self._cookies is not None:
                self._cookies.set(self._fetcher.target(uri), cookie)

    def forget_cookies(self) -> None:
        """Request cookies again after the reader has cleared some."""
        if self._cookies is not None:
            self._cookies.clear()

    def configure(self, limits: Limits, *, revalidate: bool) -> None:
        """Fetch within other limits from now on, and validate cached responses or not."""
        self._fetcher.limits, self._fetcher.revalidates = limits, revalidate

    async def __call__(self, uri: str) -> RetrievedFile:
        """Return the document at `uri`; raises a FetchRefusal."""
        try:
            document = await self._fetcher.fetch(uri, self._accept, xml_only=self._xml_only, decodes=False)
        except HttpStatus as refusal:
            if not is_for_browsers(refusal):
                raise
            return await self._by_browser(refusal, int(refusal.params["status"]))
        except NoConnection as refusal:
            # A proxy, a name known only to the browser's resolver, or a client certificate: they look alike from here.
            return await self._by_browser(refusal, 0)
        return RetrievedFile(document.uri, document.body, document.content_type, encodings=document.encodings)

    async def _by_browser(self, refusal: FetchRefusal, status: int) -> RetrievedFile:
        """Return the browser's document from the address that refused the host, which may differ from the first one."""
        uri = str(refusal.params["uri"])
        await self._require_allowed_name(self._fetcher.target(uri))
        headers = headers_for(uri, self.page, self._accept)
        sent = [(name.decode(), value.decode()) for name, value in headers if name in _PASSED_ON]
        request = BrowserRequest(uri, sent, self._named, status)
        fetched = await self._browser.ask(request, self._fetcher.limits, self._check_hop, xml_only=self._xml_only)
        # The browser did not name the server's address, so the name is resolved here before a byte is used.
        if fetched.ip is None:
            await self._require_allowed_name(self._fetcher.target(fetched.document.uri))
        return fetched.document

    def _check_hop(self, uri: str, ip: str | None) -> None:
        """Raise a FetchRefusal unless the host itself may request `uri`, and its page may reach `ip`.

        If there may be a proxy, an address equal to the page's own is the proxy's and proves nothing.
        """
        reached = self._fetcher.target(uri)
        # `upgraded` has changed the scheme: the browser used an address that the page's TLS forbids.
        if target(uri).uri != reached.uri:
            raise NotAllowed(uri=uri, reason="a page with TLS cannot be led to an address without")
        if self._fetcher.is_proxied(uri) and reached.literal is None:
            self._require_proxied_name(reached)
        address = literal_address(ip or "")
        if address is None or self._network.allows(address):
            return
        if not self._fetcher.is_proxied(uri) or address != literal_address(self.page.ip or ""):
            raise PrivateAddress(uri=uri, address=str(address))

    async def _require_allowed_name(self, reached: Target) -> None:
        """Raise PrivateAddress if any address of the host is forbidden, since a browser may choose that one.

        Behind a proxy no name is resolved from here: only the address that the browser reports is known.
        """
        if reached.literal is not None:
            return
        if self._fetcher.is_proxied(reached.uri):
            self._require_proxied_name(reached)
        elif not await self._network.may_reach_all(reached):
            raise PrivateAddress(uri=reached.uri, address=reached.host)

    def _require_proxied_name(self, reached: Target) -> None:
        """Raise PrivateAddress for a name of the reader's own network, which browsers reach without their proxy.

        The page's own name is allowed, such as an intranet's.
        """
        if (
            self.page.scope is Scope.PUBLIC
            and is_local_name(reached.host)
            and reached.host != target(self.page.url).host
        ):
            raise PrivateAddress(uri=reached.uri, address=reached.host)

    async def close(self) -> None:
        """Close connections and cache, unless others use them."""
        await self._networks.leave(self.audience)


def is_for_browsers(refusal: HttpStatus) -> bool:
    """Return whether a request that was refused to the host may be passed to a browser."""
    status, uri = refusal.params.get("status"), str(refusal.params["uri"])
    return status in _FOR_BROWSERS or (status == _NO_CERTIFICATE and uri.startswith("https:"))
