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
_HOME = '<item name="Home" url=""/>'


def sets(browser: Browser, **settings: Any) -> None:
    browser.extension_eval("await api.storage.sync.set(arguments[0])", settings)


def names_address(browser: Browser, site: HTTPServer, path: str | None) -> None:
    """Set or clear the site's sitemap, as the options page does."""
    origin = site.url_for("/").removesuffix("/")
    write = "await api.storage.local.set({[`address ${arguments[0]}`]: arguments[1]})"
    forget = "await api.storage.local.remove(`address ${arguments[0]}`)"
    browser.extension_eval(write if path else forget, origin, path and origin + path)


def test_levels_are_changed_at_once(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, sites.BODY_CLASS + _HOME))
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 100}, "the usual level")
    sets(browser, levels={"sidebar": 63, "atHand": 8})
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 63}, "the level that is set")
    browser.close_sidebar()
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 8}, "the other that is set")


def test_user_nodes_are_in_the_tree_on_request(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, _HOME + '<item role="contact" tree="user" name="Write" url="p/w"/>'))
    until(lambda: reading.names(browser) == ["Home"], "without")
    sets(browser, includeUser=True)
    until(lambda: reading.names(browser) == ["Home", "Write"], "with")
    sets(browser, includeUser=False)
    until(lambda: reading.names(browser) == ["Home"], "without again")


# holds: B14
def test_readers_own_address_is_the_last_rule(browser: Browser, site: HTTPServer) -> None:
    own = sites.sitemap('<item name="Own" url=""/>')
    sites.answer(site, "/own.xml", own, content_type="text/xml")
    sites.answer(site, "/mine/map.xml", sites.sitemap(sites.BODY_CLASS + _HOME), content_type="text/xml")
    sites.answer(site, "/bare", sites.page("Bare", head="", body='<div class="late"></div>'))
    late = sites.LINKS.replace("/map.xml", "/own.xml")
    sites.answer(site, "/linked", sites.page("Linked", late))
    sites.answer(site, "/late", sites.page("Late", head="", body=late))
    header = {"X_Standard_Sitemap_Location": "/own.xml"}
    sites.answer_with(site, "/headed", lambda _: sites.html(sites.page("Headed", head=""), **header))
    browser.open(site.url_for("/bare"))
    browser.open_sidebar()
    wait_for(browser.sidebar, _STATE, "none")
    assert sites.paths(site) == ["/bare"], "nothing is guessed"
    names_address(browser, site, "/mine/map.xml")
    wait_for(browser.sidebar, _STATE, "ready")
    wait_for(browser.sidebar, _STATUS, "chosen by you")
    until(lambda: reading.names(browser) == ["Home"], "the chosen map")
    browser.reload()
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 100}, "again after a reload")
    names_address(browser, site, "/mine/never.xml")
    for path in ("/linked", "/late", "/headed"):
        browser.open(site.url_for(path))
        until(lambda: reading.names(browser) == ["Own"], f"the page's own word wins: {path}")
    requested = set(sites.paths(site))
    assert requested <= {"/bare", "/linked", "/late", "/headed", "/own.xml", "/mine/map.xml", "/mine/never.xml"}
    assert sites.paths(site).count("/mine/never.xml") <= 1, "only while the bare page was still in view"
    sets(browser, keepOpen=False)
    browser.open(site.url_for("/bare"))
    names_address(browser, site, None)
    wait_for(browser.sidebar, _STATE, "none")
    until(lambda: reading.body_classes(browser) == [], "and its classes are gone")


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
