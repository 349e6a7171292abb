"""The arithmetic of a flattened tree: the mapping between rows and the entries of a branch. Pure.

A branch has entries 0 … n-1, each one row. After the row of an open entry follow all rows of the branch below it. A
`Spans` stores only the open entries and the number of rows below each, so a million closed entries cost nothing.
"""

from bisect import bisect_left, bisect_right, insort
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from standard_sitemap.model.hierarchy import is_loop
from standard_sitemap.model.menus import range_label
from standard_sitemap.model.ordering import Range
from standard_sitemap.reader.views import paths
from standard_sitemap.reader.views.dividing import Divisions, run_label
from standard_sitemap.reader.views.links import best_name


class Spans:
    """The open entries of one branch, and the rows below each."""

    __slots__ = ("_before", "_opened", "_sizes", "_starts")

    def __init__(self) -> None:
        self._opened: list[int] = []
        self._sizes: dict[int, int] = {}
        self._before: list[int] | None = None
        self._starts: list[int] = []

    @property
    def opened(self) -> list[int]:
        """The open entries in order; read-only."""
        return self._opened

    @property
    def rows_below(self) -> int:
        """The rows that the open entries add."""
        return self._sums()[-1]

    def set(self, entry: int, rows: int) -> None:
        """Open `entry` with `rows` below it, or update their number."""
        if entry not in self._sizes:
            insort(self._opened, entry)
        self._sizes[entry] = rows
        self._before = None

    def close(self, entry: int) -> None:
        """Close `entry`."""
        del self._opened[bisect_left(self._opened, entry)]
        del self._sizes[entry]
        self._before = None

    def row_of(self, entry: int) -> int:
        """Return the row of an entry, counted within the branch."""
        before = self._sums()
        return entry + before[bisect_left(self._opened, entry)]

    def at(self, row: int) -> tuple[int, int | None]:
        """Return the entry of a branch's row, and the row below that entry, or None for its own row."""
        before = self._sums()
        place = bisect_right(self._starts, row) - 1
        if place < 0:
            return row, None
        inside = row - self._starts[place]
        entry = self._opened[place]
        if inside < self._sizes[entry]:
            return entry, inside
        return row - before[place + 1], None

    def _sums(self) -> list[int]:
        """Return the rows below the first k open entries, for every k; update the first row below each of them."""
        if self._before is None:
            self._before = list(accumulate((self._sizes[entry] for entry in self._opened), initial=0))
            self._starts = [entry + 1 + before for entry, before in zip(self._opened, self._before, strict=False)]
        return self._before


# The limit on open branches of one view. Groups that share groups could unfold endlessly; further ones stay closed.
MAX_BRANCHES = 50_000

# The limit on groups opened with their parent, in a few hundredths of a second; a group with many entries counts as
# several. The reader opens further ones.
OPENED_AT_ONCE = 4_000

# The number of entries whose listing costs as much as opening a group.
_ENTRIES_COUNTED = 16

# How often one group is opened automatically: groups that refer to each other would fill the view with repetitions.
UNFOLDED = 8

# Synthetic groups below one node that are compared with keys: in a large map, names take up to 0.2 ms each.
SEARCHED_RANGES = 1_000


@dataclass(slots=True, eq=False)
class Branch:
    """The entries below `node`: `parts` of its children, or its children from `start` to `stop`."""

    node: int
    node_key: str
    key: str
    parent: "Branch | None"
    entry: int
    level: int
    children: Sequence[int]
    parts: tuple[Range, ...]
    start: int
    stop: int
    sorted_from: int | None = None
    spans: Spans = field(default_factory=Spans)
    below: dict[int, "Branch"] = field(default_factory=dict)

    @property
    def entries(self) -> int:
        """The number of entries."""
        return len(self.parts) or self.stop - self.start

    @property
    def rows(self) -> int:
        """The number of rows in the branch now, including the rows of open branches below."""
        return self.entries + self.spans.rows_below

    def group(self, entry: int) -> Range | None:
        """Return the synthetic group of an entry; None for a child."""
        return self.parts[entry] if self.parts and not self.parts[entry].is_child else None

    def child(self, entry: int) -> int:
        """Return the node of an entry that is no synthetic group."""
        return self.children[self.parts[entry].start if self.parts else self.start + entry]


