"""A map without the branches that a reader has hidden. Pure except for its cache.

A branch is hidden below its parent node, wherever that occurs. Everything else comes from the map itself: nodes keep
their numbers, and hidden nodes can still be visited and named.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import cast

from standard_sitemap.model.hierarchy import Hierarchy, PageIndex
from standard_sitemap.reader.views.paths import Path

# The hidden children of each node.
HiddenChildren = Mapping[int, frozenset[int]]


def hidden_below(hierarchy: Hierarchy, paths: Iterable[Path]) -> HiddenChildren:
    """Return the hidden children by parent, for the branches at the ends of `paths`."""
    hidden: dict[int, frozenset[int]] = {}
    for path in filter(None, paths):
        parent = path[-2] if len(path) > 1 else hierarchy.root
        hidden[parent] = hidden.get(parent, frozenset()) | {path[-1]}
    return hidden


class PrunedIndex:
    """The positions of pages in a map without hidden branches."""

    def __init__(self, index: PageIndex, root: int, hidden: HiddenChildren) -> None:
        self._index, self._root, self._hidden = index, root, hidden

    def at_location(self, uri: str) -> tuple[int, ...]:
        """Return the nodes of a page, except nodes that are reachable only through hidden branches."""
        return tuple(node for node in self._index.at_location(uri) if self.path(node))

    def at_folder(self, uri: str) -> tuple[int, ...]:
        """Return the nodes of a folder without a page of its own, if they are not hidden."""
        return tuple(node for node in self._index.at_folder(uri) if self.path(node))

    def path(self, node: int) -> tuple[int, ...]:
        """Return a shortest path to a node; empty if it leads through a hidden branch, even if another does not."""
        path = self._index.path(node)
        steps = zip((self._root, *path), path, strict=False)
        return () if any(self._is_hidden(parent, child) for parent, child in steps) else path

    def parents(self, node: int) -> Iterator[int]:
        """Return the possible parents of a node, except parents below which it is hidden."""
        return (parent for parent in self._index.parents(node) if not self._is_hidden(parent, node))

    def date_counts(self) -> Mapping[str, int]:
        """Return the dates of change in the whole map, with the number of entries that have each."""
        return self._index.date_counts()

    def dated(self, dates: Container[str]) -> Iterator[int]:
        """Yield the nodes with some dates of change that are not hidden."""
        return (node for node in self._index.dated(dates) if self.path(node))

    def _is_hidden(self, parent: int, node: int) -> bool:
        return node in self._hidden.get(parent, ())


def pruned(whole: Hierarchy, hidden: HiddenChildren) -> Hierarchy:
    """Return a hierarchy without hidden branches."""
    return cast(Hierarchy, _PrunedHierarchy(whole, hidden))


class _PrunedHierarchy:
    """The members of a hierarchy that change with hidden branches; all others are delegated."""

    def __init__(self, whole: Hierarchy, hidden: HiddenChildren) -> None:
        self._whole, self._hidden = whole, hidden
        self.page_index: PageIndex = PrunedIndex(whole.page_index, whole.root, hidden)
        self._children: dict[int, tuple[int, ...]] = {}

    def __getattr__(self, name: str) -> object:
        return getattr(self._whole, name)

    def children(self, node: int) -> Sequence[int]:
        """Return the child nodes of a node that are not hidden."""
        hidden = self._hidden.get(node)
        if hidden is None:
            return self._whole.children(node)
        if node not in self._children:  # cached, since there may be a million
            self._children[node] = tuple(child for child in self._whole.children(node) if child not in hidden)
        return self._children[node]

    def has_children(self, node: int) -> bool:
        """Return whether a node has child nodes that are not hidden."""
        return bool(self.children(node)) if node in self._hidden else self._whole.has_children(node)
