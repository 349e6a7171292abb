"""Private windows and containers share nothing with other tabs, and leave nothing in the extension or on disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites, weblog
from browser.test_sitemaps_org import choices
from driving import programs, reading, start
from driving.profile import Place
from driving.surface import Browser, DrivingError, ScriptableBrowser, until, wait_for, write

ORDINARY, PRIVATE, WORK, HOME = "ordinary", "private", "work", "home"
#: Firefox's numbers of the containers.
_CONTAINERS = {WORK: 1, HOME: 2}

ONLY_FIREFOX = pytest.mark.parametrize("started_browser", ["firefox"], indirect=True)  # Chromium has no containers
_CHOOSE = "return document.querySelector('#message [data-choose]')?.checkVisibility()"
#: The jars of each browser beside ordinary tabs.
EVERY_JAR = pytest.mark.parametrize(
    ("started_browser", "jar"),
    [("firefox", PRIVATE), ("chromium", PRIVATE), ("firefox", WORK)],
    indirect=["started_browser"],
)


@pytest.fixture
def browser(browser: Browser) -> Iterator[Browser]:
    """Yield the shared browser, and delete its cookies afterwards: later tests would send them."""
    yield browser
    browser.extension_eval(_DELETE_ALL_COOKIES)


_DELETE_ALL_COOKIES = """for (const {id} of await api.cookies.getAllCookieStores())
        for (const {domain, path, name, storeId} of await api.cookies.getAll({storeId: id}))
            await api.cookies.remove({url: `http://${domain}${path}`, name, storeId});"""


def _serve(site: HTTPServer) -> str:
    """Serve a site whose map names the cookie that it is requested with; a page's query `jar` sets that cookie."""

    def draw_map(request: Request) -> Response:
        jar = request.cookies.get("jar", "none")
        tree = '<item name="Tree" url="p/tree"><item name="Leaf" url="p/leaf"/></item><item name="Rock" url="p/rock"/>'
        response = Response(sites.sitemap(f'<item name="Jar {jar}" url="/"/>{tree}'), content_type="text/xml")
        response.headers["ETag"] = f'"{jar}"'
        response.headers["Cache-Control"] = "no-cache"
        return response

    home = sites.serve(site, "")
    site.clear_all_handlers()
    sites.answer_with(site, "/map.xml", draw_map)
    sites.answer_with(
        site,
        sites.ANYTHING,
        lambda request: sites.html(
            sites.page(request.path, body="<h1>Page</h1><h2>Section</h2>"),
            **({"Set_Cookie": f"jar={request.args['jar']}; Path=/"} if "jar" in request.args else {}),
        ),
    )
    return home


def _enter(browser: Browser, url: str, jar: str) -> str:
    """Open an address in a new tab of a jar, with a sidebar; return the tab."""
    if jar == PRIVATE:
        tab = browser.new_window(url, private=True)
    elif jar == ORDINARY:
        tab = browser.new_tab(url)
    else:
        tab = browser.new_container_tab(url, _CONTAINERS[jar])
    browser.open_sidebar()
    return tab


def _show_maps(browser: Browser, home: str, jar: str) -> tuple[str, str]:
    """Show the map in an ordinary tab, then in a new tab of a jar; return both tabs."""
    first = browser.current_tab()
    browser.open(f"{home}?jar={ORDINARY}")
    browser.open_sidebar()
    _has_map(browser, ORDINARY)
    tab = _enter(browser, f"{home}?jar={jar}", jar)
    _has_map(browser, jar)
    return first, tab


def _show(browser: Browser, tab: str) -> None:
    browser.show_tab(tab)
    browser.open_sidebar()


def _has_map(browser: Browser, jar: str) -> None:
    """Wait until the sidebar shows the map that was requested with this jar's cookie."""
    until(lambda: reading.names(browser)[:1] == [f"Jar {jar}"], f"the map of {jar}", despite=(DrivingError,))


def _is_branch_open(browser: Browser) -> bool:
    return "Leaf" in reading.names(browser)


def _validators(site: HTTPServer) -> list[str | None]:
    return [request.headers.get("If-None-Match") for request in sites.requests(site, "/map.xml")]


