"""A server of hostile files in a separate process, so that measurements do not share an interpreter."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from typing import Any

from hostile.corpus import NAMESPACE, Files

_SMALL = "".join(f'<item name="Page {number}" url="{number}"/>' for number in range(20))
_HARMLESS: Files = {
    "/harmless": ("application/xml", f'<sitemap xmlns="{NAMESPACE}"/>'.encode()),
    "/small": ("application/xml", f'<sitemap xmlns="{NAMESPACE}">{_SMALL}</sitemap>'.encode()),
}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, files: Files) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files = files | _HARMLESS


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        kind, body = self.server.files.get(self.path.partition("?")[0], ("text/plain", b""))
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        if body.startswith(b"\x1f\x8b"):
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def served(files: Files) -> Iterator[str]:
    """Yield the server's address on loopback; it also has `/harmless` and `/small`."""
    with in_a_process(_serve, files) as address:
        yield address


@contextlib.contextmanager
def in_a_process(serve: Callable[[Any, Connection], None], argument: object) -> Iterator[str]:
    """Run `serve` in a separate process; yield the server's address. `serve` sends the port that it listens on."""
    # Not forked, because this process's threads might hold locks.
    context = multiprocessing.get_context("forkserver")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(argument, there), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{here.recv()}"
    finally:
        process.terminate()
        process.join()


def _serve(files: Files, port: Connection) -> None:
    server = _Server(files)
    port.send(server.server_port)
    server.serve_forever()
