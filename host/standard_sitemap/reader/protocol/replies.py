"""The shapes of replies: the host's answers to each request. Types only; nothing is checked at run time.

Text from a site is truncated so that rows fit into a message; `None` marks absent text.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # pydantic supports no others before Python 3.12

Referral = Literal["user", "none", "uri"]
State = Literal["loading", "complete", "partial", "stopped", "failed"]


class EmptyReply(TypedDict):
    """An empty reply: the request succeeded."""


class GreetingLimits(TypedDict):
    """The limits that both sides observe."""

    message_bytes: int
    """The longest message that the host sends."""
    rows: int
    """The maximum number of rows, entries or faults in one request."""


class Greeting(TypedDict):
    """The host's description of itself in the handshake."""

    protocol: int
    host: str
    """The version of the host."""
    limits: GreetingLimits
    abilities: list[str]
    """Groups of messages that the host supports, usually named by the part before the dot of a method."""


class Problem(TypedDict):
    """A refusal or failure: a stable code, and the parameters of its sentence."""

    code: str
    params: dict[str, object]


class SitemapLocation(TypedDict):
    """The sitemap that a page names, and the rule that found it; both null if it names none."""

    rule: Literal["opt-header", "x-header", "schema-link", "legacy-link"] | None
    sitemap: str | None


class Suggestion(TypedDict):
    """A sitemap that the reader may choose, from all lines of robots.txt, one line, or one link of the page."""

    sitemap: str
    source: Literal["robots", "link", "feed"]
    title: str | None
    count: int
    """The number of sitemaps that it represents."""


class Suggestions(TypedDict):
    """The declarations of a page's site."""

    suggestions: list[Suggestion]
    robots: str
    """`found`, `none`, or the code of the reason why robots.txt is unavailable."""


class VariantLink(TypedDict):
    """One variant of a node, by its position among all of them."""

    index: int
    name: str | None
    location: str | None
    language: str | None
    content_type: str | None
    charset: NotRequired[str]
    """Present if the sitemap names one."""


class NodeLink(TypedDict):
    """A node as its best variant for the reader; `variants` is empty if there is only one."""

    key: str
    """The key of a place in the tree, or of a role node (`@0.contact`)."""
    name: str | None
    description: str | None
    location: str | None
    language: str | None
    content_type: str | None
    charset: NotRequired[str]
    """Present if the sitemap names one."""
    refused: NotRequired[str]
    """The start of the address in the sitemap, if browsers may not open it and `location` is null."""
    meaning: NotRequired[Literal["pages", "posts", "products", "collections", "categories", "tags", "authors", "lists"]]
    """The kind of content below it, if the extension has a word for this kind in the reader's language."""
    variant: NotRequired[int]
    """The variant that represents a neighbour of a sequence, if it is not the one that a visit would take (D61)."""
    variants: list[VariantLink]


class Row(NodeLink):
    """One row of a view, or entry of a menu."""

    kind: Literal["item", "group", "range"]
    """`range` is a synthetic group that contains part of a long list of children."""
    level: int
    """The level, from 1."""
    children: bool
    open: bool
    loop: bool
    """Whether the node is also its own ancestor; then no rows are shown below it."""
    current: bool
    """Whether it is the current page."""
    near: NotRequired[bool]
    """Whether it is the nearest ancestor of the current page, which is not in the map."""
    priority: float
    relation: Literal["none", "sequence"]
    position: NotRequired[int]
    """The position among the shown siblings, from 1; only in a view."""
    set_size: NotRequired[int]
    """The number of shown siblings; only in a view."""
    match: NotRequired[bool]
    """Whether the filter matches the row itself; false if it only leads to a match. Only in a filtered view."""


RowPage = TypedDict("RowPage", {"revision": int, "from": int, "total": int, "rows": list[Row]})
"""Some rows of a view, from `from` on: as many as were requested and fit into a message."""


class CostProduct(TypedDict):
    """A product of quantities of a page:

    `*` its elements, `.` its nodes, `@` its attributes, `#` its text, `p` its <p>, `^p` the depth of their nesting;
    `<*`, `<.` and `<@` the cost of placing an element, node or attribute in document order.
    """

    count: int
    factors: list[str]


class ClassChange(TypedDict):
    """An instruction of the sitemap: a class for elements of the page, which depends on the display level."""

    elem: str
    namespaces: dict[str, str]
    attr: str
    prefix: str
    cost: list[CostProduct]
    """An upper bound on the visits that evaluating `elem` takes, as a sum of products."""


class Progress(TypedDict):
    """The number of files that have arrived or were refused, and of all files known to be wanted."""

    done: int
    wanted: int


class SearchBox(TypedDict):
    """The description of the site's search for a search box."""

    name: str | None
    description: str | None
    method: Literal["get", "post"]
    host: str
    """The host that receives the terms, with a port if the address names one."""


