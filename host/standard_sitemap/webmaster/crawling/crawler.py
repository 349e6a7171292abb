"""Fetches the pages of a site: breadth first, two at a time, at a limited rate, as its robots.txt allows.

Never leaves the origin of the start page. Begins with the start page and the pages in the site's own sitemaps, which
are the most important ones. [RFC 9309]
"""

from __future__ import annotations

import asyncio
import time
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple

from standard_sitemap import formats
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.http_cache import delta_seconds, timestamp_of
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE, USER_AGENT, origin
from standard_sitemap.fetching.retrieving import Retriever, load
from standard_sitemap.model.encodings import media_type
from standard_sitemap.model.page_sizes import PAGE_BYTES
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.model.words import counted
from standard_sitemap.refusals import FetchRefusal, HttpStatus, NotAllowed, OtherSite, Refusal, TimedOut, Unreachable
from standard_sitemap.sitemapsorg.declarations import read_robots
from standard_sitemap.ssp.discovery import PAGE_TYPES
from standard_sitemap.webmaster.checking.robots import RobotsRules
from standard_sitemap.webmaster.converting.walking import nodes_of
from standard_sitemap.webmaster.crawling.archive import Archive, DonePage
from standard_sitemap.webmaster.crawling.crawled_links import PageLinks, read_links
from standard_sitemap.webmaster.crawling.site_addresses import SiteAddresses, file_of

# Concurrent requests: as few as a browser makes to open a page in the background.
AT_A_TIME = 2
# Seconds before each retry of a page that cannot be fetched. All other pages come first, so that waits are shared.
# A server that fails at one page (500) will fail again, and one that is silent costs 20 seconds; one that is busy may
# recover.
_RETRY_AFTER_S = (2.0, 10.0, 30.0)
_RETRIES_OF_FAILING = 1
# After so many consecutive failures, every request waits as long as a first retry, then as a second one, and so on:
# the site may be restarting.
_FAILURES_OF_EACH_PAUSE = 6
# Seconds between two reports of progress while only retries are left.
_REPORT_EVERY_S = 1.0
# Behaviour: Retry-After. Also: crawl delay, pauses between requests.
# A page for which the server asks to wait longer is not requested again in this run.
_LONGEST_WISH_S = 120.0
# A page that takes longer is left out without a retry: a few such pages would otherwise occupy the crawl for hours.
_LONGEST_PAGE_S = 60.0
# After this many consecutive failures the crawl stops: the site is down or refuses the crawler.
_MOST_FAILURES = 20
# Queued addresses per page that may be fetched. Further links of a huge site are dropped.
_WAITING_FOR_EACH = 10
# Addresses remembered as seen, in about 20 MB.
_MOST_SEEN = 200_000
# The product token by which a robots.txt can name this crawler.
_AGENT = USER_AGENT.partition("/")[0]
# Sites that ask for minutes between two requests cannot be crawled in a day.
_LONGEST_DELAY_S = 10.0
# Bytes of all kept pages: twenty times the size of a large site, without filling the disk.
_MOST_BYTES = 2_000_000_000
# Statuses by which a server asks the client to wait.
_TOO_MANY_REQUESTS = 429
_FAILING = 500
_BUSY = frozenset({_TOO_MANY_REQUESTS, _FAILING, 502, 503, 504})
# Sites that the start page may be redirected to, one after another: without www, with TLS, with www.
_MOST_SITES = 5

Progress = Callable[[int, int], None]


class CrawlRefusal(Exception):
    """The site cannot be crawled, or stopped answering; `args` holds the message to print."""


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """The limits of a crawl: pages to keep, and requests per second."""

    most_pages: int = 5_000
    requests_per_second: float = 5.0


