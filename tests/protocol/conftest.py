"""A site on loopback and a host process, for the recorded exchanges."""

import json
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


class Served(SimpleHTTPRequestHandler):
    extensions_map = {".xml": "application/xml", ".html": "text/html"}  # noqa: RUF012  the base class has it so

    def do_GET(self) -> None:
        if self.path.startswith("/forbidden"):
            self.send_error(403)
        else:
            super().do_GET()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="session")
def base() -> Iterator[str]:
    """The address of the site in `sites`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Served, directory=str(HERE / "sites")))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


class Host:
    """A host process, as a browser sees it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "standard_sitemap.native.process"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.events: list[dict[str, Any]] = []
        self.answers: dict[Any, dict[str, Any]] = {}
        self._number = 0

    def send_bytes(self, body: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(struct.pack("=I", len(body)) + body)
        self.process.stdin.flush()

    def request(self, method: Any, params: Any) -> int:
        self._number += 1
        self.send_bytes(json.dumps({"id": self._number, "method": method, "params": params}).encode())
        return self._number

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout
        header = self.process.stdout.read(4)
        assert len(header) == 4, self.ended()
        body = self.process.stdout.read(struct.unpack("=I", header)[0])
        message: dict[str, Any] = json.loads(body)
        if "event" in message:
            self.events.append(message)
        else:
            self.answers[message["id"]] = message
        return message

    def answer(self, number: int | None) -> dict[str, Any]:
        while number not in self.answers:
            self.receive()
        return self.answers.pop(number)

    def ended(self) -> tuple[int, bytes, bytes]:
        """Exit status, what was left on standard output, and standard error."""
        output, errors = self.process.communicate(timeout=20)
        return self.process.returncode, output, errors


@pytest.fixture
def host() -> Iterator[Host]:
    """A host that was just started."""
    started = Host()
    yield started
    if started.process.poll() is None:
        started.process.kill()
        started.process.communicate()
    for pipe in (started.process.stdin, started.process.stdout, started.process.stderr):
        if pipe:
            pipe.close()
