"""The output of sidebar and popup for a screen reader, over AT-SPI, on a virtual screen with real keys."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.conftest import tidy
from driving import assistive, programs, reading
from driving.assistive import ReadAloud
from driving.surface import until, wait_for, write

_TITLE = "Standard-Sitemap Navigator"
_MAP = """<item name="Home" url="/"/>
<item name="Shelf" url="p/shelf"><item name="Book" url="p/book"/><item name="Box" url="p/box"/></item>
<item name="Desk" url="p/desk"/>"""
#: Longer than the sidebar waits before it reports that there is no sitemap.
_QUIET_S = 2.5


@pytest.fixture(scope="module", params=programs.NAMES)
def started_aloud(request: pytest.FixtureRequest) -> Iterator[ReadAloud]:
    """Yield a browser with a screen reader's view, for all tests."""
    with assistive.browser(request.param) as running:
        yield running


@pytest.fixture
def aloud(started_aloud: ReadAloud) -> ReadAloud:
    """Return such a browser, tidied."""
    tidy(started_aloud.browser)
    return started_aloud


def rows(aloud: ReadAloud) -> dict[str, dict[str, Any]]:
    """Return the accessible rows by name."""
    return {str(node["name"]): node for node in aloud.client.nodes(_TITLE, "tree item")}


def place(node: dict[str, Any]) -> tuple[str, str, str]:
    """Return level, position and number of siblings."""
    level, position, size = (str(node["attributes"].get(name)) for name in ("level", "posinset", "setsize"))
    return level, position, size


def said(aloud: ReadAloud) -> list[str]:
    """Return the sentences read aloud since the last call, after a period of silence."""
    announcements = list(until(aloud.client.announced, "something is said"))
    time.sleep(_QUIET_S)
    return announcements + aloud.client.announced()


def is_said(aloud: ReadAloud, words: str) -> bool:
    """Return whether words are read aloud, after any others."""
    heard: list[str] = []

    def is_last() -> bool:
        heard.extend(aloud.client.announced())
        return bool(heard) and words in heard[-1]

    return until(is_last, f"“{words}” is said")


def shown(aloud: ReadAloud, url: str) -> None:
    reading.shown(aloud.browser, url)
    until(lambda: reading.current(aloud.browser), "the page is marked")


