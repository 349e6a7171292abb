"""URI references, resolved as browsers do (the WHATWG URL algorithm) and split into parts.

Does no I/O, and never decides whether an address may be fetched: `fetching` decides that. Caches which hosts form a
valid address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TypeVar
from urllib.parse import unquote

import ada_url

from standard_sitemap.model.url_paths import INDEX_NAMES

T = TypeVar("T")

# The schemes that can be fetched; D40 lists more that a node may lead to.
WEB_SCHEMES = frozenset({"http", "https"})
# The schemes that a location may lead to (D40); `extension/shared/locations.js` asserts the same list and decides
# nothing.
LOCATION_SCHEMES = WEB_SCHEMES | {"mailto", "tel"}

# References of this shape have neither scheme nor authority, and so cannot be invalid.
_RELATIVE = re.compile(r"(?!//)[^:\\\x00-\x20]*")

# RFC 3986, 2.1 and 2.3: escapes in lower case, and escapes of characters that need none: letters, digits, `-._~`.
_UNUSUAL_ESCAPE = re.compile(
    r"%(?:[0-9A-F]?[a-f][0-9A-Fa-f]?(?<=%[0-9A-Fa-f]{2})|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|2[DEde]|5[Ff]|7[Ee])"
)
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")

# The beginnings of parameters that only track visits, and do not change the page (D55).
TRACKING = ("utm_", "gclid", "fbclid", "mc_cid", "mc_eid", "msclkid")
_TRACKING_PARAMETER = re.compile(rf"(?:utm_[^=]*|{'|'.join(TRACKING[1:])})(?:=.*)?")

# The limit on levels walked up: each costs a search of the map's addresses.
_MOST_LEVELS = 32

# The ending that servers let addresses omit, and the slashes in the address of a page: two before its host.
_ENDING = ".html"
_SLASHES_OF_ROOT = 3

# In an address as browsers write it: there, an @ in a name or password is escaped.
_LOGIN = re.compile(r"(?<=^http://)[^/?#@]*@|(?<=^https://)[^/?#@]*@")

# Paths that resolution against a web address leaves unchanged.
_ROOTED = re.compile(r"/(?!/)[\w~!$&()*+,;=:@/?.-]*", re.ASCII)
_ALL_ROOTED = re.compile(rf"{_ROOTED.pattern}(?>\n{_ROOTED.pattern})*+", re.ASCII)

# Maximum bytes of a reference that certainly resolves, and maximum characters of its base. Each byte becomes at most
# three characters (`%C3`). The resolved address therefore stays within the length that a browser is led to
# (`model.menus.LOCATION_LENGTH`).
LONGEST_REFERENCE, LONGEST_BASE = 2_400, 990
# A string of this many characters never exceeds that number of bytes.
_SURELY_NOT_LONGER = LONGEST_REFERENCE // 4

# A map names few hosts.
_HOSTS_CACHED = 4_096

# Every message about visible rows resolves their references again. The cache keys consist of addresses.
_RESOLVED_CACHED = 4_096
# Characters: longer addresses are rare, and caching thousands of the longest would take hundreds of megabytes.
_SHORT = 500

# The earliest index of the slash after the host in a web address.
_AFTER_SCHEME = len("https://")


def resolve(base: str, reference: str) -> str | None:
    """Return the absolute URI of `reference` resolved against `base`; None if it is invalid.

    With an empty base, only absolute references resolve (D47).

    >>> resolve("https://www.example.org/guide/", "../index.html#top")
    'https://www.example.org/index.html#top'
    """
    if _ROOTED.fullmatch(reference) and "/." not in reference and (root := _root_of(base)):
        return root + reference[1:]
    if len(base) + len(reference) <= _SHORT:
        return _resolve_short(base, reference)
    return _resolve(base, reference)


def resolved(base: str, references: Sequence[str]) -> list[str | None]:
    """Resolve several references; recognise a list of plain paths with one match."""
    text = "\n".join(references)
    if _ALL_ROOTED.fullmatch(text) and "/." not in text and text.count("\n") == len(references) - 1:
        root = _root_of(base)
        if root:
            return [root + reference[1:] for reference in references]
    return [resolve(base, reference) for reference in references]


def _resolve(base: str, reference: str) -> str | None:
    try:
        return str(ada_url.join_url(base, reference) if base else ada_url.normalize_url(reference))
    except ValueError:
        return None


@lru_cache(_HOSTS_CACHED)
def _root_of(base: str) -> str:
    """Return the root of the site of a web address; "" for other addresses, where a path may be on a disk."""
    return _resolve(base, "/") or "" if base.startswith(("http://", "https://")) else ""


@lru_cache(_RESOLVED_CACHED)
def _resolve_short(base: str, reference: str) -> str | None:
    return _resolve(base, reference)


def has_web_scheme(uri: str) -> bool:
    """Return whether `uri` is an HTTP address, which may be searched or sent as a referrer."""
    return uri.partition(":")[0].lower() in WEB_SCHEMES


def is_hierarchical(uri: str) -> bool:
    """Return whether relative references can be resolved against `uri`; False for mailto:, urn: and the like."""
    return resolve(uri, "x") is not None


def is_certain(reference: str) -> bool:
    """Return whether `reference` certainly resolves against any hierarchical base.

    The result is then no long location for a base of up to `LONGEST_BASE` characters. False means unknown.
    """
    if len(reference) > _SURELY_NOT_LONGER and len(reference.encode("utf-8", "replace")) > LONGEST_REFERENCE:
        return False
    if _RELATIVE.fullmatch(reference):
        return True
    if not reference.startswith(("http://", "https://")):
        return False
    return _is_absolute(web_start(reference) or reference)


@lru_cache(_HOSTS_CACHED)
def _is_absolute(uri: str) -> bool:
    """Return whether `uri` is an absolute address.

    If it ends with the slash after its host, every address that begins with it is absolute, too.
    """
    return resolve(uri, "") is not None


def is_location(uri: str, document_uri: str = "") -> bool:
    """Return whether a map may lead a reader to an absolute URI (D40); to a file only from a map that is a file."""
    if uri.startswith(("http://", "https://")):  # almost all
        return True
    scheme = uri.partition(":")[0].lower()
    return scheme in LOCATION_SCHEMES or (scheme == "file" and document_uri.startswith("file:"))


def split_fragment(uri: str) -> tuple[str, str | None]:
    """Return `uri` without its fragment, and the unescaped fragment (None if there is none)."""
    address, mark, fragment = uri.partition("#")
    return address, unquote(fragment) if mark else None


def normalised(uri: str) -> str:
    """Return an absolute URI with its escapes in their usual form (RFC 3986, 6.2.2 and 6.2.3; D55).

    Resolution has already settled case, dot segments, the default port and an empty path.

    >>> normalised("https://www.example.org/%7eann/caf%c3%a9")
    'https://www.example.org/~ann/caf%C3%A9'
    """
    return _UNUSUAL_ESCAPE.sub(_usual_escape, uri) if "%" in uri else uri


def has_unusual_escapes(text: str) -> bool:
    """Return whether `normalised` would change one of the addresses in a text."""
    return "%" in text and _UNUSUAL_ESCAPE.search(text) is not None


def _usual_escape(escape: re.Match[str]) -> str:
    character = chr(int(escape[0][1:], 16))
    return character if _UNRESERVED.fullmatch(character) else escape[0].upper()


def by_likeness(uri: str, located: Iterable[tuple[T, str]]) -> tuple[list[T], list[T], list[T]]:
    """Divide the things for the page at `uri` by location: equal, without a fragment, and with another fragment.

    Locations are compared as `normalised`, without parameters that only track visits; things whose location has the
    same ones come first (D55). `located` pairs things with their locations. Things at other pages are left out.
    """
    uri = normalised(uri)
    own = without_tracking(uri)
    page = split_fragment(uri)[0]
    own_page = split_fragment(own)[0]
    exact, without, other = list[tuple[bool, T]](), list[tuple[bool, T]](), list[tuple[bool, T]]()
    for item, location in ((item, normalised(location)) for item, location in located):
        bare = without_tracking(location)
        if split_fragment(bare)[0] == own_page:
            group = exact if bare == own else without if bare == own_page else other
            group.append((split_fragment(location)[0] != page, item))
    return _same_first(exact), _same_first(without), _same_first(other)


def _same_first(items: list[tuple[bool, T]]) -> list[T]:
    """Return things, those not marked as different before the others."""
    return [item for _, item in sorted(items, key=itemgetter(0))]


def without_tracking(uri: str) -> str:
    """Return `uri` without the parameters of its query that only track visits, nor an empty query (D55).

    >>> without_tracking("https://www.example.org/guide?id=3&utm_source=news#top")
    'https://www.example.org/guide?id=3#top'
    """
    address, mark, fragment = uri.partition("#")
    path, _, query = address.partition("?")
    kept = "&".join(part for part in query.split("&") if not _TRACKING_PARAMETER.fullmatch(part))
    return f"{path}{'?' if kept else ''}{kept}{mark}{fragment}"


# Behaviour: which entries a page's address means. Also: current page, trailing slash, equal or normalised addresses.
def known_as(url: str) -> Iterator[tuple[str, ...]]:
    """Yield groups of addresses of a page, the likeliest first (D55).

    The address itself comes first, then the addresses that servers treat like it: with another slash, index or ending.
    If it has a user name and password, the same groups without them follow. The host requests files without them, so a
    map rarely has any.
    """
    for address in dict.fromkeys((url, _without_login(url))):
        yield (address,)
        bare = without_tracking(address)
        path = re.split("[?#]", bare, maxsplit=1)[0]
        rest = bare[len(path) :]
        yield tuple(same + rest for same in _equivalents(path))


def _without_login(url: str) -> str:
    return _LOGIN.sub("", url, count=1)


def folders_above(url: str) -> Iterator[str]:
    """Yield the addresses of the folders above a page, the nearest first, each with a slash at its end.

    Without the site's own address: every page is below it, so a mark there would be meaningless.
    """
    path = re.split("[?#]", _without_login(url), maxsplit=1)[0]
    site = re.match(r"[a-z][a-z0-9+.-]*://[^/]*/", path)
    if site is None:
        return
    for _ in range(_MOST_LEVELS):
        path = path.rstrip("/")
        if len(path) < site.end():
            return
        path = path[: path.rindex("/") + 1]
        if len(path) > site.end():
            yield path


def _equivalents(path: str) -> list[str]:
    """Return the other paths at which servers usually show the page of a path."""
    folder, _, name = path.rpartition("/")
    bare = folder if name.lower() in INDEX_NAMES else path.rstrip("/").removesuffix(_ENDING)
    is_root = bare.count("/") < _SLASHES_OF_ROOT
    whole = [f"{bare}/", *(f"{bare}/{index}" for index in INDEX_NAMES), *([] if is_root else [bare, bare + _ENDING])]
    return [same for same in whole if same != path]


def host(uri: str) -> str:
    """Return the host of an absolute URI, without port; empty if it has none."""
    return str(ada_url.URL(uri).hostname)


def web_start(address: str) -> str:
    """Return scheme, host and the slash after them as written in a web address; "" if there is no such slash."""
    return address[: address.find("/", _AFTER_SCHEME) + 1]


def authority(address: str) -> str:
    """Return host and port of a resolved web address; "" for other addresses.

    >>> authority("https://www.example.org:8080/guide")
    'www.example.org:8080'
    """
    return web_start(address).partition("://")[2].removesuffix("/")
