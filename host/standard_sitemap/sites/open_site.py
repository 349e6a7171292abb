"""An open site: a sitemap being loaded or loaded, and the views of it.

Loading, parsing and filtering go on beside the messages; whatever changes is told through `tell`.
"""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from standard_sitemap import formats, ssp
from standard_sitemap.fetching.limits import DEFAULTS, Limits
from standard_sitemap.refusals import NotASitemap, NotWellFormed, Refusal
from standard_sitemap.sites import summary
from standard_sitemap.sites.loading import Loading, Retrieve, in_slices
from standard_sitemap.views import paths
from standard_sitemap.views.filtering import FIRST_KEPT, MOST_KEPT, Filtered, filter_words, filtered
from standard_sitemap.views.places import Found, found_in
from standard_sitemap.views.rows import as_many_as_fit
from standard_sitemap.views.view import Look, View

if TYPE_CHECKING:
    from standard_sitemap.sites.page_metadata import PagesTold

Tell = Callable[[str, dict[str, Any]], None]
"""Sends an event."""

CHANGED_EVERY_S = 0.3
"""Between two looks at what came: a reader sees no more, and each look costs."""

PATIENCE = 10.0
"""The next look waits this many times as long as the last one took."""

READERS_FIRST_S = 0.3
"""How long faults wait once the map is there: rows are asked for just then, and threads share one interpreter."""

FIRST_ANSWER_S = 0.15
"""How long an answer waits for the page to be found; then it goes out without, and `view.changed` follows."""


@dataclass(frozen=True)
class Options:
    """The reader's wishes for a site."""

    include_user: bool = False
    languages: tuple[str, ...] = ()
    group_size: int = 0
    limits: Limits = DEFAULTS

    @property
    def look(self) -> Look:
        """Those wishes that shape a view."""
        return Look(self.languages, self.group_size)


