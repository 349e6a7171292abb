"""Every function of sidebar and popup by keyboard alone, with the focus always visible and never lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from browser import everything, sites
from driving import reading
from driving.surface import DEADLINE_S, Browser, DrivingError, Surface, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

#: The field above the tree.
FIELD = "Find a page, or search …"


def focus(surface: Surface) -> dict[str, Any]:
    """Return the focused element: its name, and whether it is visible."""
    state: dict[str, Any] = surface.eval(_FOCUS)
    return state


def goes_to(surface: Surface, name: str, *keys: str) -> None:
    """Press keys; then wait until the named element has the focus and is fully visible."""
    if keys:
        surface.press(*keys)
    until(lambda: focus(surface)["name"] == name, f"{name} has the focus, after {keys}", despite=(DrivingError,))
    until(lambda: focus(surface)["is_seen"], f"{name} is in view", despite=(DrivingError,))


def in_tree(browser: Browser, home: str, path: str = "") -> Surface:
    """Return the sidebar with the focus on the first row."""
    reading.shown(browser, home + path)
    until(lambda: any(reading.current(browser)), "the page is marked")
    browser.sidebar.focus("[role=treeitem][tabindex='0']")
    goes_to(browser.sidebar, "Harbour office", "Home")
    return browser.sidebar


@pytest.mark.wiring
def test_arrows_walk_the_tree(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    goes_to(sidebar, "Tide tables", "ArrowDown")
    goes_to(sidebar, "Course", "ArrowDown")
    sidebar.press("ArrowRight")
    until(lambda: "Lesson 1" in reading.names(browser), "the branch is open")
    goes_to(sidebar, "Lesson 1", "ArrowRight")
    goes_to(sidebar, "Lesson 3", "ArrowDown", "ArrowDown")
    goes_to(sidebar, "Course", "ArrowLeft")
    sidebar.press("ArrowLeft")
    until(lambda: "Lesson 1" not in reading.names(browser), "the branch is shut")
    goes_to(sidebar, "Tide tables", "ArrowUp")


def test_rows_out_of_view_are_scrolled_to(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site), "p/station-020")
    sidebar.press("End")
    until(lambda: focus(sidebar)["is_seen"], "the last row is in view")
    goes_to(sidebar, "Harbour office", "Home")
    sidebar.press("PageDown")
    until(lambda: focus(sidebar)["name"] != "Harbour office" and focus(sidebar)["is_seen"], "a view further down")
    goes_to(sidebar, "Harbour office", "PageUp")


def test_focus_survives_scrolling_out_of_view(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site), "p/level-14")
    sidebar.eval("const tree = document.querySelector('[role=tree]'); tree.scrollTop = tree.scrollHeight")
    until(lambda: "Harbour office" not in _in_view(sidebar), "the row is out of view")
    until(lambda: focus(sidebar)["name"] == "Harbour office", "and has the focus")
    goes_to(sidebar, "Tide tables", "ArrowDown")


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_row_is_visited_and_the_focus_stays(browser: Browser, site: HTTPServer, key: str) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    goes_to(sidebar, "Course", "ArrowDown", "ArrowDown")
    sidebar.press(key)
    until(lambda: browser.address() == site.url_for("/p/course"), "the tab is there")
    until(lambda: reading.current(browser) == ["Course"], "the sidebar has followed")
    until(lambda: focus(sidebar) == {"name": "Course", "is_seen": True}, "the focus has stayed")
    if browser.name == "firefox":  # headless Chromium is inconsistent here
        wait_for(sidebar, "return document.hasFocus()")


def test_the_menu_of_a_row(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    goes_to(sidebar, "Course", "ArrowDown", "ArrowDown")
    goes_to(sidebar, "Open in a new tab", "Shift+F10")
    goes_to(sidebar, "Hide from this map", "h")
    goes_to(sidebar, "Course", "Escape")
    goes_to(sidebar, "Copy address", "Alt+ArrowDown", "c")
    goes_to(sidebar, "As text", "ArrowDown", "Enter")
    goes_to(sidebar, "As Markdown", "ArrowDown")
    goes_to(sidebar, "Course", "Escape")
    goes_to(sidebar, "Stations", "ArrowDown")


def test_filter_and_back(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    sidebar.focus("#filter")
    sidebar.press(*"lesson 1")
    until(lambda: reading.names(browser) == ["Course", "Lesson 1", "Lesson 10", "Lesson 11", "Lesson 12"], "matches")
    goes_to(sidebar, FIELD)
    sidebar.press("ArrowDown")
    until(lambda: focus(sidebar)["name"] in reading.names(browser), "the focus is in the tree")
    sidebar.focus("#filter")
    sidebar.press("Escape")
    until(lambda: "Tide tables" in reading.names(browser), "the whole map is back")
    wait_for(sidebar, "return document.querySelector('#filter').value === ''")


def test_tab_key_reaches_every_control(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, everything.serve(site) + "p/level-14")
    until(lambda: reading.current(browser) == ["Level 14"], "the page is marked")
    sidebar = browser.sidebar
    for control in ("#roles", "#find-current", "#language", "#more", "#reload"):
        wait_for(sidebar, "return document.querySelector(arguments[0]).checkVisibility()", control)
    sidebar.focus("#filter")
    names = [focus(sidebar)["name"]]
    for _ in range(40):
        before = sidebar.eval(_MARKED)
        sidebar.press("Tab")
        wait_for(sidebar, "return document.activeElement.dataset.was !== arguments[0]", before)
        names.append(focus(sidebar)["name"])
        until(lambda: focus(sidebar)["is_seen"], f"the focus is in view, after {names}")
        if names[-1] == "Options":
            break
    wanted = [
        FIELD, "Show the current page in the map", "Home", "Contact", "About", "More important pages",
        "Site", "Level 14", "Height of the sections", "This page", "On this page",
        "Language of this site", "Load the sitemap again", "More", "Options",
    ]  # fmt: skip
    assert names == wanted


def test_role_menu_by_keys(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    sidebar.focus("[data-role=contact]")
    goes_to(sidebar, "The desk", "Enter")
    goes_to(sidebar, "The workshop", "ArrowDown")
    goes_to(sidebar, "The desk", "Home")
    goes_to(sidebar, "Contact", "Escape")
    goes_to(sidebar, "The desk", "Enter")
    goes_to(sidebar, "The workshop", "End")
    sidebar.press("Enter")
    until(lambda: browser.address() == site.url_for("/p/workshop"), "the tab is there")
    until(lambda: focus(sidebar)["name"] == "Contact", "the focus is back at the button")


def test_focus_stays_on_the_sequence_while_a_slow_page_loads(browser: Browser, site: HTTPServer) -> None:
    begun, gate = threading.Event(), threading.Event()

    def pieces() -> Iterator[str]:
        yield "<!doctype html><html><head><!--" + " " * 4096 + "-->"
        begun.set()
        gate.wait(60)
        yield sites.LINKS + "<title>Slow</title></head><body><p>Slow</p></body></html>"

    sites.answer_with(site, "/p/lesson-5", lambda _: Response(pieces(), content_type="text/html; charset=utf-8"))
    sidebar = in_tree(browser, everything.serve(site), "p/lesson-4")
    sidebar.focus("#next")
    sidebar.press("Enter")
    assert begun.wait(DEADLINE_S), "the page has been asked for"
    gate.set()
    until(lambda: reading.current(browser) == ["Lesson 5"], "the next page")
    until(lambda: focus(sidebar)["name"] == "Next: Lesson 6", "the focus has stayed")


def test_focus_moves_to_the_message_when_the_map_disappears(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    browser.open(site.url_for("/bare"))
    wait_for(sidebar, "return document.body.dataset.state === 'none'")
    wait_for(sidebar, "return document.activeElement !== document.body")


@pytest.mark.sidebar("fresh")
def test_popup_is_a_menu(browser: Browser, site: HTTPServer) -> None:
    browser.open(everything.serve(site))
    browser.open_popup()
    popup = browser.popup
    wait_for(popup, "return document.querySelector('#menu .into') !== null")
    goes_to(popup, "Harbour office")
    assert popup.eval("return document.querySelectorAll('#menu [tabindex=\"0\"]').length") == 1
    for key, name in [
        ("ArrowDown", "Tide tables"), ("ArrowDown", "Course"), ("ArrowRight", "Course"), ("ArrowDown", "Lesson 1"),
        ("End", "Lesson 12"), ("ArrowLeft", "Open the menu of Course"), ("Home", "Harbour office"),
        ("s", "Stations"), ("ArrowRight", "Stations"), ("Escape", "Open the menu of Stations"),
    ]:  # fmt: skip
        _stroke(browser, key)
        _enters(popup, key)
        goes_to(popup, name)


def _enters(popup: Surface, key: str) -> None:
    """Wait until a key has opened the submenu: its first entry has the parent's name."""
    if key == "ArrowRight":
        wait_for(popup, "return document.querySelector('#menu .back') !== null")


