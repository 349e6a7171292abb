"""Fetches documents over HTTP as the page they belong to was fetched, within limits.

One `Fetcher` serves one page's sitemap. Never decides what to fetch, never parses what came.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import httpx

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.addresses import Address, Target, may_reach, page_scope, target, upgraded
from standard_sitemap.fetching.bodies import decode, media_type
from standard_sitemap.fetching.cache_store import CacheStore, cache_folder
from standard_sitemap.fetching.connections import Resolver, Turns, system_addresses
from standard_sitemap.fetching.http_cache import Answer, HttpCache
from standard_sitemap.fetching.limits import DEFAULTS, SILENCE_SECONDS, Limits
from standard_sitemap.fetching.network import Network
from standard_sitemap.fetching.request_headers import ACCEPT_XML, Page, headers_for, origin, policy_in
from standard_sitemap.model.encodings import is_xml
from standard_sitemap.refusals import (
    BadUrl,
    HttpStatus,
    NotFound,
    PrivateAddress,
    TimedOut,
    TooManyRedirects,
    WrongType,
)

_REDIRECTS = frozenset({301, 302, 303, 307, 308})

_DECODED_AT_ONCE_BYTES = 16_384
"""Greater bodies are decoded beside the messages."""

Cookies = Callable[[Target], Awaitable[str | None]]
"""Which cookies go along to a target, as the browser says."""


@dataclass(frozen=True)
class Fetched:
    """A document as it came: final URI, decoded bytes, label and response headers."""

    uri: str
    body: bytes
    content_type: str | None
    headers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Policy:
    """What a network may do: reach any address (the reader asked for it), keep answers in `store`, in whose turns."""

    any_address: bool = False
    store: CacheStore | None = None
    resolver: Resolver = system_addresses
    turns: Turns | None = None


def network_for(page: Page, policy: Policy) -> Network:
    """A network for pages like this one."""
    scope = page_scope(page.url, page.ip)

    def allows(address: Address) -> bool:
        return policy.any_address or may_reach(scope, address)

    # Each page's origin has its own part of the cache, as in browsers: a public page must not get at what a page of the
    # reader's own network was allowed to fetch, nor learn what other sites the reader visits.
    kept = HttpCache(policy.store, f"{origin(page.url)} {scope.value}") if policy.store is not None else None
    return Network(allows, policy.resolver, kept, policy.turns)


class Fetcher:
    """Fetches for one page, by a network that is not its own."""

    def __init__(
        self,
        page: Page,
        network: Network,
        limits: Limits = DEFAULTS,
        cookies: Cookies | None = None,
    ) -> None:
        self.limits = limits
        self.revalidates = False
        self.takes_error_pages = False
        self.error: NotFound | HttpStatus | None = None
        self.sent_cookies = False
        self._page = page
        self._network = network
        self._cookies = cookies

    async def fetch_xml(self, uri: str) -> Fetched:
        """The XML document at `uri`; raises a FetchRefusal."""
        return await self.fetch(uri, ACCEPT_XML, xml_only=True)

    async def fetch(self, uri: str, accept: str, *, xml_only: bool = False) -> Fetched:
        """The document at `uri`, whatever its type unless `xml_only`; raises a FetchRefusal."""
        try:
            async with asyncio.timeout(self.limits.request_seconds):
                return await self._follow(uri, accept, xml_only)
        except TimeoutError as error:
            raise TimedOut(uri=uri, seconds=int(self.limits.request_seconds)) from error
        except httpx.TimeoutException as error:
            raise TimedOut(uri=uri, seconds=int(SILENCE_SECONDS)) from error
        except PrivateAddress as error:
            raise PrivateAddress(**{**error.params, "uri": uri}) from error
        except httpx.InvalidURL as error:
            raise BadUrl(uri=uri) from error

    async def _follow(self, uri: str, accept: str, xml_only: bool) -> Fetched:
        here, policy = self.target(uri), None
        for _ in range(self.limits.redirects + 1):
            headers = headers_for(here.uri, self._page, accept, await self._cookie(here), policy)
            self.sent_cookies |= any(name == b"Cookie" for name, _ in headers)
            answer = await self._network.answer(
                here, headers, self.limits, xml_only=xml_only, revalidate=self.revalidates
            )
            onward = answer.field("location") if answer.status in _REDIRECTS else None
            if onward is None:
                return await self._document(answer, here.uri, xml_only)
            policy = policy_in(answer.field("referrer-policy")) or policy
            here = self.target(onward, here.uri)
        raise TooManyRedirects(uri=uri, limit=self.limits.redirects)

    def target(self, uri: str, base: str | None = None) -> Target:
        """Where a request for `uri` goes; raises BadUrl, NotAllowed, and PrivateAddress for a forbidden address."""
        found = upgraded(target(uri, base), self._page.url)
        if found.literal is not None and not self._network.allows(found.literal):
            raise PrivateAddress(uri=uri, address=str(found.literal))
        return found

    async def _cookie(self, here: Target) -> str | None:
        return await self._cookies(here) if self._cookies is not None else None

    async def _document(self, answer: Answer, uri: str, xml_only: bool) -> Fetched:
        content_type = answer.field("content-type")
        try:
            require_success(answer.status, uri)
        except (NotFound, HttpStatus) as error:
            if not self.takes_error_pages:
                raise
            self.error = error
        if xml_only:
            require_xml(content_type, uri)
        raw = answer.body or b""
        encodings = answer.field("content-encoding")
        if not encodings:
            body = raw
        elif len(raw) <= _DECODED_AT_ONCE_BYTES:
            body = decode(raw, encodings, uri, self.limits)
        else:
            body = await asyncio.to_thread(decode, raw, encodings, uri, self.limits)
        return Fetched(uri, body, content_type, answer.fields)


def require_success(status: int, uri: str) -> None:
    """Raise NotFound or HttpStatus unless `status` is a success that brings a document."""
    if status in {404, 410}:
        raise NotFound(uri=uri, status=status)
    if not 200 <= status < 300 or status in {204, 205, 206}:
        raise HttpStatus(uri=uri, status=status)


def require_xml(content_type: str | None, uri: str) -> None:
    """Raise WrongType, naming the type, unless the label says XML (D3)."""
    if not is_xml(content_type):
        raise WrongType(uri=uri, type=media_type(content_type) or "nothing at all")


Jar = tuple[bool, str]
"""What never goes over to another: private windows from the others, containers from each other."""

Name = tuple[Jar, str, str]
"""Of a network: its jar, and the origin and scope of its pages."""


class Networks:
    """Hands out networks, the same one for the same conditions, and closes those that nobody uses."""

    def __init__(self) -> None:
        self._networks: dict[Name, Network] = {}
        self._users: dict[Name, int] = {}
        self._stores: dict[Jar, CacheStore | None] = {}
        self._turns = Turns()

    def join(self, page: Page, *, private: bool) -> tuple[Name, Network]:
        """The network for a page, and the name to leave it by."""
        jar = (private, page.container)
        name = (jar, origin(page.url), page_scope(page.url, page.ip).value)
        if name not in self._networks:
            self._networks[name] = network_for(page, Policy(store=self._store(jar), turns=self._turns))
        self._users[name] = self._users.get(name, 0) + 1
        return name, self._networks[name]

    async def leave(self, name: Name) -> None:
        """Close a network that no other uses."""
        self._users[name] -= 1
        if self._users[name]:
            return
        del self._users[name]
        await self._networks.pop(name).close()
        jar = name[0]
        if _is_in_memory(jar) and all(other[0] != jar for other in self._networks):
            await self._close_store(jar)

    async def close(self) -> None:
        """Close everything."""
        for name in list(self._networks):
            await self._networks.pop(name).close()
        for jar in list(self._stores):
            await self._close_store(jar)

    def _store(self, jar: Jar) -> CacheStore | None:
        if jar not in self._stores:
            self._stores[jar] = _made(jar)
        return self._stores[jar]

    async def _close_store(self, jar: Jar) -> None:
        store = self._stores.pop(jar, None)
        if store is not None:
            await store.close()


def _is_in_memory(jar: Jar) -> bool:
    return jar != (False, "")


def _made(jar: Jar) -> CacheStore | None:
    if _is_in_memory(jar):
        return CacheStore(None, limits.MEMORY_CACHE_BYTES)
    folder = cache_folder()
    return CacheStore(folder, limits.CACHE_BYTES) if folder is not None else None
