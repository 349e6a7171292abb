"""A view: one sidebar's state for one map, with its current page, filter and open branches.

A fuller hierarchy may replace its own at any time; open branches and the current page stay. Never waits.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.reader.views.dividing import Divisions, Wish
from standard_sitemap.reader.views.filtering import FilteredRows
from standard_sitemap.reader.views.folding import Folding
from standard_sitemap.reader.views.paths import Path, key_of_path, paths_of_keys
from standard_sitemap.reader.views.places import Placement, stands
from standard_sitemap.reader.views.pruning import hidden_below, pruned

# Seconds for opening branches at the reader's request; other tabs wait meanwhile.
_EXPANDING_S = 0.1


@dataclass(frozen=True)
class Look:
    """The reader's options that shape a view."""

    languages: tuple[str, ...] = ()
    group_size: int = 0
    division: Wish = "order"
    group_names: dict[str, str] = field(default_factory=dict)

    def divisions(self, hierarchy: Hierarchy) -> Divisions:
        """Return the division of long lists of children in a hierarchy."""
        return Divisions(hierarchy, self.group_size, self.languages, self.division, self.group_names)


@dataclass
class CurrentPage:
    """The current page: its address, its nodes, and the place that is shown for it.

    `pending` is true until it has been searched for. `near` is the place that the reader came from, or went to. With
    `is_above`, the page is not in the map, and the nodes and place belong to the nearest page above it.
    """

    url: str = ""
    nodes: frozenset[int] = frozenset()
    path: Path | None = None
    pending: bool = True
    near: Path = ()
    is_above: bool = False


@dataclass
class View:
    """One virtual list of rows. `revision` increases whenever the rows or their contents change."""

    name: str
    hierarchy: Hierarchy
    look: Look
    revision: int = 1
    current: CurrentPage = field(default_factory=CurrentPage)
    filter_text: str = ""
    filtered: FilteredRows | None = None

    def __post_init__(self) -> None:
        self.hidden: tuple[str, ...] = ()
        self._whole = self.hierarchy
        self.folding = Folding(self.look.divisions(self.hierarchy))
        self.page_counts: dict[str, int] = {}
        self._headed_for: Path = ()

    @property
    def total(self) -> int:
        """The number of rows."""
        return self.folding.tree.root.rows if self.filtered is None else len(self.filtered)

    def open_keys(self, keys: Iterable[str]) -> None:
        """Open exactly the branches in `keys`, including future ones, and the branches that are always open."""
        self.folding.open_keys(keys)
        self._open_to_current()

    def transplant(self, hierarchy: Hierarchy, look: Look) -> None:
        """Show the hierarchy of a reloaded site, whose nodes are others; find open branches by their keys."""
        self._show(hierarchy, look)
        self.current, self._headed_for, self.filtered = CurrentPage(self.current.url), (), None
        self.folding.transplant(look.divisions(self.hierarchy))
        self.revision += 1

    def rebase(self, hierarchy: Hierarchy, look: Look) -> None:
        """Show a fuller hierarchy of the same site, or the same one with other options."""
        self._show(hierarchy, look)
        if self.current.path is not None and not stands(self.hierarchy, self.current.path):
            self.current = CurrentPage(self.current.url)
        self.folding.rebase(look.divisions(self.hierarchy))
        self._open_to_current()

    def hide(self, keys: Iterable[str]) -> None:
        """Hide exactly the branches in `keys`, including future ones. The current page may be in one.

        `hidden` has the keys that identify them later. The keys of rows may differ while others are hidden.
        """
        self.hidden = tuple(dict.fromkeys(self._key_in_whole(key) for key in keys))
        if self.current.is_above or self.current.path is None:
            self.current = CurrentPage(self.current.url)
        self.rebase(self._whole, self.look)

    def expand(self, key: str | None) -> tuple[list[str], bool]:
        """Open a branch and all below it, or all; return the opened keys, and whether none is left.

        Raises KeyError if no row has the key.
        """
        if self.filtered is not None:  # the rest of a branch is entirely in view
            return [], True
        until = time.thread_time() + _EXPANDING_S
        opened = self.folding.expand(key, lambda: time.thread_time() > until)
        self.revision += 1
        return opened

    def set_filter(self, text: str, rows: FilteredRows | None) -> None:
        """Show the rows that match a filter; all open ones with None."""
        self.filter_text, self.filtered = text, rows
        self.revision += 1

    def toggle(self, key: str, open_it: bool) -> bool:
        """Open or close the branch with a key; return False if no row has it, or none yet."""
        if self.filtered is not None:  # the rest of a branch is entirely in view
            self.folding.forget_awaited(key)
            return True
        if not self.folding.toggle(key, open_it):
            return False
        self.revision += 1
        return True

    def move_to(self, url: str, places: Placement | None) -> None:
        """Make the page at `url` the current one and open its branch, now or once its place is known."""
        if url != self.current.url:
            self.current = CurrentPage(url, near=self._headed_for or self.current.path or self.current.near)
            self._headed_for = ()
        if places is None or not self.current.pending:
            return
        if places.path is not None and not stands(self.hierarchy, places.path):
            return  # found while more of the map was loaded, and not yet part of the displayed map
        near = self.current.near if places.is_above else places.path or self.current.near
        nodes = frozenset(places.nodes)
        self.current = CurrentPage(url, nodes, places.path, pending=False, near=near, is_above=places.is_above)
        self._open_to_current()

    def head_for(self, path: Path) -> None:
        """Record the reader's destination, since a page may occur in several places."""
        self._headed_for = path

    def reveal(self) -> None:
        """Open the branch of the current page again."""
        if self.current.path is not None:
            self._open_to_current()

    def _show(self, hierarchy: Hierarchy, look: Look) -> None:
        """Show a hierarchy without its hidden branches."""
        self._whole, self.look = hierarchy, look
        self.page_counts.clear()
        # Together: each search of a key reads the children of a node, of which there may be 50,000.
        paths = paths_of_keys(hierarchy, self.hidden)
        hidden = hidden_below(hierarchy, filter(None, paths.values()))
        self.hierarchy = pruned(hierarchy, hidden) if hidden else hierarchy

    def _key_in_whole(self, key: str) -> str:
        """Return the key of a row in the whole map: hidden siblings may change it."""
        path = self.folding.recent_path(key)
        return key_of_path(self._whole, path) if path and stands(self._whole, path) else key

    def _open_to_current(self) -> None:
        if self.current.path is not None:
            self.folding.open_to(self.current.path)
        self.revision += 1
