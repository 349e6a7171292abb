"""Class changes: which values are written, kept while the page changes, and restored exactly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from driving import reading, start
from driving.surface import Browser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_HOME = '<item name="Home" url="/"/>'
_MANY = f"""{sites.BODY_CLASS}{_HOME}
<class-change xmlns:h="http://www.w3.org/1999/xhtml" elem="//h:main[@id='m']" attr="class" prefix="beside"/>
<class-change xmlns:h="http://www.w3.org/1999/xhtml" xmlns:x="urn:x" elem="/h:html/h:body" attr="x:marks" prefix="m"/>
<class-change elem="//nothing" prefix="lost"/>"""

_BODY = "return document.body.getAttribute('class')"
_MAIN = "return document.getElementById('m').getAttribute('class')"
_STATE = "return document.body.dataset.state === arguments[0]"


def level(browser: Browser, script: str, prefix: str) -> int | None:
    """Return the display level of a family in an attribute's value; None if it is incomplete."""
    classes = str(browser.page.eval(script) or "").split()
    own = [name for name in classes if name.startswith((f"{prefix}-over-", f"{prefix}-under-"))]
    return reading.levels(own).get(prefix) if len(own) == 100 else None


def test_body_replaced_by_a_script_has_the_classes(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, sites.BODY_CLASS + _HOME))
    until(lambda: level(browser, _BODY, "sitemap") == 100, "the classes are there")
    browser.page.eval("const b = document.createElement('body'); b.className = 'new'; document.body.replaceWith(b)")
    until(lambda: level(browser, _BODY, "sitemap") == 100, "the new body has them, too")
    assert str(browser.page.eval(_BODY)).startswith("new ")


def test_changes_by_the_page_meanwhile_are_kept(browser: Browser, site: HTTPServer) -> None:
    reading.shown(browser, sites.serve(site, sites.BODY_CLASS + _HOME))
    until(lambda: level(browser, _BODY, "sitemap") == 100, "the classes are there")
    browser.page.eval("document.body.classList.add('dark')")
    browser.page.eval("document.body.className = 'new words'")
    until(lambda: level(browser, _BODY, "sitemap") == 100, "the classes are there again")
    browser.page.eval("document.body.classList.add('more'); document.body.classList.remove('words')")
    browser.close_sidebar()
    until(lambda: level(browser, _BODY, "sitemap") == 20, "at another level")
    browser.open_sidebar()
    browser.extension_eval("await api.storage.sync.set({levels: {sidebar: 0, atHand: 0}})")
    until(lambda: level(browser, _BODY, "sitemap") == 0, "at level 0")
    left = [name for name in browser.page.eval(_BODY).split() if not name.startswith("sitemap-")]
    assert left == ["new", "more"]


@pytest.mark.parametrize("is_closed", [False, True], ids=["open", "closed"])
def test_page_from_the_back_forward_cache_has_the_current_level(
    browser: Browser, site: HTTPServer, is_closed: bool
) -> None:
    home = sites.serve(site, sites.BODY_CLASS + _HOME)
    reading.shown(browser, home)
    until(lambda: level(browser, _BODY, "sitemap") == 100, "the classes are there")
    browser.page.eval("window.addEventListener('pageshow', (event) => { document.title = String(event.persisted) })")
    browser.open(f"{home}p/other")
    until(lambda: level(browser, _BODY, "sitemap") == 100, "the next page has them too")
    if is_closed:
        browser.close_sidebar()
    wanted = 20 if is_closed else 100
    until(lambda: level(browser, _BODY, "sitemap") == wanted, "the level of now")
    browser.back()
    until(lambda: level(browser, _BODY, "sitemap") == wanted, "the page before, at that level")
    if not is_closed or browser.name == "firefox":  # Chromium discards a cached page when a message is sent to its tab
        assert browser.page.eval("return document.title") == "true", "it came from the cache"


