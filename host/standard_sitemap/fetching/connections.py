"""Looks up the addresses of names by the operating system, without ever holding up anything else.

A look-up cannot be broken off, and may hang for minutes: each has a thread of its own, which ends with the process.
"""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import ip_address

import httpcore
from httpcore import AsyncNetworkBackend, AsyncNetworkStream

from standard_sitemap.fetching.addresses import Address, Scope, is_localhost, scope_of
from standard_sitemap.refusals import PrivateAddress

_AT_A_TIME = 32
"""Look-ups that hang: names beyond these wait for them."""

_LOOPBACK = ["127.0.0.1", "::1"]

_slots = threading.BoundedSemaphore(_AT_A_TIME)


async def system_addresses(host: str, port: int) -> list[str]:
    """The addresses that the operating system knows for `host`, best first; raises httpcore.ConnectError."""
    if is_localhost(host):
        return list(_LOOPBACK)
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def tell(found: list[str] | OSError) -> None:
        if answer.done():
            return
        if isinstance(found, list):
            answer.set_result(found)
        else:
            answer.set_exception(httpcore.ConnectError(f"no address for {host}: {found.strerror or found}"))

    def look_up() -> None:
        with _slots:
            found = _found(host, port)
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(tell, found)

    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    return await answer


def _found(host: str, port: int) -> list[str] | OSError:
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        return error if isinstance(error, OSError) else OSError(str(error))
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


Resolver = Callable[[str, int], Awaitable[list[str]]]
"""Gives the addresses of a name, best first."""

Allows = Callable[[Address], bool]


class GuardedBackend(AsyncNetworkBackend):
    """Resolves names itself, and connects to the first allowed address that answers.

    `reached` holds the scopes of all addresses that it connected to.
    """

    def __init__(self, allows: Allows, resolver: Resolver = system_addresses) -> None:
        self._allows = allows
        self._resolver = resolver
        self._inner = httpcore.AnyIOBackend()
        self.reached: set[Scope] = set()

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
        allowed = [address for address in addresses if self._allows(_address(address))]
        if addresses and not allowed:
            raise PrivateAddress(uri=host, address=addresses[0])
        return allowed

    async def _checked(self, stream: AsyncNetworkStream, host: str) -> AsyncNetworkStream:
        peer = _address(str((stream.get_extra_info("server_addr") or ("0.0.0.0",))[0]))
        if self._allows(peer):
            self.reached.add(scope_of(peer))
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
    return ip_address(text.partition("%")[0])


_SERVERS = 1_000
"""Whose turns are remembered."""


class Turns:
    """The turns at all servers; those who share them ask a server for so many files at a time together."""

    def __init__(self) -> None:
        self._turns: dict[tuple[str, int], asyncio.Semaphore] = {}

    def __len__(self) -> int:
        return len(self._turns)

    def at(self, origin: str, most: int) -> asyncio.Semaphore:
        """The turns at a server, `most` at a time."""
        if len(self._turns) > _SERVERS:
            self._turns = {name: turns for name, turns in self._turns.items() if turns.locked()}
        return self._turns.setdefault((origin, most), asyncio.Semaphore(most))
