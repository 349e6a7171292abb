"""A site on loopback that makes its pages by a function and counts its requests."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

Answer = tuple[int, dict[str, str], bytes]
Pages = Callable[[str], Answer]


class LiveSite:
    """A running site: its origin, its requests by path with query, and the maximum of concurrent requests."""

    def __init__(self, pages: Pages) -> None:
        self.requests: Counter[str] = Counter()
        self.most_open = 0
        self._open = 0
        self._lock = threading.Lock()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                with site._lock:
                    site.requests[self.path] += 1
                    site._open += 1
                    site.most_open = max(site.most_open, site._open)
                status, fields, body = pages(self.path)
                with site._lock:
                    site._open -= 1
                self.send_response(status)
                for name, value in ({"Content-Type": "text/html"} | fields).items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def live() -> Iterator[Callable[[Pages], LiveSite]]:
    """Start sites, and stop them after the test."""
    sites: list[tuple[LiveSite, threading.Thread]] = []

    def start(pages: Pages) -> LiveSite:
        site = LiveSite(pages)
        thread = threading.Thread(target=site.server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        sites.append((site, thread))
        return site

    yield start
    for site, thread in sites:
        site.server.shutdown()
        thread.join()
        site.server.server_close()


def page(title: str, *links: str, head: str = "") -> Answer:
    """Answer with a page that has a list of links."""
    entries = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    return 200, {}, f"<title>{title}</title>{head}<h1>{title}</h1><ul>{entries}</ul>".encode()


def of(pages: dict[str, Answer]) -> Pages:
    """Serve pages by path; anything else is not found."""
    return lambda path: pages.get(path, (404, {}, b"<title>Not found</title>"))
