"""The WSGI middleware under the real Flask, and under the standard library's validator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import flask
import pytest
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client

from standard_sitemap.integrations.wsgi import SitemapMiddleware
from standard_sitemap.ssp import Evidence, discover, discovery_faults

LEGACY = "X-Standard-Sitemap-Location"


def _flask(location: str = "/map.xml", *, numbered: bool = True) -> flask.Flask:
    app = flask.Flask("site")
    app.add_url_rule("/page", "page", lambda: "<p>Hello")
    app.add_url_rule("/text", "text", lambda: flask.Response("Hello", mimetype="text/plain"))
    app.add_url_rule("/own", "own", lambda: flask.Response("Hello", headers={LEGACY: "/own.xml"}))
    app.add_url_rule("/stream", "stream", lambda: flask.Response(iter(["<p>", "Hel", "lo"]), mimetype="text/html"))
    app.wsgi_app = SitemapMiddleware(app.wsgi_app, location, numbered=numbered)  # type: ignore[method-assign]
    return app


def test_page_by_default_announces_the_sitemap_by_both_fields_without_a_fault() -> None:
    response = _flask().test_client().get("/page")
    evidence = Evidence("https://www.example.org/page", "text/html", tuple(response.headers.items()))
    assert discover(evidence) == ("opt-header", "https://www.example.org/map.xml")
    assert not list(discovery_faults(evidence))


def test_page_without_numbered_names_announces_the_sitemap_by_the_obsolete_field() -> None:
    response = _flask(numbered=False).test_client().get("/page")
    assert response.headers[LEGACY] == "/map.xml"
    assert "Opt" not in response.headers


def test_numbered_name_is_sent_by_default() -> None:
    response = _flask().test_client().get("/page")
    assert response.headers["Opt"] == '"http://standard-sitemap.org/2007/ns"; ns=15'
    assert response.headers["15-Location"] == "/map.xml"
    assert LEGACY not in response.headers


@pytest.mark.parametrize("path", ["/text", "/nowhere"])
def test_non_page_responses_announce_nothing(path: str) -> None:
    headers = _flask().test_client().get(path).headers
    assert not {LEGACY, "Opt", "15-Location"} & set(headers.keys())


def test_response_with_its_own_announcement_is_unchanged() -> None:
    assert _flask().test_client().get("/own").headers.getlist(LEGACY) == ["/own.xml"]


def test_a_streamed_page_announces_it_and_is_whole() -> None:
    response = _flask().test_client().get("/stream")
    assert (response.headers["15-Location"], response.text) == ("/map.xml", "<p>Hello")


def test_a_mounted_application_may_have_a_map_of_its_own() -> None:
    site = DispatcherMiddleware(_flask(), {"/für".encode().decode("latin-1"): _flask("map.xml")})
    assert Client(site).get("/f%C3%BCr/page").headers["15-Location"] == "/f%C3%BCr/map.xml"
    assert Client(site).get("/page").headers["15-Location"] == "/map.xml"


class _Body:
    """A response in chunks that records when it is closed."""

    def __init__(self) -> None:
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield b"<p>"

    def close(self) -> None:
        self.closed = True


def _answered(app: Any) -> tuple[list[tuple[str, str]], bytes]:
    """Return the output of an application for a server that follows PEP 3333 strictly."""
    environ: dict[str, Any] = {"QUERY_STRING": ""}
    setup_testing_defaults(environ)
    got: list[tuple[str, str]] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        got.extend(headers)
        return lambda _: None

    result = validator(app)(environ, start_response)
    body = b"".join(result)
    result.close()  # type: ignore[attr-defined]
    return got, body


def test_the_validator_of_the_standard_library_lets_it_pass() -> None:
    body = _Body()

    def app(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [("Content-Type", "text/html")])
        return body

    assert _answered(SitemapMiddleware(app, "/map.xml", numbered=False)) == (
        [("Content-Type", "text/html"), (LEGACY, "/map.xml")],
        b"<p>",
    )
    assert body.closed


def test_validator_refuses_the_numbered_name() -> None:
    def app(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [("Content-Type", "text/html")])
        return [b"<p>"]

    with pytest.raises(AssertionError, match="Bad header name: '15-Location'"):
        _answered(SitemapMiddleware(app, "/map.xml"))


def test_response_restarted_after_an_error_passes_exc_info() -> None:
    seen: list[Any] = []

    def app(environ: Any, start_response: Any) -> Any:
        start_response("200 OK", [("Content-Type", "text/html")])
        reason = (ValueError, ValueError("late"), None)
        start_response("500 Oops", [("Content-Type", "text/html")], reason)
        return [b""]

    SitemapMiddleware(app)({}, lambda *response: seen.append(response))  # type: ignore[arg-type, return-value]
    assert [(response[0], len(response), len(response[1])) for response in seen] == [
        ("200 OK", 2, 3),
        ("500 Oops", 3, 1),
    ]
