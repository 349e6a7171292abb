"""What is sent of a row. Pure."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.views import paths
from standard_sitemap.views.branches import Branch, Branches
from standard_sitemap.views.links import NAME_LENGTH, link

BYTES = 900_000
"""Of a message of 1,048,576 at most; the rest is for what stands around the rows."""

_as_json = json.JSONEncoder(ensure_ascii=False).encode

Row = dict[str, Any]
Languages = tuple[str, ...]


def node_row(hierarchy: Hierarchy, node: int, key: str, languages: Languages, current: frozenset[int]) -> Row:
    """What every row of a node says, wherever it stands."""
    row = link(hierarchy, node, key, languages)
    row["kind"] = hierarchy.kind(node)
    row["priority"] = hierarchy.priority(node)
    row["relation"] = hierarchy.relation(node)
    row["current"] = node in current
    return row


def branch_row(tree: Branches, branch: Branch, entry: int, languages: Languages, current: frozenset[int]) -> Row:
    """The ROW of a branch's entry."""
    key = tree.key_of(branch, entry)
    if branch.parts:
        row = _range_row(*tree.ends_of(branch, entry), key)
    else:
        node = branch.child(entry)
        row = node_row(tree.hierarchy, node, key, languages, current)
        row["loop"] = tree.is_loop(branch, node)
        row["children"] = not row["loop"] and tree.hierarchy.has_children(node)
    row["open"] = entry in branch.below
    row["level"] = branch.level
    row["position"] = entry + 1
    row["set_size"] = branch.entries
    return row


def _range_row(first: str, last: str, key: str) -> Row:
    half = NAME_LENGTH // 2
    return {
        "kind": "range",
        "key": key,
        "name": first if first == last else f"{first[:half]}…{last[:half]}",
        "description": None,
        "location": None,
        "language": None,
        "content_type": None,
        "variants": [],
        "priority": 0.5,
        "relation": "none",
        "current": False,
        "loop": False,
        "children": True,
    }


def path_link(hierarchy: Hierarchy, path: tuple[int, ...], key: str, languages: Languages) -> Row:
    """The LINK of the place at the end of `path`."""
    return link(hierarchy, path[-1] if path else hierarchy.root, key or paths.ROOT, languages)


def as_many_as_fit(makers: Iterable[Callable[[], Row]], room: int = BYTES) -> list[Row]:
    """The rows that fit into one message, at least one."""
    rows: list[Row] = []
    for make in makers:
        row = make()
        room -= len(_as_json(row).encode("utf-8", "replace"))
        if rows and room < 0:
            break
        rows.append(row)
    return rows
