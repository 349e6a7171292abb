"""Soak test: many navigations in four tabs at once, each to a page with its own map; records all losses.

The tree is read from the sidebar, with headings open from the second round on, and the classes from the page's body.
The server's log shows whether each map was requested once, under the page's conditions. Some pages are left before they
load, some name their map by a header, and some are slow. Some are reached by a row, with a referrer and a temporary
rule.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from browser import sites
from driving.surface import Browser, DrivingError, until

TABS = 4
_COMPARED = ("User-Agent", "Accept-Language")
#: The first page of each tab. As all others, it is not stored: with an empty extension, Firefox kept the first of two
#: pages opened within 40 ms in 14 of 126 tabs that showed a stored page, in 12 of 96 new ones, and in 0 of 126 others.
_START = "/start"
_NUMBER = re.compile(r"/(page|map)-(\d+)(?:\.xml)?$")
#: The distance between the number of a page and the number of the page that its map leads to.
_ONWARD = 1_000_000
#: The share of navigations that start before another has ended.
_OVERTAKEN = 0.2
#: The delay of slow pages, long enough for the next navigation to overtake them.
_SLOW_S = 0.3
#: A tree or classes that take longer are lost; shorter than the drivers' script timeout.
_PATIENCE_MS = 45_000


@dataclass(frozen=True)
class Loss:
    """Something that a navigation lacked."""

    number: int
    what: str


@dataclass
class Soak:
    """A server of pages, and a browser that navigates four tabs."""

    browser: Browser
    site: HTTPServer
    chance: random.Random
    #: The share of rounds before which the background is stopped. Each map may then be requested again, and so may each
    #: page that names it by a header: the background that received the header may be the stopped one.
    stops: float = 0.0
    made: int = 0
    stopped: int = 0
    losses: list[Loss] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    _begun: float = field(default_factory=time.monotonic)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _tabs: list[int] = field(default_factory=list)
    _wanted: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sites.answer_with(self.site, sites.ANYTHING, self._answer)
        self.browser.open(self.site.url_for(_START))
        self.browser.open_sidebar()
        made = self.browser.sidebar.eval(_MAKE_TABS, TABS, self.site.url_for(_START))
        self._tabs = [int(tab) for tab in made]

    def run(self, navigations: int, *, deadline_s: float, on_round: Callable[[Soak], None] = lambda _: None) -> None:
        """Navigate until enough pages were shown or time runs out; record losses in `losses`."""
        end = time.monotonic() + deadline_s
        while self.made < navigations and time.monotonic() < end:
            self._round()
            on_round(self)
        self._look_at_log()
        self._look_at_rules()

    # The server

    def _answer(self, request: Request) -> Response:
        if request.path == _START:
            return sites.html(sites.page("Start", head=""), Cache_Control="no-store")
        match = _NUMBER.match(request.path)
        if not match:
            return Response(status=404)
        number = int(match[2])
        return _map(number) if match[1] == "map" else self._page(number)

    def _page(self, number: int) -> Response:
        if number % 7 == 0:
            time.sleep(_SLOW_S)
        by_header = _is_by_header(number)
        head = "" if by_header else sites.LINKS.replace("/map.xml", f"/map-{number}.xml")
        page = sites.html(sites.page(f"Page {number}", head, "".join(f"<h2>{name}</h2>" for name in _headings(number))))
        page.headers["Cache-Control"] = "no-store"
        if by_header:
            page.headers["X-Standard-Sitemap-Location"] = f"/map-{number}.xml"
        return page

    # A round of navigations

    def _round(self) -> None:
        """Navigate each tab, one of them by a row, and examine the pages in turn."""
        if self.stops and self.chance.random() < self.stops:
            self.browser.stop_background()
            self.stopped += 1
        steps = [self._step(tab, by_row=tab == self._tabs[-1] and tab in self._wanted) for tab in self._tabs]
        begun = time.monotonic()
        self.browser.sidebar.eval(_SET_OUT, steps)
        for step in steps:
            self._compare(step, self._seen(step))
            self.seconds.append(time.monotonic() - begun)
        self.made += len(steps)

    def _seen(self, step: dict[str, Any]) -> dict[str, Any]:
        """Return the states of the tree and classes of a step's page: True if they are correct."""
        try:
            return dict(self.browser.sidebar.eval(_LOOK, step, _PATIENCE_MS))
        except DrivingError as error:
            return {"tree": str(error), "classes": None}

    def _step(self, tab: int, *, by_row: bool) -> dict[str, Any]:
        """Return a tab's next navigation: by a row to the linked page, or to any page."""
        number = self._wanted[tab] + _ONWARD if by_row else next(self._numbers)
        is_overtaken = not by_row and self.chance.random() < _OVERTAKEN
        others = [self._url(next(self._numbers))] if is_overtaken else []
        self._wanted[tab] = number
        return {
            "tab": tab, "url": self._url(number), "name": f"Page {number}", "prefix": f"p{number}", "row": by_row,
            "headings": _headings(number),
            "others": others, "pause": self.chance.randrange(60),
        }  # fmt: skip

    def _url(self, number: int) -> str:
        return self.site.url_for(f"/page-{number}")

    def _map_url(self, number: int) -> str:
        return self.site.url_for(f"/map-{number}.xml")

    def _compare(self, step: dict[str, Any], comparison: dict[str, Any]) -> None:
        number = int(step["prefix"][1:])
        if comparison["tree"] is not True:
            self.losses.append(Loss(number, f"its tree: {json.dumps(comparison['tree'])[:600]}"))
        if comparison["classes"] is not True:
            self.losses.append(Loss(number, f"its classes: {json.dumps(comparison['classes'])[:300]}"))

    # Remaining rules and requests

    def _look_at_log(self) -> None:
        """Record a loss unless each map was requested once, under its page's conditions, and nothing else."""
        requested: dict[str, list[Request]] = {}
        for request, _ in self.site.log:
            requested.setdefault(request.path, []).append(request)
        for path in ("/favicon.ico", _START):
            requested.pop(path, None)
        for path, requests in requested.items():
            match = _NUMBER.match(path)
            number = int(match[2]) if match else 0
            may_repeat = self.stopped and match and (match[1] == "map" or _is_by_header(number))
            is_repeated = len(requests) > 1 and not may_repeat
            if not match or is_repeated:
                self.losses.append(Loss(number, f"stray: {path} is asked for {len(requests)} times"))
            elif match[1] == "map":
                pages = requested.get(f"/page-{number}", [])
                self.losses += [Loss(number, what) for what in _different(pages, requests[0])]
            elif number > _ONWARD and requests[0].headers.get("Referer") != self._map_url(number - _ONWARD):
                self.losses.append(Loss(number, f"referrer: {requests[0].headers.get('Referer')}"))

    def _look_at_rules(self) -> None:
        """Record a loss if a request rule remains after all requests have ended."""
        try:
            until(lambda: not self.browser.sidebar.eval(_RULES), "no rule is left")
        except AssertionError:
            self.losses.append(Loss(0, f"rules that stay: {self.browser.sidebar.eval(_RULES)}"))

    def summary(self) -> Iterable[str]:
        """Yield a summary, line by line."""
        kinds = Counter(loss.what.partition(":")[0] for loss in self.losses)
        took = sorted(self.seconds) or [0.0]
        lost = ", ".join(f"{count} of {kind}" for kind, count in kinds.items()) or "nothing"
        stopped = f", the background stopped {self.stopped} times" if self.stopped else ""
        yield f"{self.made} navigations in {time.monotonic() - self._begun:.0f} s{stopped}, lost: {lost}"
        yield f"tree and classes after {took[len(took) // 2]:.1f} s (median) to {took[-1]:.1f} s"


