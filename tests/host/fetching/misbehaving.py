"""A web server on loopback that misbehaves in a different way at each path."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import socket
import struct
import threading
from collections.abc import Awaitable, Callable, Iterator
from functools import cache

Handler = Callable[["Peer"], Awaitable[None]]

NAMESPACE = "http://standard-sitemap.org/2007/ns"
LEAF = '<item name="Äpfel" url="apples"/>'


def sitemap(content: str, head: str = "") -> str:
    """Return a sitemap with that content."""
    return f'{head}<sitemap xmlns="{NAMESPACE}">{content}</sitemap>'


class Peer:
    """The client of a request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, base: str) -> None:
        self.reader, self.writer, self.path, self.base = reader, writer, path, base

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def head(self, *fields: str, status: str = "200 OK", content_type: str | None = "application/xml") -> None:
        label = [f"Content-Type: {content_type}"] if content_type else []
        await self.send("\r\n".join([f"HTTP/1.1 {status}", *label, *fields, "", ""]).encode())

    async def whole(self, body: bytes, *fields: str, content_type: str | None = "application/xml") -> None:
        await self.head(f"Content-Length: {len(body)}", *fields, content_type=content_type)
        await self.send(body)

    async def reset(self) -> None:
        """Reset the connection."""
        linger = struct.pack("ii", 1, 0)
        self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.writer.close()


async def _byte_by_byte(peer: Peer) -> None:
    await peer.head("Content-Length: 100000")
    while True:
        await peer.send(b" ")
        await asyncio.sleep(0.05)


async def _silent(peer: Peer) -> None:
    await asyncio.Event().wait()


async def _endless(peer: Peer) -> None:
    await peer.head()
    await peer.send(f'<sitemap xmlns="{NAMESPACE}">'.encode())
    while True:
        await peer.send(b'<item name="A" url="a"/>' * 10_000)


async def _endless_fields(peer: Peer) -> None:
    await peer.send(b"HTTP/1.1 200 OK\r\n")
    while True:
        await peer.send(b"X-More: and more\r\n" * 100)


async def _redirected_on(peer: Peer) -> None:
    number = len(peer.path.split("/"))
    await peer.head(f"Location: {peer.path}/{number}", "Content-Length: 0", status="302 Found")


async def _redirected_to_itself(peer: Peer) -> None:
    await peer.head("Location: ?", "Content-Length: 0", status="301 Moved Permanently")


async def _promising_more(peer: Peer) -> None:
    body = sitemap(LEAF).encode()
    await peer.head(f"Content-Length: {len(body) + 100}", "Connection: close")
    await peer.send(body)
    peer.writer.close()


async def _promising_less(peer: Peer) -> None:
    body = sitemap(LEAF).encode()
    await peer.head(f"Content-Length: {len(body) - 5}", "Connection: close")
    await peer.send(body)
    peer.writer.close()


async def _reset(peer: Peer) -> None:
    await peer.head("Content-Length: 100000")
    await peer.send(sitemap(LEAF).encode())
    await peer.reset()


async def _not_modified(peer: Peer) -> None:
    await peer.head(status="304 Not Modified")


async def _gzip_bomb(peer: Peer) -> None:
    await peer.whole(_bomb(), "Content-Encoding: gzip")


@cache
def _bomb() -> bytes:
    """Return data that decompresses to a thousand times its size."""
    packed = gzip.compress(b" " * 60_000_000, 9)
    assert 60_000_000 / len(packed) > 900
    return packed


async def _nonsense(peer: Peer) -> None:
    await peer.send(b"220 mail.example ESMTP\r\n")
    peer.writer.close()


_LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
_BOMB = f'<!DOCTYPE sitemap [<!ENTITY l0 "ha">{_LAUGHS}]>'


def _document(body: bytes | str, content_type: str | None = "application/xml") -> Handler:
    data = body.encode() if isinstance(body, str) else body

    async def handler(peer: Peer) -> None:
        await peer.whole(data.replace(b"$BASE", peer.base.encode()), content_type=content_type)

    return handler


def _declared(encoding: str) -> str:
    return f'<?xml version="1.0" encoding="{encoding}"?>'


def _utf_7(text: str) -> bytes:
    return text.encode("utf-7").replace(b"<", b"+ADw-")


