"""Connections to servers, at addresses that are allowed only: opened where one is wanted, and used again.

HTTP itself is httpcore's, connection by connection. What it has around these is left out: its pool looks through all
requests that wait at each of them, and its streams are made for any event loop. A thousand files took 1.85 seconds of
processor with both, and take 0.38 without. Names are resolved here: httpcore would do it a second time, and between the
two a name's owner could point it elsewhere.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import h11
import httpcore
from h2.errors import ErrorCodes
from h2.events import DataReceived
from h2.exceptions import H2Error
from httpcore import AsyncHTTP2Connection, AsyncHTTP11Connection, ConnectionNotAvailable

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.look_ups import AllowedAddresses
from standard_sitemap.fetching.single_flight import SingleFlight
from standard_sitemap.fetching.streams import Stream

# What httpcore raises of a connection that breaks: NetworkError of the system's own, ProtocolError of h11 and h2,
# H2Error of a body that breaks HTTP/2, and ConnectionNotAvailable of what was closed before the request was sent.
BROKEN = (httpcore.NetworkError, httpcore.ProtocolError, H2Error, ConnectionNotAvailable)

# Of HTTP/2 before the request was sent: closed meanwhile, or as somebody else was about to open it for all.
_NOT_SENT = (H2Error, ConnectionNotAvailable)


class _Http1(AsyncHTTP11Connection):
    requests = 0  # under way

    def is_free(self) -> bool:
        """Whether a request can be sent. Never where its response is there already, and somebody else's, maybe."""
        if self.requests or self.is_closed() or self._h11_state.our_state is not h11.IDLE:
            return False
        return not self._h11_state.trailing_data[0] and not self.has_expired()


class _Http2(AsyncHTTP2Connection):
    requests = 0  # under way

    def is_free(self) -> bool:
        """Whether a request can be sent. Never where one before was broken off so that httpcore still waits for it."""
        return self.is_available() and (self.requests > 0 or self.is_idle())

    async def _response_closed(self, stream_id: int) -> None:
        # What the server sends on of a body that nobody reads would leave no window to the others.
        unread = [event for event in self._events[stream_id] if isinstance(event, DataReceived)]
        size = sum(event.flow_controlled_length or 0 for event in unread)
        with suppress(H2Error):  # of a stream that has ended, of which the server need not hear
            self._h2_state.acknowledge_received_data(size, stream_id)
            self._h2_state.reset_stream(stream_id, ErrorCodes.CANCEL)
        await super()._response_closed(stream_id)


_Connection = _Http1 | _Http2


