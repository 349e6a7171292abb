"""A page's evidence is limited in the page, and again in the background.

A compromised renderer can send anything. The host survives, storage does not fill, and other tabs are unaffected.
"""

from __future__ import annotations

import json

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from browser.watched import WatchedBrowser
from driving import reading
from driving.surface import until

#: The sum of a page's links and headers, with their quotation marks and brackets in JSON (`content/evidence.js`).
MOST_OF_A_PAGE = 50_000

#: `storage.session` holds ten million bytes in total, and then refuses more.
MOST_STORED = 5_000_000

_DECLARED = f'<link rel="schema.m" href="{sites.NAMESPACE}">'
_XHTML = "http://www.w3.org/1999/xhtml"

#: Sends reports that only a compromised renderer would send, from the page's isolated world.
_TAKEN_OVER = """
  const tab = (await api.tabs.query({})).find(({url}) => url === arguments[0]);
  const [{result}] = await api.scripting.executeScript({target: {tabId: tab.id}, func: async () => {
    const link = (number) => ({element: 'link', rel: 'standard-sitemap', href: `/${number}${'x'.repeat(4000)}`,
      base: location.href, xml_bases: Array(50).fill('b/'.repeat(500)), more: 'y'.repeat(5000)});
    const links = Array.from({length: 300}, (_, number) => link(number));
    const say = (params) => (globalThis.browser ?? chrome).runtime.sendMessage({method: 'page.evidence', params});
    await say({links, content_type: 'z'.repeat(1_000_000), referrer: 'z'.repeat(1_000_000)});
    const small = (number) => ({...link(number), xml_bases: []});
    const said = Array.from({length: 300}, (_, number) => say({links: [small(number)]}));
    return (await Promise.all(said)).length;
  }});
  return result"""
_STORED = "return JSON.stringify(await api.storage.session.get(null)).length"


def _many_links() -> str:
    """Return thousands of candidate links with addresses of maximum length, the deciding one last."""
    links = "".join(f'<link rel="m{number}.location" href="/{"x" * 4_000}">' for number in range(500))
    return sites.page("Links", f"{links}{_DECLARED}<link rel='m.location' href='/map.xml?{'y' * 4_000}'>")


def _many_bases() -> str:
    """Return a link inside hundreds of elements with bases."""
    open_, close = f'<div xml:base="{"b/" * 500}">' * 300, "</div>" * 300
    link = '<link rel="standard-sitemap" href="map.xml"/>'
    return f'<html xmlns="{_XHTML}"><head><title>Bases</title></head><body>{open_}{link}{close}</body></html>'


def _many_headers(_: Request) -> Response:
    """Return declarations of dozens of prefixes, each with a location of thousands of characters."""
    made = sites.html(sites.page("Headers", head=""))
    made.headers["Opt"] = ", ".join(f'"{sites.NAMESPACE}"; ns={number}' for number in range(10, 60))
    made.headers.extend((f"{number}-Location", "/" + "x" * 3_000) for number in range(10, 60))
    return made


@pytest.mark.promise(
    "page", "Hostile evidence does not end the host, fill storage or starve other tabs in real browsers."
)
def test_hostile_page_evidence_neither_kills_the_host_nor_fills_storage_nor_starves_tabs(
    watched: WatchedBrowser, site: HTTPServer
) -> None:
    browser = watched.browser
    home = sites.serve(site, '<item name="Home" url="/"/>' + sites.BODY_CLASS)
    sites.answer(site, "/plain", sites.page("Plain", head=""))
    sites.answer(site, "/links", _many_links())
    sites.answer(site, "/bases", _many_bases(), content_type="application/xhtml+xml")
    sites.answer_with(site, "/headers", _many_headers)
    reading.shown(browser, home)
    hosts = [process.pid for process in browser.host_processes()]
    other = browser.current_tab()
    browser.new_tab(f"{home}links")
    for path in ("bases", "headers"):
        browser.open(home + path)
    browser.open(f"{home}plain")
    assert browser.extension_eval(_TAKEN_OVER, f"{home}plain") == 300
    browser.show_tab(other)
    until(lambda: reading.names(browser) == ["Home"], "the other tab has its map")
    until(lambda: reading.body_classes(browser), "the other page is still marked")
    reading.shown(browser, f"{home}p/next")
    assert [process.pid for process in browser.host_processes()] == hosts
    heard = [len(json.dumps(message)) for message in watched.host.heard() if message["method"] == "locate"]
    assert 10 < len(heard) < 120
    assert max(heard) < MOST_OF_A_PAGE
    assert browser.extension_eval(_STORED) < MOST_STORED
