"""Retrieval for a page: documents that the browser fetches, forbidden documents, and requests for cookies."""

import asyncio
import base64
from collections.abc import Sequence
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from standard_sitemap import refusals
from standard_sitemap.fetching.client import Policy, network_for
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.request_headers import ReferringPage
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.native import browser, page_retriever
from standard_sitemap.reader.native.browser import BrowserCookies, BrowserFetches
from standard_sitemap.reader.native.page_retriever import PageRetriever
from standard_sitemap.reader.protocol.requests import BrowserResponse

LOCAL, PUBLIC = ReferringPage("http://127.0.0.1/page"), ReferringPage("http://www.example.org/page", "203.0.114.9")
XML = "application/xml"


class Networks:
    """Page networks that resolve names by a table; a name without addresses is unknown."""

    def __init__(self, names: dict[str, list[str]]) -> None:
        self._names = names

    async def _resolve(self, host: str, _: int) -> list[str]:
        if not self._names.get(host, [host]):
            raise OSError(f"no address for {host}")
        return self._names.get(host, [host])

    def join(self, page: ReferringPage, *, private: bool) -> tuple[str, Any]:
        self.network = network_for(page, Policy(resolver=self._resolve))
        return "name", self.network

    async def leave(self, _: str) -> None:
        await self.network.close()


class Browser:
    """Browser with scripted answers to the host's questions, which it records."""

    def __init__(self, final_uri: str = "", cookie: str | None = "a=b", hops: Sequence[dict[str, Any]] = ()) -> None:
        self.requested: list[tuple[str, dict[str, Any]]] = []
        self._final_uri, self._cookie, self._hops = final_uri, cookie, hops
        self.parts = BrowserFetches(self._notify), BrowserCookies(self._notify)

    def _notify(self, event: str, params: dict[str, Any]) -> None:
        self.requested.append((event, params))
        if event == "cookies" and self._cookie is not None:
            asyncio.get_running_loop().call_soon(self.parts[1].handle_answer, params["ask"], self._cookie)
        if event == "fetch":
            body = base64.b64encode(b"<a/>").decode()
            piece = {"fetch": params["fetch"], "ok": True, "uri": self._final_uri, "content_type": XML, "body": body}
            piece |= {"hops": list(self._hops)}
            response = BrowserResponse.model_validate(piece)
            asyncio.get_running_loop().call_soon(self.parts[0].handle_piece, response)

    def events(self) -> list[str]:
        return [event for event, _ in self.requested]


def _retrieved(
    uris: list[str], page: ReferringPage, browser: Browser, *, cookie: str | None = None, **names: list[str]
) -> list[RetrievedFile]:
    async def run() -> list[RetrievedFile]:
        table = {name.replace("_", "."): addresses for name, addresses in names.items()}
        retriever = PageRetriever(page, Networks(table), browser.parts, Limits(), private=False)  # type: ignore[arg-type]
        if cookie is not None:
            retriever.set_cookie(uris[0], cookie)
        try:
            return [await retriever(uri) for uri in uris]
        finally:
            await retriever.close()

    return asyncio.run(run())


@pytest.mark.parametrize("status", [401, 403, 407])
@pytest.mark.promise("server", "After a response 401, 403 or 407, the browser fetches the file.")
def test_login_is_left_to_the_browser(server: HTTPServer, status: int) -> None:
    server.expect_request("/map").respond_with_data("", status=status)
    browser = Browser()
    [document] = _retrieved([server.url_for("/map")], LOCAL, browser)
    assert document.body == b"<a/>"
    [(_, requested)] = browser.requested
    assert (requested["status"], requested["uri"]) == (status, server.url_for("/map"))
    assert requested["page"] == {"url": LOCAL.url, "container": "", "private": False}


@pytest.mark.parametrize(("uri", "is_the_browsers"), [("https://x.example/", True), ("http://x.example/", False)])
def test_a_server_with_tls_may_want_a_certificate(uri: str, is_the_browsers: bool) -> None:
    """Check the usual response of such servers: bad request."""
    assert page_retriever.is_for_browsers(refusals.HttpStatus(uri=uri, status=400)) is is_the_browsers


def test_other_failures_are_not_left_to_the_browser(server: HTTPServer) -> None:
    server.expect_request("/map").respond_with_data("", status=500)
    browser = Browser()
    with pytest.raises(refusals.HttpStatus):
        _retrieved([server.url_for("/map")], LOCAL, browser)
    assert browser.requested == []


