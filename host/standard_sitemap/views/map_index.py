"""An index over a whole map: names to filter by, and the way back to the root. Pages are found without it.

Built in small steps, so that whoever builds it can do other things in between. Kept as a few long strings and arrays:
a million nodes must fit into memory, and searching one long string is the fastest search there is. Pure.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterator

from standard_sitemap import ssp
from standard_sitemap.views.paths import Path

_STEP_NODES = 100
"""Nodes looked at between two pauses: less than a millisecond."""


class Column:
    """One line of text per entry, each with its node, in one string."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._text = "\n"
        self._length = 1
        self._starts = array("Q")
        self._nodes = array("Q")

    def add(self, line: str, node: int) -> None:
        """Append a line; a line break in it counts as a space."""
        line = line.replace("\n", " ")
        self._starts.append(self._length)
        self._nodes.append(node)
        self._parts.append(line)
        self._length += len(line) + 1

    def finish(self) -> None:
        """Join what was added since the last time; before that it is not found."""
        if self._parts:
            self._text += "\n".join(self._parts) + "\n"
            self._parts = []

    def beginning(self, line: str, then: str) -> Iterator[int]:
        """The nodes whose line begins with `line`, followed by `then`."""
        wanted, place = f"\n{line}{then}", -1
        while (place := self._text.find(wanted, place + 1)) >= 0:
            yield self._nodes[bisect_right(self._starts, place + 1) - 1]

    def containing(self, words: list[str]) -> Iterator[int | None]:
        """The nodes whose line contains all words; None now and then, as a place to pause."""
        rarest = min(words, key=self._text.count)
        place, looked = 0, 0
        while (place := self._text.find(rarest, place)) >= 0:
            end = self._text.index("\n", place)
            row = bisect_right(self._starts, place) - 1
            line = self._text[self._starts[row] : end]
            if all(word in line for word in words):
                yield self._nodes[row]
            place, looked = end, looked + 1
            if looked % _STEP_NODES == 0:
                yield None


class MapIndex:
    """The names and parents of every node of a hierarchy."""

    def __init__(self, hierarchy: ssp.Hierarchy) -> None:
        self.hierarchy = hierarchy
        self.names = Column()
        self.complete = False
        self._first_parent = array("q", [-1]) * (sum(document.elements for document in hierarchy.documents) + 1)
        self._more_parents: dict[int, list[int]] = {}
        self._work = self._build()

    def advance(self) -> bool:
        """Do a little of the work; False once it is complete."""
        return next(self._work, None) is not None

    def parents(self, node: int) -> Iterator[int]:
        """All parents of a node."""
        if self._first_parent[node] >= 0:
            yield self._first_parent[node]
            yield from self._more_parents.get(node, ())

    def path(self, node: int) -> Path:
        """The way from the root on which the node was met first; never a loop."""
        way = [node]
        while (parent := self._first_parent[way[-1]]) != self.hierarchy.root:
            way.append(parent)
        return tuple(reversed(way))

    def _build(self) -> Iterator[bool]:
        # Level by level: the parent that is met first is one of the nearest to the root: a short trail.
        level, looked = [self.hierarchy.root], 0
        seen = bytearray(len(self._first_parent))
        seen[self.hierarchy.root] = 1
        while level:
            below: list[int] = []
            for parent in level:
                # Asked first, since a hierarchy remembers all children it was asked for.
                children = self.hierarchy.children(parent) if self.hierarchy.has_children(parent) else ()
                for node in children:
                    if seen[node]:
                        self._add_parent(node, parent)
                    else:
                        seen[node] = 1
                        self._first_parent[node] = parent
                        self._take(node)
                        below.append(node)
                    looked += 1
                    if looked % _STEP_NODES == 0:
                        yield True
                looked += 1
                if looked % _STEP_NODES == 0:
                    yield True
            level = below
        self.names.finish()
        self.complete = True

    def _add_parent(self, node: int, parent: int) -> None:
        if node != self.hierarchy.root:
            self._more_parents.setdefault(node, []).append(parent)

    def _take(self, node: int) -> None:
        for name in dict.fromkeys(self.hierarchy.names(node)):
            if name:
                self.names.add(name.casefold(), node)
