"""The search field: GET and POST, each submitted by a real key stroke."""

from __future__ import annotations

from pytest_httpserver import HTTPServer

from driving import reading
from driving.surface import Browser, wait_for, write
from driving.waiting import until

_FIELD = "#search input[type=search]"


def test_search_by_get_leads_the_tab_to_the_results(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/")
    wait_for(browser.sidebar, f"return document.querySelector('{_FIELD}')?.checkVisibility()")
    write(browser.sidebar, _FIELD, "tide & clerk")
    browser.sidebar.press("Enter")
    until(lambda: browser.address() == f"{shop}/en/search?q=tide%20%26%20clerk", "the tab is at the results")
    write(browser.sidebar, _FIELD, "lamp")
    browser.sidebar.press("Enter")
    until(lambda: browser.address() == f"{shop}/en/search?q=lamp", "the tab is at the next results")
    wait_for(browser.page, "return document.querySelectorAll('.results li').length > 3")


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
    assert sent[0].form.to_dict() == {"q": "héllo w&x", "in": "all"}


_PAGE = """<!doctype html><link rel="schema.m" href="http://standard-sitemap.org/2007/ns">
<link rel="m.location" href="map.xml"><title>a page</title><p>A page.</p>"""

_MAP = """<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Home" url="/"/>
<item role="search" tree="exclude" name="Ask" url="found" method="post" data="q=%s&amp;in=all"/></sitemap>"""
