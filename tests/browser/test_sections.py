"""The two sections of the sidebar with a map: the site, and the headings and menus of the page in front."""

from __future__ import annotations

from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, until, wait_for

_SECTIONS = "".join(
    f'<h2 id="s{number}">Section {number}</h2><p style="height: 60vh">Text</p>' for number in range(1, 4)
)
_NAV = '<nav aria-label="Shelves"><a href="/sea">Sea</a> <a href="/moss">Moss</a></nav>'
_BODY = f"{_NAV}<main><h1>The page</h1>{_SECTIONS}</main>"
_MAP = '<item name="Home" url="/"/><item name="Here" url="p/here"/><item name="There" url="p/there"/>'
_HEADINGS = ["On this page", "The page", "Section 1", "Section 2", "Section 3"]
_MENUS = ["Menus of this page", "Shelves", "Sea", "Moss"]
_READ = """return [...document.querySelectorAll('[aria-current=location]')].map((row) => row.textContent).join()
    === arguments[0]"""
_SHARE = "return Number(document.querySelector('#divider').getAttribute('aria-valuenow'))"
_FOCUS = "return document.activeElement.closest('[id]').id.replace(/-\\d+$/, '')"


def test_page_has_its_own_section_that_follows_it(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP, body=_BODY)
    reading.shown(browser, home + "p/here")
    until(lambda: reading.page_names(browser)[:5] == _HEADINGS, "the headings are in their section")
    assert reading.names(browser) == ["Home", "Here", "There"]
    browser.page.eval("document.querySelector('#s2').scrollIntoView()")
    wait_for(browser.sidebar, _READ, "Section 2")
    browser.sidebar.click('.heading a[href$="#s1"]')
    until(lambda: browser.address() == f"{home}p/here#s1", "the page is at the heading")
    wait_for(browser.sidebar, _READ, "Section 1")
    assert reading.current(browser) == ["Here"]
    browser.sidebar.click('a[href$="/p/there"]')
    until(lambda: reading.current(browser) == ["There"], "the next page is marked")
    until(lambda: reading.page_names(browser)[:5] == _HEADINGS, "and has its own")


def test_closed_section_and_title_and_the_height_are_remembered_for_the_site(
    browser: Browser, site: HTTPServer
) -> None:
    home = sites.serve(site, _MAP, body=_BODY)
    reading.shown(browser, home + "p/here")
    until(lambda: reading.page_names(browser)[:1] == _HEADINGS[:1], "the section is there")
    browser.sidebar.focus("#divider")
    before = browser.sidebar.eval(_SHARE)
    for key in ("ArrowUp", "ArrowUp"):
        browser.sidebar.press(key)
    wait_for(browser.sidebar, f"return (() => {{ {_SHARE} }})() === {before - 10}")
    browser.sidebar.click("#page-row-0 .twist")
    until(lambda: reading.page_names(browser) == ["On this page", *_MENUS], "the headings are closed")
    browser.sidebar.click("#page-title")
    until(lambda: reading.page_names(browser) == [], "the section is closed")
    browser.close_sidebar()
    reading.shown(browser, home + "p/there")
    wait_for(browser.sidebar, "return document.querySelector('#page-title').getAttribute('aria-expanded') === 'false'")
    browser.sidebar.click("#page-title")
    until(lambda: reading.page_names(browser) == ["On this page", *_MENUS], "only the menus are open")
    assert browser.sidebar.eval(_SHARE) == before - 10
    origin = home.rstrip("/").removesuffix("/m")
    stored = [key for key in reading.stored(browser) if key.startswith("sections ")]
    assert stored == [f"sections {origin}"]


def test_f6_moves_between_the_sections(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, _MAP, body=_BODY) + "p/here")
    until(lambda: reading.page_names(browser)[:1] == _HEADINGS[:1], "the section is there")
    browser.sidebar.focus(".row[aria-current=page]")
    browser.sidebar.press("F6")
    wait_for(browser.sidebar, f"return (() => {{ {_FOCUS} }})() === 'page-row'")
    browser.sidebar.press("Shift+F6")
    wait_for(browser.sidebar, f"return (() => {{ {_FOCUS} }})() === 'row'")


def test_rows_of_the_page_keep_focus_and_place_when_a_map_arrives(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP, body=_BODY)
    sites.answer(site, "/plain", sites.page("Plain", head="", body=_BODY))
    browser.open(site.url_for("/plain"))
    browser.open_sidebar()
    until(lambda: reading.names(browser) == [*_HEADINGS, *_MENUS], "headings and menus are there")
    browser.sidebar.focus("#page-row-7")
    browser.extension_eval(_CHOOSE, site.url_for("/").rstrip("/"), home + "map.xml")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    until(lambda: reading.page_names(browser) == [*_HEADINGS, *_MENUS], "they stay beside the map")
    assert browser.sidebar.eval("return document.activeElement.id") == "page-row-7"


_CHOOSE = "await api.storage.local.set({['address ' + arguments[0]]: arguments[1]})"


def test_filter_and_open_branches_return_with_their_tab(browser: Browser, site: HTTPServer) -> None:
    tree = '<item name="Home" url="/"><item name="Sea" url="sea"><item name="Boats" url="boats"/></item></item>'
    home = sites.serve(site, tree, body=_BODY)
    reading.shown(browser, home)
    first = browser.current_tab()
    until(lambda: reading.names(browser) == ["Home", "Sea"], "the map is there")
    browser.sidebar.click("#row-1 .twist")
    until(lambda: reading.names(browser) == ["Home", "Sea", "Boats"], "the branch is open")
    browser.new_tab(home)
    browser.sidebar.click("#row-1 .twist")
    until(lambda: reading.names(browser) == ["Home", "Sea"], "the other tab’s branch is closed")
    browser.stop_background()
    browser.show_tab(first)
    until(lambda: reading.names(browser) == ["Home", "Sea", "Boats"], "the branch is open again")