_PAGE = "<!DOCTYPE html><html><title>Not Found</title><p>Sorry<br>"

HANDLERS: dict[str, Handler] = {
    "byte-by-byte": _byte_by_byte,
    "silent": _silent,
    "endless": _endless,
    "endless-fields": _endless_fields,
    "redirects": _redirected_on,
    "redirect-to-itself": _redirected_to_itself,
    "promises-more": _promising_more,
    "promises-less": _promising_less,
    "reset": _reset,
    "not-modified": _not_modified,
    "gzip-bomb": _gzip_bomb,
    "nonsense": _nonsense,
    "entity-bomb": _document(sitemap("<item name='&l9;' url='a'/>", _BOMB)),
    "external-entity": _document(
        sitemap("<item name='&secret;' url='a'/>", '<!DOCTYPE sitemap [<!ENTITY secret SYSTEM "$BASE/secret">]>')
    ),
    "external-type": _document(sitemap(LEAF, '<!DOCTYPE sitemap SYSTEM "$BASE/secret">')),
    "utf-7-declared": _document(_utf_7(sitemap(LEAF)), "application/xml; charset=utf-7"),
    "utf-7-undeclared": _document(_utf_7(sitemap(LEAF))),
    "utf-16-marked": _document(sitemap(LEAF).encode("utf-16")),
    "utf-16-declared": _document(sitemap(LEAF).encode("utf-16-le"), "application/xml; charset=utf-16le"),
    "utf-16-undeclared": _document(sitemap(LEAF).encode("utf-16-be")),
    "latin-1-declared": _document(sitemap(LEAF, _declared("iso-8859-1")).encode("latin-1")),
    "latin-1-labelled": _document(sitemap(LEAF).encode("latin-1"), "text/xml; charset=iso-8859-1"),
    "latin-1-undeclared": _document(sitemap(LEAF).encode("latin-1")),
    "plain-text": _document(sitemap(LEAF), "text/plain"),
    "no-type": _document(sitemap(LEAF), None),
    "error-page": _document(_PAGE, "text/html; charset=utf-8"),
    "error-page-as-xml": _document(_PAGE, "application/xml"),
    "self": _document(sitemap('<group xml:id="g"><external url="self#g"/></group>' + LEAF)),
    "this": _document(sitemap('<external url="that#t"/><group xml:id="t" name="T"><item name="B" url="b"/></group>')),
    "that": _document(sitemap('<group xml:id="t" name="U"><external url="this#t"/></group>')),
    "many": _document(sitemap("".join(f'<external url="one-of-many/{n}#n"/>' for n in range(10_000)))),
    "one-of-many": _document(sitemap('<item xml:id="n" name="N" url="n"/>')),
    "half-silent": _document(sitemap('<external url="one-of-many#n"/><external url="silent#n"/>')),
    "deep": _document(sitemap('<item name="D" url="d">' * 20_000 + "</item>" * 20_000)),
    "long-attribute": _document(sitemap(f'<item name="{"N" * 100_000}" url="n"/>' + LEAF)),
    "many-elements": _document(sitemap('<item name="N" url="n"/>' * 20_000)),
    "good": _document(sitemap(LEAF)),
}
"""The behaviour of each path."""


class Server:
    """The running server: its address, and the requested paths."""

    def __init__(self) -> None:
        self.requested: list[str] = []
        self.base = ""
        self._loop = asyncio.new_event_loop()
        self._serving: set[asyncio.Task[None] | None] = set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._serving.add(asyncio.current_task())  # the loop itself keeps only weak references to tasks
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while not writer.is_closing():
                request = await reader.readuntil(b"\r\n\r\n")
                path = request.split(b" ")[1].decode().partition("?")[0]
                self.requested.append(path)
                await HANDLERS[path.split("/")[1]](Peer(reader, writer, path, self.base))
        writer.close()

    async def _open(self, started: threading.Event) -> None:
        _bomb()
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._stop = asyncio.Event()
        started.set()
        await self._stop.wait()
        server.close()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    @contextlib.contextmanager
    def running(self) -> Iterator[Server]:
        """Run the server in a thread."""
        started = threading.Event()
        thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._open(started)))
        thread.start()
        started.wait()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._stop.set)
            thread.join()
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()
