"""A view: what one sidebar shows of one map. Holds which branches are open, which page is current, and the filter.

Its hierarchy may be exchanged for a fuller one at any time; open branches and the current page stay. Never waits.
"""

import sys
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.views.branches import Branch, Branches
from standard_sitemap.views.filtering import Filtered
from standard_sitemap.views.links import shown_name
from standard_sitemap.views.paths import Path, index_of, key_of_path, keys_of_paths, keys_on_the_way, path_of_key
from standard_sitemap.views.places import Found, neighbours, stands
from standard_sitemap.views.rows import Row, as_many_as_fit, branch_row, node_row, path_link

REMEMBERED_KEYS = 20_000
"""Places of rows sent lately: a key that comes back is found at once."""

AWAITED_KEYS = 500
"""Keys of open branches that no file has brought yet, kept for the files that are still to come."""

TRAIL = 64
"""Breadcrumbs at most, those nearest to the page: a trail of thousands helps nobody."""

Place = tuple[Path, tuple[int, int] | None]
"""The nodes from the first level on; and, for a synthetic group, the children it spans."""


@dataclass(frozen=True)
class Look:
    """The reader's options that shape a view."""

    languages: tuple[str, ...] = ()
    group_size: int = 0


@dataclass
class Current:
    """The current page: its address, the nodes that stand for it, and the place that is shown for it.

    `near` is the place that the reader came from, or went to.
    """

    url: str = ""
    nodes: frozenset[int] = frozenset()
    path: Path | None = None
    wanted: bool = True
    near: Path = ()