class OpenSite:
    """One sitemap, from its first request to its closing."""

    def __init__(
        self,
        name: str,
        sitemap: str,
        retrieve: Retrieve,
        options: Options,
        tell: Tell,
        *,
        chosen: bool = False,
        titles: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.name = name
        self.sitemap = sitemap
        self.options = options
        self.state = "loading"
        self.refusal: Refusal | None = None
        self.views: dict[str, View] = {}
        self.hierarchy: ssp.Hierarchy | None = None
        self.rooted = asyncio.Event()
        self._grown = asyncio.Event()
        self._retrieve = retrieve
        self._chosen = chosen
        self._told = _pages_told(retrieve, titles) if chosen else None
        self._faults: tuple[ssp.Fault, ...] = ()
        self._tell = tell
        self._tasks: set[asyncio.Task[None]] = set()
        self._filters: dict[str, asyncio.Task[None]] = {}
        self._shown_site: ssp.Site | None = None
        self._begin()

    def _begin(self) -> None:
        self._changed = asyncio.Event()
        self._shown = 0
        wishes = self.options
        self.loading = Loading(
            self.sitemap,
            self._retrieve,
            wishes.limits,
            include_user=wishes.include_user,
            on_file=self._changed.set,
            chosen=self._chosen,
        )
        self._start(self._load())

    def _start(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            # A bug: let the outermost loop see it.
            asyncio.get_running_loop().call_exception_handler(
                {"message": "a site's work ended in an error", "exception": task.exception(), "task": task}
            )

    async def _load(self) -> None:
        loading = asyncio.create_task(self.loading.run())
        try:
            while not loading.done():
                waiting = asyncio.create_task(self._changed.wait())
                await asyncio.wait({loading, waiting}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                await self._look_at_what_came(loading)
            await loading
        except asyncio.CancelledError:
            loading.cancel()
            raise
        await self._settle("complete" if self.loading.is_whole else "partial")

    async def _look_at_what_came(self, loading: asyncio.Task[None]) -> None:
        self._changed.clear()
        self._tell("site.progress", {"site": self.name, "progress": self._progress()})
        if self.rooted.is_set() and loading.done():
            return
        started = time.monotonic()
        await self._refresh()
        if loading.done():
            return
        if self.rooted.is_set():
            self._tell_changed()
        self._judge_root()
        self.rooted.set()
        pause = max(CHANGED_EVERY_S, PATIENCE * (time.monotonic() - started))
        await asyncio.wait({loading}, timeout=pause)

    async def _refresh(self) -> None:
        self._shown = self.loading.done
        self.hierarchy = await self.loading.hierarchy()
        if self._told is not None and self.loading.format is formats.OTHER:
            self._told.hand_to(self.hierarchy)
        is_same_site = self._shown_site is self.loading.site
        self._shown_site = self.loading.site
        for view in self.views.values():
            (view.rebase if is_same_site else view.transplant)(self.hierarchy, self.options.look)
        self._tell_grown()

    def _tell_grown(self) -> None:
        self._grown.set()
        self._grown = asyncio.Event()

    async def grown(self) -> bool:
        """Waits for more of the map; False where no more will come."""
        if self.state == "loading":
            await self._grown.wait()
            return True
        return False

    async def _settle(self, state: str) -> None:
        if self._shown < self.loading.done or self.hierarchy is None:
            await self._refresh()
        self.state = state
        self._tell_grown()
        self._judge_root()
        self.rooted.set()
        self._tell_changed()
        await self._find_pages_again()
        assert self.hierarchy is not None
        await asyncio.sleep(READERS_FIRST_S)
        self._faults = await self.loading.faults(self.hierarchy)
        self._tell_changed()

    def _judge_root(self) -> None:
        root_refusal = self.loading.refusals.get(self.loading.site.root_uri)
        if root_refusal is not None:
            self.state, self.refusal = "failed", root_refusal
        elif self.state != "stopped" and (self.hierarchy is None or not self.hierarchy.is_sitemap):
            self.state, self.refusal = "failed", self._why_no_sitemap()

    def _why_no_sitemap(self) -> Refusal:
        for fault in self.loading.site.faults:
            if fault.code == NotWellFormed.code:
                return NotWellFormed(uri=self.sitemap, line=fault.line, reason=fault.params.get("reason", ""))
        return NotASitemap(uri=self.sitemap)

    def _tell_changed(self) -> None:
        self._tell("site.changed", {"site": self.state_message()})

    def _tell_view_changed(self, view: View) -> None:
        self._tell("view.changed", {"view": view.state()})

    def _progress(self) -> dict[str, int]:
        return {"done": self.loading.done, "wanted": self.loading.asked}

    def state_message(self) -> dict[str, Any]:
        """The SITE that is sent."""
        message: dict[str, Any] = {
            "site": self.name,
            "sitemap": self.sitemap,
            "format": self.loading.format.name,
            "state": self.state,
            "progress": self._progress(),
            "refusal": self.refusal and {"code": self.refusal.code, "params": self.refusal.params},
            "languages": sorted(self.hierarchy.languages)[: summary.LANGUAGES] if self.hierarchy else [],
        }
        hierarchy, languages = self.hierarchy, self.options.languages
        if hierarchy is None or self.state == "failed":
            nothing = {"documents": 0, "elements": 0, "faults": {"error": 0, "warning": 0, "info": 0}}
            counts = summary.counts(hierarchy, self.faults) if hierarchy else nothing
            return {**message, "roles": {}, "class_changes": [], "search": None, "counts": counts}
        return {
            **message,
            "roles": summary.roles(hierarchy, languages),
            "class_changes": summary.class_changes(hierarchy),
            "search": summary.search(hierarchy, languages),
            "counts": summary.counts(hierarchy, self.faults),
        }

    async def configure(self, changes: dict[str, Any]) -> None:
        """Take over changed options and show everything by them."""
        before, self.options = self.options, replace(self.options, **changes)
        if self.options == before:
            return
        if self.options.include_user != before.include_user:
            await self.loading.include(self.options.include_user)
        await self._refresh()
        self._start(self._find_pages_again())

    async def _find_pages_again(self) -> None:
        for view in list(self.views.values()):
            view.look_again()
            await self._find_page(view)
            if view.filter_text:
                await self.filter_view(view, view.filter_text)
            self._tell_view_changed(view)
        await self._tell_alike_apart()

    def tell_alike_apart(self) -> None:
        """Have alike siblings told apart whose rows were sent without that; `view.changed` follows if there are any."""
        if self.hierarchy is not None and self.state != "loading" and paths.has_untold(self.hierarchy):
            self._start(self._tell_alike_apart())

    async def _tell_alike_apart(self) -> None:
        if self.hierarchy is not None and await asyncio.to_thread(paths.tell_apart, self.hierarchy):
            for view in list(self.views.values()):
                view.forget_keys()
                self._tell_view_changed(view)

    async def _find_page(self, view: View) -> None:
        """Find a view's current page; it may have another one, or another map, by the time the page is found."""
        url, found, looked_in = view.current.url, Found(), None
        while url and view.current.url == url and view.hierarchy is not looked_in:
            looked_in = view.hierarchy
            # In a thread, since the first look through a map of a million takes a second.
            found = await asyncio.to_thread(found_in, looked_in, url, view.current.near)
        if view.current.url == url:
            view.move_to(url, found)

    async def reload(self) -> None:
        """Fetch everything anew; the old map stays until the new root is there."""
        await self._cancel_all()
        self.state, self.refusal, self._faults = "loading", None, ()
        self.rooted.clear()
        self._begin()
        await self.rooted.wait()

    async def take_page(self, url: str, title: str, links: Iterable[ssp.Link]) -> bool:
        """Take in what a page says of itself and of its site; whether it stands in the map, as far as that is here.

        What is shown otherwise on that account is told.
        """
        told, hierarchy = self._told, self.hierarchy
        if told is None or hierarchy is None or self.loading.format is not formats.OTHER:
            return False
        # In a thread, since the first look through a map of a million takes a second.
        is_in_map = len(await asyncio.to_thread(hierarchy.whereabouts.at_location, url)) > 0
        is_news = is_in_map and told.take_title(url, title)
        if is_news:
            await self._show_names_again()
            self._tell_changed()
        self._start(self._take_links(told, links))
        return is_in_map

    async def _take_links(self, told: "PagesTold", links: Iterable[ssp.Link]) -> None:
        if await told.take_links(links):
            self._tell_changed()

    async def _show_names_again(self) -> None:
        for view in list(self.views.values()):
            view.name_anew()
            if view.filter_text:
                await self.filter_view(view, view.filter_text)
            self._tell_view_changed(view)

    async def stop(self) -> None:
        """Load no further; what came stays."""
        if self.state == "loading":
            await self._cancel_all()
            self.state = "stopped"
            self._tell_grown()
            self._start(self._settle("stopped"))

    async def close(self) -> None:
        """End all work and forget everything."""
        await self._cancel_all()
        self.views.clear()
        self.hierarchy = None
        self.rooted.set()
        self._tell_grown()

    async def _cancel_all(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._filters.clear()

    async def open_view(self, name: str, page_url: str, opened: list[str], text: str) -> View:
        """A new view."""
        assert self.hierarchy is not None
        view = self.views[name] = View(name, self.hierarchy, self.options.look)
        if opened:
            view.open_keys(opened)
        await self.move_view(view, page_url)
        if text:
            await self.filter_view(view, text)
        return view

    async def move_view(self, view: View, page_url: str) -> None:
        """Make another page the current one; where it is not found at once, `view.changed` follows."""
        view.move_to(page_url, None)
        if not page_url or not view.current.wanted:
            return
        finding = self._start(self._find_page(view))
        await asyncio.wait({finding}, timeout=FIRST_ANSWER_S)
        if not finding.done():
            finding.add_done_callback(lambda _: self._tell_if_found(view, page_url))

    def _tell_if_found(self, view: View, page_url: str) -> None:
        if self.views.get(view.name) is view and view.current.url == page_url and not view.current.wanted:
            self._tell_view_changed(view)

    async def filter_view(self, view: View, text: str) -> None:
        """Leave only matches; returns early where a newer filter takes its place.

        Of very many matches only the first are there at once; `view.changed` follows with all that can be shown.
        """
        running = self._filters.pop(view.name, None)
        if running is not None:
            running.cancel()
        view.filter_text = text
        if not filter_words(text):
            view.filtered = None
            view.revision += 1
            return
        task = self._filters[view.name] = self._start(self._filter(view, text, FIRST_KEPT))
        await asyncio.wait({task})
        if self._filters.get(view.name) is task and view.filtered is not None and view.filtered.is_cut:
            self._filters[view.name] = self._start(self._filter_further(view, text))

    async def _filter(self, view: View, text: str, most: int) -> None:
        rows = Filtered()
        work = filtered(view.hierarchy, text, rows, most)
        await in_slices(lambda: next(work, False) is None)
        view.filtered = rows
        view.revision += 1

    async def _filter_further(self, view: View, text: str) -> None:
        await self._filter(view, text, MOST_KEPT)
        self._tell_view_changed(view)

    @property
    def faults(self) -> tuple[ssp.Fault, ...]:
        """What is wrong with the files, as soon as that is known, and with what pages name."""
        return (*self._faults, *(self._told.faults if self._told else ()))

    def listed_faults(self, first: int, count: int) -> list[dict[str, Any]]:
        """Some of the faults, as many as fit into a message."""
        return as_many_as_fit(partial(summary.fault, fault) for fault in self.faults[first : first + count])


def _pages_told(retrieve: Retrieve, titles: Iterable[tuple[str, str]]) -> "PagesTold":
    from standard_sitemap.sites.page_metadata import PagesTold

    return PagesTold(retrieve, titles)
