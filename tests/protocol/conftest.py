"""A site on loopback and a host process, for the recorded exchanges."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from protocol.host_process import Host

HERE = Path(__file__).parent


class FileHandler(SimpleHTTPRequestHandler):
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
    """Yield the address of the site in `sites`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(FileHandler, directory=str(HERE / "sites")))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Yield a freshly started host."""
    started = Host(tmp_path)
    yield started
    started.close()