def test_header_of_a_page_that_a_service_worker_serves_is_found(browser: Browser, site: HTTPServer) -> None:
    header = {"X_Standard_Sitemap_Location": "/map.xml"}  # Chromium requests it past the service worker
    sites.answer_with(site, "/p/served", lambda _: sites.html(sites.page("Served", head=""), **header))
    home = sites.serve(site, sites.BODY_CLASS + _HOME, head="")
    sites.answer(site, "/worker.js", _WORKER, content_type="text/javascript")
    browser.open(home)
    browser.page.eval(_INSTALL)
    reading.shown(browser, f"{home}p/served")
    assert browser.page.eval("return document.title") == "from the worker"
    until(lambda: level(browser, _BODY, "sitemap") == 100, "the classes are there")


_WORKER = """addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
    if (!event.request.url.includes('/p/served')) return;
    event.respondWith(new Response('<!doctype html><title>from the worker</title><body><p>Page',
        {headers: {'Content-Type': 'text/html', 'X-Standard-Sitemap-Location': '/map.xml'}}));
});"""
_INSTALL = """await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, {once: true}))"""


@pytest.fixture(scope="module")
def preparing() -> Iterator[Browser]:
    """Yield a separate Chromium, because its driver loses tabs that show a page prepared ahead."""
    with start.browser("chromium") as running:
        yield running


@pytest.mark.parametrize("by", ["link", "header"])
def test_page_prepared_ahead_is_queried_when_it_is_shown(preparing: Browser, site: HTTPServer, by: str) -> None:
    """Check Chromium only: Firefox does not prerender."""
    names = {"head": sites.LINKS} if by == "link" else {"head": ""}
    header = {} if by == "link" else {"X_Standard_Sitemap_Location": "/map.xml"}
    sites.answer(site, "/map.xml", sites.sitemap(sites.BODY_CLASS + _HOME), content_type="text/xml")
    sites.answer_with(site, "/ahead", lambda _: sites.html(sites.page("Ahead", **names), **header))
    rules = '<script type="speculationrules">{"prerender": [{"urls": ["/ahead"], "eagerness": "immediate"}]}</script>'
    sites.answer(site, "/", sites.page("Page", rules, '<a id="on" href="/ahead">on</a>'))
    preparing.new_tab(site.url_for("/"))
    until(lambda: sites.requests(site, "/ahead"), "the page is prepared")
    preparing.open_sidebar()
    wait_for(preparing.sidebar, _STATE, "none")
    assert sites.requests(site, "/map.xml") == []
    preparing.page.click("#on")
    wait_for(preparing.sidebar, _STATE, "ready")
    shown = until(lambda: preparing.extension_eval(_AHEAD), "the classes are there")
    assert shown[0] > 0, "it was prepared ahead"
    assert "sitemap-over-99" in shown[1]


_AHEAD = """const [tab] = await api.tabs.query({url: 'http://*/ahead', active: true});
    const func = () => [performance.getEntriesByType('navigation')[0].activationStart, document.body.className];
    const [{ result }] = await api.scripting.executeScript({target: {tabId: tab.id}, func});
    return result[1] && result"""


@pytest.mark.sidebar("fresh")
def test_open_pages_are_adopted_when_the_extension_restarts(browser: Browser, site: HTTPServer) -> None:
    home = sites.serve(site, _MANY, body='<main id="m" class="own">Main</main>')
    browser.open(home)
    until(lambda: level(browser, _BODY, "sitemap") == 20, "the classes are there")
    browser.reload_extension()
    browser.open_sidebar()
    wait_for(browser.sidebar, _STATE, "ready")
    until(lambda: level(browser, _BODY, "sitemap") == 100, "the page is taken up")
    until(lambda: level(browser, _MAIN, "beside") == 100, "all of it")
    sites.answer(site, "/gone.xml", "", status=404)
    browser.extension_eval("await api.storage.sync.set({levels: {sidebar: 7}})")
    until(lambda: level(browser, _BODY, "sitemap") == 7, "and follows what the reader sets")
    assert browser.page.eval(_MAIN).split()[0] == "own"
    assert sites.requests(site, "/") != []
