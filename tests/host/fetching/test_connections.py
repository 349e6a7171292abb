"""Connections: to allowed addresses only, used again only where that is safe, and closed whatever the server does.

The servers run on loopback, in the event loop of the test.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import h2.config
import h2.connection
import h2.events
import httpcore
import pytest
from h2.exceptions import H2Error

from host.fetching.behind_nginx import make_certificate
from standard_sitemap.fetching import limits
from standard_sitemap.fetching.connections import BROKEN, Connections
from standard_sitemap.fetching.look_ups import AllowedAddresses, Resolver
from standard_sitemap.fetching.network_addresses import Address
from standard_sitemap.refusals import PrivateAddress

LOOPBACK = "127.0.0.1"

# WINDOW_UPDATE of one byte, which has four (RFC 9113, 6.9).
_BAD_FRAME = b"\0\0\x01\x08\0\0\0\0\0\0"

# Of a client, before its first frame (RFC 9113, 3.4).
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

Handler = Callable[["Peer"], Awaitable[None]]


class Peer:
    """A connection as its server sees it, and the number it has there."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> None:
        self.reader, self.writer, self.number = reader, writer, number
        self.ended = asyncio.Event()

    async def request(self) -> None:
        await self.reader.readuntil(b"\r\n\r\n")

    async def answer(self, body: bytes) -> None:
        self.writer.write(_response(body))
        await self.writer.drain()


def _response(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


class Server:
    """Who connected, in order."""

    def __init__(self, handler: Handler) -> None:
        self.peers: list[Peer] = []
        self.port = 0
        self._handler = handler

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = Peer(reader, writer, len(self.peers))
        self.peers.append(peer)
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError, H2Error):
                await self._handler(peer)
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await reader.read()
        finally:
            peer.ended.set()
            writer.transport.abort()


