"""A site's list of pages: found without a question where there is none, undone everywhere, and harmless if it fails."""

from __future__ import annotations

import random

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Response

from browser import sites
from browser.test_sitemaps_org import choices, has_map, is_without, without_sitemap
from driving import reading
from driving.surface import Browser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_MENU = '<nav><a href="/boats/">Boats</a> <a href="/tides/">Tides</a></nav><h1>Quay</h1><h2>News of the quay</h2>'
_PATHS = ("", "boats/", "tides/")
_MESSAGE = "return document.querySelector('#message').innerText"
_NOTICE = """const [line, words] = ['#notice', '#notice-text'].map((id) => document.querySelector(id));
return line.checkVisibility() ? words.textContent : '';"""


def urlset(home: str, *paths: str) -> str:
    """Return a list of pages."""
    return f"<urlset {_NAMESPACE}>" + "".join(f"<url><loc>{home}{path}</loc></url>" for path in paths) + "</urlset>"


def index(*addresses: str) -> str:
    """Return an index of lists."""
    listed = "".join(f"<sitemap><loc>{address}</loc></sitemap>" for address in addresses)
    return f"<sitemapindex {_NAMESPACE}>{listed}</sitemapindex>"


def serve(site: HTTPServer, files: dict[str, str], *, robots: str | None = None) -> str:
    """Serve pages with a menu, and files; return the address of the front page."""
    home = site.url_for("/")
    for path in _PATHS:
        sites.answer(site, f"/{path}", sites.page(f"Quay {path}", head="", body=_MENU))
    for name, text in files.items():
        sites.answer(site, f"/{name}", text, content_type="application/xml")
    lines = robots or f"Sitemap: {home}sitemap.xml\n"
    sites.answer(site, "/robots.txt", lines, content_type="text/plain")
    sites.answer_with(site, sites.ANYTHING, lambda _: Response("not here", status=404))
    return home


def has_own_rows(browser: Browser) -> None:
    """Wait for the page's own headings and menus."""
    until(lambda: {"Boats", "News of the quay"} <= set(reading.names(browser)), "headings and menus are there")


def find(browser: Browser, home: str) -> None:
    """Let the reader find all pages from the front page."""
    without_sitemap(browser, home).click("#message [data-choose]")


@pytest.mark.parametrize("kind", ["missing", "empty", "dead parts", "dead host"])
def test_list_that_cannot_be_read_costs_nothing(browser: Browser, site: HTTPServer, kind: str) -> None:
    home = site.url_for("/")
    files = {
        "missing": {},
        "empty": {"sitemap.xml": urlset(home)},
        "dead parts": {"sitemap.xml": index(f"{home}sitemap-0.xml", f"{home}sitemap-1.xml")},
        "dead host": {},
    }
    robots = "Sitemap: http://127.0.0.1:9/sitemap.xml\n" if kind == "dead host" else None
    serve(site, files[kind], robots=robots)
    find(browser, home)
    until(lambda: "The list of this site cannot be read." in str(browser.sidebar.eval(_MESSAGE)), "that is said")
    has_own_rows(browser)
    assert browser.sidebar.eval(_NOTICE) == ""
    assert browser.sidebar.eval("return document.querySelector('#status').textContent") == ""
    browser.sidebar.click("#message [data-choose]")
    until(lambda: browser.sidebar.eval("return document.activeElement.id") == "picker-address", "a field is there")


def test_list_with_some_dead_parts_says_that_parts_are_missing(browser: Browser, site: HTTPServer) -> None:
    home = site.url_for("/")
    files = {"sitemap.xml": index(f"{home}dead.xml", f"{home}pages.xml"), "pages.xml": urlset(home, *_PATHS)}
    serve(site, files)
    find(browser, home)
    has_map(browser)
    status = "return document.querySelector('#status').textContent"
    until(lambda: "parts are missing" in str(browser.sidebar.eval(status)), "parts are missing")


def test_lists_of_one_host_are_shown_together_without_a_question(browser: Browser, site: HTTPServer) -> None:
    home = site.url_for("/")
    files = {"a.xml": urlset(home, "", "boats/"), "b.xml": urlset(home, "tides/")}
    serve(site, files, robots=f"Sitemap: {home}a.xml\nSitemap: {home}b.xml\n")
    find(browser, home)
    has_map(browser)
    reading.open_branches(browser.sidebar)
    until(lambda: {"Boats", "Tides"} <= set(reading.names(browser)), "pages of both are there")
    until(lambda: "own list" in str(browser.sidebar.eval(_NOTICE)), "that is said")
    browser.sidebar.click("#notice-undo")
    is_without(browser)