def _map(number: int) -> Response:
    """Return the map of a page: the page itself and its successor, which requires a referrer."""
    marking = sites.BODY_CLASS.replace('prefix="sitemap"', f'prefix="p{number}"')
    own = f'<item name="Page {number}" url="/page-{number}"/>'
    onward = f'<item name="On" url="/page-{number + _ONWARD}" refer="root"/>'
    return Response(sites.sitemap(marking + own + onward), content_type="text/xml")


def _is_by_header(number: int) -> bool:
    return number % 3 == 0


def _headings(number: int) -> list[str]:
    return [f"Part {part} of {number}" for part in range(1, 4)]


def _different(pages: list[Request], sitemap: Request) -> Iterable[str]:
    """Yield the differences between the requests for a map and for its page."""
    if not pages:
        yield "conditions: its page was never asked for"
    for name in _COMPARED:
        wanted, sent = [page.headers.get(name) for page in pages], sitemap.headers.get(name)
        if wanted and sent != wanted[0]:
            yield f"conditions: {name} is {sent!r}, of the page {wanted[0]!r}"


_MAKE_TABS = """const api = globalThis.browser ?? chrome;
    const [count, url] = arguments;
    const later = (ms) => new Promise((done) => setTimeout(done, ms));
    const [front] = await api.tabs.query({active: true, windowId: (await api.windows.getCurrent()).id});
    const made = [front.id];
    while (made.length < count) made.push((await api.tabs.create({windowId: front.windowId, active: false, url})).id);
    const isLoaded = (tab) => tab.url === url && tab.status === 'complete';
    for (const tab of made) while (!isLoaded(await api.tabs.get(tab))) await later(50);
    return made;"""

