"""Requests to servers, for pages of one kind: over connections that go to allowed addresses only, within limits, each
response requested once.

Uses httpcore alone: what httpx adds to it (cookies, redirects, proxies, a command line) is not wanted here, and takes
time to load while a reader waits for a first map. Names are looked up by the operating system, each in a thread of its
own: a look-up cannot be broken off, and may hang for minutes; such a thread ends with the process. Never decides which
addresses are allowed.
"""

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Hashable, Iterable
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import Generic, Literal, TypeVar

import certifi
import httpcore
from httpcore import AsyncNetworkBackend, AsyncNetworkStream

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.bodies import PENDING_BODIES
from standard_sitemap.fetching.http_cache import VALIDATORS, Answer, Fields, HttpCache
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.network_addresses import Address, Target, is_localhost
from standard_sitemap.fetching.request_headers import Headers
from standard_sitemap.model.encodings import is_xml
from standard_sitemap.refusals import NoConnection, PrivateAddress, Unreachable

# Look-ups that hang: names beyond these wait for them.
_LOOK_UPS_AT_ONCE = 32

_LOOPBACK = ["127.0.0.1", "::1"]

# Servers whose limits are remembered while nobody asks them.
_SERVERS_REMEMBERED = 1_000

_slots = threading.BoundedSemaphore(_LOOK_UPS_AT_ONCE)

# Gives the addresses of a name, best first; raises httpcore.ConnectError.
Resolver = Callable[[str, int], Awaitable[list[str]]]

Allows = Callable[[Address], bool]


async def system_addresses(host: str, port: int) -> list[str]:
    """The addresses that the operating system knows for `host`, best first; raises httpcore.ConnectError."""
    # Without a look-up, as browsers do: what a resolver or /etc/hosts says of `localhost` must not lead elsewhere
    # (RFC 6761, 6.3).
    if is_localhost(host):
        return list(_LOOPBACK)
    with contextlib.suppress(ValueError):
        return [str(ip_address(host))]  # a number needs no look-up, and no thread, whose start would hold up messages
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def settle(found: list[str] | OSError) -> None:
        if answer.done():
            return
        if isinstance(found, list):
            answer.set_result(found)
        else:
            answer.set_exception(httpcore.ConnectError(f"no address for {host}: {found.strerror or found}"))

    def look_up() -> None:
        with _slots:
            found = _looked_up(host, port)
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(settle, found)

    # Not asyncio's executor: its threads are joined as the process ends, which a hanging look-up would hold up.
    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    return await answer


def _looked_up(host: str, port: int) -> list[str] | OSError:
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        return error if isinstance(error, OSError) else OSError(str(error))
    # Each once: getaddrinfo lists an address for each socket type and protocol.
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


class GuardedBackend(AsyncNetworkBackend):
    """Resolves names itself, and connects to the first allowed address that answers.

    httpcore would resolve a name a second time; between the two its owner could point it elsewhere.
    """

    def __init__(self, allows: Allows, resolver: Resolver = system_addresses) -> None:
        self._allows = allows
        self._resolver = resolver
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  the signature is httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:
        """Connect to `host`; raises PrivateAddress where only forbidden addresses are left."""
        failure: httpcore.ConnectError | httpcore.ConnectTimeout | None = None
        for address in await self._allowed_addresses(host, port, timeout):
            try:
                stream = await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return await self._checked(stream, host)
        raise failure or httpcore.ConnectError(f"no address for {host}")

    async def allows_all(self, host: str, port: int) -> bool:
        """Whether every address of `host` may be connected to; True where none is known."""
        try:
            found = await self._resolver(host.strip("[]"), port)
        except httpcore.ConnectError:
            return True
        return all(self._allows(_address(each)) for each in found)

    async def _allowed_addresses(self, host: str, port: int, seconds: float | None) -> list[str]:
        try:
            async with asyncio.timeout(seconds):
                addresses = await self._resolver(host, port)
        except TimeoutError as error:
            raise httpcore.ConnectTimeout(f"no answer about {host}") from error
        # All addresses are judged before the first is tried: a name may have a public and a private one (DNS
        # rebinding).
        allowed = [address for address in addresses if self._allows(_address(address))]
        if addresses and not allowed:
            raise PrivateAddress(uri=host, address=addresses[0])
        return allowed

    async def _checked(self, stream: AsyncNetworkStream, host: str) -> AsyncNetworkStream:
        # Once more by the socket itself: what the system connected to is what counts, whatever was looked up.
        peer = _address(str((stream.get_extra_info("server_addr") or ("0.0.0.0",))[0]))
        if self._allows(peer):
            return stream
        await stream.aclose()
        raise PrivateAddress(uri=host, address=str(peer))

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109  the signature is httpcore's
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002
    ) -> AsyncNetworkStream:
        """Never: a sitemap does not live behind a socket in the file system."""
        raise httpcore.ConnectError(f"{path}: only TCP connections are made")

    async def sleep(self, seconds: float) -> None:
        """Wait, as httpcore asks between attempts."""
        await asyncio.sleep(seconds)


def _address(text: str) -> Address:
    # Without a zone (`fe80::1%eth0`), which is of this machine and no part of the address.
    return ip_address(text.partition("%")[0])


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

        # Half a document is none for whoever wants it whole.
        if self._cache is None or bounds.start_only:
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
            stream = response.aiter_stream()
            body = await PENDING_BODIES.read(stream, target.uri, bounds.file_bytes, start_only=bounds.start_only)
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
