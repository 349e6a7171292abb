"""Sites shown from an ordinary sitemap: visited pages have their titles, and the site's search is offered."""

from __future__ import annotations

import json

import pytest
from pytest_httpserver import HTTPServer

from browser import sites, weblog
from driving import reading
from driving.surface import Browser, DrivingError, until, write

pytestmark = pytest.mark.sidebar("shared")

_ROPE = "2024/06/rope-and-tar/"
_DECLARING = (
    '<link rel="search" type="application/opensearchdescription+xml" href="/osd.xml">'
    '<link rel="search" href="/all-searches" title="All searches"><link rel="contact" href="/harbour-office">'
)


def choose(browser: Browser, home: str) -> None:
    """Store the reader's choice as the options do."""
    browser.open_sidebar()
    browser.extension_eval(
        "await api.storage.local.set({[`address ${new URL(arguments[0]).origin}`]: arguments[0] + arguments[1]})",
        home,
        "sitemap_index.xml",
    )


def is_named(browser: Browser, name: str) -> None:
    """Wait until the current page, and no other row, has a name."""
    until(lambda: reading.current(browser) == [name], f"the page is named {name}", despite=(DrivingError,))
    until(lambda: reading.names(browser).count(name) == 1, f"and no other is named {name}")


def opens_to(browser: Browser, name: str) -> bool:
    """Return whether a row exists once all loaded branches are open."""
    reading.open_branches(browser.sidebar)
    return name in reading.names(browser)


def storage(browser: Browser) -> str:
    """Return everything that the extension has stored."""
    return json.dumps(reading.stored(browser))


def visit(browser: Browser, home: str, path: str, name: str) -> None:
    """Open a page and wait until its title is known."""
    browser.open(home + path)
    is_named(browser, name)
    until(lambda: f'{path}"' in storage(browser), "its title is stored")


def stored(browser: Browser) -> list[str]:
    """Return the kinds of data that the extension has stored."""
    return sorted(key.partition(" ")[0] for key in reading.stored(browser))


def test_visited_pages_have_their_titles_and_keep_them(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    choose(browser, home)
    browser.open(home + _ROPE)
    is_named(browser, "Of rope, and of tar – Quay notes")
    until(lambda: "Winter moorings" in reading.names(browser), "the others have names, too")
    visit(browser, home, "2024/05/a-walk-by-the-lake/", "A walk by the lake")
    visit(browser, home, "2025/01/winter-moorings/", "Winter moorings")
    until(lambda: "Of rope, and of tar" in reading.names(browser), "what all titles have in common is cut off")
    write(browser.sidebar, "#filter", "of tar")
    until(lambda: reading.names(browser)[-1:] == ["Of rope, and of tar"], "it is found by its title")
    browser.kill_host()
    until(lambda: "Of rope, and of tar" in reading.names(browser), "another host knows them", despite=(DrivingError,))
    browser.close_sidebar()
    browser.stop_background()
    browser.open(f"{home}about-us/")
    browser.open_sidebar()
    is_named(browser, "About us")
    until(lambda: opens_to(browser, "Of rope, and of tar"), "they are remembered")


@pytest.mark.promise("successor", "A private window leaves no titles of its pages.")
def test_titles_of_private_windows_are_discarded_with_them(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    first = browser.current_tab()
    choose(browser, home)
    private = browser.new_window(home + _ROPE, private=True)
    browser.open_sidebar()
    is_named(browser, "Of rope, and of tar – Quay notes")
    assert stored(browser) == ["address"]
    browser.close_tab(private)
    browser.show_tab(first)
    browser.open(f"{home}opening-hours/")
    browser.open_sidebar()
    is_named(browser, "Opening hours")
    until(lambda: opens_to(browser, "Rope and tar"), "it has the name that its address gives it")


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium has no containers
@pytest.mark.promise("successor", "Containers leave no titles.")
def test_titles_of_containers_are_not_stored(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    choose(browser, home)
    browser.new_container_tab(home + _ROPE, 1)
    is_named(browser, "Of rope, and of tar – Quay notes")
    assert "titles" not in stored(browser)


@pytest.mark.promise("successor", "Titles are read, and searches fetched, only for maps that the reader chose.")
def test_page_that_names_its_map_sends_no_metadata(browser: Browser, site: HTTPServer) -> None:
    nodes = '<item name="Oak" url="p/oak"/><item name="Tree" url="p/tree"/>'
    home = sites.serve(site, nodes, head=sites.LINKS + _DECLARING)
    reading.shown(browser, f"{home}p/tree")
    until(lambda: reading.current(browser) == ["Tree"], "the page is marked")
    browser.open(f"{home}p/oak")
    until(lambda: reading.current(browser) == ["Oak"], "the other page is marked")
    assert not sites.requests(site, "/osd.xml")
    assert not reading.can_search(browser.sidebar)
