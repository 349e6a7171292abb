"""The headers of requests: the headers of the page's own request, and the referrer by the page's policy.

Does no I/O; caches the origins of addresses.

[Referrer Policy, "Determine request's Referrer"]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import ada_url

from standard_sitemap import __version__
from standard_sitemap.fetching.network_addresses import Route, Scope, literal_address, named_scope, scope_of

# Any type last: a server that has only the wrong type should send it, because D3 has a fault for it.
ACCEPT_XML = "application/xml, text/xml;q=0.9, */*;q=0.1"
ACCEPT_PAGE = "application/xhtml+xml, text/html, */*;q=0.1"
# The encodings that `decoding.decode` supports; others in the page's request are not accepted.
ENCODINGS = ("gzip", "deflate", "br", "zstd")

# Fields of the page's request that accompany every request for its sitemap (D44), as for the page's images.
SETTINGS = frozenset({"dnt", "sec-gpc", "save-data", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform"})

USER_AGENT = f"Standard-Sitemap-Navigator/{__version__}"

# As bytes, since cookies may contain non-ASCII characters.
Headers = list[tuple[bytes, bytes]]

# For a page without a policy (Referrer Policy, 3: the default policy).
DEFAULT_POLICY = "strict-origin-when-cross-origin"

POLICIES = frozenset(
    {
        "no-referrer",
        "no-referrer-when-downgrade",
        "same-origin",
        "origin",
        "strict-origin",
        "origin-when-cross-origin",
        DEFAULT_POLICY,
        "unsafe-url",
    }
)

# A longer referrer is reduced to its origin, as in browsers. [Referrer Policy, "Determine request's Referrer"]
_LONGEST = 4_096


@dataclass(frozen=True)
class ReferringPage:
    """The page a sitemap is fetched for: its URL, its address and route, and how it was requested.

    `container` names the Firefox container, "" for the default one. `requests_cookies` is true if the browser can be
    asked for the cookies to send. `looked_up` is the scope of the page's own name, if the host has looked it up.
    """

    url: str = ""
    ip: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    referrer_policy: str | None = None
    container: str = ""
    requests_cookies: bool = False
    route: Route = Route.DIRECT
    looked_up: Scope | None = None

    @property
    def scope(self) -> Scope:
        """The scope of the page: by its own URL, else by the host's lookup, else public.

        The address that the browser reports may be a proxy's, so it never decides alone. If its scope differs from the
        URL's, it certainly is a proxy's, and the page counts as public.
        """
        ip, named = literal_address(self.ip or ""), named_scope(self.url)
        if named is not None and ip is not None and scope_of(ip) is not named:
            return Scope.PUBLIC
        return named or self.looked_up or Scope.PUBLIC

    def header(self, name: str) -> str | None:
        """Return the last value of a header of the page's request."""
        return next((value for known, value in reversed(self.headers) if known.lower() == name), None)


class Audience(NamedTuple):
    """The audience of a response: the key of everything that pages share (open maps, connections, the cache).

    Nothing passes from a private window to others, from a container, or from one site's pages to another's. Nothing
    passes from pages of the reader's own network to public ones, or from pages behind a proxy to others.
    """

    is_private: bool
    container: str
    origin: str
    scope: Scope
    route: Route

    @property
    def partition(self) -> str:
        """The name of its partition in a cache, which private windows and containers do not share."""
        return f"{self.origin} {self.scope.value}"


def audience(page: ReferringPage, *, is_private: bool) -> Audience:
    """Return the audience of responses fetched for a page."""
    return Audience(is_private, page.container, origin(page.url) or page.url, page.scope, page.route)


def policy_in(field: str | None) -> str | None:
    """Return the policy that a `Referrer-Policy` field sets, which is the last valid token; None if there is none."""
    # Unknown tokens are skipped: a site lists a newer policy after an older one, for browsers that lack the newer.
    tokens = [token.strip().lower() for token in (field or "").split(",")]
    return next((token for token in reversed(tokens) if token in POLICIES), None)


