"""An open site: a sitemap being loaded or loaded, its map, its views, and its pages' declarations.

Loading and parsing run concurrently with messages. Every change is sent as an event: `site.progress` for each file,
`site.changed` if more of the map, or something else about it, can be shown.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from standard_sitemap import formats, ssp
from standard_sitemap.fetching.limits import DEFAULTS, Limits
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.menus import ROLES_BYTES, numbered_roles
from standard_sitemap.model.site import Site
from standard_sitemap.reader.sites import summary
from standard_sitemap.reader.sites.bugs import BugGuard, in_thread, without_bugs
from standard_sitemap.reader.sites.loading import Loading, Retrieve
from standard_sitemap.reader.sites.open_views import InitialView, OpenViews
from standard_sitemap.reader.sites.searches import Searches
from standard_sitemap.reader.sites.tasks import Notify, Tasks
from standard_sitemap.reader.sites.title_requests import TitleRequests
from standard_sitemap.reader.views.message_room import as_many_as_fit
from standard_sitemap.reader.views.view import Look, View
from standard_sitemap.refusals import Internal, NotASitemap, NothingListed, NotWellFormed, Refusal

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import events, replies
    from standard_sitemap.reader.sites.visited_pages import VisitedPages
    from standard_sitemap.reader.views.dividing import Wish
    from standard_sitemap.sitemapsorg.seen_links import SeenLink

# Seconds between two refreshes of the map: readers notice no more, and each is expensive.
CHANGED_EVERY_S = 0.3

# The next refresh waits for this multiple of the last one's duration.
PATIENCE = 10.0

# Seconds after which a load reports its progress again. The extension takes a host for lost that sends nothing for a
# minute, and a slow server may take longer for one file.
REPORTED_EVERY_S = 20.0

# How long the search for faults waits after the map has arrived: rows are requested just then, and threads share one
# interpreter.
READERS_FIRST_S = 0.3

# The faults of a file that is not well-formed XML.
_NOT_WELL_FORMED = frozenset({NotWellFormed.code, "cut-off", "content-after-end", "bare-ampersand", "html-entity"})


@dataclass(frozen=True)
class SessionOptions:
    """The reader's options for a site."""

    include_user: bool = False
    languages: tuple[str, ...] = ()
    group_size: int = 0
    division: Wish = "order"
    group_names: dict[str, str] = field(default_factory=dict)
    limits: Limits = DEFAULTS

    @property
    def look(self) -> Look:
        """The options that shape a view."""
        return Look(self.languages, self.group_size, self.division, self.group_names)


class _ShownMap(NamedTuple):
    """A map that is shown while it is reloaded, and stays if that fails."""

    loading: Loading
    state: replies.State
    faults: tuple[Fault, ...]