def test_the_browser_is_to_fetch_the_address_that_refused(server: HTTPServer) -> None:
    server.expect_request("/map").respond_with_response(Response(status=302, headers={"Location": "/locked"}))
    server.expect_request("/locked").respond_with_data("", status=403)
    browser = Browser()
    _retrieved([server.url_for("/map")], LOCAL, browser)
    assert browser.requested[0][1]["uri"] == server.url_for("/locked")


def test_unreachable_server_is_left_to_the_browser_for_a_possible_proxy() -> None:
    browser = Browser()
    assert _retrieved(["http://127.0.0.1:2/map"], LOCAL, browser)[0].body == b"<a/>"
    assert browser.requested[0][1]["status"] == 0


@pytest.mark.promise("server", "The browser fetches behind a proxy, and for names that only the browser resolves.")
def test_unresolvable_name_is_left_to_the_browser() -> None:
    assert _retrieved(["http://only.example/map"], PUBLIC, Browser(), only_example=[])[0].body == b"<a/>"


@pytest.mark.parametrize(
    "uri", ["http://10.0.0.1/map", "http://0x7f.1/map", "http://[::1]/map", "http://inner.example/"]
)
@pytest.mark.promise("server", "The browser never fetches an address that the guard refuses.")
def test_address_refused_by_the_guard_is_never_requested(uri: str) -> None:
    browser = Browser()
    with pytest.raises(refusals.PrivateAddress):
        _retrieved([uri], PUBLIC, browser, inner_example=["10.0.0.1"])
    assert browser.requested == []


@pytest.mark.promise("server", "The browser never fetches a name that resolves to a refused address.")
def test_a_name_one_of_whose_addresses_is_forbidden_is_never_requested() -> None:
    """Check that no address is requested, because the browser may choose the other one. The first is unassigned."""
    browser = Browser()
    with pytest.raises(refusals.PrivateAddress):
        _retrieved(["http://both.example:2/map"], LOCAL, browser, both_example=["127.0.0.1", "10.0.0.1"])
    assert browser.requested == []


@pytest.mark.parametrize("final", ["http://10.0.0.1/map", "http://inner.example/map", "file:///etc/hosts"])
@pytest.mark.promise("server", "The browser's fetch is never redirected to an address that the guard refuses.")
def test_browsers_redirect_target_is_guarded(server: HTTPServer, final: str) -> None:
    server.expect_request("/map").respond_with_data("", status=403)
    with pytest.raises((refusals.PrivateAddress, refusals.BadUrl)):
        _retrieved([server.url_for("/map")], LOCAL, Browser(final), inner_example=["10.0.0.1"])


@pytest.mark.parametrize("number", ["10.0.0.1", "[::ffff:10.0.0.1]", "0x0a000001", "2852039166"])
@pytest.mark.promise(
    "server",
    "A page's own request is never redirected to a forbidden address, even if the server's address is unknown.",
)
def test_hop_to_a_forbidden_address_is_refused_without_a_reported_peer(server: HTTPServer, number: str) -> None:
    server.expect_request("/map").respond_with_data("", status=403)
    hops = [{"url": f"http://{number}/map", "ip": None}]
    with pytest.raises(refusals.PrivateAddress):
        _retrieved([server.url_for("/map")], LOCAL, Browser(server.url_for("/back"), hops=hops))


def _noting(server: HTTPServer, *paths: str) -> list[str | None]:
    cookies: list[str | None] = []

    def answer(request: Request) -> Response:
        cookies.append(request.headers.get("Cookie"))
        return Response(b"<a/>", content_type=XML)

    for path in paths:
        server.expect_request(path).respond_with_handler(answer)
    return cookies


REQUESTING = ReferringPage("http://127.0.0.1/page", requests_cookies=True)


def test_cookies_are_those_that_the_browser_says_once_for_a_folder(server: HTTPServer) -> None:
    paths = ["/a/1", "/a/2", "/b/1"]
    sent, browser = _noting(server, *paths), Browser(cookie="a=b; c=d")
    _retrieved([server.url_for(path) for path in paths], REQUESTING, browser)
    assert sent == ["a=b; c=d"] * 3
    assert [params["uri"] for _, params in browser.requested] == [server.url_for("/a/1"), server.url_for("/b/1")]


@pytest.mark.parametrize(("reported", "sent"), [("x=y", "x=y"), ("", None)])
def test_cookies_sent_unrequested_go_along_and_are_not_requested(
    server: HTTPServer, reported: str, sent: str | None
) -> None:
    cookies, browser = _noting(server, "/a/1", "/b/1"), Browser(cookie="a=b")
    _retrieved([server.url_for("/a/1"), server.url_for("/b/1")], REQUESTING, browser, cookie=reported)
    assert cookies == [sent, "a=b"]
    assert [params["uri"] for _, params in browser.requested] == [server.url_for("/b/1")]


