"""`standard-sitemap verify` on hostile servers: it ends, with a line that names the problem."""

from __future__ import annotations

import socketserver
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

# Seconds for the command on a busy machine; each response below would never end.
_PATIENCE_S = 240

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

Answer = Callable[[Callable[[bytes], object]], None]


def _endless_body(send: Callable[[bytes], object]) -> None:
    send(_HEAD + b"\r\n")
    while True:
        send(b"<p>" * 20_000)


def _endless_header(send: Callable[[bytes], object]) -> None:
    send(_HEAD + b"X-Long: ")
    while True:
        send(b"x" * 60_000)


def _endless_fields(send: Callable[[bytes], object]) -> None:
    send(_HEAD)
    while True:
        send(b"X-Standard-Sitemap-Location: /map.xml\r\n" * 1_000)


def _redirect_to_itself(send: Callable[[bytes], object]) -> None:
    send(b"HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


def _redirect_to_a_long_address(send: Callable[[bytes], object]) -> None:
    send(b"HTTP/1.1 302 Found\r\nLocation: /%b\r\nContent-Length: 0\r\n\r\n" % (b"x" * 60_000))


def _no_http(send: Callable[[bytes], object]) -> None:
    send(b"\x00\xff" * 10_000)


def _body_that_does_not_unpack(send: Callable[[bytes], object]) -> None:
    send(_HEAD + b"Content-Encoding: gzip, br, zstd, deflate\r\nContent-Length: 9\r\n\r\nnot at all")


@contextmanager
def _served(answer: Answer) -> Iterator[str]:
    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):  # the client has disconnected, as it should
                self.request.recv(65_536)
                answer(self.request.sendall)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.mark.parametrize(
    "answer",
    [
        _endless_body,
        _endless_header,
        _endless_fields,
        _redirect_to_itself,
        _redirect_to_a_long_address,
        _no_http,
        _body_that_does_not_unpack,
    ],
    ids=lambda answer: answer.__name__.strip("_").replace("_", "-"),
)
@pytest.mark.promise("author", "`verify` ends with a one-line report if a response never ends or is not HTTP.")
def test_hostile_response_ends_in_a_report(answer: Answer) -> None:
    with _served(answer) as url:
        command = [sys.executable, "-m", "standard_sitemap", "verify", url]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_PATIENCE_S)
    assert (done.returncode, done.stderr) == (3, "")
    assert "could not be fetched" in done.stdout
    assert len(done.stdout) < 1_000
