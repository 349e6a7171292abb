"""Reads a fetched page's links and its instructions for crawlers. Pure.

[RFC 6596 for `canonical`; the robots meta element, `X-Robots-Tag` and `rel=nofollow` as search engines document them]
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from standard_sitemap.model.robots_meta import instructions
from standard_sitemap.model.uris import resolve
from standard_sitemap.webmaster.making.page_reading import markup_of, parsed, refresh_of

# Real pages have a few hundred links. A page with more is an index, whose entries the maker reads from the page.
_MOST_LINKS = 5_000
_CANONICAL_FIELD = re.compile(r"<([^<>]*)>[^<>]*;\s*rel\s*=\s*\"?[^\";,<>]*\bcanonical\b", re.IGNORECASE)


class PageLinks(NamedTuple):
    """The absolute link targets of a page in order, its canonical address, and its instructions for crawlers."""

    addresses: tuple[str, ...] = ()
    canonical: str | None = None
    redirect: str | None = None
    is_indexed: bool = True
    is_followed: bool = True


def read_links(body: bytes, address: str, headers: Iterable[tuple[str, str]]) -> PageLinks:
    """Return the links of the page at `address`; none if page or `headers` ask crawlers not to follow them."""
    root = parsed(markup_of(body))
    if root is None:
        return PageLinks()
    base, redirect = address, None
    canonical, rules = _of_headers(headers)
    hrefs: list[str] = []
    has_base = False
    for element in root.iter("base", "link", "meta", "a", "area", "frame", "iframe"):
        href = element.get("src") if element.tag in ("frame", "iframe") else element.get("href")
        relations = (element.get("rel") or "").lower().split()
        if element.tag == "meta":
            rules |= instructions(element.get("name"), element.get("content"))
            refresh = refresh_of(element)
            redirect = redirect or (refresh.url if refresh else None)
        elif element.tag == "base" and href and not has_base:
            base, has_base = resolve(address, href) or address, True
        elif element.tag == "link" and href:
            canonical = canonical or (href if "canonical" in relations else None)
            hrefs += [href] if {"next", "prev", "alternate", "up", "contents"} & {*relations} else []
        elif href and element.tag not in ("base", "link") and "nofollow" not in relations:
            hrefs.append(href)
    return PageLinks(
        tuple(_resolved(base, hrefs[:_MOST_LINKS])) if "nofollow" not in rules else (),
        resolve(base, canonical.strip()) if canonical else None,
        resolve(base, redirect) if redirect else None,
        "noindex" not in rules,
        "nofollow" not in rules,
    )


def _of_headers(headers: Iterable[tuple[str, str]]) -> tuple[str | None, frozenset[str]]:
    """Return the canonical address in response headers, and their instructions for all crawlers."""
    canonical, rules = None, frozenset[str]()
    for name, value in headers:
        if name.lower() == "x-robots-tag":
            rules |= instructions("robots", value)
        elif name.lower() == "link" and (match := _CANONICAL_FIELD.search(value)):
            canonical = canonical or match[1]
    return canonical, rules


def _resolved(base: str, hrefs: list[str]) -> dict[str, None]:
    addresses = (resolve(base, href.strip().partition("#")[0]) for href in hrefs if not href.startswith("#"))
    return dict.fromkeys(address for address in addresses if address is not None)
