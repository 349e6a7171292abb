"""Every function of sidebar and popup by keyboard alone, with the focus always visible and never lost."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from browser import everything, sites
from driving import reading
from driving.surface import DEADLINE_S, Browser, DrivingError, Surface, TimedOut, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

#: The field above the tree.
FIELD = "Find a page, or search …"
#: Seconds after which a name is typed again if it had no effect.
_TYPED_S = 5.0


def focus(surface: Surface) -> dict[str, Any]:
    """Return the focused element: its name, and whether it is visible."""
    found: dict[str, Any] = surface.eval(_FOCUS)
    return found


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


def test_a_star_opens_all_branches_beside(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    goes_to(sidebar, "Round and round", "r")
    sidebar.press("*")
    until(lambda: "Level 2" in reading.names(browser), "branches below are open")
    until(lambda: focus(sidebar) == {"name": "Round and round", "is_seen": True}, "the focus has stayed")
    goes_to(sidebar, "Course", "Home", "ArrowDown", "ArrowDown")
    until(lambda: "Lesson 12" in reading.names(browser), "branches above are open too")


def test_typing_letters_moves_to_matching_names(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    goes_to(sidebar, "Stations", "s")

    def is_led() -> bool:
        """Return whether typing reaches a name: letters must follow fast, which a busy machine may prevent."""
        goes_to(sidebar, "Harbour office", "Home")
        sidebar.press("l", "e", "v")
        with contextlib.suppress(TimedOut):
            return until(lambda: focus(sidebar) == {"name": "Level 1", "is_seen": True}, "Level 1", _TYPED_S)
        return False

    until(is_led, "several letters lead to a name")


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


def test_a_row_opens_in_a_new_tab(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    goes_to(sidebar, "Course", "ArrowDown", "ArrowDown")
    sidebar.press("Control+Enter")
    until(lambda: len(browser.tabs()) == 2, "there is a tab more")


def test_variants_are_a_menu(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    goes_to(sidebar, "Tide tables", "ArrowDown")
    goes_to(sidebar, "Tide tables English", "Alt+ArrowDown")
    goes_to(sidebar, "Gezeitentafeln German", "ArrowDown")
    goes_to(sidebar, "Tide tables", "Escape")
    sidebar.press("Alt+ArrowDown")
    goes_to(sidebar, "Gezeitentafeln German", "g")
    sidebar.press("Enter")
    until(lambda: browser.address() == site.url_for("/p/gezeiten"), "the tab is there")


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
        FIELD, "Show the current page in the map", "Home", "Contact", "About", "More important pages", "Level 14",
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


def test_search_by_keys(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    reading.search(sidebar, "lamp")
    until(lambda: browser.address() == site.url_for("/p/asked") + "?q=lamp", "the tab is at the results")
    goes_to(sidebar, FIELD)


def test_sequence_by_keys_to_its_end(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site), "p/lesson-11")
    sidebar.focus("#next")
    sidebar.press("Enter")
    until(lambda: reading.current(browser) == ["Lesson 12"], "the next page")
    until(lambda: focus(sidebar)["name"] == "Next", "the focus is at the end of the sequence")
    goes_to(sidebar, "Previous: Lesson 11", "Shift+Tab")
    sidebar.press("Enter")
    until(lambda: reading.current(browser) == ["Lesson 11"], "the page before")
    until(lambda: focus(sidebar)["name"] == "Previous: Lesson 10", "the focus has stayed")


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


def test_language_by_keys(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site), "p/tide")
    wait_for(sidebar, "return document.querySelector('#language').checkVisibility()")
    sidebar.focus("#language select")
    sidebar.press("g")
    until(lambda: browser.address() == site.url_for("/p/gezeiten"), "the page in German")
    goes_to(sidebar, "Language of this site")


def test_problems_by_keys(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    wait_for(sidebar, "return document.querySelector('#more').checkVisibility()")
    sidebar.focus("#more")
    at_opener = "return document.activeElement.id === 'more'"
    sidebar.press("Enter")
    wait_for(sidebar, "return document.activeElement.getAttribute('role') === 'menuitem'")
    sidebar.press("End")
    goes_to(sidebar, "Close", "Enter")
    goes_to(sidebar, "Problems in the sitemap", "Tab")
    sidebar.press("End")
    at_the_end = "return list.scrollTop + list.clientHeight >= list.scrollHeight - 1"
    wait_for(sidebar, f"const list = document.querySelector('#faults'); {at_the_end}")
    sidebar.press("Escape")
    wait_for(sidebar, at_opener)
    wait_for(sidebar, "return !document.querySelector('#problems').checkVisibility()")
    until(lambda: focus(sidebar)["is_seen"], "and is in view")


def test_reload_by_keys_focuses_the_button_that_follows(browser: Browser, site: HTTPServer) -> None:
    sidebar = in_tree(browser, everything.serve(site))
    wait_for(sidebar, "return document.querySelector('#reload').checkVisibility()")
    requested = len(site.log)
    sidebar.focus("#reload")
    sidebar.press("Enter")
    until(lambda: any(request.path == "/map.xml" for request, _ in site.log[requested:]), "the map is asked for again")
    until(lambda: focus(sidebar)["name"] == "Load the sitemap again", "the focus is at the button again")


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


_LONG = (
    '<item name="Home" url=""/><item name="Big" url="p/big">'
    + "".join(f'<item name="Kid {n}" url="p/k{n}"/>' for n in range(1, 131))
    + "</item>"
    + "".join(f'<item name="Entry {n}" url="p/e{n}"/>' for n in range(1, 131))
    + '<item role="searchpage" name="Search page" url="p/find"/>'
)


@pytest.mark.sidebar("fresh")
def test_keys_traverse_a_whole_long_menu(browser: Browser, site: HTTPServer) -> None:
    browser.open(sites.serve(site, _LONG))
    browser.open_popup()
    popup = browser.popup
    wait_for(popup, "return document.querySelector('#menu .into') !== null")
    goes_to(popup, "Home")
    for key, name in [
        ("End", "Search page"), ("ArrowUp", "Entry 130"), ("Home", "Home"), ("ArrowDown", "Big"), ("ArrowRight", "Big"),
        ("End", "Kid 130"), ("ArrowLeft", "Open the menu of Big"), ("ArrowRight", "Big"),
        *[("ArrowDown", f"Kid {n}") for n in range(1, 65)],
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