class FaultCounts(TypedDict):
    """The number of faults of each severity."""

    error: int
    warning: int
    info: int


class Counts(TypedDict):
    """The size of a sitemap, and its number of faults."""

    documents: int
    elements: int
    faults: FaultCounts


class Site(TypedDict):
    """An open sitemap: everything shown of it except its tree."""

    site: str
    """The name for further requests, valid for this host only."""
    sitemap: str
    format: Literal["ssp", "sitemaps-org"]
    """The format of the root file; `sitemaps-org` only if the reader chose the sitemap."""
    state: State
    progress: Progress
    refusal: Problem | None
    """If `state` is `failed`, the reason; otherwise the reason why a reload failed and the earlier map is shown."""
    roles: dict[str, list[NodeLink]]
    class_changes: list[ClassChange]
    search: SearchBox | None
    counts: Counts
    languages: list[str]
    """The language tags in its files."""


class ListedLinks(TypedDict):
    """The positions of the links whose pages are in the map."""

    listed: list[int]


class PageMembership(TypedDict):
    """Whether a page is in the map."""

    in_map: bool


class Fault(TypedDict):
    """A fault of a site's file, in English; `line` counts from 1, and is 0 for the whole file."""

    code: str
    clause: str
    severity: Literal["error", "warning", "info"]
    message: str
    document: str
    line: int


class Faults(TypedDict):
    """Some of the faults of a site, and the total number."""

    total: int
    faults: list[Fault]


class View(TypedDict):
    """The state of one sidebar's view of a site, except its rows."""

    view: str
    revision: int
    """Increases whenever rows or their contents change."""
    total: int
    current: int | None
    """The row of the current page, if it is in view."""
    in_map: bool
    """Whether the current page is in the map."""
    near: NotRequired[bool]
    """Whether `current` and `trail` belong to the nearest ancestor of the current page, which is not in the map."""
    trail: list[NodeLink]
    previous: NodeLink | None
    next: NodeLink | None
    pending: bool
    """Whether the search for the current page continues; `view.changed` follows."""
    matches: NotRequired[int]
    """The number of rows that match the filter, without rows that only lead to them; only in a filtered view."""
    provisional: NotRequired[bool]
    """Whether the search for matches continues; `view.changed` follows. Only in a filtered view."""
    rows: NotRequired[RowPage]
    """The first rows; only in the reply to `view.open`."""


class Expansion(TypedDict):
    """A view after opening branches, their keys (visible ones first), and whether all branches are open."""

    view: View
    opened: list[str]
    is_all: bool


class HiddenBranches(TypedDict):
    """A view without some branches, and the keys that identify them later."""

    view: View
    hidden: list[str]


class BranchCounts(TypedDict):
    """The number of pages below each of the rows, as far as time permitted; null for a row that does not exist.

    A number equal to `most` means that many or more.
    """

    counts: list[int | None]
    most: int


class RowPosition(TypedDict):
    """The row that was found, null if there is none."""

    index: int | None


class MenuPage(TypedDict):
    """Some entries of a menu, and the total number."""

    total: int
    entries: list[Row]


class Referrer(TypedDict):
    """The referrer of a visit: the browser's own (`user`), none, or a certain address (`uri`)."""

    mode: Referral
    uri: str | None


class SearchQuery(TypedDict):
    """The request that searches a site; `body` is the form data of a post."""

    method: Literal["get", "post"]
    url: str
    body: str | None
    referrer: Referrer


class Match(TypedDict):
    """A node with a location whose names match; `trail` are the names of the nodes above it."""

    key: str
    name: str | None
    location: str
    trail: list[str]


class Matches(TypedDict):
    """Nodes whose names match, the best first."""

    matches: list[Match]


class NewPage(TypedDict):
    """A page that changed. `changed` is in milliseconds since 1970; `is_day` if the file states the day alone, in UTC.

    `trail` are the names of the nodes above it.
    """

    key: str
    name: str | None
    location: str
    language: str | None
    trail: list[str]
    changed: int
    is_day: bool


class NewPages(TypedDict):
    """The newest of the pages that changed, the latest first, and the number of all.

    `dates` is `none` if the files state no dates. It is `alike` if nearly all pages have the date of one run of a
    program, which says nothing about them.
    """

    pages: list[NewPage]
    total: int
    dates: Literal["usable", "alike", "none"]


class VisitTarget(TypedDict):
    """The target of a visit; `url` is null if the node has no address that a browser may open."""

    url: str | None
    referrer: Referrer


class FetchedTitles(TypedDict):
    """The titles that arrived, by the addresses of their pages, and the number of pages without a title."""

    titles: list[tuple[str, str]]
    wanted: int


class DeletedResponses(TypedDict):
    """The number of cached responses that were deleted, null if the cache was not writable."""

    removed: int | None