@dataclass(slots=True)
class CrawlResult:
    """The result of a crawl: the number of archived pages, the number of requests, and why pages are missing.

    `start` is the file of the start page. `left_out` maps each reason to paths, and `notes` each note to the paths of
    kept pages. `is_cut` is true if the limit on pages was reached. `queries` holds the number of addresses with a query
    for each path. `alike` counts paths that differ only in numbers and tokens, with `#` in their place.
    """

    origin: str
    start: str = ""
    pages: int = 0
    requests: int = 0
    is_cut: bool = False
    left_out: dict[str, list[str]] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=dict)
    queries: dict[str, int] = field(default_factory=dict)
    alike: Mapping[str, int] = field(default_factory=dict)


async def crawl(
    start: str, retriever: Retriever, archive: Archive, options: CrawlOptions, progress: Progress = lambda *_: None
) -> CrawlResult:
    """Copy the site of the page at `start` into `archive`, or continue an interrupted crawl.

    `progress` receives the number of pages kept, and of those to request again if nothing else is left to do. Raises
    CrawlRefusal.
    """
    earlier = archive.start
    start = earlier or start
    for _ in range(_MOST_SITES):
        site = origin(start)
        await retriever.stay_at(site)
        robots = await _read_robots(site, retriever)
        if isinstance(robots, SiteRules) and not robots.rules.allows(start):
            raise CrawlRefusal(f"The site's robots.txt forbids crawlers to fetch {start}.")
        try:
            first = await _first_page(start, retriever) if earlier is None else None
        except OtherSite as redirect:
            start = redirect.params["uri"]
            continue
        if isinstance(robots, OtherSite):
            raise CrawlRefusal(f"The site's robots.txt cannot be fetched: {robots}") from robots
        # At most half for numbered pages, so that an endless calendar leaves room for the rest of its site.
        addresses = SiteAddresses(site, max(1, options.most_pages // 2))
        crawler = _Crawler(addresses, retriever, archive, options, progress, robots)
        return await crawler.run(start if first is None else first.uri, first)
    raise CrawlRefusal(f"The start page was redirected to more than {_MOST_SITES} sites.")


class SiteRules(NamedTuple):
    """The rules of a site's robots.txt for this crawler, and the sitemaps that it names."""

    rules: RobotsRules
    sitemaps: tuple[str, ...] = ()


async def _read_robots(site: str, retriever: Retriever) -> SiteRules | OtherSite:
    """Return the rules of a site, or the refusal if its robots.txt leads to another site."""
    try:
        answer = await retriever.get(f"{site}/robots.txt")
    except HttpStatus as refusal:
        # Without the file, nothing is forbidden. A server that fails may forbid everything (RFC 9309, 2.3.1.4).
        status = refusal.params.get("status")
        if status == _TOO_MANY_REQUESTS or (isinstance(status, int) and status >= 500):
            raise CrawlRefusal(f"The site's robots.txt cannot be fetched now: {refusal}") from refusal
        return SiteRules(RobotsRules(b""))
    except OtherSite as redirect:
        return redirect
    except FetchRefusal as refusal:
        raise CrawlRefusal(f"The site's robots.txt cannot be fetched: {refusal}") from refusal
    return SiteRules(
        RobotsRules(answer.body, _AGENT), read_robots(answer.body, answer.uri, answer.content_type).sitemaps
    )


async def _first_page(start: str, retriever: Retriever) -> RetrievedDocument:
    try:
        page = await retriever.get(start, ACCEPT_PAGE)
    except OtherSite:
        raise
    except FetchRefusal as refusal:
        raise CrawlRefusal(f"The start page cannot be fetched: {refusal}") from refusal
    if not _is_page(page):
        raise CrawlRefusal(f"{page.uri} is not a web page.")
    return page


def _is_page(document: RetrievedDocument) -> bool:
    if not document.content_type:
        return document.body.removeprefix(BOM_UTF8).lstrip().startswith(b"<")
    return media_type(document.content_type)[0] in PAGE_TYPES


class _Retry(NamedTuple):
    """A page to request again at a time; `number` retries will have been made then."""

    due_s: float
    path: str
    number: int
    reason: str


class _Crawler:
    """The crawler of one site."""

    def __init__(
        self,
        site: SiteAddresses,
        retriever: Retriever,
        archive: Archive,
        options: CrawlOptions,
        progress: Progress,
        robots: SiteRules,
    ) -> None:
        self._addresses = site
        self._retriever = retriever
        self._archive = archive
        self._options = options
        self._progress = progress
        self._rules, self._sitemaps = robots
        self._waiting: deque[str] = deque()
        self._retries: list[_Retry] = []  # a heap
        # Files of addresses that are fetched or queued: `/` and `/index.html` have the same.
        self._known: set[str] = set()
        self._seen: set[str] = set()
        # The targets of pages that redirect, or that name another page as canonical.
        self._targets: dict[str, str] = {}
        self._failures = 0
        self._bytes = archive.size()  # of an earlier, interrupted run
        self._pause_s = max(1 / options.requests_per_second, min(self._rules.delay_s, _LONGEST_DELAY_S))
        self._next_request_s = 0.0
        self._result = CrawlResult(site.origin)

    async def run(self, start_uri: str, first: RetrievedDocument | None) -> CrawlResult:
        """Fetch all pages, within the limits; `first` is the start page, unless an earlier run has fetched it."""
        start = self._addresses.path(start_uri, "") or "/"
        self._result.start = file_of(start) or ""
        if not self._rules.allows(self._addresses.address(start)):
            raise CrawlRefusal(f"The site's robots.txt forbids crawlers to fetch {start_uri}.")
        done = list(self._archive.done()) if first is None else []
        self._known.update(file_of(page.path) or page.path for page in done)
        for page in done:
            self._count(page)
        if first is not None:
            self._archive.begin(start_uri)
            self._known.add(self._result.start or start)
            self._take(start, first)
        self._offer(await self._listed(self._sitemaps), is_listed=True)
        for page in done:
            self._offer(page.links, is_listed=True)  # numbered pages were already checked when they were recorded
        await self._fetch_waiting()
        if self._failures >= _MOST_FAILURES:
            raise CrawlRefusal(
                f"The site stopped answering after {counted(self._result.pages, 'page', 'pages')}. They are kept: run"
                " the same command later to continue."
            )
        self._result.is_cut = bool(self._waiting)
        self._result.alike = self._addresses.alike
        return self._result

    async def _listed(self, sitemaps: Iterable[str]) -> list[str]:
        """Return the paths of the pages that the site's own sitemaps list, each once."""
        paths: dict[str, None] = {}
        for sitemap in sitemaps:
            if len(paths) >= self._options.most_pages:
                break
            try:
                document = await self._retriever.get(sitemap)
                retrieved = RetrievedFile(document.uri, document.body, document.content_type)
                site = formats.detect_format(retrieved).site(sitemap, False)
                await load(site, self._retriever, {site.root_uri: document})
            except Refusal:
                continue
            hierarchy = site.hierarchy()
            for node in nodes_of(hierarchy):
                location = hierarchy.details.variants(node)[0].location
                path = self._addresses.path(sitemap, location) if location else None
                if path is not None:
                    paths[path] = None
        return list(paths)

    def _offer(self, paths: Iterable[str], *, is_listed: bool = False) -> list[str]:
        """Queue the paths that are new and may be fetched; return them."""
        new_paths = []
        for path in paths:
            file = file_of(path) or path
            if file in self._known or len(self._waiting) >= self._options.most_pages * _WAITING_FOR_EACH:
                continue
            self._known.add(file)
            reason = self._addresses.obstacle(path, is_listed=is_listed)
            if not self._rules.allows(self._addresses.address(path)):
                reason = "forbidden by the site's robots.txt"
            if reason is not None:
                self._finish(DonePage(path, left_out=reason))
                continue
            self._waiting.append(path)
            new_paths.append(path)
        return new_paths

    async def _fetch_waiting(self) -> None:
        """Fetch page after page until none waits or a limit is reached."""
        running: set[asyncio.Task[None]] = set()
        finished: set[asyncio.Task[None]] = set()
        try:
            while True:
                room = min(AT_A_TIME, self._options.most_pages - self._result.pages) - len(running)
                while room > 0 and (visit := self._next_visit()) is not None:
                    running.add(asyncio.create_task(self._visit(*visit)))
                    room -= 1
                if not running and (room <= 0 or not self._retries or self._failures >= _MOST_FAILURES):
                    break
                self._progress(self._result.pages, 0 if running else len(self._retries))
                if running:
                    finished, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                else:
                    await asyncio.sleep(min(self._retries[0].due_s - time.monotonic(), _REPORT_EVERY_S))
                for task in finished:
                    task.result()
        finally:
            for task in running:
                task.cancel()
        for retry in self._retries:
            self._postpone(retry.path, retry.reason)

    def _next_visit(self) -> tuple[str, int] | None:
        """Return the path of the next page and the number of retries that it had; None if none is due."""
        if self._failures >= _MOST_FAILURES:
            return None
        if self._waiting:
            return self._waiting.popleft(), 0
        if self._retries and self._retries[0].due_s <= time.monotonic():
            retry = heappop(self._retries)
            return retry.path, retry.number
        return None

    async def _visit(self, path: str, retries: int) -> None:
        """Fetch one page; keep it, retry it later, or record why it is left out."""
        await self._turn()
        try:
            async with asyncio.timeout(_LONGEST_PAGE_S):
                page = await self._retriever.get(self._addresses.address(path), ACCEPT_PAGE)
        except TimeoutError:
            self._failures += 1
            self._postpone(path, "sent too slowly")
        except FetchRefusal as refusal:
            if _may_pass(refusal):
                self._retry(path, retries, refusal)
            else:
                self._finish(DonePage(path, left_out=_reason(refusal)))
        else:
            self._failures = 0
            self._take(path, page)

    def _retry(self, path: str, retries: int, refusal: FetchRefusal) -> None:
        """Request a page again later, or leave it out after the last time."""
        now_s, wish_s = time.monotonic(), _wish_s(refusal)
        pause_s = 0.0
        if retries == 0:  # the retries of some broken pages at the end do not mean that the site is down
            self._failures += 1
            pauses = self._failures // _FAILURES_OF_EACH_PAUSE
            pause_s = _RETRY_AFTER_S[min(pauses, len(_RETRY_AFTER_S)) - 1] if pauses else 0.0
        if wish_s > _LONGEST_WISH_S:
            self._postpone(path, "to be requested later: the server is busy")
            return
        self._next_request_s = max(self._next_request_s, now_s + wish_s, now_s + pause_s)
        is_failing = isinstance(refusal, TimedOut) or _status(refusal) == _FAILING
        if retries < (_RETRIES_OF_FAILING if is_failing else len(_RETRY_AFTER_S)):
            due_s = now_s + max(_RETRY_AFTER_S[retries], wish_s)
            heappush(self._retries, _Retry(due_s, path, retries + 1, _reason(refusal)))
        else:
            self._postpone(path, _reason(refusal))

    async def _turn(self) -> None:
        """Wait until the rate allows the next request."""
        now_s = time.monotonic()
        at_s = max(now_s, self._next_request_s)
        self._next_request_s = at_s + self._pause_s
        self._result.requests += 1
        if at_s > now_s:
            await asyncio.sleep(at_s - now_s)

    def _take(self, path: str, page: RetrievedDocument) -> None:
        """Keep a fetched page, or leave it out; queue its links."""
        if not _is_page(page):
            self._finish(DonePage(path, left_out="not web pages"))
            return
        at = self._addresses.path(page.uri, "")
        path = self._spelling(path, at)
        is_large = len(page.body) > PAGE_BYTES
        links = PageLinks() if is_large else read_links(page.body, page.uri, page.headers)
        target = self._elsewhere(at, links) if at == path else at
        path = self._spelling(path, target)
        if target not in (None, path) and not self._leads(target, path):
            self._targets[path] = target
            self._archive.keep_redirect(path, self._addresses.address(target))
            self._finish(
                DonePage(path, tuple(self._offer([target])), "redirecting to another page, or naming it as canonical")
            )
            return
        offered = tuple(self._offer(self._new_paths(links)))
        if not links.is_indexed:
            self._finish(DonePage(path, offered, "with noindex"))
        elif is_large or self._bytes + len(page.body) > _MOST_BYTES:
            self._finish(DonePage(path, offered, "larger than 20 MB, or beyond 2 GB of pages"))
        elif not self._archive.keep(path, page.body):
            self._finish(DonePage(path, offered, "with an address that cannot be a file name"))
        else:
            self._bytes += len(page.body)
            self._finish(DonePage(path, offered, note=self._note(links)))

    def _spelling(self, path: str, target: str | None) -> str:
        """Return the target of a page's redirect or canonical link if it is stored as the same file; else its own path.

        An example is /a for /a.html.
        """
        is_same = target is not None and file_of(target) == file_of(path)
        return target if target and is_same and self._rules.allows(self._addresses.address(target)) else path

    def _note(self, links: PageLinks) -> str | None:
        """Return what the webmaster should know about a kept page."""
        if links.canonical is not None and origin(links.canonical) != self._addresses.origin:
            return "name a page of another site as canonical"
        return None if links.is_followed else "ask crawlers not to follow their links (nofollow)"

    def _new_paths(self, links: PageLinks) -> Iterator[str]:
        """Yield the paths of addresses that no earlier page linked to: pages of a site share most of their links."""
        for address in links.addresses:
            if address not in self._seen:
                if len(self._seen) < _MOST_SEEN:
                    self._seen.add(address)
                path = self._addresses.path(address, "")
                if path is not None:
                    if "?" in address:
                        self._result.queries[path] = self._result.queries.get(path, 0) + 1
                    yield path

    def _elsewhere(self, path: str, links: PageLinks) -> str | None:
        """Return the path of another page to which a page redirects, or which it declares canonical.

        Return None if there is no such page on this site.
        """
        for address in (links.redirect, links.canonical):
            target = self._addresses.path(address, "") if address is not None else None
            if target is not None and target != path:
                return target
        return None

    def _leads(self, start: str | None, path: str) -> bool:
        """Return whether pages that name others as canonical lead from `start` to `path`."""
        while start is not None and start != path:
            start = self._targets.get(start)
        return start == path

    def _postpone(self, path: str, reason: str) -> None:
        """Leave out a page without a record, so that another run requests it again."""
        self._count(DonePage(path, left_out=reason))

    def _finish(self, page: DonePage) -> None:
        self._archive.record(page)
        self._count(page)

    def _count(self, page: DonePage) -> None:
        if page.left_out is None:
            self._result.pages += 1
        else:
            self._result.left_out.setdefault(page.left_out, []).append(page.path)
        if page.note is not None:
            self._result.notes.setdefault(page.note, []).append(page.path)


def _may_pass(refusal: FetchRefusal) -> bool:
    """Return whether a retry may succeed."""
    return isinstance(refusal, TimedOut | Unreachable) or _status(refusal) in _BUSY


def _status(refusal: FetchRefusal) -> object:
    return refusal.params.get("status")


def _wish_s(refusal: FetchRefusal) -> float:
    """Return the seconds that the server asks to wait (Retry-After); 0 if it does not say."""
    wish = (refusal.retry_after or "") if isinstance(refusal, HttpStatus) else ""
    return delta_seconds(wish) or max(0.0, (timestamp_of(wish) or 0) - time.time())


def _reason(refusal: FetchRefusal) -> str:
    if isinstance(refusal, HttpStatus):
        return f"answered with status {refusal.params.get('status')}"
    if isinstance(refusal, NotAllowed):
        return "redirected to another site"
    return "not answered" if isinstance(refusal, TimedOut | Unreachable) else f"refused ({refusal.code})"
