"""When a sitemap is requested again, and which pages share it."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from browser.watched import WatchedBrowser
from driving import reading
from driving.surface import MIDDLE_BUTTON, Browser, until

pytestmark = pytest.mark.sidebar("shared")


def serve_fresh(site: HTTPServer) -> str:
    """Serve a site whose map is fresh for ten minutes and can be revalidated; return its address."""

    def made(request: Request) -> Response:
        content = sites.sitemap('<item name="Home" url="/"/><item name="Leaf" url="p/leaf"/>')
        response = Response(content, content_type="text/xml", headers={"Cache-Control": "max-age=600"})
        response.add_etag()
        return response.make_conditional(request)

    sites.answer_with(site, "/map.xml", made)
    return sites.serve(site, "")


def requested(site: HTTPServer) -> list[int]:
    """Return the statuses of responses with the map."""
    return [response.status_code for request, response in site.log if request.path == "/map.xml"]


@pytest.mark.promise("server", "A reload of the page revalidates in real browsers.")
def test_page_reload_revalidates_the_map(browser: Browser, site: HTTPServer) -> None:
    home = serve_fresh(site)
    reading.shown(browser, home)
    browser.open(f"{home}p/leaf")
    until(lambda: reading.current(browser) == ["Leaf"], "the page is marked")
    assert requested(site) == [200]
    browser.reload()
    until(lambda: requested(site) == [200, 304], "the map is asked about")
    until(lambda: reading.current(browser) == ["Leaf"], "the page is marked")


@pytest.mark.sidebar("fresh")
@pytest.mark.promise("server", "Concurrent requests for one address are coalesced in real browsers.")
def test_tabs_requesting_a_map_at_once_share_one_request(browser: Browser, site: HTTPServer) -> None:
    gate, requested = threading.Event(), []

    def made(request: Request) -> Response:
        requested.append(request.path)
        gate.wait(60)
        return Response(sites.sitemap(sites.BODY_CLASS + '<item name="Home" url="/"/>'), content_type="text/xml")

    sites.answer_with(site, "/map.xml", made)
    home = sites.serve(site, "")
    browser.open(home)
    tabs = [browser.current_tab(), *(browser.new_tab(f"{home}p/{number}") for number in range(3))]
    until(lambda: requested, "the map is asked for")
    gate.set()
    for tab in tabs:
        browser.show_tab(tab)
        until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 20}, "the map is there in each tab")
    assert requested == ["/map.xml"]


@pytest.mark.wiring
@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium has no containers
def test_containers_share_no_map(browser: Browser, site: HTTPServer) -> None:
    home = serve_fresh(site)
    reading.shown(browser, home)
    browser.new_container_tab(home, 1)
    until(lambda: reading.current(browser) == ["Home"], "the map is there")
    until(lambda: requested(site) == [200, 200], "it was asked for once more, as if it had never been")


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium has no containers
def test_rows_open_tabs_in_the_container_of_the_page(browser: Browser, site: HTTPServer) -> None:
    home = serve_fresh(site)
    browser.new_container_tab(home, 2)
    reading.shown(browser, home)
    until(lambda: "Leaf" in reading.names(browser), "the map is there")
    browser.sidebar.click(f'a.name[href="{home}p/leaf"]', button=MIDDLE_BUTTON)
    jars = (
        "return (await api.tabs.query({})).filter((tab) => tab.url?.endsWith('p/leaf')).map((tab) => tab.cookieStoreId)"
    )
    until(lambda: browser.extension_eval(jars) == ["firefox-container-2"], "the tab is in the container")


@pytest.mark.promise("server", "No validator is sent after cookies were cleared in real browsers.")
def test_cached_maps_are_cleared_with_their_sites_cookies(watched: WatchedBrowser, site: HTTPServer) -> None:
    home = serve_fresh(site)
    sites.answer_with(site, "/cookies", lambda _: sites.html("<p>Cookies", Set_Cookie="pass=yes"))
    watched.browser.open(f"{home}cookies")
    reading.shown(watched.browser, home)
    watched.browser.extension_eval("await api.cookies.remove({url: arguments[0], name: 'pass'})", home)
    wanted = {"method": "cache.clear", "params": {"site": "127.0.0.1"}}
    until(lambda: any(wanted.items() <= message.items() for message in watched.host.heard()), "the host is told")
    watched.browser.sidebar.click("#reload")
    until(lambda: requested(site) == [200, 200], "the map is asked for as by a stranger")


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium reports each cookie
@pytest.mark.promise(
    "server", "No validator is sent after all cookies were cleared, even if the browser does not report it."
)
def test_cached_maps_are_cleared_with_all_cookies(browser: Any, site: HTTPServer) -> None:
    reading.shown(browser, serve_fresh(site))
    until(lambda: "Leaf" in reading.names(browser), "the map is there")
    browser.chrome("Services.cookies.removeAll()")  # reported to no extension
    browser.sidebar.click("#reload")
    until(lambda: requested(site) == [200, 200], "the map is asked for as by a stranger")
