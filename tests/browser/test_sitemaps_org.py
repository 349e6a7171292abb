"""Sites with an ordinary sitemap: no request without the reader's request; then a tree like others."""

from __future__ import annotations

import mimetypes
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites, weblog
from browser.test_accessibility import violations
from driving import reading
from driving.surface import Browser, DrivingError, Surface, until, wait_for, write

pytestmark = pytest.mark.sidebar("shared")

_HANDBOOK = Path(__file__).parent / "documentation"


def without_sitemap(browser: Browser, url: str) -> Surface:
    """Return the sidebar for a page that names no sitemap."""
    browser.open(url)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    return browser.sidebar


def requested(browser: Browser, url: str) -> list[str]:
    """Return name and address of the offered sitemaps after the reader's request."""
    sidebar = without_sitemap(browser, url)
    sidebar.click("#message [data-choose]")
    return choices(sidebar)


def choices(surface: Surface) -> list[str]:
    """Return the offered sitemaps, once known."""
    wait_for(surface, "return document.querySelector('#picker:not([hidden]):not([aria-busy])') !== null")
    found: list[str] = surface.eval(
        "return [...document.querySelectorAll('.choices button')]"
        ".filter((one) => one.checkVisibility()).map((one) => one.innerText)"
    )
    return found


def status(browser: Browser) -> str:
    return str(browser.sidebar.eval("return document.querySelector('#status').textContent"))


def has_map(browser: Browser) -> None:
    """Wait for the tree."""
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    until(lambda: any(reading.names(browser)), "the tree has rows")


def addresses(browser: Browser) -> dict[str, str | None]:
    """Return the addresses of all rows by name, after expanding every loaded branch."""
    reading.open_branches(browser.sidebar)
    return {row.name: row.address for row in reading.whole_tree(browser.sidebar)}


def is_without(browser: Browser) -> None:
    """Wait until the sidebar has nothing to show."""
    wait_for(browser.sidebar, "return document.querySelector('#message #always')?.checkVisibility()")


def from_menu(browser: Browser, words: str) -> None:
    """Choose from the menu of the reader's choice."""
    browser.sidebar.click("#choice")
    wait_for(browser.sidebar, "return document.querySelector('.drop-menu [role=menuitem]')?.checkVisibility()")
    browser.sidebar.eval(_MARK, words)
    browser.sidebar.click("[data-driven]")


_MARK = """[...document.querySelectorAll('.drop-menu [role=menuitem]')]
    .find((one) => one.textContent.includes(arguments[0])).setAttribute('data-driven', '');"""


