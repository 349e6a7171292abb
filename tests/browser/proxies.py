"""An HTTP and a SOCKS5 proxy: both resolve special names to one server, and record requests."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import ip_address
from itertools import count
from socketserver import StreamRequestHandler, ThreadingTCPServer
from urllib.parse import urlsplit

#: No name server knows this domain, so a request for it proves that the proxy was used.
_KNOWN = ".behind-the-proxy.test"
_NUMBERS = count(1)

_HEAD_BYTES = 65_536
_NAME = 3
_ADDRESS_BYTES = {1: 4, 4: 16}
_TIMEOUT_S = 30


def name() -> str:
    """Return a new name that only the proxies know."""
    return f"n{next(_NUMBERS)}{_KNOWN}"


@dataclass
class Proxy:
    """A proxy at `port` that forwards to `server_port`; `requested` records each request as `kind name`."""

    kind: str
    server_port: int
    port: int = 0
    requested: list[str] = field(default_factory=list)

    def connected(self, host: str) -> socket.socket:
        """Return a connection to the server behind a name. Raises OSError for any unknown name."""
        self.requested.append(f"{self.kind} {host}")
        if not host.endswith(_KNOWN):
            raise OSError(f"{host} is not known")
        return socket.create_connection(("127.0.0.1", self.server_port), _TIMEOUT_S)


@contextlib.contextmanager
def serving(kind: str, server_port: int) -> Iterator[Proxy]:
    """Yield a proxy of that kind, `http` or `socks`."""
    proxy = Proxy(kind, server_port)

    class Handler(_Socks if kind == "socks" else _Http):  # type: ignore[misc]
        pass

    Handler.proxy = proxy
    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        server.block_on_close = False
        proxy.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield proxy
        server.shutdown()


class _Handler(StreamRequestHandler):
    proxy: Proxy
    timeout = _TIMEOUT_S

    def handle(self) -> None:
        with contextlib.suppress(OSError, EOFError):
            self.lead()

    def lead(self) -> None:
        raise NotImplementedError

    def exact(self, length: int) -> bytes:
        body = self.rfile.read(length)
        if len(body) < length:
            raise EOFError
        return body


class _Socks(_Handler):
    """SOCKS version 5 (RFC 1928), without login; only addresses of type 3, names resolved by the proxy."""

    def lead(self) -> None:
        _, methods = self.exact(2)
        self.exact(methods)
        self.wfile.write(b"\x05\x00")
        kind = self.exact(4)[3]
        if kind == _NAME:
            host = self.exact(self.exact(1)[0]).decode()
        else:
            host = str(ip_address(self.exact(_ADDRESS_BYTES[kind])))
        self.exact(2)
        try:
            onward = self.proxy.connected(host)
        except OSError:
            self.wfile.write(b"\x05\x04\x00\x01" + bytes(6))
            return
        with onward:
            self.wfile.write(b"\x05\x00\x00\x01" + bytes(6))
            _pump(self.connection, onward)


class _Http(_Handler):
    """A proxy for plain http with one request per connection (RFC 9112, 3.2.2)."""

    def lead(self) -> None:
        method, address, version = self.rfile.readline(_HEAD_BYTES).decode("latin-1").split()
        head = list(iter(lambda: self.rfile.readline(_HEAD_BYTES), b"\r\n"))
        url = urlsplit(address)
        try:
            onward = self.proxy.connected(url.hostname or "")
        except OSError:
            self.wfile.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        path = f"{url.path or '/'}{'?' if url.query else ''}{url.query}"
        forwarded = [line for line in head if not line.lower().startswith((b"connection:", b"proxy-"))]
        with onward:
            onward.sendall(
                f"{method} {path} {version}\r\n".encode() + b"".join(forwarded) + b"Connection: close\r\n\r\n"
            )
            _copy(onward, self.connection)


def _pump(client: socket.socket, other: socket.socket) -> None:
    """Copy in both directions until one side ends."""
    back = threading.Thread(target=_copy, args=(other, client), daemon=True)
    back.start()
    _copy(client, other)
    back.join(_TIMEOUT_S)


def _copy(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_WR)
