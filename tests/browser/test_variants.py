"""Variants: the one in the reader's language is shown, all others are reachable, a chosen language stays."""

from __future__ import annotations

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading
from driving.surface import Browser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_MAP = """<item name="Home"><variant lang="de" name="Anfang" url="p/de"/><variant lang="en-GB" name="Start" url="p/en"/>
<variant lang="fr" name="Accueil" url="p/fr"/></item>
<item><variant lang="de" name="Preise" url="p/preise"/><variant lang="en-GB" name="Prices" url="p/prices"/></item>
<item name="Guide"><variant type="application/pdf" url="p/guide.pdf"/><variant type="text/html" url="p/guide"/></item>
<item role="contact"><variant lang="de" name="Schreiben" url="p/schreiben"/>
<variant lang="en" name="Write" url="p/write"/></item>"""

_LINKS = "return [...document.querySelectorAll('a.name')].map((one) => one.href)"
_OTHERS = """return [...document.querySelectorAll('.drop-menu a[role=menuitem]')].map((one) =>
    [one.firstChild.textContent, one.href, one.querySelector('small')?.textContent ?? null])"""
_CHOOSE = """const select = document.querySelector('#language select');
    select.value = arguments[0];
    select.dispatchEvent(new Event('change', {bubbles: true}))"""


# holds: F107
def test_variants_are_chosen_by_language_and_type(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)
    until(lambda: reading.names(browser) == ["Start", "Prices", "Guide"], "British English for readers of English")
    assert browser.sidebar.eval(_LINKS) == [f"{home}p/en", f"{home}p/prices", f"{home}p/guide"]


# holds: F135 W13
def test_every_other_variant_can_be_reached(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    reading.shown(browser, home)
    until(lambda: reading.names(browser) == ["Start", "Prices", "Guide"], "the rows")
    browser.sidebar.click("#row-0 .variants")
    wanted = [["Anfang", f"{home}p/de"], ["Start", f"{home}p/en"], ["Accueil", f"{home}p/fr"]]
    until(lambda: [entry[:2] for entry in browser.sidebar.eval(_OTHERS)] == wanted, "the other variants")
    browser.sidebar.click(".drop-menu a:nth-of-type(3)")
    until(lambda: browser.address() == f"{home}p/fr", "the other variant")
    until(lambda: reading.current(browser) == ["Start"], "is the same node")
    browser.sidebar.click("#row-2 .variants")
    types = [[f"{home}p/guide.pdf", "PDF"], [f"{home}p/guide", "HTML"]]
    until(lambda: [entry[1:] for entry in browser.sidebar.eval(_OTHERS)] == types, "told apart by their types")


def test_no_quality_of_a_variant_is_dropped(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, _QUALITIES))
    until(lambda: "Preise" in reading.names(browser), "the rows")
    in_german, in_english = browser.sidebar.eval(_SEEN)
    assert in_german == ["de", "application/pdf", "de PDF", "Alle\nISO-8859-1"]
    assert in_english == ["en", "", "", ""]


_QUALITIES = """<item name="Preise" description="Alle" url="p/preise" lang="de" type="application/pdf"
    charset="ISO-8859-1"/><item name="Prices" url="p/prices" lang="en"/>"""
_SEEN = """return [...document.querySelectorAll('.row.item')].map((row) => [row.querySelector('a').hreflang,
    row.querySelector('a').type, [...row.querySelectorAll('.badge')].map((one) => one.dataset.code).join(' '),
    row.title])"""


# holds: W12
def test_chosen_language_switches_the_page_and_stays(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    reading.shown(browser, f"{home}p/prices")
    until(lambda: reading.current(browser) == ["Prices"], "the page is marked")
    wait_for(browser.sidebar, "return document.querySelector('#language option[value=de]') !== null")
    browser.sidebar.eval(_CHOOSE, "de")
    until(lambda: browser.address() == f"{home}p/preise", "the same page in German")
    until(lambda: reading.names(browser) == ["Anfang", "Preise", "Guide"], "the whole map in German")
    until(lambda: any("p/schreiben" in role for role in reading.roles(browser.sidebar)), "and its roles")
    until(lambda: reading.current(browser) == ["Preise"], "the page is marked")
    browser.close_sidebar()
    browser.open("about:blank")
    browser.kill_host()
    browser.stop_background()
    reading.shown(browser, home)
    until(lambda: reading.names(browser) == ["Anfang", "Preise", "Guide"], "the language has stayed")
    wait_for(browser.sidebar, "return document.querySelector('#language select').value === 'de'")
    browser.sidebar.eval(_CHOOSE, "")
    until(lambda: reading.names(browser)[:1] == ["Start"], "and can be left to the browser again")


_REGIONS = """<item name="Home" url=""/><item name="House"><item>
<variant lang="en" name="Austria" url="p/austria"/><variant lang="de-AT" name="Österreich" url="p/oesterreich"/>
</item></item>"""


def test_chosen_language_switches_a_page_in_a_collapsed_branch(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _REGIONS)
    reading.shown(browser, f"{home}p/austria")
    until(lambda: reading.current(browser) == ["Austria"], "the page is marked")
    browser.sidebar.click("[role=treeitem][aria-expanded=true] .twist")
    until(lambda: "Austria" not in reading.names(browser), "its branch is folded")
    wait_for(browser.sidebar, "return document.querySelector('#language option[value=de-AT]') !== null")
    browser.sidebar.eval(_CHOOSE, "de-AT")
    until(lambda: browser.address() == f"{home}p/oesterreich", "the same page in Austrian German")


def test_current_page_in_a_collapsed_branch_is_revealed_again(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, f"{sites.serve(site, _REGIONS)}p/austria")
    until(lambda: reading.current(browser) == ["Austria"], "the page is marked")
    browser.sidebar.click("[role=treeitem][aria-expanded=true] .twist")
    until(lambda: reading.current(browser) == [], "its branch is folded")
    browser.sidebar.click("#find-current")
    until(lambda: reading.current(browser) == ["Austria"], "its branch is open again")


def test_map_uses_the_language_of_the_current_page(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MAP)
    sites.answer(site, "/allemand", sites.page("Allemand").replace("<html>", "<html lang=de-DE>"))
    reading.shown(browser, f"{home}allemand")
    until(lambda: reading.names(browser) == ["Anfang", "Preise", "Guide"], "the map is in the language of the page")
    assert browser.sidebar.eval("return document.querySelector('#language select').value") == ""
    browser.open(f"{home}p/prices")
    until(lambda: reading.current(browser) == ["Preise"], "a page that says none leaves it as it is")
    sites.answer_with(site, "/anglais", lambda _: sites.html(sites.page("Anglais"), Content_Language="en"))
    browser.open(f"{home}anglais")
    until(lambda: reading.names(browser) == ["Start", "Prices", "Guide"], "the header of its response counts, too")