class SiteSession:
    """One sitemap, from its first request to its closing.

    `rooted` is set once its root file has arrived or was refused.
    """

    def __init__(
        self,
        name: str,
        sitemap: str,
        retrieve: Retrieve,
        options: SessionOptions,
        notify: Notify,
        *,
        chosen: bool = False,
        titles: Iterable[tuple[str, str]] = (),
        seen_links: Iterable[SeenLink] = (),
        threads: asyncio.Semaphore | None = None,
        searches: Searches | None = None,
    ) -> None:
        self.name = name
        self.sitemap = sitemap
        self.options = options
        self.state: replies.State = "loading"
        self.refusal: Refusal | None = None
        self.hierarchy: Hierarchy | None = None
        self.rooted = asyncio.Event()
        self._tasks = Tasks()
        self._notify = without_bugs(notify)
        self._grown = asyncio.Event()
        self._retrieve = retrieve
        self._chosen = chosen
        self._pages = _visited_pages(retrieve, titles, seen_links) if chosen else None
        self.views = OpenViews(self._tasks, self._notify, searches or Searches())
        self.titles = TitleRequests(self._pages, self.views, self._tasks)
        self._faults: tuple[Fault, ...] = ()
        self._is_cut = self._is_examined = False
        self._threads = threads
        self._shown_site: Site | None = None
        self._before: _ShownMap | None = None
        self._start_loading()

    @property
    def is_opening(self) -> bool:
        """Whether a file is being parsed while nothing of the map is shown yet."""
        return not self.rooted.is_set() and self.loading.is_parsing

    @property
    def weight(self) -> int:
        """The approximate bytes of memory of the map."""
        return self.loading.weight

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of the files, once they are known, and of documents that pages name."""
        return (*self._faults, *self._cut_faults(), *(self._pages.faults if self._pages else ()))

    def listed_faults(self, first: int, count: int) -> list[replies.Fault]:
        """Return some of the faults, as many as fit into a message."""
        return as_many_as_fit(partial(summary.fault, fault) for fault in self.faults[first : first + count])

    def reply(self) -> replies.Site:
        """Return the site in the form in which it is sent."""
        with BugGuard() as guard:
            site = self._described()
        if guard.caught:
            self.hierarchy, self._faults = None, ()
            self.state, self.refusal = "failed", Internal(uri=self.sitemap)
            site = self._described()
        return site

    def _described(self) -> replies.Site:
        hierarchy, languages = self.hierarchy, self.options.languages
        shown = None if self.state == "failed" else hierarchy
        roles, has_all_roles = summary.roles(shown, languages) if shown else ({}, True)
        _, search, is_sought_through = summary.search_variant(shown, languages) if shown else (None, None, True)
        self._is_cut = not (has_all_roles and is_sought_through)
        return {
            "site": self.name,
            "sitemap": self.sitemap,
            "format": "sitemaps-org" if self.loading.format is formats.OTHER else "ssp",
            "state": self.state,
            "progress": self._progress(),
            "refusal": {"code": self.refusal.code, "params": self.refusal.params} if self.refusal else None,
            "languages": summary.languages(hierarchy) if hierarchy else [],
            "roles": roles,
            "class_changes": summary.class_changes(shown, self.sitemap) if shown else [],
            "search": summary.search(search),
            "counts": summary.counts(hierarchy, self.faults),
        }

    async def open_view(self, name: str, initial: InitialView) -> View:
        """Open a new view of the map, which must have arrived."""
        assert self.hierarchy is not None
        return await self.views.open(name, self.hierarchy, self.options.look, initial)

    async def configure(self, changes: dict[str, Any]) -> bool:
        """Change options, and apply them to the map and its views; return True if only a reload can apply them."""
        before, self.options = self.options, replace(self.options, **changes)
        if self.options.include_user != before.include_user:
            return True  # elements for the user may lead to other files
        if self.options != before:
            await self._refresh()
            self._tasks.start(self.views.search_again())
        return False

    async def reload(self) -> None:
        """Fetch everything again; the old map stays until the new root arrives, and permanently if that is refused.

        The new root is refused, too, if both take too much memory together.
        """
        await self._cancel()
        if self.state in ("complete", "partial", "stopped"):
            self._before = _ShownMap(self.loading, self.state, self._faults)
        self.state, self.refusal, self._faults = "loading", None, ()
        self._is_examined = False
        self.rooted.clear()
        self._start_loading((self._before.loading if self._before else self.loading).weight)
        # The reply is the site with its new root, or with the reason why there is none.
        await self.rooted.wait()

    async def stop(self) -> None:
        """Stop loading; loaded files stay."""
        if self.state == "loading" and self._before is not None:
            await self._cancel()
            self._restore(self._before, None)
        elif self.state == "loading":
            await self._cancel()
            self.state = "stopped"
            self._notify_grown()
            self._tasks.start(self._settle_or_fail("stopped"))

    async def close(self) -> None:
        """Cancel all work and forget everything."""
        await self._cancel()
        self.views.clear()
        self.hierarchy = None
        self.rooted.set()
        self._notify_grown()

    async def grown(self) -> bool:
        """Wait for more of the map; return False if it is complete."""
        if self.state == "loading":
            await self._grown.wait()
            return True
        return False

    async def record_page(self, url: str, title: str, links: Iterable[ssp.Link]) -> bool:
        """Record the title and links of a page; return whether the page is in the map so far."""
        pages, hierarchy = self._pages, self.hierarchy
        if pages is None or hierarchy is None or self.loading.format is not formats.OTHER:
            return False
        # In a thread, since the first search of a map of a million takes a second.
        is_in_map = len(await in_thread(hierarchy.page_index.at_location, url)) > 0
        if is_in_map and pages.record_title(url, title):
            await self.views.rename_rows()
            self._notify_changed()
        self._tasks.start(self._record_links(pages, links))
        return is_in_map

    async def record_seen_links(self, links: Sequence[SeenLink]) -> list[int]:
        """Record the links of a page's menus; return the positions of the links whose pages are in the map so far."""
        pages, hierarchy = self._pages, self.hierarchy
        if pages is None or hierarchy is None or self.loading.format is not formats.OTHER:
            return []
        index = hierarchy.page_index
        listed = await in_thread(lambda: [at for at, (url, *_) in enumerate(links) if index.at_location(url)])
        if await in_thread(pages.record_seen_links, links):
            if self.state != "loading":
                await self._refresh()  # the order of rows may have changed; files that arrive show it by themselves
            await self.views.rename_rows()
            self._notify_changed()
        return listed

    async def _record_links(self, pages: VisitedPages, links: Iterable[ssp.Link]) -> None:
        if await pages.record_links(links):
            self._notify_changed()

    def _cut_faults(self) -> tuple[Fault, ...]:
        """Return a fault if role nodes are left out for lack of time, unless their length is a fault already (D43)."""
        if (
            not self._is_cut
            or not self._is_examined
            or any(fault.code == "role-nodes-too-long" for fault in self._faults)
        ):
            return ()
        count = sum(1 for _ in numbered_roles(self.hierarchy)) if self.hierarchy else 0
        params = {"count": str(count), "limit": str(ROLES_BYTES)}
        return (ssp.Fault("role-nodes-too-long", self.sitemap, 0, params),)

    def _start_loading(self, shown_weight: int = 0) -> None:
        self._file_arrived = asyncio.Event()
        self._shown = 0
        options = self.options
        self.loading = Loading(
            self.sitemap,
            self._retrieve,
            options.limits,
            include_user=options.include_user,
            on_file=self._file_arrived.set,
            chosen=self._chosen,
            threads=self._threads,
            shown_weight=shown_weight,
        )
        self._tasks.start(self._load())

    async def _load(self) -> None:
        loading = self.loading
        with BugGuard() as guard:
            await self._load_files(loading)
        if guard.caught and self.loading is loading:
            self._fail()

    async def _load_files(self, loading: Loading) -> None:
        """Load all files, show progress meanwhile, and settle the site."""
        running = asyncio.create_task(loading.run())
        try:
            while not running.done():
                waiting = asyncio.create_task(self._file_arrived.wait())
                await asyncio.wait({running, waiting}, timeout=REPORTED_EVERY_S, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if running.done() or self._file_arrived.is_set():
                    await self._show_progress(running)
                else:
                    self._notify_progress()
            await running
        finally:
            running.cancel()
        if self.loading is loading:  # otherwise it was refused, and the earlier map is shown
            await self._settle("complete" if loading.is_whole else "partial")

    async def _settle_or_fail(self, state: replies.State) -> None:
        with BugGuard() as guard:
            await self._settle(state)
        if guard.caught:
            self._fail()

    def _fail(self) -> None:
        """Settle the site after a bug: with the earlier map, else with the part that is shown, else with none."""
        refusal = Internal(uri=self.sitemap)
        if self._before is not None:
            self._restore(self._before, refusal)
            return
        is_shown = self.rooted.is_set() and self.hierarchy is not None and self.state != "failed"
        self.state, self.refusal = "partial" if is_shown else "failed", refusal
        self._notify_grown()
        self.rooted.set()
        self._notify_changed()

    async def _show_progress(self, loading: asyncio.Task[None]) -> None:
        """Show the files loaded so far, then pause; the pause grows with the time that took."""
        self._file_arrived.clear()
        self._notify_progress()
        if self.rooted.is_set() and loading.done():
            return
        started, files = time.monotonic(), self.loading
        await self._refresh()
        if loading.done() or self.loading is not files:
            return
        if self.rooted.is_set():
            self._notify_changed()
        # Until a part of a list has arrived, there is nothing to show, and each part may be missing.
        if self.rooted.is_set() or (self._before is None and not self._is_bare(self.hierarchy)):
            self._judge_root()
            self.rooted.set()
        # Of a thousand files, dozens arrive each second; the map is refreshed only a few times.
        pause = max(CHANGED_EVERY_S, PATIENCE * (time.monotonic() - started))
        await asyncio.wait({loading}, timeout=pause)

    async def _refresh(self, *, is_last: bool = False) -> None:
        """Show the files loaded so far; `is_last` if there are no more."""
        self._shown = self.loading.done
        hierarchy = await self.loading.hierarchy()
        if self._before is not None:
            refusal = self._refusal_of(hierarchy, is_last=is_last)
            if refusal is not None:
                self._restore(self._before, refusal)
            if refusal is not None or self._is_bare(hierarchy):
                return
            self._before = None
        self.hierarchy = hierarchy
        if self._pages is not None and self.loading.format is formats.OTHER:
            await self._pages.attach(hierarchy)
        is_same_site = self._shown_site is self.loading.site
        # A reloaded site has other node numbers, so views find their places by keys.
        self._shown_site = self.loading.site
        self.views.show(self.hierarchy, self.options.look, is_same_site=is_same_site)
        self._notify_grown()

    async def _settle(self, state: replies.State) -> None:
        """Show all loaded files, then search for faults."""
        if self._shown < self.loading.done or self.hierarchy is None or self._before is not None:
            files = self.loading
            await self._refresh(is_last=True)
            if self.loading is not files:
                return
        self.state = state
        self._notify_grown()
        self._judge_root(is_last=True)
        self.rooted.set()
        self._notify_changed()
        await self.views.search_again()
        await asyncio.sleep(READERS_FIRST_S)
        with BugGuard():
            if self.hierarchy is not None:
                self._faults = await self.loading.faults(self.hierarchy)
        self._is_examined = True
        self._notify_changed()

    def _judge_root(self, *, is_last: bool = False) -> None:
        refusal = self._refusal_of(self.hierarchy, is_last=is_last)
        if refusal is not None:
            self.state, self.refusal = "failed", refusal

    def _refusal_of(self, hierarchy: Hierarchy | None, *, is_last: bool) -> Refusal | None:
        """Return the reason why the files make no map; None if they do, or if loading was stopped."""
        refusals = self.loading.refusals
        root_refusal = refusals.get(self.loading.site.root_uri)
        if root_refusal is not None or self.state == "stopped":
            return root_refusal
        if hierarchy is None or not hierarchy.is_sitemap:
            return self._why_no_sitemap()
        if is_last and self._is_bare(hierarchy):
            return next(iter(refusals.values()), NothingListed(uri=self.sitemap))
        return None

    def _is_bare(self, hierarchy: Hierarchy | None) -> bool:
        """Return whether a list of pages lists none so far."""
        is_list = self.loading.format is formats.OTHER and hierarchy is not None and hierarchy.is_sitemap
        return is_list and hierarchy is not None and not hierarchy.has_children(hierarchy.root)

    def _restore(self, before: _ShownMap, refusal: Refusal | None) -> None:
        """Keep the earlier map, with the reason why the new one failed."""
        self.loading, self.state, self._faults = before
        self.refusal, self._before, self._is_examined = refusal, None, True
        self._shown = self.loading.done
        self.rooted.set()
        self._notify_grown()
        self._notify_changed()

    def _why_no_sitemap(self) -> Refusal:
        for fault in self.loading.site.faults:
            if fault.code in _NOT_WELL_FORMED:
                return NotWellFormed(uri=self.sitemap, line=fault.line, reason=fault.params.get("reason", ""))
        return NotASitemap(uri=self.sitemap)

    async def _cancel(self) -> None:
        await self._tasks.cancel()
        self.views.forget_filters()

    def _progress(self) -> replies.Progress:
        return {"done": self.loading.done, "wanted": self.loading.requested}

    def _notify_progress(self) -> None:
        progress: events.SiteProgress = {"site": self.name, "progress": self._progress()}
        self._notify("site.progress", progress)

    def _notify_changed(self) -> None:
        changed: events.SiteChange = {"site": self.reply()}
        self._notify("site.changed", changed)

    def _notify_grown(self) -> None:
        """Wake tasks that wait for the map to grow."""
        # Set and replaced: later callers wait for the next growth.
        self._grown.set()
        self._grown = asyncio.Event()


def _visited_pages(
    retrieve: Retrieve, titles: Iterable[tuple[str, str]], seen_links: Iterable[SeenLink]
) -> VisitedPages:
    # Saves 30 ms, mostly the other format, unless the reader chose the sitemap.
    from standard_sitemap.reader.sites.visited_pages import VisitedPages

    return VisitedPages(retrieve, titles, seen_links)
