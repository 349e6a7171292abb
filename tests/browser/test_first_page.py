"""The first page: nothing is sent before the reader consents there, and then it continues by itself."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.test_accessibility import violations
from browser.watched import StandIn
from driving import programs, reading, start
from driving.profile import Place
from driving.surface import FIRST_PAGE, Appearance, Browser, until, wait_for

_ITEMS = sites.BODY_CLASS + '<item name="Home" url=""/><item name="Away" url="p/away"/>'
_CONSENT = "return document.body.dataset.consent === arguments[0]"
_IS_IN_VIEW = """const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
    return scrollY === 0 && top >= 0 && bottom <= innerHeight && innerHeight <= 775;"""
_HOST = "return document.body.dataset.host === arguments[0]"


@contextlib.contextmanager
def just_installed(name: str, prepare: Callable[[Place], None]) -> Iterator[Browser]:
    """Yield a browser just after the installation, with the first page in front."""
    with start.browser(name, prepare=prepare, consents=False) as browser:
        wait_for(browser.page, "return document.body.dataset.consent !== undefined")
        yield browser


def visit(browser: Browser, address: str) -> None:
    """Open a page that names a map in a second tab, and use the sidebar."""
    browser.new_tab(address)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.body.dataset.state === 'no-host'")


@pytest.mark.parametrize("name", programs.NAMES)
def test_host_receives_nothing_without_consent(name: str, site: HTTPServer) -> None:
    found: list[StandIn] = []
    address = sites.serve(site, _ITEMS)
    with just_installed(name, lambda place: found.append(StandIn(place))) as browser:
        first_page = browser.current_tab()
        visit(browser, address)
        map_tab = browser.current_tab()
        wait_for(browser.sidebar, "return document.querySelector('#message .main')?.checkVisibility()")
        assert (found[0].heard(), browser.hosts(), sites.requests(site, "/map.xml")) == ([], 0, [])

        browser.show_tab(first_page)
        browser.page.click("#agree")
        wait_for(browser.page, _HOST, "ready")
        browser.show_tab(map_tab)
        until(lambda: reading.names(browser) == ["Home", "Away"], "the page that was there before has its tree")
        assert {message["method"] for message in found[0].heard()} >= {"hello", "locate", "site.open"}

        browser.show_tab(first_page)
        browser.page.click("#withdraw")
        wait_for(browser.page, _CONSENT, "refused")
        until(lambda: browser.hosts() == 0, "the host has ended")
        said = len(found[0].heard())
        browser.show_tab(map_tab)
        browser.reload()
        wait_for(browser.sidebar, "return document.body.dataset.state === 'no-host'")
        until(lambda: reading.body_classes(browser) == [], "the page is left alone")
        assert (len(found[0].heard()), browser.hosts()) == (said, 0)


@pytest.mark.parametrize("name", programs.NAMES)
def test_consent_needs_no_scrolling_and_returns_to_the_previous_page_with_the_sidebar(
    name: str, site: HTTPServer
) -> None:
    body = '<nav aria-label="Shelves"><a href="/a">Rope</a> <a href="/b">Paint</a></nav><h1>Chandler</h1>'
    sites.answer(site, "/before", sites.page("Before", head="", body=body))
    with start.browser(name, with_host=False, consents=False) as browser:
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
        assert (
            len(browser.sidebar.eval("return [...document.querySelectorAll('#message > p')].map((p) => p.innerText)"))
            == 1
        )


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
def test_first_page_is_accessible_and_continues_once_the_host_is_installed(name: str) -> None:
    hidden: list[Path] = []

    def hide_host(place: Place) -> None:
        manifests = list(place.home.rglob("org.standard_sitemap.navigator.json"))
        hidden.extend(manifest.rename(manifest.with_suffix(".hidden")) for manifest in manifests)

    with just_installed(name, hide_host) as browser:
        wait_for(browser.page, _CONSENT, "open")
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
        for manifest in hidden:
            manifest.rename(manifest.with_suffix(".json"))
        wait_for(browser.page, _HOST, "ready")
        browser.page.click("#open-sidebar")
        until(browser.has_sidebar, "the sidebar is open")


def test_first_page_opens_from_the_options(browser: Browser) -> None:
    browser.open_sidebar()
    browser.open(browser.extension_eval("return api.runtime.getURL('extension/options/options.html')"))
    browser.page.click("#first-page")
    until(lambda: browser.address().endswith(FIRST_PAGE), "the first page is there")
    wait_for(browser.page, _HOST, "ready")
    assert browser.page.eval("return document.querySelector('#consent-state').textContent") == "You have agreed."