class Connections:
    """Those of one network: an idle one of the same server is used again; of HTTP/2 one serves all requests."""

    def __init__(self, addresses: AllowedAddresses, certificates: ssl.SSLContext, most_idle: int) -> None:
        certificates.set_alpn_protocols(["h2", "http/1.1"])
        self._addresses = addresses
        self._certificates = certificates
        self._most_idle = most_idle
        self._open: dict[_Connection, None] = {}  # in the order of their last use
        self._opening: SingleFlight[_Connection] = SingleFlight()
        self._is_closed = False

    async def close(self) -> None:
        """Close all, whatever they bring at the moment; none is opened any more."""
        self._is_closed = True
        for connection in list(self._open):
            await self._close(connection)

    @asynccontextmanager
    async def response(self, request: httpcore.Request) -> AsyncGenerator[httpcore.Response]:
        """The response to a GET request, its body still to be read.

        Raises PrivateAddress, httpcore.ConnectError where there is no connection, one of BROKEN, and
        httpcore.ReadTimeout where the server is silent.
        """
        connection, response = await self._started(request)
        try:
            yield response
        finally:
            try:
                await response.aclose()
            finally:
                await self._settle(connection)

    async def _started(self, request: httpcore.Request) -> tuple[_Connection, httpcore.Response]:
        origin = request.url.origin
        used_before = self._free(origin)
        # A server may close an idle connection just as the request leaves; GET is safe to repeat (RFC 9110, 9.2.2).
        # Not over another such one: its server may have closed them all.
        if used_before is not None:
            with suppress(*BROKEN):
                return used_before, await self._sent(used_before, request)
        # How many connections a server of TLS wants is known with the first one: all who come meanwhile wait for that,
        # with HTTP/2 they share it.
        if origin.scheme == b"https":
            first = await self._opening.do(str(origin), lambda: self._opened(origin))
            if first.is_free():
                with suppress(*_NOT_SENT):
                    return first, await self._sent(first, request)
        own = await self._opened(origin)
        return own, await self._sent(own, request)

    def _free(self, origin: httpcore.Origin) -> _Connection | None:
        """The one to that server which was used last, if there is any that another request can be sent over."""
        those = (each for each in reversed(self._open) if each.can_handle_request(origin) and each.is_free())
        return next(those, None)

    async def _sent(self, connection: _Connection, request: httpcore.Request) -> httpcore.Response:
        connection.requests += 1
        try:
            return await connection.handle_async_request(request)
        except ValueError as error:
            await self._settle(connection)
            raise httpcore.RemoteProtocolError("its status is no number") from error  # of HTTP/2, not read by h2
        except BaseException:
            await self._settle(connection)
            raise

    async def _settle(self, connection: _Connection) -> None:
        """After a request, however it ended: have the connection used again, close those that are of no more use."""
        connection.requests -= 1
        if connection in self._open:
            del self._open[connection]
            self._open[connection] = None
        # Of HTTP/2 with all other requests over it: httpcore would have them wait for what does not come any more.
        if not connection.is_free():
            await self._close(connection)
        for too_many in [each for each in self._open if not each.requests][: -self._most_idle]:
            await self._close(too_many)

    async def _opened(self, origin: httpcore.Origin) -> _Connection:
        host, failure = origin.host.decode("ascii"), OSError(f"no address for {origin.host.decode('ascii')}")
        try:
            addresses = await self._addresses.found(host, origin.port, limits.CONNECT_SECONDS)
        except OSError as error:
            raise httpcore.ConnectError(str(error) or f"no answer about {host}") from error
        for address in addresses:
            try:
                stream = await self._connected(address, origin, host)
            except OSError as error:
                failure = error
            else:
                return self._speaking(origin, stream)
        raise httpcore.ConnectError(str(failure) or "no answer") from failure

    async def _connected(self, address: str, origin: httpcore.Origin, host: str) -> Stream:
        loop = asyncio.get_running_loop()
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        connected = socket.socket(family, socket.SOCK_STREAM)
        stream = Stream(connected)
        try:
            connected.setblocking(False)
            async with asyncio.timeout(limits.CONNECT_SECONDS):
                await loop.sock_connect(connected, (address, origin.port))
            # Once more by the socket itself: what the system connected to is what counts, whatever was looked up.
            self._addresses.require(str(connected.getpeername()[0]), host)
            is_secure = origin.scheme == b"https"
            await loop.create_connection(
                lambda: stream,
                sock=connected,
                ssl=self._certificates if is_secure else None,
                server_hostname=host if is_secure else None,
                ssl_handshake_timeout=limits.CONNECT_SECONDS if is_secure else None,
            )
        except BaseException:
            stream.abort()
            connected.close()
            raise
        return stream

    def _speaking(self, origin: httpcore.Origin, stream: Stream) -> _Connection:
        if self._is_closed:
            stream.abort()
            raise httpcore.ConnectError("nobody waits for it any more")
        connection: _Connection = (_Http2 if stream.is_http_2 else _Http1)(origin, stream)
        self._open[connection] = None
        return connection

    async def _close(self, connection: _Connection) -> None:
        self._open.pop(connection, None)
        await connection.aclose()  # without a pause: nothing breaks it off
