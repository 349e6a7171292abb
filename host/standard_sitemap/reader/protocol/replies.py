"""The shapes of replies: what the host answers to each request. Types only; nothing is checked at run time.

A text that a site wrote is cut to a length at which rows fit into a message; `None` stands where it wrote none.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict  # pydantic reads no others before Python 3.12

Referral = Literal["user", "none", "uri"]
State = Literal["loading", "complete", "partial", "stopped", "failed"]


class Nothing(TypedDict):
    """The request was honoured, and there is nothing to say."""


class GreetingLimits(TypedDict):
    """What both sides keep to."""

    message_bytes: int
    """The longest message that the host sends."""
    rows: int
    """The most rows, entries or faults that one request may ask for."""


class Greeting(TypedDict):
    """What the host says of itself in the handshake."""

    protocol: int
    host: str
    """The version of the host."""
    limits: GreetingLimits
    abilities: list[str]
    """Groups of messages that the host knows, mostly by what stands before the dot of a method."""


class Problem(TypedDict):
    """A refusal or failure: a stable code, and what fills its sentence."""

    code: str
    params: dict[str, object]


class Located(TypedDict):
    """The sitemap that a page names, and the rule that found it; both null where it names none."""

    rule: Literal["opt-header", "x-header", "schema-link", "legacy-link"] | None
    sitemap: str | None


class Suggestion(TypedDict):
    """A sitemap that the reader may choose: all lines of robots.txt, one of several, or one link of the page."""

    sitemap: str
    source: Literal["robots", "link", "feed"]
    title: str | None
    count: int
    """How many sitemaps it stands for."""


class Suggested(TypedDict):
    """What the site of a page declares."""

    suggestions: list[Suggestion]
    robots: str
    """`found`, `none`, or the code of why robots.txt could not be had."""


class VariantLink(TypedDict):
    """One variant of a node, by its place among all of them."""

    index: int
    name: str | None
    location: str | None
    language: str | None
    content_type: str | None
    charset: NotRequired[str]
    """Where the sitemap names one."""


class NodeLink(TypedDict):
    """A node as its best variant for the reader; `variants` is empty where there is but one."""

    key: str
    """Names a place in the tree, or a role node (`@0.contact`)."""
    name: str | None
    description: str | None
    location: str | None
    language: str | None
    content_type: str | None
    charset: NotRequired[str]
    """Where the sitemap names one."""
    refused: NotRequired[str]
    """The beginning of the address that the sitemap names, where a browser is not led there and `location` is null."""
    meaning: NotRequired[Literal["pages", "posts", "products", "collections", "categories", "tags", "authors"]]
    """What stands below it, where the extension has a word for that in the reader's language."""
    variants: list[VariantLink]


class Row(NodeLink):
    """One row of a view, or entry of a menu."""

    kind: Literal["item", "group", "range"]
    """`range` is a synthetic group: some of very many children."""
    level: int
    """From 1."""
    children: bool
    open: bool
    loop: bool
    """Whether the node stands above itself; then nothing is shown below it."""
    current: bool
    """Whether it is the page that the reader sees."""
    near: NotRequired[bool]
    """Whether it is the nearest page above the one that the reader sees, which is not in the map."""
    priority: float
    relation: Literal["none", "sequence"]
    position: NotRequired[int]
    """Among the shown siblings, from 1; only in a view."""
    set_size: NotRequired[int]
    """How many shown siblings there are; only in a view."""
    match: NotRequired[bool]
    """Whether the filter matches it, or it only leads to what it matches; only in a view with one."""


RowPage = TypedDict("RowPage", {"revision": int, "from": int, "total": int, "rows": list[Row]})
"""Some rows of a view, from `from` on: as many as were requested and fit into a message."""


class CostProduct(TypedDict):
    """A product of quantities of a page: `*` its elements, `#` its text, `p` its <p>, `^p` how deep they nest."""

    count: int
    factors: list[str]


class ClassChange(TypedDict):
    """An instruction of the sitemap: a class that elements of the page are given with the display level."""

    elem: str
    namespaces: dict[str, str]
    attr: str
    prefix: str
    cost: list[CostProduct]
    """The visits that the evaluation of `elem` takes at most, as a sum of products."""


class Progress(TypedDict):
    """How many files are there or refused, of those that are known to be wanted."""

    done: int
    wanted: int