#: Rules for a tab's predicted next page stay while it shows the site; they change no request.
_RULES = """const api = globalThis.browser ?? chrome;
    return (await api.declarativeNetRequest.getSessionRules()).filter(({action}) => action.requestHeaders).length;"""

#: Starts all navigations at once.
_SET_OUT = """const api = globalThis.browser ?? chrome;
    const later = (ms) => new Promise((done) => setTimeout(done, ms));
    const send = async ({tab, url, row, others, pause}) => {
        const link = () => document.querySelector(`a.name[href="${url}"]`);
        for (let tries = 0; row && !link() && tries < 800; tries++) await later(50); // as a reader would
        if (row) return link().click();
        for (const other of others) {
            await api.tabs.update(tab, {url: other});
            await later(pause);
        }
        await api.tabs.update(tab, {url});
    };
    await Promise.all(arguments[0].map(send));"""

#: Brings a tab to the front, and waits until its row is marked and its classes are set; reports the state on timeout.
_LOOK = """const api = globalThis.browser ?? chrome;
    const [{tab, url, name, prefix, headings}, patience] = arguments;
    const rows = () => [...document.querySelectorAll('[role=treeitem]')];
    const current = () => rows().filter((row) => row.matches(':has([aria-current=page]), [aria-current=page]'));
    const isMarked = () => current().some((row) => row.querySelector('.name')?.innerText === name);
    const place = (row) => Number(row.id.replace(/^.*-/, ''));
    const inOrder = () => rows().filter((row) => row.matches('.heading')).sort((a, b) => place(a) - place(b));
    const drawnHeadings = () => inOrder().map((row) => row.querySelector('.name')?.innerText);
    const hasHeadings = () => JSON.stringify(drawnHeadings()) === JSON.stringify(headings);
    const isShown = () => document.body.dataset.state === 'ready' && isMarked() && hasHeadings();
    const isShownInTime = () => new Promise((done) => {
        const observer = new MutationObserver(() => { if (isShown()) end(true); });
        const timer = setTimeout(() => end(false), patience);
        const end = (value) => { observer.disconnect(); clearTimeout(timer); done(value); };
        observer.observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
        if (isShown()) end(true);
    });
    const classesInPage = (prefix, ms) => new Promise((done) => {
        const isThere = () => document.body?.className.includes(prefix + '-over-');
        const observer = new MutationObserver(() => { if (isThere()) end(true); });
        const timer = setTimeout(() => end(location.href + ' ' + document.body?.className), ms);
        const end = (value) => { observer.disconnect(); clearTimeout(timer); done(value); };
        observer.observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['class']});
        if (isThere()) end(true);
    });
    await api.tabs.update(tab, {active: true});
    const tree = await isShownInTime() || {
        state: document.body.dataset.state, message: document.querySelector('#message')?.innerText,
        current: current().length, rows: rows().map((row) => row.innerText), url: (await api.tabs.get(tab)).url,
    };
    const script = {target: {tabId: tab}, func: classesInPage, args: [prefix, tree === true ? patience / 3 : 0]};
    const [{result = null} = {}] = await api.scripting.executeScript(script).catch(() => []);
    return {tree, classes: result};"""
