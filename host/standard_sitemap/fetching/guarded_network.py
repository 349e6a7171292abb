"""Connections for httpcore's pool: to allowed addresses only, with bounded response heads.

This module resolves each name once. It checks every address before trying it, and checks the address of the connected
socket again. If httpcore resolved the name a second time, its owner could point it elsewhere in between. The streams of
asyncio do not report unread bytes, so `GuardedStream` implements asyncio's protocol itself.
"""

import asyncio
import socket
import ssl
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

import httpcore

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.look_ups import AllowedAddresses

# Unread bytes that cause backpressure: as much as asyncio reads at once.
_WAITING_BYTES = 1 << 18

# Bytes of a head that httpcore parses without a pause: some milliseconds for any content.
_HEAD_STEP_BYTES = 1 << 14

# Rounds of the event loop: one reads a finished operation, and the next calls its protocol.
_ROUNDS_TO_HAND_OVER = 2


class StaleConnection(httpcore.ReadError):
    """An idle connection that ended, or received an unrequested response, before a request was sent over it."""


class GuardedStream(asyncio.Protocol, httpcore.AsyncNetworkStream):
    """A connection that httpcore reads and writes."""

    def __init__(self, connected: socket.socket, tls_context: Callable[[], ssl.SSLContext]) -> None:
        self.received_bytes = 0
        self._tls_context = tls_context
        self._socket = connected
        self._transport: asyncio.Transport | None = None
        self._unread: deque[bytes] = deque()
        self._unread_bytes = 0
        self._has_ended = False
        self._failure: Exception | None = None
        self._requests = 0
        self._head_bytes = 0  # since the request was sent
        self._is_in_head = False
        # Set if `read` and `write` need not wait, also after the connection has ended.
        self._readable, self._writable = asyncio.Event(), asyncio.Event()
        self._writable.set()

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  httpcore's
        """Return bytes as they arrive, b"" at the end; raises ReadTimeout, ReadError, and RemoteProtocolError."""
        if self._is_in_head:
            max_bytes = min(max_bytes, _HEAD_STEP_BYTES)
            if self._head_bytes >= limits.HEAD_BYTES:
                raise httpcore.RemoteProtocolError(f"the head is longer than {limits.HEAD_BYTES} bytes")
            if self._head_bytes and self._readable.is_set():
                await asyncio.sleep(0)  # handle messages between two parts of a long head
        await _wait(self._readable, timeout, httpcore.ReadTimeout)
        data = self._taken(max_bytes)
        if not data and self._requests > 1 and self._is_in_head and not self._head_bytes:
            raise StaleConnection("the server has closed the connection") from self._failure
        if not data and self._failure is not None:
            raise httpcore.ReadError(str(self._failure)) from self._failure
        self.received_bytes += len(data)
        if self._is_in_head:
            self._head_bytes += len(data)
        return data

    def end_head(self) -> None:
        """Record that the head of the response is complete; raises StaleConnection if it arrived before its request."""
        self._is_in_head = False
        if not self._head_bytes:
            raise StaleConnection("the response was sent before its request")

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109  httpcore's
        """Send a request; raises WriteTimeout, and StaleConnection if the last one's connection has more to read."""
        if not buffer:
            return
        if self._requests:
            # The event loop of Windows has read what the system then says is not there: let it hand that over first.
            for _ in range(_ROUNDS_TO_HAND_OVER):
                await asyncio.sleep(0)
            if self._readable.is_set():
                raise StaleConnection("bytes were sent before the request")
        self._requests += 1
        self._head_bytes, self._is_in_head = 0, True
        if self._transport is not None and not self._has_ended:
            self._transport.write(buffer)
            await _wait(self._writable, timeout, httpcore.WriteTimeout)

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,  # noqa: ARG002  the pool's, which trusts nobody
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  httpcore's
    ) -> httpcore.AsyncNetworkStream:
        """Return this stream with TLS in the backend's own context; raises ConnectError."""
        assert self._transport is not None
        try:
            self._transport = await asyncio.get_running_loop().start_tls(
                self._transport,
                self,
                self._tls_context(),
                server_hostname=server_hostname,
                ssl_handshake_timeout=timeout,
            )
        except OSError as error:
            self.abort()
            raise httpcore.ConnectError(_tls_reason(error)) from error
        except BaseException:
            self.abort()
            raise
        if self._transport is None:
            raise httpcore.ConnectError("the connection ended during the TLS handshake")
        return self

    async def aclose(self) -> None:
        """Close the connection at once, without waiting for the server to end TLS."""
        self.abort()

    def abort(self) -> None:
        """Close the connection at once, if it is open."""
        if self._transport is not None:
            self._transport.abort()

    def get_extra_info(self, info: str) -> Any:
        """Return whether unread bytes or the end of an idle connection have arrived; None for other information."""
        return (self._readable.is_set() or _is_readable(self._socket)) if info == "is_readable" else None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport (asyncio.Protocol)."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Store received bytes; pause the server if too many are unread (asyncio.Protocol)."""
        self._unread.append(data)
        self._unread_bytes += len(data)
        self._readable.set()
        if self._unread_bytes >= _WAITING_BYTES and self._transport is not None:
            self._transport.pause_reading()

    def eof_received(self) -> None:
        """Record the end; the transport then closes the connection (asyncio.Protocol)."""
        self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Record the end and its cause (asyncio.Protocol)."""
        self._failure = exc
        self._end()

    def pause_writing(self) -> None:
        """Make `write` wait (asyncio.Protocol)."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Let `write` continue (asyncio.Protocol)."""
        self._writable.set()

    def _end(self) -> None:
        self._has_ended = True
        self._readable.set()
        self._writable.set()

    def _taken(self, max_bytes: int) -> bytes:
        if not self._unread:
            return b""
        data = self._unread.popleft()
        if len(data) > max_bytes:
            self._unread.appendleft(data[max_bytes:])
            data = data[:max_bytes]
        self._unread_bytes -= len(data)
        if not self._unread and not self._has_ended:
            self._readable.clear()
            if self._transport is not None:
                self._transport.resume_reading()
        return data


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """A network backend that connects to allowed addresses only; `tls_context` returns the context for TLS."""

    def __init__(self, addresses: AllowedAddresses, tls_context: Callable[[], ssl.SSLContext]) -> None:
        self._addresses = addresses
        self._tls_context = tls_context
        self._is_closed = False

    def close(self) -> None:
        """Open no more connections."""
        self._is_closed = True

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  httpcore's
        local_address: str | None = None,  # noqa: ARG002  httpcore's
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,  # noqa: ARG002  httpcore's
    ) -> GuardedStream:
        """Return a connection to the first allowed address that accepts one.

        Raises ConnectError, and PrivateAddress if no address of `host` is allowed.
        """
        try:
            addresses = await self._addresses.of_host(host, port, timeout)
        except OSError as error:
            raise httpcore.ConnectError(str(error) or f"no answer about {host}") from error
        failure = OSError(f"no address for {host}")
        for address in addresses:
            try:
                return await self._connected(address, port, host, timeout)
            except OSError as error:
                failure = error
        raise httpcore.ConnectError(str(failure) or "no answer") from failure

    async def _connected(self, address: str, port: int, host: str, seconds: float | None) -> GuardedStream:
        loop = asyncio.get_running_loop()
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        connected = socket.socket(family, socket.SOCK_STREAM)
        stream = GuardedStream(connected, self._tls_context)
        try:
            connected.setblocking(False)
            async with asyncio.timeout(seconds):
                await loop.sock_connect(connected, (address, port))
            # The address of the connected socket counts, regardless of the lookup.
            self._addresses.require(str(connected.getpeername()[0]), host)
            await loop.create_connection(lambda: stream, sock=connected)
            if self._is_closed:
                raise httpcore.ConnectError("the network was closed")
        except BaseException:
            stream.abort()
            connected.close()
            raise
        return stream


def _tls_reason(error: OSError) -> str:
    # Windows and macOS give a message in the user's language, as the only argument.
    if isinstance(error, ssl.SSLCertVerificationError) and len(error.args) == 1:
        return f"certificate verify failed: {error.args[0]}"
    return str(error) or "no TLS handshake"


def _is_readable(connected: socket.socket) -> bool:
    """Return whether the system has bytes that the event loop has not read yet, or the socket is closed."""
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
