"""The row's menu, dragging, and the details next to its name."""

from __future__ import annotations

import contextlib

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, DrivingError, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_SMALL = """<item name="Home" url="/" role="tree home"/>
<item name="Plants" url="p/plants"><item name="Moss &amp; &lt;b&gt;more&lt;/b&gt;" url="p/moss">
<item name="Peat" url="p/peat"/></item><item name="Fern" url="p/fern"/></item>
<item name="Elsewhere" url="http://other.example/x"/>
<item name="Many" url="p/many">MANY</item>"""


def _serve(site: HTTPServer) -> str:
    many = "".join(f'<item name="Page {n:02}" url="p/{n}"/>' for n in range(1, 13))
    return sites.serve(site, _SMALL.replace("MANY", many))


def choose(browser: Browser, row: str, *labels: str) -> None:
    """Open the menu of a row, and choose entries of it and of submenus."""
    browser.sidebar.eval(_OPEN_MENU, row)
    for label in labels:
        wait_for(browser.sidebar, _CHOOSE, label)


_OPEN_MENU = """const row = [...document.querySelectorAll('.row')].find((one) =>
    one.querySelector('.name')?.textContent === arguments[0]);
    row.focus(); row.querySelector('[aria-haspopup=menu]').click()"""
_CHOOSE = """const entry = [...document.querySelectorAll('.drop-menu [role=menuitem]')].find((one) =>
    one.textContent === arguments[0]); entry?.click(); return entry !== undefined"""


def test_branch_is_expanded_hidden_and_restored(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, _serve(site))
    whole = ["Home", "Plants", "Elsewhere", "Many"]
    until(lambda: reading.names(browser) == whole, "the rows")
    choose(browser, "Plants", "Open all below")
    children = ["Moss & <b>more</b>", "Peat", "Fern"]
    until(lambda: reading.names(browser) == [*whole[:2], *children, *whole[2:]], "all below is open")
    choose(browser, "Plants", "Close all below")
    until(lambda: reading.names(browser) == whole, "and closed")
    choose(browser, "Plants", "Hide from this map")
    until(lambda: reading.names(browser) == ["Home", "Elsewhere", "Many"], "the branch is gone")
    browser.close_sidebar()
    browser.open_sidebar()
    until(lambda: reading.names(browser) == ["Home", "Elsewhere", "Many"], "and stays so", despite=(DrivingError,))
    browser.sidebar.click("#more")
    browser.sidebar.click(".drop-menu [role=menuitem]:nth-of-type(3)")
    until(lambda: reading.names(browser) == whole, "it is shown again")


def test_row_menu_opens_beside_its_row_by_key_even_without_a_visible_button(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, _serve(site))
    until(lambda: reading.current(browser) == ["Home"], "the page is marked")
    browser.sidebar.focus("[role=treeitem][tabindex='0']")
    browser.sidebar.press("End")
    wait_for(browser.sidebar, "return document.activeElement.querySelector('.name')?.textContent === 'Many'")
    browser.sidebar.press("Shift+F10")
    wait_for(browser.sidebar, _IS_BESIDE, "Many")
    browser.sidebar.press("Escape")
    wait_for(browser.sidebar, "return document.querySelector('.drop-menu') === null")
    browser.sidebar.eval("document.querySelector('#row-1 [aria-haspopup=menu]').click()")
    wait_for(browser.sidebar, _IS_BESIDE, "Plants")


_IS_BESIDE = """const row = [...document.querySelectorAll('.row')].find((one) =>
    one.querySelector('.name')?.textContent === arguments[0])?.getBoundingClientRect();
    const menu = document.querySelector('.drop-menu')?.getBoundingClientRect();
    return menu && row && (Math.abs(menu.top - row.bottom) < 8 || Math.abs(menu.bottom - row.top) < 8)"""


