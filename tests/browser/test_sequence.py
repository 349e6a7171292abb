"""Previous and next among the children of a node with `relation="sequence"`, by link."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, until

pytestmark = pytest.mark.sidebar("shared")

_BOOK = """<item name="Home" url="/"/><item name="Book" url="p/book" relation="sequence">
<item name="One" url="p/1"/><item name="Two" url="p/2"><item name="Note" url="p/note"/></item>
<item name="Three" url="p/3"/></item>"""
_NEIGHBOURS = """const nav = document.querySelector('#sequence');
    return nav.hidden ? null : ['previous', 'next'].map((id) => document.getElementById(id).getAttribute('href'))"""


def neighbours(browser: Browser) -> list[str | None] | None:
    """Return the targets of previous and next; None if neither is offered."""
    links: list[str | None] | None = browser.sidebar.eval(_NEIGHBOURS)
    return links


# holds: F128
@pytest.mark.wiring
def test_previous_and_next_lead_along_a_sequence(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _BOOK)
    reading.shown(browser, f"{home}p/1")
    until(lambda: neighbours(browser) == [None, f"{home}p/2"], "the first has no previous")
    browser.sidebar.click("#next")
    until(lambda: neighbours(browser) == [f"{home}p/1", f"{home}p/3"], "the second has both")
    browser.sidebar.click("#next")
    until(lambda: neighbours(browser) == [f"{home}p/2", None], "the last has no next")
    browser.sidebar.click("#previous")
    until(lambda: browser.address() == f"{home}p/2", "back again")
