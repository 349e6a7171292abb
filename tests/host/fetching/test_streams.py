"""What goes over one connection: in order, within bounds, and to its end."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable

import httpcore
import pytest

from standard_sitemap.fetching.streams import Stream


def _run(test: Callable[[Stream, socket.socket], Awaitable[None]]) -> None:
    """With a stream, and the other end of its connection."""

    async def within() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            ours = socket.create_connection(listening.getsockname())
            other, _ = listening.accept()
        ours.setblocking(False)
        other.setblocking(False)
        stream = Stream(ours)
        await asyncio.get_running_loop().create_connection(lambda: stream, sock=ours)
        try:
            async with asyncio.timeout(10):
                await test(stream, other)
        finally:
            stream.abort()
            other.close()
            await asyncio.sleep(0)

    asyncio.run(within(), debug=True)


async def _all_of(stream: Stream) -> bytes:
    found = b""
    while data := await stream.read(1, 5):
        found += data
    return found


async def _turns() -> None:
    """Let the event loop read what is there."""
    for _ in range(5):
        await asyncio.sleep(0)


def _reset(other: socket.socket) -> None:
    other.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    other.close()


def test_reads_what_comes_until_its_end() -> None:
    async def test(stream: Stream, other: socket.socket) -> None:
        other.send(b"one")
        assert await stream.read(1, 5) == b"one"
        other.send(b"two")
        other.close()
        assert await _all_of(stream) == b"two"
        assert await stream.read(1, 5) == b""

    _run(test)


def test_a_reset_is_an_error_after_what_came_before() -> None:
    async def test(stream: Stream, other: socket.socket) -> None:
        other.send(b"before")
        await _turns()
        _reset(other)
        await _turns()
        assert await stream.read(1, 5) == b"before"
        for _ in range(2):
            with pytest.raises(httpcore.ReadError):
                await stream.read(1, 5)
        await stream.write(b"dropped", 5)

    _run(test)


def test_silence_is_a_timeout_and_no_end() -> None:
    async def test(stream: Stream, other: socket.socket) -> None:
        with pytest.raises(httpcore.ReadTimeout):
            await stream.read(1, 0.01)
        other.send(b"late")
        assert await stream.read(1, 5) == b"late"

    _run(test)


def test_a_server_that_does_not_read_is_a_timeout() -> None:
    async def test(stream: Stream, other: socket.socket) -> None:
        with pytest.raises(httpcore.WriteTimeout):
            await stream.write(bytes(50_000_000), 0.01)

    _run(test)


def test_writes_on_as_the_server_reads() -> None:
    async def test(stream: Stream, other: socket.socket) -> None:
        loop, size = asyncio.get_running_loop(), 10_000_000
        writing = asyncio.create_task(stream.write(bytes(size), 5))
        while size:
            size -= len(await loop.sock_recv(other, 1 << 20))
        await writing

    _run(test)


def test_a_server_that_floods_has_to_wait_until_it_is_read() -> None:
    async def test(stream: Stream, other: socket.socket) -> None:
        sent = 0
        for _ in range(1_000):
            try:
                sent += other.send(bytes(1 << 16))
            except BlockingIOError:
                await asyncio.sleep(0)
        assert sent < 40_000_000
        assert len(await stream.read(1, 5)) <= 1 << 19
        other.setblocking(False)
        other.close()
        await _all_of(stream)

    _run(test)


@pytest.mark.parametrize("rounds", [0, 5], ids=["held by the system", "read by the event loop"])
@pytest.mark.parametrize("ends", [False, True])
def test_knows_whether_something_can_be_read(rounds: int, ends: bool) -> None:
    async def test(stream: Stream, other: socket.socket) -> None:
        assert not stream.get_extra_info("is_readable")
        other.close() if ends else other.send(b"x")
        for _ in range(rounds):
            await asyncio.sleep(0)
        assert stream.get_extra_info("is_readable")

    _run(test)


def test_closes_where_the_server_has_closed() -> None:
    async def test(stream: Stream, other: socket.socket) -> None:
        other.shutdown(socket.SHUT_WR)
        assert await asyncio.get_running_loop().sock_recv(other, 1) == b""

    _run(test)
