"""What goes over one connection, between asyncio and httpcore.

asyncio's own streams would do, but that they do not say whether there is something to be read, leave what came before a
reset unread, and keep a connection half open that the server has closed. Never decides which server it is.
"""

import asyncio
import socket
import ssl
from typing import Any

import httpcore

# What waits to be read before the server is made to wait: as much as asyncio reads at once.
_WAITING_BYTES = 1 << 18


class Stream(asyncio.Protocol, httpcore.AsyncNetworkStream):
    """A connection as httpcore reads and writes it."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._transport: asyncio.Transport | None = None
        self._received: list[bytes] = []
        self._received_bytes = 0
        self._has_ended = False
        self._failure: Exception | None = None
        # Set where `read` and `write` need not wait, as they need not for what has ended.
        self._readable, self._writable = asyncio.Event(), asyncio.Event()
        self._writable.set()

    @property
    def is_http_2(self) -> bool:
        """Whether the server has chosen HTTP/2 (RFC 7301)."""
        tls = self._transport.get_extra_info("ssl_object") if self._transport is not None else None
        return isinstance(tls, ssl.SSLObject) and tls.selected_alpn_protocol() == "h2"

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109, ARG002  httpcore's
        """All that is there, at least a byte, or b"" at the end; raises ReadTimeout, ReadError."""
        await _wait(self._readable, timeout, httpcore.ReadTimeout)
        data = b"".join(self._received)
        self._received.clear()
        self._received_bytes = 0
        if not self._has_ended:
            self._readable.clear()
            if self._transport is not None:
                self._transport.resume_reading()
        if self._failure is not None and not data:
            raise httpcore.ReadError(str(self._failure)) from self._failure
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109  httpcore's
        """Send all; raises WriteTimeout. Where the connection has ended, reading says so, after what came before."""
        if self._transport is not None and buffer and not self._has_ended:
            self._transport.write(buffer)
            await _wait(self._writable, timeout, httpcore.WriteTimeout)

    async def aclose(self) -> None:
        """Close it at once: TLS would have it wait for what the other side says in parting."""
        self.abort()

    def abort(self) -> None:
        """Close it at once, where it is open at all."""
        if self._transport is not None:
            self._transport.abort()

    def get_extra_info(self, info: str) -> Any:
        """What httpcore wants to know of an idle one: whether there is something to read, be it its end."""
        return (self._readable.is_set() or _is_readable(self._socket)) if info == "is_readable" else None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Part of asyncio.Protocol."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Part of asyncio.Protocol."""
        self._received.append(data)
        self._received_bytes += len(data)
        self._readable.set()
        if self._received_bytes >= _WAITING_BYTES and self._transport is not None:
            self._transport.pause_reading()

    def eof_received(self) -> None:
        """Part of asyncio.Protocol; has the transport close the connection."""
        self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Part of asyncio.Protocol."""
        self._failure = exc
        self._end()

    def pause_writing(self) -> None:
        """Part of asyncio.Protocol."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Part of asyncio.Protocol."""
        self._writable.set()

    def _end(self) -> None:
        self._has_ended = True
        self._readable.set()
        self._writable.set()


def _is_readable(connected: socket.socket) -> bool:
    """Whether the system has something that the event loop did not get round to yet, or the socket is closed."""
    try:
        connected.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


async def _wait(event: asyncio.Event, seconds: float | None, failure: type[httpcore.TimeoutException]) -> None:
    if event.is_set():
        return
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError as error:
        raise failure from error