class SearchBox(TypedDict):
    """What a search box says of the site's search."""

    name: str | None
    description: str | None
    method: Literal["get", "post"]
    host: str
    """Where the terms are sent, with a port where the address names one."""


class FaultCounts(TypedDict):
    """How many faults of each severity."""

    error: int
    warning: int
    info: int


class Counts(TypedDict):
    """The size of a sitemap, and how many faults were found."""

    documents: int
    elements: int
    faults: FaultCounts


class Site(TypedDict):
    """An open sitemap: all that is shown of it beside its tree."""

    site: str
    """Names it in further requests, to this host only."""
    sitemap: str
    format: Literal["ssp", "sitemaps-org"]
    """Of the root file; the latter only where the reader chose it."""
    state: State
    progress: Progress
    refusal: Problem | None
    """Why there is no map, where `state` is `failed`; else why it could not be read anew and is the earlier one."""
    roles: dict[str, list[NodeLink]]
    class_changes: list[ClassChange]
    search: SearchBox | None
    counts: Counts
    languages: list[str]
    """The language tags that its files use."""


class PageKnown(TypedDict):
    """Whether a page stands in the map."""

    in_map: bool


class Fault(TypedDict):
    """Something that a site's author did not mean; `line` counts from 1, and is 0 where the whole file is meant."""

    code: str
    clause: str
    severity: Literal["error", "warning", "info"]
    message: str
    document: str
    line: int
    params: dict[str, str]


class Faults(TypedDict):
    """Some of the faults of a site, and how many there are in all."""

    total: int
    faults: list[Fault]


class View(TypedDict):
    """What one sidebar shows of a site, but for its rows."""

    view: str
    revision: int
    """Grows whenever rows are others, or say something else."""
    total: int
    current: int | None
    """The row of the current page, where one is in view."""
    in_map: bool
    """Whether the current page stands in the map at all."""
    near: NotRequired[bool]
    """Whether `current` and `trail` are of the nearest page above it instead, since it does not."""
    trail: list[NodeLink]
    previous: NodeLink | None
    next: NodeLink | None
    pending: bool
    """Whether the current page is still being looked for; `view.changed` follows."""
    matches: NotRequired[int]
    """How many rows a filter matches, those that only lead to them aside; only where there is one."""
    provisional: NotRequired[bool]
    """Whether more matches are still looked for; `view.changed` follows. Only where there is a filter."""
    rows: NotRequired[RowPage]
    """Those that are wanted first; only in the reply to `view.open`."""


class Expanded(TypedDict):
    """A view with branches opened: their keys, those in view first, and whether nothing was left closed."""

    view: View
    opened: list[str]
    is_all: bool


class Hidden(TypedDict):
    """A view without some branches, and the keys by which they are found again."""

    view: View
    hidden: list[str]


class Below(TypedDict):
    """How many pages are below each of the rows, as far as there was time for; null where there is no such row.

    `most` where there are as many or more.
    """

    counts: list[int | None]
    most: int


class RowFound(TypedDict):
    """The row that was looked for, null where there is none."""

    index: int | None


class MenuPage(TypedDict):
    """Some entries of a menu, and how many it has."""

    total: int
    entries: list[Row]


class Referrer(TypedDict):
    """The referrer of a visit: the browser's own (`user`), none at all, or a certain address (`uri`)."""

    mode: Referral
    uri: str | None


class SearchQuery(TypedDict):
    """The request that searches a site; `body` is the form data of a post."""

    method: Literal["get", "post"]
    url: str
    body: str | None
    referrer: Referrer


class Match(TypedDict):
    """A node with a location whose names match; `trail` are the names of what it stands below."""

    key: str
    name: str | None
    location: str
    trail: list[str]


class Matches(TypedDict):
    """Nodes whose names match, the best first."""

    matches: list[Match]


class Visited(TypedDict):
    """Where a node leads; `url` is null where it has no address that a browser may open."""

    url: str | None
    referrer: Referrer


class TitlesFetched(TypedDict):
    """The titles that came, by the addresses of their pages, and how many pages there were to ask for one."""

    titles: list[tuple[str, str]]
    wanted: int


class CacheCleared(TypedDict):
    """How many cached answers were forgotten, null where the cache could not be written."""

    removed: int | None
