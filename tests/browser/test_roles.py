"""Roles: icons in fixed places, menus for roles shared by nodes, and other roles in a menu by page name."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, until

pytestmark = pytest.mark.sidebar("shared")

_BUTTONS = """return [...document.querySelectorAll('#roles [data-role]')].map((one) =>
    [one.dataset.role, one.localName, one.getAttribute('aria-label'), one.disabled === true])"""
_MENU = """return [...document.querySelectorAll('.drop-menu [role=menuitem]')].map((one) =>
    [one.textContent.trim(), one.href ?? null])"""

_ROLES = """<item name="Start" url="/"/>
<item role="contact" name="Write" url="p/write"/><item role="contact" name="Ring" url="p/ring"/>
<item role="glossary" name="Words" url="p/words"/><item role="searchpage" name="Seek" url="p/seek"/>
<item role="search" name="Find" url="p/find" data="q=%s"/>"""


# holds: F46
@pytest.mark.wiring
def test_roles_have_their_places_and_menus(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _ROLES)
    reading.shown(browser, home)
    wanted = [
        ["home", "a", "Home", False], ["contact", "button", "Contact", False],
        ["contentinfo", "button", "About", True],
    ]  # fmt: skip
    until(lambda: browser.sidebar.eval(_BUTTONS) == wanted, "the buttons")
    browser.sidebar.click("#roles [data-role=contact]")
    entries = [["Write", f"{home}p/write"], ["Ring", f"{home}p/ring"]]
    until(lambda: browser.sidebar.eval(_MENU) == entries, "the menu")
    browser.sidebar.click(".drop-menu [role=menuitem]:nth-of-type(2)")
    until(lambda: browser.address() == f"{home}p/ring", "the entry leads there")
    browser.sidebar.click(reading.OTHER_ROLES)
    browser.sidebar.click("[role=menuitem][data-role=glossary]")
    until(lambda: browser.address() == f"{home}p/words", "the named role leads there")
    browser.sidebar.click("#roles [data-role=home]")
    until(lambda: browser.address() == home, "home is the first item, where none says so")
