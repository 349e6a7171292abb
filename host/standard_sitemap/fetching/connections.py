"""HTTP/1.1 over guarded streams: one request at a time on each connection, and idle connections for later ones.

h11 writes requests and parses responses; this module moves their bytes. Never decides which addresses are allowed.
"""

import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager

import h11

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.guarded_network import BrokenConnection, GuardedStream, connect
from standard_sitemap.fetching.look_ups import AllowedAddresses
from standard_sitemap.fetching.network_addresses import Target
from standard_sitemap.fetching.request_headers import Headers

# Bytes that are parsed at a time.
_PIECE_BYTES = 1 << 16

# Bytes of an unfinished chunk header or trailer, which h11 searches again with each piece: a head may be as long.
_UNFINISHED_BYTES = limits.HEAD_BYTES


class Connection:
    """A connection to the server `origin`, for one request at a time."""

    def __init__(self, origin: str, stream: GuardedStream) -> None:
        self.origin = origin
        self.stream = stream
        self._state = h11.Connection(h11.CLIENT, _UNFINISHED_BYTES)

    async def get(self, path: str, headers: Headers) -> h11.Response:
        """Send a GET request; return the head of its response. Raises BrokenConnection and SilentServer."""
        try:
            request = self._state.send(h11.Request(method="GET", target=path, headers=headers)) or b""
            self._state.send(h11.EndOfMessage())  # which adds no byte to a request without a body
        except h11.LocalProtocolError as error:
            raise BrokenConnection(str(error)) from error
        await self.stream.write(request, limits.SILENCE_SECONDS)
        event = await self._event()
        while not isinstance(event, h11.Response):  # an informational one
            event = await self._event()
        self.stream.end_head()
        return event

    async def body(self) -> AsyncIterator[bytes]:
        """Yield the parts of the response's body. Raises BrokenConnection and SilentServer."""
        while isinstance(event := await self._event(), h11.Data):
            yield bytes(event.data)

    def is_reusable(self) -> bool:
        """Return whether the response was read to its end and another may follow; prepare for that."""
        if {self._state.our_state, self._state.their_state} != {h11.DONE} or self._state.trailing_data != (b"", False):
            return False
        self._state.start_next_cycle()
        return True

    async def _event(self) -> object:
        try:
            while (event := self._state.next_event()) is h11.NEED_DATA:
                data = await self.stream.read(_PIECE_BYTES, limits.SILENCE_SECONDS)
                if not data and self._state.their_state is h11.SEND_RESPONSE:
                    raise BrokenConnection("the server closed the connection without a response")
                self._state.receive_data(data)
        except h11.RemoteProtocolError as error:
            raise BrokenConnection(str(error)) from error
        return event


class Connections:
    """The connections of one network: to allowed addresses, with the certificates of `tls_context`.

    Idle ones are limited in number. Those in use are not: a limiter bounds the requests to each server.
    """

    def __init__(self, addresses: AllowedAddresses, tls_context: Callable[[], ssl.SSLContext]) -> None:
        self._addresses = addresses
        self._tls_context = tls_context
        self._busy = set[Connection]()
        self._idle: list[Connection] = []  # the last used at the end
        self._is_closed = False

    @asynccontextmanager
    async def lend(self, server: Target) -> AsyncGenerator[Connection]:
        """Lend an idle connection or a new one; it is closed afterwards unless the response was read to its end.

        Raises BrokenConnection, and PrivateAddress if no address of the server is allowed.
        """
        connection = self._taken(server.origin) or await self._opened(server)
        self._busy.add(connection)
        try:
            yield connection
        finally:
            self._busy.discard(connection)
            if self._is_closed or not connection.is_reusable():
                connection.stream.abort()
            else:
                self._idle.append(connection)
                while len(self._idle) > limits.PARALLEL:
                    self._idle.pop(0).stream.abort()

    def close_idle(self, origin: str) -> None:
        """Close the idle connections to a server."""
        while connection := self._taken(origin):
            connection.stream.abort()

    def close(self) -> None:
        """Close every connection, including those receiving a response, and open no more."""
        self._is_closed = True
        for connection in (*self._busy, *self._idle):
            connection.stream.abort()

    def _taken(self, origin: str) -> Connection | None:
        """Return an idle connection, which is no longer idle; close those that have ended or have unread bytes."""
        for connection in [each for each in reversed(self._idle) if each.origin == origin]:
            self._idle.remove(connection)
            if not connection.stream.is_readable:
                return connection
            connection.stream.abort()
        return None

    async def _opened(self, server: Target) -> Connection:
        host = server.host.strip("[]")
        stream = await connect(host, server.port, self._addresses)
        try:
            self._require_open()
            if server.uri.startswith("https:"):
                await stream.start_tls(self._tls_context(), host)
                self._require_open()
        except BaseException:
            stream.abort()
            raise
        return Connection(server.origin, stream)

    def _require_open(self) -> None:
        if self._is_closed:
            raise BrokenConnection("the network was closed")
