"""Small sites for single tests: a server is given a map and pages that name it, and tells what it was asked."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

NAMESPACE = "http://standard-sitemap.org/2007/ns"

#: Names `/map.xml` by the third rule of discovery.
LINKS = f'<link rel="schema.m" href="{NAMESPACE}"><link rel="m.location" href="/map.xml">'

#: Any path, for a server that looks for itself.
ANYTHING = re.compile(".*")

BODY_CLASS = '<class-change xmlns:h="http://www.w3.org/1999/xhtml" elem="/h:html/h:body" prefix="sitemap"/>'


_PORTS: set[int] = set()


class _Server(HTTPServer):
    """A server that ends at once: the library's own looks twice a second whether it should."""

    def thread_target(self) -> None:
        assert self.server is not None
        self.server.serve_forever(poll_interval=0.02)


@contextlib.contextmanager
def server() -> Iterator[HTTPServer]:
    """A server at a port that none had before: a browser may still have open what another server had there."""
    with contextlib.ExitStack() as stack:
        made = stack.enter_context(_Server("127.0.0.1", 0, threaded=True))
        while made.port in _PORTS:
            made = stack.enter_context(_Server("127.0.0.1", 0, threaded=True))
        _PORTS.add(made.port)
        yield made


def sitemap(content: str) -> str:
    """A sitemap file with that content."""
    return f'<?xml version="1.0"?><sitemap xmlns="{NAMESPACE}" xml:base="/">{content}</sitemap>'


def page(title: str, head: str = LINKS, body: str = "") -> str:
    """An HTML page whose body is there."""
    return f"<!doctype html><html><head>{head}<title>{title}</title></head><body>{body}<p>{title}</p></body></html>"


def serve(site: HTTPServer, content: str, *, head: str = LINKS, body: str = "") -> str:
    """Serves a map at `/map.xml`, and pages at `/` and anywhere below `/p/`. Returns the address of `/`."""
    answer(site, "/map.xml", sitemap(content), content_type="application/xml")
    answer_with(site, re.compile(r"/(p/.*)?$"), lambda request: html(page(request.path, head, body)))
    return site.url_for("/")


def answer(
    site: HTTPServer, path: str, body: str | bytes, *, content_type: str = "text/html; charset=utf-8", status: int = 200
) -> None:
    """Has a path answered with that."""
    site.expect_request(path).respond_with_data(body, content_type=content_type, status=status)


def answer_with(site: HTTPServer, path: str | re.Pattern[str], make: Callable[[Request], Response]) -> None:
    """Has a path answered with what `make` makes of each request."""
    site.expect_request(path).respond_with_handler(make)


def html(body: str, **headers: str) -> Response:
    """A page as answer; underscores in the names of headers stand for hyphens."""
    made = Response(body, content_type="text/html; charset=utf-8")
    for name, value in headers.items():
        made.headers[name.replace("_", "-")] = value
    return made


def requests(site: HTTPServer, path: str) -> list[Request]:
    """What was asked for a path, in order."""
    return [request for request, _ in site.log if request.path == path]


def referrers(site: HTTPServer, path: str) -> list[str | None]:
    """The referrer of each request for a path, in order."""
    return [request.headers.get("Referer") for request in requests(site, path)]


def paths(site: HTTPServer) -> list[str]:
    """The paths asked for, in order, browsers' own icon aside."""
    return [request.path for request, _ in site.log if request.path != "/favicon.ico"]
