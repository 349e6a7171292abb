"""Rows for messages, as many as fit into the size and time of one message. Does no I/O."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY, Hierarchy, is_loop
from standard_sitemap.model.menus import range_label
from standard_sitemap.reader.views.branches import Branch, Branches
from standard_sitemap.reader.views.filtering import Filtered
from standard_sitemap.reader.views.links import link
from standard_sitemap.reader.views.paths import Path

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import replies

# Bytes of a message of at most 1,048,576; the rest is for the content around the rows.
BYTES = 900_000

# Seconds for making a part of a message: nodes may have a thousand variants, and other tabs wait meanwhile.
SECONDS = 0.03

_as_json = json.JSONEncoder(ensure_ascii=False).encode

Languages = tuple[str, ...]
Sent = TypeVar("Sent")


def branch_row(
    tree: Branches, branch: Branch, entry: int, languages: Languages, current: frozenset[int]
) -> replies.Row:
    """Return the row of a branch's entry."""
    key = tree.key_of(branch, entry)
    if branch.parts:
        row = _range_row(*tree.ends_of(branch, entry), key)
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
    hierarchy: Hierarchy, rows: Filtered, number: int, key: str, languages: Languages, current: frozenset[int]
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


class Room:
    """The remaining bytes of a message, and the remaining time for making it.

    Seconds are CPU time of the thread, which other threads do not use, so that a busy machine sends as much.
    """

    def __init__(self, size: int = BYTES, seconds: float = SECONDS) -> None:
        self._bytes = size
        self._until = time.thread_time() + seconds

    def reserve(self, made: object) -> bool:
        """Reserve the bytes of a value; return whether there were enough."""
        # As JSON: escapes make a name several times as long.
        self._bytes -= len(_as_json(made).encode("utf-8", "replace"))
        return self._bytes >= 0

    @property
    def is_spent(self) -> bool:
        """Whether the time is over."""
        return time.thread_time() > self._until


def as_many_as_fit(makers: Iterable[Callable[[], Sent]], room: Room | int = BYTES, least: int = 1) -> list[Sent]:
    """Return as many values as fit into one message, at least `least`; call no maker beyond them."""
    room = Room(room) if isinstance(room, int) else room
    sent: list[Sent] = []
    for make in makers:
        if len(sent) >= least and room.is_spent:
            break
        made = make()
        # A value that is too large by itself is sent all the same: otherwise no row after it would ever be shown.
        if not room.reserve(made) and len(sent) >= least:
            break
        sent.append(made)
    return sent


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
        "priority": hierarchy.details.priority(node),
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


def _range_row(first: str, last: str, key: str) -> replies.Row:
    return {
        "key": key,
        "name": range_label(first, last),
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
