"""A view: what one sidebar shows of one map. Holds which page is current, the filter, and which branches are open.

Its hierarchy may be exchanged for a fuller one at any time; open branches and the current page stay. Never waits.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.protocol import replies
from standard_sitemap.views.branches import Branch
from standard_sitemap.views.dividing import Dividing, Wish
from standard_sitemap.views.filtering import Filtered
from standard_sitemap.views.folding import Folding
from standard_sitemap.views.links import shown_name
from standard_sitemap.views.paths import Path, key_of_path, keys_on_the_way, path_of_key
from standard_sitemap.views.places import Found, neighbours, pages_among, stands
from standard_sitemap.views.pruning import Pruned, hidden_below
from standard_sitemap.views.rows import as_many_as_fit, branch_row, filtered_row, path_link

# Breadcrumbs at most, those nearest to the page: a trail of thousands helps nobody.
TRAIL = 64

# To open what a reader wishes to see at once; other tabs wait meanwhile.
_EXPANDING_S = 0.1

# Of a message, for the way to the current page: a tree may be a thousand levels deep, and rows need the rest.
_TRAIL_BYTES = 100_000


@dataclass(frozen=True)
class Look:
    """The reader's options that shape a view."""

    languages: tuple[str, ...] = ()
    group_size: int = 0
    division: Wish = "order"
    group_names: dict[str, str] = field(default_factory=dict)

    def dividing(self, hierarchy: Hierarchy) -> Dividing:
        """What divides long lists of children in a hierarchy."""
        return Dividing(hierarchy, self.group_size, self.languages, self.division)


@dataclass
class Current:
    """The current page: its address, the nodes that stand for it, and the place that is shown for it.

    `pending` while it has not been looked for. `near` is the place that the reader came from, or went to. With
    `is_above` it is not in the map, and these are the nodes and the place of the nearest page above it.
    """

    url: str = ""
    nodes: frozenset[int] = frozenset()
    path: Path | None = None
    pending: bool = True
    near: Path = ()
    is_above: bool = False


