"""The addresses of names, and the check whether a connection to them is allowed.

The operating system resolves names, each in a thread of its own. A lookup cannot be cancelled and may hang for minutes;
its thread ends with the process. Never decides which addresses are allowed.
"""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from ipaddress import ip_address

from standard_sitemap.fetching.network_addresses import Address, is_localhost
from standard_sitemap.fetching.single_flight import SingleFlight
from standard_sitemap.refusals import PrivateAddress

# Concurrent lookups, including hanging ones: further names wait.
_LOOK_UPS_AT_ONCE = 32

_LOOPBACK = ["127.0.0.1", "::1"]

_slots = threading.BoundedSemaphore(_LOOK_UPS_AT_ONCE)

# Returns the addresses of a name, best first; raises OSError.
Resolver = Callable[[str, int], Awaitable[list[str]]]

Allows = Callable[[Address], bool]


async def system_addresses(host: str, port: int) -> list[str]:
    """Return the addresses that the operating system knows for `host`, best first; raises OSError."""
    # Without a lookup, as in browsers: a resolver or /etc/hosts must not redirect `localhost` (RFC 6761, 6.3).
    if is_localhost(host):
        return list(_LOOPBACK)
    with contextlib.suppress(ValueError):
        return [str(ip_address(host))]  # a number needs no lookup, and no thread, whose start would delay messages
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()

    def settle(answered: list[str] | OSError) -> None:
        if answer.done():
            return
        if isinstance(answered, list):
            answer.set_result(answered)
        else:
            answer.set_exception(OSError(f"no address for {host}: {answered.strerror or answered}"))

    def look_up() -> None:
        with _slots:
            # The caller may have given up while other lookups hung: a map can name thousands of hosts.
            if answer.done():
                return
            answered = _looked_up(host, port)
        with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(settle, answered)

    # Not asyncio's executor: it joins its threads when the process ends, which a hanging lookup would delay.
    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    return await answer


def remembering(resolver: Resolver) -> Resolver:
    """Return a resolver that asks for each name once: it must not have another address later (DNS rebinding)."""
    known: dict[str, list[str]] = {}
    look_ups = SingleFlight[list[str]]()

    async def resolve(host: str, port: int) -> list[str]:
        if host not in known:
            known[host] = await look_ups.do(host, partial(resolver, host, port))
        return known[host]

    return resolve


def _looked_up(host: str, port: int) -> list[str] | OSError:
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        return error if isinstance(error, OSError) else OSError(str(error))
    # Each once: getaddrinfo lists an address for each socket type and protocol.
    return list(dict.fromkeys(str(entry[4][0]) for entry in entries))


class AllowedAddresses:
    """The addresses of names, limited to allowed addresses."""

    def __init__(self, allows: Allows, resolver: Resolver = system_addresses) -> None:
        self._allows = allows
        self._resolver = resolver

    async def of_host(self, host: str, port: int, seconds: float | None) -> list[str]:
        """Return the allowed addresses of `host`, best first; raises PrivateAddress if all are forbidden, OSError."""
        async with asyncio.timeout(seconds):
            addresses = await self._resolver(host, port)
        # All addresses are checked before the first is tried: a name may have a public and a private one (DNS
        # rebinding).
        allowed = [each for each in addresses if self._allows(_address(each))]
        if addresses and not allowed:
            raise PrivateAddress(uri=host, address=addresses[0])
        return allowed

    async def are_all(self, host: str, port: int) -> bool:
        """Return whether every address of a name may be connected to; True if none is known."""
        try:
            answered = await self._resolver(host, port)
        except OSError:
            return True
        return all(self._allows(_address(each)) for each in answered)

    def require(self, address: str, host: str) -> None:
        """Raise PrivateAddress unless `address`, which was connected to for `host`, is allowed."""
        if not self._allows(_address(address)):
            raise PrivateAddress(uri=host, address=address)


def _address(text: str) -> Address:
    # Without a zone (`fe80::1%eth0`), which belongs to this machine and is no part of the address.
    return ip_address(text.partition("%")[0])