def _stroke(browser: Browser, key: str) -> None:
    """Press a key; in Firefox dispatch the event, because its driver cannot send keys to a popup."""
    if browser.name == "chromium":
        browser.popup.press(key)
        return
    browser.popup.eval(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
        " {key: arguments[0], bubbles: true, cancelable: true}))",
        key,
    )


def _in_view(sidebar: Surface) -> list[str]:
    names: list[str] = sidebar.eval(_IN_VIEW)
    return names


_FOCUS = """const here = document.activeElement;
    if (!here || here === document.body) return {name: '', is_seen: false};
    const rect = here.getBoundingClientRect();
    const tree = here.closest('[role=tree]')?.getBoundingClientRect();
    const [top, bottom] = tree && here.matches('[role=treeitem], .row a') ? [tree.top, tree.bottom] : [0, innerHeight];
    const x = Math.min(Math.max(rect.left + rect.width / 2, 1), innerWidth - 2), y = rect.top + rect.height / 2;
    const over = document.elementFromPoint(x, y);
    return {
        name: (here.matches('[role=menuitem]') && !here.getAttribute('aria-label')
            ? here.textContent : here.getAttribute('aria-label') ?? here.textContent).trim()
            .replace(/\\s+/g, ' ').replace(/\\u2068.*\\u2069/, '…'),
        is_seen: rect.top >= top - 1 && rect.bottom <= bottom + 1 && (here.contains(over) || over?.contains(here))
            && here.checkVisibility(),
    };"""

#: Marks the focused element and returns the mark.
_MARKED = """const mark = String(Math.random());
    document.activeElement.dataset.was = mark;
    return mark;"""

_IN_VIEW = """const tree = document.querySelector('[role=tree]').getBoundingClientRect();
    return [...document.querySelectorAll('[role=treeitem]')]
        .filter((row) => row.getBoundingClientRect().bottom > tree.top && row.getBoundingClientRect().top < tree.bottom)
        .map((row) => row.getAttribute('aria-label'));"""