@dataclass
class View:
    """One virtual list of rows. `revision` grows with every change of what its rows are or say."""

    name: str
    hierarchy: Hierarchy
    look: Look
    revision: int = 1
    current: Current = field(default_factory=Current)
    filter_text: str = ""
    filtered: Filtered | None = None

    def __post_init__(self) -> None:
        self.hidden: tuple[str, ...] = ()
        self._whole = self.hierarchy
        self._below: dict[str, int] = {}
        self._folding = Folding(self.look.dividing(self.hierarchy))
        self._headed_for: Path = ()

    @property
    def total(self) -> int:
        """How many rows there are."""
        return self._folding.tree.root.rows if self.filtered is None else len(self.filtered)

    def open_keys(self, keys: Iterable[str]) -> None:
        """Make exactly the branches open that `keys` name, those to come among them, and those that always are."""
        self._folding.open_keys(keys)
        self._open_to_current()

    def transplant(self, hierarchy: Hierarchy, look: Look) -> None:
        """Show a hierarchy whose nodes are others: of a site read anew. What was open is found by its keys."""
        self._show(hierarchy, look)
        self.current, self._headed_for, self.filtered = Current(self.current.url), (), None
        self._folding.transplant(look.dividing(self.hierarchy))
        self.revision += 1

    def rebase(self, hierarchy: Hierarchy, look: Look) -> None:
        """Show a fuller hierarchy of the same site, or the same one in another way."""
        self._show(hierarchy, look)
        if self.current.path is not None and not stands(self.hierarchy, self.current.path):
            self.current = Current(self.current.url)
        self._folding.rebase(look.dividing(self.hierarchy))
        self._open_to_current()

    def hide(self, keys: Iterable[str]) -> None:
        """Hide exactly the branches that `keys` name, and those to come among them. The current page may be one.

        `hidden` has the keys by which they are found again: of rows, where others are hidden, these may differ.
        """
        self.hidden = tuple(dict.fromkeys(self._key_in_whole(key) for key in keys))
        self._below.clear()
        if self.current.is_above or self.current.path is None:
            self.current = Current(self.current.url)
        self.rebase(self._whole, self.look)

    def expand(self, key: str | None) -> tuple[list[str], bool]:
        """Open a branch and all below it, or all; the keys of those opened, and whether that is all of them.

        Raises KeyError where there is no such row.
        """
        if self.filtered is not None:  # what is left of a branch is all in view
            return [], True
        until = time.thread_time() + _EXPANDING_S
        opened = self._folding.expand(key, lambda: time.thread_time() > until)
        self.revision += 1
        return opened

    def pages_below(self, keys: Iterable[str]) -> list[int | None]:
        """How many pages are below each row, None where there is no such row; as many as there is time for."""
        return as_many_as_fit(partial(self._pages_below, key) for key in keys)

    def rename(self) -> None:
        """Say that rows may be named otherwise than before; their keys stay."""
        self.revision += 1

    def set_filter(self, text: str, rows: Filtered | None) -> None:
        """Show the rows that a filter leaves; all that are open with None."""
        self.filter_text, self.filtered = text, rows
        self.revision += 1

    def toggle(self, key: str, open_it: bool) -> bool:
        """Open or close the branch with that key; False where there is no such row, or not yet."""
        if self.filtered is not None:  # what is left of a branch is all in view
            self._folding.forget_awaited(key)
            return True
        if not self._folding.toggle(key, open_it):
            return False
        self.revision += 1
        return True

    def move_to(self, url: str, found: Found | None) -> None:
        """Make the page at `url` the current one and open its branch; where it is not known yet, remember to."""
        if url != self.current.url:
            self.current = Current(url, near=self._headed_for or self.current.path or self.current.near)
            self._headed_for = ()
        if found is None or not self.current.pending:
            return
        if found.path is not None and not stands(self.hierarchy, found.path):
            return  # found while more of the map was loaded: what is shown does not have it yet
        near = self.current.near if found.is_above else found.path or self.current.near
        nodes = frozenset(found.nodes)
        self.current = Current(url, nodes, found.path, pending=False, near=near, is_above=found.is_above)
        self._open_to_current()

    def head_for(self, path: Path) -> None:
        """Say where the reader goes: a page may stand in several places."""
        self._headed_for = path

    def reveal(self) -> None:
        """Open the branch of the current page once more."""
        if self.current.path is not None:
            self._open_to_current()

    def look_again(self) -> None:
        """Want the current page to be found once more, in a fuller hierarchy."""
        self.current.pending = True

    def rows(self, first: int, count: int) -> list[replies.Row]:
        """Rows from `first` on: `count` of them, or as many as fit into a message."""
        if self.filtered is not None:
            numbers = range(first, min(first + count, len(self.filtered)))
            return as_many_as_fit(partial(self._filtered_row, self.filtered, row) for row in numbers)
        return as_many_as_fit(partial(self._row, *place) for place in self._folding.tree.slice(first, count))

    def row_page(self, first: int, count: int) -> replies.RowPage:
        """Rows from `first` on, and what they are rows of."""
        return {"revision": self.revision, "from": first, "total": self.total, "rows": self.rows(first, count)}

    def name_at(self, row: int) -> str:
        """The name of the node that a row shows, for type-ahead; "" of a synthetic group."""
        if self.filtered is not None:
            return self._shown_name(self.filtered.nodes[row])
        branch, entry = self._folding.tree.at(row)
        return "" if branch.parts else self._shown_name(branch.child(entry))

    def _shown_name(self, node: int) -> str:
        meaning = self.hierarchy.meaning(node)
        group_name = self.look.group_names.get(meaning, "") if meaning else ""
        return group_name or shown_name(self.hierarchy, node, self.look.languages)

    def row_of_path(self, path: Path) -> int | None:
        """The row that shows a place; None where its branch is not open, or a filter is on."""
        return None if self.filtered is not None else self._folding.row_of_path(path)

    def recent_path(self, key: str) -> Path | None:
        """The place of a row that was sent lately; None for all else, synthetic groups too."""
        return self._folding.recent_path(key)

    def state(self) -> replies.View:
        """The view as it is sent, without rows."""
        path, is_above = self.current.path, self.current.is_above
        before, after = neighbours(self.hierarchy, path) if path and not is_above else (None, None)
        state: replies.View = {
            "view": self.name,
            "revision": self.revision,
            "total": self.total,
            "current": self._current_row(),
            "in_map": path is not None and not is_above,
            "trail": self._trail(),
            "previous": self._link(before) if before else None,
            "next": self._link(after) if after else None,
            "pending": bool(self.current.url) and self.current.pending,
        }
        if self.filtered is not None:
            state["matches"] = self.filtered.matches
        if path is not None and is_above:
            state["near"] = True
        return state

    def _show(self, hierarchy: Hierarchy, look: Look) -> None:
        """Show a hierarchy, without what is hidden."""
        self._whole, self.look = hierarchy, look
        self._below.clear()
        paths = (path_of_key(hierarchy, key) for key in self.hidden)
        hidden = hidden_below(hierarchy, (path for path in paths if path))
        self.hierarchy = Pruned(hierarchy, hidden) if hidden else hierarchy

    def _key_in_whole(self, key: str) -> str:
        """The key that a row has in the whole map: what is hidden beside it may change it."""
        path = self._folding.recent_path(key)
        return key_of_path(self._whole, path) if path and stands(self._whole, path) else key

    def _pages_below(self, key: str) -> int | None:
        if key not in self._below:
            nodes = self._folding.nodes_at(key)
            if nodes is None:
                return None
            self._below[key] = pages_among(self.hierarchy, nodes)
        return self._below[key]

    def _open_to_current(self) -> None:
        if self.current.path is not None:
            self._folding.open_to(self.current.path)
        self.revision += 1

    def _row(self, branch: Branch, entry: int) -> replies.Row:
        row = self._marked(branch_row(self._folding.tree, branch, entry, self.look.languages, self.current.nodes))
        self._folding.remember(row["key"], self._folding.place_at(branch, entry))
        return row

    def _filtered_row(self, rows: Filtered, number: int) -> replies.Row:
        path = rows.path(number)
        key = key_of_path(self.hierarchy, path)
        self._folding.remember(key, (path, None))
        return self._marked(filtered_row(self.hierarchy, rows, number, key, self.look.languages, self.current.nodes))

    def _marked(self, row: replies.Row) -> replies.Row:
        """A row of the current page, or of one above it."""
        if row["current"] and self.current.is_above:
            row["current"], row["near"] = False, True
        return row

    def _current_row(self) -> int | None:
        if self.filtered is not None:
            return next((row for row, node in enumerate(self.filtered.nodes) if node in self.current.nodes), None)
        return self.row_of_path(self.current.path) if self.current.path else None

    def _trail(self) -> list[replies.NodeLink]:
        path = self.current.path or ()
        keys = keys_on_the_way(self.hierarchy, path)
        places = range(max(0, len(path) - TRAIL), len(path))
        return as_many_as_fit((partial(self._link, path[: depth + 1], keys[depth]) for depth in places), _TRAIL_BYTES)

    def _link(self, path: Path, key: str | None = None) -> replies.NodeLink:
        key = key_of_path(self.hierarchy, path) if key is None else key
        self._folding.remember(key, (path, None))
        return path_link(self.hierarchy, path, key, self.look.languages)
