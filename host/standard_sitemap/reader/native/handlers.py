"""A handler for every method: a function that returns the reply to a checked request.

Handlers decide no rule of the protocol and touch no pipe; `sessions` holds the open sites.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from standard_sitemap import ssp
from standard_sitemap.fetching.limits import DEFAULTS
from standard_sitemap.fetching.request_headers import tuples
from standard_sitemap.reader.native import view_handlers
from standard_sitemap.reader.native.sessions import Sessions
from standard_sitemap.reader.protocol.greeting import PROTOCOL, greeting
from standard_sitemap.reader.sites.bugs import in_thread
from standard_sitemap.refusals import BadParams, ProtocolMismatch, UnknownSite

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import replies, requests

# A reader waits for it; crawlers read half a megabyte at most.
_ROBOTS_LIMITS = DEFAULTS.with_changes({"request_seconds": 20, "file_bytes": 4 << 20})


async def hello(_: Sessions, request: requests.Hello) -> replies.Greeting:
    """Return the greeting once more."""
    if request.protocol != PROTOCOL:
        raise ProtocolMismatch(protocol=PROTOCOL)
    return greeting()


async def locate(_: Sessions, request: requests.Locate) -> replies.SitemapLocation:
    """Return the sitemap that the evidence names, and the rule that found it."""
    discovery = await _discover(request.evidence)
    return {"rule": discovery.rule, "sitemap": discovery.sitemap}


async def suggest(sessions: Sessions, request: requests.Suggest) -> replies.Suggestions:
    """Return the declarations of a page's site. Fetch its robots.txt and nothing else."""
    page = await sessions.locate(request.page)
    # Saves 30 ms, mostly the other format, until a reader asks for suggestions.
    from standard_sitemap.reader.sites import visited_pages

    links = map(_declared_link, request.links)
    retriever = sessions.retriever(page, _ROBOTS_LIMITS, private=request.private, any_type=True)
    try:
        site = await visited_pages.site_declarations(page.url, links, retriever)
    finally:
        await retriever.close()
    return {"suggestions": visited_pages.suggestions(page.url, site), "robots": site.state}


async def open_site(sessions: Sessions, request: requests.SiteOpen) -> replies.Site:
    """Return the site of a sitemap, once its root file has arrived or was refused."""
    # The extension opens sitemaps ahead by guessing; only a sitemap that the page really names is fetched for it.
    if request.evidence is not None and (await _discover(request.evidence)).sitemap != request.sitemap:
        raise BadParams(reason="not-named")
    if request.chosen:
        await sessions.load_formats()
    page = await sessions.locate(request.page)
    session = sessions.find(request, page) or await sessions.open(request, page)
    return (await sessions.get(session.name)).reply()


async def record_page(sessions: Sessions, request: requests.SitePage) -> replies.PageMembership:
    """Record a page's declarations about itself and its site; return whether it is in the map."""
    session = await sessions.get(request.site)
    links = [_declared_link(link) for link in request.links]
    return {"in_map": await session.record_page(request.url, request.title, links)}


async def record_seen_links(sessions: Sessions, request: requests.SiteLinks) -> replies.ListedLinks:
    """Record the links of a page's menus; return which of them are in the map."""
    session = await sessions.get(request.site)
    return {"listed": await session.record_seen_links(request.links)}


async def configure_site(sessions: Sessions, request: requests.SiteConfigure) -> replies.Site:
    """Change the reader's options for a site; return the site."""
    session = await sessions.configure(request.site, request.options.changes())
    return session.reply()


async def reload_site(sessions: Sessions, request: requests.SiteReload) -> replies.Site:
    """Load a site again; return the site."""
    session = await sessions.reload(request.site, revalidate=request.revalidate)
    return session.reply()


async def stop_site(sessions: Sessions, request: requests.SiteReference) -> replies.Site:
    """Stop loading a site; return the site."""
    session = await sessions.stop(request.site)
    return session.reply()


async def abandon_site(sessions: Sessions, request: requests.SiteOpen) -> replies.Site:
    """Stop loading a site that is still being opened; return the site."""
    if request.chosen:
        await sessions.load_formats()
    session = sessions.find(request, await sessions.locate(request.page))
    if session is None:
        raise UnknownSite(site=request.sitemap)
    await session.stop()
    await session.rooted.wait()
    return session.reply()


async def close_site(sessions: Sessions, request: requests.SiteReference) -> replies.EmptyReply:
    """Close a site."""
    await sessions.close(request.site)
    return {}


async def list_faults(sessions: Sessions, request: requests.SiteFaults) -> replies.Faults:
    """Return some of the site's faults."""
    session = await sessions.get(request.site)
    return {"total": len(session.faults), "faults": session.listed_faults(request.first, request.count)}


async def clear_cache(sessions: Sessions, request: requests.CacheClear) -> replies.DeletedResponses:
    """Delete cached responses; return their number."""
    return {"removed": await sessions.clear_cache(request.site)}


async def record_fetched(sessions: Sessions, request: requests.BrowserResponse) -> replies.EmptyReply:
    """Pass on a piece of a response that the browser fetched."""
    sessions.fetches.handle_piece(request)
    return {}


async def record_cookies(sessions: Sessions, request: requests.CookiesOfBrowser) -> replies.EmptyReply:
    """Pass on the browser's reply about cookies."""
    sessions.cookies.handle_answer(request.ask, request.cookie)
    return {}


# Characters of evidence up to which no thread is needed; a page may have a thousand times as many.
_LIGHT = 20_000


async def _discover(evidence: requests.Evidence) -> ssp.Discovery:
    links = tuple(_link(link) for link in evidence.links)
    page = ssp.Evidence(evidence.url, evidence.content_type, tuples(evidence.headers), links)
    weight = sum(len(value) for _, value in page.headers)
    weight += sum(len(link.rel) + len(link.href) + sum(map(len, link.xml_bases)) for link in links)
    return ssp.discover(page) if weight < _LIGHT else await in_thread(ssp.discover, page)


def _link(link: requests.EvidenceLink) -> ssp.Link:
    return ssp.Link(link.element, link.rel, link.href, link.base, tuple(link.xml_bases))


def _declared_link(link: requests.DeclaredLink) -> ssp.Link:
    return ssp.Link("link", link.rel, link.href, link.href, type=link.type, title=link.title)


Handler = Callable[[Sessions, Any], Awaitable[Any]]


# The handler of each method.
HANDLERS: dict[str, Handler] = {
    "hello": hello,
    "locate": locate,
    "suggest": suggest,
    "site.open": open_site,
    "site.page": record_page,
    "site.links": record_seen_links,
    "site.configure": configure_site,
    "site.reload": reload_site,
    "site.stop": stop_site,
    "site.abandon": abandon_site,
    "site.close": close_site,
    "site.faults": list_faults,
    "site.news": view_handlers.list_new_pages,
    "view.open": view_handlers.open_view,
    "view.update": view_handlers.update_view,
    "view.toggle": view_handlers.toggle,
    "view.expand": view_handlers.expand,
    "view.hide": view_handlers.hide,
    "view.below": view_handlers.count_below,
    "view.rows": view_handlers.list_rows,
    "view.find": view_handlers.find_row,
    "view.close": view_handlers.close_view,
    "titles.fetch": view_handlers.fetch_titles,
    "titles.stop": view_handlers.stop_titles,
    "menu": view_handlers.menu,
    "search": view_handlers.search,
    "find": view_handlers.find,
    "visit": view_handlers.visit,
    "cache.clear": clear_cache,
    "cookies": record_cookies,
    "fetched": record_fetched,
}
