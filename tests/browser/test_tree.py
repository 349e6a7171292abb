"""The tree in the real sidebar: its content and its links."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from browser import sites
from driving import reading
from driving.reading import current, names, shown
from driving.surface import Browser, until

pytestmark = pytest.mark.sidebar("shared")


def test_tree_shows_the_sites_own_hierarchy(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    until(lambda: "About this shop" in names(browser), "the whole top level is there")
    wanted = ["The Paper Lantern", "Our shelves", "The Tide Clerk", "Come and see us", "Evenings", "Mending", "Orders"]
    until(lambda: names(browser)[:7] == wanted, "in its order")


def test_clicked_item_navigates_the_tab(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    until(lambda: "Orders" in names(browser), "the item is there")
    browser.sidebar.click(f'a[href="{shop}/en/visit/orders"]')
    until(lambda: browser.address() == f"{shop}/en/visit/orders", "the tab is there")
    until(lambda: current(browser) == ["Orders"], "the sidebar has followed")


def test_xhtml_page_has_tree_and_classes(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/colophon.xhtml")
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 100}, "the classes are on the body")
    assert browser.page.eval("return document.contentType") == "application/xhtml+xml"


@pytest.mark.wiring
@pytest.mark.parametrize("server", ["shop", pytest.param("nginx_shop", marks=pytest.mark.program("nginx"))])
def test_page_announced_by_header_has_a_tree(browser: Browser, server: str, request: pytest.FixtureRequest) -> None:
    address = request.getfixturevalue(server)
    browser.open(f"{address}/en/events/")
    assert browser.page.eval("return document.querySelectorAll('link[rel~=\"map.location\"]').length") == 0
    shown(browser, f"{address}/en/events/")
    until(lambda: current(browser) == ["Evenings"], "the page is marked")


def test_unchanged_rows_are_not_redrawn(browser: Browser, site: HTTPServer) -> None:
    content = ['<item name="Home" url="/"/><item name="Leaf" url="p/leaf"/>']
    sites.answer_with(site, "/map.xml", lambda _: Response(sites.sitemap(content[0]), content_type="text/xml"))
    shown(browser, sites.serve(site, ""))
    until(lambda: names(browser) == ["Home", "Leaf"], "the tree is there")
    browser.sidebar.eval("document.querySelector('#row-0 .name').kept = true")
    content[0] = content[0].replace("Leaf", "New")
    browser.sidebar.click("#reload")
    until(lambda: names(browser) == ["Home", "New"], "the map is read anew")
    seen = browser.sidebar.eval("return [0, 1].map((n) => document.querySelector(`#row-${n} .name`).textContent)")
    assert seen == ["Home", "New"]
    assert browser.sidebar.eval("return document.querySelector('#row-0 .name').kept") is True
