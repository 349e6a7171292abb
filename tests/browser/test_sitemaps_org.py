"""Sites with an ordinary sitemap: no request without the reader's request; then a tree like others."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites, weblog
from browser.test_accessibility import violations
from driving import reading
from driving.surface import Browser, DrivingError, Surface, until, wait_for, write

pytestmark = pytest.mark.sidebar("shared")


def without_sitemap(browser: Browser, url: str) -> Surface:
    """Return the sidebar for a page that names no sitemap."""
    browser.open(url)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    return browser.sidebar


def requested(browser: Browser, url: str) -> list[str]:
    """Return name and address of the offered sitemaps after the reader's request."""
    sidebar = without_sitemap(browser, url)
    sidebar.click("#message [data-choose]")
    return choices(sidebar)


def choices(surface: Surface) -> list[str]:
    """Return the offered sitemaps, once known."""
    wait_for(surface, "return document.querySelector('#picker:not([hidden]):not([aria-busy])') !== null")
    labels: list[str] = surface.eval(
        "return [...document.querySelectorAll('.choices button')]"
        ".filter((one) => one.checkVisibility()).map((one) => one.innerText)"
    )
    return labels


def status(browser: Browser) -> str:
    return str(browser.sidebar.eval("return document.querySelector('#status').textContent"))


def has_map(browser: Browser) -> None:
    """Wait for the tree."""
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    until(lambda: any(reading.names(browser)), "the tree has rows")


def addresses(browser: Browser) -> dict[str, str | None]:
    """Return the addresses of all rows by name, after expanding every loaded branch."""
    reading.open_branches(browser.sidebar)
    return {row.name: row.address for row in reading.whole_tree(browser.sidebar)}


def is_without(browser: Browser) -> None:
    """Wait until the sidebar has nothing to show."""
    wait_for(browser.sidebar, "return document.querySelector('#message #always')?.checkVisibility()")


def from_menu(browser: Browser, words: str) -> None:
    """Choose from the menu of the reader's choice."""
    browser.sidebar.click("#choice")
    wait_for(browser.sidebar, "return document.querySelector('.drop-menu [role=menuitem]')?.checkVisibility()")
    browser.sidebar.eval(_MARK, words)
    browser.sidebar.click("[data-driven]")


_MARK = """[...document.querySelectorAll('.drop-menu [role=menuitem]')]
    .find((one) => one.textContent.includes(arguments[0])).setAttribute('data-driven', '');"""


