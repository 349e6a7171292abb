"""The shapes of requests: what the host accepts from the extension, and nothing else.

Bounds are generous where the extension keeps tighter ones: they keep a broken sender from filling the memory.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from standard_sitemap.fetching.limits import Limits
from standard_sitemap.reader.protocol.greeting import ROWS_AT_ONCE

# More than any page or click of ours sends, and little enough to be checked at once.
Url = Annotated[str, Field(max_length=65_536)]
Text = Annotated[str, Field(max_length=10_000)]
Key = Annotated[str, Field(max_length=4_096)]
Name = Annotated[str, Field(max_length=64)]
Keys = Annotated[list[Key], Field(max_length=10_000)]
# Few, since each is looked for whenever more of the map is there.
Hidden = Annotated[list[Key], Field(max_length=200)]
# The rows in view.
RowKeys = Annotated[list[Key], Field(max_length=100)]
Pairs = Annotated[list[tuple[str, str]], Field(max_length=1_000)]
Index = Annotated[int, Field(ge=0, le=10**12)]
Count = Annotated[int, Field(ge=0, le=ROWS_AT_ONCE)]


def _known_limits(limits: dict[str, int]) -> dict[str, int]:
    Limits().with_changes(limits)
    return limits


KnownLimits = Annotated[dict[Name, int], AfterValidator(_known_limits)]


class Shape(BaseModel):
    """An object of a message: no field is guessed, none ignored. Its schema is built when it is first used."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Hello(Shape):
    """Who speaks, in which version of the protocol."""

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
    """What a page carries that could name a sitemap."""

    url: Url
    content_type: Text | None = None
    headers: Pairs = []
    links: Annotated[list[EvidenceLink], Field(max_length=10_000)] = []


class Locate(Shape):
    """What a page carries."""

    evidence: Evidence


class PageForHost(Shape):
    """The page a sitemap is fetched for; with `cookies` the extension answers which cookies go along.

    `route` is how the browser came to the page, and so how its sitemap is fetched:

    - `direct`: without a proxy. The host fetches, and may look names up.
    - `proxy`: by one. The browser fetches (event `fetch`); the host asks no server and no name server anything.
    - `unknown`: maybe by one. The same; of the addresses that the browser tells only public ones, or the page's own,
      are taken for what they seem to be.
    - `system`: as the system's proxy settings say, which the host reads; so it is, too, where nothing is said. `ip`
      then makes no page local: one of the reader's own network under a name counts as `unknown`.
    """

    url: Url
    ip: Text | None = None
    route: Literal["direct", "proxy", "unknown", "system"] | None = None
    headers: Pairs = []
    referrer_policy: Name | None = None
    container: Name = ""
    cookies: bool = False


class SiteOptions(Shape):
    """The reader's options; what is not set stays. `limits` are all those that are not as they are by default.

    Lists of more than `group_size` are divided as they come, by name or by address, as `division` says. `group_names`
    are those that the reader is shown for groups with a `meaning`, by that: a filter finds the groups by them, too.
    """

    include_user: bool | None = None
    languages: Annotated[list[Name], Field(max_length=100)] | None = None
    group_size: Annotated[int, Field(ge=0, le=10_000)] | None = None
    division: Literal["order", "name", "address"] | None = None
    group_names: Annotated[dict[Name, Name], Field(max_length=20)] | None = None
    limits: KnownLimits | None = None

    def changes(self) -> dict[str, Any]:
        """What is set, as the site's own options have it."""
        changes = {name: value for name, value in self if value is not None}
        if self.languages is not None:
            changes["languages"] = tuple(self.languages)
        if self.limits is not None:
            changes["limits"] = Limits().with_changes(self.limits)
        return changes


class SiteOpen(Shape):
    """A sitemap to be opened; `chosen` where the reader, and not the page, says that this is the site's sitemap.

    `cookie` is what goes along to the sitemap itself, so that the host need not ask for it; null where it has to.
    `titles` are those of pages that were visited before, by their addresses. With `evidence`, it is opened only if
    that names it.
    """

    sitemap: Url
    page: PageForHost
    cookie: Url | None = None
    private: bool = False
    chosen: bool = False
    titles: Annotated[list[tuple[Url, Text]], Field(max_length=1_000)] = []
    evidence: Evidence | None = None
    options: SiteOptions = SiteOptions()


class DeclaredLink(Shape):
    """A link of the page that declares something of its site; `href` as the browser resolves it."""

    rel: Text
    href: Url
    type: Text = ""
    title: Text = ""


class Suggest(Shape):
    """The page, and those of its links that declare something of its site."""

    page: PageForHost
    private: bool = False
    links: Annotated[list[DeclaredLink], Field(max_length=1_000)] = []


