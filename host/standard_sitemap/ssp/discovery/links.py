"""Sitemaps named by a page's links. [Sitemap discovery rules 3 and 4, D24, D25, D27, D29]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..names import NAMESPACE
from ..uris import resolve
from .evidence import Link

SPACES = " \t\r\n\f"  # HTML's white space, by which rel is split
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def relations(link: Link) -> frozenset[str]:
    """The tokens of a link's `rel`, in lower case as far as ASCII goes (D27)."""
    for space in SPACES[1:]:
        link = link._replace(rel=link.rel.replace(space, " "))
    return frozenset(token.translate(_LOWER) for token in link.rel.split(" ") if token)


def schema_prefixes(links: Iterable[Link]) -> frozenset[str]:
    """The prefixes that a page ties to the format's namespace, wherever it does so."""
    return frozenset(
        token.removeprefix("schema.")
        for link in links
        if link.href.strip(SPACES) == NAMESPACE
        for token in relations(link)
        if token.startswith("schema.") and token != "schema."
    )


def schema_links(links: Iterable[Link]) -> Iterator[Link]:
    """The links that name a sitemap under a prefix of the format's namespace, in document order."""
    every = tuple(links)
    wanted = {f"{prefix}.location" for prefix in schema_prefixes(every)}
    return (link for link in every if link.element == "link" and wanted & relations(link))


def legacy_links(links: Iterable[Link]) -> Iterator[Link]:
    """The links that name a sitemap as was once usual, in document order (D25)."""
    return (link for link in links if link.element == "link" and "standard-sitemap" in relations(link))


def address(link: Link) -> str | None:
    """Where a link leads, seen from the base in effect on its element (D29); None where that is no URI."""
    base: str | None = link.base
    for reference in link.xml_bases:
        base = (base and resolve(base, reference)) or base
    return resolve(base, link.href.strip(SPACES)) if base else None
