"""URI references resolved as browsers do it (the WHATWG URL algorithm), and taken apart.

Does no I/O, and never decides whether an address may be fetched: that is the fetching side's business. Remembers which
hosts were found to make an address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar
from urllib.parse import unquote

import ada_url

T = TypeVar("T")

# What can be fetched; D40 has more schemes that a node may lead to.
WEB_SCHEMES = frozenset({"http", "https"})
# Where a location may lead (D40); `extension/shared/locations.js` asserts the same list, and decides nothing by it.
LOCATION_SCHEMES = WEB_SCHEMES | {"mailto", "tel"}

# References of this shape have neither scheme nor authority, and so nothing that could be wrong with them.
_RELATIVE = re.compile(r"(?!//)[^:\\\x00-\x20]*")

# Paths in which nothing is that resolving could change, seen from the web.
_ROOTED = re.compile(r"/(?!/)[\w~!$&()*+,;=:@/?.-]*", re.ASCII)
_ALL_ROOTED = re.compile(rf"{_ROOTED.pattern}(?:\n{_ROOTED.pattern})*+", re.ASCII)

# Bytes of a reference that is certain, and characters of a base: each byte becomes three characters at most (`%C3`), so
# that seen from such a base the reference is no longer than what a browser is led to (`model.menus.LOCATION_LENGTH`).
LONGEST_REFERENCE, LONGEST_BASE = 2_400, 990
# Characters that are no more bytes than that, whatever they are.
_SURELY_NOT_LONGER = LONGEST_REFERENCE // 4

# The hosts that a map names are few.
_HOSTS_CACHED = 4_096

# What is on the screen is resolved again with every message about it: its keys are made of addresses.
_RESOLVED_CACHED = 4_096
# Characters: longer ones are rare, and thousands of the longest would be hundreds of megabytes.
_SHORT = 500

# Where in an address on the web its host is ended at the earliest.
_AFTER_SCHEME = len("https://")


def resolve(base: str, reference: str) -> str | None:
    """Return the absolute URI of `reference` seen from `base`; None where the two make no URI.

    An empty base is none: from there only absolute references make a URI (D47).
    """
    if _ROOTED.fullmatch(reference) and "/." not in reference and (root := _root_of(base)):
        return root + reference[1:]
    if len(base) + len(reference) <= _SHORT:
        return _resolve_short(base, reference)
    return _resolve(base, reference)


def resolved(base: str, references: Sequence[str]) -> list[str | None]:
    """Several references resolved; where all are plain paths, they are seen to be at once."""
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
    """The root of the site that an address on the web is of; "" of one elsewhere, where a path may be a disk's."""
    return _resolve(base, "/") or "" if base.startswith(("http://", "https://")) else ""


@lru_cache(_RESOLVED_CACHED)
def _resolve_short(base: str, reference: str) -> str | None:
    return _resolve(base, reference)


def has_web_scheme(uri: str) -> bool:
    """Whether `uri` is one that HTTP fetches: what may be searched, or sent as a referrer."""
    return uri.partition(":")[0].lower() in WEB_SCHEMES


def is_hierarchical(uri: str) -> bool:
    """Whether relative references can be resolved against `uri`: not against mailto:, urn: and the like."""
    return resolve(uri, "x") is not None


def is_certain(reference: str) -> bool:
    """Whether `reference` surely resolves against any hierarchical base, and to no long location against a base of up
    to `LONGEST_BASE` characters; not sure does not mean that it does not."""
    if len(reference) > _SURELY_NOT_LONGER and len(reference.encode("utf-8", "replace")) > LONGEST_REFERENCE:
        return False
    if _RELATIVE.fullmatch(reference):
        return True
    if not reference.startswith(("http://", "https://")):
        return False
    return _is_absolute(web_start(reference) or reference)


@lru_cache(_HOSTS_CACHED)
def _is_absolute(uri: str) -> bool:
    """Whether `uri` is an address by itself; where it ends with its host's slash, so is whatever begins with it."""
    return resolve(uri, "") is not None


def is_location(uri: str, document_uri: str = "") -> bool:
    """Whether a reader may be led to an absolute URI from a map (D40); to a file only from a map that is one itself."""
    if uri.startswith(("http://", "https://")):  # as nearly all do
        return True
    scheme = uri.partition(":")[0].lower()
    return scheme in LOCATION_SCHEMES or (scheme == "file" and document_uri.startswith("file:"))


def split_fragment(uri: str) -> tuple[str, str | None]:
    """`uri` without its fragment, and the fragment with its escapes undone (None where there is none)."""
    address, mark, fragment = uri.partition("#")
    return address, unquote(fragment) if mark else None


# Behaviour: which entries a page's address means.
def by_likeness(uri: str, located: Iterable[tuple[T, str]]) -> tuple[list[T], list[T], list[T]]:
    """What stands for a page among things with their locations: those at exactly its address `uri`, then those at it
    without a fragment, then those at it with another."""
    page, _ = split_fragment(uri)
    exact, without, other = list[T](), list[T](), list[T]()
    for item, location in located:
        if location == uri:
            exact.append(item)
        elif location == page:
            without.append(item)
        elif split_fragment(location)[0] == page:
            other.append(item)
    return exact, without, other


def host(uri: str) -> str:
    """The host of an absolute URI, without port; empty where it has none."""
    return str(ada_url.URL(uri).hostname)


def web_start(address: str) -> str:
    """Scheme and host of an address on the web as they are written, with the slash after them; "" where none is."""
    return address[: address.find("/", _AFTER_SCHEME) + 1]
