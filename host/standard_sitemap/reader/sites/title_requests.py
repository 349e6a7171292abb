"""Titles that a reader requests: fetched for the rows of a view, one request at a time for each view."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from standard_sitemap.reader.sites.loading import Retrieve
from standard_sitemap.reader.sites.open_views import OpenViews
from standard_sitemap.reader.sites.tasks import Tasks
from standard_sitemap.reader.views.view import View

if TYPE_CHECKING:
    from standard_sitemap.reader.sites.visited_pages import VisitedPages


class TitleRequests:
    """The running title requests of one site. `pages` is None unless the reader chose its sitemap."""

    def __init__(self, pages: VisitedPages | None, views: OpenViews, tasks: Tasks) -> None:
        self._pages = pages
        self._views = views
        self._tasks = tasks
        self._running: dict[str, asyncio.Task[None]] = {}

    def untitled(self, view: View, keys: Iterable[str]) -> list[str]:
        """Return the addresses of pages that have no title, in rows with these keys."""
        if self._pages is None:
            return []
        paths = filter(None, map(view.folding.recent_path, keys))
        return list(dict.fromkeys(filter(None, (view.hierarchy.details.untitled(path[-1]) for path in paths))))

    async def fetch(self, view: View, urls: Sequence[str], retrieve: Retrieve) -> list[tuple[str, str]]:
        """Fetch the titles of pages and show each as it arrives; return the titles that arrived before `stop`."""
        self.stop(view)
        titles: list[tuple[str, str]] = []
        fetching = self._running[view.name] = self._tasks.start(self._record(urls, retrieve, titles))
        await asyncio.wait({fetching})
        if self._running.get(view.name) is fetching:
            del self._running[view.name]
        return titles

    def stop(self, view: View) -> None:
        """Cancel the title request of a view."""
        fetching = self._running.pop(view.name, None)
        if fetching is not None:
            fetching.cancel()

    async def _record(self, urls: Sequence[str], retrieve: Retrieve, titles: list[tuple[str, str]]) -> None:
        # Saves 30 ms, mostly the other format, until titles are requested.
        from standard_sitemap.reader.sites.fetched_titles import fetched_titles

        async for url, title in fetched_titles(urls, retrieve):
            titles.append((url, title))
            if self._pages is not None and self._pages.record_title(url, title):
                await self._views.rename_rows()
