"""The reader's place: the page's rows are marked and visible, and each site's state is remembered."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.reading import current, names, shown
from driving.surface import Browser, DrivingError, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_MANY = "".join(f'<item name="Leaf {n}" url="p/leaf-{n}"/>' for n in range(60))
_NEST = """<item xml:id="nest" name="Nest" url="p/nest"><item name="Egg" url="p/egg"/></item>
<item name="Elsewhere" url="p/elsewhere"><external url="map.xml#nest"/></item>"""
_MAP = f"""<item name="Home" url="/"/><item name="Tree" url="p/tree">{_MANY}
<item name="Bough" url="p/bough"><item name="Twig" url="p/twig"/></item></item>{_NEST}"""

_TRAIL = "return [...document.querySelectorAll('.sticky .name')].map((name) => name.textContent.trim())"
_IN_VIEW = """const tree = document.querySelector('#tree').getBoundingClientRect();
    const row = document.querySelector('[role=treeitem][aria-current]')?.getBoundingClientRect();
    return Boolean(row) && row.top >= tree.top - 1 && row.bottom <= tree.bottom + 1"""
_IS_UNCOVERED = """const { left, top, width, height } = document.activeElement.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + 3), below = document.querySelector('#tree');
    return document.activeElement.contains(above) && top + height <= below.getBoundingClientRect().bottom + 1"""
_PLACE = "return document.querySelector('#tree').scrollTop"
#: Skipped if already scrolled: a tree redrawn meanwhile keeps its position.
_SCROLL_DOWN = "const tree = document.querySelector('#tree'); if (tree.scrollTop < 390) tree.scrollTop = 400"
_GO = "history.pushState(null, '', arguments[0])"


def trail(browser: Browser) -> list[str]:
    return list(browser.sidebar.eval(_TRAIL))


def test_branch_of_the_page_is_expanded_and_visible_below_its_sticky_parents(
    browser: Browser, site: HTTPServer
) -> None:
    home = sites.serve(site, _MAP)
    shown(browser, f"{home}p/twig")
    until(lambda: current(browser) == ["Twig"], "the page is marked")
    wait_for(browser.sidebar, _IN_VIEW)
    until(lambda: trail(browser) == ["Tree"], "the parent of the topmost row stays")
    browser.sidebar.eval("document.querySelector('#tree').scrollTop = 0")
    until(lambda: trail(browser) == [], "at the top it is in its place")
    browser.sidebar.eval("document.querySelector('#tree').scrollTop = 400")
    until(lambda: trail(browser) == ["Tree"], "further down it is back")
    browser.sidebar.click(".sticky a.name")
    until(lambda: browser.address() == f"{home}p/tree", "it leads to its page")


def test_focused_row_is_never_covered_by_sticky_rows(browser: Browser, site: HTTPServer) -> None:
    shown(browser, sites.serve(site, _MAP) + "p/leaf-50")
    until(lambda: current(browser) == ["Leaf 50"], "the page is marked")
    browser.sidebar.focus(".row[aria-current=page]")
    for step in range(30):
        browser.sidebar.press("ArrowUp")
        wait_for(browser.sidebar, "return document.activeElement.innerText === arguments[0]", f"Leaf {49 - step}")
        assert browser.sidebar.eval(_IS_UNCOVERED), f"Leaf {49 - step}"


def test_single_page_navigation_is_followed(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP + '<item name="Part" url="p/egg#part"/>')
    shown(browser, home)
    until(lambda: current(browser) == ["Home"], "the page is marked")
    browser.page.eval(_GO, "/p/twig")
    until(lambda: current(browser) == ["Twig"], "pushState is followed")
    browser.page.eval("history.replaceState(null, '', '/p/egg')")
    until(lambda: "Egg" in current(browser), "replaceState is followed")
    browser.page.eval("location.hash = 'part'")
    until(lambda: current(browser) == ["Part"], "the exact address wins")
    browser.page.eval("location.hash = 'other'")
    until(lambda: "Egg" in current(browser), "an unknown fragment is left aside")
    browser.back()
    until(lambda: current(browser) == ["Part"], "back is followed")
    assert sites.paths(site).count("/p/twig") == 0


def test_open_branches_and_scroll_place_are_remembered(browser: Browser, site: HTTPServer, shop: str) -> None:
    home = sites.serve(site, _MAP)
    shown(browser, f"{home}p/unlisted")

    def opened() -> bool:
        reading.open_branches(browser.sidebar)
        return "Leaf 1" in names(browser)

    until(opened, "the branch is open")

    def is_stored() -> bool:
        browser.sidebar.eval(_SCROLL_DOWN)
        return _remembered(browser, f"{home}map.xml") > 5

    until(is_stored, "the place is stored")
    place = browser.sidebar.eval(_PLACE)
    shown(browser, f"{shop}/en/")
    until(lambda: "The Paper Lantern" in names(browser), "another site")
    browser.stop_background()
    browser.open(f"{home}p/unlisted")
    until(lambda: "Leaf 12" in names(browser), "the branch is open again", despite=(DrivingError,))
    until(lambda: abs(browser.sidebar.eval(_PLACE) - place) < 3, "at the same place")
    browser.close_sidebar()
    browser.stop_background()
    browser.open_sidebar()
    until(lambda: "Leaf 12" in names(browser), "and in a new sidebar", despite=(DrivingError,))
    until(lambda: abs(browser.sidebar.eval(_PLACE) - place) < 3, "at the same place")


def _remembered(browser: Browser, sitemap: str) -> float:
    """Return the first visible row stored for a sitemap."""
    stored = browser.extension_eval("return (await api.storage.local.get(null))['site ' + arguments[0]]", sitemap)
    return float((stored or {}).get("top", 0))


def test_current_row_stays_visible_below_branches_opened_before_a_background_restart(
    browser: Browser, site: HTTPServer
) -> None:
    home = sites.serve(site, _MAP)
    shown(browser, home)
    reading.open_branches(browser.sidebar)
    until(lambda: "Leaf 1" in names(browser), "a branch of many is open")
    browser.stop_background()
    browser.open(f"{home}p/elsewhere")
    until(lambda: current(browser) == ["Elsewhere"], "the page is marked", despite=(DrivingError,))
    wait_for(browser.sidebar, _IN_VIEW)
    assert browser.sidebar.eval(_PLACE) > 0, "below the branch, which is open again"
