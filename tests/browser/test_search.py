"""The site's search in the field above the tree: GET and POST, each submitted by a real key press."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, until, wait_for, write

pytestmark = pytest.mark.sidebar("shared")

_STRICT = "form-action 'none'; sandbox"


# holds: F48
def test_search_by_get_leads_the_tab_to_the_results(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/")
    reading.search(browser.sidebar, "tide & clerk")
    until(lambda: browser.address() == f"{shop}/en/search?q=tide%20%26%20clerk", "the tab is at the results")
    until(lambda: reading.current(browser) == [], "the sidebar has followed")
    reading.search(browser.sidebar, "lamp")
    until(lambda: browser.address() == f"{shop}/en/search?q=lamp", "the tab is at the next results")
    wait_for(browser.page, "return document.querySelectorAll('.results li').length > 3")


# holds: F62
@pytest.mark.wiring
def test_search_by_post_sends_the_form(browser: Browser, site: HTTPServer) -> None:
    site.expect_request("/map.xml").respond_with_data(_MAP, content_type="application/xml")
    site.expect_request("/found", method="POST").respond_with_data("<title>found</title>", content_type="text/html")
    site.expect_request("/").respond_with_data(_PAGE, content_type="text/html; charset=utf-8")
    reading.shown(browser, site.url_for("/"))
    reading.search(browser.sidebar, "héllo w&x")
    until(lambda: browser.address() == site.url_for("/found"), "the tab is at the results")
    sent = [request for request, _ in site.log if request.path == "/found"]
    assert [request.method for request in sent] == ["POST"]
    assert sent[0].form.to_dict() == {"q": "héllo w&x", "in": "all", "submit": "Go", "_charset_": "x"}


@pytest.mark.parametrize("is_private", [False, True], ids=["ordinary", "private"])
def test_search_by_post_sends_the_same_bytes_from_every_window(
    browser: Browser, site: HTTPServer, is_private: bool
) -> None:
    data = "?q=%s&amp;in=a+b&amp;submit=Go&amp;_charset_=x&amp;line=a%0D%0Ab"
    search = f'<item role="search" tree="exclude" name="Ask" url="found" method="post" data="{data}"/>'
    sites.answer(
        site, "/map.xml", sites.sitemap('<item name="Home" url="/"/>' + search), content_type="application/xml"
    )
    sites.answer(site, "/found", "<title>found</title>")
    home = sites.page("Page", sites.LINKS + '<base target="_blank" href="/elsewhere/">').encode("windows-1252")
    sites.answer(site, "/", home, content_type="text/html; charset=windows-1252")
    if is_private:
        browser.new_window(site.url_for("/"), private=True)
    reading.shown(browser, site.url_for("/"))
    reading.search(browser.sidebar, "über 5 €")
    until(lambda: sites.requests(site, "/found"), "the site is asked")
    [request] = sites.requests(site, "/found")
    assert request.headers["Content-Type"] == "application/x-www-form-urlencoded"
    assert request.get_data() == b"%3Fq=%C3%BCber+5+%E2%82%AC&in=a+b&submit=Go&_charset_=x&line=a%0D%0Ab"


@pytest.mark.parametrize(
    ("method", "policy"),
    [
        ("get", ""),
        ("post", _STRICT),
        pytest.param("get", _STRICT, marks=pytest.mark.thorough),
        pytest.param("post", "", marks=pytest.mark.thorough),
    ],
)
def test_search_opens_a_tab_with_shift(browser: Browser, site: HTTPServer, method: str, policy: str) -> None:
    search = f'<item role="search" name="Find" url="found" data="q=%s" method="{method}"/>'
    sites.answer(site, "/map.xml", sites.sitemap('<item name="Home" url="/"/>' + search), content_type="text/xml")
    guarded = sites.page("Guarded")
    sites.answer_with(site, "/", lambda _: sites.html(guarded, Content_Security_Policy=policy or "img-src *"))
    sites.answer(site, "/found", sites.page("Found"))
    home = site.url_for("/")
    reading.shown(browser, home)
    first = browser.current_tab()
    write(browser.sidebar, "#filter", "tide")
    browser.sidebar.eval(_ENTER, True)
    until(lambda: len(sites.requests(site, "/found")) == 1, "the site is asked")
    until(lambda: len(browser.tabs()) == 2, "in a tab of its own")
    received = sites.requests(site, "/found")[0]
    sent = received.args if method == "get" else received.form
    assert (received.method.lower(), sent.to_dict()) == (method, {"q": "tide"})
    assert browser.address() == home
    browser.show_tab(first)
    until(lambda: reading.current(browser) == ["Home"], "the sidebar has followed")
    write(browser.sidebar, "#filter", "tide")
    browser.sidebar.eval(_ENTER, False)
    until(lambda: browser.address().startswith(f"{home}found"), "without, the results take the page's place")


#: Without real keys: a tab that opens between two of them leaves a modifier pressed.
_ENTER = """document.querySelector('#filter').dispatchEvent(new KeyboardEvent('keydown',
    {key: 'Enter', ctrlKey: true, shiftKey: arguments[0], bubbles: true, cancelable: true}))"""

_PAGE = """<!doctype html><link rel="schema.m" href="http://standard-sitemap.org/2007/ns">
<link rel="m.location" href="map.xml"><title>a page</title><p>A page.</p>"""

_MAP = """<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Home" url="/"/>
<item role="search" tree="exclude" name="Ask" url="found" method="post"
  data="q=%s&amp;in=all&amp;submit=Go&amp;_charset_=x"/></sitemap>"""