@dataclass
class View:
    """One virtual list of rows."""

    name: str
    hierarchy: Hierarchy
    look: Look
    revision: int = 1
    current: Current = field(default_factory=Current)
    filter_text: str = ""
    filtered: Filtered | None = None

    def __post_init__(self) -> None:
        self._opened: set[Place] = set()
        self._awaited: set[str] = set()
        self._recent: OrderedDict[str, Place] = OrderedDict()
        self._headed_for: Path = ()
        self._tree = self._planted()

    @property
    def total(self) -> int:
        """How many rows there are."""
        return self._tree.root.rows if self.filtered is None else len(self.filtered)

    def open_keys(self, given: Iterable[str]) -> None:
        """Make exactly the branches open that `given` names, those to come among them, and those that always are."""
        self._opened, self._awaited = set(), set(given)
        self._open_awaited()
        self._tree = self._planted()
        self.revision += 1

    def _open_awaited(self) -> None:
        places = {key: self._place_of(key) for key in self._awaited}
        self._opened |= {place for place in places.values() if place is not None}
        self._awaited = set(islice((key for key, place in places.items() if place is None), AWAITED_KEYS))

    def transplant(self, hierarchy: Hierarchy, look: Look) -> None:
        """Show a hierarchy whose nodes are others: of a site read anew. What was open is found by its keys."""
        opened = keys_of_paths(self.hierarchy, (path for path, span in self._opened if span is None))
        self.current, self._opened, self._headed_for = Current(self.current.url), set(), ()
        self.filtered = None
        awaited = self._awaited
        self.rebase(hierarchy, look)
        self.open_keys([*opened, *awaited])

    def rebase(self, hierarchy: Hierarchy, look: Look) -> None:
        """Show a fuller hierarchy of the same site, or the same one in another way."""
        self.hierarchy, self.look = hierarchy, look
        self._recent.clear()
        if self.current.path is not None and not stands(hierarchy, self.current.path):
            self.current = Current(self.current.url)
        self._open_awaited()
        self._tree = self._planted()
        self.revision += 1

    def name_anew(self) -> None:
        """Say that rows may be named otherwise than before; their keys stay."""
        self.revision += 1

    def forget_keys(self) -> None:
        """Say that rows have other keys than before."""
        self._recent.clear()
        self.revision += 1

    def toggle(self, key: str, open_it: bool) -> bool:
        """Open or close the branch with that key; False where there is no such row, or not yet."""
        self._awaited.discard(key)
        if self.filtered is not None:  # what is left of a branch is all in view
            return True
        place = self._place_of(key)
        found = place and self._find(place, opening=True)
        if place is None or not found:
            if open_it and len(self._awaited) < AWAITED_KEYS:
                self._awaited.add(key)
            return False
        branch, entry = found
        if open_it:
            self._tree.open(branch, entry)
            self._opened.add(place)
        elif branch.parts or self.hierarchy.kind(branch.child(entry)) != "group":
            self._tree.close(branch, entry)
            self._opened = {other for other in self._opened if not _is_within(other, place)}
        self.revision += 1
        return True

    def move_to(self, url: str, found: Found | None) -> None:
        """Make the page at `url` the current one and open its branch; where it is not known yet, remember to."""
        if url != self.current.url:
            self.current = Current(url, near=self._headed_for or self.current.path or self.current.near)
            self._headed_for = ()
        if found is None or not self.current.wanted:
            return
        if found.path is not None and not stands(self.hierarchy, found.path):
            return  # found while more of the map came in: what is shown does not have it yet
        self.current = Current(
            url, frozenset(found.nodes), found.path, wanted=False, near=found.path or self.current.near
        )
        if self.current.path is not None:
            self._open_to(self.current.path)
        self.revision += 1

    def head_for(self, path: Path) -> None:
        """Say where the reader goes: a page may stand in several places."""
        self._headed_for = path

    def reveal(self) -> None:
        """Open the branch of the current page once more."""
        if self.current.path is not None:
            self._open_to(self.current.path)
            self.revision += 1

    def look_again(self) -> None:
        """Want the current page to be found once more, in a fuller hierarchy."""
        self.current.wanted = True

    def rows(self, first: int, count: int) -> list[Row]:
        """Rows from `first` on: `count` of them, or as many as fit into a message."""
        if self.filtered is not None:
            numbers = range(first, min(first + count, len(self.filtered)))
            return as_many_as_fit(partial(self._filtered_row, self.filtered, row) for row in numbers)
        return as_many_as_fit(partial(self._row, *place) for place in self._tree.slice(first, count))

    def name_at(self, row: int) -> str:
        """The name of the node that a row shows, for type-ahead; "" of a synthetic group."""
        if self.filtered is not None:
            return shown_name(self.hierarchy, self.filtered.nodes[row], self.look.languages)
        branch, entry = self._tree.at(row)
        return "" if branch.parts else shown_name(self.hierarchy, branch.child(entry), self.look.languages)

    def row_of_path(self, path: Path) -> int | None:
        """The row that shows a place; None where its branch is not open, or a filter is on."""
        found = None if self.filtered is not None else self._find((path, None), opening=False)
        return self._tree.row_of(*found) if found else None

    def state(self) -> dict[str, Any]:
        """The VIEW that is sent."""
        before, after = neighbours(self.hierarchy, self.current.path) if self.current.path else (None, None)
        return {
            "view": self.name,
            "revision": self.revision,
            "total": self.total,
            "current": self._current_row(),
            "in_map": self.current.path is not None,
            "trail": self._trail(),
            "previous": before and self._link(before),
            "next": after and self._link(after),
            "pending": bool(self.current.url) and self.current.wanted,
        }

    def recent_path(self, key: str) -> Path | None:
        """The place of a row that was sent lately; None for all else, synthetic groups too."""
        path, span = self._recent.get(key, (None, None))
        return path if span is None else None

    def _planted(self) -> Branches:
        tree = self._tree = Branches(self.hierarchy, self.look.group_size, self.look.languages)
        if not self._opened and tree.root.entries == 1:
            tree.open(tree.root, 0)
        below: dict[Path, Branch | None] = {}
        for place in sorted(self._opened, key=_depth):
            path, span = place
            found = self._walked(place, from_=below.get(path[:-1]), opening=False)
            opened = tree.open_on_way(*found) if found else None
            if span is None:
                below[path] = opened
        tree.count_all()
        if self.current.path is not None:
            self._open_to(self.current.path)
        return tree

    def _open_to(self, path: Path) -> None:
        found = self._find((path, None), opening=True)
        branch = found[0] if found else self._tree.root
        depth = len(path) - 1
        while branch.parent is not None:
            if branch.parent.parts:
                part = branch.parent.parts[branch.entry]
                self._opened.add((path[:depth], (part.start, part.stop)))
            else:
                self._opened.add((path[:depth], None))
                depth -= 1
            branch = branch.parent

    def _find(self, place: Place, *, opening: bool) -> tuple[Branch, int] | None:
        """The branch and entry of a place; branches on the way are opened, or must be open."""
        found = self._walked(place, from_=None, opening=opening)
        self._tree.count_way()
        return found

    def _walked(self, place: Place, *, from_: Branch | None, opening: bool) -> tuple[Branch, int] | None:
        """What `_find` says, the rows of what was opened not counted yet.

        `from_` is the branch below the place above, where it is known: the way to it need not be walked again.
        """
        path, span = place
        branch: Branch | None = from_ or self._tree.root
        for depth in range(len(path) - 1 if from_ else 0, len(path)):
            try:
                index = index_of(self.hierarchy.children(branch.node if branch else 0), path[depth])
            except ValueError:
                return None
            while branch is not None and branch.parts:
                branch = self._below(branch, _part_with(branch, index, index + 1), opening)
            if branch is None:
                return None
            if depth == len(path) - 1 and span is None:
                return branch, index - branch.start
            branch = self._below(branch, index - branch.start, opening)
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
        return self._tree.open_on_way(branch, entry) if opening else branch.below.get(entry)

    def _place_of(self, key: str) -> Place | None:
        known = self._recent.get(key)
        if known is not None:
            return known
        owner, _, last = key.rpartition(".")
        if not last.startswith("~"):
            path = path_of_key(self.hierarchy, key)
            return (path, None) if path else None
        path = path_of_key(self.hierarchy, owner)
        return None if path is None else self._part_by_key(path, key)

    def _part_by_key(self, path: Path, key: str) -> Place | None:
        owner = self._find((path, None), opening=True) if path else None
        branch = self._tree.open(*owner) if owner else self._tree.root if not path else None
        waiting = [branch] if branch else []
        while waiting:
            here = waiting.pop()
            for entry, part in enumerate(here.parts):
                if self._tree.key_of(here, entry) == key:
                    return path, (part.start, part.stop)
        return None

    def _place_at(self, branch: Branch, entry: int) -> Place:
        way: list[int] = []
        span = None
        if branch.parts:
            span = (branch.parts[entry].start, branch.parts[entry].stop)
        else:
            way.append(branch.child(entry))
        while branch.parent is not None:
            if not branch.parent.parts:
                way.append(branch.node)
            branch = branch.parent
        return tuple(reversed(way)), span

    def _row(self, branch: Branch, entry: int) -> Row:
        row = branch_row(self._tree, branch, entry, self.look.languages, self.current.nodes)
        self._remember(row["key"], self._place_at(branch, entry))
        return row

    def _filtered_row(self, rows: Filtered, number: int) -> Row:
        path = rows.path(number)
        key = key_of_path(self.hierarchy, path)
        row = node_row(self.hierarchy, path[-1], key, self.look.languages, self.current.nodes)
        row["loop"] = False
        row["children"] = row["open"] = False  # nothing here folds
        row["level"] = rows.levels[number]
        row["position"], row["set_size"] = rows.positions[number], rows.set_sizes[number]
        self._remember(key, (path, None))
        return row

    def _remember(self, key: str, place: Place) -> None:
        self._recent[key] = place
        self._recent.move_to_end(key)
        if len(self._recent) > REMEMBERED_KEYS:
            self._recent.popitem(last=False)

    def _current_row(self) -> int | None:
        if self.filtered is not None:
            return next((row for row, node in enumerate(self.filtered.nodes) if node in self.current.nodes), None)
        return self.row_of_path(self.current.path) if self.current.path else None

    def _trail(self) -> list[Row]:
        path = self.current.path or ()
        keys = keys_on_the_way(self.hierarchy, path)
        places = range(max(0, len(path) - TRAIL), len(path))
        return as_many_as_fit((partial(self._link, path[: depth + 1], keys[depth]) for depth in places), 100_000)

    def _link(self, path: Path, key: str | None = None) -> Row:
        key = key_of_path(self.hierarchy, path) if key is None else key
        self._remember(key, (path, None))
        return path_link(self.hierarchy, path, key, self.look.languages)


def _part_with(branch: Branch, start: int, stop: int) -> int:
    parts = branch.parts
    return next((place for place, part in enumerate(parts) if part.start <= start and stop <= part.stop), len(parts))


def _is_within(place: Place, outer: Place) -> bool:
    (path, span), (outer_path, outer_span) = place, outer
    if outer_span is None:
        return path[: len(outer_path)] == outer_path
    return path == outer_path and span is not None and outer_span[0] <= span[0] and span[1] <= outer_span[1]


def _depth(place: Place) -> tuple[int, int]:
    """An order in which no place comes before the one it stands in: a node, its synthetic groups, those within them."""
    path, span = place
    return len(path), span[0] - span[1] if span else -sys.maxsize
