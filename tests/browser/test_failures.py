"""Failures are explained, the rest continues to work, and a retry helps."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from browser.watched import WatchedBrowser
from driving import reading
from driving.profile import ROOT
from driving.surface import Browser, until, wait_for

pytestmark = pytest.mark.sidebar("shared")

_STRINGS = json.loads((ROOT / "_locales" / "en" / "messages.json").read_text())
_HOME = '<item name="Home" url="/"/>'


def text(name: str) -> str:
    """Return the English string with that name, up to its first placeholder."""
    return str(_STRINGS[name]["message"]).partition("$")[0].strip()


def says(browser: Browser, state: str, name: str) -> None:
    """Wait until the sidebar is in a state and shows that string."""
    wait_for(browser.sidebar, "return document.body.dataset.state === arguments[0]", state, deadline_s=30)
    wait_for(browser.sidebar, "return document.body.textContent.includes(arguments[0])", text(name))


def try_again(browser: Browser) -> None:
    browser.sidebar.click("#message [data-retry]")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'ready'")
    until(lambda: "Home" in reading.names(browser), "the map is there")


@pytest.mark.parametrize(("how", "saying"), [("old", "olderHostTitle"), ("crash", "problemHostCrashed")])
def test_host_that_is_too_old_or_crashes(watched: WatchedBrowser, site: HTTPServer, how: str, saying: str) -> None:
    browser = watched.browser
    reading.shown(browser, sites.serve(site, sites.BODY_CLASS + _HOME))
    watched.host.behave(how)
    browser.kill_host()
    says(browser, "no-host", saying)
    until(lambda: reading.body_classes(browser) == [], "the page is left alone")
    watched.host.behave("pass")
    if how == "crash":  # a restarted, current host is found without a click
        try_again(browser)
    until(lambda: "Home" in reading.names(browser), "the map is there")
    until(lambda: reading.levels(reading.body_classes(browser)) == {"sitemap": 100}, "the page has its classes again")


def test_public_page_cannot_name_a_private_sitemap(watched: WatchedBrowser, site: HTTPServer) -> None:
    watched.host.behave("public")
    watched.browser.kill_host()
    watched.browser.open_sidebar()
    watched.browser.open(sites.serve(site, _HOME))
    says(watched.browser, "failed", "problemPrivateAddress")
    assert sites.requests(site, "/map.xml") == []


def test_sitemap_broken_in_part_shows_the_rest(browser: Browser, site: HTTPServer) -> None:
    sites.answer(site, "/gone.xml", "", status=404)
    reading.shown(browser, sites.serve(site, _HOME + '<external url="gone.xml#a"/><item name="More" url="p/more"/>'))
    until(lambda: reading.names(browser) == ["Home", "More"], "the rest is there")
    wait_for(browser.sidebar, "return document.querySelector('#status').textContent.includes(arguments[0])", _PARTIAL)
    reading.open_problems(browser.sidebar)
    wait_for(browser.sidebar, "return document.querySelector('#faults')?.innerText.includes('gone.xml')")


_PARTIAL = text("statusPartial")
_STOPPED = text("statusStopped")


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Yield an event that holds files back; it is set at the end."""
    gate = threading.Event()
    yield gate
    gate.set()


def test_slow_sitemap_shows_progress_and_can_be_stopped(
    browser: Browser, site: HTTPServer, gate: threading.Event
) -> None:
    def made(request: Request) -> Response:
        number = int(request.path[2:-4])
        if number > 2:
            gate.wait(60)
        item = f'<item xml:id="a" name="Part {number}" url="p/{number}"/>'
        return Response(sites.sitemap(item), content_type="text/xml")

    for number in range(6):
        sites.answer_with(site, f"/n{number}.xml", made)
    reading.shown(browser, sites.serve(site, _HOME + "".join(f'<external url="n{n}.xml#a"/>' for n in range(6))))
    until(lambda: reading.names(browser) == ["Home", "Part 0", "Part 1", "Part 2"], "what came is shown")
    progress = "const bar = document.querySelector('#progress'); return !bar.hidden && [bar.value, bar.max]"
    until(lambda: browser.sidebar.eval(progress) == [4, 7], "progress is shown")
    browser.sidebar.click("#stop")
    wait_for(browser.sidebar, "return document.querySelector('#status').textContent.includes(arguments[0])", _STOPPED)
    until(lambda: reading.names(browser) == ["Home", "Part 0", "Part 1", "Part 2"], "what came is kept")
    gate.set()
    browser.sidebar.click("#reload")
    until(lambda: len(reading.names(browser)) == 7, "all of it, fetched anew")
