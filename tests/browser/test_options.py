"""The options: every choice is stored and takes effect at once."""

from __future__ import annotations

import contextlib

import pytest
from pytest_httpserver import HTTPServer

from browser import everything, sites
from driving import reading
from driving.surface import Browser, DrivingError, Surface, TimedOut, until, wait_for, write

pytestmark = pytest.mark.sidebar("shared")


class OptionsBesideSite:
    """The options in one tab and a site in another, with the sidebar."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        reading.shown(browser, address)
        self.site = browser.current_tab()
        url = browser.extension_eval("return api.runtime.getURL('extension/options/options.html')")
        self.options = browser.new_tab(url)
        wait_for(browser.page, "return document.body.dataset.state === 'ready'")

    def show_site(self) -> None:
        self.browser.show_tab(self.site)

    def show_options(self) -> Surface:
        self.browser.show_tab(self.options)
        return self.browser.page


def says(page: Surface, words: str) -> None:
    wait_for(page, "return document.querySelector('#status').textContent === arguments[0]", words)


#: Clears the earlier status message.
_SAY_NOTHING = "document.querySelector('#status').textContent = ''"


def moved(page: Surface, slider: str, key: str) -> int:
    page.eval(_SAY_NOTHING)
    page.focus(slider)
    page.press(key)
    says(page, "Saved")
    return int(page.eval("return document.querySelector(arguments[0]).nextElementSibling.value", slider))


# holds: B32
@pytest.mark.wiring
def test_levels_reach_the_page_and_the_preview_shows_them(browser: Browser, shop: str) -> None:
    opened = OptionsBesideSite(browser, f"{shop}/en/")
    browser.page.click("#levels-section summary")
    assert moved(browser.page, "#level-sidebar", "Home") == 0
    hides = "document.querySelector('#preview').classList.contains('hidden')"
    wait_for(browser.page, f"return !{hides}")
    assert moved(browser.page, "#level-sidebar", "End") == 100
    wait_for(browser.page, f"return {hides}")
    assert moved(browser.page, "#level-sidebar", "ArrowLeft") == 99
    opened.show_site()
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 99}, "the page has the level")


@pytest.mark.thorough
def test_user_entries_appear_on_request(browser: Browser, site: HTTPServer) -> None:
    opened = OptionsBesideSite(browser, everything.serve(site) + "p/desk")
    browser.page.focus("#include-user")
    browser.page.press("Space")
    says(browser.page, "Saved")
    opened.show_site()
    last = "const tree = document.querySelector('[role=tree]'); tree.scrollTop = tree.scrollHeight"

    def is_last_shown() -> bool:
        browser.sidebar.eval(last)
        return "Left to the reader" in reading.names(browser)

    until(is_last_shown, "the entry is there", despite=(DrivingError,))


def test_a_sitemap_of_the_readers_choice(browser: Browser, site: HTTPServer) -> None:
    home = everything.serve(site)
    opened = OptionsBesideSite(browser, home)
    browser.show_tab(opened.site)
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    browser.open(site.url_for("/bare"))
    wait_for(browser.sidebar, "return document.body.dataset.state === 'none'")
    page = opened.show_options()
    write(page, "#address-form [name=site]", home)
    write(page, "#address-form [name=sitemap]", site.url_for("/map.xml"))
    page.press("Enter")
    wait_for(page, "return document.querySelectorAll('#addresses li').length === 1")
    opened.show_site()
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    wait_for(browser.sidebar, "return document.querySelector('#status').textContent.includes('chosen by you')")
    page = opened.show_options()
    page.click("#addresses button:has(.icon-close)")
    says(page, "Removed")
    wait_for(page, "return document.querySelectorAll('#addresses li').length === 0")
    page.click("#undo")
    says(page, "Undone")
    wait_for(page, "return document.querySelectorAll('#addresses li').length === 1")


@pytest.mark.thorough
def test_a_map_is_kept_in_view(browser: Browser, site: HTTPServer) -> None:
    opened = OptionsBesideSite(browser, everything.serve(site))
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    browser.reload()
    wait_for(browser.page, "return document.querySelector('#keep-open')?.checked === false")
    browser.page.focus("#keep-open")
    browser.page.press("Space")
    says(browser.page, "Saved")
    opened.show_site()
    browser.open(site.url_for("/bare"))
    status = "return document.querySelector('#status').textContent.includes('kept from the previous page')"
    wait_for(browser.sidebar, status)
    until(lambda: reading.state(browser.sidebar) == "ready", "the map is in view")


@pytest.mark.thorough
def test_long_lists_are_divided_by_the_setting(browser: Browser, site: HTTPServer) -> None:
    listed = "".join(f'<item name="Plant {number:03}" url="p/{number}"/>' for number in range(60))
    home = sites.serve(site, f'<item name="Home" url="/"/><item name="All" url="p/all" order="lexical">{listed}</item>')
    opened = OptionsBesideSite(browser, home + "p/7")
    opened.show_site()
    until(lambda: any("…" in name for name in reading.names(browser)), "the list is divided")
    opened.show_options()
    write(browser.page, "#group-size", "100")
    browser.page.press("Enter")
    says(browser.page, "Saved")
    opened.show_site()
    until(lambda: "Plant 008" in reading.names(browser), "the list is whole")
    until(lambda: not [name for name in reading.names(browser) if "…" in name], "and not divided")


def test_reset_clears_settings_and_can_be_undone(browser: Browser, shop: str) -> None:
    OptionsBesideSite(browser, f"{shop}/en/")
    page = browser.page
    page.click("#levels-section summary")
    moved(page, "#level-popup", "Home")
    write(page, "#address-form [name=site]", "example.org")
    write(page, "#address-form [name=sitemap]", "https://example.org/map.xml")
    page.press("Enter")
    wait_for(page, "return document.querySelectorAll('#addresses li').length === 1")
    page.click("#reset")
    says(page, "All settings have been reset.")
    state = "return [document.querySelector('#level-popup').value, document.querySelectorAll('#addresses li').length]"
    until(lambda: page.eval(state) == ["50", 0], "the level and the list as at the beginning")
    page.click("#undo")
    says(page, "Undone")
    until(lambda: page.eval(state) == ["0", 1], "the level and the list as before")


def test_limits_are_collapsed_saved_and_reset(browser: Browser, site: HTTPServer) -> None:
    part = sites.sitemap(f'<group xml:id="all" name="All">{" " * 2_000_000}</group>')
    sites.answer(site, "/part.xml", part, content_type="application/xml")
    opened = OptionsBesideSite(browser, sites.serve(site, '<item name="Home" url="/"/><external url="part.xml#all"/>'))
    page = browser.page
    assert not page.eval("return document.querySelector('#limit-file-bytes').checkVisibility()")
    page.click("#limits-section summary")
    wait_for(page, "return document.querySelector('#limit-file-bytes').checkVisibility()")
    write(page, "#limit-file-bytes", "1")
    page.press("Enter")
    says(page, "Saved")
    until(lambda: page.eval(_STORED_LIMITS) == {"file_bytes": 1_048_576}, "the limit is stored")
    opened.show_site()

    def is_cut_off() -> bool:
        """Return whether the limit applies; a saved limit applies from the next reload."""
        browser.sidebar.click("#reload")
        with contextlib.suppress(TimedOut):
            return bool(wait_for(browser.sidebar, _IS_CUT_OFF, deadline_s=_READ_ANEW_S))
        return False

    until(is_cut_off, "the map is cut off")
    page = opened.show_options()
    page.click("#limit-file-bytes ~ button")
    until(lambda: page.eval(_STORED_LIMITS) == {}, "it is put back")
    says(page, "Saved")
    wait_for(page, "return document.activeElement.id === 'limit-file-bytes'")
    wait_for(page, "return document.querySelector('#limit-file-bytes').value === '160'")
    opened.show_site()
    until(lambda: not browser.sidebar.eval(_IS_CUT_OFF), "what was cut off is read on")


_STORED_LIMITS = "return (await chrome.storage.sync.get('limits')).limits"
_READ_ANEW_S = 5.0
_IS_CUT_OFF = "return document.querySelector('#status').textContent.includes('parts are missing')"