def test_weblog_becomes_a_tree_on_request(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    assert len(requested_nothing(browser, site, home)) == 1
    browser.sidebar.click("#message [data-choose]")
    assert choices(browser.sidebar) == [f"All pages of this site\nFrom 2 lists of pages\n{home}robots.txt"]
    assert sites.paths(site) == ["/", "/robots.txt"]
    browser.sidebar.click(".choices button")
    has_map(browser)
    until(lambda: "sitemaps.org" in status(browser), "what it is made from is said")
    until(lambda: "chosen by you" in status(browser), "and who has chosen it")
    wanted = {
        "Rope and tar": f"{home}2024/06/rope-and-tar/",
        "A walk by the lake": f"{home}2024/05/a-walk-by-the-lake/",
        "About us": f"{home}about-us/",
    }
    until(lambda: addresses(browser).items() >= wanted.items(), "its pages are there")
    write(browser.sidebar, "#filter", "moorings")
    until(lambda: "Winter moorings" in reading.names(browser), "a page is found by its name")
    browser.sidebar.click(f'a.name[href="{home}2025/01/winter-moorings/"]')
    until(lambda: browser.address() == f"{home}2025/01/winter-moorings/", "the page is there")
    until(lambda: reading.current(browser) == ["Winter moorings"], "the page is marked")


def requested_nothing(browser: Browser, site: HTTPServer, home: str) -> list[str]:
    """Return the requests caused by merely opening page, sidebar and popup."""
    without_sitemap(browser, home)
    browser.close_sidebar()
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#message .main')?.checkVisibility()")
    browser.close_popup()
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    return sites.paths(site)


def test_the_one_sitemap_of_a_site_is_shown_at_once_and_can_be_undone(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site, robots=1)
    without_sitemap(browser, home).click("#message [data-choose]")
    has_map(browser)
    until(lambda: f"{home}robots.txt" in reading.stored(browser).values(), "the choice is kept")
    browser.sidebar.click("#notice-undo")
    is_without(browser)
    until(lambda: reading.stored(browser) == {}, "and gone again")


def test_other_language_of_a_weblog(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    requested(browser, f"{home}about-us/")
    browser.sidebar.click(".choices button")
    has_map(browser)
    until(lambda: reading.current(browser) == ["About us"], "the page is marked")
    languages = "return [...document.querySelectorAll('#language option')].map(({value}) => value).sort().join()"
    until(lambda: browser.sidebar.eval(languages) == ",de,en", "both languages are offered")
    browser.open(f"{home}de/ueber-uns/")
    until(lambda: len(reading.current(browser)) == 1, "the other variant stands in the same place")


@pytest.fixture
def handbook(site: HTTPServer, tmp_path: Path) -> str:
    """Build a handbook with Sphinx and its sitemap; return its address on the server."""
    home = site.url_for("/")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-D", f"html_baseurl={home}"]
    subprocess.run([*command, _HANDBOOK, tmp_path], check=True, capture_output=True)
    (tmp_path / "robots.txt").write_text(f"User-agent: *\n\nSitemap: {home}sitemap.xml\n")

    def made(request: Request) -> Response:
        file = tmp_path / request.path.lstrip("/")
        if not file.is_file():
            return Response("no", status=404)
        return Response(file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "text/plain")

    site.expect_request(sites.ANYTHING).respond_with_handler(made)
    return home


def test_handbook_made_by_sphinx_becomes_a_tree(browser: Browser, handbook: str) -> None:
    without_sitemap(browser, f"{handbook}index.html").click("#message [data-choose]")
    has_map(browser)  # the one that the site names
    wanted = {
        "Installation": f"{handbook}installation.html",
        "Mooring lines": f"{handbook}guide/mooring-lines.html",
    }
    until(lambda: addresses(browser).items() >= wanted.items(), "its pages are there")
    write(browser.sidebar, "#filter", "tide")
    until(lambda: "Tide tables" in reading.names(browser), "a page is found by its name")
    browser.sidebar.click(f'a.name[href="{handbook}guide/tide-tables.html"]')
    until(lambda: reading.current(browser) == ["Tide tables"], "the page is marked")


def test_site_without_robots_txt_and_an_address_typed_in(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site, robots=0)
    sites.answer(site, "/robots.txt", "no", status=404)
    sites.answer(site, "/bare", sites.page("Bare", head=""))
    without_sitemap(browser, f"{home}bare").click("#message [data-choose]")
    nothing = "return document.querySelector('#message [role=status]')?.textContent"
    wait_for(browser.sidebar, f"{nothing} === 'This site names no list of its pages.'")
    assert violations(browser.sidebar) == []
    says = "return document.querySelector('.picker-status').textContent"
    asked = sites.paths(site)
    reading.choose_from_menu(browser.sidebar, "Enter the address of a sitemap…")
    until(lambda: browser.sidebar.eval("return document.activeElement.id") == "picker-address", "the field is ready")
    assert sites.paths(site) == asked
    write(browser.sidebar, "#picker-address", "mailto:me@example.org")
    browser.sidebar.press("Enter")
    wait_for(browser.sidebar, f"{says} === 'This is not a web address.'")
    write(browser.sidebar, "#picker-address", "post-sitemap.xml")
    browser.sidebar.press("Enter")
    has_map(browser)
    until(lambda: "Rope and tar" in addresses(browser), "its pages are there")


def test_unavailable_robots_txt_is_reported(browser: Browser, site: HTTPServer) -> None:
    sites.answer(site, "/robots.txt", "busy", status=503)
    home = weblog.serve(site, robots=0)
    assert requested(browser, home) == [f"Quay notes\nLatest entries only\n{home}feed/"]
    says = browser.sidebar.eval("return document.querySelector('.picker-status').textContent")
    assert says.startswith("robots.txt could not be fetched.")
    browser.sidebar.click(".choices button")
    has_map(browser)


@pytest.mark.promise("successor", "Fetched titles are deleted with the reader's choice of the map.")
def test_choice_can_be_forgotten_restored_and_changed(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    requested(browser, home)
    browser.sidebar.click(".choices button")
    has_map(browser)
    from_menu(browser, "Forget")
    is_without(browser)
    undo = "return document.activeElement.textContent === 'Undo'"
    wait_for(browser.sidebar, undo)
    until(lambda: reading.stored(browser) == {}, "all is gone")
    browser.sidebar.press("Enter")
    has_map(browser)
    from_menu(browser, "another")
    choices(browser.sidebar)
    wait_for(
        browser.sidebar, "return document.querySelector('.choices [aria-current]')?.innerText.includes('robots.txt')"
    )
    browser.sidebar.click(".choices > li:last-child summary")
    browser.sidebar.click(".choices > li:last-child button")
    until(lambda: reading.names(browser) == ["Rope and tar"], "the map of the feed")
    until(lambda: f"{home}feed/" in reading.stored(browser).values(), "and the choice is kept")


def test_chosen_map_is_remembered_and_reloaded_like_others(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    requested(browser, home)
    browser.sidebar.click(".choices button")
    has_map(browser)
    before = len(sites.requests(site, "/post-sitemap.xml"))
    browser.reload()
    until(lambda: len(sites.requests(site, "/post-sitemap.xml")) > before, "the sitemap is fetched anew")
    browser.close_sidebar()
    browser.stop_background()
    browser.open(f"{home}about-us/")
    browser.open_sidebar()
    has_map(browser)
    until(lambda: reading.current(browser) == ["About us"], "the page is marked")


def test_wrong_address_can_be_changed(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    requested(browser, home)
    browser.sidebar.click("#picker .other summary")
    write(browser.sidebar, "#picker-address", "/about-us/")
    browser.sidebar.press("Enter")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'failed'")
    browser.sidebar.click("#message button:last-of-type")
    assert len(choices(browser.sidebar)) == 1
    browser.sidebar.press("Escape")
    wait_for(browser.sidebar, "return document.activeElement.textContent === 'Choose another sitemap…'")
    browser.sidebar.press("Enter")
    choices(browser.sidebar)
    browser.sidebar.click(".choices button")
    has_map(browser)


def test_choosing_works_by_keyboard_alone(browser: Browser, site: HTTPServer) -> None:
    sidebar = without_sitemap(browser, weblog.serve(site))
    sidebar.focus("#message [data-choose]")
    sidebar.press("Enter")
    wait_for(sidebar, "return document.activeElement.closest('.choices') !== null")
    sidebar.press("Escape")
    wait_for(sidebar, "return document.activeElement.matches('[data-choose]')")
    sidebar.press("Enter")
    wait_for(sidebar, "return document.activeElement.closest('.choices') !== null")
    sidebar.press("Enter")
    has_map(browser)
    wait_for(sidebar, "return document.activeElement.closest('[role=tree]') !== null")


def test_choosing_works_in_the_popup(browser: Browser, site: HTTPServer) -> None:
    browser.open(weblog.serve(site))
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#message .main')?.checkVisibility()")
    browser.popup.click("#message .main")
    assert len(choices(browser.popup)) == 1
    browser.popup.click(".choices button")
    wait_for(browser.popup, "return document.querySelector('#menu [role=menuitem]')?.checkVisibility()")


def test_choice_in_a_private_window_is_discarded_with_it(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    first = browser.current_tab()
    private = browser.new_window(home, private=True)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
    browser.sidebar.click("#message [data-choose]")
    choices(browser.sidebar)
    browser.sidebar.click(".choices button")
    until(lambda: any(reading.names(browser)), "the tree is there", despite=(DrivingError,))
    assert reading.stored(browser) == {}
    browser.close_tab(private)
    browser.show_tab(first)
    without_sitemap(browser, home)
    browser.new_window(home, private=True)
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#message [data-choose]')?.checkVisibility()")