def test_cookies_sent_unrequested_for_a_forbidden_address_go_nowhere() -> None:
    with pytest.raises(refusals.PrivateAddress):
        _retrieved(["http://10.0.0.1/map"], REQUESTING, Browser(), cookie="x=y")


@pytest.mark.promise("server", "The browser supplies cookies at each redirect, for reachable addresses only.")
def test_cookies_are_requested_at_each_redirect(server: HTTPServer) -> None:
    server.expect_request("/old/map").respond_with_response(Response(status=302, headers={"Location": "/new/map"}))
    _noting(server, "/new/map")
    browser = Browser()
    _retrieved([server.url_for("/old/map")], REQUESTING, browser)
    assert browser.events() == ["cookies", "cookies"]


def test_browser_without_cookie_reply_means_no_cookies(server: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "PATIENCE_S", 0.05)
    sent = _noting(server, "/map")
    _retrieved([server.url_for("/map")], REQUESTING, Browser(cookie=None))
    assert sent == [None]


@pytest.mark.promise("server", "No cookies are requested for a forbidden address.")
def test_no_cookies_are_requested_for_a_forbidden_address() -> None:
    browser = Browser()
    with pytest.raises(refusals.PrivateAddress):
        _retrieved(["http://10.0.0.1/map"], REQUESTING, browser)
    assert browser.requested == []


def _page(
    uri: str, page: ReferringPage, browser: Browser, limits: Limits | None = None, **names: list[str]
) -> RetrievedFile:
    """Return the retrieved page of the site."""

    async def run() -> RetrievedFile:
        table = {name.replace("_", "."): addresses for name, addresses in names.items()}
        bounds = limits or Limits(file_bytes=1_000, start_only=True)
        networks: Any = Networks(table)
        retriever = PageRetriever(page, networks, browser.parts, bounds, private=False, pages_of_site=True)
        try:
            return await retriever(uri)
        finally:
            await retriever.close()

    return asyncio.run(run())


def _at(server: HTTPServer) -> ReferringPage:
    return ReferringPage(server.url_for("/page"), headers=(("cookie", "c=d"),))


@pytest.mark.promise("successor", "Only the start of each page is read for its title.")
def test_endless_page_is_read_up_to_the_limit(server: HTTPServer) -> None:
    def endless(_: Request) -> Response:
        return Response((b"<title>Endless</title>" + b" " * 978 for _ in iter(int, 1)), content_type="text/html")

    server.expect_request("/endless").respond_with_handler(endless)
    assert len(_page(server.url_for("/endless"), _at(server), Browser()).body) == 1_000


def test_pages_are_requested_as_pages_with_the_cookies_of_their_site(server: HTTPServer) -> None:
    server.expect_request("/a").respond_with_data("<title>A</title>", headers={"Set-Cookie": "mine=1"})
    for _ in range(2):
        _page(server.url_for("/a"), _at(server), Browser())
    requested = [request.headers for request, _ in server.log]
    assert [headers["Accept"].split(",")[0] for headers in requested] == ["application/xhtml+xml"] * 2
    assert [headers.get("Cookie") for headers in requested] == ["c=d"] * 2  # cookies that a page sets are ignored


@pytest.mark.parametrize("target", ["http://10.0.0.1/", "http://other.example/", "https://127.0.0.1/", "file:///etc"])
@pytest.mark.promise("successor", "Titles are fetched from the map's own origin only.")
def test_page_of_another_origin_is_neither_requested_nor_followed(server: HTTPServer, target: str) -> None:
    browser = Browser()
    server.expect_request("/a").respond_with_response(Response(status=302, headers={"Location": target}))
    for uri in (target, server.url_for("/a")):
        with pytest.raises(refusals.FetchRefusal) as refused:
            _page(uri, _at(server), browser, other_example=["127.0.0.1"])
        assert refused.value.code in {"not-allowed", "private-address", "bad-url"}
    assert browser.requested == []


def test_page_redirected_by_the_browser_to_another_origin_is_discarded(server: HTTPServer) -> None:
    server.expect_request("/a").respond_with_data("", status=403)
    here = server.url_for("/a")
    browser = Browser("http://other.example/", hops=[{"url": here}, {"url": "http://other.example/"}])
    with pytest.raises(refusals.NotAllowed):
        _page(here, _at(server), browser)


def test_page_fetched_by_the_browser_is_read_up_to_the_limit(server: HTTPServer) -> None:
    server.expect_request("/a").respond_with_data("", status=403)
    bounds = Limits(file_bytes=2, start_only=True)
    here = server.url_for("/a")
    assert _page(here, _at(server), Browser(here), bounds).body == b"<a"
