"""The tree in the making: branches with their pages, each page in it once, and the rule by which it is there.

Knows nothing of where a claim comes from; keeps what is placed free of rings and within a depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

# What gave a page its place, the surest first.
Rule = Literal["start", "tree-file", "contents", "navigation", "list", "up", "breadcrumbs", "index", "link", "folder"]

# Levels: deeper down nobody finds a page, and a folder can be made so that each page lists but the next.
MAX_DEPTH = 50
# Nodes that are looked at, in all, so that no second parent closes a ring.
_SEARCH_STEPS = 2_000_000


@dataclass(slots=True, eq=False)
class TreeEntry:
    """A place in the tree: of a page, of an address elsewhere, of a group, or of a mere name above others.

    `linked_as` is the text of a start page's link to a page that no list names, should it have no name of its own.
    """

    page: str | None = None
    label: str | None = None
    linked_as: str | None = None
    url: str | None = None
    is_group: bool = False
    rule: Rule = "start"
    description: str | None = None
    parent: TreeEntry | None = None
    depth: int = 0
    children: list[TreeEntry] = field(default_factory=list)
    references: list[TreeEntry] = field(default_factory=list)

    def ancestors(self) -> Iterator[TreeEntry]:
        """The branches above, the nearest first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent


class Tree:
    """All branches; `root` is that of the whole sitemap and stands for no page."""

    def __init__(self) -> None:
        self.root = TreeEntry()
        self.places: dict[str, TreeEntry] = {}
        self._seconds: list[tuple[TreeEntry, TreeEntry]] = []
        self._steps = 0

    def place(self, page: str, parent: TreeEntry, rule: Rule, label: str | None = None) -> TreeEntry:
        """Gives a page its place; it must have none yet."""
        branch = self.places[page] = self.add(TreeEntry(page, label, rule=rule), parent)
        return branch

    def add(self, branch: TreeEntry, parent: TreeEntry) -> TreeEntry:
        """Puts a branch below another, or as near to it as the depth allows."""
        while parent.depth >= MAX_DEPTH and parent.parent is not None:
            parent = parent.parent
        branch.parent, branch.depth = parent, parent.depth + 1
        parent.children.append(branch)
        return branch

    def add_second(self, parent: TreeEntry, branch: TreeEntry) -> None:
        """Remembers that a list names what has its place elsewhere."""
        self._seconds.append((parent, branch))

    def refer(self) -> None:
        """Makes second parents of what was remembered, but for lists of what stands beside or above them anyway."""
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
        """Removes groups and names that nothing stands below."""
        for branch in reversed([self.root, *self.branches()]):
            branch.children = [
                child for child in branch.children if child.page or child.url or child.children or child.references
            ]

    def branches(self) -> Iterator[TreeEntry]:
        """All branches but the root, in order."""
        waiting = self.root.children[::-1]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting.extend(reversed(branch.children))

    def _leads_to(self, start: TreeEntry, wanted: TreeEntry) -> bool:
        """Whether one comes from a branch down to another; assumed when too much would have to be searched."""
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
