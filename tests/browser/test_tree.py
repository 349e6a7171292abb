"""The tree in the real sidebar: its content and its links."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from browser import sites
from driving import reading
from driving.reading import current, names, shown
from driving.surface import Browser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")


def test_tree_shows_the_sites_own_hierarchy(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    until(lambda: "About this shop" in names(browser), "the whole top level is there")
    wanted = ["The Paper Lantern", "Our shelves", "The Tide Clerk", "Come and see us", "Evenings", "Mending", "Orders"]
    until(lambda: names(browser)[:7] == wanted, "in its order")


# holds: F77 W10
def test_group_is_one_level_above_its_children(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    until(lambda: "Orders" in names(browser), "the group is there")
    levels = {row.name: row.level for row in reading.rows(browser.sidebar)}
    assert (levels["Come and see us"], levels["Orders"]) == (1, 2), levels


def test_current_page_is_marked_and_its_branch_open(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/books/moss")
    until(lambda: current(browser) == ["Notes on Moss"], "the current page is marked")
    assert {row.name: row.level for row in reading.rows(browser.sidebar)}["Notes on Moss"] == 3


def test_clicked_item_navigates_the_tab(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    until(lambda: "Orders" in names(browser), "the item is there")
    browser.sidebar.click(f'a[href="{shop}/en/visit/orders"]')
    until(lambda: browser.address() == f"{shop}/en/visit/orders", "the tab is there")
    until(lambda: current(browser) == ["Orders"], "the sidebar has followed")


# holds: W9
def test_branch_opens_and_shuts_by_keyboard(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/contact")
    # The map does not list this page, so its heading is below the nearest row.
    until(lambda: {"Contact", "Our shelves"} <= set(names(browser)), "the heading and the branch are there")
    assert "The sea" not in names(browser)
    browser.sidebar.focus("[role=treeitem][tabindex='0'], [role=tree] [tabindex='0']")
    browser.sidebar.press("Home", "ArrowDown", "ArrowDown", "ArrowRight")
    until(lambda: "The sea" in names(browser), "the branch is open")
    browser.sidebar.press("ArrowLeft")
    until(lambda: "The sea" not in names(browser), "the branch is shut")


def test_roles_are_offered_in_the_sidebar(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    wanted = {"home", "contact", "contentinfo"}
    until(lambda: {role.partition(":")[0] for role in reading.roles(browser.sidebar)} >= wanted, "the roles are there")


def test_page_without_sitemap_shows_none(browser: Browser, shop: str) -> None:
    shown(browser, f"{shop}/en/")
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    browser.open(f"{shop}/press")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'none'")
    until(lambda: "Our shelves" not in names(browser), "the tree is gone")
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


def test_blank_names_count_as_missing(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(
        site, '<item name="Home" url=""/><item name="  " url="p/blank"/><item name=" &#xA0; Far " url="p/far"/>'
    )
    shown(browser, home)
    until(lambda: names(browser) == ["Home", f"{home}p/blank", "Far"], "the names")
    assert browser.sidebar.eval(_LABELS) == ["Home", f"{home}p/blank", "Far"]


def test_empty_group_is_not_shown_as_a_heading(browser: Browser, site: HTTPServer) -> None:
    shown(
        browser,
        sites.serve(
            site, '<item name="Home" url=""/><group name="Nothing"/><group name="G"><item name="X" url="p/x"/></group>'
        ),
    )
    until(lambda: "X" in names(browser), "the tree is there")
    sizes = browser.sidebar.eval(_SIZES)
    assert sizes["Nothing"] == sizes["X"]
    assert sizes["G"] != sizes["X"]


def test_problems_show_no_count_to_readers_and_group_equal_ones_for_authors(browser: Browser, site: HTTPServer) -> None:
    wrong = "".join(f'<item name="X{n}" url="p/x{n}" priority="high"/>' for n in range(70))
    shown(browser, sites.serve(site, f'<item name="Home" url="./"/>{wrong}'))
    wait_for(browser.sidebar, "return document.querySelector('#more').checkVisibility()")
    assert "70" not in browser.sidebar.eval("return document.querySelector('footer').textContent")
    reading.open_problems(browser.sidebar)
    wait_for(browser.sidebar, "return document.querySelector('#faults').innerText.includes('70 times')")
    assert browser.sidebar.eval("return document.querySelectorAll('#faults > li').length") == 1


def test_unchanged_rows_are_not_redrawn(browser: Browser, site: HTTPServer) -> None:
    content = ['<item name="Home" url=""/><item name="Leaf" url="p/leaf"/>']
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


def test_sidebar_reports_failures(browser: Browser, site: HTTPServer) -> None:
    shown(browser, sites.serve(site, '<item name="Home" url=""/>'))
    browser.sidebar.eval(
        "const search = document.querySelector('#search'); search.hidden = false;"
        " document.querySelector('#filter').value = 'tide'; search.click()"
    )
    said = "Could not do this: This site offers no search."
    wait_for(browser.sidebar, "return document.querySelector('#notice-text').textContent === arguments[0]", said)


_LABELS = "return [...document.querySelectorAll('[role=treeitem]')].map((row) => row.getAttribute('aria-label'))"

_SIZES = """return Object.fromEntries([...document.querySelectorAll('[role=treeitem] .name')]
    .map((name) => [name.textContent, getComputedStyle(name).fontSize + getComputedStyle(name).textTransform]))"""
