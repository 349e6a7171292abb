"""The sidebar follows the reader: tabs, windows, history, reload."""

from __future__ import annotations

import contextlib
import socket

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, DrivingError, until, wait_for


def state(browser: Browser) -> str:
    return reading.state(browser.sidebar)


@pytest.mark.wiring
def test_tab_switch_changes_the_tree(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/about")
    first = browser.current_tab()
    browser.new_tab(f"{shop}/press")
    until(lambda: state(browser) == "none", "no tree for the page without a sitemap")
    browser.show_tab(first)
    until(lambda: reading.current(browser) == ["About this shop"], "the tree of the first tab")


def test_new_window_has_its_own_tree(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/about")
    first = browser.current_tab()
    browser.new_window(f"{shop}/en/visit/mending")
    browser.open_sidebar()
    until(lambda: reading.current(browser) == ["Mending"], "the new window's page", despite=(DrivingError,))
    browser.show_tab(first)
    until(lambda: reading.current(browser) == ["About this shop"], "the first window's page")


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # in Chromium only a person can allow it
def test_private_window_has_a_tree(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/")
    browser.new_window(f"{shop}/en/visit/mending", private=True)
    browser.open_sidebar()
    until(lambda: reading.current(browser) == ["Mending"], "the private window's page", despite=(DrivingError,))


def test_back_and_reload_keep_the_tree(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/about")
    browser.open(f"{shop}/en/visit/orders")
    until(lambda: reading.current(browser) == ["Orders"], "the second page")
    browser.back()
    until(lambda: reading.current(browser) == ["About this shop"], "the first page again")
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 100}, "with its classes")
    browser.reload()
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    until(lambda: reading.current(browser) == ["About this shop"], "the page after a reload")
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 100}, "with its classes")


# The page's listener comes first or last, and cancels alone or hides the event from others.
_CANCELLING = {
    "cancels": "addEventListener('navigate', event => event.preventDefault())",
    "hides": "addEventListener('navigate', e => { e.stopImmediatePropagation(); e.preventDefault() }, true)",
}


@pytest.mark.parametrize("how", _CANCELLING)
@pytest.mark.promise("page", "A page that cancels its navigations does not keep its reader.")
def test_row_leads_away_from_a_page_that_cancels_navigations(browser: Browser, site: HTTPServer, how: str) -> None:
    sites.answer(site, "/lone", sites.page("Lone", head="", body="<p>here</p>"))
    reading.shown(browser, sites.serve(site, '<item name="Home" url="/"/><item name="Lone" url="lone"/>'))
    wait_for(browser.page, f"navigation.{_CANCELLING[how]}; return true")
    browser.sidebar.click("a.name[href$=lone]")
    until(lambda: browser.address().endswith("/lone"), "the page of the row", despite=(DrivingError,))
    assert len([request for request, _ in site.log if request.path == "/lone"]) == 1


def test_map_stays_on_linked_pages_without_one_and_on_error_pages(browser: Browser, site: HTTPServer) -> None:
    sites.answer(site, "/lone", sites.page("Lone", head="", body='<a id="on" href="/missing">on</a>'))
    home = sites.serve(site, '<item name="Home" url="/"/><item name="Lone" url="lone"/>')
    reading.shown(browser, home)
    until(lambda: reading.current(browser) == ["Home"], "the page is marked")
    browser.sidebar.click("a.name[href$=lone]")
    until(lambda: reading.current(browser) == ["Lone"], "the map stays where it has led", despite=(DrivingError,))
    browser.page.click("#on")
    until(lambda: browser.address().endswith("/missing"), "a page that is not there")
    until(lambda: not reading.current(browser) and state(browser) == "ready", "nor is it in the map, which stays")
    browser.sidebar.click("a.name[href$=lone]")
    until(lambda: reading.current(browser) == ["Lone"], "a page of the map again", despite=(DrivingError,))
    site.stop()
    # Browsers open connections ahead of requests, and the server still answers on those.
    wait_for(browser.page, "return fetch('/gone').then(() => false, () => true)")
    with contextlib.suppress(DrivingError):  # raised for a page that does not load
        browser.open(f"{home}gone")
    said = "return document.getElementById('status').textContent"
    wait_for(browser.sidebar, f"{said} === 'This page did not load'")
    # The host says later that no row is current.
    until(lambda: (reading.names(browser), reading.current(browser)) == (["Home", "Lone"], []), "the map, and no row")
    with contextlib.suppress(DrivingError):
        browser.open(_closed())
    wait_for(browser.sidebar, "return document.querySelector('#message h2')?.innerText === 'This page did not load'")


def _closed() -> str:
    """Return an address without a listening server."""
    with socket.create_server(("127.0.0.1", 0)) as freed:
        return f"http://127.0.0.1:{freed.getsockname()[1]}/"