@EVERY_JAR
@pytest.mark.promise("successor", "What a reader opens, hides, closes and types in a jar stays in it.")
def test_state_of_the_sidebar_stays_in_its_jar(browser: Browser, site: HTTPServer, jar: str) -> None:
    home = _serve(site)
    first = browser.current_tab()
    _enter(browser, f"{home}p/rock?jar={jar}", jar)
    _has_map(browser, jar)
    reading.open_branches(browser.sidebar)
    until(lambda: _is_branch_open(browser), "the branch is open")
    browser.sidebar.click("#page-title")
    browser.sidebar.eval("document.querySelector('#divider').dispatchEvent(new KeyboardEvent('keydown', {key: 'End'}))")
    write(browser.sidebar, "#filter", "rock")
    until(lambda: reading.names(browser) == ["Rock"], "the map is filtered")
    assert reading.stored(browser) == {}
    _show(browser, first)
    browser.open(f"{home}p/rock?jar={ORDINARY}")
    _has_map(browser, ORDINARY)
    assert not _is_branch_open(browser)
    assert browser.sidebar.eval("return document.querySelector('#filter').value") == ""
    assert browser.sidebar.eval("return document.querySelector('#page-title').ariaExpanded") == "true"


@EVERY_JAR
@pytest.mark.promise("successor", "What ordinary tabs have stored of a site is not shown in another jar.")
def test_stored_state_is_not_shown_in_another_jar(browser: Browser, site: HTTPServer, jar: str) -> None:
    home = _serve(site)
    browser.open(f"{home}p/rock?jar={ORDINARY}")
    browser.open_sidebar()
    _has_map(browser, ORDINARY)
    reading.open_branches(browser.sidebar)
    until(lambda: "site " in "".join(reading.stored(browser)), "the open branch is stored")
    before = reading.stored(browser)
    _enter(browser, f"{home}p/rock?jar={jar}", jar)
    _has_map(browser, jar)
    assert not _is_branch_open(browser)
    assert reading.stored(browser) == before


@EVERY_JAR
@pytest.mark.promise("server", "No jar sends cookies or validators of another, or of an earlier private window.")
def test_requests_of_a_jar_have_nothing_of_another(browser: Browser, site: HTTPServer, jar: str) -> None:
    home = _serve(site)
    first, tab = _show_maps(browser, home, jar)
    assert f'"{ORDINARY}"' not in _validators(site)[1:]
    browser.close_tab(tab)
    _show(browser, first)
    site.clear_log()
    browser.reload()
    until(lambda: sites.requests(site, "/map.xml"), "the map is requested again")
    _has_map(browser, ORDINARY)
    assert set(_validators(site)) == {f'"{ORDINARY}"'}
    site.clear_log()
    _enter(browser, home, jar)
    _has_map(browser, "none" if jar == PRIVATE else jar)
    if jar == PRIVATE:
        assert _validators(site)[0] is None, "the earlier window is forgotten"


@EVERY_JAR
@pytest.mark.promise("successor", "A host that restarts gives each jar its own map.")
def test_host_that_restarts_does_not_mix_jars(browser: Browser, site: HTTPServer, jar: str) -> None:
    home = _serve(site)
    first, tab = _show_maps(browser, home, jar)
    for _ in range(2):
        browser.kill_host()
        _has_map(browser, jar)
        _show(browser, first)
        _has_map(browser, ORDINARY)
        _show(browser, tab)
        browser.close_sidebar()
        browser.stop_background()
        browser.reload()
        browser.open_sidebar()
        _has_map(browser, jar)
    assert {request.cookies.get("jar") for request in sites.requests(site, "/map.xml")} == {ORDINARY, jar}


@EVERY_JAR
@pytest.mark.promise("successor", "Names that a jar learns from titles and menus are not shown in another.")
def test_names_stay_in_their_jar(browser: Browser, site: HTTPServer, jar: str) -> None:
    head = f"{weblog.HEAD}<style>nav {{ display: block }}</style>"
    home = site.url_for("/")
    menu = f'<nav><a href="{home}opening-hours/">Learned from a menu</a><a href="{home}">Start</a></nav>'
    sites.answer(site, "/about-us/", sites.page("Learned from a title", head, menu))
    weblog.serve(site, head=head)
    browser.extension_eval(
        "await api.storage.local.set({[`address ${new URL(arguments[0]).origin}`]: arguments[0] + arguments[1]})",
        home,
        "sitemap_index.xml",
    )
    first, before = browser.current_tab(), reading.stored(browser)
    _enter(browser, f"{home}about-us/", jar)
    until(lambda: reading.current(browser) == ["Learned from a title"], "the title", despite=(DrivingError,))
    until(lambda: "Learned from a menu" in json.dumps(reading.names(browser)), "the name of the menu")
    assert reading.stored(browser) == before
    browser.show_tab(first)
    browser.open(f"{home}de/")
    browser.open_sidebar()
    until(lambda: "Opening hours" in reading.names(browser), "the name by the address", despite=(DrivingError,))
    assert "Learned" not in json.dumps(reading.names(browser))
    assert "Learned" not in json.dumps(reading.stored(browser))


