"""Looks up the addresses of names by the operating system, without ever holding up anything else.

A look-up cannot be broken off, and may hang for minutes: each has a thread of its own, which ends with the process.
"""

import asyncio
import contextlib
import socket
import threading

import httpcore

from standard_sitemap.fetching.addresses import is_localhost

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
