"""The toolbar popup: the same map as a menu."""

from __future__ import annotations

from driving import reading
from driving.surface import Browser, DrivingError, wait_for
from driving.waiting import until

_ITEMS = "return [...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent.trim())"


def opened(browser: Browser, url: str) -> None:
    browser.open(url)
    until(lambda: reading.levels(reading.body_classes(browser)), "the sitemap is known")
    browser.open_popup()
    wait_for(browser.popup, "return document.body.dataset.state === 'ready'")


def test_menu_offers_the_map(browser: Browser, shop: str) -> None:
    opened(browser, f"{shop}/en/")
    items = until(lambda: browser.popup.eval(_ITEMS), "the menu has entries")
    for name in ("The Paper Lantern", "Our shelves", "Evenings", "About this shop"):
        assert any(name in item for item in items), name


def test_menu_item_leads_the_tab_there(browser: Browser, shop: str) -> None:
    opened(browser, f"{shop}/en/")
    wanted = f"a[href='{shop}/en/visit/mending']"
    wait_for(browser.popup, "return document.querySelector(arguments[0]) !== null", wanted)
    browser.popup.click(wanted)
    until(lambda: not browser.has_popup(), "the popup is gone", despite=(DrivingError,))
    until(lambda: browser.address() == f"{shop}/en/visit/mending", "the tab is there")


def test_popup_opens_the_sidebar(browser: Browser, shop: str) -> None:
    opened(browser, f"{shop}/en/")
    browser.popup.click("#open-sidebar")
    until(browser.has_sidebar, "the sidebar is open", despite=(DrivingError,))
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")


def test_popup_says_when_there_is_nothing(browser: Browser, shop: str) -> None:
    browser.open(f"{shop}/press")
    browser.open_popup()
    wait_for(browser.popup, "return document.body.dataset.state === 'none'")
    assert wait_for(browser.popup, "return document.querySelector('main').innerText.trim()")
