"""Privacy: nothing about other pages reaches the host, is fetched, or is stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from browser import sites, weblog
from browser.watched import WatchedBrowser
from driving import programs, reading, start
from driving.profile import Place
from driving.surface import DrivingError, until, wait_for

_DUBLIN_CORE = """<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/"><meta name="DC.title" content="Plain">
<link rel="DC.location" href="/map.xml"><link rel="alternate" href="/feed.xml">"""


@pytest.mark.promise(
    "successor", "A page without evidence of a sitemap is reported to no other program unless the reader asks."
)
def test_page_without_evidence_sends_nothing(watched: WatchedBrowser, site: HTTPServer) -> None:
    browser = watched.browser
    home = sites.serve(site, '<item name="Home" url="/"/>')
    sites.answer(site, "/plain", sites.page("Plain", head=""))
    sites.answer(site, "/described", sites.page("Described", head=_DUBLIN_CORE))
    sites.answer(site, "/data.xml", sites.sitemap('<item name="Home" url="/"/>'), content_type="application/xml")
    browser.open_sidebar()
    for path in ("plain", "described", "plain?unsent#here", "data.xml"):
        browser.open(home + path)
        wait_for(browser.sidebar, "return document.body.dataset.state === 'none'")
    assert set(sites.paths(site)) == {"/plain", "/described", "/data.xml"}
    browser.open(home)
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    messages = json.dumps(watched.host.heard())
    assert home in messages
    for private in ("/plain", "/described", "unsent", "data.xml", "purl.org"):
        assert private not in messages, private


def test_only_naming_headers_and_links_are_sent(watched: WatchedBrowser, site: HTTPServer) -> None:
    links = sites.LINKS + '<link rel="next" href="/p/secret-link"><meta name="author" content="secret-name">'
    page = sites.page("Page", links)
    home = sites.serve(site, '<item name="Home" url="/"/>')
    sites.answer_with(site, "/told", lambda _: sites.html(page, Set_Cookie="secret-cookie=1", ETag='"secret-tag"'))
    reading.shown(watched.browser, f"{home}told")
    [request] = [message for message in watched.host.heard() if f"{home}told" in json.dumps(message.get("params"))][:1]
    assert request["method"] == "locate"
    assert "secret" not in json.dumps(request)


def test_only_data_requested_by_the_reader_is_sent(watched: WatchedBrowser, site: HTTPServer) -> None:
    links = '<link rel="author" href="/p/secret-link"><link rel="alternate" type="text/html" href="/secret-page">'
    sites.answer(site, "/told", sites.page("secret-title", weblog.HEAD + links))
    home, browser = weblog.serve(site), watched.browser
    browser.open(f"{home}told")
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    assert f"{home}told" not in json.dumps(watched.host.heard())
    browser.sidebar.click("#message [data-choose]")
    wait_for(browser.sidebar, "return document.querySelector('.choices button')?.checkVisibility()")
    [request] = [message["params"] for message in watched.host.heard() if home in json.dumps(message)]
    assert [link["href"] for link in request["links"]] == [f"{home}feed/"]
    assert "secret" not in json.dumps(request)
    assert sites.paths(site) == ["/told", "/robots.txt"]


@pytest.mark.parametrize("by", ["link", "header"])
def test_host_receives_the_referrer_of_a_page(watched: WatchedBrowser, site: HTTPServer, by: str) -> None:
    home = sites.serve(site, '<item name="Home" url="/"/>', head=sites.LINKS if by == "link" else "")
    header = {"X_Standard_Sitemap_Location": "/map.xml"} if by == "header" else {}
    sites.answer_with(
        site, "/from", lambda _: sites.html(sites.page("From", sites.LINKS if not header else ""), **header)
    )
    reading.shown(watched.browser, f"{home}from")
    opened = [message["params"]["page"] for message in watched.host.heard() if message["method"] == "site.open"]
    assert {(page["url"], page["ip"]) for page in opened} >= {(f"{home}from", "127.0.0.1")}


@pytest.mark.wiring
@pytest.mark.parametrize("name", programs.NAMES)
@pytest.mark.promise("successor", "A private window leaves nothing.")
def test_private_window_works_and_leaves_nothing(name: str, site: HTTPServer) -> None:
    leaf = '<item name="Tree" url="p/tree"><item name="Leaf" url="p/leaf"/></item>'
    lasting = Response(sites.sitemap('<item name="Home" url="/"/>' + leaf), content_type="text/xml")
    lasting.headers["Cache-Control"] = "max-age=600"
    sites.answer_with(site, "/map.xml", lambda _: lasting)
    home = sites.serve(site, "")
    places: list[Place] = []
    with start.browser(name, prepare=places.append) as browser:
        first = browser.current_tab()
        browser.new_window(home, private=True)
        browser.open_sidebar()
        until(lambda: reading.names(browser) == ["Home", "Tree"], "the tree is there", despite=(DrivingError,))
        reading.open_branches(browser.sidebar)
        until(lambda: "Leaf" in reading.names(browser), "the branch is open")
        browser.sidebar.click(f'a.name[href="{home}p/leaf"]')
        until(lambda: browser.address() == f"{home}p/leaf", "the page is there")
        until(lambda: reading.current(browser) == ["Leaf"], "the page is marked")
        assert reading.stored(browser) == {}
        assert browser.extension_eval("return Object.keys(await api.storage.sync.get(null))") == []
        assert _stored(places[0]) == []
        browser.show_tab(first)
        browser.open(home)
        browser.open_sidebar()
        until(lambda: reading.names(browser) == ["Home", "Tree"], "another window", despite=(DrivingError,))
        until(lambda: _stored(places[0]), "its sitemap is kept")


def _stored(place: Place) -> list[Path]:
    """Return the files of the host's cache."""
    return [file for file in (place.home / ".cache" / "standard-sitemap-navigator").rglob("*") if file.is_file()]
