"""The effects of the reader's settings: levels, other trees, a site's own address, keep-open."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_STATE = "return document.body.dataset.state === arguments[0]"
_STATUS = "return document.querySelector('#status').textContent.includes(arguments[0])"
_HOME = '<item name="Home" url="/"/>'


def sets(browser: Browser, **settings: Any) -> None:
    browser.extension_eval("await api.storage.sync.set(arguments[0])", settings)


def test_levels_are_changed_at_once(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, sites.BODY_CLASS + _HOME))
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 100}, "the usual level")
    sets(browser, levels={"sidebar": 63, "atHand": 8})
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 63}, "the level that is set")
    browser.close_sidebar()
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 8}, "the other that is set")


def test_map_can_be_kept_in_view_within_a_site(browser: Browser, site: HTTPServer, shop: str) -> None:
    home = sites.serve(site, sites.BODY_CLASS + _HOME)
    sites.answer(site, "/bare", sites.page("Bare", head=""))
    reading.shown(browser, home)
    sets(browser, levels={"none": 0, "atHand": 20, "popup": 50, "sidebar": 90})
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 90}, "the settings have been taken")
    browser.open(f"{home}bare")
    wait_for(browser.sidebar, _STATUS, "kept from the previous page")
    until(lambda: reading.names(browser) == ["Home"], "with its rows")
    until(lambda: reading.body_classes(browser) == [], "the page itself is left alone")
    browser.open(f"{shop}/press")
    wait_for(browser.sidebar, _STATE, "none")
