"""Small sites for single tests: a server with a map, pages that name it, and a request log."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

NAMESPACE = "http://standard-sitemap.org/2007/ns"

#: Names `/map.xml` by the third rule of discovery.
LINKS = f'<link rel="schema.m" href="{NAMESPACE}"><link rel="m.location" href="/map.xml">'

#: Matches any path, for a handler that examines the path itself.
ANYTHING = re.compile(".*")

BODY_CLASS = '<class-change xmlns:h="http://www.w3.org/1999/xhtml" elem="/h:html/h:body" prefix="sitemap"/>'


_PORTS: set[int] = set()


class _Server(HTTPServer):
    """A server that stops at once; the library's own polls twice a second."""

    def thread_target(self) -> None:
        assert self.server is not None
        self.server.serve_forever(poll_interval=0.02)


@contextlib.contextmanager
def server() -> Iterator[HTTPServer]:
    """Yield a server at a port not used before: a browser may still have a connection to an earlier server."""
    with contextlib.ExitStack() as stack:
        made = stack.enter_context(_Server("127.0.0.1", 0, threaded=True))
        while made.port in _PORTS:
            made = stack.enter_context(_Server("127.0.0.1", 0, threaded=True))
        _PORTS.add(made.port)
        yield made


def sitemap(content: str) -> str:
    """Return a sitemap file with this content."""
    return f'<?xml version="1.0"?><sitemap xmlns="{NAMESPACE}" xml:base="/">{content}</sitemap>'


def page(title: str, head: str = LINKS, body: str = "") -> str:
    """Return an HTML page with a body."""
    return f"<!doctype html><html><head>{head}<title>{title}</title></head><body>{body}<p>{title}</p></body></html>"


def serve(site: HTTPServer, content: str, *, head: str = LINKS, body: str = "") -> str:
    """Serve a map at `/map.xml`, and pages at `/` and below `/p/`; return the address of `/`."""
    answer(site, "/map.xml", sitemap(content), content_type="application/xml")
    answer_with(site, re.compile(r"/(p/.*)?$"), lambda request: html(page(request.path, head, body)))
    return site.url_for("/")


def answer(
    site: HTTPServer, path: str, body: str | bytes, *, content_type: str = "text/html; charset=utf-8", status: int = 200
) -> None:
    """Respond to a path with this body."""
    site.expect_request(path).respond_with_data(body, content_type=content_type, status=status)


def answer_with(site: HTTPServer, path: str | re.Pattern[str], make: Callable[[Request], Response]) -> None:
    """Respond to a path with the result of `make` for each request."""
    site.expect_request(path).respond_with_handler(make)


def html(body: str, **headers: str) -> Response:
    """Return a page as response; underscores in header names stand for hyphens."""
    made = Response(body, content_type="text/html; charset=utf-8")
    for name, value in headers.items():
        made.headers[name.replace("_", "-")] = value
    return made


def requests(site: HTTPServer, path: str) -> list[Request]:
    """Return the requests for a path, in order."""
    return [request for request, _ in site.log if request.path == path]


def referrers(site: HTTPServer, path: str) -> list[str | None]:
    """Return the referrer of each request for a path, in order."""
    return [request.headers.get("Referer") for request in requests(site, path)]


def paths(site: HTTPServer) -> list[str]:
    """Return the requested paths in order, except the browser's own icon."""
    return [request.path for request, _ in site.log if request.path != "/favicon.ico"]
