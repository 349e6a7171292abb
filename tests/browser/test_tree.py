"""The tree in the real sidebar: what it shows, and where it leads."""

from __future__ import annotations

import pytest

from driving import reading
from driving.reading import current, names, shown
from driving.surface import Browser, wait_for
from driving.waiting import until


def test_tree_shows_the_sites_own_hierarchy(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    until(lambda: "About this shop" in names(browser), "the whole top level is there")
    wanted = ["The Paper Lantern", "Our shelves", "The Tide Clerk", "Come and see us", "Evenings", "Mending", "Orders"]
    assert names(browser)[:7] == wanted


def test_group_stands_one_level_above_what_it_holds(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    until(lambda: "Orders" in names(browser), "the group is there")
    levels = {row.name: row.level for row in reading.rows(browser.sidebar)}
    assert (levels["Come and see us"], levels["Orders"]) == (1, 2)


def test_current_page_is_marked_and_its_branch_open(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/books/moss")
    until(lambda: current(browser) == ["Notes on Moss"], "the current page is marked")
    assert {row.name: row.level for row in reading.rows(browser.sidebar)}["Notes on Moss"] == 3


def test_item_clicked_leads_the_tab_there(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    until(lambda: "Orders" in names(browser), "the item is there")
    browser.sidebar.click(f'a[href="{shop}/en/visit/orders"]')
    until(lambda: browser.address() == f"{shop}/en/visit/orders", "the tab is there")
    until(lambda: current(browser) == ["Orders"], "the sidebar has followed")


def test_branch_opens_and_shuts_by_keyboard(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/contact")
    until(lambda: "Our shelves" in names(browser), "the branch is there")
    assert "The sea" not in names(browser)
    browser.sidebar.focus("[role=treeitem][tabindex='0'], [role=tree] [tabindex='0']")
    browser.sidebar.press("Home", "ArrowDown", "ArrowRight")
    until(lambda: "The sea" in names(browser), "the branch is open")
    browser.sidebar.press("ArrowLeft")
    until(lambda: "The sea" not in names(browser), "the branch is shut")


def test_roles_are_at_hand(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    roles = until(lambda: reading.roles(browser.sidebar), "the roles are there")
    assert {role.partition(":")[0] for role in roles} >= {"home", "contact", "contentinfo"}


def test_page_without_sitemap_shows_none(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    browser.open(f"{shop}/press")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'none'")
    assert names(browser) == []
    assert reading.levels(reading.body_classes(browser)) == {}


def test_xhtml_page_has_tree_and_classes(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/colophon.xhtml")
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 100}, "the classes are on the body")
    assert browser.page.eval("return document.contentType") == "application/xhtml+xml"


@pytest.mark.parametrize("server", ["shop", "nginx_shop"])
def test_page_announced_by_header_has_a_tree(browser: Browser, server: str, request: pytest.FixtureRequest) -> None:
    address = request.getfixturevalue(server)
    browser.open(f"{address}/en/events/")
    assert browser.page.eval("return document.querySelectorAll('link[rel~=\"map.location\"]').length") == 0
    shown(browser, f"{address}/en/events/")
    until(lambda: current(browser) == ["Evenings"], "the page is marked")
