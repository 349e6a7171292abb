"""The views of one open site: they move, filter and follow the map in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.reader.sites.bugs import BugGuard, in_thread
from standard_sitemap.reader.sites.searches import Searches
from standard_sitemap.reader.sites.tasks import Notify, Tasks
from standard_sitemap.reader.views import view_replies
from standard_sitemap.reader.views.filtering import FIRST_NODES, MOST_NODES, FilteredRows, filtered
from standard_sitemap.reader.views.matching import filter_words
from standard_sitemap.reader.views.places import Placement, placement_of
from standard_sitemap.reader.views.view import Look, View

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import events


# Seconds that a reply waits for the page to be found. Then it is sent without the page, and `view.changed` follows.
FIRST_REPLY_S = 0.15


# Seconds that exact matches wait for the others, which a small map has by then.
EXACT_REPLY_S = 0.03


@dataclass(frozen=True)
class InitialView:
    """The initial state of a view: its page, open branches, hidden branches, and a filter."""

    page_url: str = ""
    open: Sequence[str] = ()
    hidden: Sequence[str] = ()
    filter: str = ""


class OpenViews:
    """The views of one site by their names."""

    def __init__(self, tasks: Tasks, notify: Notify, searches: Searches) -> None:
        self._views: dict[str, View] = {}
        self._tasks = tasks
        self._notify = notify
        self._searches = searches
        self._filtering: dict[str, asyncio.Task[None]] = {}

    def __iter__(self) -> Iterator[View]:
        return iter(list(self._views.values()))

    def get(self, name: str) -> View | None:
        """Return a view by its name; None if it was closed, or belongs to another site."""
        return self._views.get(name)

    async def open(self, name: str, hierarchy: Hierarchy, look: Look, initial: InitialView) -> View:
        """Open a new view."""
        view = self._views[name] = View(name, hierarchy, look)
        if initial.hidden:
            view.hide(initial.hidden)
        if initial.open:  # without any, the view is built already
            view.open_keys(initial.open)
        await self.move(view, initial.page_url)
        if initial.filter:
            await self.filter(view, initial.filter)
        return view

    def close(self, view: View) -> None:
        """Forget a view."""
        self._views.pop(view.name, None)
        self._cancel_filter(view)

    def clear(self) -> None:
        """Forget all views."""
        self._views.clear()

    def forget_filters(self) -> None:
        """Forget the running filters after their tasks were cancelled."""
        self._filtering.clear()

    def show(self, hierarchy: Hierarchy, look: Look, *, is_same_site: bool) -> None:
        """Show a fuller hierarchy in all views, or one of a reloaded site."""
        for view in self:
            with BugGuard() as guard:
                if is_same_site:
                    view.rebase(hierarchy, look)
                else:
                    view.transplant(hierarchy, look)
            if guard.caught:
                self.close(view)  # the sidebar opens another in its place

    async def move(self, view: View, page_url: str) -> None:
        """Make another page the current one; if it is not found at once, `view.changed` follows."""
        view.move_to(page_url, None)
        if not page_url or not view.current.pending:
            return
        finding = self._tasks.start(self._find_page(view))
        # Not `wait_for`, which would cancel the search: its result follows as an event.
        await asyncio.wait({finding}, timeout=FIRST_REPLY_S)
        if not finding.done():
            finding.add_done_callback(lambda _: self._notify_if_found(view, page_url))

    async def hide(self, view: View, keys: Sequence[str]) -> None:
        """Hide exactly these branches; find the current page and filter again in the remaining ones."""
        view.hide(keys)
        await self.move(view, view.current.url)
        if view.filter_text:
            await self.filter(view, view.filter_text)

    async def filter(self, view: View, text: str) -> None:
        """Show only matches; return early if a newer filter replaces it.

        Only the first of very many matches are shown at once. While addresses, descriptions, several levels and typing
        errors are still searched, only exact matches are shown. `view.changed` follows with everything that can be
        shown.
        """
        # The reader has typed another letter: matches of the earlier text are obsolete.
        self._cancel_filter(view)
        view.filter_text = text
        if not filter_words(text):
            view.set_filter(text, None)
            return
        task = self._filtering[view.name] = self._tasks.start(self._filter(view, text, FIRST_NODES, is_first=True))
        await asyncio.wait({task})
        if self._filtering.get(view.name) is not task or view.filtered is None:
            return
        is_cut, further = view.filtered.is_cut, self._tasks.start(self._filter(view, text, MOST_NODES))
        self._filtering[view.name] = further
        if not is_cut:
            await asyncio.wait({further}, timeout=EXACT_REPLY_S if view.filtered.matching else FIRST_REPLY_S)
        if not further.done():
            further.add_done_callback(lambda done: None if done.cancelled() else self._notify_filtered(view, text))

    async def search_again(self) -> None:
        """Find current pages and matches again, in a fuller hierarchy."""
        for view in self:
            with BugGuard():
                view.current.pending = True
                await self._find_page(view)
                await self._filter_again(view)

    async def rename_rows(self) -> None:
        """Show changed names in rows, and filter by them."""
        for view in self:
            with BugGuard():
                view.revision += 1  # labels change, keys stay
                await self._filter_again(view)

    def _cancel_filter(self, view: View) -> None:
        running = self._filtering.pop(view.name, None)
        if running is not None:
            running.cancel()

    async def _filter_again(self, view: View) -> None:
        if view.filter_text:
            await self.filter(view, view.filter_text)
        self._notify_changed(view)

    async def _filter(self, view: View, text: str, most: int, *, is_first: bool = False) -> None:
        rows, names = FilteredRows(is_provisional=is_first), view.look.group_names
        work = filtered(view.hierarchy, text, rows, most, names)
        await self._searches.run(lambda: next(work, False) is None)
        view.set_filter(text, rows)

    def _notify_filtered(self, view: View, text: str) -> None:
        if self._views.get(view.name) is view and view.filter_text == text:
            self._notify_changed(view)

    async def _find_page(self, view: View) -> None:
        """Find a view's current page; the view may have another page or map by the time it is found."""
        url, places, searched = view.current.url, Placement(), None
        while url and view.current.url == url and view.hierarchy is not searched:
            searched = view.hierarchy
            places = Placement()
            with BugGuard():
                # In a thread, since the first search of a map of a million takes a second.
                places = await in_thread(placement_of, searched, url, view.current.near)
        if view.current.url == url:
            view.move_to(url, places)

    def _notify_if_found(self, view: View, page_url: str) -> None:
        if self._views.get(view.name) is view and view.current.url == page_url and not view.current.pending:
            self._notify_changed(view)

    def _notify_changed(self, view: View) -> None:
        changed: events.ViewChange = {"view": view_replies.state(view)}
        self._notify("view.changed", changed)
