"""Rows are real links: their texts, their targets by each kind of click, and rows without a link."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import MIDDLE_BUTTON, Browser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_ROW = """const row = [...document.querySelectorAll('[role=treeitem]')]
        .find((one) => one.querySelector('.name')?.textContent.trim() === arguments[0]);
    if (!row) return null;
    const name = row.querySelector('.name'), badge = (one) => one.dataset.code ?? one.title;
    return {tag: name.localName, href: name.href ?? null, tip: row.title, classes: [...row.classList],
        level: row.getAttribute('aria-level'), expanded: row.getAttribute('aria-expanded'),
        weight: Number(getComputedStyle(name).fontWeight), draggable: name.draggable,
        badges: [...row.querySelectorAll('.badge')].map(badge)};"""


def row(browser: Browser, name: str) -> Any:
    """Return the properties of the named row, once it exists."""
    return wait_for(browser.sidebar, _ROW, name)


def unfold(browser: Browser, name: str) -> None:
    """Click the name of a collapsible row."""
    css = wait_for(browser.sidebar, _WHERE, name)
    browser.sidebar.click(f"{css} .name")


_WHERE = """const row = [...document.querySelectorAll('[role=treeitem]')]
        .find((one) => one.querySelector('.name')?.textContent.trim() === arguments[0]);
    return row && '#' + row.id;"""


def test_plain_click_navigates_the_pages_own_tab(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, '<item name="Home" url=""/><item name="One" url="p/one"/>')
    reading.shown(browser, home)
    before = len(browser.tabs())
    row(browser, "One")
    browser.sidebar.click(f'a[href="{home}p/one"]')
    until(lambda: browser.address() == f"{home}p/one", "the tab is there")
    assert browser.sidebar.eval("return location.pathname") == "/extension/sidebar/sidebar.html"
    assert len(browser.tabs()) == before


def test_middle_and_modified_clicks_open_tabs_in_their_order(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, "".join(f'<item name="{n}" url="p/{n}"/>' for n in ("one", "two", "three")))
    reading.shown(browser, home)
    row(browser, "three")
    browser.sidebar.click(f'a[href="{home}p/one"]', button=MIDDLE_BUTTON)
    until(lambda: len(browser.tabs()) == 2, "a tab for the middle click")
    browser.sidebar.click(f'a[href="{home}p/two"]', holding="Control")
    until(lambda: len(browser.tabs()) == 3, "a tab for the click with Control")
    assert browser.address() == home
    order = "return (await api.tabs.query({})).filter((tab) => tab.url?.startsWith(arguments[0])).map((tab) => tab.url)"
    until(
        lambda: browser.extension_eval(order, home) == [home, f"{home}p/one", f"{home}p/two"],
        "both stand behind the page, in order",
    )


def test_rows_can_be_dragged_as_links(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, '<item name="Home" url=""/><item name="One" url="p/one"/>'))
    assert row(browser, "One")["draggable"] is True
    assert browser.sidebar.eval(_DRAG_START) is True


_DRAG_START = """return document.querySelector('a.name')
    .dispatchEvent(new DragEvent('dragstart', {bubbles: true, cancelable: true}))"""


def test_items_without_location_collapse_and_groups_never_do(browser: Browser, site: HTTPServer) -> None:
    content = '<item name="Home" url=""/><item name="Shelf"><item name="Book" url="p/book"/></item>'
    home = sites.serve(site, content + '<group name="Desk"><item name="Pen" url="p/pen"/></group>')
    reading.shown(browser, home)
    shelf, desk = row(browser, "Shelf"), row(browser, "Desk")
    assert (shelf["tag"], shelf["href"], shelf["expanded"]) == ("span", None, "false")
    assert (desk["tag"], desk["href"], desk["expanded"]) == ("span", None, None)
    assert row(browser, "Pen")["level"] == "2"
    unfold(browser, "Shelf")
    assert row(browser, "Book")["href"] == f"{home}p/book"
    unfold(browser, "Desk")
    unfold(browser, "Shelf")
    until(lambda: reading.names(browser) == ["Home", "Shelf", "Desk", "Pen"], "the branch is shut, the group is not")
    assert browser.address() == home


def test_rows_show_weight_tooltip_language_and_type(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, _QUALITIES))
    assert row(browser, "Great")["weight"] > row(browser, "Usual")["weight"]
    assert "light" in row(browser, "Small")["classes"]
    assert row(browser, "Usual")["tip"] == "What one expects"
    assert row(browser, "Usual")["badges"] == []
    assert row(browser, "Phare")["badges"] == ["fr"]
    assert row(browser, "Printed")["badges"] == ["PDF"]


_QUALITIES = """<item name="Great" url="p/1" priority="1.0"/><item name="Small" url="p/2" priority="0.1"/>
<item name="Usual" url="p/3" description="What one expects" type="text/html" lang="en"/>
<item name="Phare" url="p/4" lang="fr"/><item name="Printed" url="p/5" type="application/pdf"/>"""


def test_long_ordered_branches_are_shown_in_ranges(browser: Browser, site: HTTPServer) -> None:
    words = "".join(f'<item name="word {n:03}" url="p/{n:03}"/>' for n in range(120))
    reading.shown(browser, sites.serve(site, f'<item name="Words" url="" order="lexical">{words}</item>'))
    first = until(lambda: next((n for n in reading.names(browser) if n.startswith("word 000")), ""), "a range")
    assert "…" in first or "–" in first
    assert row(browser, first)["tag"] == "span"
    assert "range" in row(browser, first)["classes"]
    unfold(browser, first)
    assert row(browser, "word 001")["level"] == "3"


def test_loops_are_marked_and_not_expanded(browser: Browser, site: HTTPServer) -> None:
    content = '<item xml:id="a" name="Egg" url="p/egg"><item name="Hen" url="p/hen"><external url="map.xml#a"/></item>'
    home = sites.serve(site, content + "</item>")
    reading.shown(browser, f"{home}p/hen")
    until(lambda: reading.current(browser) == ["Hen"], "the page is marked")
    reading.open_branches(browser.sidebar)
    looped = until(
        lambda: browser.sidebar.eval("return document.querySelector('.row.loop .name')?.textContent"), "the loop"
    )
    assert looped == "Egg"
    wanted = [("Egg", 1, True), ("Hen", 2, True), ("Egg", 3, None)]
    until(
        lambda: [(one.name, one.level, one.is_open) for one in reading.rows(browser.sidebar)] == wanted,
        "and does not go on",
    )


def test_dangerous_locations_are_never_links(browser: Browser, site: HTTPServer) -> None:
    content = (
        '<item name="Home" url=""/><item name="Trap" url="javascript:alert(1)"><item name="In" url="p/in"/></item>'
    )
    reading.shown(browser, sites.serve(site, content))
    assert row(browser, "Trap")["href"] is None
