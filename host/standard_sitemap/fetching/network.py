"""Requests to servers for pages of one kind: from the cache or over connections, within limits, coalesced.

Never decides which addresses are allowed. Connections come from httpcore's pool, and `guarded_network` opens them.
"""

import asyncio
import os
import ssl
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Hashable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Literal
from weakref import WeakValueDictionary

import certifi
import httpcore

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.bodies import PENDING_BODIES
from standard_sitemap.fetching.guarded_network import GuardedBackend, GuardedStream, StaleConnection
from standard_sitemap.fetching.http_cache import VALIDATORS, Answer, Fields, HttpCache
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.look_ups import AllowedAddresses, Allows, Resolver
from standard_sitemap.fetching.network_addresses import Target
from standard_sitemap.fetching.request_headers import Headers
from standard_sitemap.fetching.single_flight import SingleFlight
from standard_sitemap.model.encodings import is_xml
from standard_sitemap.refusals import NoConnection, Unreachable

# Parts of a body read without a pause: a server that sends single bytes takes some milliseconds for this many.
_PARTS_WITHOUT_PAUSE = 256

# They verify certificates themselves; their certificates are not all in files.
SYSTEMS_WITH_VERIFIER = ("win32", "darwin")

# Exceptions of httpcore for connections that cannot be made, or break.
BROKEN = (httpcore.NetworkError, httpcore.ProtocolError)

# httpcore's pool needs a context at once. Connections use `trusted_certificates`, which are loaded when the first
# connection needs them. Loading them takes longer than all other work for a first small map.
_TRUSTS_NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class HostLimiter:
    """A limit on the concurrent requests to each server, for all users of this limiter together."""

    def __init__(self) -> None:
        # Each lives as long as a request holds it or waits for it.
        self._limits: WeakValueDictionary[tuple[str, int], asyncio.Semaphore] = WeakValueDictionary()

    def __len__(self) -> int:
        return len(self._limits)

    def slot(self, origin: str, most: int) -> asyncio.Semaphore:
        """Return the semaphore to hold during a request to a server, one of `most`."""
        return self._limits.setdefault((origin, most), asyncio.Semaphore(most))


# The responses whose body is read: successes, XML successes, or also failures.
ExpectedType = Literal["documents", "xml", "anything"]


class Network:
    """A network that sends requests; `allows` decides about addresses, `cache` holds earlier responses."""

    def __init__(
        self, allows: Allows, resolver: Resolver, cache: HttpCache | None = None, limiter: HostLimiter | None = None
    ) -> None:
        self.allows = allows
        self._addresses = AllowedAddresses(allows, resolver)
        self._cache = cache
        self._limiter = limiter if limiter is not None else HostLimiter()  # an empty one counts as false
        self._single_flight: SingleFlight[Answer] = SingleFlight()
        self._backend = GuardedBackend(self._addresses, trusted_certificates)
        # The limiter bounds the connections in use for each server.
        self._pool = httpcore.AsyncConnectionPool(
            _TRUSTS_NOBODY,
            max_connections=None,
            max_keepalive_connections=limits.PARALLEL,
            network_backend=self._backend,
        )

    async def close(self) -> None:
        """Close every connection, including those receiving a response."""
        self._backend.close()
        await self._pool.aclose()

    async def may_reach_all(self, target: Target) -> bool:
        """Return whether all addresses of the target's host may be reached; True if none is known."""
        return await self._addresses.are_all(target.host, target.port)

    async def answer(
        self,
        target: Target,
        headers: Headers,
        bounds: Limits,
        *,
        expected: ExpectedType = "documents",
        revalidate: bool = False,
    ) -> Answer:
        """Return the response to a GET request, from the cache or the server; raises a FetchRefusal.

        Concurrent equal requests get the same response. Bodies of failures are read only for `anything`, and bodies of
        other types than XML are not read for `xml`.
        """
        key: Hashable = (target.uri, tuple(headers), bounds, expected, revalidate)
        return await self._single_flight.do(key, lambda: self._answer(target, headers, bounds, expected, revalidate))

    async def _answer(
        self, target: Target, headers: Headers, bounds: Limits, expected: ExpectedType, revalidate: bool
    ) -> Answer:
        clearings = self._cache.clearings if self._cache is not None else 0

        async def send(added: Fields) -> Answer:
            async with self._limiter.slot(target.origin, bounds.parallel_per_server):
                # The cache was cleared while this request waited: a 304 response would now leave it without a body.
                if self._cache is not None and self._cache.clearings != clearings:
                    added = tuple(field for field in added if field[0] not in VALIDATORS)
                more = [(name.encode(), value.encode()) for name, value in added]
                return await self._sent(target, [*headers, *more], bounds, expected)

        # The caller of the cache needs a whole document.
        if self._cache is None or bounds.start_only:
            return await send(())
        fields = tuple((name.decode().lower(), value.decode("utf-8", "replace")) for name, value in headers)
        return await self._cache.answer(target.uri, fields, send, revalidate=revalidate)

    async def _sent(self, target: Target, headers: Headers, bounds: Limits, expected: ExpectedType) -> Answer:
        request = _request(target, headers)
        try:
            with suppress(StaleConnection):
                return await self._received(request, target.uri, bounds, expected)
            # A server may close an idle connection just as the request leaves; GET is safe to repeat (RFC 9110, 9.2.2).
            # Repeat it over a new connection, because the server may have closed all of them.
            await self._close_idle(request.url.origin)
            return await self._received(request, target.uri, bounds, expected)
        except BROKEN as error:
            raise NoConnection(uri=target.uri, reason=_reason(error)) from error

    async def _received(self, request: httpcore.Request, uri: str, bounds: Limits, expected: ExpectedType) -> Answer:
        async with self._response(request) as response:
            try:
                return await _answer(response, uri, bounds, expected)
            except BROKEN as error:
                raise Unreachable(uri=uri, reason=_reason(error)) from error

    @asynccontextmanager
    async def _response(self, request: httpcore.Request) -> AsyncGenerator[httpcore.Response]:
        response = await self._pool.handle_async_request(request)
        try:
            _stream(response).end_head()
            yield response
        finally:
            # In a task of its own: a request that is cancelled now must not leave its connection open.
            await asyncio.shield(asyncio.ensure_future(response.aclose()))

    async def _close_idle(self, server: httpcore.Origin) -> None:
        for connection in self._pool.connections:
            if connection.can_handle_request(server) and connection.is_idle():
                await connection.aclose()


