"""The sitemap that a page names while it arrives in parts from a slow server (D41)."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from driving import reading
from driving.surface import Browser, until

pytestmark = pytest.mark.sidebar("shared")

_OLD = '<link rel="standard-sitemap" href="/old.xml">'
_NEW = sites.LINKS.replace("/map.xml", "/new.xml")
_SLOW = '<script src="/slow.js"></script>'
_START = "<!doctype html><html><head><title>Slow</title>"
#: Chromium parses a page only after this much has arrived.
_PADDING = f"<!-- {'x' * 2_000} -->"
_PATIENCE_S = 20.0


class SlowSite:
    """Pages whose parts are sent on demand, and their maps."""

    def __init__(self, site: HTTPServer) -> None:
        self.site = site
        self.is_wanted = {name: Event() for name in ("/old.xml", "/new.xml", "/slow.js")}
        self.may_go_on = Event()
        sites.answer(site, "/bare", sites.page("Bare", head=""))
        sites.answer_with(site, "/slow.js", self._script)
        for name in ("old", "new"):
            sites.answer_with(site, f"/{name}.xml", self._map)

    def _map(self, request: Request) -> Response:
        self.is_wanted[request.path].set()
        name = request.path.strip("/").removesuffix(".xml")
        return Response(sites.sitemap(f'<item name="{name}" url="/"/>'), content_type="application/xml")

    def _script(self, request: Request) -> Response:
        self.is_wanted[request.path].set()
        self.may_go_on.wait(_PATIENCE_S)
        return Response("", content_type="text/javascript")

    def serve(self, *parts: str) -> None:
        """Serve a page at `/slow`; the test releases each part after the first."""

        def sent() -> Iterator[str]:
            for place, part in enumerate(parts):
                if place:
                    self.may_go_on.wait(_PATIENCE_S)
                yield part

        sites.answer_with(self.site, "/slow", lambda _: Response(sent(), content_type="text/html; charset=utf-8"))

    def visit(self, browser: Browser) -> None:
        """Navigate to `/slow` without waiting, with the sidebar open.

        After a navigation by a script in the page, Chromium's driver would wait until the page is loaded.
        """
        bare = self.site.url_for("/bare")
        browser.open(bare)
        browser.open_sidebar()
        browser.extension_eval(_LEAD, bare, self.site.url_for("/slow"))


_LEAD = """const tab = (await api.tabs.query({})).find(({url}) => url === arguments[0]);
    await api.tabs.update(tab.id, {url: arguments[1]})"""


@pytest.fixture
def slow(site: HTTPServer) -> Iterator[SlowSite]:
    made = SlowSite(site)
    yield made
    made.may_go_on.set()


def shown_once_all_is_there(browser: Browser) -> list[str]:
    """Return the names in the sidebar once the whole page and one of its maps have loaded.

    The rows of an earlier map stay until then.
    """
    until(
        lambda: browser.page.eval("return location.pathname + document.readyState") == "/slowcomplete", "all is there"
    )
    until(lambda: reading.names(browser) in (["old"], ["new"]), "a map of the page is shown")
    return reading.names(browser)


# holds: B17
def test_legacy_link_before_a_slow_script_is_superseded_by_new_links_after_it(browser: Browser, slow: SlowSite) -> None:
    slow.serve(f"{_START}{_OLD}{_SLOW}{_NEW}</head><body>{_PADDING}</body></html>")
    slow.visit(browser)
    assert slow.is_wanted["/slow.js"].wait(_PATIENCE_S)
    slow.may_go_on.set()
    assert shown_once_all_is_there(browser) == ["new"]
    assert not slow.is_wanted["/old.xml"].is_set()


@pytest.mark.wiring
def test_new_links_are_followed_before_a_later_slow_script_arrives(browser: Browser, slow: SlowSite) -> None:
    slow.serve(f"{_START}{_OLD}{_NEW}{_PADDING}", f"{_SLOW}</head><body></body></html>")
    slow.visit(browser)
    assert slow.is_wanted["/new.xml"].wait(_PATIENCE_S)
    slow.may_go_on.set()
    assert shown_once_all_is_there(browser) == ["new"]
    assert not slow.is_wanted["/old.xml"].is_set()


def test_legacy_link_is_final_after_the_head(browser: Browser, slow: SlowSite) -> None:
    slow.serve(f"{_START}{_OLD}</head><body>{_PADDING}<p>Text</p>", f"{_NEW}</body></html>")
    slow.visit(browser)
    assert slow.is_wanted["/old.xml"].wait(_PATIENCE_S)
    slow.may_go_on.set()
    assert shown_once_all_is_there(browser) == ["old"]
    assert not slow.is_wanted["/new.xml"].is_set()


# holds: B17
def test_a_page_of_the_back_forward_cache_keeps_its_map_though_its_script_changed_the_links(
    browser: Browser, slow: SlowSite
) -> None:
    slow.may_go_on.set()
    slow.serve(f"{_START}{_NEW}</head><body></body></html>")
    reading.shown(browser, slow.site.url_for("/slow"))
    browser.page.eval(_CHANGE_LINKS)
    browser.extension_eval("await api.storage.sync.set({keepOpen: false})")
    browser.open(slow.site.url_for("/bare"))
    until(lambda: reading.state(browser.sidebar) == "none", "a page without sitemap")
    browser.back()
    assert shown_once_all_is_there(browser) == ["new"]
    assert browser.page.eval("return document.title") == "true", "it came from the cache"
    assert not slow.is_wanted["/old.xml"].is_set()


_CHANGE_LINKS = """document.querySelector('link[rel="m.location"]').href = '/old.xml';
    addEventListener('pageshow', (event) => { document.title = String(event.persisted) })"""