@lru_cache(1_024)
def origin(url: str) -> str:
    """Return scheme, host and port without an implied port; "" if there is none."""
    try:
        origin_of_url = str(ada_url.URL(url).origin)
    except ValueError:
        return ""
    # Opaque origins, such as those of `data:` addresses, are equal to no other, not even to themselves.
    return "" if origin_of_url == "null" else origin_of_url


def referrer(page_url: str, uri: str, policy: str | None) -> str | None:
    """Return the referrer of a request for `uri` from that page; None if none is sent."""
    alone = origin(page_url)
    if not alone.startswith(("http://", "https://")):
        return None
    sent = _chosen(policy or DEFAULT_POLICY, _bare(page_url), f"{alone}/", uri)
    return f"{alone}/" if sent is not None and len(sent) > _LONGEST else sent


@lru_cache(64)
def _bare(page_url: str) -> str:
    """Return an address without credentials and fragment."""
    url = ada_url.URL(page_url)
    url.username = url.password = url.hash = ""
    return str(url.href)


def _chosen(policy: str, whole: str, alone: str, uri: str) -> str | None:
    is_same = origin(whole) == origin(uri)
    is_downgrade = _is_trustworthy(whole) and not _is_trustworthy(uri)
    return {
        "no-referrer": None,
        "no-referrer-when-downgrade": None if is_downgrade else whole,
        "same-origin": whole if is_same else None,
        "origin": alone,
        "strict-origin": None if is_downgrade else alone,
        "origin-when-cross-origin": whole if is_same else alone,
        "strict-origin-when-cross-origin": whole if is_same else None if is_downgrade else alone,
        "unsafe-url": whole,
    }[policy]


def _is_trustworthy(url: str) -> bool:
    """Return whether the connection protects a response from changes. [Secure Contexts]"""
    return url.startswith("https:") or named_scope(url) is Scope.LOOPBACK


def headers_for(
    uri: str, page: ReferringPage, accept: str = ACCEPT_XML, cookie: str | None = None, policy: str | None = None
) -> Headers:
    """Return the headers of a request for `uri`; `policy` replaces the page's after a redirect has set one."""
    chosen = [("User-Agent", page.header("user-agent") or USER_AGENT), ("Accept", accept)]
    if language := page.header("accept-language"):
        chosen.append(("Accept-Language", language))
    chosen.extend(settings(uri, page))
    chosen.append(("Accept-Encoding", _encodings(page.header("accept-encoding"))))
    if cookie := cookie if page.requests_cookies else own_cookies(uri, page):
        chosen.append(("Cookie", cookie))
    if sent := referrer(page.url, uri, policy or policy_in(page.referrer_policy)):
        chosen.append(("Referer", sent))
    # White space around a value has no meaning; control characters would begin another header.
    return [(name.encode(), value.strip().encode("utf-8", "replace")) for name, value in chosen if value.isprintable()]


def settings(uri: str, page: ReferringPage) -> list[tuple[str, str]]:
    """Return the reader's settings in the page's own request; unusual client hints go to its own origin only."""
    fields = {name.lower(): value for name, value in page.headers}
    is_own = origin(page.url) == origin(uri)
    return [
        (name, value)
        for name, value in fields.items()
        if name in SETTINGS or (is_own and name.startswith("sec-ch-") and name.removeprefix("sec-ch-").isascii())
    ]


def own_cookies(uri: str, page: ReferringPage) -> str | None:
    """Return the cookies of the page's own request, for its own origin."""
    return page.header("cookie") if origin(page.url) == origin(uri) else None


def _encodings(accepted: str | None) -> str:
    if accepted is None:
        return ", ".join(ENCODINGS)
    known = [token.strip() for token in accepted.split(",") if token.partition(";")[0].strip().lower() in ENCODINGS]
    # Named, since a server may choose any encoding if the field is missing (RFC 9110, 12.5.3).
    return ", ".join(known) or "identity"


def tuples(headers: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """Return pairs of names and values, as messages contain them."""
    return tuple((pair[0], pair[1]) for pair in headers)
