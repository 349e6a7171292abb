"""Which pages of a sitemap to look at: those with roles first, then some from all over the tree. Pure.

The same sitemap always gives the same pages, so that a run can be compared with the one before.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.converting.pages import is_web, nodes_of
from standard_sitemap.ssp import Hierarchy


class Sample(NamedTuple):
    """Pages to visit, by address the node that names it; of how many pages they were chosen, about."""

    pages: dict[str, int]
    total: int


def sample(hierarchy: Hierarchy, most: int) -> Sample:
    """At most `most` pages of the sitemap's own host."""
    host = urlsplit(hierarchy.root_uri).netloc
    nodes = array("I", nodes_of(hierarchy))
    chosen: dict[str, int] = {}
    for node in (*_with_roles(hierarchy), *_spread(nodes, most)):
        if len(chosen) >= most:
            break
        for address in _addresses(hierarchy, node, host, len(chosen)):
            chosen.setdefault(address, node)
    return Sample(chosen, max(len(nodes), len(chosen)))


def _with_roles(hierarchy: Hierarchy) -> Iterator[int]:
    """The first bearer of each role that is a page of its own."""
    for role, nodes in hierarchy.roles.items():
        if role != "search" and nodes:
            yield nodes[0]


def _spread(nodes: array[int], most: int) -> Iterator[int]:
    """Nodes in equal distances, then, for those that are no pages of this host, the ones in the middles, twice."""
    count = len(nodes)
    for divisor in (1, 2, 4):
        step = max(1, count // max(1, most * divisor))
        yield from (nodes[index] for index in range(step // 2, count, step))


def _addresses(hierarchy: Hierarchy, node: int, host: str, turn: int) -> Iterator[str]:
    """One address of a node, of its variants in turn; none where it is none of the site."""
    variants = hierarchy.variants(node)
    location = variants[turn % len(variants)].location
    if location is not None and is_web(location) and urlsplit(location).netloc == host:
        yield location.partition("#")[0]
