"""Selecting several rows, by mouse and keyboard, to open or copy them together."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.test_accessibility import violations
from driving import reading
from driving.surface import Browser, until

pytestmark = pytest.mark.sidebar("shared")

_NAMES = ("Home", "One", "Two", "Three", "Four")
_MAP = "".join(f'<item name="{name}" url="{"/" if name == "Home" else f"p/{name}"}"/>' for name in _NAMES)


def selected(browser: Browser) -> list[str]:
    """Return the names of the selected rows."""
    return list(browser.sidebar.eval(_SELECTED))


_SELECTED = """const rows = [...document.querySelectorAll('[role=treeitem][aria-selected=true]')];
    const place = (row) => Number(row.id.slice('row-'.length));
    return rows.sort((a, b) => place(a) - place(b)).map((row) => row.querySelector('.name').textContent)"""


def test_rows_are_selected_by_clicks_and_opened_in_tabs(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)
    until(lambda: reading.names(browser) == list(_NAMES), "the rows")
    browser.sidebar.focus("[role=treeitem][tabindex='0']")
    browser.sidebar.press("Home", "ArrowDown")
    browser.sidebar.click('a.name[href$="/p/Three"]', holding="Shift")
    until(lambda: selected(browser) == ["One", "Two", "Three"], "the rows from the active one to the one clicked")
    browser.sidebar.click('a.name[href$="/p/Two"]', holding="Control")
    until(lambda: selected(browser) == ["One", "Three"], "without the one in between")
    assert len(browser.tabs()) == 1
    assert violations(browser.sidebar) == []
    browser.sidebar.click("#selection-open")
    urls = "return (await api.tabs.query({})).map((tab) => tab.url).filter((url) => url?.includes('/p/'))"
    until(lambda: browser.extension_eval(urls) == [f"{home}p/One", f"{home}p/Three"], "both are open, in their order")
    until(lambda: selected(browser) == [], "nothing is selected any more")
