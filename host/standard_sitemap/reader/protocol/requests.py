"""The shapes of requests: everything that the host accepts from the extension.

The bounds exceed the extension's own: they keep a broken sender from filling the memory.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from standard_sitemap.fetching.limits import DEFAULTS
from standard_sitemap.reader.protocol.greeting import ROWS_AT_ONCE

# More than the extension ever sends, and few enough to be checked at once.
Url = Annotated[str, Field(max_length=65_536)]
Text = Annotated[str, Field(max_length=10_000)]
Key = Annotated[str, Field(max_length=4_096)]
Name = Annotated[str, Field(max_length=64)]
Keys = Annotated[list[Key], Field(max_length=10_000)]
# Few, because each is searched for again when more of the map arrives.
HiddenKeys = Annotated[list[Key], Field(max_length=200)]
# The rows in view.
RowKeys = Annotated[list[Key], Field(max_length=100)]
Pairs = Annotated[list[tuple[str, str]], Field(max_length=1_000)]
# Address and name of the links of a page's menus, in their order, and the names of their branches.
SeenLinks = Annotated[list[tuple[Url, Text, Text]], Field(max_length=2_000)]
Index = Annotated[int, Field(ge=0, le=10**12)]
# Milliseconds since 1970, for some centuries.
Moment = Annotated[int, Field(ge=0, le=10**13)]
Count = Annotated[int, Field(ge=0, le=ROWS_AT_ONCE)]


def _known_limits(limits: dict[str, int]) -> dict[str, int]:
    DEFAULTS.with_changes(limits)
    return limits


KnownLimits = Annotated[dict[Name, int], AfterValidator(_known_limits)]


class Shape(BaseModel):
    """An object of a message. Missing required fields and unknown fields are errors.

    Its validator is built on first use: a reader's first map needs three of thirty.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Hello(Shape):
    """The sender, and the version of the protocol it uses."""

    protocol: int
    extension: Text = ""
    browser: Text = ""


class EvidenceLink(Shape):
    """A `<link>` or `<meta>` of the page."""

    element: Literal["link", "meta"]
    rel: Text
    href: Url
    base: Url
    xml_bases: Annotated[list[Url], Field(max_length=1_000)] = []


class Evidence(Shape):
    """The parts of a page that could name a sitemap."""

    url: Url
    content_type: Text | None = None
    headers: Pairs = []
    links: Annotated[list[EvidenceLink], Field(max_length=10_000)] = []


class Locate(Shape):
    """The evidence of a page."""

    evidence: Evidence


class PageForHost(Shape):
    """The page for which a sitemap is fetched. With `cookies`, the host can request the cookies to send.

    `route` is the browser's network route to the page. It also decides how its sitemap is fetched. `direct` is a route
    without a proxy: the host fetches, and may resolve names. `proxy` is a route through a proxy: the browser fetches
    (event `fetch`), and the host contacts no server and no name server. With `unknown`, there may be a proxy: the
    browser fetches, as for `proxy`. Of the addresses that it reports, the host trusts only public addresses and the
    page's own. With `system`, the default, the host reads the system's proxy settings. `ip` then does not make a page
    local: if a name has an address in the reader's own network, the route counts as `unknown`.
    """

    url: Url
    ip: Text | None = None
    route: Literal["direct", "proxy", "unknown", "system"] | None = None
    headers: Pairs = []
    referrer_policy: Name | None = None
    container: Name = ""
    cookies: bool = False


class SiteOptions(Shape):
    """The reader's options; unset options stay unchanged. `limits` contains every limit that the reader changed.

    Lists of more than `group_size` are divided in their own order, by name or by address, according to `division`.
    `group_names` are the names shown for groups with a `meaning`. Filters also match these names.
    """

    include_user: bool | None = None
    languages: Annotated[list[Name], Field(max_length=100)] | None = None
    group_size: Annotated[int, Field(ge=0, le=10_000)] | None = None
    division: Literal["order", "name", "address"] | None = None
    group_names: Annotated[dict[Name, Name], Field(max_length=20)] | None = None
    limits: KnownLimits | None = None

    def changes(self) -> dict[str, Any]:
        """Return the options that are set, in the form of the site's own options."""
        changes = {name: value for name, value in self if value is not None}
        if self.languages is not None:
            changes["languages"] = tuple(self.languages)
        if self.limits is not None:
            changes["limits"] = DEFAULTS.with_changes(self.limits)
        return changes


class SiteOpen(Shape):
    """A sitemap to open. `chosen` is true if the reader named it instead of the page.

    `cookie` is the cookie for the sitemap itself; null if the host must request it. `titles` are the titles of visited
    pages, by their addresses, and `seen_links` the links of their menus, as in `site.links`. With `evidence`, the
    sitemap is opened only if the evidence names it.
    """

    sitemap: Url
    page: PageForHost
    cookie: Url | None = None
    private: bool = False
    chosen: bool = False
    titles: Annotated[list[tuple[Url, Text]], Field(max_length=1_000)] = []
    seen_links: SeenLinks = []
    evidence: Evidence | None = None
    options: SiteOptions = Field(default_factory=SiteOptions)


class DeclaredLink(Shape):
    """A link of the page that declares something about its site; `href` as the browser resolves it."""

    rel: Text
    href: Url
    type: Text = ""
    title: Text = ""


class Suggest(Shape):
    """The page, and its links that declare something about its site."""

    page: PageForHost
    private: bool = False
    links: Annotated[list[DeclaredLink], Field(max_length=1_000)] = []


class SiteReference(Shape):
    """An open site."""

    site: Name


