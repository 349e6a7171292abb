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


@pytest.mark.wiring
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
    reading.shown(browser, sites.serve(site, '<item name="Home" url="/"/><item name="One" url="p/one"/>'))
    assert row(browser, "One")["draggable"] is True
    assert browser.sidebar.eval(_DRAG_START) is True


_DRAG_START = """return document.querySelector('a.name')
    .dispatchEvent(new DragEvent('dragstart', {bubbles: true, cancelable: true}))"""


def test_dangerous_locations_are_never_links(browser: Browser, site: HTTPServer) -> None:
    content = (
        '<item name="Home" url="/"/><item name="Trap" url="javascript:alert(1)"><item name="In" url="p/in"/></item>'
    )
    reading.shown(browser, sites.serve(site, content))
    assert row(browser, "Trap")["href"] is None
