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
