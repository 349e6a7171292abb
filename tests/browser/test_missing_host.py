"""A missing host: sidebar and popup report it and explain the installation."""

from __future__ import annotations

import pytest

from browser.test_accessibility import violations
from browser.watched import WatchedBrowser
from driving import reading
from driving.surface import Browser, until, wait_for


def without_host(watched: WatchedBrowser, address: str) -> Browser:
    """Return the browser at a page that names a map, with the sidebar, once it has no host."""
    watched.host.uninstall()
    watched.browser.kill_host()
    watched.browser.open(address)
    watched.browser.open_sidebar()
    wait_for(watched.browser.sidebar, "return document.body.dataset.state === 'no-host'")
    return watched.browser


@pytest.mark.wiring
def test_missing_host_shows_instructions_and_connects_automatically_once_installed(
    watched: WatchedBrowser, shop: str
) -> None:
    browser = without_host(watched, f"{shop}/en/")
    shown = wait_for(browser.sidebar, "return document.body.innerText")
    assert "standard-sitemap install" in shown
    assert len(set(browser.sidebar.eval(_BUTTON_TOPS))) == 1, "Copy and Try again are in one line"
    assert reading.body_classes(browser) == []
    watched.host.install()
    until(lambda: reading.names(browser), "the map is there")


_BUTTON_TOPS = """return [...document.querySelectorAll('#message button')].filter((button) => button.checkVisibility())
    .map((button) => Math.round(button.getBoundingClientRect().top));"""


def test_sidebar_and_popup_without_the_host_are_accessible(watched: WatchedBrowser, shop: str) -> None:
    browser = without_host(watched, f"{shop}/en/")
    assert violations(browser.sidebar) == []
    browser.close_sidebar()
    browser.open_popup()
    wait_for(browser.popup, "return document.body.dataset.state === 'no-host'")
    assert violations(browser.popup) == []