def test_pages_of_a_branch_open_in_their_order_after_a_question(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    reading.shown(browser, home)
    choose(browser, "Many", "Open its pages in tabs")
    wait_for(browser.sidebar, "return document.getElementById('question').open")
    browser.sidebar.focus("#question .main")
    browser.sidebar.press("Escape")
    wait_for(browser.sidebar, "return !document.getElementById('question').open")
    assert len(browser.tabs()) == 1
    choose(browser, "Many", "Open its pages in tabs")
    browser.sidebar.click("#question .main")
    until(lambda: len(browser.tabs()) == 13, "twelve tabs more")
    choose(browser, "Plants", "Open its pages in tabs")
    until(lambda: len(browser.tabs()) == 15, "two are opened without a question")
    assert browser.address() == home
    wanted = [*(f"{home}p/{n}" for n in range(1, 13)), f"{home}p/moss", f"{home}p/fern"]
    until(
        lambda: [address for address in _addresses(browser) if "/p/" in address] == wanted,
        "each has its page, in their order",
    )


def _addresses(browser: Browser) -> list[str]:
    addresses: list[str] = browser.extension_eval("return (await api.tabs.query({})).map((tab) => tab.url ?? '')")
    return addresses


def test_a_row_opens_in_a_new_window(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    reading.shown(browser, home)
    windows = "return (await api.windows.getAll()).length"
    before = browser.extension_eval(windows)
    choose(browser, "Plants", "Open in a new window")
    until(lambda: f"{home}p/plants" in _addresses(browser), "the page is there")
    assert browser.extension_eval(windows) == before + 1


def test_a_link_is_copied_in_every_form(browser: Browser, site: HTTPServer) -> None:
    """Check the copied text itself: a headless browser has its own clipboard."""
    home = _serve(site)
    reading.shown(browser, home)
    choose(browser, "Plants", "Open all below")
    until(lambda: "Peat" in reading.names(browser), "the branch is open")
    browser.sidebar.eval(_LISTEN)
    name, address = "Moss & <b>more</b>", f"{home}p/moss"
    for form, written in {
        "As text": f"{name}\n{address}",
        "As Markdown": f"[Moss \\& \\<b\\>more\\</b\\>](<{address}>)",
        "As HTML": f'<a href="{address}">Moss &amp; &lt;b&gt;more&lt;/b&gt;</a>',
    }.items():
        choose(browser, name, "Copy with its title…", form)
        wait_for(browser.sidebar, "return window.written === arguments[0]", written)
    choose(browser, name, "Copy address")
    wait_for(browser.sidebar, "return window.written === arguments[0]", address)


_LISTEN = """Object.defineProperty(navigator, 'clipboard', {configurable: true, value: {
    writeText: async (words) => { window.written = words },
    write: async ([item]) => { window.written = await (await item.getType('text/html')).text() }}})"""


@pytest.mark.promise("successor", "Recorded visits are deleted with the cookies of the site in real browsers.")
def test_visited_pages_are_marked_if_enabled(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    reading.shown(browser, home)
    assert not [key for key in reading.stored(browser) if key.startswith("visited ")]
    browser.extension_eval("await api.storage.sync.set({visited: true})")
    browser.open(f"{home}p/plants")
    until(lambda: _seen(browser) == ["Home", "Plants"], "both are marked")
    browser.extension_eval("await api.cookies.set({url: arguments[0], name: 'a', value: 'b'})", home)
    browser.extension_eval("await api.cookies.remove({url: arguments[0], name: 'a'})", home)
    until(lambda: not [key for key in reading.stored(browser) if key.startswith("visited ")], "forgotten with cookies")
    until(lambda: _seen(browser) == [], "and no longer marked")


def _seen(browser: Browser) -> list[str]:
    with contextlib.suppress(DrivingError):
        names: list[str] = browser.sidebar.eval(_VISITED)
        return names
    return []


_VISITED = "return [...document.querySelectorAll('.row.visited .name')].map((name) => name.textContent)"


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium has no containers
def test_a_row_opens_in_a_container_that_is_open(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    browser.new_container_tab(f"{home}p/fern", 1)
    first, *_ = browser.tabs()
    browser.show_tab(first)
    reading.shown(browser, home)
    choose(browser, "Plants", "Open in another container…")
    # It is named by an open page in it.
    offered = "return document.querySelector('.drop-menu [role=menuitem]')?.textContent.startsWith('The container')"
    wait_for(browser.sidebar, offered)
    browser.sidebar.click(".drop-menu [role=menuitem]")
    opened = "return (await api.tabs.query({cookieStoreId: 'firefox-container-1'})).map((tab) => tab.url)"
    until(lambda: f"{home}p/plants" in browser.extension_eval(opened), "the page is in the container")
