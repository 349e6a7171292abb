"""Every method with its request, its reply and its callers, every event, and every refusal."""

from typing import Any, Literal, NamedTuple

from standard_sitemap.reader.protocol import events, replies
from standard_sitemap.reader.protocol.requests import REQUESTS, Shape
from standard_sitemap.refusals import Refusal

Caller = Literal["ui", "background"]
"""`ui`: also for the sidebar, the popup and the address bar. `background`: for the extension's background only.

The content script, which runs in the page, sends nothing to the host.
"""


class Method(NamedTuple):
    """One method: its request, its reply, and its caller."""

    request: type[Shape]
    reply: Any
    caller: Caller


METHODS: dict[str, Method] = {
    "hello": Method(REQUESTS["hello"], replies.Greeting, "background"),
    "locate": Method(REQUESTS["locate"], replies.SitemapLocation, "background"),
    "suggest": Method(REQUESTS["suggest"], replies.Suggestions, "ui"),
    "site.open": Method(REQUESTS["site.open"], replies.Site, "background"),
    "site.page": Method(REQUESTS["site.page"], replies.PageMembership, "background"),
    "site.links": Method(REQUESTS["site.links"], replies.ListedLinks, "background"),
    "site.configure": Method(REQUESTS["site.configure"], replies.Site, "ui"),
    "site.reload": Method(REQUESTS["site.reload"], replies.Site, "ui"),
    "site.stop": Method(REQUESTS["site.stop"], replies.Site, "ui"),
    "site.abandon": Method(REQUESTS["site.abandon"], replies.Site, "ui"),
    "site.close": Method(REQUESTS["site.close"], replies.EmptyReply, "background"),
    "site.faults": Method(REQUESTS["site.faults"], replies.Faults, "ui"),
    "site.news": Method(REQUESTS["site.news"], replies.NewPages, "ui"),
    "view.open": Method(REQUESTS["view.open"], replies.View, "ui"),
    "view.update": Method(REQUESTS["view.update"], replies.View, "ui"),
    "view.toggle": Method(REQUESTS["view.toggle"], replies.View, "ui"),
    "view.expand": Method(REQUESTS["view.expand"], replies.Expansion, "ui"),
    "view.hide": Method(REQUESTS["view.hide"], replies.HiddenBranches, "ui"),
    "view.below": Method(REQUESTS["view.below"], replies.BranchCounts, "ui"),
    "view.rows": Method(REQUESTS["view.rows"], replies.RowPage, "ui"),
    "view.find": Method(REQUESTS["view.find"], replies.RowPosition, "ui"),
    "view.close": Method(REQUESTS["view.close"], replies.EmptyReply, "ui"),
    "titles.fetch": Method(REQUESTS["titles.fetch"], replies.FetchedTitles, "ui"),
    "titles.stop": Method(REQUESTS["titles.stop"], replies.EmptyReply, "ui"),
    "menu": Method(REQUESTS["menu"], replies.MenuPage, "ui"),
    "search": Method(REQUESTS["search"], replies.SearchQuery, "ui"),
    "find": Method(REQUESTS["find"], replies.Matches, "ui"),
    "visit": Method(REQUESTS["visit"], replies.VisitTarget, "ui"),
    "cache.clear": Method(REQUESTS["cache.clear"], replies.DeletedResponses, "background"),
    "cookies": Method(REQUESTS["cookies"], replies.EmptyReply, "background"),
    "fetched": Method(REQUESTS["fetched"], replies.EmptyReply, "background"),
}
"""All methods of the host."""

ABOUT = {
    "hello": "Begins the connection; may be repeated. A host of another protocol version refuses it.",
    "locate": "Returns the sitemap that a page names.",
    "suggest": "Fetches a site's robots.txt and returns the declared sitemaps. Only at the reader's request.",
    "site.open": "Opens a sitemap, or shares an open one. Replies once its root file has arrived or was refused.",
    "site.page": "Reports a visited page's declarations about itself and its site, if the reader chose the sitemap.",
    "site.links": "Reports the links of a page's menus, which name and order rows, if the reader chose the sitemap.",
    "site.configure": "Changes the reader's options for a site; reloads it if `include_user` changes.",
    "site.reload": "Reloads a site; the old map stays until the new root file has arrived.",
    "site.stop": "Stops loading a site; loaded files stay.",
    "site.abandon": "Stops a site whose `site.open` has no reply yet. The same parameters identify it.",
    "site.close": "Closes a site with all its views.",
    "site.faults": "Returns some of the faults of a site.",
    "site.news": "Returns the pages that changed since a moment, by the dates in the files, the latest first.",
    "view.open": "Opens a view of a site. With `count`, the reply contains rows.",
    "view.update": "Changes the current page, the open branches or the filter of a view.",
    "view.toggle": "Opens or closes a branch.",
    "view.expand": "Opens a branch and all branches below it, or the whole map. Upper branches first, up to a limit.",
    "view.hide": "Hides some branches everywhere in the view, and shows all others.",
    "view.below": "Returns the number of pages below some rows.",
    "view.rows": "Returns some rows of a view.",
    "view.find": "Returns the next row whose name begins with a text. Searches from `from`, then from the start.",
    "view.close": "Closes a view.",
    "titles.fetch": "Fetches pages that are named after their addresses, one by one, and names them by their titles. "
    "Replies at the end, or after giving up. Only at the reader's request, and if the reader chose the sitemap.",
    "titles.stop": "Stops fetching titles for a view; fetched titles stay.",
    "menu": "Returns some entries of a menu: of the whole map, or of the nodes below a place.",
    "search": "Returns the request that searches the site itself for a term.",
    "find": "Finds nodes by the words of their names.",
    "visit": "Returns a node's address and the referrer of the visit. Waits for a node that has not arrived yet.",
    "cache.clear": "Deletes cached responses and cookies of one site or all, after the reader cleared browsing data.",
    "cookies": "Answers the event `cookies`.",
    "fetched": "Answers the event `fetch`.",
}
"""The description of each method."""

EVENTS: dict[str, Any] = {
    "site.progress": events.SiteProgress,
    "site.changed": events.SiteChange,
    "view.changed": events.ViewChange,
    "cookies": events.CookieRequest,
    "fetch": events.FetchRequest,
    "fetch.end": events.FetchEnd,
}
"""The parameters of each event."""


def every_refusal() -> list[type[Refusal]]:
    """Return the refusals that have a code of their own, in the order of their definition."""
    kinds, waiting = [], [Refusal]
    while waiting:
        kind = waiting.pop(0)
        waiting.extend(kind.__subclasses__())
        if "code" in vars(kind):
            kinds.append(kind)
    return kinds
