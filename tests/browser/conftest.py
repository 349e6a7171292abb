"""Fixtures: both browsers with the real extension and host, each started once, and sites on loopback."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from weakref import WeakSet

import pytest
from pytest_httpserver import HTTPServer

from browser import one_browser, sites
from browser.watched import StandIn, WatchedBrowser
from demo.nginx import served as served_by_nginx
from demo.server import served
from driving import programs, start
from driving.profile import Place
from driving.surface import FIRST_PAGE, Appearance, Browser, DrivingError, wait_for


def pytest_addoption(parser: pytest.Parser) -> None:
    text = "run each test of the table in tests/browser/README.md in the browser named there only"
    parser.addoption("--one-browser", action="store_true", help=text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests in the browser that the table of README.md does not name."""
    if not config.getoption("--one-browser"):
        return
    named = {(row.file, row.test): row.browser for row in one_browser.rows()}
    superfluous = [item for item in items if _browser_of(item) != named.get(_name_of(item), _browser_of(item))]
    config.hook.pytest_deselected(items=superfluous)
    items[:] = [item for item in items if item not in superfluous]


def _name_of(item: pytest.Item) -> tuple[str, str]:
    """Return the file of a test and its function, as the table names them."""
    return item.path.name, getattr(item, "originalname", item.name)


def _browser_of(item: pytest.Item) -> str | None:
    """Return the browser that a test runs in; None where it is bound to none."""
    parameters = getattr(item, "callspec", None)
    values = parameters.params.values() if parameters else ()
    return next((value for value in values if value in programs.NAMES), None)


#: Frames per second; Firefox draws 60 otherwise, also during its own animations.
_FRAME_RATE = 20


def draw_less(place: Place) -> None:
    """Draw fewer frames while panels of the browser's own slide in: most CPU time of a short test was theirs."""
    if place.profile.name == "chromium":
        place.arguments += ["--animation-duration-scale=0", "--renderer-process-limit=3"]
    else:
        (place.profile / "prefs.js").write_text(f'user_pref("layout.frame_rate", {_FRAME_RATE});\n')


@pytest.fixture(scope="session", params=programs.NAMES)
def started_browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Yield a browser shared by all tests; the fixture `browser` tidies it."""
    with start.browser(request.param, prepare=draw_less) as running:
        yield running


@pytest.fixture
def browser(started_browser: Browser, shares_sidebar: bool) -> Browser:
    """Return the browser with one window and one empty tab, without a popup; the sidebar is open only if shared."""
    tidy(started_browser, shares_sidebar=shares_sidebar)
    return started_browser


@pytest.fixture
def shares_sidebar(request: pytest.FixtureRequest) -> bool:
    """Return whether the test is marked to find the sidebar open, as most readers do, and to leave it so.

    Opening and closing it takes half of a short test's CPU time.
    """
    marker = request.node.get_closest_marker("sidebar")
    return marker is not None and marker.args == ("shared",)


@pytest.fixture(scope="session", params=programs.NAMES)
def started_watched(request: pytest.FixtureRequest) -> Iterator[WatchedBrowser]:
    """Yield a browser for all tests that observe the host or make it fail."""
    stand_ins: list[StandIn] = []

    def prepare(place: Place) -> None:
        draw_less(place)
        stand_ins.append(StandIn(place))

    with start.browser(request.param, prepare=prepare) as running:
        greet_host(running)
        yield WatchedBrowser(running, stand_ins[0])


@pytest.fixture
def watched(started_watched: WatchedBrowser, shares_sidebar: bool) -> Iterator[WatchedBrowser]:
    """Yield a browser like `browser`, with a working host that has received nothing yet."""
    tidy(started_watched.browser, shares_sidebar=shares_sidebar)
    started_watched.host.forget()
    yield started_watched
    if started_watched.host.has_misbehaved:
        tidy(started_watched.browser)  # so that the next host receives nothing of this test
        started_watched.host.install()
        started_watched.host.behave("pass")
        started_watched.browser.kill_host()
        greet_host(started_watched.browser)
        started_watched.host.has_misbehaved = False


def greet_host(browser: Browser) -> None:
    """Open the first page, which requests a host, and wait until the host has been greeted.

    One that is still starting would survive a test's kill, and be heard by the next test.
    """
    open_first_page(browser)
    wait_for(browser.page, "return document.body.dataset.host === 'ready'")


#: Keeps the consent: withdrawing it would end the host.
_FORGET = """const {consent, ...local} = await api.storage.local.get(null);
    await Promise.all([api.storage.local.remove(Object.keys(local)), api.storage.sync.clear()]);"""


#: Browsers whose last test has left its sidebar to the next.
_SHARING: WeakSet[Browser] = WeakSet()
#: What a sidebar shows beside an empty tab.
_IS_EMPTY = "return document.body.dataset.state === 'none' && document.getElementById('map').hidden"


def tidy(browser: Browser, *, shares_sidebar: bool = False) -> None:
    """Close everything that a test has left open, and clear the extension's storage; open a sidebar if it is shared."""
    with contextlib.suppress(DrivingError):
        browser.close_popup()
    first, *others = browser.tabs()
    for tab in others:
        browser.close_tab(tab)
    browser.show_tab(first)
    if not shares_sidebar or browser not in _SHARING:
        browser.close_sidebar()
    browser.open("about:blank")
    browser.extension_eval(_FORGET)
    if not shares_sidebar:
        _SHARING.discard(browser)
        return
    _SHARING.add(browser)
    browser.open_sidebar()
    browser.sidebar.appear(Appearance())
    wait_for(browser.sidebar, _IS_EMPTY)


def open_first_page(browser: Browser) -> None:
    """Open the extension's first page in the tab, as the extension itself does after its installation."""
    browser.open(browser.extension_eval("return api.runtime.getURL(arguments[0])", FIRST_PAGE))


def start_anew(browser: Browser) -> None:
    """Restart the extension without any stored data, the consent included, and open its first page."""
    browser.extension_eval("await Promise.all([api.storage.local.clear(), api.storage.sync.clear()])")
    browser.reload_extension()
    open_first_page(browser)


@pytest.fixture(scope="session")
def shop() -> Iterator[str]:
    """Yield the address of the demo site."""
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def nginx_shop() -> Iterator[str]:
    """Yield the address of the demo site behind a real web server (without the search)."""
    with served_by_nginx() as address:
        yield address


@pytest.fixture
def site() -> Iterator[HTTPServer]:
    """Yield a server for a test's own pages, with a readable log."""
    with sites.server() as server:
        yield server
