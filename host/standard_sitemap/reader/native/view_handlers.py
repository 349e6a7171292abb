"""Handlers of methods about an open map: its views, menus, titles, queries and visits."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from standard_sitemap.fetching.limits import TITLE_LIMITS
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.reader.native.sessions import Sessions
from standard_sitemap.reader.sites import queries, summary
from standard_sitemap.reader.sites.bugs import in_thread
from standard_sitemap.reader.sites.loading import in_slices
from standard_sitemap.reader.sites.open_views import InitialView
from standard_sitemap.reader.sites.queries import type_ahead
from standard_sitemap.reader.sites.session import SiteSession
from standard_sitemap.reader.views import view_replies
from standard_sitemap.reader.views.paths import Path, path_of_key
from standard_sitemap.reader.views.places import MOST_COUNTED
from standard_sitemap.refusals import BadParams

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import replies, requests

_NO_ROW = -1

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


async def open_view(sessions: Sessions, request: requests.ViewOpen) -> replies.View:
    """Open a view of a site; return its first rows around the current page, else from `from` on."""
    session = await sessions.get(request.site)
    name = sessions.new_view_name()
    initial = InitialView(request.page_url or "", request.open, request.hidden, request.filter)
    view = await session.open_view(name, initial)
    state = view_replies.state(view)
    if request.count:
        current = state["current"]
        # Whole pages of rows, as the sidebar caches them, so that the one around the current page is requested once.
        first = request.first if current is None else current - current % request.count
        state["rows"] = view_replies.row_page(view, first, request.count)
    return state


async def update_view(sessions: Sessions, request: requests.ViewUpdate) -> replies.View:
    """Move a view to another page, open branches or filter; return the view."""
    session, view = sessions.view(request.view)
    if request.open is not None:
        view.open_keys(request.open)
    if request.page_url is not None:
        await session.views.move(view, request.page_url)
    if request.reveal:
        view.reveal()
    if request.filter is not None and request.filter != view.filter_text:
        await session.views.filter(view, request.filter)
    return view_replies.state(view)


async def toggle(sessions: Sessions, request: requests.ViewToggle) -> replies.View:
    """Open or close a branch; return the view."""
    _, view = sessions.view(request.view)
    # The key may belong to a file that is still to be loaded. The branch is opened then, but there is no reply for it
    # now.
    if not view.toggle(request.key, request.open):
        raise BadParams(reason="no-such-key")
    return view_replies.state(view)


async def expand(sessions: Sessions, request: requests.ViewExpand) -> replies.Expansion:
    """Open a branch and all below it, or all, within a time limit; return the view."""
    _, view = sessions.view(request.view)
    try:
        opened, is_all = view.expand(request.key)
    except KeyError as error:
        raise BadParams(reason="no-such-key") from error
    return {"view": view_replies.state(view), "opened": opened, "is_all": is_all}


async def hide(sessions: Sessions, request: requests.ViewHide) -> replies.HiddenBranches:
    """Hide some branches; return the view without them."""
    session, view = sessions.view(request.view)
    await session.views.hide(view, request.hidden)
    return {"view": view_replies.state(view), "hidden": list(view.hidden)}


async def count_below(sessions: Sessions, request: requests.ViewBranchCounts) -> replies.BranchCounts:
    """Return the number of pages below some rows."""
    _, view = sessions.view(request.view)
    return {"counts": view_replies.pages_below(view, request.keys), "most": MOST_COUNTED}


async def list_rows(sessions: Sessions, request: requests.ViewRows) -> replies.RowPage:
    """Return rows of the view."""
    _, view = sessions.view(request.view)
    return view_replies.row_page(view, request.first, request.count)


async def find_row(sessions: Sessions, request: requests.ViewFind) -> replies.RowPosition:
    """Return the next row, from `from` on and around, whose name begins with the text."""
    _, view = sessions.view(request.view)
    rows = type_ahead(view, request.text, request.first)
    return {"index": await sessions.searches.replace(view.name, _first(rows))}


async def close_view(sessions: Sessions, request: requests.ViewReference) -> replies.EmptyReply:
    """Close a view."""
    session, view = sessions.view(request.view)
    session.titles.stop(view)
    session.views.close(view)
    return {}


async def fetch_titles(sessions: Sessions, request: requests.TitlesFetch) -> replies.FetchedTitles:
    """Fetch the titles of pages; return the titles that arrived."""
    session, view = sessions.view(request.view)
    await sessions.load_formats()
    untitled = session.titles.untitled(view, request.keys)
    retriever = sessions.page_retriever(session.name, TITLE_LIMITS)
    try:
        return {"titles": await session.titles.fetch(view, untitled, retriever), "wanted": len(untitled)}
    finally:
        await retriever.close()


async def stop_titles(sessions: Sessions, request: requests.ViewReference) -> replies.EmptyReply:
    """Stop fetching titles for the view."""
    session, view = sessions.view(request.view)
    session.titles.stop(view)
    return {}


async def menu(sessions: Sessions, request: requests.Menu) -> replies.MenuPage:
    """Return a page of a menu."""
    session, hierarchy = await sessions.get_map(request.site)
    path = _place(session, hierarchy, request.key) if request.key else ()
    return queries.menu(hierarchy, path, request.first, request.count, session.options.languages)


async def search(sessions: Sessions, request: requests.Search) -> replies.SearchQuery:
    """Return the request that searches the site."""
    session, hierarchy = await sessions.get_map(request.site)
    policy = request.referrer_policy or sessions.opener(session.name).referrer_policy
    visitor = queries.Visitor(request.page_url or "", session.options.languages, policy, in_tree=False)
    return queries.search(hierarchy, request.term, visitor)


async def find(sessions: Sessions, request: requests.Find) -> replies.Matches:
    """Return nodes by their names."""
    session, hierarchy = await sessions.get_map(request.site)
    work = queries.find(hierarchy, request.text, request.limit, session.options.languages)
    # The reader has typed another letter: matches of the earlier text are obsolete.
    return await sessions.searches.replace(session.name, _matches(sessions, work)) or {"matches": []}


async def list_new_pages(sessions: Sessions, request: requests.SiteNews) -> replies.NewPages:
    """Return the pages that changed since a moment."""
    # Saves 30 ms, mostly the other format, until a reader asks for new pages.
    from standard_sitemap.reader.sites.new_pages import new_pages

    session, hierarchy = await sessions.get_map(request.site)
    since, now = (_EPOCH + timedelta(milliseconds=time) for time in (request.since, request.now))
    # In a thread, since a map of a million may have as many dates.
    return await in_thread(new_pages, hierarchy, since, now, session.options.languages)


async def visit(sessions: Sessions, request: requests.Visit) -> replies.VisitTarget:
    """Return the target and referrer of a visit; wait for a node that has not arrived yet."""
    key = request.key or ""
    role = (request.role, request.index) if request.role is not None else summary.role_of_key(key)
    session, hierarchy = await (sessions.get_map(request.site) if role else _map_with(sessions, request.site, key))
    path = queries.role_path(hierarchy, *role) if role else _place(session, hierarchy, key)
    in_tree = request.via == "tree" and role is None
    if in_tree:
        # The next page is looked for near the row that was used, since it may occur in several places.
        for view in session.views:
            view.head_for(path)
    policy = request.referrer_policy or sessions.opener(session.name).referrer_policy
    visitor = queries.Visitor(request.page_url or "", session.options.languages, policy, in_tree)
    return queries.visited(hierarchy, path, request.variant, visitor)


async def _map_with(sessions: Sessions, name: str, key: str) -> tuple[SiteSession, Hierarchy]:
    """Return the map of a site once it contains `key`, or is complete."""
    session, hierarchy = await sessions.get_map(name)
    while _known_place(session, hierarchy, key) is None and await session.grown():
        session, hierarchy = await sessions.get_map(name)
    return session, hierarchy


async def _matches(sessions: Sessions, work: Iterator[replies.Matches | None]) -> replies.Matches | None:
    """Return the matches that a search finds; handle other messages meanwhile."""
    matches: replies.Matches | None = None

    def look_on() -> bool:
        nonlocal matches
        matches = next(work, None)
        return matches is None

    await sessions.searches.run(look_on)
    return matches


async def _first(rows: Iterator[int | None]) -> int | None:
    """Return the first row that an iterator finds; handle other messages meanwhile."""
    row: int | None = None

    def look_on() -> bool:
        nonlocal row
        row = next(rows, _NO_ROW)
        return row is None

    await in_slices(look_on)
    return None if row == _NO_ROW else row


def _place(session: SiteSession, hierarchy: Hierarchy, key: str) -> Path:
    path = _known_place(session, hierarchy, key)
    if path is None:
        raise BadParams(reason="no-such-key")
    return path


def _known_place(session: SiteSession, hierarchy: Hierarchy, key: str) -> Path | None:
    # Recently sent rows first: a key deep in the map is folded, and cannot be resolved by itself.
    recent = (view.folding.recent_path(key) for view in session.views)
    return next(filter(None, recent), None) or path_of_key(hierarchy, key) or None
