"""The tree being built: branches with their pages, each page once, and the rule that placed it.

Knows nothing about the origin of an entry. Keeps the tree free of cycles and within a depth limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

# The rule that placed a page, most reliable first; `blog` moves pages that other rules placed.
Rule = Literal[
    "start",
    "tree-file",
    "contents",
    "navigation",
    "list",
    "breadcrumbs",
    "up",
    "index",
    "link",
    "sequence",
    "group",
    "folder",
    "blog",
]

# Levels: nobody finds a page deeper down, and a folder can be built so that each page lists only the next.
MAX_DEPTH = 50
# The limit on nodes examined, in total, to keep second parents from closing a cycle.
_SEARCH_STEPS = 2_000_000


@dataclass(slots=True, eq=False)
class TreeEntry:
    """A place in the tree: a page, an external address, a group, or a name above others.

    `linked_as` is the text of a start page's link to a page that no list names; it is used if the page has no name.
    `named_on` is the page whose list or link gave the page its place.
    """

    page: str | None = None
    label: str | None = None
    linked_as: str | None = None
    named_on: str | None = None
    url: str | None = None
    is_group: bool = False
    rule: Rule = "start"
    description: str | None = None
    parent: TreeEntry | None = None
    depth: int = 0
    children: list[TreeEntry] = field(default_factory=list)
    references: list[TreeEntry] = field(default_factory=list)

    def ancestors(self) -> Iterator[TreeEntry]:
        """Yield the ancestors, nearest first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def descendants(self) -> Iterator[TreeEntry]:
        """Yield the entries below this one, in order."""
        waiting = self.children[::-1]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting.extend(reversed(branch.children))


class Tree:
    """The tree of all branches; `root` represents the whole sitemap and no page."""

    def __init__(self) -> None:
        self.root = TreeEntry()
        self.places: dict[str, TreeEntry] = {}
        self._seconds: list[tuple[TreeEntry, TreeEntry]] = []
        self._steps = 0

    def place(self, page: str, parent: TreeEntry, rule: Rule, label: str | None = None) -> TreeEntry:
        """Place a page that has no place yet."""
        branch = self.places[page] = self.add(TreeEntry(page, label, rule=rule), parent)
        return branch

    def add(self, branch: TreeEntry, parent: TreeEntry) -> TreeEntry:
        """Put a branch below another, or as near to it as the depth limit allows."""
        while parent.depth >= MAX_DEPTH and parent.parent is not None:
            parent = parent.parent
        branch.parent, branch.depth = parent, parent.depth + 1
        parent.children.append(branch)
        return branch

    def add_second(self, parent: TreeEntry, branch: TreeEntry) -> None:
        """Record that a list names a page that has its place elsewhere."""
        self._seconds.append((parent, branch))

    def refer(self) -> None:
        """Add the recorded second parents, except where the branch is already a sibling or an ancestor."""
        made: set[tuple[int, int]] = set()
        for parent, branch in self._seconds:
            pair = id(parent), id(branch)
            if pair in made:
                continue
            above = {id(parent), *map(id, parent.ancestors())}
            is_near = id(branch) in above or id(branch.parent) in above
            if not is_near and not self._leads_to(branch, parent):
                made.add(pair)
                parent.references.append(branch)

    def drop_empty(self) -> None:
        """Remove groups and names without descendants."""
        for branch in reversed([self.root, *self.branches()]):
            branch.children = [
                child for child in branch.children if child.page or child.url or child.children or child.references
            ]

    def branches(self) -> Iterator[TreeEntry]:
        """Yield all branches except the root, in order."""
        return self.root.descendants()

    def _leads_to(self, start: TreeEntry, wanted: TreeEntry) -> bool:
        """Return whether a branch leads down to another; True also if the search exceeds its limit."""
        if not start.children and not start.references:
            return False
        met, waiting = {id(start)}, [start]
        while waiting:
            branch = waiting.pop()
            self._steps += 1
            if branch is wanted or self._steps > _SEARCH_STEPS:
                return True
            fresh = [entry for entry in (*branch.children, *branch.references) if id(entry) not in met]
            met.update(map(id, fresh))
            waiting.extend(fresh)
        return False