def test_rows_have_level_position_number_state_and_current_page(aloud: ReadAloud, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    shown(aloud, f"{home}p/book")
    until(lambda: "Box" in rows(aloud), "the branch of the page is exposed")
    nodes = rows(aloud)
    assert {name: place(node) for name, node in nodes.items()} == {
        "Home": ("1", "1", "3"), "Shelf": ("1", "2", "3"), "Book": ("2", "1", "2"), "Box": ("2", "2", "2"),
        "Desk": ("1", "3", "3"),
    }  # fmt: skip
    assert [name for name, node in nodes.items() if node["attributes"].get("current") == "page"] == ["Book"]
    assert {"expandable", "expanded"} <= set(nodes["Shelf"]["states"])
    assert "expandable" not in nodes["Desk"]["states"]
    aloud.browser.open(f"{home}p/desk")
    until(lambda: rows(aloud)["Desk"]["attributes"].get("current") == "page", "the next page is the current one")
    aloud.browser.sidebar.click("[role=treeitem][aria-expanded=true] .twist")
    until(lambda: "expanded" not in rows(aloud)["Shelf"]["states"], "the branch is shut")


def test_page_change_is_announced_in_one_sentence(aloud: ReadAloud, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    sites.answer(site, "/plain", sites.page("Plain", head=""))
    aloud.browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    shown(aloud, home)
    assert is_said(aloud, "You are here: Home")
    aloud.browser.open(f"{home}p/box")
    assert said(aloud) == ["You are here: Shelf › Box"]
    aloud.browser.open(f"{home}plain")
    assert said(aloud) == ["No sitemap"]


def test_filter_results_and_unreadable_maps_are_announced(aloud: ReadAloud, site: HTTPServer) -> None:
    shown(aloud, sites.serve(site, _MAP))
    write(aloud.browser.sidebar, "#filter", "bo")
    assert is_said(aloud, "2 found")
    write(aloud.browser.sidebar, "#filter", "zzz")
    assert is_said(aloud, "zzz")
    sites.answer(site, "/broken.xml", "<sitemap", content_type="application/xml")
    sites.answer(site, "/broken", sites.page("Broken", head=sites.LINKS.replace("/map.xml", "/broken.xml")))
    aloud.browser.open(site.url_for("/broken"))
    assert is_said(aloud, "The sitemap could not be read. ")


def named(aloud: ReadAloud, *names: str) -> dict[str, str]:
    """Return the accessible elements with these names, and their roles."""
    return {str(node["name"]): str(node["role"]) for node in aloud.client.nodes(_TITLE) if node["name"] in names}


def buttons(aloud: ReadAloud) -> list[str]:
    """Return the names of the accessible buttons; newer versions of the interface shorten their role."""
    return [str(node["name"]) for node in aloud.client.nodes(_TITLE, "push button", "button")]


def test_contents_of_a_page_are_a_tree_with_its_current_heading_and_link(aloud: ReadAloud, site: HTTPServer) -> None:
    menu = '<nav aria-label="Shelves"><a href="/rope">Rope</a> <a href="/paint">Paint</a></nav>'
    body = f"{menu}<h1 style='margin-top: 0'>Chandler</h1><h2>Offers</h2><p style='height: 300vh'>Text</p>"
    sites.answer(site, "/paint", sites.page("Paint", head="", body=body))
    aloud.browser.open(site.url_for("/paint"))
    aloud.browser.open_sidebar()
    until(lambda: "Rope" in rows(aloud), "the menu is exposed")
    nodes = rows(aloud)
    assert {name: place(node) for name, node in nodes.items()} == {
        "On this page": ("1", "1", "2"), "Chandler": ("2", "1", "1"), "Offers": ("3", "1", "1"),
        "Menus of this page": ("1", "2", "2"), "Shelves": ("2", "1", "1"), "Rope": ("3", "1", "2"),
        "Paint": ("3", "2", "2"),
    }  # fmt: skip
    current = {name: node["attributes"]["current"] for name, node in nodes.items() if "current" in node["attributes"]}
    assert current == {"Offers": "location", "Paint": "page"}
    assert {"expandable", "expanded"} <= set(nodes["Chandler"]["states"])
    assert set(named(aloud, "Find a heading or a link", "Headings and menus of this page").values()) == {
        "entry",
        "tree",
    }


def test_roles_and_ancestors_that_stay_are_exposed_once(aloud: ReadAloud, site: HTTPServer) -> None:
    many = "".join(f'<item name="Book {number}" url="p/{number}"/>' for number in range(60))
    ends = '<item name="Ask us" url="p/ask" role="contact"/><item name="Find" url="find" role="search" data="q=%s"/>'
    shelf = f'<item name="Start" url="/" role="tree home"/><item name="Shelf" url="p/s">{many}</item>'
    shown(aloud, sites.serve(site, shelf + ends) + "p/50")
    wait_for(aloud.browser.sidebar, "return document.querySelector('.sticky .name')?.textContent === 'Shelf'")
    until(lambda: "Book 50" in rows(aloud) and "Shelf" not in rows(aloud), "only the visible rows are exposed")
    assert named(aloud, "Shelf") == {}
    assert named(aloud, "Home", "Contact") == {"Home": "link", "Contact": "link"}


def test_offered_search_is_a_button_with_its_words(aloud: ReadAloud, site: HTTPServer) -> None:
    search = '<item name="Find" url="find" role="search" data="q=%s"/>'
    shown(aloud, sites.serve(site, _MAP + search))
    write(aloud.browser.sidebar, "#filter", "bo")
    wait_for(aloud.browser.sidebar, "return document.querySelector('#search').checkVisibility()")
    until(lambda: any("bo" in name for name in buttons(aloud)), "the search is exposed")
    until(lambda: {"Book", "Box"} <= rows(aloud).keys(), "the matches are exposed")


def test_failed_map_has_its_buttons_beside_the_contents_of_the_page(aloud: ReadAloud, site: HTTPServer) -> None:
    sites.answer(site, "/map.xml", "<sitemap", content_type="application/xml")
    sites.answer(site, "/", sites.page("Chandler", body="<h1>Chandler</h1>"))
    aloud.browser.open(site.url_for("/"))
    aloud.browser.open_sidebar()
    until(lambda: "Chandler" in rows(aloud), "the heading is exposed")
    wait_for(aloud.browser.sidebar, "return document.body.dataset.state === 'failed'")
    words = aloud.browser.sidebar.eval(
        "return [...document.querySelectorAll('#message button')].map((b) => b.innerText)"
    )
    assert len(words) == 2
    until(lambda: set(words) <= set(buttons(aloud)), "the buttons are exposed")


def test_a_shortcut_leads_into_the_sidebar_and_arrows_along_its_rows(aloud: ReadAloud, site: HTTPServer) -> None:
    """Check the focus: in Chromium an opening sidebar has it, in Firefox Shift+F6 moves it from the page."""
    shown(aloud, sites.serve(site, _MAP))
    if aloud.browser.name == "chromium":
        aloud.browser.close_sidebar()
    aloud.browser.page.click("body")
    wait_for(aloud.browser.page, "return document.hasFocus()")
    if aloud.browser.name == "firefox":  # before the keys are pressed
        wait_for(aloud.browser.sidebar, "return !document.hasFocus() && document.activeElement.id !== 'filter'")
    aloud.keyboard.stroke("Alt", "Shift", "m")
    wait_for(aloud.browser.sidebar, "return document.activeElement.id === 'filter'")
    if aloud.browser.name == "firefox":
        aloud.keyboard.stroke("Shift", "F6")
    wait_for(aloud.browser.sidebar, "return document.hasFocus() && document.activeElement.id === 'filter'")
    wait_for(aloud.browser.sidebar, "return document.querySelector('[role=treeitem]') !== null")
    aloud.keyboard.stroke("ArrowDown")
    until(lambda: ("tree item", "Home") in aloud.client.focused(_TITLE), "the row has the focus")
    aloud.keyboard.stroke("ArrowDown")
    until(lambda: ("tree item", "Shelf") in aloud.client.focused(_TITLE), "the next row has it")


def test_arrows_walk_the_menu_of_the_popup(aloud: ReadAloud, site: HTTPServer) -> None:
    aloud.browser.open(sites.serve(site, sites.BODY_CLASS + _MAP))
    until(lambda: reading.levels(reading.body_classes(aloud.browser)), "the sitemap is known")
    aloud.browser.open_popup_by_key()
    wait_for(aloud.browser.popup, "return document.querySelector('[role=menuitem]') !== null")
    until(lambda: ("menu item", "Home") in aloud.client.focused(_TITLE), "the first item has the focus")
    for key, name in (("ArrowDown", "Shelf"), ("ArrowUp", "Home"), ("End", "Desk"), ("Home", "Home")):
        aloud.keyboard.stroke(key)
        until(lambda name=name: ("menu item", name) in aloud.client.focused(_TITLE), f"{name} has it")  # type: ignore[misc]
