"""The browser fetches for the host where the host cannot."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from urllib.parse import urlsplit

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from browser.watched import WatchedBrowser
from demo.nginx import served
from driving import reading
from driving.surface import DEADLINE_S, Browser, DrivingError, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_HOME = '<item name="Home" url="/"/>'


def serve_to_browsers(site: HTTPServer, content: bytes) -> None:
    """Respond with 403 for the sitemap to all clients except browsers."""

    def made(request: Request) -> Response:
        return Response(content, content_type="text/xml", status=200 if "Sec-Fetch-Mode" in request.headers else 403)

    sites.answer_with(site, "/map.xml", made)


def says_failed(browser: Browser, words: str = "") -> None:
    """Wait until the sidebar reports a failure with these words."""
    wait_for(browser.sidebar, "return document.body.dataset.state === 'failed'")
    wait_for(browser.sidebar, "return document.querySelector('#message').textContent.includes(arguments[0])", words)


@pytest.mark.wiring
def test_server_that_only_answers_browsers(browser: Browser, site: HTTPServer) -> None:
    serve_to_browsers(site, sites.sitemap(_HOME).encode())
    reading.shown(browser, sites.serve(site, ""))
    until(lambda: reading.names(browser) == ["Home"], "the map is there")
    assert [answer.status_code for request, answer in site.log if request.path == "/map.xml"] == [403, 200]


def test_server_that_never_responds(browser: Browser, site: HTTPServer) -> None:
    sites.answer(site, "/map.xml", "<p>Go away", status=403)
    browser.open(sites.serve(site, ""))
    browser.open_sidebar()
    says_failed(browser, "status: 403")


def test_large_map_arrives_in_chunks(browser: Browser, site: HTTPServer) -> None:
    items = "".join(f'<item name="Plant {number}" url="p/{number}"/>' for number in range(60_000))
    serve_to_browsers(site, sites.sitemap(_HOME + items).encode())
    reading.shown(browser, sites.serve(site, ""))
    until(lambda: reading.names(browser)[:2] == ["Home", "Plant 0"], "the map is there")
    counted = "return document.querySelector('[role=treeitem]').getAttribute('aria-setsize') === '60001'"
    wait_for(browser.sidebar, counted)


def test_server_that_requires_a_cookie_it_has_just_set(browser: Browser, site: HTTPServer) -> None:
    def made(request: Request) -> Response:
        is_known = request.cookies.get("pass") == "yes"
        return Response(sites.sitemap(_HOME), content_type="text/xml", status=200 if is_known else 401)

    sites.answer_with(site, "/map.xml", made)
    cookie = {"Set_Cookie": "pass=yes; HttpOnly; SameSite=Lax"}
    sites.answer_with(site, "/", lambda _: sites.html(sites.page("Page"), **cookie))
    reading.shown(browser, site.url_for("/"))
    until(lambda: reading.names(browser) == ["Home"], "the map is there")
    assert sites.requests(site, "/map.xml")[-1].cookies.get("pass") == "yes"


_LOGIN = ("reader", "a-secret")


@pytest.fixture(scope="module")
def protected() -> Iterator[str]:
    """Yield the address, with name and password, of the demo site behind a web server that requires them."""
    with served(_LOGIN) as address:
        yield address.replace("//", f"//{':'.join(_LOGIN)}@")


@pytest.mark.promise("server", "A password-protected area works in both browsers.")
def test_area_that_requires_a_password(browser: Browser, protected: str) -> None:
    reading.shown(browser, f"{protected}/en/")
    until(lambda: "Our shelves" in reading.names(browser), "the map is there")

    until(
        lambda: reading.current(browser) == ["The Paper Lantern"], "the page is marked, though its address has a login"
    )

    def opened() -> bool:
        reading.open_branches(browser.sidebar)
        return "The sea" in reading.names(browser)

    until(opened, "its other files are there, too")


# Chromium's extensions do not see passwords in addresses, and its driver cannot type into the dialog.
@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)
def test_area_that_requires_a_password_in_a_private_window(browser: Browser, protected: str) -> None:
    browser.new_window("about:blank", private=True)
    browser.open(f"{protected}/en/")
    browser.open_sidebar()
    until(lambda: "Our shelves" in reading.names(browser), "the map is there", despite=(DrivingError,))


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium has no containers
def test_area_that_requires_a_password_in_a_container(browser: Browser, protected: str) -> None:
    browser.new_container_tab("about:blank", 1)
    reading.shown(browser, f"{protected}/en/")
    until(lambda: "Our shelves" in reading.names(browser), "the map is there")


@pytest.mark.promise("server", "No sitemap causes a password dialog.")
def test_sitemap_that_requires_a_password_causes_no_prompt(browser: Browser, site: HTTPServer) -> None:
    def made(_: Request) -> Response:
        return Response("Who?", status=401, headers={"WWW-Authenticate": 'Basic realm="shop"'})

    sites.answer_with(site, "/map.xml", made)
    browser.open(sites.serve(site, ""))
    browser.open_sidebar()
    says_failed(browser)
    requested = sites.requests(site, "/map.xml")
    assert len(requested) == (1 if browser.name == "firefox" else 2), "Chromium's workers may try, for they cannot ask"


def test_sitemap_request_uses_no_cookies_of_another_site(browser: Browser, site: HTTPServer) -> None:
    serve_to_browsers(site, sites.sitemap(_HOME).encode())
    sites.answer_with(site, "/cookies", lambda _: sites.html("<p>Cookies", Set_Cookie="pass=yes; SameSite=Strict"))
    browser.open(site.url_for("/cookies"))
    port = urlsplit(site.url_for("/")).port
    sites.serve(site, "", head=sites.LINKS.replace("/map.xml", site.url_for("/map.xml")))
    reading.shown(browser, f"http://localhost:{port}/")
    requested = sites.requests(site, "/map.xml")
    assert ["Sec-Fetch-Mode" in request.headers for request in requested] == [False, True]
    assert not any(request.cookies for request in requested)


@pytest.mark.promise("server", "Cookies are sent only while every hop belongs to the page's site in real browsers.")
def test_redirect_hops_are_reported_and_cookies_stay_within_their_site(
    watched: WatchedBrowser, site: HTTPServer
) -> None:
    own, other = f"http://shop.localhost:{site.port}", f"http://127.0.0.1:{site.port}"
    chain = {"/map.xml": f"{own}/same-site", "/same-site": f"{other}/other-site", "/other-site": f"{own}/back"}

    def made(request: Request) -> Response:
        if "Sec-Fetch-Mode" not in request.headers:
            return Response(status=403)
        if request.path in chain:
            return Response(status=302, headers={"Location": chain[request.path]})
        return Response(sites.sitemap(_HOME), content_type="text/xml")

    for path in (*chain, "/back"):
        sites.answer_with(site, path, made)
    sites.answer_with(site, "/cookies", lambda _: sites.html("<p>Cookies", Set_Cookie="pass=yes"))
    for each in (own, other):
        watched.browser.open(f"{each}/cookies")
    sites.serve(site, "", head=sites.LINKS)
    reading.shown(watched.browser, f"{own}/")
    until(lambda: reading.names(watched.browser) == ["Home"], "the map is there")
    followed = [request for request, _ in site.log if request.path in {*chain, "/back"}][-4:]
    assert [(request.path, bool(request.cookies)) for request in followed] == [
        ("/map.xml", True),
        ("/same-site", True),
        ("/other-site", False),
        ("/back", False),
    ]
    fetched = [message["params"] for message in watched.host.heard() if message["method"] == "fetched"]
    first = next(message for message in fetched if message["ok"])  # a restarted host reopens earlier maps, in vain
    urls = [f"{own}/map.xml", f"{own}/same-site", f"{other}/other-site", f"{own}/back"]
    assert [(hop["url"], hop["status"], hop["ip"]) for hop in first["hops"]] == [
        (url, 200 if url == urls[-1] else 302, "127.0.0.1") for url in urls
    ]
    assert first["ip"] == "127.0.0.1"


class Endless:
    """Server of an endless map that notices when its reader disconnects."""

    def __init__(self) -> None:
        self.is_over = Event()

    def __call__(self, request: Request) -> Response:
        is_browser = "Sec-Fetch-Mode" in request.headers
        return Response(
            self._pieces() if is_browser else "", content_type="text/xml", status=200 if is_browser else 403
        )

    def _pieces(self) -> Iterator[bytes]:
        try:
            yield sites.sitemap(_HOME).replace("</sitemap>", "").encode()
            while not self.is_over.wait(0.01):
                yield b" " * 65_536
        finally:
            self.is_over.set()


def test_stop_cancels_browser_fetches(browser: Browser, site: HTTPServer) -> None:
    endless = Endless()
    sites.answer_with(site, "/map.xml", endless)
    browser.open(sites.serve(site, ""))
    browser.open_sidebar()
    until(lambda: len(sites.requests(site, "/map.xml")) > 1 or None, "the browser is asked", despite=(DrivingError,))
    wait_for(browser.sidebar, "return document.querySelector('#stop').checkVisibility()")
    browser.sidebar.click("#stop")
    assert endless.is_over.wait(DEADLINE_S)


def test_size_limit_cancels_browser_fetches(browser: Browser, site: HTTPServer) -> None:
    endless = Endless()
    sites.answer_with(site, "/endless.xml", endless)
    reading.shown(browser, sites.serve(site, sites.BODY_CLASS + _HOME))
    browser.extension_eval("await api.storage.sync.set({limits: {file_bytes: 1048576}, levels: {sidebar: 63}})")
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 63}, "the settings have been taken")
    sites.answer(site, "/endless", sites.page("Endless", head=sites.LINKS.replace("/map.xml", "/endless.xml")))
    browser.open(site.url_for("/endless"))
    assert endless.is_over.wait(DEADLINE_S)
    says_failed(browser, "1048576")
