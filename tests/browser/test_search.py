"""The search field: GET and POST, each submitted by a real key stroke."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, until, wait_for, write

_FIELD = "#search input[type=search]"


# holds: F48
def test_search_by_get_leads_the_tab_to_the_results(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/")
    wait_for(browser.sidebar, f"return document.querySelector('{_FIELD}')?.checkVisibility()")
    write(browser.sidebar, _FIELD, "tide & clerk")
    browser.sidebar.press("Enter")
    until(lambda: browser.address() == f"{shop}/en/search?q=tide%20%26%20clerk", "the tab is at the results")
    until(lambda: reading.current(browser) == [], "the sidebar has followed")
    write(browser.sidebar, _FIELD, "lamp")
    browser.sidebar.press("Enter")
    until(lambda: browser.address() == f"{shop}/en/search?q=lamp", "the tab is at the next results")
    wait_for(browser.page, "return document.querySelectorAll('.results li').length > 3")


# holds: F62
def test_search_by_post_sends_the_form(browser: Browser, site: HTTPServer) -> None:
    site.expect_request("/map.xml").respond_with_data(_MAP, content_type="application/xml")
    site.expect_request("/found", method="POST").respond_with_data("<title>found</title>", content_type="text/html")
    site.expect_request("/").respond_with_data(_PAGE, content_type="text/html; charset=utf-8")
    reading.shown(browser, site.url_for("/"))
    wait_for(browser.sidebar, f"return document.querySelector('{_FIELD}')?.checkVisibility()")
    write(browser.sidebar, _FIELD, "héllo w&x")
    browser.sidebar.press("Enter")
    until(lambda: browser.address() == site.url_for("/found"), "the tab is at the results")
    sent = [request for request, _ in site.log if request.path == "/found"]
    assert [request.method for request in sent] == ["POST"]
    assert sent[0].form.to_dict() == {"q": "héllo w&x", "in": "all", "submit": "Go", "_charset_": "x"}


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("policy", ["", "form-action 'none'; sandbox"])
def test_search_opens_a_tab_with_a_modifier(browser: Browser, site: HTTPServer, method: str, policy: str) -> None:
    search = f'<item role="search" name="Find" url="found" data="q=%s" method="{method}"/>'
    sites.answer(site, "/map.xml", sites.sitemap('<item name="Home" url=""/>' + search), content_type="text/xml")
    guarded = sites.page("Guarded")
    sites.answer_with(site, "/", lambda _: sites.html(guarded, Content_Security_Policy=policy or "img-src *"))
    sites.answer(site, "/found", sites.page("Found"))
    home = site.url_for("/")
    reading.shown(browser, home)
    wait_for(browser.sidebar, f"return document.querySelector('{_FIELD}')?.checkVisibility()")
    write(browser.sidebar, _FIELD, "tide")
    first = browser.current_tab()
    browser.sidebar.eval(_ENTER, True)
    until(lambda: len(sites.requests(site, "/found")) == 1, "the site is asked")
    until(lambda: len(browser.tabs()) == 2, "in a tab of its own")
    received = sites.requests(site, "/found")[0]
    sent = received.args if method == "get" else received.form
    assert (received.method.lower(), sent.to_dict()) == (method, {"q": "tide"})
    assert browser.address() == home
    browser.show_tab(first)
    browser.sidebar.eval(_ENTER, False)
    until(lambda: browser.address().startswith(f"{home}found"), "without, the results take the page's place")


def test_search_that_lacks_a_template_is_not_offered(browser: Browser, site: HTTPServer) -> None:
    variants = '<variant lang="en" url="found" data="q=%s"/><variant lang="de" url="gefunden"/>'
    reading.shown(browser, sites.serve(site, f'<item name="Home" url=""/><item role="search">{variants}</item>'))
    assert reading.search_name(browser.sidebar) is None


_ENTER = """document.querySelector('#search input').dispatchEvent(new KeyboardEvent('keydown',
    {key: 'Enter', ctrlKey: arguments[0], bubbles: true, cancelable: true}))"""

_PAGE = """<!doctype html><link rel="schema.m" href="http://standard-sitemap.org/2007/ns">
<link rel="m.location" href="map.xml"><title>a page</title><p>A page.</p>"""

_MAP = """<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Home" url="/"/>
<item role="search" tree="exclude" name="Ask" url="found" method="post"
  data="q=%s&amp;in=all&amp;submit=Go&amp;_charset_=x"/></sitemap>"""
