"""Where a page stands in the hierarchy: the nodes with its location, and the way from the root to a node."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from standard_sitemap.sitemapsorg.folders import Place, folded, place_below
from standard_sitemap.sitemapsorg.placing import END, ends_of_segments, key_of
from standard_sitemap.ssp.uris import split_fragment

if TYPE_CHECKING:
    from standard_sitemap.sitemapsorg.documents import Document
    from standard_sitemap.sitemapsorg.hierarchy import Hierarchy


class Whereabouts:
    """Finds nodes of one hierarchy by their location, and the ways to them."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._hierarchy = hierarchy

    def at_location(self, uri: str) -> tuple[int, ...]:
        """The nodes of a page that are in the map: those with exactly its address, else those that differ from it by
        the fragment alone."""
        page, _ = split_fragment(uri)
        exact: dict[int, None] = {}
        without: dict[int, None] = {}
        other: dict[int, None] = {}
        for document, row, location in self._candidates(page):
            if location == uri:
                exact[self._hierarchy.node_of(document, row)] = None
            elif location == page:
                without[self._hierarchy.node_of(document, row)] = None
            elif split_fragment(location)[0] == page:
                other[self._hierarchy.node_of(document, row)] = None
        return next((tuple(nodes) for nodes in (exact, without, other) if nodes), ())

    def path(self, node: int) -> tuple[int, ...]:
        """The way to a node, from the first level on; empty where there is none."""
        hierarchy = self._hierarchy
        if node == hierarchy.root:
            return ()
        section, key = hierarchy.standing(node)
        way = [hierarchy.section_node(section)] if section else []
        if key != END:
            way.extend(self._steps(section, key))
        return tuple(way) if way and way[-1] == node else (*way, node)

    def parents(self, node: int) -> Iterator[int]:
        """The node that a node is below; none of the root."""
        path = self.path(node)
        if path:
            yield path[-2] if len(path) > 1 else self._hierarchy.root

    def list_to(self, section: str, key: str) -> None:
        """Walk to a key, so that the hierarchy learns where its folders begin."""
        for _ in self._steps(section, key):
            pass

    def _steps(self, section: str, key: str) -> Iterator[int]:
        """The folders on the way to a key, the one that stands at it included."""
        place = self._hierarchy.top(section)
        while len(place.key) < len(key):
            below = self._next(place, key)
            if below.size < 2:
                return
            node = self._hierarchy.nodes_at(section, below, place.key)[0]
            if node % 2 == 0:
                return
            yield node
            place = folded(below)

    def _next(self, place: Place, key: str) -> Place:
        size = len(place.key)
        return place_below(place, key[: ends_of_segments(key, size or -1)])

    def _candidates(self, page: str) -> Iterator[tuple[Document, int, str]]:
        """Rows with a location that may be the page's, and that location."""
        key = key_of(page)
        for documents in self._hierarchy.sections.values():
            for document in documents:
                keys, row = document.table.keys, bisect_left(document.table.keys, key)
                while row < len(keys) and keys[row] == key:
                    yield document, row, document.table.location(row)
                    row += 1
                for row in document.rows_of_alternate(page):
                    yield document, row, page
