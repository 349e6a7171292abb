"""The host is killed at random moments while four tabs request their maps: the sidebar always recovers.

The cache stays intact, and no process remains. `STANDARD_SITEMAP_KILLS=1000 scripts/test tests/browser/test_kills.py`
sets the number of kills in each browser; `STANDARD_SITEMAP_SEED` repeats a failed run as far as possible.
"""

from __future__ import annotations

import contextlib
import logging
import os
import random
import sqlite3
import time
from dataclasses import dataclass, field
from functools import partial

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from driving import programs, reading, start
from driving.processes import Process
from driving.profile import Place
from driving.surface import Browser, DrivingError, TimedOut, until, wait_for, write

_LOG = logging.getLogger(__name__)
_KILLS = int(os.environ.get("STANDARD_SITEMAP_KILLS", "3"))
_SEED = int(os.environ.get("STANDARD_SITEMAP_SEED", str(random.randrange(10**6))))
_CHAPTERS = 30
#: A kill comes at any moment between the request and the complete answer.
_LATEST_S = 1.2
_RECOVERED_S = 60.0
_CHECKED_EVERY = 50


@pytest.fixture
def book(site: HTTPServer) -> str:
    """Return the address of a site whose map has many cacheable files."""
    chapters = "".join(f'<external url="/chapter-{number}.xml#c"/>' for number in range(_CHAPTERS))
    whole = f'<item name="Book" url="/"/><item name="Chapters" url="p/all">{chapters}</item>'
    sites.answer_with(site, "/map.xml", partial(_stored, text=sites.sitemap(whole)))
    for number in range(_CHAPTERS):
        chapter = sites.sitemap(f'<item xml:id="c" name="Chapter {number}" url="p/{number}"/>')
        sites.answer_with(site, f"/chapter-{number}.xml", partial(_stored, text=chapter))
    return sites.serve(site, "")


def _stored(request: Request, text: str) -> Response:
    response = Response(text, content_type="text/xml", headers={"Cache-Control": "no-cache"})
    response.add_etag()
    return response.make_conditional(request)


@dataclass
class Reader:
    """A reader with four open tabs, and the sidebar's expected content for each."""

    browser: Browser
    chance: random.Random
    tabs: dict[str, tuple[list[str], ...]] = field(default_factory=dict)
    seen: list[Process] = field(default_factory=list)

    def open(self, pages: dict[str, str]) -> None:
        """Open pages in tabs, given the names of their rows by address."""
        for url, name in pages.items():
            tab = self.browser.new_tab(url)
            self.browser.open_sidebar()
            self.tabs[tab] = until(partial(self.marked, name), f"{name} is marked in the map", despite=(DrivingError,))

    def marked(self, name: str) -> tuple[list[str], ...]:
        """Return the settled content once the page's row has this name."""
        # On a slow machine, the page's own contents are listed before the map; its home page is marked there.
        content = self.settled()
        return content if content[:1] == ([name],) else ()

    def settled(self) -> tuple[list[str], ...]:
        """Return the page's row and the rows of the first level, once the map is complete and the page is marked."""
        rows = reading.rows(self.browser.sidebar) if self.browser.sidebar.eval(_IS_WHOLE) else []
        current = [row.name for row in rows if row.is_current]
        return (current, [row.name for row in rows if row.level == 1]) if current else ()

    def turn(self) -> None:
        """Use the host in every tab, and kill it meanwhile."""
        tab = self.chance.choice(list(self.tabs))
        self.browser.show_tab(tab)
        self.browser.extension_eval(_RELOAD_ALL)
        time.sleep(self.chance.uniform(0, _LATEST_S))
        self.seen += until(self.browser.host_processes, "there is a host to be killed", _RECOVERED_S)
        self.browser.kill_host()
        until(lambda: self.browser.hosts() == 1, "there is another host, and only one", _RECOVERED_S)
        self.recover(tab)

    def recover(self, tab: str) -> None:
        """Wait until the sidebar shows a tab's earlier content again."""
        wanted = self.tabs[tab]
        until(lambda: self.settled() == wanted, "the sidebar is as before", _RECOVERED_S, despite=(DrivingError,))

    def work(self) -> None:
        """Use the filter in every tab, which requires the host."""
        for tab, (current, _) in self.tabs.items():
            self.browser.show_tab(tab)
            self.recover(tab)
            write(self.browser.sidebar, "#filter", current[0])
            wait_for(self.browser.sidebar, _IS_FILTERED, deadline_s=_RECOVERED_S)
            write(self.browser.sidebar, "#filter", " ")
            self.recover(tab)


#: The map is complete.
_IS_WHOLE = """return document.body.dataset.state === 'ready' && document.querySelector('#progress').hidden
    && document.querySelector('[role=treeitem]:not(.waiting)') !== null"""

_IS_FILTERED = "return !document.querySelector('#matches').hidden"

_RELOAD_ALL = """for (const tab of await api.tabs.query({})) {
        if (tab.url?.startsWith('http')) await api.tabs.reload(tab.id);
    }"""


def harm(place: Place) -> list[str]:
    """Return the damage to the host's cache; a damaged one would have been replaced."""
    [file] = (place.home / ".cache" / "standard-sitemap-navigator").rglob("answers.db")
    with contextlib.closing(sqlite3.connect(file, timeout=30)) as database:
        return [row[0] for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]


@pytest.mark.parametrize("name", programs.NAMES)
@pytest.mark.promise("server", "If the host is killed at any moment, the sidebar recovers and no process remains.")
def test_sidebar_recovers_from_every_kill(name: str, shop: str, book: str) -> None:
    places: list[Place] = []
    with start.browser(name, prepare=places.append) as browser:
        reader = Reader(browser, random.Random(_SEED))
        shop_pages = {f"{shop}/en/": "The Paper Lantern", f"{shop}/en/books/bread": "Bread for Bad Weather"}
        reader.open({**shop_pages, book: "Book", f"{book}p/7": "Chapter 7"})
        for number in range(1, _KILLS + 1):
            try:
                reader.turn()
            except TimedOut as problem:
                raise AssertionError(f"kill {number} of {_KILLS}, seed {_SEED}: {problem}") from problem
            if number % _CHECKED_EVERY == 0 or number == _KILLS:
                reader.work()
                assert harm(places[0]) == []
                _LOG.info("%d kills", number)
        reader.seen += browser.host_processes()
        assert len(set(reader.seen)) > _KILLS
    until(lambda: not any(host.is_alive() for host in reader.seen), "no host is left behind")
