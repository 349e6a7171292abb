"""The page's own headings and menus, shown without a sitemap, host, consent or request."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.test_accessibility import violations
from browser.watched import StandIn, WatchedBrowser
from driving import programs, reading, start
from driving.surface import Browser, until, wait_for

_PAGES = Path(__file__).parent.parent / "pages"
_ROWS = {
    "sphinx": ["Installing", "From source", "Compilers", "Upgrading", "Guide", "Tide tables", "Reference"],
    "mkdocs": ["Getting started", "Ropes", "Knots", "Tabs", "Navigation", "Berths"],
    "docusaurus": ["Your first page", "Main", "Docs sidebar", "Basics", "Create a page", "Community"],
    "wordpress": ["Of rope", "Hemp", "Primary", "Boats", "Rope", "Recent posts", "Categories"],
    "news": ["Today", "Ferry returns after a week", "Sections", "Business", "Most read", "Legal"],
    "shop": ["Hemp rope", "Rope", "Paint", "Lamps", "Help", "Company"],
    "forum": ["Splicing", "Quick links", "FAQ", "Members"],
    "application": ["Inbox", "Folders", "Sent"],
}
_NOT = ("Skip to content", "Table of contents", "Offers", "Menu", "Previous Intro", "We value your privacy")
_READ = "return document.querySelector('.heading[aria-current=location] .name')?.textContent === arguments[0]"


def serve(site: HTTPServer, name: str) -> str:
    """Serve one of the pages and return its address."""
    sites.answer(site, f"/{name}.html", (_PAGES / name / "page.html").read_text())
    return site.url_for(f"/{name}.html")


def test_every_kind_of_page_shows_its_headings_and_menus(watched: WatchedBrowser, site: HTTPServer) -> None:
    browser = watched.browser
    browser.open_sidebar()
    heard = len(watched.host.heard())
    for name, rows in _ROWS.items():
        browser.open(serve(site, name))
        until(lambda rows=rows: set(rows) <= set(reading.names(browser)), f"the rows of {name}")  # type: ignore[misc]
        assert not set(_NOT) & set(reading.names(browser)), name
        assert violations(browser.sidebar) == [], name
    browser.open(serve(site, "empty"))
    wait_for(browser.sidebar, "return document.querySelector('#nothing').textContent.includes('no headings')")
    assert set(sites.paths(site)) == {f"/{name}.html" for name in [*_ROWS, "empty"]}
    # Messages about the previous test's map may be sent during this test.
    assert [message for message in watched.host.heard()[heard:] if f":{site.port}" in str(message)] == []


@pytest.mark.parametrize("name", programs.NAMES)
def test_page_contents_before_consent_are_shown_without_any_transmission(name: str, site: HTTPServer) -> None:
    hosts: list[StandIn] = []
    with start.browser(name, prepare=lambda place: hosts.append(StandIn(place)), consents=False) as browser:
        browser.new_tab(serve(site, "wordpress"))
        browser.open_sidebar()
        until(lambda: {"Of rope", "Primary", "Rope"} <= set(reading.names(browser)), "headings and menus are there")
        assert wait_for(browser.sidebar, "return document.body.dataset.state") == "no-host"
        assert (hosts[0].heard(), browser.hosts(), sites.paths(site)) == ([], 0, ["/wordpress.html"])


@pytest.mark.wiring
def test_headings_follow_the_page_and_navigate_to_it(browser: Browser, site: HTTPServer) -> None:
    sections = "".join(f'<h2 id="s{at}">Section {at}</h2><p style="height: 70vh">Text</p>' for at in range(400))
    sites.answer(site, "/long", sites.page("Long", head="", body=f"<h1>Top</h1>{sections}"))
    browser.open(site.url_for("/long"))
    browser.open_sidebar()
    until(lambda: "Section 1" in reading.names(browser), "the headings are there")
    browser.page.eval("document.querySelector('#s333').scrollIntoView()")
    wait_for(browser.sidebar, _READ, "Section 333")
    browser.sidebar.click('.heading a[href$="#s335"]')
    until(lambda: browser.address().endswith("#s335"), "the page is at the heading")
    wait_for(browser.sidebar, _READ, "Section 335")


def test_clicked_heading_is_current_until_the_reader_scrolls(browser: Browser, site: HTTPServer) -> None:
    parts = "".join(f'<h2 id="s{at}">Part {at}</h2><p style="height: 40px">Text</p>' for at in range(4))
    body = f'<h1>Top</h1><p style="height: 200vh">Text</p>{parts}<h2 style="position: absolute; left: -9999px">Off</h2>'
    sites.answer(site, "/short", sites.page("Short", head="", body=body))
    browser.open(site.url_for("/short"))
    browser.open_sidebar()
    until(lambda: "Part 1" in reading.names(browser), "the headings are there")
    assert "Off" not in reading.names(browser)
    browser.sidebar.click('.heading a[href$="#s1"]')
    wait_for(browser.sidebar, _READ, "Part 1")
    # Nothing shows when the link ends; until 150 ms after the last scrolling, the link scrolls and not the reader.
    browser.page.eval("await new Promise((done) => setTimeout(done, 300)); scrollTo(0, 300)")
    wait_for(browser.sidebar, _READ, "Top")
    browser.page.eval("scrollTo(0, document.documentElement.scrollHeight)")
    wait_for(browser.sidebar, _READ, "Part 3")


_CARDS = """<h1>Log book</h1><h2><a href="/rope">A rope</a></h2><article><a href="/boat"><h2>A boat</h2></a></article>
<h2 id="deck">On deck</h2><p style="height: 200vh">Text</p>"""
_ARROWS = """return [...document.querySelectorAll('.heading:has(.icon-leads)')].map((row) =>
    [row.querySelector('.name').textContent, new URL(row.querySelector('a.name').href).pathname]);"""


def test_heading_in_a_link_leads_to_that_page(browser: Browser, site: HTTPServer) -> None:
    sites.answer(site, "/log", sites.page("Log", head="", body=_CARDS))
    for name in ("rope", "boat"):
        sites.answer(site, f"/{name}", sites.page(name, head="", body=f"<h1>Only the {name}</h1>"))
    browser.open(site.url_for("/log"))
    browser.open_sidebar()
    until(lambda: "On deck" in reading.names(browser), "the headings are there")
    assert browser.sidebar.eval(_ARROWS) == [["A rope", "/rope"], ["A boat", "/boat"]]
    tabs = browser.tabs()
    browser.sidebar.click('.heading a[href$="/boat"]', holding="Control")
    until(lambda: len(browser.tabs()) == len(tabs) + 1, "a second tab")
    browser.sidebar.click('.row:has(a[href$="/rope"]) .variants')
    browser.sidebar.click("[role=menu] [role=menuitem]")
    until(lambda: len(browser.tabs()) == len(tabs) + 2, "a third tab")
    until(lambda: [path for path in sites.paths(site) if path != "/log"] == ["/boat", "/rope"], "both are loaded")
    browser.show_tab(tabs[-1])
    until(lambda: "On deck" in reading.names(browser), "the first page again")
    browser.sidebar.click('.heading a[href$="/rope"]')
    until(lambda: browser.address() == site.url_for("/rope"), "the page of the heading")
    until(lambda: "Only the rope" in reading.names(browser), "its headings")


_SET = """<frameset cols="200,*"><frame name="menu" src="/menu"><frame name="main" src="/start"></frameset>"""
_TOPICS = """<base target="main"><p><a href="/start">Start</a></p><p><a href="/boats">Boats</a></p>
<p><a href="/all" target="_top">All</a></p>"""


def test_link_of_a_menu_in_a_frame_opens_in_the_frame_of_the_content(browser: Browser, site: HTTPServer) -> None:
    sites.answer(site, "/set", f"<!doctype html><html><head><title>Set</title></head>{_SET}</html>")
    sites.answer(site, "/menu", f"<!doctype html><html><head><title>Menu</title></head><body>{_TOPICS}</body></html>")
    parts = "".join(f'<h2>Part {at}</h2><p style="height: 150vh">Text</p>' for at in range(4))
    for name in ("start", "boats", "all"):
        sites.answer(site, f"/{name}", sites.page(name, head="", body=f"<h1>The {name}</h1>{parts}"))
    browser.open(site.url_for("/set"))
    browser.open_sidebar()
    until(lambda: {"The start", "Part 1", "All"} <= set(reading.names(browser)), "headings and menu are there")
    assert reading.current(browser) == ["Start"]
    browser.sidebar.click('a[href$="/boats"]')
    until(lambda: "The boats" in reading.names(browser), "the headings of the other page")
    until(lambda: reading.current(browser) == ["Boats"], "its row is marked")
    assert browser.address() == site.url_for("/set")
    browser.page.eval("frames.main.scrollTo(0, frames.main.document.documentElement.scrollHeight)")
    wait_for(browser.sidebar, _READ, "Part 3")
    browser.page.eval("frames.main.location = '/start'")
    until(lambda: reading.current(browser) == ["Start"], "the row of the page to which the frame went")
    browser.sidebar.click('a[href$="/all"]')
    until(lambda: browser.address() == site.url_for("/all"), "a page for the whole window")


def test_headings_of_a_page_from_right_to_left_run_so(browser: Browser, site: HTTPServer) -> None:
    body = '<h1>القوارب</h1><h2 id="a">صفحة</h2><h2 id="b">HTML</h2><h2 id="c">&#x3164;</h2>'
    sites.answer(site, "/ar", sites.page("قوارب", head="", body=f'<div dir="rtl" lang="ar">{body}</div>'))
    browser.open(site.url_for("/ar"))
    browser.open_sidebar()
    until(lambda: "HTML" in reading.names(browser), "the headings are there")
    assert reading.names(browser)[-1] == site.url_for("/ar#c"), "a heading of invisible letters has its address"
    edges = browser.sidebar.eval(_EDGES)
    for outer, inner in itertools.pairwise(edges[1:3]):
        assert outer["right"] - inner["right"] > 5, "deeper rows begin further to the left"
    assert all(edge["gap"] < 3 for edge in edges[1:]), edges


#: The right edges of the names in the rows, and the distances of their letters from these.
_EDGES = """return [...document.querySelectorAll('#page-tree > .row')].map((row) => {
    const words = row.querySelector('.words'), range = document.createRange();
    range.selectNodeContents(words);
    const { right } = range.getBoundingClientRect();
    return { right, gap: Math.abs(words.getBoundingClientRect().right - right) };
});"""


def test_headings_follow_the_page_after_the_background_was_stopped(browser: Browser, site: HTTPServer) -> None:
    body = '<h1>Top</h1><h2 id="one">One</h2><p style="height: 200vh">Text</p><h2 id="two">Two</h2>'
    sites.answer(site, "/long", sites.page("Long", head="", body=body + '<p style="height: 200vh">Text</p>'))
    browser.open(site.url_for("/long"))
    browser.open_sidebar()
    until(lambda: {"One", "Two"} <= set(reading.names(browser)), "the headings are there")
    browser.stop_background()
    browser.page.eval("document.querySelector('#two').scrollIntoView()")
    wait_for(browser.sidebar, _READ, "Two")
    browser.page.eval("document.querySelector('#one').textContent = 'Changed'")
    until(lambda: "Changed" in reading.names(browser), "the changed heading")


@pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium hides logins from extensions
def test_rows_have_no_login_of_the_page_address(browser: Browser, site: HTTPServer) -> None:
    browser.open(serve(site, "wordpress").replace("//", "//reader:a-secret@"))
    browser.open_sidebar()
    until(lambda: {"Hemp", "Boats"} <= set(reading.names(browser)), "headings and menus are there")
    addresses = browser.sidebar.eval("return [...document.querySelectorAll('.row a[href]')].map(({ href }) => href)")
    assert site.url_for("/boats/") in addresses
    assert [address for address in addresses if "@" in address] == []


def test_page_that_changes_is_read_again(browser: Browser, site: HTTPServer) -> None:
    browser.open(serve(site, "empty"))
    browser.open_sidebar()
    wait_for(browser.sidebar, "return document.querySelector('#nothing').textContent.includes('no headings')")
    browser.page.eval("document.body.innerHTML = '<nav aria-label=Later><a href=/x>A late link</a></nav><h1>Late</h1>'")
    until(lambda: {"Late", "Later", "A late link"} <= set(reading.names(browser)), "the new contents")
    browser.reload()
    wait_for(browser.sidebar, "return document.querySelector('#nothing').textContent.includes('no headings')")


#: The fields of a form replace its properties of the same name.
_FORM = "".join(
    f'<input name="{name}">' for name in ("firstElementChild", "nextElementSibling", "parentNode", "parentElement")
)
_SHADOWS = f"""<x-head><a href="/deck">Deck</a><a href="/hold" hidden>Hold</a></x-head><main><h1>Ship</h1>
<h2 aria-hidden="true">Ornament</h2><x-part><h3>Slotted</h3></x-part><form><p>{_FORM}</p><h2>Form</h2></form></main>
<script>
const attach = (css, html) => {{ document.querySelector(css).attachShadow({{ mode: 'open' }}).innerHTML = html; }};
attach('x-head', '<nav aria-label="Site"><ul><li><a href="/">Quay</a></li></ul><slot></slot></nav>');
attach('x-part', '<h2>Inner</h2><slot></slot>');</script>"""


def test_open_shadow_trees_are_read_as_they_are_rendered_and_read_again_if_they_change(
    browser: Browser, site: HTTPServer
) -> None:
    sites.answer(site, "/ship", sites.page("Ship", head="", body=_SHADOWS))
    browser.open(site.url_for("/ship"))
    browser.open_sidebar()
    names = ["Ship", "Inner", "Slotted", "Form", "Site", "Quay", "Deck"]
    until(lambda: [name for name in reading.names(browser) if name in names] == names, "the rows of shadow trees")
    assert "Ornament" not in reading.names(browser)
    browser.page.eval("document.querySelector('x-part').shadowRoot.querySelector('h2').textContent = 'Other'")
    until(lambda: "Other" in reading.names(browser), "the changed heading")
