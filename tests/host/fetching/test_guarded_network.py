"""Connections: to allowed addresses only, reused only if safe, and always closed.

The servers run on loopback, in the test's event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import socket
import ssl
import struct
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import httpcore
import pytest

import system
from host.fetching.behind_nginx import make_certificate
from standard_sitemap.fetching import guarded_network, limits, network
from standard_sitemap.fetching.guarded_network import GuardedStream
from standard_sitemap.fetching.look_ups import Resolver
from standard_sitemap.fetching.network import Network
from standard_sitemap.fetching.network_addresses import Address, Target, target
from standard_sitemap.refusals import NoConnection, PrivateAddress, Unreachable

LOOPBACK = "127.0.0.1"

Handler = Callable[["Peer"], Awaitable[None]]


class Peer:
    """A connection as seen by its server, and its number."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> None:
        self.reader, self.writer, self.number = reader, writer, number
        self.ended = asyncio.Event()

    async def request(self) -> None:
        await self.reader.readuntil(b"\r\n\r\n")

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self, body: bytes) -> None:
        await self.send(_response(body))


def _response(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


class Server:
    """A server's connections, in order."""

    def __init__(self, handler: Handler) -> None:
        self.peers: list[Peer] = []
        self.port = 0
        self._handler = handler

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = Peer(reader, writer, len(self.peers))
        self.peers.append(peer)
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._handler(peer)
            with contextlib.suppress(OSError, asyncio.CancelledError):
                await reader.read()
        finally:
            peer.ended.set()
            writer.transport.abort()


@contextlib.asynccontextmanager
async def serving(handler: Handler, tls: ssl.SSLContext | None = None) -> AsyncGenerator[Server]:
    """Yield a server that handles each connection with this function."""
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
    """Respond to each request with the connection's number."""
    while True:
        await peer.request()
        await peer.answer(b"%d" % peer.number)


async def missing(peer: Peer) -> None:
    """Respond with an error page of 100,000 bytes without the last one."""
    await peer.request()
    peer.writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 100000\r\n\r\n" + bytes(99_999))


async def _nowhere_else(*_: object) -> list[str]:
    return [LOOPBACK]


@contextlib.asynccontextmanager
async def connecting(
    resolver: Resolver = _nowhere_else,
    allows: Callable[[Address], bool] = lambda _: True,
    trusted: Path | None = None,
) -> AsyncGenerator[Network]:
    context = ssl.create_default_context(cafile=trusted)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network, "trusted_certificates", lambda: context)
        connections = Network(allows, resolver)
    try:
        yield connections
    finally:
        await connections.close()


def _target(server: Server, scheme: str = "http", host: str = "www.example.org") -> Target:
    return target(f"{scheme}://{host}:{server.port}/")


# Different numbers, which are not coalesced.
_NUMBERS = itertools.count()


async def get(connections: Network, where: Target) -> bytes:
    answer = await connections.answer(where, [(b"X", b"%d" % next(_NUMBERS))], limits.DEFAULTS)
    return answer.body if answer.body is not None else b"none"


def run(test: Coroutine[Any, Any, None]) -> None:
    """Run a test within a minute, which only a hanging one exceeds, and assert that asyncio complains of nothing."""

    async def within() -> None:
        complaints: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        async with asyncio.timeout(60):
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


