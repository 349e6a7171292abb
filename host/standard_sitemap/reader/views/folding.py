"""The open branches of a view, stored by place, so that a fuller map of the same site shows the same ones.

Keys of branches that have not arrived yet are remembered until they do. Nothing here waits or knows about pages.
"""

import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from standard_sitemap.reader.views import paths
from standard_sitemap.reader.views.branches import Branch, Branches
from standard_sitemap.reader.views.dividing import Divisions
from standard_sitemap.reader.views.paths import Path, index_of

# Places of recently sent rows, so that a key in a request is resolved at once.
REMEMBERED_KEYS = 20_000

# Remembered keys of open branches that have not arrived yet.
AWAITED_KEYS = 500

# The limit on branches opened together at the reader's request: as many as the sidebar can restore, and more than
# anyone reads.
MOST_EXPANDED = 400

# Entries between two checks of the clock.
_ENTRIES_BETWEEN = 64

# The nodes from the first level on and, for a synthetic group, its range of children.
Place = tuple[Path, tuple[int, int] | None]


class Folding:
    """The open branches of one view, and their tree."""

    def __init__(self, divisions: Divisions) -> None:
        self._opened: set[Place] = set()
        self._awaited: set[str] = set()
        self._recent: OrderedDict[str, Place] = OrderedDict()
        self._show(divisions)

    def open_keys(self, keys: Iterable[str]) -> None:
        """Open exactly the branches in `keys`, now or in a fuller map, and the branches that are always open."""
        self._opened, self._awaited = set(), set(keys)
        if not self._open_awaited():
            self._build()

    def rebase(self, divisions: Divisions) -> None:
        """Show a fuller hierarchy of the same site, or the same one with other options."""
        self._recent.clear()
        self._show(divisions)
        self._open_awaited()

    def transplant(self, divisions: Divisions) -> None:
        """Show the hierarchy of a reloaded site, whose nodes are others; find open branches by their keys."""
        # Node numbers are valid for one load; keys are valid across loads.
        opened = paths.keys_of_paths(self.hierarchy, (path for path, span in self._opened if span is None))
        self._opened, self._awaited = set(), {*opened, *self._awaited}
        self.rebase(divisions)

    def toggle(self, key: str, open_it: bool) -> bool:
        """Open or close the branch with a key; return False if no row has it, or none yet."""
        self._awaited.discard(key)
        place = self._place_of(key)
        entry_found = place and self.find(place, opening=True)
        if place is None or not entry_found:
            if open_it and len(self._awaited) < AWAITED_KEYS:
                self._awaited.add(key)
            return False
        branch, entry = entry_found
        if open_it:
            self.tree.open(branch, entry)
            self._opened.add(place)
            self._open_within((place,))
        elif branch.group(entry) or self.hierarchy.details.kind(branch.child(entry)) != "group":
            self.tree.close(branch, entry)
            self._opened = {other for other in self._opened if not _is_within(other, place)}
        return True

    def expand(self, key: str | None, is_over: Callable[[], bool]) -> tuple[list[str], bool]:
        """Open a branch and all below it, or with None the whole tree, until `is_over` returns True.

        Upper branches come first.

        Return the keys of the opened branches, and whether none is left; raises KeyError if no row has the key.
        """
        branches = deque([self.tree.root] if key is None else [])
        opened: list[str] = []
        if key is not None:
            start = (place := self._place_of(key)) and self.find(place, opening=True)
            if not start:
                raise KeyError(key)
            self._expand_entry(*start, branches, opened)
        while branches:
            branch = branches.popleft()
            for entry in range(branch.entries):
                if len(opened) >= MOST_EXPANDED or (entry % _ENTRIES_BETWEEN == 0 and is_over()):
                    self.tree.count_all()
                    return opened, False
                self._expand_entry(branch, entry, branches, opened)
        self.tree.count_all()
        return opened, True

    def _expand_entry(self, branch: Branch, entry: int, branches: "deque[Branch]", opened: list[str]) -> None:
        known = branch.below.get(entry)
        inner = known or self.tree.open_on_way(branch, entry)
        if inner is None:
            return
        branches.append(inner)
        if known is None:
            place, key = self.place_at(branch, entry), self.tree.key_of(branch, entry)
            self._opened.add(place)
            self.remember(key, place)
            opened.append(key)

    def nodes_at(self, key: str) -> Sequence[int] | None:
        """Return the nodes directly below the row with a key; None if no row has it."""
        place = self._place_of(key)
        if place is None:
            return None
        path, span = place
        children = self._divisions.division(path[-1] if path else self.hierarchy.root).children
        return children if span is None else children[span[0] : span[1]]

    def forget_awaited(self, key: str) -> None:
        """Stop waiting for a branch with a key."""
        self._awaited.discard(key)

    def open_to(self, path: Path) -> None:
        """Open all branches on the path to a place."""
        end = self.find((path, None), opening=True)
        branch = end[0] if end else self.tree.root
        depth = len(path) - 1
        on_way = list[Place]()
        while branch.parent is not None:
            if group := branch.parent.group(branch.entry):
                on_way.append((path[:depth], (group.start, group.stop)))
            else:
                on_way.append((path[:depth], None))
                depth -= 1
            branch = branch.parent
        opened = [place for place in on_way if place not in self._opened]
        self._opened.update(opened)
        self._open_within(opened)

    def row_of_path(self, path: Path) -> int | None:
        """Return the row of a place; None if its branch is closed."""
        position = self.find((path, None), opening=False)
        return self.tree.row_of(*position) if position else None

    def find(self, place: Place, *, opening: bool) -> tuple[Branch, int] | None:
        """Return the branch and entry of a place.

        `opening` opens branches on the path; otherwise they must be open.
        """
        position = self._walk(place, from_=None, opening=opening)
        self.tree.count_way()
        return position

    def place_at(self, branch: Branch, entry: int) -> Place:
        """Return the place of a branch's entry."""
        way: list[int] = []
        span = None
        if group := branch.group(entry):
            span = (group.start, group.stop)
        else:
            way.append(branch.child(entry))
        while branch.parent is not None:
            if not branch.parent.group(branch.entry):
                way.append(branch.node)
            branch = branch.parent
        return tuple(reversed(way)), span

    def remember(self, key: str, place: Place) -> None:
        """Record the key of a row that is sent; a key shared by several places names the first."""
        self._recent[key] = min(place, self._recent.get(key, place))
        self._recent.move_to_end(key)
        if len(self._recent) > REMEMBERED_KEYS:
            self._recent.popitem(last=False)

    def recent_path(self, key: str) -> Path | None:
        """Return the place of a recently sent row; None for others, and for synthetic groups."""
        path, span = self._recent.get(key, (None, None))
        return path if span is None else None

    def _show(self, divisions: Divisions) -> None:
        self.hierarchy, self._divisions = divisions.hierarchy, divisions
        self._build()

    def _build(self) -> None:
        """Build the tree from the open places."""
        self.tree = Branches(self._divisions)
        # A map with one entry would look empty, so it is opened for the reader.
        if not self._opened and self.tree.root.entries == 1:
            self.tree.open(self.tree.root, 0)
        branches: dict[Path, Branch | None] = {}
        # Outer ones first, so that each is found in one step from the branch above it.
        for place in sorted(self._opened, key=_depth):
            path, span = place
            position = self._walk(place, from_=branches.get(path[:-1]), opening=False)
            opened = self.tree.open_on_way(*position) if position else None
            if span is None:
                branches[path] = opened
        self.tree.count_all()

    def _open_within(self, opened: Sequence[Place]) -> None:
        """Reopen the other open branches within these, which were closed: one may have opened automatically."""
        paths_opened = {path for path, span in opened if span is None}
        others = self._opened.difference(opened)
        # A synthetic group is within the branch that it divides.
        within = (path[:depth] for path, span in others for depth in range(1, len(path) + (span is not None)))
        if not paths_opened.isdisjoint(within):
            self._build()

    def _open_awaited(self) -> bool:
        """Open the awaited branches that have arrived; return whether there were any."""
        places = self._places_of(self._awaited)
        self._opened |= set(places.values())
        self._awaited = set(islice((key for key in self._awaited if key not in places), AWAITED_KEYS))
        if places:
            self._build()
        return bool(places)

    def _place_of(self, key: str) -> Place | None:
        return self._recent.get(key) or self._places_of((key,)).get(key)

    def _places_of(self, keys: Iterable[str]) -> dict[str, Place]:
        """Return the places of keys; for a shared key, the place of the first node or synthetic group."""
        keys = set(keys)
        nodes = {key for key in keys if not paths.is_range(key)}
        ranges: dict[str, set[str]] = {}
        for key in keys - nodes:
            ranges.setdefault(key.rpartition(".")[0], set()).add(key)
        paths_by_key = paths.paths_of_keys(self.hierarchy, nodes | ranges.keys())
        places: dict[str, Place] = {key: (paths_by_key[key], None) for key in nodes if paths_by_key.get(key)}
        for owner, own in ranges.items():
            if owner in paths_by_key:
                spans = self._ranges_below(paths_by_key[owner], own)
                places |= {key: (paths_by_key[owner], span) for key, span in spans.items()}
        return places

    def _ranges_below(self, path: Path, keys: set[str]) -> dict[str, tuple[int, int]]:
        """Return the ranges of children in the synthetic groups with the given keys below the place `path`."""
        owner = self.find((path, None), opening=True) if path else None
        branch = self.tree.open(*owner) if owner else None if path else self.tree.root
        return self.tree.ranges_by_key(branch, keys) if branch else {}

    def _walk(self, place: Place, *, from_: Branch | None, opening: bool) -> tuple[Branch, int] | None:
        """Return the result of `find`, without counting the rows of opened branches.

        `from_` is the branch below the parent place, if known, which shortens the walk.
        """
        path, span = place
        branch: Branch | None = from_ or self.tree.root
        for depth in range(len(path) - 1 if from_ else 0, len(path)):
            try:
                index = index_of(branch.children, path[depth]) if branch else 0
            except ValueError:
                return None
            entry = _entry_with(branch, index) if branch else 0
            while branch is not None and branch.parts and (entry == len(branch.parts) or branch.group(entry)):
                branch = self._below(branch, entry, opening)
                entry = _entry_with(branch, index) if branch else 0
            if branch is None:
                return None
            if depth == len(path) - 1 and span is None:
                return branch, entry
            branch = self._below(branch, entry, opening)
            if branch is None:
                return None
        return self._find_part(branch, span, opening) if branch and span else None

    def _find_part(self, branch: Branch, span: tuple[int, int], opening: bool) -> tuple[Branch, int] | None:
        here: Branch | None = branch
        while here is not None and here.parts:
            entry = _part_with(here, *span)
            if entry >= len(here.parts):
                return None
            if (here.parts[entry].start, here.parts[entry].stop) == span:
                return here, entry
            here = self._below(here, entry, opening)
        return None

    def _below(self, branch: Branch, entry: int, opening: bool) -> Branch | None:
        return self.tree.open_on_way(branch, entry) if opening else branch.below.get(entry)


def _part_with(branch: Branch, start: int, stop: int) -> int:
    parts = branch.parts
    return next((place for place, part in enumerate(parts) if part.start <= start and stop <= part.stop), len(parts))


def _entry_with(branch: Branch, index: int) -> int:
    return _part_with(branch, index, index + 1) if branch.parts else index - branch.start


def _is_within(place: Place, outer: Place) -> bool:
    (path, span), (outer_path, outer_span) = place, outer
    if outer_span is None:
        return path[: len(outer_path)] == outer_path
    return path == outer_path and span is not None and outer_span[0] <= span[0] and span[1] <= outer_span[1]


def _depth(place: Place) -> tuple[int, int]:
    """Return a sort key by which every place comes after its parents: node, its synthetic groups, those within them."""
    path, span = place
    return len(path), span[0] - span[1] if span else -sys.maxsize
