"""Keys that the browser itself handles: the extension's shortcuts and its keyword in the address bar."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import programs, reading, start
from driving.surface import Browser, TimedOut, until, wait_for

_MAP = """<item name="Home" url="/" role="home"/>
<item name="Plants" url="p/plants"><item name="Moss &amp; more" url="p/moss"/></item>
<item name="Book" url="p/book" relation="sequence">
<item name="One" url="p/1"/><item name="Two" url="p/2"/><item name="Three" url="p/3"/></item>
<item role="search" tree="exclude" name="Find" url="p/find" data="q=%s"/>"""


#: Seconds after which text is typed again if it had no effect.
_TRIED_AGAIN_S = 5.0


@pytest.fixture(scope="module", params=programs.NAMES)
def started_browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Yield a browser that receives real keys, instead of the one of other tests."""
    with start.keyed(request.param) as running:
        yield running


def test_keyword_suggests_nodes_and_leads_there(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)
    browser.type_address("smap moss")
    if browser.name == "firefox":
        until(lambda: any("Plants › Moss & more" in row for row in browser.suggestions()), "the node is suggested")
        browser.shortcut("ArrowDown")
        browser.shortcut("Enter")
        until(lambda: browser.address() == f"{home}p/moss", "the tab is there")
    else:
        _pick_first(browser, f"{home}p/moss")


def _pick_first(browser: Browser, goal: str) -> None:
    """Pick the suggestion repeatedly until it works: Chromium does not expose its suggestions."""

    def picked() -> bool:
        browser.type_address("smap moss")
        browser.shortcut("ArrowDown")
        browser.shortcut("Enter")
        return _is_led_to(browser, goal)

    until(picked, "the tab is there")


def _is_led_to(browser: Browser, goal: str) -> bool:
    """Return whether the tab reaches an address before a retry is due."""
    with contextlib.suppress(TimedOut):
        return until(lambda: browser.address() == goal, goal, _TRIED_AGAIN_S)
    return False


def test_keyword_searches_the_site(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)

    def searched() -> bool:
        browser.type_address("smap note: tea & more")
        browser.shortcut("Enter")
        return _is_led_to(browser, f"{home}p/find?q=note%3A%20tea%20%26%20more")

    until(searched, "the site's own search")


def test_shortcuts_lead_along_a_sequence(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, sites.BODY_CLASS + _MAP)
    browser.open(f"{home}p/1")
    until(lambda: reading.levels(reading.body_classes(browser)), "the sitemap is known")
    browser.shortcut("Alt", "Shift", ".")
    until(lambda: browser.address() == f"{home}p/2", "next, without a sidebar")
    until(lambda: reading.levels(reading.body_classes(browser)), "the sitemap is known to be that of the next, too")
    browser.shortcut("Alt", "Shift", ",")
    until(lambda: browser.address() == f"{home}p/1", "previous")


def test_shortcut_opens_and_shuts_the_sidebar(browser: Browser, site: HTTPServer) -> None:
    browser.open(sites.serve(site, _MAP))
    browser.shortcut("Alt", "Shift", "y")
    until(browser.has_sidebar, "the sidebar opens")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    browser.shortcut("Alt", "Shift", "y")
    until(lambda: not browser.has_sidebar(), "and shuts")


def test_shortcut_leads_to_the_field(browser: Browser, site: HTTPServer) -> None:
    """Check the focus: in Chromium an opening sidebar has it, otherwise Shift+F6 moves it from the page."""
    reading.shown(browser, sites.serve(site, _MAP) + "p/2")
    until(lambda: reading.current(browser) == ["Two"], "the page is marked")
    browser.close_sidebar()
    browser.shortcut("Alt", "Shift", "M")
    until(browser.has_sidebar, "the sidebar is open")
    _use_field(browser, is_in_page=browser.name == "firefox")


def _use_field(browser: Browser, *, is_in_page: bool) -> None:
    """Wait until the field is selected, move the focus there if the page has it, then type and move along the tree."""
    wait_for(browser.sidebar, "return document.activeElement.matches('#filter')")
    if is_in_page:
        browser.shortcut("Shift", "F6")
    wait_for(browser.sidebar, "return document.hasFocus()")
    browser.sidebar.press(*"tw")
    until(lambda: reading.names(browser) == ["Book", "Two"], "what is typed is the field's")
    browser.sidebar.press("Escape")
    until(lambda: "Three" in reading.names(browser), "the whole map is back")
    browser.sidebar.press("ArrowDown")
    wait_for(browser.sidebar, _FOCUSED, "Two")
    browser.sidebar.press("ArrowDown")
    wait_for(browser.sidebar, _FOCUSED, "Three")


def test_shortcut_leads_to_the_field_of_a_sidebar_that_is_open(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, _MAP) + "p/2")
    until(lambda: reading.current(browser) == ["Two"], "the page is marked")
    browser.page.click("body")
    wait_for(browser.page, "return document.hasFocus()")
    wait_for(browser.sidebar, "return !document.hasFocus()")  # before the key is pressed
    browser.shortcut("Alt", "Shift", "M")
    _use_field(browser, is_in_page=True)


_FOCUSED = "return document.activeElement.getAttribute('aria-label')?.startsWith(arguments[0])"
