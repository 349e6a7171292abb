"""Streams to allowed addresses only, with bounded response heads.

`connect` resolves a name once. It checks every address before trying it, and checks the address of the connected socket
again. The streams of asyncio do not report unread bytes, so `GuardedStream` implements asyncio's protocol itself.
"""

import asyncio
import socket
import ssl
from collections import deque

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.look_ups import AllowedAddresses

# Unread bytes that cause backpressure: as much as asyncio reads at once.
_WAITING_BYTES = 1 << 18

# Bytes of a head that are parsed without a pause: some milliseconds for any content.
_HEAD_STEP_BYTES = 1 << 14


class BrokenConnection(Exception):
    """A connection that cannot be made or breaks, or a response that is not HTTP or exceeds a limit."""


class StaleConnection(BrokenConnection):
    """An idle connection that ended, or received an unrequested response, before a request was sent over it."""


class SilentServer(Exception):
    """A server that sends no byte, or accepts none, for too long."""


class GuardedStream(asyncio.Protocol):
    """The bytes of a connection, in both directions."""

    def __init__(self, connected: socket.socket) -> None:
        self.received_bytes = 0
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

    @property
    def is_readable(self) -> bool:
        """Whether unread bytes or the end of an idle connection have arrived."""
        return self._readable.is_set() or _is_readable(self._socket)

    async def read(self, max_bytes: int, seconds: float) -> bytes:
        """Return bytes as they arrive, b"" at the end; raises SilentServer and BrokenConnection."""
        if self._is_in_head:
            max_bytes = min(max_bytes, _HEAD_STEP_BYTES)
            if self._head_bytes >= limits.HEAD_BYTES:
                raise BrokenConnection(f"the head is longer than {limits.HEAD_BYTES} bytes")
            if self._head_bytes and self._readable.is_set():
                await asyncio.sleep(0)  # handle messages between two parts of a long head
        await _wait(self._readable, seconds)
        data = self._taken(max_bytes)
        if not data and self._requests > 1 and self._is_in_head and not self._head_bytes:
            raise StaleConnection("the server has closed the connection") from self._failure
        if not data and self._failure is not None:
            raise BrokenConnection(str(self._failure)) from self._failure
        self.received_bytes += len(data)
        if self._is_in_head:
            self._head_bytes += len(data)
        return data

    def end_head(self) -> None:
        """Record that the head of the response is complete."""
        self._is_in_head = False

    async def write(self, request: bytes, seconds: float) -> None:
        """Send a request; raises SilentServer. If the connection has ended, `read` raises, after the unread bytes."""
        self._requests += 1
        self._head_bytes, self._is_in_head = 0, True
        if self._transport is not None and not self._has_ended:
            self._transport.write(request)
            await _wait(self._writable, seconds)

    async def start_tls(self, context: ssl.SSLContext, host: str) -> None:
        """Encrypt the stream; raises BrokenConnection, after which the caller aborts it."""
        assert self._transport is not None
        try:
            self._transport = await asyncio.get_running_loop().start_tls(
                self._transport, self, context, server_hostname=host, ssl_handshake_timeout=limits.CONNECT_SECONDS
            )
        except OSError as error:
            raise BrokenConnection(str(error) or "no TLS handshake") from error
        if self._transport is None:
            raise BrokenConnection("the connection ended during the TLS handshake")

    def abort(self) -> None:
        """Close the connection at once, if it is open, without waiting for the server to end TLS."""
        if self._transport is not None:
            self._transport.abort()

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


async def connect(host: str, port: int, addresses: AllowedAddresses) -> GuardedStream:
    """Return a stream to the first allowed address that accepts a connection.

    Raises BrokenConnection, and PrivateAddress if no address of `host` is allowed.
    """
    try:
        allowed = await addresses.found(host, port, limits.CONNECT_SECONDS)
    except OSError as error:
        raise BrokenConnection(str(error) or f"no answer about {host}") from error
    failure = OSError(f"no address for {host}")
    for address in allowed:
        try:
            return await _connected(address, port, host, addresses)
        except OSError as error:
            failure = error
    raise BrokenConnection(str(failure) or "no answer") from failure


async def _connected(address: str, port: int, host: str, addresses: AllowedAddresses) -> GuardedStream:
    loop = asyncio.get_running_loop()
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    connected = socket.socket(family, socket.SOCK_STREAM)
    stream = GuardedStream(connected)
    try:
        connected.setblocking(False)
        async with asyncio.timeout(limits.CONNECT_SECONDS):
            await loop.sock_connect(connected, (address, port))
        # The address of the connected socket counts, regardless of the lookup.
        addresses.require(str(connected.getpeername()[0]), host)
        await loop.create_connection(lambda: stream, sock=connected)
    except BaseException:
        stream.abort()
        connected.close()
        raise
    return stream


def _is_readable(connected: socket.socket) -> bool:
    """Return whether the system has bytes that the event loop has not read yet, or the socket is closed."""
    try:
        connected.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


async def _wait(event: asyncio.Event, seconds: float) -> None:
    if event.is_set():
        return
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError as error:
        raise SilentServer from error
