"""The headings of the page below its row: expanded on request, following the scroll position, and clickable."""

from __future__ import annotations

from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, until, wait_for

_SECTIONS = "".join(
    f'<h2 id="s{number}">Section {number}</h2><p style="height: 60vh">Text</p>' for number in range(1, 8)
)
_BODY = f"<h1>The page</h1>{_SECTIONS}"
_MAP = '<item name="Home" url=""/><item name="Here" url="p/here"/><item name="There" url="p/there"/>'
_READ = """return [...document.querySelectorAll('[aria-current=location]')].map((row) => row.textContent).join()
    === arguments[0]"""


def test_headings_appear_below_the_row_and_follow_the_page(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP, body=_BODY)
    reading.shown(browser, home + "p/here")
    until(lambda: reading.current(browser) == ["Here"], "the page is marked")
    assert "Section 1" not in reading.names(browser)
    browser.sidebar.click("[aria-current=page] .outline")
    headings = ["The page", *(f"Section {number}" for number in range(1, 8))]
    until(lambda: reading.names(browser) == ["Home", "Here", *headings, "There"], "the headings are below the row")
    levels = {row.name: row.level for row in reading.rows(browser.sidebar)}
    assert (levels["Here"], levels["The page"], levels["Section 1"]) == (1, 2, 3)
    browser.page.eval("document.querySelector('#s4').scrollIntoView()")
    wait_for(browser.sidebar, _READ, "Section 4")
    browser.sidebar.click('.heading a[href$="#s2"]')
    until(lambda: browser.address() == f"{home}p/here#s2", "the page is at the heading")
    wait_for(browser.sidebar, _READ, "Section 2")
    assert reading.current(browser) == ["Here"]
    browser.sidebar.click('a[href$="/p/there"]')
    until(lambda: reading.current(browser) == ["There"], "the next page is marked")
    until(lambda: reading.names(browser) == ["Home", "Here", "There", *headings], "and has its own")
    browser.sidebar.press("#")
    until(lambda: reading.names(browser) == ["Home", "Here", "There"], "a key hides them")
