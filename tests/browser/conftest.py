"""Both browsers with the real extension and host, each started once; sites to show them, all on loopback."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer

from browser import sites
from browser.watched import StandIn, Watched
from demo.nginx import served as served_by_nginx
from demo.server import served
from driving import programs, start
from driving.surface import Browser, DrivingError


@pytest.fixture(scope="session", params=programs.NAMES)
def started_browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """A browser for all tests; they get it tidied by `browser`."""
    with start.browser(request.param) as running:
        yield running


@pytest.fixture
def browser(started_browser: Browser) -> Browser:
    """The browser with one window, one empty tab, no sidebar and no popup."""
    tidy(started_browser)
    return started_browser


@pytest.fixture(scope="module", params=programs.NAMES)
def started_watched(request: pytest.FixtureRequest) -> Iterator[Watched]:
    """A browser for the tests of a module that listen to the host or have it fail."""
    found: list[StandIn] = []
    with start.browser(request.param, prepare=lambda place: found.append(StandIn(place))) as running:
        yield Watched(running, found[0])


@pytest.fixture
def watched(started_watched: Watched) -> Iterator[Watched]:
    """Such a browser, tidied, with a host that works."""
    tidy(started_watched.browser)
    yield started_watched
    started_watched.host.behave("pass")


#: The consent is no choice that a test makes: withdrawing it would end the host.
_FORGET = """const {consent, ...local} = await api.storage.local.get(null);
    await Promise.all([api.storage.local.remove(Object.keys(local)), api.storage.sync.clear()]);"""


def tidy(browser: Browser) -> None:
    """Closes whatever a test has left open, and forgets what the extension remembers."""
    with contextlib.suppress(DrivingError):
        browser.close_popup()
    first, *others = browser.tabs()
    for tab in others:
        browser.close_tab(tab)
    browser.show_tab(first)
    browser.open("about:blank")
    browser.open_sidebar()
    browser.extension_eval(_FORGET)
    browser.close_sidebar()


@pytest.fixture(scope="session")
def shop() -> Iterator[str]:
    """The address of the demo site."""
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def nginx_shop() -> Iterator[str]:
    """The address of the demo site behind a real web server (without the search)."""
    with served_by_nginx() as address:
        yield address


@pytest.fixture
def site() -> Iterator[HTTPServer]:
    """A server that a test fills with pages of its own, and whose log it may read."""
    with sites.server() as server:
        yield server
