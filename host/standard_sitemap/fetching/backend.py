"""Connects only where it is allowed: the network layer below HTTP.

The check is made on the address really connected to, for every connection, so neither a redirect nor a name whose
address changes gets around it. Never reads or writes a byte of HTTP.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import ip_address

import httpcore
from httpcore import AsyncNetworkBackend, AsyncNetworkStream

from standard_sitemap.fetching.addresses import Address, Scope, scope_of
from standard_sitemap.fetching.names import system_addresses
from standard_sitemap.refusals import PrivateAddress

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
