"""Where a page stands in the map: the nodes with its location, and the way from the root to a node.

Resolves only the addresses that could be the page's, so that a page is found among a million at once. Not part of the
format: it serves those who show a map.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .documents import Document
from .names import Kind
from .uris import split_fragment

if TYPE_CHECKING:
    from .hierarchy import Hierarchy
    from .site import Site


class Whereabouts:
    """Finds nodes of one hierarchy by their location, and the ways to them."""

    def __init__(self, site: Site, hierarchy: Hierarchy) -> None:
        self._site = site
        self._hierarchy = hierarchy
        self._referrers: defaultdict[int, list[int]] = defaultdict(list)
        for document, index in tuple(site.open_externals):
            target = site.target(document, index)
            if target is not None:
                referrer = document.offset + document.parents[index]
                self._referrers[target[0].offset + target[1]].append(referrer)

    def at_location(self, uri: str) -> tuple[int, ...]:
        """The nodes of a page that are in the map: those with exactly its address, else those that differ from it by
        the fragment alone."""
        page, _ = split_fragment(uri)
        exact: dict[int, None] = {}
        without: dict[int, None] = {}
        other: dict[int, None] = {}
        for node, location in self._candidates(page):
            if location == uri:
                exact[node] = None
            elif location == page:
                without[node] = None
            elif split_fragment(location)[0] == page:
                other[node] = None
        return next((found for nodes in (exact, without, other) if (found := self._in_map(nodes))), ())

    def path(self, node: int) -> tuple[int, ...]:
        """A shortest way to a node, from the first level on; empty where there is none. Never a loop."""
        below = {node: node}
        waiting = deque([node])
        while waiting:
            here = waiting.popleft()
            if here == self._hierarchy.root:
                return tuple(_steps(below, here, node))
            for parent in self.parents(here):
                if parent not in below:
                    below[parent] = here
                    waiting.append(parent)
        return ()

    def _in_map(self, nodes: Iterable[int]) -> tuple[int, ...]:
        return tuple(node for node in nodes if self.path(node))

    def parents(self, node: int) -> Iterator[int]:
        """The elements whose child a node is, itself and they not being excluded."""
        document, index = self._site.element(node)
        if document.kinds[index] not in (Kind.ITEM, Kind.GROUP) or self._hierarchy.is_excluded(document, index):
            return
        above = document.parents[index]
        own = (document.offset + above,) if above >= 0 else ()
        for parent in (*own, *self._referrers.get(node, ())):
            around, place = self._site.element(parent)
            if parent == self._hierarchy.root or around.kinds[place] in (Kind.ITEM, Kind.GROUP):
                yield parent

    def _candidates(self, page: str) -> Iterator[tuple[int, str]]:
        """Nodes with a location that may be the page's, and that location."""
        for document in tuple(self._site.documents):
            for index in document.addresses.leading_to(page):
                location = document.location(index)
                if location is not None:
                    yield document.offset + _node(document, index), location


def _node(document: Document, index: int) -> int:
    while document.kinds[index] == Kind.VARIANT:
        index = document.parents[index]
    return index


def _steps(below: dict[int, int], root: int, node: int) -> Iterator[int]:
    here = root
    while here != node:
        here = below[here]
        yield here
