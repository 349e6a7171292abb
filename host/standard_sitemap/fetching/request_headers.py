"""The request headers of a sitemap: those its page was asked for with, as a browser would send them for an image. Pure.

Behaviour text, "Fetching sitemaps". Cookies go only to the origin whose page had them, the referrer follows the
browsers' default policy (whole URL within the origin, the origin alone outside, nothing from https to http).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from standard_sitemap import __version__

ACCEPT_XML = "application/xml, text/xml;q=0.9, */*;q=0.1"
ACCEPT_PAGE = "application/xhtml+xml, text/html, */*;q=0.1"
ENCODINGS = ("gzip", "deflate", "br", "zstd")
"""What `decoding` can undo; an encoding the page's request named beyond these is not asked for."""

USER_AGENT = f"Standard-Sitemap-Navigator/{__version__}"


@dataclass(frozen=True)
class Page:
    """The page a sitemap is fetched for: its URL, where it was had from, and how it was asked for."""

    url: str = ""
    ip: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


def headers_for(uri: str, page: Page, accept: str = ACCEPT_XML) -> list[tuple[str, str]]:
    """The headers to ask for `uri` with."""
    given = {name.lower(): value for name, value in page.headers}
    chosen = [("User-Agent", given.get("user-agent", USER_AGENT)), ("Accept", accept)]
    if "accept-language" in given:
        chosen.append(("Accept-Language", given["accept-language"]))
    chosen.append(("Accept-Encoding", _encodings(given.get("accept-encoding"))))
    if "cookie" in given and _shares_cookies(page.url, uri):
        chosen.append(("Cookie", given["cookie"]))
    if referrer := _referrer(page.url, uri):
        chosen.append(("Referer", referrer))
    return [(name, value) for name, value in chosen if value.isprintable()]


def _encodings(asked: str | None) -> str:
    if asked is None:
        return ", ".join(ENCODINGS)
    known = [token.strip() for token in asked.split(",") if token.partition(";")[0].strip().lower() in ENCODINGS]
    return ", ".join(known) or "identity"


def origin(url: str) -> tuple[str, str, int | None]:
    """Scheme, host and port, the port that the scheme implies filled in."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or {"http": 80, "https": 443}.get(parts.scheme)


def _shares_cookies(page_url: str, uri: str) -> bool:
    return origin(page_url) == origin(uri)


def _referrer(page_url: str, uri: str) -> str | None:
    parts = urlsplit(page_url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return None
    bare = parts.netloc.rpartition("@")[2]
    if origin(page_url) == origin(uri):
        return urlunsplit((parts.scheme, bare, parts.path or "/", parts.query, ""))
    if parts.scheme == "https" and urlsplit(uri).scheme != "https":
        return None
    return urlunsplit((parts.scheme, bare, "/", "", ""))


def tuples(headers: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """Pairs of names and values, as messages bring them."""
    return tuple((pair[0], pair[1]) for pair in headers)
