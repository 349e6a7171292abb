"""What of the browser the sidebar follows and uses: its theme, its private windows, its bookmarks, its shortcuts."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.test_row_menu import choose
from driving import reading
from driving.surface import Browser, until, wait_for

_MAP = '<item name="Home" url="" role="tree home"/><item name="Plants &amp; moss" url="p/plants"/>'


@runtime_checkable
class Privileged(Protocol):
    """A browser whose own window is reached: Firefox."""

    def chrome(self, script: str, *args: object) -> Any: ...


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium's themes are known to no extension
def test_the_sidebar_has_the_colours_of_the_theme(browser: Browser, site: HTTPServer) -> None:
    assert isinstance(browser, Privileged)
    reading.shown(browser, sites.serve(site, _MAP))
    try:
        browser.chrome(_SET_THEME, "firefox-alpenglow@mozilla.org", True)
        wait_for(browser.sidebar, "return document.documentElement.dataset.theme === 'light'")
        paper, ink = browser.sidebar.eval(_COLOURS)
        assert paper == [255, 255, 255]
        assert len(set(ink)) == 3, "its ink is no grey"
        # That one has no colours of its own: it has Firefox draw its own dark ones.
        browser.chrome(_SET_THEME, "firefox-compact-dark@mozilla.org", True)
        wait_for(browser.sidebar, "return !('theme' in document.documentElement.dataset)")
        paper, ink = browser.sidebar.eval(_COLOURS)
        assert max(paper) < 100 < min(ink)
    finally:
        browser.chrome(_SET_THEME, "firefox-compact-dark@mozilla.org", False)


_SET_THEME = """const {AddonManager} = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    const theme = await AddonManager.getAddonByID(arguments[0]);
    await (arguments[1] ? theme.enable() : theme.disable())"""
_COLOURS = """const {backgroundColor, color} = getComputedStyle(document.body);
    return [backgroundColor, color].map((one) => one.match(/[0-9.]+/g).slice(0, 3).map(Number))"""


def test_a_row_opens_in_a_private_window(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)
    if not browser.extension_eval("return await api.extension.isAllowedIncognitoAccess()"):
        browser.sidebar.eval("document.querySelector('.row').focus()")
        browser.sidebar.press("Shift+F10")
        wait_for(browser.sidebar, "return document.querySelector('.drop-menu [role=menuitem]')?.checkVisibility()")
        assert "private" not in browser.sidebar.eval("return document.querySelector('.drop-menu').textContent")
        return
    choose(browser, "Plants & moss", "Open in a private window")
    private = "return (await api.tabs.query({})).filter((tab) => tab.incognito).map((tab) => tab.url)"
    until(lambda: browser.extension_eval(private) == [f"{home}p/plants"], "the page is there")
    browser.extension_eval(
        "for (const one of await api.windows.getAll()) if (one.incognito) await api.windows.remove(one.id)"
    )


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium's question cannot be answered here
def test_a_bookmark_is_added_and_taken_back(browser: Browser, site: HTTPServer) -> None:
    assert isinstance(browser, Privileged)
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)
    browser.chrome("Services.prefs.setBoolPref('extensions.webextOptionalPermissionPrompts', false)")
    try:
        browser.sidebar.focus(".row")
        browser.sidebar.press("ArrowDown", "Shift+F10", "a", "Enter")
        wait_for(browser.sidebar, "return document.getElementById('notice-text').textContent.includes('bookmark')")
        found = "return (await api.bookmarks.search({url: arguments[0]})).map(({title}) => title)"
        until(lambda: browser.extension_eval(found, f"{home}p/plants") == ["Plants & moss"], "the bookmark is there")
        browser.sidebar.click("#notice-undo")
        until(lambda: browser.extension_eval(found, f"{home}p/plants") == [], "and gone again")
    finally:
        browser.extension_eval("await api.permissions.remove({permissions: ['bookmarks']})")
        browser.chrome("Services.prefs.clearUserPref('extensions.webextOptionalPermissionPrompts')")