def _stream(response: httpcore.Response) -> GuardedStream:
    stream = response.extensions["network_stream"]
    if not isinstance(stream, GuardedStream):
        raise httpcore.RemoteProtocolError("the server changes the protocol")
    return stream


async def _answer(response: httpcore.Response, uri: str, bounds: Limits, expected: ExpectedType) -> Answer:
    if len(response.headers) > limits.FIELDS:
        raise httpcore.RemoteProtocolError(f"its response has more than {limits.FIELDS} fields")
    fields = tuple((_text(name).lower(), _text(value)) for name, value in response.headers)
    answer = Answer(response.status, fields, None)
    is_failure = not 200 <= response.status < 300 and expected != "anything"
    if is_failure or (expected == "xml" and not is_xml(answer.field("content-type"))):
        return answer
    body = await PENDING_BODIES.read(_payload(response), uri, bounds.file_bytes, start_only=bounds.start_only)
    return answer._replace(body=body)


async def _payload(response: httpcore.Response) -> AsyncIterator[bytes]:
    """Yield the parts of a body; raises RemoteProtocolError if the server sends more framing than body."""
    stream, size, number = _stream(response), 0, 0
    before = stream.received_bytes
    async for part in response.aiter_stream():
        size += len(part)
        number += 1
        if number % _PARTS_WITHOUT_PAUSE == 0:
            await asyncio.sleep(0)  # parts that have arrived already are read without a pause
        if stream.received_bytes - before > limits.FRAMING_FREE_BYTES + 2 * size:
            raise httpcore.RemoteProtocolError("its chunk headers are longer than its body")
        yield part


def _request(target: Target, headers: Headers) -> httpcore.Request:
    # In parts: httpcore's own parser drops `;x` from a path.
    authority, slash, rest = target.uri.partition("://")[2].partition("/")
    scheme, host = target.uri.partition(":")[0], target.host.strip("[]")
    url = httpcore.URL(scheme=scheme, host=host, port=target.port, target=slash + rest)
    return httpcore.Request("GET", url, headers=[(b"Host", authority.encode()), *headers], extensions=_timeouts())


def _timeouts() -> dict[str, dict[str, float | None]]:
    silence = limits.SILENCE_SECONDS
    return {"timeout": {"connect": limits.CONNECT_SECONDS, "read": silence, "write": silence}}


def _text(value: bytes) -> str:
    # Fields are octets (RFC 9110, 5.5): most servers write UTF-8, older ones Latin-1.
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__


@lru_cache(1)
def trusted_certificates() -> ssl.SSLContext:
    """Return a context that trusts the certificates of the operating system, or of certifi if it has none."""
    context = context_of_system()
    context.set_alpn_protocols(["http/1.1"])
    return context


def context_of_system(platform: str = sys.platform) -> ssl.SSLContext:
    """Return a context that trusts the certificates of a system, or of certifi if it has none."""
    # The system's come first: it knows certificates added by an organisation, and those revoked since certifi was
    # installed.
    if platform in SYSTEMS_WITH_VERIFIER:
        # Windows fetches most certificates when it verifies, and macOS has none as files. By name, because only these
        # systems have the module.
        context: ssl.SSLContext = import_module("truststore").SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        with suppress(OSError):
            context.load_verify_locations(os.environ.get("SSL_CERT_FILE", ""))
        return context
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"] and not _has_certificate_folder():
        context.load_verify_locations(certifi.where())
    return context


def _has_certificate_folder() -> bool:
    folder = ssl.get_default_verify_paths().capath
    return folder is not None and any(Path(folder).iterdir())
