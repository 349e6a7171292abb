"""Fetching documents over HTTP in the same way as the page they belong to, within limits.

A `Fetcher` serves one page's sitemap over a network that it shares with pages of the same audience. Never decides which
documents to fetch, never parses a response.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import httpcore

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.bodies import RetrievedDocument, require_success, require_xml
from standard_sitemap.fetching.cache_store import CacheStore, cache_folder, cache_place
from standard_sitemap.fetching.crawl_folders import clear_crawls
from standard_sitemap.fetching.decoding import decode_beside
from standard_sitemap.fetching.http_cache import Answer, HttpCache
from standard_sitemap.fetching.limits import DEFAULTS, SILENCE_SECONDS, Limits
from standard_sitemap.fetching.look_ups import Resolver, system_addresses
from standard_sitemap.fetching.network import ExpectedType, HostLimiter, Network
from standard_sitemap.fetching.network_addresses import (
    Address,
    Reach,
    Route,
    Scope,
    Target,
    is_localhost,
    literal_address,
    may_reach,
    named_scope,
    reach,
    scope_of,
    target,
    upgraded,
)
from standard_sitemap.fetching.proxy_settings import are_settings_fresh, read_settings, system_proxy
from standard_sitemap.fetching.request_headers import Audience, ReferringPage, audience, headers_for, origin, policy_in
from standard_sitemap.refusals import (
    FetchRefusal,
    HttpStatus,
    NoConnection,
    OtherSite,
    PrivateAddress,
    Refusal,
    TimedOut,
    TooManyRedirects,
    Unreachable,
)

if TYPE_CHECKING:
    from standard_sitemap.fetching.credentials import Credentials

_LOG = logging.getLogger("standard-sitemap-host")

# Redirects with one target (RFC 9110, 15.4): not 300, which has several, nor 304, which has none.
_REDIRECTS = frozenset({301, 302, 303, 307, 308})

# Returns the cookies for a target, as the browser supplies them.
Cookies = Callable[[Target], Awaitable[str | None]]


@dataclass(frozen=True)
class Policy:
    """The policy of a network: the addresses it may reach, the cache for responses, and the limiter of requests.

    With `any_address`, it may reach any address; otherwise the addresses of `reach`, or else the addresses that its
    page may reach.
    """

    any_address: bool = False
    reach: Reach | None = None
    store: CacheStore | None = None
    resolver: Resolver = system_addresses
    limiter: HostLimiter | None = None


def network_for(page: ReferringPage, policy: Policy) -> Network:
    """Return a network for pages like this one."""
    scope = page.scope

    def allows(address: Address) -> bool:
        if policy.reach is not None:
            return policy.reach.allows(address)
        return policy.any_address or may_reach(scope, address)

    # Each page's origin has its own partition of the cache, as in browsers. A public page must not receive a response
    # fetched for a page of the reader's own network, nor learn which other sites the reader visits.
    partition = audience(page, is_private=False).partition
    cache = HttpCache(policy.store, partition, page.url) if policy.store is not None else None
    return Network(allows, policy.resolver, cache, policy.limiter)


async def reach_of(named: Iterable[str], resolver: Resolver) -> Reach:
    """Return the reach of a command whose user named these addresses, on the web or on disk."""
    return reach([await _addresses_of(uri, resolver) for uri in named])


async def _addresses_of(uri: str, resolver: Resolver) -> list[Address]:
    try:
        server = target(uri)
        # `localhost` is looked up: a server of this machine may listen on 127.0.0.1, on ::1, or on both.
        if server.literal is not None and not is_localhost(server.host):
            return [server.literal]
        async with asyncio.timeout(limits.CONNECT_SECONDS):
            texts = await resolver(server.host, server.port)
    except (FetchRefusal, OSError):
        return []
    return [address for text in texts if (address := literal_address(text)) is not None]


async def located(page: ReferringPage, resolver: Resolver = system_addresses) -> ReferringPage:
    """Return the page with the host's own knowledge of its address and route.

    A page counts as local only if its own number or name is local for the host, too. A name is looked up only if the
    browser connected to it directly. Otherwise the query would bypass the proxy, and a hostile name server could pass a
    proxy's address off as the page's.
    """
    ip = literal_address(page.ip or "")
    if page.route is Route.SYSTEM:
        if not are_settings_fresh():
            await asyncio.to_thread(read_settings)
        if system_proxy(page.url):
            return replace(page, route=Route.PROXY)
    if ip is None or scope_of(ip) is Scope.PUBLIC or named_scope(page.url) is not None:
        return page
    if page.route is not Route.DIRECT:
        # The name has an address in the reader's own network: an intranet's, or a proxy's that the settings lack.
        return replace(page, route=Route.UNKNOWN) if page.route is Route.SYSTEM else page
    return replace(page, looked_up=await _scope_by_name(page.url, scope_of(ip), resolver))


async def _scope_by_name(url: str, claimed: Scope, resolver: Resolver) -> Scope | None:
    """Return the scope that the browser claims, if all addresses that the host finds for the name have it."""
    try:
        named = target(url)
        async with asyncio.timeout(limits.CONNECT_SECONDS):
            resolved = await resolver(named.host, named.port)
    except (FetchRefusal, OSError):
        return None
    addresses = [literal_address(each) for each in resolved]
    return claimed if addresses and all(each and scope_of(each) is claimed for each in addresses) else None


class Fetcher:
    """A fetcher for one page, over a shared network."""

    def __init__(
        self,
        page: ReferringPage,
        network: Network,
        limits: Limits = DEFAULTS,
        cookies: Cookies | None = None,
    ) -> None:
        self.limits = limits
        self.revalidates = False
        self.accepts_error_pages = False
        self.error: HttpStatus | None = None
        self.stays_at: str | None = None  # the only origin that requests may go to
        self.credentials: Credentials | None = None
        self._page = page
        self._network = network
        self._cookies = cookies

    async def fetch(self, uri: str, accept: str, *, xml_only: bool = False, decodes: bool = True) -> RetrievedDocument:
        """Return the document at `uri`, of any type unless `xml_only`; raises a FetchRefusal."""
        try:
            # The time limit is for all redirects together: a limit for each redirect would multiply it.
            async with asyncio.timeout(self.limits.request_seconds):
                document = await self._follow(uri, accept, xml_only)
                return await self._decoded(document) if decodes and document.encodings else document
        except TimeoutError as error:
            raise TimedOut(uri=uri, seconds=int(self.limits.request_seconds)) from error
        except httpcore.TimeoutException as error:
            raise TimedOut(uri=uri, seconds=int(SILENCE_SECONDS)) from error
        except PrivateAddress as error:
            # With the requested address, because the guard below knows hosts only.
            raise PrivateAddress(**{**error.params, "uri": uri}) from error
        except Refusal:
            raise
        except Exception as error:
            # The outermost loop of one file: a bug costs that file, and no load waits forever.
            _LOG.exception("a bug in the fetching of a file")
            raise Unreachable(uri=uri, reason=f"an unexpected {type(error).__name__}") from error

    async def _follow(self, uri: str, accept: str, xml_only: bool) -> RetrievedDocument:
        here, policy = self.target(uri), None
        met: set[str] = set()
        expected: ExpectedType = "xml" if xml_only else "anything" if self.accepts_error_pages else "documents"
        while len(met) <= self.limits.redirects and here.uri not in met:
            met.add(here.uri)
            if self.is_proxied(here.uri):
                raise NoConnection(uri=here.uri, reason="only the browser knows the way of its page")
            headers = headers_for(here.uri, self._page, accept, await self._cookie(here), policy)
            if self.credentials is not None:
                headers = self.credentials.added(headers, here.uri)
            answer = await self._network.answer(
                here, headers, self.limits, expected=expected, revalidate=self.revalidates
            )
            # A redirect without a Location leads nowhere, and counts as its status (RFC 9110, 15.4).
            onward = answer.field("location") if answer.status in _REDIRECTS else None
            if onward is None:
                return await self._document(answer, here.uri, xml_only)
            # Fetch's “set request's referrer policy on redirect”: the policy of a hop applies to all later hops.
            policy = policy_in(answer.field("referrer-policy")) or policy
            here = self.target(onward, here.uri)
        # Cookies in responses are not kept, so an address that repeats would repeat without end.
        raise TooManyRedirects(uri=uri, limit=self.limits.redirects)

    def is_proxied(self, uri: str) -> bool:
        """Return whether the browser uses, or may use, a proxy for `uri`; the host then looks up no name."""
        if self._page.route is Route.SYSTEM:
            return system_proxy(uri)
        return self._page.route is not Route.DIRECT

    def target(self, uri: str, base: str | None = None) -> Target:
        """Return the target of a request for `uri`.

        Raises BadUrl, NotAllowed, and PrivateAddress for a forbidden address.
        """
        # As browsers do for resources of a page with TLS: mixed content is upgraded, never fetched unencrypted.
        address = upgraded(target(uri, base), self._page.url)
        if address.literal is not None and not self._network.allows(address.literal):
            raise PrivateAddress(uri=uri, address=str(address.literal))
        if self.stays_at is not None and origin(address.uri) != self.stays_at:
            raise OtherSite(uri=address.uri, reason="it is of another site")
        return address

    async def _cookie(self, here: Target) -> str | None:
        return await self._cookies(here) if self._cookies is not None else None

    async def _document(self, answer: Answer, uri: str, xml_only: bool) -> RetrievedDocument:
        content_type = answer.field("content-type")
        try:
            require_success(answer.status, uri)
        except HttpStatus as error:
            error.retry_after = answer.field("retry-after")
            if not self.accepts_error_pages:
                raise
            self.error = error
        if xml_only:
            require_xml(content_type, uri)
        encodings = answer.field("content-encoding") or ""
        return RetrievedDocument(uri, answer.body or b"", content_type, answer.fields, encodings)

    async def _decoded(self, document: RetrievedDocument) -> RetrievedDocument:
        body = await decode_beside(document.body, document.encodings, document.uri, self.limits)
        return document._replace(body=body, encodings="")


# A cookie jar whose cookies and responses never pass to another: private windows and each container have their own.
Jar = tuple[bool, str]

_DISK_JAR: Jar = (False, "")


class Networks:
    """Networks shared by audience; unused ones are closed."""

    def __init__(self) -> None:
        self._networks: dict[Audience, Network] = {}
        self._users: dict[Audience, int] = {}
        self._stores: dict[Jar, CacheStore | None] = {}
        self._limiter = HostLimiter()

    def join(self, page: ReferringPage, *, private: bool) -> tuple[Audience, Network]:
        """Return the network for a page, and its audience, which `leave` needs."""
        group = audience(page, is_private=private)
        if group not in self._networks:
            self._networks[group] = network_for(page, Policy(store=self._store(_jar(group)), limiter=self._limiter))
        self._users[group] = self._users.get(group, 0) + 1
        return group, self._networks[group]

    async def leave(self, group: Audience) -> None:
        """Close a network without users."""
        self._users[group] -= 1
        if self._users[group]:
            return
        del self._users[group]
        network = self._networks.pop(group, None)
        if network is not None:  # at the browser's exit, a cancelled request leaves after everything was closed
            await network.close()
        jar = _jar(group)
        # The cache of a private window or a container ends with its last page.
        if jar != _DISK_JAR and all(_jar(other) != jar for other in self._networks):
            await self._close_store(jar)

    async def close(self) -> None:
        """Close everything."""
        for group in list(self._networks):
            await self._networks.pop(group).close()
        for jar in list(self._stores):
            await self._close_store(jar)

    async def clear_cache(self, site: str | None = None) -> int | None:
        """Delete all responses and crawled pages, or those fetched from a site and for its pages.

        Return their number, None after an error.
        """
        self._store(_DISK_JAR)
        removed: int | None = 0
        for store in [store for store in self._stores.values() if store is not None]:
            count = await store.clear(site)
            removed = None if removed is None or count is None else removed + count
        crawled = await asyncio.to_thread(clear_crawls, cache_place(), site)
        return None if removed is None else removed + crawled

    def _store(self, jar: Jar) -> CacheStore | None:
        if jar not in self._stores:
            self._stores[jar] = _new_store(jar)
        return self._stores[jar]

    async def _close_store(self, jar: Jar) -> None:
        store = self._stores.pop(jar, None)
        if store is not None:
            await store.close()


def _jar(group: Audience) -> Jar:
    return group.is_private, group.container


def _new_store(jar: Jar) -> CacheStore | None:
    if jar != _DISK_JAR:
        return CacheStore(None, limits.MEMORY_CACHE_BYTES)
    folder = cache_folder()
    return CacheStore(folder, limits.CACHE_BYTES) if folder is not None else None
