"""A view in the form of the extension's replies: its rows, its state, and the page counts of its branches.

A reply holds as many rows as fit into the size and time of one message. Does no I/O.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY, Hierarchy, is_loop
from standard_sitemap.reader.views.branches import Branch, Branches
from standard_sitemap.reader.views.filtering import FilteredRows
from standard_sitemap.reader.views.links import Languages, link, neighbour_link, shown_name
from standard_sitemap.reader.views.message_room import as_many_as_fit
from standard_sitemap.reader.views.paths import Path, key_of_path, keys_on_the_way
from standard_sitemap.reader.views.places import neighbours, pages_among
from standard_sitemap.reader.views.view import View

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import replies

# The limit on breadcrumbs, the nearest to the page: nobody reads a trail of thousands.
TRAIL = 64

# Bytes of a message for the path to the current page: a tree may be a thousand levels deep, and rows need the rest.
_TRAIL_BYTES = 100_000


def row_of_path(view: View, path: Path) -> int | None:
    """Return the row of a place; None if its branch is closed, or a filter is active."""
    return None if view.filtered is not None else view.folding.row_of_path(path)


def rows(view: View, first: int, count: int) -> list[replies.Row]:
    """Return rows from `first` on: `count` of them, or as many as fit into a message."""
    if view.filtered is not None:
        numbers = range(first, min(first + count, len(view.filtered)))
        return as_many_as_fit(partial(_filtered_row, view, view.filtered, row) for row in numbers)
    return as_many_as_fit(partial(_row, view, *place) for place in view.folding.tree.slice(first, count))


def row_page(view: View, first: int, count: int) -> replies.RowPage:
    """Return rows from `first` on, with their revision and total."""
    return {"revision": view.revision, "from": first, "total": view.total, "rows": rows(view, first, count)}


def name_at(view: View, row: int) -> str:
    """Return the name of a row's node, for type-ahead; "" for a synthetic group."""
    if view.filtered is not None:
        return _shown_name(view, view.filtered.nodes[row])
    branch, entry = view.folding.tree.at(row)
    return "" if branch.group(entry) else _shown_name(view, branch.child(entry))


def _shown_name(view: View, node: int) -> str:
    meaning = view.hierarchy.details.meaning(node)
    group_name = view.look.group_names.get(meaning, "") if meaning else ""
    return group_name or shown_name(view.hierarchy, node, view.look.languages)


def state(view: View) -> replies.View:
    """Return the view in the form in which it is sent, without rows."""
    path, is_above = view.current.path, view.current.is_above
    before, after = neighbours(view.hierarchy, path) if path and not is_above else (None, None)
    reply: replies.View = {
        "view": view.name,
        "revision": view.revision,
        "total": view.total,
        "current": _current_row(view),
        "in_map": path is not None and not is_above,
        "trail": _trail(view),
        "previous": _neighbour(view, before) if before else None,
        "next": _neighbour(view, after) if after else None,
        "pending": bool(view.current.url) and view.current.pending,
    }
    if view.filtered is not None:
        reply["matches"] = view.filtered.matches
        reply["provisional"] = view.filtered.is_provisional
    if path is not None and is_above:
        reply["near"] = True
    return reply


def pages_below(view: View, keys: Iterable[str]) -> list[int | None]:
    """Return the number of pages below each row, None if no row has the key; as many as time permits."""
    return as_many_as_fit(partial(_pages_below, view, key) for key in keys)


def _pages_below(view: View, key: str) -> int | None:
    if key not in view.page_counts:
        nodes = view.folding.nodes_at(key)
        if nodes is None:
            return None
        view.page_counts[key] = pages_among(view.hierarchy, nodes)
    return view.page_counts[key]


def _row(view: View, branch: Branch, entry: int) -> replies.Row:
    row = _marked(view, branch_row(view.folding.tree, branch, entry, view.look.languages, view.current.nodes))
    view.folding.remember(row["key"], view.folding.place_at(branch, entry))
    return row


def _filtered_row(view: View, rows: FilteredRows, number: int) -> replies.Row:
    path = rows.path(number)
    key = key_of_path(view.hierarchy, path)
    view.folding.remember(key, (path, None))
    return _marked(view, filtered_row(view.hierarchy, rows, number, key, view.look.languages, view.current.nodes))


def _marked(view: View, row: replies.Row) -> replies.Row:
    """Return a row, marked if its node is the nearest page above the current one."""
    if row["current"] and view.current.is_above:
        row["current"], row["near"] = False, True
    return row


