"""What the pages of a site say as they are visited: their titles, and which pages fill the roles that a map has. Pure.

Only what a page declares by its links counts; no word in an address or a title makes a role.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from standard_sitemap.sitemapsorg.naming import name_of_key
from standard_sitemap.sitemapsorg.opensearch import TYPE
from standard_sitemap.sitemapsorg.placing import key_of
from standard_sitemap.sitemapsorg.titles import Titles
from standard_sitemap.ssp import Link, Variant
from standard_sitemap.ssp.discovery.links import address, relations
from standard_sitemap.ssp.encodings import media_type

ROLES = {"home": "home", "about": "contentinfo", "contact": "contact", "search": "searchpage"}
"""The relations that say of a page which role it has."""

_NODES = ("home", "contentinfo", "contact", "search", "searchpage")


class Declared(NamedTuple):
    """The roles that a page's links declare, each with a page that has it; and the descriptions of searches."""

    roles: dict[str, Variant]
    descriptions: tuple[str, ...]


def declared(links: Iterable[Link]) -> Declared:
    """What links declare; of several for one role the first."""
    roles: dict[str, Variant] = {}
    descriptions: dict[str, None] = {}
    for link in links:
        uri = address(link)
        if uri is None or not uri.startswith(("http://", "https://")):
            continue
        rel, type_name = relations(link), media_type(link.type or "text/html")[0]
        if type_name == TYPE:
            descriptions.update({uri: None} if "search" in rel else {})
        elif type_name in ("text/html", "application/xhtml+xml"):
            for role in (ROLES[one] for one in ROLES if one in rel):
                name = link.title.strip() or name_of_key(key_of(uri))
                roles.setdefault(role, Variant(name, None, uri))
    return Declared(roles, tuple(descriptions))


class Told:
    """All that was told of one site: of each role what the last page said that says something."""

    def __init__(self, titles: Iterable[tuple[str, str]] = ()) -> None:
        self.titles = Titles(titles)
        self.roles: dict[str, Variant] = {}

    def fill(self, roles: dict[str, Variant]) -> bool:
        """Take in which pages fill roles; whether that is news."""
        before = self.roles
        self.roles = {**before, **roles}
        return self.roles != before

    def nodes(self) -> dict[str, int]:
        """The nodes that stand for the pages with roles: numbers below zero, which no node of a map has."""
        return {role: -number for number, role in enumerate(_NODES, 1) if role in self.roles}

    def variant(self, node: int) -> Variant:
        """The page that such a node stands for."""
        return self.roles[role_of(node)]


def role_of(node: int) -> str:
    """The role of a node that stands for a page with one."""
    return _NODES[-node - 1]
