"""Integration with the browser: theme, private windows, bookmarks, shortcuts."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.test_row_menu import choose
from driving import reading
from driving.surface import Browser, ScriptableBrowser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_MAP = '<item name="Home" url="/" role="tree home"/><item name="Plants &amp; moss" url="p/plants"/>'


# Chromium does not expose its themes to extensions
@pytest.mark.sidebar("fresh")  # a shared one has the light scheme, whatever the theme
@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)
def test_the_sidebar_has_the_colours_of_the_theme(browser: Browser, site: HTTPServer) -> None:
    assert isinstance(browser, ScriptableBrowser)
    reading.shown(browser, sites.serve(site, _MAP))
    try:
        browser.chrome(_SET_THEME, "firefox-alpenglow@mozilla.org", True)
        wait_for(browser.sidebar, "return document.documentElement.dataset.theme === 'light'")
        paper, ink = browser.sidebar.eval(_COLOURS)
        assert paper == [255, 255, 255]
        assert len(set(ink)) == 3, "its ink is no grey"
        # This theme has no colours of its own after Firefox 140, so the sidebar has the browser's dark ones.
        browser.chrome(_SET_THEME, "firefox-compact-dark@mozilla.org", True)
        wait_for(browser.sidebar, "return document.documentElement.dataset.theme !== 'light'")
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
def test_bookmark_is_added_and_undone(browser: Browser, site: HTTPServer) -> None:
    assert isinstance(browser, ScriptableBrowser)
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)
    browser.chrome("Services.prefs.setBoolPref('extensions.webextOptionalPermissionPrompts', false)")
    try:
        browser.sidebar.focus(".row")
        browser.sidebar.press("ArrowDown", "Shift+F10")
        wait_for(browser.sidebar, "return document.activeElement.closest('.drop-menu') !== null")
        browser.sidebar.press("a", "Enter")
        wait_for(browser.sidebar, "return document.getElementById('notice-text').textContent === 'Bookmark added.'")
        script = "return (await api.bookmarks.search({url: arguments[0]})).map(({title}) => title)"
        until(lambda: browser.extension_eval(script, f"{home}p/plants") == ["Plants & moss"], "the bookmark is there")
        browser.sidebar.click("#notice-undo")
        until(lambda: browser.extension_eval(script, f"{home}p/plants") == [], "and gone again")
    finally:
        browser.extension_eval("await api.permissions.remove({permissions: ['bookmarks']})")
        browser.chrome("Services.prefs.clearUserPref('extensions.webextOptionalPermissionPrompts')")


_BRANCHES = """<item name="Home" url="/"/><item name="Plants" url="p/plants"><item name="Moss" url="p/moss">
<item name="Peat" url="p/peat"/></item></item><item name="Many" url="p/many"/>"""

#: The extension's submenu in the context menu: its commands, and a click on one.
_OWN_MENU = """const { contentDocument } = document.getElementById('sidebar');
    const menu = (arguments[1] ? document : contentDocument).getElementById('contentAreaContextMenu');
    if (menu.state !== 'open') return [];
    const own = [...menu.querySelectorAll(':scope > menu')].find((one) => one.label.startsWith('Standard-Sitemap'));
    const items = own ? [...own.querySelectorAll('menuitem')] : [];
    const wanted = items.find((one) => one.label === arguments[0]);
    if (wanted) { wanted.doCommand(); menu.hidePopup(); }
    return items.map((one) => one.label);"""


#: Opens the context menu by script, because no driver sends right clicks to a sidebar.
_PRESS_RIGHT = """const outer = document.getElementById('sidebar');
    const inner = outer.contentDocument.getElementById('webext-panels-browser');
    const [frame, box] = [outer, inner].map((one) => one.getBoundingClientRect());
    const [x, y] = [frame.left + box.left + arguments[0], frame.top + box.top + arguments[1]];
    if (window.synthesizeMouseEvent) window.synthesizeMouseEvent('contextmenu', x, y, {button: 2, clickCount: 1});
    else window.windowUtils.sendMouseEvent('contextmenu', x, y, 2, 1, 0);"""

_MIDDLE = """const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();
    return [left + width / 2, top + height / 2]"""


def open_menu(browser: Browser, css: str) -> None:
    """Open the context menu of an element in the sidebar."""
    assert isinstance(browser, ScriptableBrowser)
    browser.chrome(_PRESS_RIGHT, *browser.sidebar.eval(_MIDDLE, css))


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # no driver reaches Chromium's context menu
def test_context_menu_has_the_commands_of_its_row(browser: Browser, site: HTTPServer) -> None:
    assert isinstance(browser, ScriptableBrowser)
    reading.shown(browser, sites.serve(site, _BRANCHES))
    whole = ["Home", "Plants", "Many"]
    until(lambda: reading.names(browser) == whole, "the rows")
    open_menu(browser, 'a.name[href$="/p/plants"]')
    commands = [
        "Open all below",
        "Close all below",
        "Open its pages in tabs",
        "Select or deselect",
        "Hide from this map",
    ]
    until(lambda: browser.chrome(_OWN_MENU, "Open all below") == commands, "the commands are there")
    children = ["Moss", "Peat"]
    until(lambda: reading.names(browser) == [*whole[:2], *children, *whole[2:]], "all below is open")
    open_menu(browser, 'a.name[href$="/p/many"]')
    until(lambda: browser.chrome(_OWN_MENU, "Hide from this map"), "the commands are there again")
    until(lambda: reading.names(browser) == [*whole[:2], *children], "that row is hidden")
    browser.page.click("p", button=2)
    until(lambda: browser.chrome("return document.getElementById('contentAreaContextMenu').state") == "open", "a menu")
    assert browser.chrome(_OWN_MENU, "", True) == []
    browser.chrome("document.getElementById('contentAreaContextMenu').hidePopup()")
