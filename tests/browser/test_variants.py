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
_CHOOSE = """const select = document.querySelector('#language select');
    select.value = arguments[0];
    select.dispatchEvent(new Event('change', {bubbles: true}))"""


# holds: W12
@pytest.mark.wiring
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
