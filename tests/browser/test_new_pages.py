"""New since the last visit: off by default, dots until pages are opened, and nothing left in private windows."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.test_accessibility import violations
from browser.test_sitemaps_org import has_map, without_sitemap
from driving import reading
from driving.surface import Browser, DrivingError, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_NAMES = ("anchors", "buoys", "charts", "docks")
_SAYS = "return document.querySelector('#new-text').textContent"
_FRESH = "return [...document.querySelectorAll('#tree .row.fresh .name')].map((name) => name.textContent)"
_LISTED = "return [...document.querySelectorAll('#new-pages li')].map((line) => [line.innerText, line.className])"
# The present visit is made one of ten days ago, so that the next page begins another.
_AGE = """const [key] = arguments;
    const {[key]: visits} = await api.storage.local.get(key);
    const then = Date.now() - 10 * 86400000;
    await api.storage.local.set({[key]: {...visits, start: then, last: then}});"""


def _serve(site: HTTPServer) -> str:
    """Serve a site whose list has four pages: two changed days ago, two long ago."""
    home = site.url_for("/")
    days = (datetime.now(UTC) - timedelta(days=days) for days in (2, 5, 400, 800))
    urls = "".join(
        f"<url><loc>{home}{name}</loc><lastmod>{day:%Y-%m-%d}</lastmod></url>"
        for name, day in zip(_NAMES, days, strict=True)
    )
    content = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    sites.answer(site, "/robots.txt", f"Sitemap: {home}sitemap.xml\n", content_type="text/plain")
    sites.answer(site, "/sitemap.xml", content, content_type="application/xml")
    sites.answer_with(
        site,
        re.compile(rf"/({'|'.join(_NAMES)})?$"),
        lambda request: sites.html(sites.page(request.path[1:].capitalize() or "Home", head="")),
    )
    return home


def _visits(browser: Browser) -> dict[str, Any]:
    return {key: value for key, value in reading.stored(browser).items() if key.startswith("visits ")}


def _fresh(browser: Browser) -> list[str]:
    return list(browser.sidebar.eval(_FRESH))


def _shown(browser: Browser, home: str) -> None:
    without_sitemap(browser, home).click("#message [data-choose]")
    has_map(browser)


def _turn_on(browser: Browser, home: str) -> str:
    """Show the list of the site, turn this on for it, and return the key of its visits."""
    _shown(browser, home)
    reading.choose_from_menu(browser.sidebar, "New since your last visit…")
    wait_for(browser.sidebar, "return document.querySelector('#new-site').checkVisibility()")
    browser.sidebar.click("#new-site")
    until(lambda: "from your next visit on" in str(browser.sidebar.eval(_SAYS)), "the first visit shows nothing")
    until(lambda: any(visits.get("start") for visits in _visits(browser).values()), "the visit is stored")
    [key] = _visits(browser)
    return key


def test_nothing_is_stored_until_the_reader_turns_it_on(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    _shown(browser, home)
    browser.open(f"{home}charts")
    until(lambda: reading.current(browser) == ["Charts"], "another page is shown")
    assert (_visits(browser), _fresh(browser)) == ({}, [])
    reading.choose_from_menu(browser.sidebar, "New since your last visit…")
    until(lambda: "until you open them" in str(browser.sidebar.eval(_SAYS)), "what it does is said")
    assert violations(browser.sidebar) == []


def test_next_visit_shows_new_pages_until_they_are_opened(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    key = _turn_on(browser, home)
    browser.sidebar.click("#new-close")
    browser.extension_eval(_AGE, key)
    asked = sites.paths(site)
    browser.open(f"{home}charts")
    until(lambda: _fresh(browser) == ["Anchors", "Buoys"], "two pages have a dot")
    assert [path for path in sites.paths(site)[len(asked) :] if path != "/charts"] == []
    browser.sidebar.click("#new-open")
    listed = browser.sidebar.eval(_LISTED)
    assert [(words.split("\n")[0], state) for words, state in listed] == [("Anchors", "fresh"), ("Buoys", "fresh")]
    assert violations(browser.sidebar) == []
    browser.sidebar.click("#new-pages a")
    until(lambda: browser.address() == f"{home}anchors", "the page is there")
    until(lambda: _fresh(browser) == ["Buoys"], "its dot is gone")
    assert browser.sidebar.eval("return document.querySelector('#new').checkVisibility()")
    browser.sidebar.click("#new-close")
    browser.open(f"{home}buoys")
    until(lambda: _fresh(browser) == [], "opened in any way, a page is no longer new")


@pytest.mark.promise("successor", "Recorded visits are deleted with the site's cookies in real browsers.")
def test_visits_are_deleted_with_the_cookies_of_the_site(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    key = _turn_on(browser, home)
    browser.sidebar.click("#new-close")
    browser.extension_eval(_AGE, key)
    browser.open(f"{home}charts")
    until(lambda: len(_fresh(browser)) == 2, "two pages have a dot")
    browser.extension_eval("await api.cookies.set({url: arguments[0], name: 'a', value: 'b'})", home)
    browser.extension_eval("await api.cookies.remove({url: arguments[0], name: 'a'})", home)
    until(lambda: _visits(browser) == {}, "forgotten with cookies")
    until(lambda: _fresh(browser) == [], "and no longer marked")


def test_private_window_stores_no_visit(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    browser.extension_eval("await api.storage.sync.set({newPages: true})")
    browser.new_window(home, private=True)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    browser.sidebar.click("#message [data-choose]")
    until(lambda: any(reading.names(browser)), "the tree is there", despite=(DrivingError,))
    reading.choose_from_menu(browser.sidebar, "New since your last visit…")
    until(lambda: "private windows" in str(browser.sidebar.eval(_SAYS)), "that nothing is stored is said")
    assert reading.stored(browser) == {}
