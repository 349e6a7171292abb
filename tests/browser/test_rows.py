"""The places of rows and of what is in them, as a reader sees them in a window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import programs, reading, screen, start
from driving.surface import Appearance, Browser, wait_for

_PAGES = '<item name="Leaf" url="p/leaf"/><item name="Bud" url="p/bud"/>'
_BRANCHES = f"""<item name="Home" url="/" role="home"/>
<item name="Linked" url="p/linked">{_PAGES}</item>
<item name="Not linked">{_PAGES}</item>
<item name="In two languages"><variant lang="en" url="p/two"/><variant lang="de" url="p/zwei"/>{_PAGES}</item>
<item name="Elsewhere" url="http://example.org/">{_PAGES}</item>"""


@pytest.fixture(params=programs.NAMES)
def visible_browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Yield a browser in a window: Firefox knows no hovering without one."""
    with (
        screen.virtual() as display,
        start.browser(request.param, headless=False, display=display) as running,
    ):
        yield running


def test_counts_of_closed_branches_are_in_one_column(visible_browser: Browser, site: HTTPServer) -> None:
    reading.shown(visible_browser, sites.serve(site, _BRANCHES))
    assert visible_browser.sidebar.eval("return matchMedia('(hover: hover)').matches")
    for width in (240, 320):
        visible_browser.sidebar.appear(Appearance(width=width))
        wait_for(visible_browser.sidebar, "return Math.abs(innerWidth - arguments[0]) < 2", width)
        wait_for(visible_browser.sidebar, "return document.querySelectorAll('#tree .below').length === 4")
        ends = visible_browser.sidebar.eval(_ENDS)
        assert max(ends) - min(ends) < 1, ends


_ENDS = "return [...document.querySelectorAll('#tree .below')].map((count) => count.getBoundingClientRect().right)"


_LONG = "A name so long that no sidebar in the world will ever show all of it at once, not even a very wide one"


def _served(site: HTTPServer) -> str:
    """Serve a page with many headings, every tenth with a long name, and return its address."""
    headings = "".join(f'<h2 id="s{at}">{f"Part {at}" if at % 10 else f"{_LONG} {at}"}</h2>' for at in range(60))
    sites.answer(site, "/parts", sites.page("Parts", head="", body=f"<h1>Top</h1>{headings}"))
    return site.url_for("/parts")


def _sized(browser: Browser, width: int, height: int = 900) -> None:
    browser.sidebar.appear(Appearance(width=width, height=height))
    wait_for(
        browser.sidebar,
        "return Math.abs(innerWidth - arguments[0]) < 2 && Math.abs(innerHeight - arguments[1]) < 3",
        width,
        height,
    )


def test_one_line_names_take_the_height_of_one_line(browser: Browser, site: HTTPServer) -> None:
    browser.open(_served(site))
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelectorAll('#page-tree > .heading').length > 20")
    _sized(browser, 240)
    wait_for(browser.sidebar, f"return ({_HEIGHTS})().some(({{ lines }}) => lines === 2)")
    rows = browser.sidebar.eval(f"return ({_HEIGHTS})()")
    assert {row["height"] for row in rows if row["lines"] == 1} == {24}, "as small as a target may be"
    assert all(38.5 < row["height"] < 39.5 for row in rows if row["lines"] == 2), "one line more"
    assert [row for row in rows if abs(row["gap"]) > 0.6] == [], "each row follows the one before"


def test_focused_row_shows_its_whole_name_and_no_name_covers_another(browser: Browser, site: HTTPServer) -> None:
    browser.open(_served(site))
    browser.open_sidebar()
    browser.sidebar.click("#filter")  # an earlier test may have left the pointer over a row
    for width in (180, 240, 400):
        _sized(browser, width)
        wait_for(browser.sidebar, "return document.querySelectorAll('#page-tree > .heading').length > 20")
        browser.sidebar.focus("#page-row-1")
        for key in ["ArrowDown"] * 11 + ["End", "ArrowUp"]:
            browser.sidebar.press(key)
            wait_for(browser.sidebar, _IS_WHOLE)
            assert browser.sidebar.eval(_COVERED) == [], (width, key)
        browser.sidebar.press("Home")


#: The rows in view in their order, with the numbers of their lines and their distances from the rows before.
_HEIGHTS = """() => {
    const rows = [...document.querySelectorAll('#page-tree > .row:not(.group)')];
    return rows.map((row, at) => {
        const { top, height } = row.getBoundingClientRect();
        const { bottom } = at ? rows[at - 1].getBoundingClientRect() : { bottom: top };
        const words = row.querySelector('.words');
        const lines = Math.round(words.clientHeight / parseFloat(getComputedStyle(words).lineHeight));
        return { height: Math.round(height * 10) / 10, lines, gap: top - bottom };
    });
}"""

#: Whether the focused row is in view and its name complete.
_IS_WHOLE = """const row = document.activeElement.closest('#page-tree > .row'), words = row?.querySelector('.words');
    const view = document.querySelector('#page-tree').getBoundingClientRect(), box = row?.getBoundingClientRect();
    return words && words.scrollWidth <= words.clientWidth && words.scrollHeight <= words.clientHeight + 1
        && box.top >= view.top - 1 && box.bottom <= view.bottom + 1;"""

#: The names that something of the focused row covers.
_COVERED = """const focused = document.activeElement.closest('.row'), full = document.querySelector('#full-name');
    const boxes = [focused, ...(full.checkVisibility() ? [full] : [])].map((box) => box.getBoundingClientRect());
    return [...document.querySelectorAll('#page-tree > .row')].filter((row) => row !== focused).filter((row) => {
        const { top, bottom } = row.querySelector('.words').getBoundingClientRect();
        return boxes.some((box) => box.top < bottom - 0.6 && box.bottom > top + 0.6);
    }).map((row) => row.textContent);"""