class SiteReload(SiteReference):
    """An open site; with `revalidate`, cached responses are validated with their servers."""

    revalidate: bool = False


class SitePage(SiteReference):
    """A page's declarations about itself and its site."""

    url: Url
    title: Text = ""
    links: Annotated[list[DeclaredLink], Field(max_length=100)] = []


class SiteLinks(SiteReference):
    """The links of a page's menus in their order, each with address, name, and the name of its branch in the menu.

    The name is "" for an address that needs none, the branch "" for a link outside branches.
    """

    links: SeenLinks


class SiteConfigure(SiteReference):
    """An open site, and the options that change."""

    options: SiteOptions


class SiteFaults(SiteReference):
    """A range of the faults."""

    first: Index = Field(alias="from", default=0)
    count: Count


class SiteNews(SiteReference):
    """The moment since which pages must have changed, and the present moment, in milliseconds since 1970."""

    since: Moment
    now: Moment


class ViewOpen(SiteReference):
    """A new view. With `count`, the reply has the rows around the current page, otherwise the rows from `from` on."""

    page_url: Url | None = None
    open: Keys = []
    hidden: HiddenKeys = []
    filter: Text = ""
    first: Index = Field(alias="from", default=0)
    count: Count = 0


class ViewReference(Shape):
    """An open view."""

    view: Name


class ViewUpdate(ViewReference):
    """Changes of a view; unset members stay unchanged. `reveal` opens the branch of the current page."""

    page_url: Url | None = None
    open: Keys | None = None
    filter: Text | None = None
    reveal: bool = False


class ViewToggle(ViewReference):
    """A branch, and whether to open it."""

    key: Key
    open: bool


class ViewExpand(ViewReference):
    """The branch to open with all branches below it. Without `key`, the whole map."""

    key: Key | None = None


class ViewHide(ViewReference):
    """The branches to hide. All others are shown."""

    hidden: HiddenKeys


class ViewBranchCounts(ViewReference):
    """The rows whose pages are to be counted."""

    keys: RowKeys


class TitlesFetch(ViewReference):
    """The rows whose pages' titles are requested."""

    keys: RowKeys


class ViewRows(ViewReference):
    """A range of rows."""

    first: Index = Field(alias="from", default=0)
    count: Count


class ViewFind(ViewReference):
    """The beginning of a name, and the row at which the search begins."""

    text: Text
    first: Index = Field(alias="from", default=0)


class Menu(SiteReference):
    """A range of the entries below a place. Without `key`, a range of the whole map."""

    key: Key | None = None
    first: Index = Field(alias="from", default=0)
    count: Count


class Search(SiteReference):
    """The search term, and the current page; that page and its policy decide the referrer."""

    term: Text
    page_url: Url | None = None
    referrer_policy: Name | None = None


class Find(SiteReference):
    """The words, and the maximum number of matches."""

    text: Text
    limit: Annotated[int, Field(ge=1, le=1_000)] = 10


class Visit(SiteReference):
    """A place in the tree by its key, or a role node by role and index. `variant` overrides the best variant.

    `referrer_policy` is the policy of the page. The default is the policy of the page that opened the site.
    """

    key: Key | None = None
    role: Text | None = None
    index: Index = 0
    variant: Index | None = None
    page_url: Url | None = None
    referrer_policy: Name | None = None
    via: Literal["tree", "role"] = "tree"


class CacheClear(Shape):
    """The cached responses to delete: of a `site` (a host and its subdomains), or all."""

    site: Url | None = None


class CookiesOfBrowser(Shape):
    """The cookies for a request, in the form of a `Cookie` field; "" for none."""

    ask: Name
    cookie: Url = ""


class Hop(Shape):
    """One of the requests that led to a fetched document; `ip` is null if it is a proxy's or unknown."""

    url: Url
    status: int = 0
    ip: Text | None = None


class BrowserResponse(Shape):
    """A piece of a document that the browser fetched, in base64. `last` marks the last piece.

    `hops` are the requests made, in order, ending with the answered request. `ip` is the address of the answering
    server, null if it is a proxy's or unknown. The host checks both before it accepts any data. The first piece must
    contain them; the others may.
    """

    fetch: Name
    ok: bool
    status: int = 0
    uri: Url = ""
    content_type: Text | None = None
    body: str = ""
    last: bool = True
    hops: Annotated[list[Hop], Field(max_length=100)] = []
    ip: Text | None = None


REQUESTS: dict[str, type[Shape]] = {
    "hello": Hello,
    "locate": Locate,
    "suggest": Suggest,
    "site.open": SiteOpen,
    "site.page": SitePage,
    "site.links": SiteLinks,
    "site.configure": SiteConfigure,
    "site.reload": SiteReload,
    "site.stop": SiteReference,
    "site.abandon": SiteOpen,
    "site.close": SiteReference,
    "site.faults": SiteFaults,
    "site.news": SiteNews,
    "view.open": ViewOpen,
    "view.update": ViewUpdate,
    "view.toggle": ViewToggle,
    "view.expand": ViewExpand,
    "view.hide": ViewHide,
    "view.below": ViewBranchCounts,
    "view.rows": ViewRows,
    "view.find": ViewFind,
    "view.close": ViewReference,
    "titles.fetch": TitlesFetch,
    "titles.stop": ViewReference,
    "menu": Menu,
    "search": Search,
    "find": Find,
    "visit": Visit,
    "cache.clear": CacheClear,
    "cookies": CookiesOfBrowser,
    "fetched": BrowserResponse,
}
"""The request of each method."""
