"""Looks over a whole map: nodes by their names, and the ways back to the root.

Keeps nothing and prepares nothing: names are looked for in the files themselves, which takes less time than an index
over a million of them would take to be read from memory. Pure.
"""

from collections.abc import Iterator, Sequence

from standard_sitemap import ssp
from standard_sitemap.views.paths import Path


class MapIndex:
    """The names and parents of every node of a hierarchy."""

    def __init__(self, hierarchy: ssp.Hierarchy) -> None:
        self.hierarchy = hierarchy
        self.complete = True

    def advance(self) -> bool:
        """False: there is no work to be done before."""
        return False

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """The nodes one of whose names contains all words; None now and then, as a place to pause."""
        return self.hierarchy.named(words)

    def parents(self, node: int) -> Iterator[int]:
        """All parents of a node."""
        return self.hierarchy.whereabouts.parents(node)

    def path(self, node: int) -> Path:
        """A shortest way from the root to a node; empty where it is not in the map."""
        return self.hierarchy.whereabouts.path(node)