@pytest.mark.wiring
def test_weblog_becomes_a_tree_on_request(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    assert len(requested_nothing(browser, site, home)) == 1
    browser.sidebar.click("#message [data-choose]")
    assert choices(browser.sidebar) == [f"All pages of this site\nFrom 2 lists of pages\n{home}robots.txt"]
    assert sites.paths(site) == ["/", "/robots.txt"]
    browser.sidebar.click(".choices button")
    has_map(browser)
    until(lambda: "sitemaps.org" in status(browser), "what it is made from is said")
    until(lambda: "chosen by you" in status(browser), "and who has chosen it")
    wanted = {
        "Rope and tar": f"{home}2024/06/rope-and-tar/",
        "A walk by the lake": f"{home}2024/05/a-walk-by-the-lake/",
        "About us": f"{home}about-us/",
    }
    until(lambda: addresses(browser).items() >= wanted.items(), "its pages are there")
    write(browser.sidebar, "#filter", "moorings")
    until(lambda: "Winter moorings" in reading.names(browser), "a page is found by its name")
    browser.sidebar.click(f'a.name[href="{home}2025/01/winter-moorings/"]')
    until(lambda: browser.address() == f"{home}2025/01/winter-moorings/", "the page is there")
    until(lambda: reading.current(browser) == ["Winter moorings"], "the page is marked")


def requested_nothing(browser: Browser, site: HTTPServer, home: str) -> list[str]:
    """Return the requests caused by merely opening page, sidebar and popup."""
    without_sitemap(browser, home)
    browser.close_sidebar()
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#message .main')?.checkVisibility()")
    browser.close_popup()
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    return sites.paths(site)


def test_the_one_sitemap_of_a_site_is_shown_at_once_and_can_be_undone(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site, robots=1)
    without_sitemap(browser, home).click("#message [data-choose]")
    has_map(browser)
    until(lambda: f"{home}robots.txt" in reading.stored(browser).values(), "the choice is kept")
    browser.sidebar.click("#notice-undo")
    is_without(browser)
    until(lambda: reading.stored(browser) == {}, "and gone again")


def test_site_without_robots_txt_and_an_address_typed_in(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site, robots=0)
    sites.answer(site, "/robots.txt", "no", status=404)
    sites.answer(site, "/bare", sites.page("Bare", head=""))
    without_sitemap(browser, f"{home}bare").click("#message [data-choose]")
    nothing = "return document.querySelector('#message [role=status]')?.textContent"
    wait_for(browser.sidebar, f"{nothing} === 'This site names no list of its pages.'")
    assert violations(browser.sidebar) == []
    says = "return document.querySelector('.picker-status').textContent"
    asked = sites.paths(site)
    reading.choose_from_menu(browser.sidebar, "Enter the address of a sitemap…")
    until(lambda: browser.sidebar.eval("return document.activeElement.id") == "picker-address", "the field is ready")
    assert sites.paths(site) == asked
    write(browser.sidebar, "#picker-address", "mailto:me@example.org")
    browser.sidebar.press("Enter")
    wait_for(browser.sidebar, f"{says} === 'This is not a web address.'")
    write(browser.sidebar, "#picker-address", "post-sitemap.xml")
    browser.sidebar.press("Enter")
    has_map(browser)
    until(lambda: "Rope and tar" in addresses(browser), "its pages are there")


@pytest.mark.promise("successor", "Fetched titles are deleted with the reader's choice of the map.")
def test_choice_can_be_forgotten_restored_and_changed(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    requested(browser, home)
    browser.sidebar.click(".choices button")
    has_map(browser)
    from_menu(browser, "Forget")
    is_without(browser)
    undo = "return document.activeElement.textContent === 'Undo'"
    wait_for(browser.sidebar, undo)
    until(lambda: reading.stored(browser) == {}, "all is gone")
    browser.sidebar.press("Enter")
    has_map(browser)
    from_menu(browser, "another")
    choices(browser.sidebar)
    wait_for(
        browser.sidebar, "return document.querySelector('.choices [aria-current]')?.innerText.includes('robots.txt')"
    )
    browser.sidebar.click(".choices > li:last-child summary")
    browser.sidebar.click(".choices > li:last-child button")
    until(lambda: reading.names(browser) == ["Rope and tar"], "the map of the feed")
    until(lambda: f"{home}feed/" in reading.stored(browser).values(), "and the choice is kept")


def test_choosing_works_in_the_popup(browser: Browser, site: HTTPServer) -> None:
    browser.open(weblog.serve(site))
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#message .main')?.checkVisibility()")
    browser.popup.click("#message .main")
    assert len(choices(browser.popup)) == 1
    browser.popup.click(".choices button")
    wait_for(browser.popup, "return document.querySelector('#menu [role=menuitem]')?.checkVisibility()")


def test_choice_in_a_private_window_is_discarded_with_it(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    first = browser.current_tab()
    private = browser.new_window(home, private=True)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    browser.sidebar.click("#message [data-choose]")
    choices(browser.sidebar)
    browser.sidebar.click(".choices button")
    until(lambda: any(reading.names(browser)), "the tree is there", despite=(DrivingError,))
    assert reading.stored(browser) == {}
    browser.close_tab(private)
    browser.show_tab(first)
    without_sitemap(browser, home)
    browser.new_window(home, private=True)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
