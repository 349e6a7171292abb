"""Random walk of a reader in three tabs, with the sidebar's expected content after each step.

The sites are small, so the whole tree is visible. One has a few branches, one has a long list, and one has no map. For
another, the reader has chosen the map. After each step, the sidebar shows the current page. Its row is marked and
visible, branches are as the reader left them in this tab, and headings belong to the page.
"""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from driving import reading
from driving.surface import Browser, DrivingError, TimedOut, until, wait_for

#: The map of the first site: the names below each name; addresses are derived from the names.
_TREE: dict[str, list[str]] = {
    "Tree": ["Alder", "Birch", "Cedar"],
    "Alder": ["Alder bark", "Alder leaf"],
    "Birch": ["Birch bark", "Birch leaf"],
    "Birch leaf": ["Birch leaf green", "Birch leaf red"],
}
_LONG = [f"Entry {number:03}" for number in range(120)]
_TABS = 3
#: The roles of the servers.
SITES = ("tree", "long", "plain", "chosen")
#: Seconds after which a click without effect is repeated.
_ANSWERED_S = 8.0


@dataclass
class _Tab:
    """A tab: its site, its address, and the document with that address."""

    handle: str
    site: str = "plain"
    path: str = "/"
    title: str = "Plain"
    #: Open branches by name, if the reader has opened or closed them.
    branches: dict[str, bool] = field(default_factory=dict)
    #: Whether the sidebar knows them, because it has shown this tab.
    is_known: bool = False


