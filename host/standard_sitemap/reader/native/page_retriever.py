"""Brings the files of one page's sitemap: by HTTP, else through the browser where only a browser can.

Which way is taken, and from where nothing is taken whoever fetched it, is decided here, once.
"""

from __future__ import annotations

from contextlib import suppress

from standard_sitemap.fetching.client import Fetcher, Networks, located
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.network import trusted_certificates
from standard_sitemap.fetching.network_addresses import Scope, Target, is_local_name, literal_address, target
from standard_sitemap.fetching.request_headers import (
    ACCEPT_PAGE,
    ACCEPT_XML,
    Audience,
    ReferringPage,
    headers_for,
    origin,
)
from standard_sitemap.model.site import Retrieved
from standard_sitemap.reader.native.browser import BrowserCookies, BrowserFetches, BrowserRequest, PageCookies, named
from standard_sitemap.refusals import FetchRefusal, HttpStatus, NoConnection, NotAllowed, PrivateAddress

__all__ = ["Networks", "PageRetriever", "located", "trusted_certificates"]

# Statuses that a browser, with its logins and its looks, may not get.
_FOR_BROWSERS = frozenset({401, 403, 407})

# How servers complain of a missing client certificate.
_NO_CERTIFICATE = 400

# The headers that the browser is to send; all others are its own business.
_PASSED_ON = frozenset({b"Accept", b"Accept-Language"})


class PageRetriever:
    """Retrieves for one page: XML, with `any_type` all else too, with `pages_of_site` pages of the page's own origin.

    For private windows nothing is left on disk.

    What is compressed stays so: of many files at a time each would be there unpacked before the first is read.
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
        """Use, unasked, what goes along to `uri`; for an address that nothing goes to this means nothing."""
        with suppress(FetchRefusal):
            if self._cookies is not None:
                self._cookies.set(self._fetcher.target(uri), cookie)

    def forget_cookies(self) -> None:
        """Ask anew which cookies go along: the reader has cleared some."""
        if self._cookies is not None:
            self._cookies.clear()

    def configure(self, limits: Limits, *, revalidate: bool) -> None:
        """From now on fetch within other limits, and have cached answers validated or not."""
        self._fetcher.limits, self._fetcher.revalidates = limits, revalidate

    async def __call__(self, uri: str) -> Retrieved:
        """The document at `uri`; raises a FetchRefusal."""
        try:
            document = await self._fetcher.fetch(uri, self._accept, xml_only=self._xml_only, decodes=False)
        except HttpStatus as refusal:
            if not is_for_browsers(refusal):
                raise
            return await self._by_browser(refusal, int(refusal.params["status"]))
        except NoConnection as refusal:
            # A proxy, a name only the browser's resolver knows, a client certificate: all look like this from here.
            return await self._by_browser(refusal, 0)
        return Retrieved(document.uri, document.body, document.content_type, encodings=document.encodings)

    async def _by_browser(self, refusal: FetchRefusal, status: int) -> Retrieved:
        """What the browser gets from the address that refused us, which need not be the one requested first."""
        uri = str(refusal.params["uri"])
        await self._require_allowed_name(self._fetcher.target(uri))
        headers = headers_for(uri, self.page, self._accept)
        sent = [(name.decode(), value.decode()) for name, value in headers if name in _PASSED_ON]
        request = BrowserRequest(uri, sent, self._named, status)
        fetched = await self._browser.ask(request, self._fetcher.limits, self._check_hop, xml_only=self._xml_only)
        # The browser did not say from where: the name is looked up from here, before a byte is used.
        if fetched.ip is None:
            await self._require_allowed_name(self._fetcher.target(fetched.document.uri))
        return fetched.document

    def _check_hop(self, uri: str, ip: str | None) -> None:
        """Raise a FetchRefusal unless the host itself might have gone there, and `ip` is where its page may lead.

        An address that is the page's own, where a proxy may stand between, is that proxy's: it says nothing.
        """
        reached = self._fetcher.target(uri)
        # `upgraded` has changed the scheme: the browser went where the page's TLS does not allow.
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
        """Raise PrivateAddress where any address of its host is forbidden: a browser may choose that one.

        Behind a proxy no name is looked up from here: there the address that the browser names is all that is known.
        """
        if reached.literal is not None:
            return
        if self._fetcher.is_proxied(reached.uri):
            self._require_proxied_name(reached)
        elif not await self._network.may_reach_all(reached):
            raise PrivateAddress(uri=reached.uri, address=reached.host)

    def _require_proxied_name(self, reached: Target) -> None:
        """Raise PrivateAddress for a name of the reader's own network, to which browsers go without their proxy.

        The page's own it may be, as an intranet's.
        """
        if (
            self.page.scope is Scope.PUBLIC
            and is_local_name(reached.host)
            and reached.host != target(self.page.url).host
        ):
            raise PrivateAddress(uri=reached.uri, address=reached.host)

    async def close(self) -> None:
        """Close connections and cache, where no other uses them."""
        await self._networks.leave(self.audience)


def is_for_browsers(refusal: HttpStatus) -> bool:
    """Whether a browser may be given what was refused to us."""
    status, uri = refusal.params.get("status"), str(refusal.params["uri"])
    return status in _FOR_BROWSERS or (status == _NO_CERTIFICATE and uri.startswith("https:"))
