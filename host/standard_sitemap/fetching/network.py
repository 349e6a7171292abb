"""Requests to servers, for pages of one kind: from the cache or over connections, within limits, each response
requested once. Never decides which addresses are allowed.
"""

import asyncio
import ssl
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Literal

import certifi
import httpcore

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.bodies import PENDING_BODIES
from standard_sitemap.fetching.connections import BROKEN, Connections
from standard_sitemap.fetching.http_cache import VALIDATORS, Answer, Fields, HttpCache
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.look_ups import AllowedAddresses, Allows, Resolver
from standard_sitemap.fetching.network_addresses import Target
from standard_sitemap.fetching.request_headers import Headers
from standard_sitemap.fetching.single_flight import SingleFlight
from standard_sitemap.model.encodings import is_xml
from standard_sitemap.refusals import NoConnection, Unreachable

# Servers whose limits are remembered while nobody asks them.
_SERVERS_REMEMBERED = 1_000


class HostLimiter:
    """How many files are requested of a server at a time, by all who share this limiter together."""

    def __init__(self) -> None:
        self._limits: dict[tuple[str, int], asyncio.Semaphore] = {}

    def __len__(self) -> int:
        return len(self._limits)

    def slot(self, origin: str, most: int) -> asyncio.Semaphore:
        """What to hold during a request to a server, one of `most`."""
        if len(self._limits) > _SERVERS_REMEMBERED:
            # Those in use stay: a limiter that is dropped while it is held would let twice as many
            # through.
            self._limits = {name: limit for name, limit in self._limits.items() if limit.locked()}
        return self._limits.setdefault((origin, most), asyncio.Semaphore(most))


# Of which answers the body is read: of successes, of those that are XML, of failures too.
Wanted = Literal["documents", "xml", "anything"]


class Network:
    """Asks servers; `allows` says which addresses it may connect to, `cache` holds earlier answers."""

    def __init__(
        self, allows: Allows, resolver: Resolver, cache: HttpCache | None = None, limiter: HostLimiter | None = None
    ) -> None:
        self.allows = allows
        self._addresses = AllowedAddresses(allows, resolver)
        self._cache = cache
        self._limiter = limiter if limiter is not None else HostLimiter()  # an empty one counts as false
        self._single_flight: SingleFlight[Answer] = SingleFlight()
        # How many are in use is bounded by the limiter, for each server.
        self._connections = Connections(self._addresses, trusted_certificates(), limits.PARALLEL)

    async def close(self) -> None:
        """Close all connections."""
        await self._connections.close()

    async def may_reach_all(self, target: Target) -> bool:
        """Whether all addresses of the target's host may be reached; True where it has none that are known."""
        return await self._addresses.are_all(target.host, target.port)

    async def answer(
        self,
        target: Target,
        headers: Headers,
        bounds: Limits,
        *,
        wanted: Wanted = "documents",
        revalidate: bool = False,
    ) -> Answer:
        """The answer to a GET request, from the cache or by asking; raises a FetchRefusal.

        Those who ask the same at the same time are given the same answer. Bodies of failures are read only where
        `anything` is wanted, with `xml` no other documents either.
        """
        key: Hashable = (target.uri, tuple(headers), bounds, wanted, revalidate)
        return await self._single_flight.do(key, lambda: self._answer(target, headers, bounds, wanted, revalidate))

    async def _answer(
        self, target: Target, headers: Headers, bounds: Limits, wanted: Wanted, revalidate: bool
    ) -> Answer:
        clearings = self._cache.clearings if self._cache is not None else 0

        async def send(added: Fields) -> Answer:
            async with self._limiter.slot(target.origin, bounds.parallel_per_server):
                # The cache was cleared while this waited for its turn: 304 would now leave us without
                # a body.
                if self._cache is not None and self._cache.clearings != clearings:
                    added = tuple(field for field in added if field[0] not in VALIDATORS)
                more = [(name.encode(), value.encode()) for name, value in added]
                return await self._sent(target, [*headers, *more], bounds, wanted)

        # Half a document is none for whoever wants it whole.
        if self._cache is None or bounds.start_only:
            return await send(())
        fields = tuple((name.decode().lower(), value.decode("utf-8", "replace")) for name, value in headers)
        return await self._cache.answer(target.uri, fields, send, revalidate=revalidate)

    async def _sent(self, target: Target, headers: Headers, bounds: Limits, wanted: Wanted) -> Answer:
        for is_last in (False, True):
            is_answered = is_http_2 = False
            try:
                async with self._connections.response(_request(target, headers)) as response:
                    is_answered, is_http_2 = True, response.extensions["http_version"] == b"HTTP/2"
                    return await _answer(response, target.uri, bounds, wanted)
            except BROKEN as error:
                # A server may announce the end of a connection with bodies under way, after a thousand requests, say
                # (RFC 9113, 6.8): h2 takes none of what it still sends. Of HTTP/1.1 this is no server's habit.
                if is_http_2 and not is_last:
                    continue
                failure = Unreachable if is_answered else NoConnection
                raise failure(uri=target.uri, reason=_reason(error)) from error
        raise AssertionError


async def _answer(response: httpcore.Response, uri: str, bounds: Limits, wanted: Wanted) -> Answer:
    fields = tuple((_text(name).lower(), _text(value)) for name, value in response.headers)
    answer = Answer(response.status, fields, None)
    is_failure = not 200 <= response.status < 300 and wanted != "anything"
    if is_failure or (wanted == "xml" and not is_xml(answer.field("content-type"))):
        return answer
    body = await PENDING_BODIES.read(response.aiter_stream(), uri, bounds.file_bytes, start_only=bounds.start_only)
    return answer._replace(body=body)


def _request(target: Target, headers: Headers) -> httpcore.Request:
    # In parts: httpcore's own parser reads `;x` of a path as something else, and leaves it out.
    authority, slash, rest = target.uri.partition("://")[2].partition("/")
    scheme, host = target.uri.partition(":")[0], target.host.strip("[]")
    url = httpcore.URL(scheme=scheme, host=host, port=target.port, target=slash + rest)
    return httpcore.Request("GET", url, headers=[(b"Host", authority.encode()), *headers], extensions=_timeouts())


def _timeouts() -> dict[str, dict[str, float | None]]:
    silence = limits.SILENCE_SECONDS
    return {"timeout": {"read": silence, "write": silence}}


def _text(value: bytes) -> str:
    # Fields are octets (RFC 9110, 5.5): most servers write UTF-8, the older ones Latin-1.
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


@lru_cache(1)
def trusted_certificates() -> ssl.SSLContext:
    """The operating system's certificates; where it has none, those of certifi. Loaded once."""
    # The system's first: it knows what an organisation has added, and what was withdrawn since certifi was
    # installed.
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"] and not _has_certificate_folder():
        context.load_verify_locations(certifi.where())
    return context


def _has_certificate_folder() -> bool:
    folder = ssl.get_default_verify_paths().capath
    return folder is not None and any(Path(folder).iterdir())