def _current_row(view: View) -> int | None:
    if view.filtered is not None:
        return next((row for row, node in enumerate(view.filtered.nodes) if node in view.current.nodes), None)
    return row_of_path(view, view.current.path) if view.current.path else None


def _trail(view: View) -> list[replies.NodeLink]:
    path = view.current.path or ()
    keys = keys_on_the_way(view.hierarchy, path)
    places = range(max(0, len(path) - TRAIL), len(path))
    return as_many_as_fit((partial(_link, view, path[: depth + 1], keys[depth]) for depth in places), _TRAIL_BYTES)


def _link(view: View, path: Path, key: str) -> replies.NodeLink:
    view.folding.remember(key, (path, None))
    return path_link(view.hierarchy, path, key, view.look.languages)


def _neighbour(view: View, path: Path) -> replies.NodeLink:
    key = key_of_path(view.hierarchy, path)
    view.folding.remember(key, (path, None))
    return neighbour_link(view.hierarchy, path[-1], key, view.look.languages)


def branch_row(
    tree: Branches, branch: Branch, entry: int, languages: Languages, current: frozenset[int]
) -> replies.Row:
    """Return the row of a branch's entry."""
    key = tree.key_of(branch, entry)
    if branch.group(entry):
        row = _range_row(tree.label_of(branch, entry), key)
    else:
        node = branch.child(entry)
        row = _node_row(tree.hierarchy, node, key, languages)
        row["current"] = node in current
        row["loop"] = tree.is_loop(branch, node)
        row["children"] = not row["loop"] and tree.hierarchy.has_children(node)
    row["open"] = entry in branch.below
    row["level"] = branch.level
    row["position"] = entry + 1
    row["set_size"] = branch.entries
    return row


def filtered_row(
    hierarchy: Hierarchy, rows: FilteredRows, number: int, key: str, languages: Languages, current: frozenset[int]
) -> replies.Row:
    """Return a row of a filtered view, in which branches cannot be closed."""
    node = rows.nodes[number]
    row = _node_row(hierarchy, node, key, languages)
    row["current"] = node in current
    row["level"] = rows.levels[number]
    row["match"] = node in rows.matching
    row["position"], row["set_size"] = rows.positions[number], rows.set_sizes[number]
    return row


def menu_row(hierarchy: Hierarchy, path: Path, key: str, languages: Languages) -> replies.Row:
    """Return the menu entry for the place at the end of `path`."""
    node = path[-1]
    row = _node_row(hierarchy, node, key, languages)
    row["loop"] = is_loop(path[:-1], node)
    row["children"] = not row["loop"] and hierarchy.has_children(node)
    row["open"] = row["kind"] == "group"
    row["level"] = len(path)
    return row


def path_link(hierarchy: Hierarchy, path: Path, key: str, languages: Languages) -> replies.NodeLink:
    """Return the link of the place at the end of `path`."""
    return link(hierarchy, path[-1] if path else hierarchy.root, key, languages)


def _node_row(hierarchy: Hierarchy, node: int, key: str, languages: Languages) -> replies.Row:
    """Return the common members of a node's row, as if on the first level without children."""
    node_link = link(hierarchy, node, key, languages)
    row: replies.Row = {
        "key": node_link["key"],
        "name": node_link["name"],
        "description": node_link["description"],
        "location": node_link["location"],
        "language": node_link["language"],
        "content_type": node_link["content_type"],
        "variants": node_link["variants"],
        "kind": "group" if hierarchy.details.kind(node) == "group" else "item",
        "priority": hierarchy.shown_priority(node),
        "relation": "sequence" if hierarchy.relation(node) == "sequence" else "none",
        "current": False,
        "loop": False,
        "children": False,
        "open": False,
        "level": 1,
    }
    if "charset" in node_link:
        row["charset"] = node_link["charset"]
    if "refused" in node_link:
        row["refused"] = node_link["refused"]
    if "meaning" in node_link:
        row["meaning"] = node_link["meaning"]
    return row


def _range_row(label: str, key: str) -> replies.Row:
    return {
        "key": key,
        "name": label,
        "description": None,
        "location": None,
        "language": None,
        "content_type": None,
        "variants": [],
        "kind": "range",
        "priority": DEFAULT_PRIORITY,
        "relation": "none",
        "current": False,
        "loop": False,
        "children": True,
        "open": False,
        "level": 1,
    }
