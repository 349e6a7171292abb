"""The first page: nothing is sent before the reader consents there, and then it continues by itself."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.conftest import start_anew, tidy
from browser.test_accessibility import violations
from browser.watched import StandIn, WatchedBrowser
from driving import programs, reading, start
from driving.surface import Appearance, Browser, until, wait_for

_ITEMS = sites.BODY_CLASS + '<item name="Home" url="/"/><item name="Away" url="p/away"/>'
_CONSENT = "return document.body.dataset.consent === arguments[0]"
_IS_IN_VIEW = """const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
    return scrollY === 0 && top >= 0 && bottom <= innerHeight && innerHeight <= 775;"""
_HOST = "return document.body.dataset.host === arguments[0]"


@pytest.fixture(scope="module")
def started() -> Iterator[Callable[[str], WatchedBrowser]]:
    """Yield a function that returns the browser of a name, started once, with the extension's first page."""

    def with_first_page(name: str) -> WatchedBrowser:
        hosts: list[StandIn] = []
        running = browsers.enter_context(
            start.browser(name, prepare=lambda place: hosts.append(StandIn(place)), consents=False)
        )
        wait_for(running.page, _CONSENT, "open")
        return WatchedBrowser(running, hosts[0])

    with contextlib.ExitStack() as browsers:
        yield cache(with_first_page)


@pytest.fixture
def just_installed(started: Callable[[str], WatchedBrowser], name: str) -> Iterator[WatchedBrowser]:
    """Yield a browser whose reader sees the first page and has not decided; a later test's extension starts anew."""
    new = started(name)
    if not new.browser.page.eval(_CONSENT, "open"):
        tidy(new.browser)
        start_anew(new.browser)
    wait_for(new.browser.page, _CONSENT, "open")
    new.host.forget()
    yield new
    new.host.install()


def visit(browser: Browser, address: str) -> None:
    """Open a page that names a map in a second tab, and use the sidebar."""
    browser.new_tab(address)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.body.dataset.state === 'no-host'")


@pytest.mark.wiring
@pytest.mark.parametrize("name", programs.NAMES)
def test_host_receives_nothing_without_consent(just_installed: WatchedBrowser, site: HTTPServer) -> None:
    browser, host = just_installed.browser, just_installed.host
    address = sites.serve(site, _ITEMS)
    first_page = browser.current_tab()
    visit(browser, address)
    map_tab = browser.current_tab()
    wait_for(browser.sidebar, "return document.querySelector('#message .main')?.checkVisibility()")
    assert (host.heard(), browser.hosts(), sites.requests(site, "/map.xml")) == ([], 0, [])

    browser.show_tab(first_page)
    browser.page.click("#agree")
    wait_for(browser.page, _HOST, "ready")
    browser.show_tab(map_tab)
    until(lambda: reading.names(browser) == ["Home", "Away"], "the page that was there before has its tree")
    assert {message["method"] for message in host.heard()} >= {"hello", "locate", "site.open"}

    browser.show_tab(first_page)
    browser.page.click("#withdraw")
    wait_for(browser.page, _CONSENT, "refused")
    until(lambda: browser.hosts() == 0, "the host has ended")
    said = len(host.heard())
    browser.show_tab(map_tab)
    browser.reload()
    wait_for(browser.sidebar, "return document.body.dataset.state === 'no-host'")
    until(lambda: reading.body_classes(browser) == [], "the page is left alone")
    assert (len(host.heard()), browser.hosts()) == (said, 0)


@pytest.mark.parametrize("name", programs.NAMES)
def test_consent_needs_no_scrolling_and_returns_to_the_previous_page_with_the_sidebar(
    just_installed: WatchedBrowser, site: HTTPServer
) -> None:
    body = '<nav aria-label="Shelves"><a href="/a">Rope</a> <a href="/b">Paint</a></nav><h1>Chandler</h1>'
    sites.answer(site, "/before", sites.page("Before", head="", body=body))
    just_installed.host.uninstall()
    browser = just_installed.browser
    first_page = browser.current_tab()
    browser.new_tab(site.url_for("/before"))
    browser.show_tab(first_page)
    for scheme in ("light", "dark"):
        browser.page.appear(Appearance(scheme=scheme, width=1024, height=775))
        assert browser.page.eval(_IS_IN_VIEW, "#agree")
    assert "program is" not in browser.page.eval("return document.body.innerText")
    browser.page.appear(Appearance())
    browser.page.click("#agree")
    wait_for(browser.page, "return document.activeElement.id === 'open-sidebar'")
    browser.page.click("#open-sidebar")
    until(browser.has_sidebar, "the sidebar is open")
    until(lambda: {"Chandler", "Shelves", "Rope"} <= set(reading.names(browser)), "the page before has its rows")
    line = wait_for(browser.sidebar, "return document.querySelector('#message code')?.textContent")
    assert line.startswith("pipx install ")
    paragraphs = "return [...document.querySelectorAll('#message > p')].map((p) => p.innerText)"
    assert len(browser.sidebar.eval(paragraphs)) == 1


def test_consent_survives_settings_reset_and_restart(browser: Browser, site: HTTPServer) -> None:
    browser.open_sidebar()
    browser.open(browser.extension_eval("return api.runtime.getURL('extension/options/options.html')"))
    browser.page.click("#reset")
    wait_for(browser.page, "return !document.querySelector('#undo').hidden")
    browser.close_sidebar()
    browser.open("about:blank")
    browser.reload_extension()
    reading.shown(browser, sites.serve(site, _ITEMS))
    assert reading.names(browser) == ["Home", "Away"]


@pytest.mark.parametrize("name", programs.NAMES)
def test_first_page_is_accessible_and_continues_once_the_host_is_installed(just_installed: WatchedBrowser) -> None:
    just_installed.host.uninstall()
    browser = just_installed.browser
    assert violations(browser.page) == []
    browser.page.click("#agree")
    wait_for(browser.page, _HOST, "host-missing")
    line = wait_for(browser.page, "return document.querySelector('#host-advice code')?.textContent")
    assert line.startswith("pipx install ")
    assert violations(browser.page) == []
    browser.page.appear(Appearance(zoom=2, width=640))
    for direction in ("ltr", "rtl"):
        browser.page.eval("document.documentElement.dir = arguments[0]", direction)
        assert browser.page.eval("const {scrollWidth, clientWidth} = document.documentElement;"
                                 "return scrollWidth <= clientWidth")  # fmt: skip
    browser.page.appear(Appearance())
    assert browser.page.eval("return document.querySelector('#site').href").startswith("https://")
    browser.page.click("#host-advice .copy")
    wait_for(browser.page, "return document.querySelector('#host-advice [role=status]').textContent")
    just_installed.host.install()
    wait_for(browser.page, _HOST, "ready")
    browser.page.click("#open-sidebar")
    until(browser.has_sidebar, "the sidebar is open")