class Branches:
    """All open branches of one view of a hierarchy."""

    def __init__(self, divisions: Divisions) -> None:
        self.hierarchy = divisions.hierarchy
        self._languages = divisions.languages
        self._divisions = divisions
        self._open_nodes: Counter[int] = Counter()
        self._count = 0
        self._uncounted: Branch | None = None
        self.root = self._make(self.hierarchy.root, paths.ROOT, None, 0)
        self._open_groups(self.root)

    def at(self, row: int) -> tuple[Branch, int]:
        """Return the branch and entry in a row of the whole view."""
        branch = self.root
        while True:
            entry, inside = branch.spans.at(row)
            if inside is None:
                return branch, entry
            branch, row = branch.below[entry], inside

    def row_of(self, branch: Branch, entry: int) -> int:
        """Return the row, in the whole view, of a branch's entry."""
        row = branch.spans.row_of(entry)
        while branch.parent is not None:
            row += branch.parent.spans.row_of(branch.entry) + 1
            branch = branch.parent
        return row

    def slice(self, first: int, count: int) -> Iterator[tuple[Branch, int]]:
        """Yield branch and entry of the rows from `first` on."""
        left = min(count, self.root.rows - first)
        if left <= 0:
            return
        branch, entry = self.at(first)
        yield branch, entry
        for _ in range(left - 1):  # from each to the next: finding one by its row is slower at depth
            # Depth first, in the order of rows.
            branch, entry = _following(branch, entry)
            yield branch, entry

    def open(self, branch: Branch, entry: int) -> Branch | None:
        """Open an entry and the groups directly below it; return None if there is nothing to open."""
        opened = self.open_on_way(branch, entry)
        self.count_way()
        return opened

    def open_on_way(self, branch: Branch, entry: int) -> Branch | None:
        """Open an entry as one of several along a path; `count_way` counts the rows in the end."""
        known = branch.below.get(entry)
        if known is not None:
            return known
        opened = self._made_below(branch, entry)
        if opened is None:
            return None
        self._open_groups(opened)
        branch.below[entry] = self._uncounted = opened
        return opened

    def count_way(self) -> None:
        """Count the rows of the branches that were opened along a path."""
        if self._uncounted is not None:
            self._recount(self._uncounted)
            self._uncounted = None

    def close(self, branch: Branch, entry: int) -> None:
        """Close an entry and forget all branches below it."""
        closed = branch.below.pop(entry, None)
        if closed is None:
            return
        waiting = [closed]
        while waiting:
            gone = waiting.pop()
            self._count -= 1
            self._open_nodes[gone.node] -= 1
            waiting.extend(gone.below.values())
        branch.spans.close(entry)
        self._recount(branch)

    def is_loop(self, branch: Branch, node: int) -> bool:
        """Return whether `node`, as an entry of `branch`, is below itself (D20)."""
        # Most nodes are not open anywhere, so there is no need to walk up.
        return self._open_nodes[node] > 0 and is_loop(_nodes_above(branch), node)

    def key_of(self, branch: Branch, entry: int) -> str:
        """Return the key of a branch's entry."""
        if group := branch.group(entry):
            return self._range_key(branch, group)
        own = paths.step(self.hierarchy, branch.child(entry), len(branch.children))
        return paths.join(branch.node_key, own)

    def ranges_by_key(self, branch: Branch, keys: set[str]) -> dict[str, tuple[int, int]]:
        """Return the ranges of children in the synthetic groups with the given keys, at any depth of groups."""
        ranges: dict[str, tuple[int, int]] = {}
        waiting = deque(branch.parts)
        for _ in range(SEARCHED_RANGES):
            if not waiting or len(ranges) == len(keys):
                break
            part = waiting.popleft()
            key = self._range_key(branch, part)
            if key in keys:
                ranges[key] = part.start, part.stop
                waiting.extendleft(part.parts)  # first: a reader of an inner group has usually opened this one
            else:
                waiting.extend(part.parts)
        return ranges

    def _range_key(self, branch: Branch, part: Range) -> str:
        # By its name and place: the group stays the same when its pages change, even the first one.
        names = (part.name, part.own) if part.name else self._end_names(branch, part)
        return paths.join(branch.node_key, paths.range_step(*names))

    def label_of(self, branch: Branch, entry: int) -> str:
        """Return the label of a synthetic group: its own name, or one made from the names of its ends."""
        part = branch.parts[entry]
        if part.name:
            return part.name
        if branch.sorted_from is None:
            return range_label(*self._end_names(branch, part))
        start = max(part.start, min(branch.sorted_from, part.stop - 1))
        before = self._name(branch, start - 1) if start > branch.sorted_from else ""
        after = self._name(branch, part.stop) if part.stop < len(branch.children) else ""
        return run_label(before, self._name(branch, start), self._name(branch, part.stop - 1), after)

    def _end_names(self, branch: Branch, part: Range) -> tuple[str, str]:
        return self._name(branch, part.start), self._name(branch, part.stop - 1)

    def _name(self, branch: Branch, place: int) -> str:
        return best_name(self.hierarchy, branch.children[place], self._languages)

    def _make(self, node: int, key: str, parent: Branch | None, entry: int) -> Branch:
        children, parts, sorted_from = self._divisions.division(node)
        level = parent.level + 1 if parent else 1
        stop = len(children)
        return self._counted(Branch(node, key, key, parent, entry, level, children, parts, 0, stop, sorted_from))

    def _counted(self, branch: Branch) -> Branch:
        self._count += 1
        self._open_nodes[branch.node] += 1
        return branch

    def _made_below(self, branch: Branch, entry: int) -> Branch | None:
        if self._count >= MAX_BRANCHES:
            return None
        if group := branch.group(entry):
            key = self._range_key(branch, group)
            within = replace(branch, key=key, parent=branch, entry=entry, level=branch.level + 1, parts=group.parts)
            within.start, within.stop, within.spans, within.below = group.start, group.stop, Spans(), {}
            return self._counted(within)
        node = branch.child(entry)
        if self.is_loop(branch, node) or not self.hierarchy.has_children(node):
            return None
        return self._make(node, self.key_of(branch, entry), branch, entry)

    def _open_groups(self, start: Branch) -> None:
        """Open the groups below `start`, recursively."""
        waiting, made, left = [start], [], OPENED_AT_ONCE
        while waiting and left > 0:
            branch = waiting.pop()
            if branch.parts:
                continue
            for entry in self._groups_in(branch):
                if left <= 0:
                    break
                left -= 1
                if self._open_nodes[branch.child(entry)] >= UNFOLDED:
                    continue
                opened = self._made_below(branch, entry)
                if opened is not None:
                    left -= opened.entries // _ENTRIES_COUNTED
                    branch.below[entry] = opened
                    made.append(opened)
                    waiting.append(opened)
        # Innermost first: a branch's rows include the rows of the branches below.
        for branch in reversed(made):
            if branch.parent is not None:
                branch.parent.spans.set(branch.entry, branch.rows)

    def _groups_in(self, branch: Branch) -> Iterator[int]:
        groups, children = self.hierarchy.groups, branch.children
        if groups:
            yield from (place - branch.start for place in range(branch.start, branch.stop) if children[place] in groups)

    def count_all(self) -> None:
        """Count the rows of every open branch again, including those opened by `open_on_way`."""
        branches = [self.root]
        for branch in branches:
            branches.extend(branch.below.values())
        # Reversed, so that each is counted before its parent.
        for branch in reversed(branches[1:]):
            if branch.parent is not None:
                branch.parent.spans.set(branch.entry, branch.rows)
        self._uncounted = None

    def _recount(self, branch: Branch) -> None:
        while branch.parent is not None:
            branch.parent.spans.set(branch.entry, branch.rows)
            branch = branch.parent


def _following(branch: Branch, entry: int) -> tuple[Branch, int]:
    """Return the branch and entry of the row after an entry's row, which must exist."""
    inner = branch.below.get(entry)
    if inner is not None and inner.rows:
        return inner, 0
    while entry + 1 >= branch.entries and branch.parent is not None:
        branch, entry = branch.parent, branch.entry
    return branch, entry + 1


def _nodes_above(branch: Branch) -> Iterator[int]:
    """Yield the nodes above the entries of a branch, the nearest first."""
    above: Branch | None = branch
    while above is not None:
        yield above.node
        above = above.parent