class TestHttp1:
    def test_an_idle_connection_is_used_again(self) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                assert [await get(connections, _target(server)) for _ in range(3)] == [b"0"] * 3

        run(test())

    def test_connections_are_of_one_server_each(self) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                hosts = ["one.example", "two.example", "one.example"]
                assert [await get(connections, _target(server, host=host)) for host in hosts] == [b"0", b"1", b"0"]

        run(test())

    def test_a_request_over_an_idle_connection_that_breaks_is_repeated_on_a_fresh_one(self) -> None:
        async def once(peer: Peer) -> None:
            await peer.request()
            await peer.answer(b"%d" % peer.number)
            await peer.request()
            peer.writer.transport.abort()

        async def test() -> None:
            async with serving(once) as server, connecting() as connections:
                assert [await get(connections, _target(server)) for _ in range(3)] == [b"0", b"1", b"2"]

        run(test())

    def test_request_is_repeated_at_most_once_despite_further_idle_connections(self) -> None:
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
                await asyncio.gather(*(get(connections, _target(server)) for _ in range(2)))
                with pytest.raises(Unreachable):
                    await get(connections, _target(server))
                assert len(requests) == 2
                assert requests[1] == 2

        run(test())

    def test_a_request_that_fails_on_a_fresh_connection_is_not_repeated(self) -> None:
        async def handler(peer: Peer) -> None:
            await peer.request()
            peer.writer.transport.abort()

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                with pytest.raises(Unreachable):
                    await get(connections, _target(server))
                assert len(server.peers) == 1

        run(test())

    def test_pipelined_extra_response_is_discarded(self) -> None:
        async def handler(peer: Peer) -> None:
            await peer.request()
            peer.writer.write(_response(b"%d" % peer.number) + _response(b"in advance"))
            await peer.request()

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                assert [await get(connections, _target(server)) for _ in range(2)] == [b"0", b"1"]

        run(test())

    @pytest.mark.parametrize("rounds", [0, 5], ids=["held by the system", "read by the event loop"])
    @pytest.mark.parametrize("sent", [b"H", _response(b"in advance")], ids=["begun", "whole"])
    def test_response_on_an_idle_connection_is_discarded(self, rounds: int, sent: bytes) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                assert await get(connections, _target(server)) == b"0"
                server.peers[0].writer.write(sent)
                for _ in range(rounds):
                    await asyncio.sleep(0)
                assert await get(connections, _target(server)) == b"1"

        run(test())

    @pytest.mark.parametrize("sent", [b"H", _response(b"in advance")], ids=["begun", "whole"])
    def test_response_that_the_event_loop_has_taken_from_the_system_is_discarded(
        self, sent: bytes, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # As on Windows, where the loop reads before it is asked.
        monkeypatch.setattr(guarded_network, "_is_readable", lambda _: False)

        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                assert await get(connections, _target(server)) == b"0"
                server.peers[0].writer.write(sent)
                assert await get(connections, _target(server)) == b"1"

        run(test())

    def test_no_more_idle_connections_than_allowed_whatever_their_servers(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "PARALLEL", 3)

        async def test() -> None:
            async with serving(numbered) as server, connecting() as connections:
                for number in range(20):
                    await get(connections, _target(server, host=f"host{number}.example"))
                await asyncio.gather(*(peer.ended.wait() for peer in server.peers[:17]))
                assert not any(peer.ended.is_set() for peer in server.peers[17:])

        run(test())

    def test_data_before_a_reset_is_read(self) -> None:
        async def handler(peer: Peer) -> None:
            await peer.request()
            await peer.answer(b"0")
            peer.writer.write_eof()

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                assert await get(connections, _target(server)) == b"0"
                # Closed on our side as well, without another request.
                await server.peers[0].ended.wait()

        run(test())

    def test_a_body_left_unread_closes_its_connection(self) -> None:
        async def test() -> None:
            async with serving(missing) as server, connecting() as connections:
                assert await get(connections, _target(server)) == b"none"
                await server.peers[0].ended.wait()

        run(test())

    def test_a_request_cancelled_while_its_connection_is_closed_leaves_none_open(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        close = httpcore.Response.aclose

        async def cancelling(response: httpcore.Response) -> None:
            tasks[0].cancel()
            await asyncio.sleep(0)
            await close(response)

        tasks: list[asyncio.Task[bytes]] = []

        async def test() -> None:
            async with serving(missing) as server, connecting() as connections:
                monkeypatch.setattr(httpcore.Response, "aclose", cancelling)
                tasks.append(asyncio.create_task(get(connections, _target(server))))
                with pytest.raises(asyncio.CancelledError):
                    await tasks[0]
                await server.peers[0].ended.wait()

        run(test())

    def test_a_request_cancelled_before_its_response_closes_its_connection(self) -> None:
        async def silent(peer: Peer) -> None:
            await peer.request()
            requested.set()

        requested = asyncio.Event()

        async def test() -> None:
            async with serving(silent) as server, connecting() as connections:
                task = asyncio.create_task(get(connections, _target(server)))
                await requested.wait()
                task.cancel()
                await server.peers[0].ended.wait()
                assert task.cancelled()

        run(test())


class TestHeads:
    """Heads and framing of responses, each bounded."""

    def _fails(self, response: bytes, *, times: int = 1, reason: str | None = None) -> None:
        async def handler(peer: Peer) -> None:
            await peer.request()
            for _ in range(times):
                await peer.send(response)

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                with pytest.raises(Unreachable, match=reason):
                    await get(connections, _target(server))
                await server.peers[0].ended.wait()

        run(test())

    def test_head_longer_than_its_bound_is_refused(self) -> None:
        self._fails(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 100_000, reason="head is longer than")

    @pytest.mark.promise("author", "The number of fields in a response's head is limited.")
    def test_fields_more_than_their_bound_are_refused(self) -> None:
        fields = b"".join(b"X%d: 1\r\n" % number for number in range(501))
        self._fails(b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n", reason="more than 500 fields")

    @pytest.mark.promise(
        "author", "The size of a response's head is limited, including informational responses before it."
    )
    def test_informational_responses_without_end_are_refused(self) -> None:
        self._fails(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100, times=100, reason="head is longer than")

    @pytest.mark.promise("author", "The size of chunk headers is limited.")
    def test_chunk_headers_longer_than_the_body_are_refused(self) -> None:
        chunk = b"1;" + b"x" * 5_000 + b"\r\n \r\n"
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        self._fails(head + chunk * 1_000, reason="longer than its body")

    @pytest.mark.parametrize("end", [b"1;" + b"x" * 200_000, b"0\r\nX: " + b"x" * 200_000])
    @pytest.mark.promise("author", "The size of trailers is limited.")
    def test_chunk_header_or_trailer_without_end_is_refused(self, end: bytes) -> None:
        self._fails(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + end)

    def test_protocol_changed_by_the_server_is_refused(self) -> None:
        self._fails(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")

    @pytest.mark.promise("author", "A body sent in chunks of single bytes delays no message.")
    def test_single_bytes_in_chunks_let_other_tasks_pass(self) -> None:
        async def handler(peer: Peer) -> None:
            await peer.request()
            head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            await peer.send(head + b"1\r\n \r\n" * 100_000 + b"0\r\n\r\n")

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                task = asyncio.create_task(get(connections, _target(server)))
                turns = 0
                while not task.done():
                    turns += 1
                    await asyncio.sleep(0)
                assert await task == b" " * 100_000
                assert turns > 100_000 // 256

        run(test())


@system.needs("openssl")
class TestTls:
    def test_concurrent_http_1_requests_use_separate_connections(self, certificate: Path) -> None:
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
                bodies = await asyncio.gather(*(get(connections, _target(server, "https")) for _ in range(6)))
                assert bodies == [b"done"] * 6
                assert len(server.peers) == 6

        run(test())

    def test_a_handshake_that_never_ends_is_no_connection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def silent(peer: Peer) -> None:
            await peer.reader.read(1)

        async def test() -> None:
            monkeypatch.setattr(limits, "CONNECT_SECONDS", 0.2)
            async with serving(silent) as server, connecting() as connections:
                with pytest.raises(NoConnection):
                    await get(connections, _target(server, "https"))
                await server.peers[0].ended.wait()

        run(test())

    def test_a_server_without_tls_is_no_connection(self) -> None:
        async def no_tls(peer: Peer) -> None:
            await peer.reader.read(1)
            peer.writer.write(b"220 mail.example ESMTP\r\n")

        async def test() -> None:
            async with serving(no_tls) as server, connecting() as connections:
                with pytest.raises(NoConnection):
                    await get(connections, _target(server, "https"))
                await server.peers[0].ended.wait()

        run(test())

    def test_a_handshake_that_is_cancelled_leaves_no_connection(self) -> None:
        begun = asyncio.Event()

        async def silent(peer: Peer) -> None:
            await peer.reader.read(1)
            begun.set()

        async def test() -> None:
            async with serving(silent) as server, connecting() as connections:
                task = asyncio.create_task(get(connections, _target(server, "https")))
                await begun.wait()
                task.cancel()
                await server.peers[0].ended.wait()

        run(test())

    def test_certificate_that_the_system_refuses_is_reported_as_such(
        self, certificate: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Refusal(ssl.SSLObject):
            def do_handshake(self) -> None:
                super().do_handshake()
                raise ssl.SSLCertVerificationError("Das Zertifikat ist ungültig.")

        async def test() -> None:
            async with serving(numbered, _tls(certificate, "http/1.1")) as server:
                context = ssl.create_default_context(cafile=certificate)
                context.sslobject_class = Refusal
                monkeypatch.setattr(network, "trusted_certificates", lambda: context)
                connections = Network(lambda _: True, _nowhere_else)
                with pytest.raises(NoConnection, match=r": certificate verify failed: Das Zertifikat ist ungültig\.$"):
                    await get(connections, _target(server, "https"))
                await connections.close()

        run(test())

    def test_unanswered_tls_shutdown_is_not_awaited(self, certificate: Path) -> None:
        async def test() -> None:
            async with serving(numbered, _tls(certificate, "http/1.1")) as server:
                async with connecting(trusted=certificate) as connections:
                    await get(connections, _target(server, "https"))
                    server.peers[0].writer.transport.pause_reading()  # type: ignore[attr-defined]
                assert len(asyncio.all_tasks()) == 2  # this one, and the server's

        run(test())


class TestClosing:
    def test_requests_in_flight_fail_without_retry_on_closing(self) -> None:
        second = asyncio.Event()

        async def handler(peer: Peer) -> None:
            await peer.request()
            await peer.answer(b"0")
            await peer.request()
            second.set()

        async def test() -> None:
            async with serving(handler) as server, connecting() as connections:
                await get(connections, _target(server))
                task = asyncio.create_task(get(connections, _target(server)))
                await second.wait()
                await connections.close()
                with pytest.raises(Unreachable):
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
                task = asyncio.create_task(get(connections, _target(server)))
                await looking_up.wait()
                await connections.close()
                gate.set()
                with pytest.raises(NoConnection):
                    await task
                await asyncio.gather(*(peer.ended.wait() for peer in server.peers))

        run(test())


class TestAddresses:
    @pytest.mark.parametrize("scheme", ["http", "https"])
    def test_disallowed_peer_address_receives_no_byte(self, scheme: str) -> None:
        received: list[bytes] = []

        async def listening(peer: Peer) -> None:
            received.append(await peer.reader.read(1))

        async def test() -> None:
            judgements = iter([True, False])  # for the name's address and for the socket's
            async with serving(listening) as server, connecting(allows=lambda _: next(judgements)) as connections:
                with pytest.raises(PrivateAddress):
                    await get(connections, _target(server, scheme))
                while not server.peers:
                    await asyncio.sleep(0)
                await server.peers[0].ended.wait()
            assert received == [b""]

        run(test())

    def test_allowed_addresses_are_tried_until_one_connects(self) -> None:
        asked: list[str] = []

        async def several(*_: object) -> list[str]:
            return ["10.0.0.1", "127.0.0.3", LOOPBACK]

        def allows(address: Address) -> bool:
            asked.append(str(address))
            return address.is_loopback

        async def test() -> None:
            async with serving(numbered) as server, connecting(several, allows) as connections:
                assert await get(connections, _target(server)) == b"0"
            assert asked == ["10.0.0.1", "127.0.0.3", LOOPBACK, LOOPBACK]

        run(test())

    def test_host_without_allowed_addresses_is_never_connected(self) -> None:
        async def test() -> None:
            async with serving(numbered) as server, connecting(allows=lambda _: False) as connections:
                with pytest.raises(PrivateAddress):
                    await get(connections, _target(server))
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
                with pytest.raises(NoConnection):
                    await get(connections, _target(server))

        monkeypatch.setattr(limits, "CONNECT_SECONDS", 0.1)
        for resolver in (hanging, unknown, empty):
            run(test(resolver))


def with_stream(test: Callable[[GuardedStream, socket.socket], Awaitable[None]]) -> None:
    """Call a function with a stream and the other end of its connection."""

    async def within() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            ours = socket.create_connection(listening.getsockname())
            other, _ = listening.accept()
        ours.setblocking(False)
        other.setblocking(False)
        stream = GuardedStream(ours, ssl.create_default_context)
        await asyncio.get_running_loop().create_connection(lambda: stream, sock=ours)
        try:
            async with asyncio.timeout(60):
                await test(stream, other)
        finally:
            stream.abort()
            other.close()
            await asyncio.sleep(0)

    asyncio.run(within(), debug=True)


async def _all_of(stream: GuardedStream) -> bytes:
    received = b""
    while data := await stream.read(1 << 20, 5):
        received += data
    return received


async def _turns() -> None:
    """Let the event loop read the available data."""
    for _ in range(5):
        await asyncio.sleep(0)


def _reset(other: socket.socket) -> None:
    other.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    other.close()


class TestStream:
    """One connection: in order, within bounds, and to its end."""

    def test_stream_is_read_to_its_end(self) -> None:
        async def test(stream: GuardedStream, other: socket.socket) -> None:
            other.send(b"one")
            assert await stream.read(1 << 20, 5) == b"one"
            other.send(b"two")
            other.close()
            assert await _all_of(stream) == b"two"
            assert await stream.read(1 << 20, 5) == b""

        with_stream(test)

    def test_reset_after_data_is_an_error(self) -> None:
        async def test(stream: GuardedStream, other: socket.socket) -> None:
            other.send(b"before")
            await _turns()
            _reset(other)
            await _turns()
            assert await stream.read(1 << 20, 5) == b"before"
            for _ in range(2):
                with pytest.raises(httpcore.ReadError):
                    await stream.read(1 << 20, 5)
            await stream.write(b"dropped", 5)

        with_stream(test)

    def test_silence_is_a_timeout_and_no_end(self) -> None:
        async def test(stream: GuardedStream, other: socket.socket) -> None:
            with pytest.raises(httpcore.ReadTimeout):
                await stream.read(1 << 20, 0.01)
            other.send(b"late")
            assert await stream.read(1 << 20, 5) == b"late"

        with_stream(test)

    def test_a_server_that_does_not_read_is_a_timeout(self) -> None:
        async def test(stream: GuardedStream, other: socket.socket) -> None:
            with pytest.raises(httpcore.WriteTimeout):
                await stream.write(bytes(50_000_000), 0.01)

        with_stream(test)

    def test_writes_on_as_the_server_reads(self) -> None:
        async def test(stream: GuardedStream, other: socket.socket) -> None:
            loop, size = asyncio.get_running_loop(), 10_000_000
            writing = asyncio.create_task(stream.write(bytes(size), 5))
            while size:
                size -= len(await loop.sock_recv(other, 1 << 20))
            await writing

        with_stream(test)

    def test_flooding_server_is_held_by_backpressure(self) -> None:
        async def test(stream: GuardedStream, other: socket.socket) -> None:
            sent = 0
            for _ in range(1_000):
                try:
                    sent += other.send(bytes(1 << 16))
                except BlockingIOError:
                    await asyncio.sleep(0)
            assert sent < 40_000_000
            assert len(await stream.read(1 << 20, 5)) <= 1 << 19
            other.setblocking(False)
            other.close()
            await _all_of(stream)

        with_stream(test)

    @pytest.mark.parametrize(
        "rounds",
        [
            pytest.param(
                0,
                marks=system.not_on_windows("the event loop reads before it is asked"),
                id="held by the system",
            ),
            pytest.param(5, id="read by the event loop"),
        ],
    )
    @pytest.mark.parametrize("ends", [False, True])
    def test_readability_is_reported(self, rounds: int, ends: bool) -> None:
        async def test(stream: GuardedStream, other: socket.socket) -> None:
            assert not stream.get_extra_info("is_readable")
            other.close() if ends else other.send(b"x")
            for _ in range(rounds):
                await asyncio.sleep(0)
            assert stream.get_extra_info("is_readable")

        with_stream(test)

    def test_closes_where_the_server_has_closed(self) -> None:
        async def test(stream: GuardedStream, other: socket.socket) -> None:
            other.shutdown(socket.SHUT_WR)
            assert await asyncio.get_running_loop().sock_recv(other, 1) == b""

        with_stream(test)

    def test_read_returns_no_more_than_asked_for(self) -> None:
        async def test(stream: GuardedStream, other: socket.socket) -> None:
            other.send(b"one")
            assert [await stream.read(2, 5) for _ in range(2)] == [b"on", b"e"]

        with_stream(test)