@dataclass
class Walk:
    """Sites with and without a map, and a reader with a browser."""

    browser: Browser
    servers: dict[str, HTTPServer]
    chance: random.Random
    steps: list[str] = field(default_factory=list)
    #: The branches last stored, by site and name.
    _stored: dict[str, dict[str, bool]] = field(default_factory=dict)
    #: Sites whose section of the page is closed.
    _closed: set[str] = field(default_factory=set)
    _tabs: list[_Tab] = field(default_factory=list)
    _front: int = 0

    def __post_init__(self) -> None:
        for name, server in self.servers.items():
            sites.answer_with(server, re.compile(r"/[a-z0-9-]*$"), lambda request, name=name: _page(name, request))  # type: ignore[misc]
            sites.answer(server, "/map.xml", _MAPS[name], content_type="application/xml")
            self._stored[name] = {}
        chosen = self.servers["chosen"]
        self.browser.extension_eval(_CHOOSE, chosen.url_for("/").rstrip("/"), chosen.url_for("/map.xml"))
        self._tabs = [_Tab(self.browser.current_tab())]
        self.browser.open(self._url(self._tab))
        self._tabs += [_Tab(self.browser.new_tab(self._url(self._tab))) for _ in range(_TABS - 1)]
        self._front = _TABS - 1
        self.browser.open_sidebar()

    def run(self, count: int) -> None:
        """Make this many steps, and compare after each. Raises AssertionError with the list of steps."""
        for _ in range(count):
            step = self.chance.choices(*zip(*_WEIGHTS.items(), strict=True))[0]
            try:
                getattr(self, f"_{step}")()
                self._open_to_page()
                until(lambda: self._differences() == [], "the sidebar is as it should be", despite=(DrivingError,))
            except AssertionError as problem:
                raise AssertionError(f"{problem}; {self._report()}") from problem

    def _report(self) -> str:
        drawn = self.browser.sidebar.eval(_DRAWN)
        stored = {key: value for key, value in reading.stored(self.browser).items() if key.startswith("site ")}
        return f"{self._differences()}; drawn: {drawn}; stored: {stored}; after {'; '.join(self.steps)}"

    # Actions of the reader

    def _go(self) -> None:
        site = self.chance.choice([*self.servers, self._tab.site])
        title = self.chance.choice(_TITLES[site])
        self._note(f"go to {title}")
        if site != self._tab.site:
            self._tab.branches = dict(self._stored[site])
        self._tab.site, self._tab.path, self._tab.title = site, _path(title), title
        self.browser.open(self._url(self._tab))

    def _follow_row(self) -> None:
        """Follow the link of a visible row to another page; one to the same page has no end that could be awaited."""
        others = {*_TITLES[self._tab.site]} - {self._tab.title}
        rows = [row for row in reading.rows(self.browser.sidebar) if row.name in others]
        if self._tab.site == "plain" or not rows:
            return
        row = self.chance.choice(rows)
        self._note(f"follow {row.name}")
        if row.is_open is False:
            self._open(row.name, True)
        self._tab.path, self._tab.title = _path(row.name), row.name
        until(lambda: self._is_followed(row.name), f"{row.name} is there")

    def _is_followed(self, name: str) -> bool:
        """Click a row and return whether it navigated; a dying host refuses, and readers click again."""
        self._click(name, "a.name")
        with contextlib.suppress(TimedOut):
            return until(lambda: self.browser.address() == self._url(self._tab), name, _ANSWERED_S)
        return False

    def _switch(self) -> None:
        self._tab.is_known = True
        self._front = self.chance.choice([number for number in range(_TABS) if number != self._front])
        self._note(f"tab {self._front}")
        self._arrive()
        self.browser.show_tab(self._tab.handle)

    def _reopen(self) -> None:
        self._note("reopen the sidebar")
        self._try(self.browser.close_sidebar)
        self._try(self.browser.open_sidebar)
        self.browser.show_tab(self._tab.handle)  # a driver that looks for the panel may raise another tab
        self._tab.is_known = False
        self._arrive()

    def _arrive(self) -> None:
        """Expect the stored branches in a tab that the sidebar does not know."""
        if not self._tab.is_known:
            self._tab.branches = dict(self._stored[self._tab.site])

    def _try(self, act: Callable[[], None]) -> None:
        """Retry an action that a driver refuses while the sidebar opens or closes."""

        def is_done() -> bool:
            act()
            return True

        until(is_done, act.__name__, despite=(DrivingError,))

    def _toggle(self) -> None:
        """Open or close a visible branch, perhaps the current page's."""
        rows = [row for row in reading.rows(self.browser.sidebar) if row.is_open is not None]
        rows = [row for row in rows if row.name in _TREE and row.name != "Tree"]
        if self._tab.site != "tree" or not rows:
            return
        row = self.chance.choice(rows)
        if row.is_open and self._listed() in set(_descendants(row.name)):
            return  # then the page has no row until the next navigation
        self._note(f"{'close' if row.is_open else 'open'} {row.name}")
        self._open(row.name, not row.is_open)
        self._click(row.name, ".twist")

    def _open(self, name: str, is_open: bool) -> None:
        branches = self._tab.branches
        branches[name] = is_open
        for descendant in _descendants(name) if not is_open else ():
            branches.pop(descendant, None)
        self._stored[self._tab.site] = dict(branches)

    def _push(self) -> None:
        """Make the page change its own address, to one in the map or another."""
        title = self.chance.choice([*_TITLES[self._tab.site], "Nowhere"])
        self._note(f"push {title}")
        self._tab.path = _path(title)
        self.browser.page.eval("history.pushState(null, '', arguments[0])", self._tab.path)

    def _reload(self) -> None:
        self._note("reload")
        self._tab.title = next(
            (title for title in _TITLES[self._tab.site] if _path(title) == self._tab.path), "Nowhere"
        )
        self.browser.reload()

    def _section(self) -> None:
        """Close or open the section of the page, for this site."""
        if self._tab.site == "plain":
            return
        self._note("section")
        self._closed ^= {self._tab.site}
        self.browser.sidebar.click("#page-title")

    def _scroll(self) -> None:
        """Scroll the list."""
        self._note("scroll")
        self.browser.sidebar.eval("document.querySelector('#tree').scrollBy(0, 200)")

    def _kill(self) -> None:
        self._note("kill the host")
        self.browser.kill_host()

    def _stop(self) -> None:
        self._note("stop the background")
        self.browser.stop_background()

    def _renew(self) -> None:
        """Restart the extension, as its update does."""
        self._note("restart the extension")
        self._try(self.browser.close_sidebar)
        self.browser.reload_extension()
        self._try(self.browser.open_sidebar)
        self.browser.show_tab(self._tab.handle)
        for tab in self._tabs:
            tab.is_known = False
        self._arrive()

    # Expectations

    @property
    def _tab(self) -> _Tab:
        return self._tabs[self._front]

    def _url(self, tab: _Tab) -> str:
        return self.servers[tab.site].url_for(tab.path)

    def _click(self, name: str, css: str) -> None:
        """Click an element of a row, once it is drawn."""
        wait_for(self.browser.sidebar, _CLICK, name, css)

    def _note(self, step: str) -> None:
        self.steps.append(step)

    def _listed(self) -> str | None:
        """Return the row name of the current page; None if its site's map does not list it."""
        if self._tab.site == "plain":
            return None
        return next((title for title in _TITLES[self._tab.site] if _path(title) == self._tab.path), None)

    def _differences(self) -> list[str]:
        """Return the differences between the sidebar and the expectation."""
        drawn = self.browser.sidebar.eval(_DRAWN)
        return [
            *self._differences_of_place(drawn),
            *self._differences_of_headings(drawn),
            *self._differences_of_branches(drawn),
        ]

    def _differences_of_place(self, drawn: dict[str, Any]) -> Iterator[str]:
        listed = self._listed()
        if drawn["current"] != ([listed] if listed else []):
            yield f"the current rows are {drawn['current']}, not {listed}"
        elif listed and self.steps[-1] != "scroll" and not drawn["isInView"]:
            yield f"{listed} is out of view"
        if drawn["waiting"]:
            yield "rows are to come"

    def _differences_of_headings(self, drawn: dict[str, Any]) -> Iterator[str]:
        is_shown = self._tab.site == "plain" or self._tab.site not in self._closed
        headings = [f"{self._tab.title} {part}" for part in _PARTS] if is_shown else []
        if drawn["headings"] != headings:
            yield f"the headings are {drawn['headings']}, not {headings}"

    def _differences_of_branches(self, drawn: dict[str, Any]) -> Iterator[str]:
        open_branches: dict[str, bool] = drawn["branches"]
        if self._tab.site == "tree" and open_branches.get("Tree") is not True:
            yield "the site is one row"
        for name, is_open in self._tab.branches.items() if self._tab.site == "tree" else ():
            if name in open_branches and open_branches[name] != is_open:
                yield f"{name} is {'closed' if is_open else 'open'}"

    def _open_to_page(self) -> None:
        """Open a closed branch for a page below it; it may stay open."""
        branches = self._tab.branches
        for name in [
            name for name, is_open in branches.items() if not is_open and self._listed() in set(_descendants(name))
        ]:
            branches.pop(name)


