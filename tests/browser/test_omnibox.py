"""The address bar's keyword: suggestions from the map, a jump to one, a search of the site. In Firefox alone."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser
from driving.waiting import until

pytestmark = pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)

_MAP = """<item name="Home" url=""/>
<item name="Plants" url="p/plants"><item name="Moss &amp; more" url="p/moss"/></item>
<item role="search" tree="exclude" name="Find" url="p/find" data="q=%s"/>"""


def test_keyword_suggests_nodes_and_leads_there(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)
    browser.type_address("smap moss")
    until(lambda: any("Plants › Moss & more" in row for row in browser.suggestions()), "the node is suggested")
    browser.shortcut("ArrowDown")
    browser.shortcut("Enter")
    until(lambda: browser.address() == f"{home}p/moss", "the tab is there")


def test_keyword_searches_the_site(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)
    browser.type_address("smap note: tea & more")
    browser.shortcut("Enter")
    until(lambda: browser.address() == f"{home}p/find?q=note%3A%20tea%20%26%20more", "the site's own search")