@EVERY_JAR
@pytest.mark.promise("successor", "No setting makes the extension record or look up pages of another jar.")
def test_settings_record_and_look_up_nothing_in_a_jar(browser: Browser, site: HTTPServer, jar: str) -> None:
    home = weblog.serve(site)
    settings = {"newPages": True, "visited": True, "lookByItself": True}
    browser.extension_eval("await api.storage.sync.set(arguments[0])", settings)
    _enter(browser, home, jar)
    wait_for(browser.sidebar, _CHOOSE)
    assert sites.paths(site) == ["/"]
    browser.sidebar.click("#message [data-choose]")
    choices(browser.sidebar)
    if jar == PRIVATE:  # a container's choice is stored as any other
        browser.sidebar.click(".choices button")
        until(lambda: any(reading.names(browser)), "the tree is there", despite=(DrivingError,))
        browser.open(f"{home}about-us/")
        until(lambda: any("About us" in name for name in reading.current(browser)), "the page is marked")
    assert reading.stored(browser) == {}
    assert browser.extension_eval("return await api.storage.sync.get(null)") == settings


@pytest.mark.promise("successor", "A choice in a private window neither shows in nor changes ordinary windows.")
def test_private_choice_does_not_reach_ordinary_windows(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    first = browser.current_tab()
    private = _enter(browser, home, PRIVATE)
    wait_for(browser.sidebar, _CHOOSE)
    browser.sidebar.click("#message [data-choose]")
    choices(browser.sidebar)
    browser.sidebar.click(".choices button")
    until(lambda: any(reading.names(browser)), "the tree is there", despite=(DrivingError,))
    browser.show_tab(first)
    browser.open(home)
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#message .main')?.checkVisibility()")
    browser.close_popup()
    browser.open_sidebar()
    wait_for(browser.sidebar, _CHOOSE)
    browser.show_tab(private)
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#menu [role=menuitem]')?.checkVisibility()")
    browser.close_popup()


@pytest.mark.promise("successor", "Forgetting a choice in a private window keeps what ordinary windows have stored.")
def test_choice_forgotten_privately_stays_stored(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site)
    browser.extension_eval(
        "await api.storage.local.set({[`address ${new URL(arguments[0]).origin}`]: arguments[0] + arguments[1]})",
        home,
        "sitemap_index.xml",
    )
    before = reading.stored(browser)
    private = _enter(browser, home, PRIVATE)
    until(lambda: any(reading.names(browser)), "the tree is there", despite=(DrivingError,))
    browser.sidebar.click("#choice")
    wait_for(browser.sidebar, "return document.querySelector('.drop-menu [role=menuitem]')?.checkVisibility()")
    browser.sidebar.eval(
        "[...document.querySelectorAll('.drop-menu [role=menuitem]')]"
        ".find((entry) => entry.textContent.includes('Forget')).setAttribute('data-driven', '')"
    )
    browser.sidebar.click("[data-driven]")
    wait_for(browser.sidebar, "return document.body.dataset.state === 'none'")
    assert reading.stored(browser) == before
    browser.close_tab(private)
    reading.shown(browser, home)


def _find_list(browser: Browser) -> None:
    """Have the site's one list found in the current tab, by the button of its sidebar."""
    wait_for(browser.sidebar, _CHOOSE)
    browser.sidebar.click("#message [data-choose]")
    until(lambda: any(reading.names(browser)), "the tree is there", despite=(DrivingError,))


@pytest.mark.promise("successor", "A list found in a private window is removed by undo, and stored by neither.")
def test_undo_in_a_private_window_stores_nothing(browser: Browser, site: HTTPServer) -> None:
    home = weblog.serve(site, robots=1)
    _enter(browser, home, PRIVATE)
    _find_list(browser)
    browser.open(f"{home}about-us/")
    until(lambda: any("About us" in name for name in reading.current(browser)), "the page is marked")
    browser.sidebar.click("#notice-undo")
    for path in ("about-us/", ""):
        wait_for(browser.sidebar, _CHOOSE)
        assert reading.stored(browser) == {}
        browser.open(f"{home}{path}")
    wait_for(browser.sidebar, _CHOOSE)


@pytest.mark.promise("successor", "A choice of a private window shows in the others, their popups and sidebars, alone.")
def test_private_choice_reaches_the_sidebar_and_popup_of_another_private_window(
    browser: Browser, site: HTTPServer
) -> None:
    home = weblog.serve(site, robots=1)
    first = browser.current_tab()
    browser.open(home)
    browser.open_sidebar()
    wait_for(browser.sidebar, _CHOOSE)
    other, _ = _enter(browser, home, PRIVATE), _enter(browser, home, PRIVATE)
    _find_list(browser)
    _show(browser, other)
    browser.reload()
    until(lambda: any(reading.names(browser)), "the tree is there, too", despite=(DrivingError,))
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#menu [role=menuitem]')?.checkVisibility()")
    browser.close_popup()
    _show(browser, first)
    browser.reload()
    wait_for(browser.sidebar, _CHOOSE)
    browser.open_popup()
    wait_for(browser.popup, "return document.querySelector('#message .main')?.checkVisibility()")
    browser.close_popup()
    assert reading.stored(browser) == {}


@pytest.mark.promise(
    "successor", "Choices of private windows outlive a stopped background, and end with the last window."
)
def test_choice_ends_with_the_last_private_window_while_the_background_is_stopped(
    browser: Browser, site: HTTPServer
) -> None:
    home = weblog.serve(site, robots=1)
    first = browser.current_tab()
    private = _enter(browser, home, PRIVATE)
    _find_list(browser)
    browser.close_sidebar()
    browser.stop_background()
    browser.reload()
    browser.open_sidebar()
    until(lambda: any(reading.names(browser)), "the choice is remembered", despite=(DrivingError,))
    browser.close_sidebar()
    browser.show_tab(first)
    browser.stop_background()
    browser.close_tab(private)
    _enter(browser, home, PRIVATE)
    wait_for(browser.sidebar, _CHOOSE)
    assert reading.stored(browser) == {}


@EVERY_JAR
@pytest.mark.promise("successor", "Cookies deleted in another jar delete no visits of ordinary tabs.")
def test_cookie_deleted_in_a_jar_deletes_no_visits(browser: Browser, site: HTTPServer, jar: str) -> None:
    home = _serve(site)
    browser.extension_eval("await api.storage.sync.set({visited: true})")
    reading.shown(browser, f"{home}p/rock?jar={ORDINARY}")
    until(lambda: "visited " in "".join(reading.stored(browser)), "the visit is recorded")
    _enter(browser, f"{home}p/rock?jar={jar}", jar)
    _has_map(browser, jar)
    browser.extension_eval(_DELETE_COOKIES, home, jar)
    # Both deletions are collected together: once the other site is forgotten, this one would be, too.
    until(lambda: "other.example" not in "".join(reading.stored(browser)), "the other site is forgotten")
    assert "visited " in "".join(reading.stored(browser))


_DELETE_COOKIES = """const [home, jar] = arguments, storeId = api.sidebarAction ? 'firefox-default' : '0';
    const other = {url: 'https://other.example/', name: 'jar', storeId};
    await api.storage.local.set({'visited https://other.example/map.xml': {pages: []}});
    await api.cookies.set({...other, value: 'x'});
    for (const {id} of await api.cookies.getAllCookieStores())
        for (const {value} of await api.cookies.getAll({storeId: id, name: 'jar', domain: '127.0.0.1'}))
            if (value === jar) await api.cookies.remove({url: home, name: 'jar', storeId: id});
    await api.cookies.remove(other);"""


@pytest.mark.promise("successor", "A tab of a private window never becomes an ordinary one.")
def test_private_tab_moves_to_no_ordinary_window(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    browser.open(f"{home}?jar={ORDINARY}")
    _enter(browser, f"{home}?jar={PRIVATE}", PRIVATE)
    _has_map(browser, PRIVATE)
    browser.extension_eval(
        """const [private_] = (await api.tabs.query({})).filter((tab) => tab.incognito);
        const [ordinary] = (await api.windows.getAll()).filter((shown) => !shown.incognito);
        await api.tabs.move(private_.id, {windowId: ordinary.id, index: -1}).catch(() => {});"""
    )
    _has_map(browser, PRIVATE)
    assert browser.extension_eval("return (await api.tabs.query({})).filter((tab) => tab.incognito).length") == 1
    assert reading.stored(browser) == {}


@ONLY_FIREFOX
@pytest.mark.promise("server", "Two containers have their own cookies, maps and validators.")
def test_containers_are_apart(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    _enter(browser, f"{home}?jar={WORK}", WORK)
    _has_map(browser, WORK)
    _enter(browser, f"{home}?jar={HOME}", HOME)
    _has_map(browser, HOME)
    reading.open_branches(browser.sidebar)
    assert f'"{WORK}"' not in _validators(site)[1:]
    _enter(browser, f"{home}p/tree", WORK)
    _has_map(browser, WORK)
    assert not _is_branch_open(browser) or reading.current(browser) == ["Tree"]
    assert reading.stored(browser) == {}


@ONLY_FIREFOX
@pytest.mark.promise("server", "A container's tab that is closed and restored keeps its container.")
def test_restored_tab_has_its_container(browser: Browser, site: HTTPServer) -> None:
    assert isinstance(browser, ScriptableBrowser)
    home = _serve(site)
    browser.open(f"{home}?jar={ORDINARY}")
    tab = _enter(browser, f"{home}p/tree?jar={WORK}", WORK)
    _has_map(browser, WORK)
    browser.close_tab(tab)
    site.clear_log()
    before = set(browser.tabs())
    browser.chrome("gBrowser.selectedTab = SessionStore.undoCloseTab(window, 0)")
    [tab] = until(lambda: set(browser.tabs()) - before, "the tab is back")
    _show(browser, tab)
    _has_map(browser, WORK)
    assert {request.cookies.get("jar") for request, _ in site.log} <= {WORK}
    assert reading.stored(browser) == {}


@ONLY_FIREFOX
@pytest.mark.promise("successor", "A container in a moved tab stays one.")
def test_container_tab_in_another_window_stays_one(browser: Browser, site: HTTPServer) -> None:
    home = _serve(site)
    browser.open(f"{home}?jar={ORDINARY}")
    _enter(browser, f"{home}p/tree?jar={WORK}", WORK)
    _has_map(browser, WORK)
    moved = """const [tab] = (await api.tabs.query({})).filter((tab) => tab.cookieStoreId.includes('container'));
        return (await api.windows.create({tabId: tab.id})).id"""
    browser.extension_eval(moved)
    until(lambda: len(set(browser.tabs())) == 2, "both tabs are there")
    _show(browser, browser.tabs()[-1])
    until(lambda: any(reading.names(browser)), "a map is there", despite=(DrivingError,))
    assert reading.stored(browser) == {}


@pytest.mark.parametrize("name", programs.NAMES)
@pytest.mark.promise("successor", "No file below the reader's home holds a name, address or word of a private window.")
def test_no_file_holds_anything_of_a_private_window(name: str, site: HTTPServer) -> None:
    mark = "remarkablyprivate"
    home = sites.serve(site, f'<item name="{mark}" url="p/{mark}"><item name="{mark} leaf" url="p/leaf"/></item>')
    places: list[Place] = []
    with start.browser(name, prepare=places.append) as browser:
        browser.extension_eval("await api.storage.sync.set({newPages: true, visited: true})")
        browser.new_window(f"{home}p/{mark}", private=True)
        browser.open_sidebar()
        until(lambda: mark in reading.names(browser), "the tree is there", despite=(DrivingError,))
        reading.open_branches(browser.sidebar)
        write(browser.sidebar, "#filter", mark)
        until(lambda: len(reading.names(browser)) > 1, "the leaf is there")
        assert _holding(places[0].folder, mark) == []
        browser.quit()
        assert _holding(places[0].folder, mark) == []


def _holding(folder: Path, mark: str) -> list[Path]:
    """Return the files that hold a text, in one of the encodings of browsers' stores."""
    forms = (mark.encode(), mark.encode("utf-16-le"))
    files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    return [file for file in files if any(form in _bytes_of(file) for form in forms)]


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # a browser has just removed it
        return b""
