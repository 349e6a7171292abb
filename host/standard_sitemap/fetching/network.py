"""Requests to servers, for pages of one kind: over guarded connections, within limits, each response requested once.

Uses httpcore alone: what httpx adds to it (cookies, redirects, proxies, a command line) is not wanted here, and takes
time to load while a reader waits for a first map.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Hashable
from functools import lru_cache
from pathlib import Path
from typing import Generic, Literal, TypeVar

import certifi
import httpcore

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.addresses import Target
from standard_sitemap.fetching.bodies import PENDING_BODIES
from standard_sitemap.fetching.connections import Allows, GuardedBackend, HostLimiter, Resolver
from standard_sitemap.fetching.http_cache import VALIDATORS, Answer, Fields, HttpCache
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.request_headers import Headers
from standard_sitemap.model.encodings import is_xml
from standard_sitemap.refusals import NoConnection, Unreachable

Result = TypeVar("Result")

# What httpcore raises of a connection that breaks: NetworkError of the system's own, ProtocolError of h11 and h2.
_BROKEN = (httpcore.NetworkError, httpcore.ProtocolError)


class SingleFlight(Generic[Result]):
    """Work that several want at once is done once. Ends it when nobody waits for it any more."""

    def __init__(self) -> None:
        self._pending: dict[Hashable, tuple[asyncio.Task[Result], list[None]]] = {}

    async def do(self, key: Hashable, work: Callable[[], Awaitable[Result]]) -> Result:
        """The result of the pending work of that key; it is started where there is none."""
        task, waiting = self._pending.get(key) or self._start(key, work)
        waiting.append(None)
        try:
            # Shielded: one of those who wait may go (a tab is closed) while others want the same
            # response.
            return await asyncio.shield(task)
        finally:
            waiting.pop()
            if not waiting and not task.done():
                self._forget(key, task)
                task.cancel()

    def _start(self, key: Hashable, work: Callable[[], Awaitable[Result]]) -> tuple[asyncio.Task[Result], list[None]]:
        async def run() -> Result:
            return await work()

        task = asyncio.create_task(run())
        # A failure is raised in those who wait; where none is left, nobody is to be warned of it.
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        task.add_done_callback(lambda ended: self._forget(key, ended))
        started = self._pending[key] = (task, [])
        return started

    def _forget(self, key: Hashable, task: asyncio.Task[Result]) -> None:
        # A new task of the same key may have been started since this one was cancelled.
        if key in self._pending and self._pending[key][0] is task:
            del self._pending[key]


# Of which answers the body is read: of successes, of those that are XML, of failures too.
Wanted = Literal["documents", "xml", "anything"]


class Network:
    """Asks servers; `allows` says which addresses it may connect to, `cache` holds earlier answers."""

    def __init__(
        self, allows: Allows, resolver: Resolver, cache: HttpCache | None = None, limiter: HostLimiter | None = None
    ) -> None:
        self.allows = allows
        self._backend = GuardedBackend(allows, resolver)
        self._cache = cache
        self._limiter = limiter if limiter is not None else HostLimiter()  # an empty one counts as false
        self._single_flight: SingleFlight[Answer] = SingleFlight()
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=trusted_certificates(),
            max_connections=None,  # bounded by the limiter, for each server
            max_keepalive_connections=limits.PARALLEL,
            # One connection for all files of a server: with HTTP/1.1 each of the parallel requests has a
            # handshake of its own.
            http2=True,
            network_backend=self._backend,
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.aclose()

    async def may_reach_all(self, target: Target) -> bool:
        """Whether all addresses of the target's host may be reached; True where it has none that are known."""
        return await self._backend.allows_all(target.host, target.port)

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

        if self._cache is None:
            return await send(())
        fields = tuple((name.decode().lower(), value.decode("utf-8", "replace")) for name, value in headers)
        return await self._cache.answer(target.uri, fields, send, revalidate=revalidate)

    async def _sent(self, target: Target, headers: Headers, bounds: Limits, wanted: Wanted) -> Answer:
        response = await self._started(target, headers)
        try:
            fields = tuple((_text(name).lower(), _text(value)) for name, value in response.headers)
            answer = Answer(response.status, fields, None)
            is_failure = not 200 <= response.status < 300 and wanted != "anything"
            if is_failure or (wanted == "xml" and not is_xml(answer.field("content-type"))):
                return answer
            body = await PENDING_BODIES.read(response.aiter_stream(), target.uri, bounds.file_bytes)
            return answer._replace(body=body)
        except _BROKEN as error:
            raise Unreachable(uri=target.uri, reason=_reason(error)) from error
        finally:
            await response.aclose()

    async def _started(self, target: Target, headers: Headers) -> httpcore.Response:
        """The head of the answer; requested once more where the server has closed a connection that was kept alive."""
        # A server may close an idle connection just as the request leaves; GET is safe to repeat (RFC 9110,
        # 9.2.2).
        for is_last in (False, True):
            try:
                return await self._pool.handle_async_request(_request(target, headers))
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                raise NoConnection(uri=target.uri, reason=_reason(error)) from error
            except _BROKEN as error:
                if is_last:
                    raise NoConnection(uri=target.uri, reason=_reason(error)) from error
        raise AssertionError


def _request(target: Target, headers: Headers) -> httpcore.Request:
    # In parts: httpcore's own parser reads `;x` of a path as something else, and leaves it out.
    authority, slash, rest = target.uri.partition("://")[2].partition("/")
    scheme, host = target.uri.partition(":")[0], target.host.strip("[]")
    url = httpcore.URL(scheme=scheme, host=host, port=target.port, target=slash + rest)
    return httpcore.Request("GET", url, headers=[(b"Host", authority.encode()), *headers], extensions=_timeouts())


def _timeouts() -> dict[str, dict[str, float | None]]:
    silence = limits.SILENCE_SECONDS
    return {"timeout": {"connect": limits.CONNECT_SECONDS, "read": silence, "write": silence, "pool": None}}


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
