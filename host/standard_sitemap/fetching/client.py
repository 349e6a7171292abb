"""Fetches documents over HTTP as the page they belong to was fetched, within limits.

One `Fetcher` serves one page's sitemap. Never decides what to fetch, never parses what came.
"""

import asyncio
import hashlib
import ssl
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.addresses import Address, may_reach, page_scope
from standard_sitemap.fetching.backend import GuardedBackend, Resolver, system_addresses
from standard_sitemap.fetching.content_types import is_xml, media_type
from standard_sitemap.fetching.decoding import decode
from standard_sitemap.fetching.request_headers import ACCEPT_XML, Page, headers_for, origin
from standard_sitemap.refusals import (
    BadUrl,
    HttpStatus,
    NotFound,
    PrivateAddress,
    TimedOut,
    TooLarge,
    TooManyRedirects,
    Unreachable,
    WrongType,
)

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True)
class Fetched:
    """A document as it came: final URI, decoded bytes, label and response headers."""

    uri: str
    body: bytes
    content_type: str | None
    headers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Policy:
    """What a fetcher may do: reach any address (the reader asked for it), keep a cache in `cache_dir`."""

    any_address: bool = False
    cache_dir: Path | None = None
    resolver: Resolver = system_addresses


class Fetcher:
    """Fetches for one page; an async context manager that closes its connections."""

    def __init__(self, page: Page, policy: Policy) -> None:
        self._page = page
        self._scope = page_scope(page.url, page.ip)
        self._any_address = policy.any_address
        transport: httpx.AsyncBaseTransport = _GuardedTransport(GuardedBackend(self._allows, policy.resolver))
        if policy.cache_dir is not None:
            transport = _cached(transport, policy.cache_dir)
        self._client = httpx.AsyncClient(
            transport=transport,
            follow_redirects=False,
            timeout=httpx.Timeout(limits.SILENCE_SECONDS, connect=limits.CONNECT_SECONDS),
        )
        self._client.headers.clear()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections and the cache."""
        await self._client.aclose()

    def _allows(self, address: Address) -> bool:
        return self._any_address or may_reach(self._scope, address)

    async def fetch_xml(self, uri: str) -> Fetched:
        """The XML document at `uri`; raises a FetchRefusal."""
        return await self.fetch(uri, ACCEPT_XML, xml_only=True)

    async def fetch(self, uri: str, accept: str, *, xml_only: bool = False) -> Fetched:
        """The document at `uri`, whatever its type unless `xml_only`; raises a FetchRefusal."""
        try:
            async with asyncio.timeout(limits.FILE_SECONDS):
                return await self._follow(uri, accept, xml_only)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise TimedOut(uri=uri, seconds=int(limits.FILE_SECONDS)) from error
        except PrivateAddress as error:
            raise PrivateAddress(**{**error.params, "uri": uri}) from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise BadUrl(uri=uri) from error
        except httpx.HTTPError as error:
            raise Unreachable(uri=uri, reason=str(error) or type(error).__name__) from error

    async def _follow(self, uri: str, accept: str, xml_only: bool) -> Fetched:
        here = uri
        for _ in range(limits.REDIRECTS + 1):
            _require_http(here)
            request = self._client.build_request(
                "GET", here, headers=headers_for(here, self._page, accept), extensions=self._cache_part(here)
            )
            response = await self._client.send(request, stream=True)
            try:
                if response.status_code not in _REDIRECTS:
                    return await _document(response, here, xml_only)
                here = urljoin(here, response.headers.get("location", ""))
            finally:
                await response.aclose()
        raise TooManyRedirects(uri=uri, limit=limits.REDIRECTS)

    def _cache_part(self, uri: str) -> dict[str, object]:
        # Each page's origin has its own part of the cache, as in browsers: a public page must not get at what a page of
        # the reader's own network was allowed to fetch, nor learn what other sites the reader visits.
        identity = f"{origin(self._page.url)} {uri}"
        return {"caching": {"key": hashlib.sha256(identity.encode()).hexdigest()}}


def _require_http(uri: str) -> None:
    parts = urlsplit(uri)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise BadUrl(uri=uri)


async def _document(response: httpx.Response, uri: str, xml_only: bool) -> Fetched:
    content_type = response.headers.get("content-type")
    require_success(response.status_code, uri)
    if xml_only:
        require_xml(content_type, uri)
    raw = await _raw_body(response, uri)
    encodings = response.headers.get("content-encoding", "")
    body = await asyncio.to_thread(decode, raw, encodings, uri) if encodings else raw
    return Fetched(uri, body, content_type, tuple(response.headers.multi_items()))


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


async def _raw_body(response: httpx.Response, uri: str) -> bytes:
    whole = bytearray()
    async for part in response.aiter_raw():
        whole += part
        if len(whole) > limits.FILE_BYTES:
            raise TooLarge(uri=uri, limit=limits.FILE_BYTES)
    return bytes(whole)


class _GuardedTransport(httpx.AsyncHTTPTransport):
    """httpx's own transport over a pool that connects through a GuardedBackend.

    Proxies named in the environment are not used: behind one the address could not be checked.
    """

    def __init__(self, backend: GuardedBackend) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=_trusted_certificates(),
            max_connections=limits.CONCURRENCY,
            http2=True,
            network_backend=backend,
        )


def _trusted_certificates() -> ssl.SSLContext:
    """The operating system's certificates; where it has none, those that come with httpx."""
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"] and not _has_certificate_folder():
        return httpx.create_ssl_context()
    return context


def _has_certificate_folder() -> bool:
    folder = ssl.get_default_verify_paths().capath
    return folder is not None and any(Path(folder).iterdir())


def _cached(transport: httpx.AsyncBaseTransport, folder: Path) -> httpx.AsyncBaseTransport:
    from hishel import AsyncSqliteStorage
    from hishel.httpx import AsyncCacheTransport

    storage = AsyncSqliteStorage(
        database_path=folder / "http.db", max_size=limits.CACHE_BYTES, max_stream_size=limits.CACHE_FILE_BYTES
    )
    return AsyncCacheTransport(transport, storage=storage, rfc=True)