class SiteNamed(Shape):
    """An open site."""

    site: Name


class SiteReload(SiteNamed):
    """An open site; with `revalidate` nothing is used from a cache without asking its server."""

    revalidate: bool = False


class SitePage(SiteNamed):
    """What a page says of itself and of its site."""

    url: Url
    title: Text = ""
    links: Annotated[list[DeclaredLink], Field(max_length=100)] = []


class SiteConfigure(SiteNamed):
    """An open site, and the options that change."""

    options: SiteOptions


class SiteFaults(SiteNamed):
    """Which of the faults."""

    first: Index = Field(alias="from", default=0)
    count: Count


class ViewOpen(SiteNamed):
    """A new view; with `count` the rows about the current page come along, else those from `from` on."""

    page_url: Url | None = None
    open: Keys = []
    hidden: Hidden = []
    filter: Text = ""
    first: Index = Field(alias="from", default=0)
    count: Count = 0


class ViewNamed(Shape):
    """An open view."""

    view: Name


class ViewUpdate(ViewNamed):
    """What is not set stays. With `reveal` the branch of the current page opens."""

    page_url: Url | None = None
    open: Keys | None = None
    filter: Text | None = None
    reveal: bool = False


class ViewToggle(ViewNamed):
    """The branch, and whether it is to be open."""

    key: Key
    open: bool


class ViewExpand(ViewNamed):
    """The branch that is to be open with all below it; the whole map without `key`."""

    key: Key | None = None


class ViewHide(ViewNamed):
    """The branches that are to be hidden: these and no others."""

    hidden: Hidden


class ViewBelow(ViewNamed):
    """The rows whose pages are to be counted."""

    keys: RowKeys


class TitlesFetch(ViewNamed):
    """The rows whose pages' titles are wanted."""

    keys: RowKeys


class ViewRows(ViewNamed):
    """Which of the rows."""

    first: Index = Field(alias="from", default=0)
    count: Count


class ViewFind(ViewNamed):
    """How the name begins, and where to look first."""

    text: Text
    first: Index = Field(alias="from", default=0)


class Menu(SiteNamed):
    """Which of the entries below a place; of the whole map without `key`."""

    key: Key | None = None
    first: Index = Field(alias="from", default=0)
    count: Count


class Search(SiteNamed):
    """What to search for, and the page from which; the latter and its policy decide the referrer."""

    term: Text
    page_url: Url | None = None
    referrer_policy: Name | None = None


class Find(SiteNamed):
    """The words, and how many matches are wanted."""

    text: Text
    limit: Annotated[int, Field(ge=1, le=1_000)] = 10


class Visit(SiteNamed):
    """A place in the tree by its key, or a role node by role and index; by the best variant where none is named.

    `referrer_policy` is that of the page; where nothing is said, that of the page for which the site was opened.
    """

    key: Key | None = None
    role: Text | None = None
    index: Index = 0
    variant: Index | None = None
    page_url: Url | None = None
    referrer_policy: Name | None = None
    via: Literal["tree", "role"] = "tree"


class CacheClear(Shape):
    """Whose cached answers to forget: those of a `site` (a host with all below it), or all."""

    site: Url | None = None


class CookiesOfBrowser(Shape):
    """Which cookies go along with a request, as a `Cookie` field has them; "" for none."""

    ask: Name
    cookie: Url = ""


class Hop(Shape):
    """One request of those that led to what was fetched; `ip` is null where it is a proxy's, or not known."""

    url: Url
    status: int = 0
    ip: Text | None = None


class FetchedByBrowser(Shape):
    """A piece of what the browser fetched, base64; `last` with the last piece.

    `hops` are the requests made, in order, the one that was answered last; `ip` is the address that the answer was sent
    from, null where that is a proxy's or not known. The host looks at both before it takes anything in: they stand in
    the first piece, and may stand in all.
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
    "site.configure": SiteConfigure,
    "site.reload": SiteReload,
    "site.stop": SiteNamed,
    "site.abandon": SiteOpen,
    "site.close": SiteNamed,
    "site.faults": SiteFaults,
    "view.open": ViewOpen,
    "view.update": ViewUpdate,
    "view.toggle": ViewToggle,
    "view.expand": ViewExpand,
    "view.hide": ViewHide,
    "view.below": ViewBelow,
    "view.rows": ViewRows,
    "view.find": ViewFind,
    "view.close": ViewNamed,
    "titles.fetch": TitlesFetch,
    "titles.stop": ViewNamed,
    "menu": Menu,
    "search": Search,
    "find": Find,
    "visit": Visit,
    "cache.clear": CacheClear,
    "cookies": CookiesOfBrowser,
    "fetched": FetchedByBrowser,
}
"""The request of each method."""
