"""The toolbar popup: the same map as a menu."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, DrivingError, until, wait_for, write

_ITEMS = "return [...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent.trim())"


def opened(browser: Browser, url: str) -> None:
    browser.open(url)
    until(lambda: reading.levels(reading.body_classes(browser)), "the sitemap is known")
    browser.open_popup()
    wait_for(browser.popup, "return document.body.dataset.state === 'ready'")


def test_menu_offers_the_map(browser: Browser, shop: str) -> None:
    opened(browser, f"{shop}/en/")
    for name in ("The Paper Lantern", "Our shelves", "Evenings", "About this shop"):
        until(lambda name=name: any(name in item for item in browser.popup.eval(_ITEMS)), name)  # type: ignore[misc]


@pytest.mark.wiring
def test_menu_item_navigates_the_tab(browser: Browser, shop: str) -> None:
    opened(browser, f"{shop}/en/")
    wanted = f"a[href='{shop}/en/visit/mending']"
    wait_for(browser.popup, "return document.querySelector(arguments[0]) !== null", wanted)
    browser.popup.click(wanted)
    until(lambda: not browser.has_popup(), "the popup is gone", despite=(DrivingError,))
    until(lambda: browser.address() == f"{shop}/en/visit/mending", "the tab is there")


@pytest.mark.wiring
def test_popup_opens_the_sidebar(browser: Browser, shop: str) -> None:
    opened(browser, f"{shop}/en/")
    browser.popup.click("#open-sidebar")
    until(browser.has_sidebar, "the sidebar is open", despite=(DrivingError,))
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")


_MAP = f"""{sites.BODY_CLASS}<item name="Home" url="/"/>
<item name="Shelf" url="p/shelf"><item name="Book" url="p/book"/><item name="Box"><item name="Pin" url="p/pin"/></item>
</item><group name="Desk"><item name="Pen" url="p/pen"/></group>
<item name="Drawer"><item name="Key" url="p/key"/></item>
<item role="search" name="Find" url="p/find" data="q=%s"/>"""
_LINES = """return [...document.querySelectorAll('#menu [role=menuitem], #menu [role=separator], #menu .caption')]
    .map((one) => one.getAttribute('role') === 'separator' ? '-' : one.textContent.trim())"""


def lines(browser: Browser) -> list[str]:
    """Return the menu's lines with names, and `-` for separators."""
    return [line for line in browser.popup.eval(_LINES) if line]


def test_menu_loads_more_entries_on_scrolling(browser: Browser, site: HTTPServer) -> None:
    kids = "".join(f'<item name="Kid {n}" url="p/k{n}"/>' for n in range(1, 131))
    entries = "".join(f'<item name="Entry {n}" url="p/e{n}"/>' for n in range(1, 131))
    opened(
        browser,
        sites.serve(site, f'{sites.BODY_CLASS}<item name="Big">{kids}</item><group name="All">{entries}</group>'),
    )
    until(lambda: "Entry 1" in lines(browser), "the top of the menu")
    assert "Entry 130" not in lines(browser)
    until(lambda: _scrolled(browser)[-1] == "Entry 130", "the last entry")
    wanted = ["Big", "All", *[f"Entry {n}" for n in range(1, 131)]]
    until(lambda: [line for line in lines(browser) if line != "-"] == wanted, "all of them")
    browser.popup.click("#menu .into")
    until(lambda: "Kid 1" in lines(browser), "the submenu")
    until(lambda: _scrolled(browser)[-1] == "Kid 130", "its last entry")
    until(lambda: lines(browser)[-130:] == [f"Kid {n}" for n in range(1, 131)], "all of them")


def _scrolled(browser: Browser) -> list[str]:
    """Return the menu's names after scrolling to its end."""
    browser.popup.eval("const menu = document.querySelector('#menu'); menu.scrollTop = menu.scrollHeight")
    return [line for line in lines(browser) if line != "-"]


