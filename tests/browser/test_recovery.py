"""Killed processes recover: the host, the background, both."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.watched import WatchedBrowser
from driving import reading
from driving.surface import Browser, DrivingError, until

pytestmark = pytest.mark.sidebar("shared")


def works(browser: Browser, shop: str) -> None:
    """Assert that the sidebar follows to another page and marks it, and that the page has its classes."""
    browser.open(f"{shop}/en/books/bread")
    until(lambda: reading.current(browser) == ["Bread for Bad Weather"], "the sidebar follows")
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 100}, "the page has its classes")


@pytest.mark.wiring
def test_killed_host_is_restarted_and_the_sidebar_recovers(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/")
    assert browser.kill_host() >= 1
    works(browser, shop)
    assert browser.hosts() >= 1


def test_branch_clicked_while_the_host_dies_opens(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/contact")
    until(lambda: "Our shelves" in reading.names(browser), "the tree is there")
    browser.kill_host()
    browser.sidebar.click("[role=treeitem][aria-expanded=false] .twist")
    until(lambda: "The sea" in reading.names(browser), "the branch opens, though another host has to open it")


@pytest.mark.parametrize("name", ["kill_host", "stop_background"])
def test_row_clicked_while_a_process_dies_navigates(browser: Browser, shop: str, name: str) -> None:
    reading.shown(browser, f"{shop}/en/contact")
    until(lambda: "Our shelves" in reading.names(browser), "the tree is there")
    getattr(browser, name)()
    browser.sidebar.click("[role=treeitem] a[href$='/en/shelves/']")
    until(lambda: browser.address() == f"{shop}/en/shelves/", "the tab is led there")


def test_page_whose_look_up_is_interrupted_by_a_dying_host_gets_its_sitemap(
    watched: WatchedBrowser, site: HTTPServer
) -> None:
    browser = watched.browser
    browser.open_sidebar()
    until(browser.hosts, "there is a host")
    watched.host.behave("locate")
    browser.kill_host()
    until(browser.hosts, "the next host has started")  # a page whose requests end two hosts is not looked up again
    browser.open(sites.serve(site, sites.BODY_CLASS))
    until(lambda: watched.host.behaviour == "pass", "a host was lost")
    until(lambda: reading.levels(reading.body_classes(browser)), "the page has its classes")


@pytest.mark.wiring
def test_stopped_background_comes_back(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/")
    browser.stop_background()
    works(browser, shop)


def test_background_stopped_and_host_killed_at_once(browser: Browser, shop: str) -> None:
    reading.shown(browser, f"{shop}/en/")
    browser.stop_background()
    browser.kill_host()
    works(browser, shop)


def test_chosen_map_survives_a_restart_of_the_extension(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, '<item name="Home" url="/"/><item name="Bare" url="bare"/>', head="")
    sites.answer(site, "/bare", sites.page("Bare", head=""))
    browser.extension_eval(
        "await api.storage.local.set({['address ' + arguments[0]]: arguments[1]})",
        home.rstrip("/"),
        f"{home}map.xml",
    )
    reading.shown(browser, f"{home}bare")
    until(lambda: reading.current(browser) == ["Bare"], "the chosen map")
    browser.close_sidebar()
    browser.reload_extension()
    browser.open_sidebar()
    until(lambda: reading.current(browser) == ["Bare"], "the chosen map again", despite=(DrivingError,))