@contextlib.asynccontextmanager
async def serving(handler: Handler, tls: ssl.SSLContext | None = None) -> AsyncGenerator[Server]:
    """A server that treats each connection so, until its end."""
    server = Server(handler)
    listening = await asyncio.start_server(server.serve, LOOPBACK, 0, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        for peer in server.peers:
            peer.writer.transport.abort()
        await asyncio.gather(*(peer.ended.wait() for peer in server.peers))


async def numbered(peer: Peer) -> None:
    """Answers each request with the number of the connection."""
    while True:
        await peer.request()
        await peer.answer(b"%d" % peer.number)


async def _nowhere_else(*_: object) -> list[str]:
    return [LOOPBACK]


@contextlib.asynccontextmanager
async def connecting(
    resolver: Resolver = _nowhere_else,
    allows: Callable[[Address], bool] = lambda _: True,
    trusted: Path | None = None,
    most_idle: int = 12,
    kind: type[Connections] = Connections,
) -> AsyncGenerator[Connections]:
    connections = kind(AllowedAddresses(allows, resolver), ssl.create_default_context(cafile=trusted), most_idle)
    try:
        yield connections
    finally:
        await connections.close()


def _request(server: Server, scheme: str = "http", host: str = "www.example.org") -> httpcore.Request:
    timeouts = {"timeout": {"read": 5.0, "write": 5.0}}
    return httpcore.Request("GET", f"{scheme}://{host}:{server.port}/", headers={"Host": host}, extensions=timeouts)


async def get(connections: Connections, request: httpcore.Request) -> bytes:
    async with connections.response(request) as response:
        return b"".join([part async for part in response.aiter_stream()])


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run it within ten seconds; nothing is to be said of it on stderr."""

    async def within() -> None:
        complaints: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        async with asyncio.timeout(10):
            await test
        gc.collect()
        assert not complaints

    asyncio.run(within(), debug=True)
    gc.collect()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificate")
    make_certificate(folder / "key.pem", folder / "certificate.pem")
    return folder / "certificate.pem"


def _tls(certificate: Path, protocol: str) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_name("key.pem"))
    context.set_alpn_protocols([protocol])
    return context


class Http2:
    """A server of HTTP/2 as the h2 package knows it; `answers` decides what each request gets."""

    def __init__(self, answers: Callable[[Http2, int], None]) -> None:
        self.state = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        self.extra = b""  # sent as it is, beside h2
        self._answers = answers
        self._received = b""

    async def handle(self, peer: Peer) -> None:
        self.state.initiate_connection()
        while True:
            peer.writer.write(self.state.data_to_send() + self.extra)
            self.extra = b""
            data = await peer.reader.read(1 << 16)
            if not data:
                return
            self._received += data
            for event in self.state.receive_data(data):
                if isinstance(event, h2.events.RequestReceived) and event.stream_id is not None:
                    self._answers(self, event.stream_id)

    @property
    def resets(self) -> int:
        """How many RST_STREAM came; h2 says nothing of those that come after a stream's end."""
        frames, count = self._received.removeprefix(_PREFACE), 0
        while frames:
            count += frames[3] == h2.connection.RstStreamFrame.type
            frames = frames[9 + int.from_bytes(frames[:3]) :]
        return count

    def answer(self, stream: int, body: bytes = b"done", status: str = "200") -> None:
        self.state.send_headers(stream, [(":status", status)])
        self.state.send_data(stream, body, end_stream=True)


class TestHttp1:
    def test_an_idle_connection_is_used_again(self) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                assert [await get(connections, _request(server)) for _ in range(3)] == [b"0"] * 3

        run(test())

    def test_connections_are_of_one_server_each(self) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                hosts = ["one.example", "two.example", "one.example"]
                assert [await get(connections, _request(server, host=host)) for host in hosts] == [b"0", b"1", b"0"]

        run(test())

    def test_a_request_over_an_idle_connection_that_breaks_is_repeated_on_a_fresh_one(self) -> None:
        async def once(peer: Peer) -> None:
            await peer.request()
            await peer.answer(b"%d" % peer.number)
            await peer.request()
            peer.writer.transport.abort()

        async def test() -> None:
            async with serving(once) as server, connecting() as connections:
                assert [await get(connections, _request(server)) for _ in range(3)] == [b"0", b"1", b"2"]

        run(test())

    def test_never_twice_though_another_idle_one_is_left(self) -> None:
        requests: list[int] = []

        async def handler(peer: Peer) -> None:
            if peer.number < 2:
                await peer.request()
                await both.wait()
                await peer.answer(b"fine")
            await peer.request()
            requests.append(peer.number)
            peer.writer.transport.abort()

        both = asyncio.Barrier(2)

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                await asyncio.gather(*(get(connections, _request(server)) for _ in range(2)))
                with pytest.raises(BROKEN):
                    await get(connections, _request(server))
                assert len(requests) == 2
                assert requests[1] == 2

        run(test())

    def test_a_request_that_fails_on_a_fresh_connection_is_not_repeated(self) -> None:
        async def handler(peer: Peer) -> None:
            await peer.request()
            peer.writer.transport.abort()

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                with pytest.raises(BROKEN):
                    await get(connections, _request(server))
                assert len(server.peers) == 1

        run(test())

    def test_a_response_sent_along_with_the_one_before_is_nobodys(self) -> None:
        async def handler(peer: Peer) -> None:
            await peer.request()
            peer.writer.write(_response(b"%d" % peer.number) + _response(b"in advance"))
            await peer.request()

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                assert [await get(connections, _request(server)) for _ in range(2)] == [b"0", b"1"]

        run(test())

    @pytest.mark.parametrize("rounds", [0, 5], ids=["held by the system", "read by the event loop"])
    @pytest.mark.parametrize("sent", [b"H", _response(b"in advance")], ids=["begun", "whole"])
    def test_a_response_sent_on_an_idle_connection_is_nobodys(self, rounds: int, sent: bytes) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                assert await get(connections, _request(server)) == b"0"
                server.peers[0].writer.write(sent)
                for _ in range(rounds):
                    await asyncio.sleep(0)
                assert await get(connections, _request(server)) == b"1"

        run(test())

    def test_no_more_idle_connections_than_allowed_whatever_their_servers(self) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting(most_idle=3) as connections:
                for number in range(20):
                    await get(connections, _request(server, host=f"host{number}.example"))
                await asyncio.gather(*(peer.ended.wait() for peer in server.peers[:17]))
                assert not any(peer.ended.is_set() for peer in server.peers[17:])

        run(test())

    def test_what_was_sent_before_a_reset_is_read(self) -> None:
        async def handler(peer: Peer) -> None:
            await peer.request()
            await peer.answer(b"0")
            peer.writer.write_eof()

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                assert await get(connections, _request(server)) == b"0"
                # Closed on our side as well, though nobody asks it for more.
                await server.peers[0].ended.wait()

        run(test())

    def test_a_body_left_unread_closes_its_connection(self) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                async with connections.response(_request(server)):
                    pass
                await server.peers[0].ended.wait()

        run(test())

    def test_a_request_cancelled_while_its_connection_is_given_back_leaves_none_open(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def cancelled(_: httpcore.Response) -> None:
            raise asyncio.CancelledError

        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                with monkeypatch.context() as patch:
                    patch.setattr(httpcore.Response, "aclose", cancelled)
                    with pytest.raises(asyncio.CancelledError):
                        await get(connections, _request(server))
                await server.peers[0].ended.wait()

        run(test())

    def test_a_request_cancelled_before_its_response_closes_its_connection(self) -> None:
        async def silent(peer: Peer) -> None:
            await peer.request()
            requested.set()

        requested = asyncio.Event()

        async def test() -> None:
            async with serving(silent) as server, connecting() as connections:
                task = asyncio.create_task(get(connections, _request(server)))
                await requested.wait()
                task.cancel()
                await server.peers[0].ended.wait()
                assert task.cancelled()

        run(test())


class TestTls:
    def test_with_http_2_all_share_one_connection(self, certificate: Path) -> None:
        async def test() -> None:
            http = Http2(Http2.answer)
            async with (
                serving(http.handle, _tls(certificate, "h2")) as server,
                connecting(trusted=certificate) as connections,
            ):
                request = partial(_request, server, "https")
                assert await asyncio.gather(*(get(connections, request()) for _ in range(6))) == [b"done"] * 6
                assert await get(connections, request()) == b"done"
                assert len(server.peers) == 1

        run(test())

    def test_with_http_1_each_has_its_own_beside_the_others(self, certificate: Path) -> None:
        all_there = asyncio.Barrier(6)

        async def handler(peer: Peer) -> None:
            await peer.request()
            await all_there.wait()
            await peer.answer(b"done")

        async def test() -> None:
            async with (
                serving(handler, _tls(certificate, "http/1.1")) as server,
                connecting(trusted=certificate) as connections,
            ):
                found = await asyncio.gather(*(get(connections, _request(server, "https")) for _ in range(6)))
                assert found == [b"done"] * 6
                assert len(server.peers) == 6

        run(test())

    def test_a_failure_of_the_first_is_everybodys(self) -> None:
        async def handler(peer: Peer) -> None:
            await peer.reader.read(1)

        async def no_tls(peer: Peer) -> None:
            await handler(peer)
            peer.writer.write(b"220 mail.example ESMTP\r\n")

        async def test() -> None:
            async with serving(no_tls) as server, connecting() as connections:
                asked = (get(connections, _request(server, "https")) for _ in range(5))
                found = await asyncio.gather(*asked, return_exceptions=True)
                assert [type(each) for each in found] == [httpcore.ConnectError] * 5
                assert len(server.peers) == 1

        run(test())

    def test_a_handshake_that_never_ends_is_no_connection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def silent(peer: Peer) -> None:
            await peer.reader.read(1)

        async def test() -> None:
            monkeypatch.setattr(limits, "CONNECT_SECONDS", 0.2)
            async with serving(silent) as server, connecting() as connections:
                with pytest.raises(httpcore.ConnectError):
                    await get(connections, _request(server, "https"))
                await server.peers[0].ended.wait()

        run(test())

    def test_a_handshake_that_is_cancelled_leaves_no_connection(self) -> None:
        begun = asyncio.Event()

        async def silent(peer: Peer) -> None:
            await peer.reader.read(1)
            begun.set()

        async def test() -> None:
            async with serving(silent) as server, connecting() as connections:
                task = asyncio.create_task(get(connections, _request(server, "https")))
                await begun.wait()
                task.cancel()
                await server.peers[0].ended.wait()

        run(test())

    @pytest.mark.parametrize("protocol", ["h2", "http/1.1"])
    def test_whoever_is_cancelled_as_the_first_is_handed_over_leaves_it_to_the_next(
        self, certificate: Path, protocol: str
    ) -> None:
        class Cancelling(Connections):
            def _speaking(self, *given: Any) -> Any:
                waiting[0].cancel()
                return super()._speaking(*given)

        async def test() -> None:
            handler = numbered if protocol == "http/1.1" else Http2(Http2.answer).handle
            async with (
                serving(handler, _tls(certificate, protocol)) as server,
                connecting(trusted=certificate, kind=Cancelling) as connections,
            ):
                waiting.append(asyncio.create_task(get(connections, _request(server, "https"))))
                with pytest.raises(asyncio.CancelledError):
                    await waiting[0]
                assert await get(connections, _request(server, "https")) in {b"0", b"done"}
                assert len(server.peers) == 1

        waiting: list[asyncio.Task[bytes]] = []
        run(test())

    def test_a_parting_that_the_server_does_not_answer_is_not_waited_for(self, certificate: Path) -> None:
        async def test() -> None:
            async with serving(numbered, _tls(certificate, "http/1.1")) as server:
                async with connecting(trusted=certificate) as connections:
                    await get(connections, _request(server, "https"))
                    server.peers[0].writer.transport.pause_reading()  # type: ignore[attr-defined]
                assert len(asyncio.all_tasks()) == 2  # this one, and the server's

        run(test())


class TestHttp2:
    def _run(self, certificate: Path, http: Callable[[], Http2], test: Callable[..., Awaitable[None]]) -> None:
        """With a server that is made anew for each connection; `test` is given the requests and all servers."""
        servers: list[Http2] = []

        async def handler(peer: Peer) -> None:
            servers.append(http())
            await servers[-1].handle(peer)

        async def whole() -> None:
            async with (
                serving(handler, _tls(certificate, "h2")) as server,
                connecting(trusted=certificate) as connections,
            ):

                async def ask() -> bytes:
                    return await get(connections, _request(server, "https"))

                await test(ask, servers, connections, server)

        run(whole())

    def test_after_goaway_another_is_opened_and_that_one_closed(self, certificate: Path) -> None:
        def answers(http: Http2, stream: int) -> None:
            http.answer(stream)
            http.state.close_connection(last_stream_id=stream)

        async def test(ask: Callable[[], Awaitable[bytes]], servers: list[Http2], _: object, server: Server) -> None:
            assert [await ask() for _ in range(3)] == [b"done"] * 3
            assert len(servers) == 3
            await server.peers[0].ended.wait()

        self._run(certificate, lambda: Http2(answers), test)

    def test_a_stream_that_is_reset_breaks_its_own_request_only(self, certificate: Path) -> None:
        def answers(http: Http2, stream: int) -> None:
            http.state.reset_stream(stream) if stream == 1 else http.answer(stream)

        async def test(ask: Callable[[], Awaitable[bytes]], servers: list[Http2], *_: object) -> None:
            with pytest.raises(BROKEN):
                await ask()
            assert await ask() == b"done"
            assert len(servers) == 1

        self._run(certificate, lambda: Http2(answers), test)

    def test_one_that_breaks_breaks_all_its_requests_and_is_closed(self, certificate: Path) -> None:
        def answers(http: Http2, stream: int) -> None:
            if stream == 7:
                http.extra = _BAD_FRAME

        async def test(ask: Callable[[], Awaitable[bytes]], servers: list[Http2], _: object, server: Server) -> None:
            found = await asyncio.gather(*(ask() for _ in range(4)), return_exceptions=True)
            assert all(isinstance(each, BROKEN) for each in found), found
            await server.peers[0].ended.wait()
            assert len(servers) == 1

        self._run(certificate, lambda: Http2(answers), test)

    @pytest.mark.parametrize("status", ["nothing", "", "9" * 5_000])
    def test_a_status_that_is_no_number_breaks_the_request(self, certificate: Path, status: str) -> None:
        async def test(ask: Callable[[], Awaitable[bytes]], *_: object) -> None:
            with pytest.raises(BROKEN):
                await ask()

        self._run(certificate, lambda: Http2(lambda http, stream: http.answer(stream, status=status)), test)

    def test_a_body_that_breaks_the_protocol_breaks_the_request(self, certificate: Path) -> None:
        def answers(http: Http2, stream: int) -> None:
            http.state.send_headers(stream, [(":status", "200")])

        async def test(_: object, __: object, connections: Connections, server: Server) -> None:
            async with connections.response(_request(server, "https")) as response:
                server.peers[0].writer.write(_BAD_FRAME)
                with pytest.raises(BROKEN):
                    assert [part async for part in response.aiter_stream()]

        self._run(certificate, lambda: Http2(answers), test)

    def test_bodies_left_unread_leave_the_others_their_window(self, certificate: Path) -> None:
        def answers(http: Http2, stream: int) -> None:
            http.state.send_headers(stream, [(":status", "200")])
            for _ in range(16):
                http.state.send_data(stream, bytes(1 << 14))

        async def test(_: object, servers: list[Http2], connections: Connections, server: Server) -> None:
            for _ in range(100):  # 25 MB; the window has 16
                async with connections.response(_request(server, "https")):
                    pass
            assert len(servers) == 1
            assert servers[0].resets >= 99

        self._run(certificate, lambda: Http2(answers), test)

    def test_of_bodies_read_whole_the_server_hears_nothing(self, certificate: Path) -> None:
        async def test(ask: Callable[[], Awaitable[bytes]], servers: list[Http2], *_: object) -> None:
            for _ in range(3):
                await ask()
            assert not servers[0].resets

        self._run(certificate, lambda: Http2(Http2.answer), test)

    def test_a_request_cancelled_while_it_is_given_back_leaves_no_connection_open(
        self, certificate: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def cancelled(_: httpcore.Response) -> None:
            raise asyncio.CancelledError

        async def test(ask: Callable[[], Awaitable[bytes]], _: object, __: object, server: Server) -> None:
            with monkeypatch.context() as patch:
                patch.setattr(httpcore.Response, "aclose", cancelled)
                with pytest.raises(asyncio.CancelledError):
                    await ask()
            await server.peers[0].ended.wait()

        self._run(
            certificate,
            lambda: Http2(lambda http, stream: http.state.send_headers(stream, [(":status", "200")], end_stream=True)),
            test,
        )


class TestClosing:
    def test_requests_that_are_under_way_break_and_are_not_repeated(self) -> None:
        second = asyncio.Event()

        async def handler(peer: Peer) -> None:
            await peer.request()
            await peer.answer(b"0")
            await peer.request()
            second.set()

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                await get(connections, _request(server))
                task = asyncio.create_task(get(connections, _request(server)))
                await second.wait()
                await connections.close()
                with pytest.raises(BROKEN):
                    await task
                await server.peers[0].ended.wait()

        run(test())

    def test_a_connection_that_was_about_to_be_opened_is_closed(self) -> None:
        async def test() -> None:
            looking_up, gate = asyncio.Event(), asyncio.Event()

            async def slow(*_: object) -> list[str]:
                looking_up.set()
                await gate.wait()
                return [LOOPBACK]

            async with serving(numbered) as server, connecting(slow) as connections:
                task = asyncio.create_task(get(connections, _request(server)))
                await looking_up.wait()
                await connections.close()
                gate.set()
                with pytest.raises(httpcore.ConnectError):
                    await task
                await asyncio.gather(*(peer.ended.wait() for peer in server.peers))

        run(test())


class TestAddresses:
    @pytest.mark.parametrize("scheme", ["http", "https"])
    def test_not_a_byte_goes_to_where_the_socket_should_not_have_connected(self, scheme: str) -> None:
        received: list[bytes] = []

        async def listening(peer: Peer) -> None:
            received.append(await peer.reader.read(1))

        async def test() -> None:
            judgements = iter([True, False])  # of the name's address, of the socket's
            async with serving(listening) as server, connecting(allows=lambda _: next(judgements)) as connections:
                with pytest.raises(PrivateAddress):
                    await get(connections, _request(server, scheme))
                while not server.peers:
                    await asyncio.sleep(0)
                await server.peers[0].ended.wait()
            assert received == [b""]

        run(test())

    def test_of_several_addresses_the_allowed_ones_are_tried_until_one_answers(self) -> None:
        asked: list[str] = []

        async def several(*_: object) -> list[str]:
            return ["10.0.0.1", "127.0.0.3", LOOPBACK]

        def allows(address: Address) -> bool:
            asked.append(str(address))
            return address.is_loopback

        async def test() -> None:
            async with serving(numbered) as server, connecting(several, allows) as connections:
                assert await get(connections, _request(server)) == b"0"
            assert asked == ["10.0.0.1", "127.0.0.3", LOOPBACK, LOOPBACK]

        run(test())

    def test_without_an_allowed_address_nothing_is_connected_to(self) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting(allows=lambda _: False) as connections:
                with pytest.raises(PrivateAddress):
                    await get(connections, _request(server))
                assert not server.peers

        run(test())

    def test_a_name_that_hangs_or_is_unknown_is_no_connection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def hanging(*_: object) -> list[str]:
            await asyncio.Event().wait()
            return []

        async def unknown(*_: object) -> list[str]:
            raise OSError("no address")

        async def empty(*_: object) -> list[str]:
            return []

        async def test(resolver: Resolver) -> None:
            async with serving(numbered) as server, connecting(resolver) as connections:
                with pytest.raises(httpcore.ConnectError):
                    await get(connections, _request(server))

        monkeypatch.setattr(limits, "CONNECT_SECONDS", 0.1)
        for resolver in (hanging, unknown, empty):
            run(test(resolver))
