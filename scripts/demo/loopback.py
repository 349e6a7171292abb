"""Runs an HTTP server on loopback, at a free port, for the duration of a `with` block."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class QuietHandler(BaseHTTPRequestHandler):
    """Handler that logs nothing to the terminal."""

    def send_text(self, status: int, content_type: str, text: str) -> None:
        """Respond with a text; ignore a client that has disconnected."""
        with contextlib.suppress(ConnectionError):
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.end_headers()
            self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is inherited)
        """Log nothing."""


@contextlib.contextmanager
def serving(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Yield the address of the running server, without a trailing slash."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
