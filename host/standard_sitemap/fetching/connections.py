"""Connections that go to allowed addresses only, and how many of them a server gets at a time.

Names are looked up by the operating system, each in a thread of its own: a look-up cannot be broken off, and may hang
for minutes; such a thread ends with the process. Never decides which addresses are allowed.
"""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import ip_address

import httpcore
from httpcore import AsyncNetworkBackend, AsyncNetworkStream

from standard_sitemap.fetching.addresses import Address, is_localhost
from standard_sitemap.refusals import PrivateAddress

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
