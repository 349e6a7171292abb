"""Right-to-left names in sidebar and popup of either direction are neither displaced nor clipped."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, Surface, until, wait_for

DIRECTIONS = ("ltr", "rtl")
_LATIN, _HEBREW = "Lamp (draft)!", "\u05de\u05e0\u05d5\u05e8\u05d4!"
_LONG = "Lighthouses of the northern coast and those who keep them, in alphabetical order!"
_MAP = f"""<item name="Home" url="/"/><item name="{_LATIN}" url="p/latin"/><item name="{_HEBREW}" url="p/hebrew"/>
<item name="{_LONG}" url="p/long"/>
<item name="{_LATIN}" url="p/course" relation="sequence"><item name="{_LATIN}" url="p/one"/>
<item name="Two" url="p/two"><item name="Deep" url="p/deep"/></item><item name="{_HEBREW}" url="p/three"/></item>
<item role="contact" name="{_LATIN}" url="p/ring"/><item role="contact" name="{_HEBREW}" url="p/write"/>
<item role="x:lamp" name="{_LATIN}" url="p/own"/><item role="searchpage" name="{_HEBREW}" url="p/find"/>"""
#: The places of names.
_ROWS, _NEIGHBOURS = ".row[id] .name", "#sequence .words"


def turned(surface: Surface, direction: str) -> Surface:
    surface.eval("document.documentElement.dir = arguments[0]", direction)
    return surface


def names(surface: Surface, css: str) -> list[dict[str, Any]]:
    """Return the names at a place, with their alignment and side."""
    shown: list[dict[str, Any]] = surface.eval(_NAMES, css)
    assert shown
    return shown


def texts(surface: Surface, css: str) -> set[str]:
    """Return the names at a place, as written."""
    return {name["text"] for name in surface.eval(_NAMES, css)}


def assert_whole(surface: Surface, css: str, direction: str, *, is_at_start: bool = True) -> None:
    for name in names(surface, css):
        assert name["is_in_order"], (css, name)
        assert name["is_begun"], (css, name)
        if is_at_start and not name["is_cut"]:
            assert name["side"] in (direction, "both"), (css, name)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_names_in_the_sidebar_in_either_direction_are_whole(browser: Browser, site: HTTPServer, direction: str) -> None:
    reading.shown(browser, sites.serve(site, _MAP) + "p/two")
    until(lambda: reading.current(browser) == ["Two"], "the page is marked")
    sidebar = turned(browser.sidebar, direction)
    until(lambda: texts(sidebar, _ROWS) >= {_LATIN, _HEBREW, _LONG}, "the rows are there")
    until(lambda: texts(sidebar, _NEIGHBOURS) == {_LATIN, _HEBREW}, "the neighbours are there")
    assert_whole(sidebar, _ROWS, direction)
    assert_whole(sidebar, _NEIGHBOURS, direction, is_at_start=False)
    for button in (reading.OTHER_ROLES, "#roles [data-role=contact]"):
        sidebar.click(button)
        wait_for(sidebar, "return document.querySelector('.drop-menu [role=menuitem]')?.checkVisibility()")
        assert_whole(sidebar, ".drop-menu [role=menuitem]", direction)
        sidebar.press("Escape")
        wait_for(sidebar, "return document.querySelector('.drop-menu') === null")


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_names_in_the_popup_in_either_direction_are_whole(browser: Browser, site: HTTPServer, direction: str) -> None:
    browser.open(sites.serve(site, _MAP))
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#menu .into') !== null")
    popup = turned(browser.popup, direction)
    assert_whole(popup, "#menu a:not([data-role]), #menu bdi", direction, is_at_start=False)
    assert_whole(popup, "#menu .entry > a", direction)
    popup.click("#menu .into")
    wait_for(popup, "return document.querySelector('#menu .back') !== null")
    assert_whole(popup, "#menu .back bdi, #menu .entry > a", direction, is_at_start=False)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_arrows_and_twists_follow_the_direction(browser: Browser, site: HTTPServer, direction: str) -> None:
    reading.shown(browser, sites.serve(site, _MAP) + "p/one")
    until(lambda: _LATIN in reading.current(browser), "the page is marked")
    sidebar = turned(browser.sidebar, direction)
    inward, outward = ("ArrowRight", "ArrowLeft") if direction == "ltr" else ("ArrowLeft", "ArrowRight")
    sidebar.focus("[role=treeitem][tabindex='0']")
    until(lambda: sidebar.eval(_TWIST) == direction, "the twists stand where a branch begins")
    sidebar.press("ArrowDown", inward)
    until(lambda: "Deep" in reading.names(browser), "the branch is open")
    sidebar.press(inward)
    wait_for(sidebar, "return document.activeElement.getAttribute('aria-label') === 'Deep'")
    sidebar.press(outward)
    wait_for(sidebar, "return document.activeElement.getAttribute('aria-label') === 'Two'")
    sidebar.press(outward)
    until(lambda: "Deep" not in reading.names(browser), "the branch is shut")


#: The side of a branch's twist relative to its name, ignoring fractions of a pixel.
_TWIST = """const row = document.querySelector('.row[aria-expanded]');
    const [twist, name] = ['.twist', '.name'].map((css) => row.querySelector(css).getBoundingClientRect());
    return twist.right < name.left + 1 ? 'ltr' : twist.left > name.right - 1 ? 'rtl' : 'neither';"""

#: A name is in order if its last character follows its first in its script's direction, and if its first character is
#: visible.
_NAMES = """return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).map((one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), node = walker.nextNode();
    if (!node) return null;
    const at = (from) => {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, from + 1);
        return range.getBoundingClientRect();
    };
    const inner = one.querySelector('.words') ?? one;
    const text = node.data, first = at(0), last = at(text.length - 1), box = one.getBoundingClientRect();
    const isHebrew = text.charCodeAt(0) > 0x580;
    const isOneLine = Math.abs(first.top - last.top) < 2;
    const [left, right] = [Math.min(first.left, last.left) - box.left, box.right - Math.max(first.right, last.right)];
    return {
        text, isOneLine,
        is_in_order: !isOneLine || text.length === 1 || (isHebrew ? last.left < first.left : last.left > first.left),
        is_begun: first.left >= box.left - 1 && first.right <= box.right + 1,
        is_cut: inner.scrollWidth > inner.clientWidth || !isOneLine,
        side: Math.abs(left - right) < 6 ? 'both' : left < right ? 'ltr' : 'rtl',
    };
}).filter(Boolean)"""