_GROUPS = "".join(
    f'<group name="G{number}">'
    + "".join(f'<group name="G{number}.{two}"><item name="Leaf" url="p/{number}/{two}"/></group>' for two in range(60))
    + "</group>"
    for number in range(60)
)
_HOSTILE = f"""{sites.BODY_CLASS}<item name="Home" url="/"/>
<item name="&lt;img src=x onerror=&quot;document.title='run'&quot;&gt;" url="p/markup"/>
<item name="\u202etxet" url="p/bidi"/><item name="{"long " * 20_000}" url="p/long"/>
<item name="Script" url="javascript:document.title='run'"/><item name="Data" url="data:text/html,run"/>
<item role="search" name="Elsewhere" url="http://other.invalid/find" data="q=%s"/>{_GROUPS}"""
_FACTS = """const all = (css) => [...document.querySelectorAll(css)];
    return [document.title, all('#menu img, #menu script').length,
        all('#menu a').map(({ href }) => new URL(href).protocol),
        Math.max(...all('#menu [role=menuitem]').map(({ textContent }) => textContent.length)),
        all('#menu .entry').length];"""


def test_hostile_map_is_shown_at_once_as_text_and_web_links(browser: Browser, site: HTTPServer) -> None:
    opened(browser, sites.serve(site, _HOSTILE))
    until(lambda: "Leaf" in browser.popup.eval(_ITEMS), "the entries are there")
    title, elements, protocols, longest, entries = browser.popup.eval(_FACTS)
    assert title != "run"
    assert (elements, set(protocols)) == (0, {"http:"})
    assert longest < 2_000
    assert entries < 500
    browser.popup.click("#filter")
    write(browser.popup, "#filter", "txet")
    until(lambda: len(browser.popup.eval(_ITEMS)) == 1, "the filter works")


# holds: W1
def test_toolbar_icon_shows_that_a_sitemap_is_available(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    sites.answer(site, "/bare", sites.page("Bare", head=""))
    sites.answer(site, "/lost", sites.page("Lost", sites.LINKS.replace("/map.xml", "/gone.xml")))
    sites.answer(site, "/gone.xml", "", status=404)
    browser.open_sidebar()
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    for path, badge in (("", "✓"), ("bare", ""), ("lost", "!"), ("", "✓")):
        browser.open(home + path)
        until(
            lambda badge=badge: browser.extension_eval(_BADGE, home) == badge,  # type: ignore[misc]
            path,
            despite=(DrivingError,),
        )


def test_button_is_red_only_for_an_unreadable_map(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, '<item name="Home" url="/"/><item name="Page" url="/p/" priority="7" odd="1"/>' * 300)
    sites.answer(site, "/broken", sites.page("Broken", sites.LINKS.replace("/map.xml", "/broken.xml")))
    sites.answer(site, "/broken.xml", "<sitemap", content_type="application/xml")
    browser.open_sidebar()
    for path, face in (("", ["✓", [29, 107, 95, 255]]), ("broken", ["!", [163, 52, 31, 255]])):
        browser.open(home + path)
        until(
            lambda face=face: browser.extension_eval(_FACE, home) == face,  # type: ignore[misc]
            path,
            despite=(DrivingError,),
        )
        assert "300" not in str(browser.sidebar.eval("return document.body.innerText"))


_FACE = """const {id: tabId} = (await api.tabs.query({})).find(({ url }) => url.startsWith(arguments[0]));
    return [await api.action.getBadgeText({tabId}), [...await api.action.getBadgeBackgroundColor({tabId})]]"""
_BADGE = """const tab = (await api.tabs.query({})).find(({ url }) => url.startsWith(arguments[0]));
    return api.action.getBadgeText({tabId: tab.id})"""


def test_menu_starts_at_the_current_page_and_can_be_filtered(browser: Browser, site: HTTPServer) -> None:
    opened(browser, f"{sites.serve(site, _MAP)}p/pin")
    marked = "return document.querySelector('#menu [aria-current=page]')?.textContent"
    until(lambda: browser.popup.eval(marked) == "Pin", "the page is marked in its own branch")
    write(browser.popup, "#filter", "drawer pen")
    until(lambda: browser.popup.eval(_ITEMS) == [], "nothing matches")
    assert browser.popup.eval("return document.querySelector('#search').checkVisibility()"), "the site can be searched"
    assert not browser.popup.eval("return document.getElementById('found-count').textContent")
    write(browser.popup, "#filter", "desk pen")
    until(lambda: browser.popup.eval(_ITEMS) == ["PenDesk"], "words match over several levels")
    write(browser.popup, "#filter", "pen")
    until(lambda: browser.popup.eval(_ITEMS) == ["PenDesk"], "a match, with the way there")