def test_relative_lists_and_their_twin_in_html_cause_no_question(browser: Browser, site: HTTPServer) -> None:
    home = site.url_for("/")
    files = {
        "sitemap.xml": index("/misc.xml", "/pages.xml", "/de/sitemap.xml"),
        "sitemap.html": index("/misc.html"),
        "misc.xml": urlset(home, ""),
        "pages.xml": urlset(home, "boats/", "tides/"),
        "de/sitemap.xml": urlset(home, "de/boats/", "de/tides/"),
    }
    serve(site, files, robots="User-agent: *\n\nSitemap: /sitemap.xml\nSitemap: /sitemap.html\n")
    find(browser, home)
    has_map(browser)
    until(lambda: {"Boats", "Tides"} <= set(reading.names(browser)), "pages of all lists are there")
    until(lambda: "Deutsch" not in reading.names(browser), "pages at the same path of different lists are one row")
    assert browser.sidebar.eval("return document.querySelector('#tree a.name').href") == home
    assert sites.requests(site, "/misc.html") == []
    assert not browser.sidebar.eval("return document.querySelector('#picker').checkVisibility()")
    browser.sidebar.click("#notice-undo")
    is_without(browser)


def test_lists_of_two_hosts_are_a_question(browser: Browser, site: HTTPServer) -> None:
    home = site.url_for("/")
    elsewhere = home.replace("127.0.0.1", "localhost")
    serve(site, {}, robots=f"Sitemap: {home}a.xml\nSitemap: {elsewhere}b.xml\n")
    find(browser, home)
    assert len(choices(browser.sidebar)) == 1


def test_undo_on_another_page_removes_the_map_from_all_pages(browser: Browser, site: HTTPServer) -> None:
    home = serve(site, {"sitemap.xml": urlset(site.url_for("/"), *_PATHS)})
    find(browser, home)
    has_map(browser)
    browser.sidebar.click(f'a.name[href="{home}tides/"]')
    until(lambda: browser.address() == f"{home}tides/", "the next page is there")
    has_map(browser)
    browser.sidebar.click("#notice-undo")
    is_without(browser)
    has_own_rows(browser)
    for path in ("boats/", "", "tides/"):
        browser.open(f"{home}{path}")
        is_without(browser)
        has_own_rows(browser)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_any_steps_a_tab_has_a_map_exactly_if_the_readers_last_word_was_for_one(
    browser: Browser, site: HTTPServer, seed: int
) -> None:
    """The same property as in `undo.test.js`, whose sequences are many more, with the events of a real browser."""
    home = serve(site, {"sitemap.xml": urlset(site.url_for("/"), *_PATHS)})
    chance, has_list = random.Random(seed), False
    browser.open(home)
    browser.open_sidebar()
    for _ in range(10):
        kind = chance.choice(("find or undo", "go", "reload", "other tab", "background"))
        if kind == "find or undo" and has_list:
            reading.choose_from_menu(browser.sidebar, "No map here")
            has_list = False
        elif kind == "find or undo":
            browser.sidebar.click("#message [data-choose]")
            has_list = True
        elif kind == "background":
            browser.stop_background()
        elif kind == "other tab":
            browser.new_tab(f"{home}{chance.choice(_PATHS)}")
        elif kind == "reload":
            browser.reload()
        else:
            browser.open(f"{home}{chance.choice(_PATHS)}")
        (has_map if has_list else is_without)(browser)


def test_menus_name_and_order_rows_without_a_request(browser: Browser, site: HTTPServer) -> None:
    menu = '<nav><a href="/tides/">Gezeiten</a> <a href="/boats/">Boote</a></nav><h1>Kai</h1>'
    sites.answer(site, "/kai/", sites.page("Kai", head="", body=menu))
    home = serve(site, {"sitemap.xml": urlset(site.url_for("/"), "", "boats/", "depths/", "tides/")})
    find(browser, f"{home}kai/")
    has_map(browser)
    until(lambda: reading.names(browser)[-3:] == ["Gezeiten", "Boote", "Depths"], "rows have the names of the menu")
    until(lambda: "Gezeiten" in str(reading.stored(browser)), "they are kept")
    assert not sites.requests(site, "/tides/")
    browser.sidebar.click("#notice-undo")
    is_without(browser)
    until(lambda: "Gezeiten" not in str(reading.stored(browser)), "and deleted with the choice")


def test_map_can_be_refused_after_a_reload(browser: Browser, site: HTTPServer) -> None:
    home = serve(site, {"sitemap.xml": urlset(site.url_for("/"), *_PATHS)})
    find(browser, home)
    has_map(browser)
    browser.open(f"{home}boats/")
    browser.close_sidebar()
    browser.open_sidebar()
    has_map(browser)
    reading.choose_from_menu(browser.sidebar, "No map here")
    is_without(browser)
    browser.open(home)
    is_without(browser)


def test_site_that_names_no_list_offers_usual_addresses_without_a_request(browser: Browser, site: HTTPServer) -> None:
    home = serve(site, {"boats/sitemap.xml": urlset(site.url_for("/"), *_PATHS)}, robots="User-agent: *\n")
    without_sitemap(browser, f"{home}boats/").click("#message [data-choose]")
    wait_for(browser.sidebar, "return document.querySelector('#message [role=status]')?.checkVisibility()")
    asked = sites.paths(site)
    browser.sidebar.click("#message .finding button:last-of-type")
    offered = choices(browser.sidebar)
    assert [words.splitlines()[0] for words in offered][:2] == ["/boats/sitemap.xml", "/boats/sitemap-index.xml"]
    assert sites.paths(site) == asked
    browser.sidebar.click(".choices button")
    has_map(browser)
    until(lambda: "Tides" in reading.names(browser), "its pages are there")