def _descendants(name: str) -> Iterator[str]:
    """Yield all names below a name in the map."""
    for child in _TREE.get(name, []):
        yield child
        yield from _descendants(child)


def _path(title: str) -> str:
    return "/" if title in ("Tree", "Long", "Plain", "Chosen") else f"/{title.lower().replace(' ', '-')}"


_PARTS = ("one", "two", "three")
_TITLES = {"tree": ["Tree", *_descendants("Tree")], "long": ["Long", *_LONG], "plain": ["Plain", "Other plain"],
           "chosen": ["Chosen", "Fern", "Moss"]}  # fmt: skip
_WEIGHTS = {
    "go": 6, "follow_row": 5, "switch": 6, "reopen": 2, "toggle": 4, "push": 3, "reload": 1, "section": 2, "scroll": 2,
    "kill": 1, "stop": 1, "renew": 1,
}  # fmt: skip


def _page(site: str, request: Request) -> Response:
    title = next((title for title in _TITLES[site] if _path(title) == request.path), "Nowhere")
    sections = "".join(f"<h2>{title} {part}</h2><p style='height: 20vh'>Text</p>" for part in _PARTS)
    return sites.html(
        sites.page(title, sites.LINKS if site in ("tree", "long") else "", sections), Cache_Control="no-store"
    )


def _items(name: str) -> str:
    return f'<item name="{name}" url="{_path(name)}">{"".join(map(_items, _TREE.get(name, [])))}</item>'


_MAPS = {
    "tree": sites.sitemap(_items("Tree")),
    **{
        site: sites.sitemap("".join(f'<item name="{name}" url="{_path(name)}"/>' for name in _TITLES[site]))
        for site in ("long", "chosen")
    },
    "plain": "",
}

_CHOOSE = "await api.storage.local.set({['address ' + arguments[0]]: arguments[1]})"

_CLICK = """const rows = [...document.querySelectorAll('[role=treeitem]:not(.heading)')];
    const row = rows.find((one) => one.querySelector('.name')?.textContent === arguments[0]);
    const part = row?.querySelector(arguments[1]);
    part?.scrollIntoView({block: 'nearest'});  // readers click only what they see
    part?.click();
    return part !== undefined && part !== null;"""

_DRAWN = """const tree = document.querySelector('#tree'), place = (row) => Number(row.id.replace(/^.*-/, ''));
    const rows = [...tree.querySelectorAll('[role=treeitem]')].filter((row) => tree.checkVisibility())
        .sort((a, b) => place(a) - place(b));
    const nameOf = (row) => row.querySelector('.name')?.textContent ?? '';
    const headings = [...document.querySelectorAll('#page-tree .heading')].filter((row) => row.checkVisibility());
    const current = rows.filter((row) => row.getAttribute('aria-current') === 'page');
    const frame = tree.getBoundingClientRect(), box = current[0]?.getBoundingClientRect();
    return {
        state: document.body.dataset.state, list: document.body.dataset.list,
        current: current.map(nameOf), waiting: rows.filter((row) => row.matches('.waiting')).length,
        isInView: box !== undefined && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1,
        headings: headings.sort((a, b) => place(a) - place(b)).map(nameOf),
        branches: Object.fromEntries(rows.filter((row) => row.ariaExpanded !== null)
            .map((row) => [nameOf(row), row.ariaExpanded === 'true'])),
    };"""
