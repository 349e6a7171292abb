"""Settings for ordinary sitemaps: automatic look-up, page titles as names, and division of long lists."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites, weblog
from browser.test_sitemaps_org import has_map, is_without, without_sitemap
from driving import reading
from driving.surface import Browser, until

pytestmark = pytest.mark.sidebar("shared")

_SAYS = "return document.querySelector('#notice-text').textContent"


def test_automatic_look_up_runs_if_enabled_and_not_again_after_undo(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    without_sitemap(browser, f"{home}about-us/")
    assert sites.paths(site) == ["/about-us/"]  # not enabled yet
    browser.extension_eval("await api.storage.sync.set({lookByItself: true})")
    has_map(browser)
    until(lambda: "Found automatically" in str(browser.sidebar.eval(_SAYS)), "that is said")
    asked = len(sites.requests(site, "/robots.txt"))
    browser.sidebar.click("#notice-undo")
    is_without(browser)
    browser.open(home)
    is_without(browser)
    assert len(sites.requests(site, "/robots.txt")) == asked


def test_visible_pages_are_named_by_titles_if_the_reader_enables_fetching(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site, robots=1)
    without_sitemap(browser, f"{home}about-us/").click("#message [data-choose]")
    has_map(browser)
    reading.open_branches(browser.sidebar)
    until(lambda: "Rope and tar" in reading.names(browser), "pages are named after their addresses")
    assert sites.requests(site, "/2024/06/rope-and-tar/") == []
    reading.choose_from_menu(browser.sidebar, "Fetch the names of these pages")
    until(lambda: "Of rope, and of tar" in reading.names(browser), "and by their titles now")
    until(lambda: "now ha" in str(browser.sidebar.eval(_SAYS)), "that is said")
    [request] = sites.requests(site, "/2024/06/rope-and-tar/")
    assert request.headers["User-Agent"] == sites.requests(site, "/about-us/")[0].headers["User-Agent"]
    until(lambda: "Of rope, and of tar" in str(reading.stored(browser)), "they are kept")
