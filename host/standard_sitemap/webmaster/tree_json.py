"""Output of `standard-sitemap resolve`: a sitemap's tree as one JSON object, or as an indented text.

Writes while walking, with an explicit stack, so that neither depth nor size of a tree costs memory. A tree that sharing
would expand beyond a limit is truncated at a reasonable depth, and a fault says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from typing import Any, NamedTuple, TextIO

from standard_sitemap.model.display_text import ascii_json, printable
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import MOST_ROLES, Hierarchy, PlainNode, Variant, is_loop
from standard_sitemap.ssp import faults

# A tree without sharing has no more variants than its files have elements. With sharing, this many more are written.
SHARED_NODES = 250_000
# A shared node is written repeatedly. The cache holds the text of this many nodes, up to this many characters.
HEADS_CACHED, _CHARACTERS_CACHED = 10_000, 1 << 24
# The limit on characters of role nodes beyond the first few roles (`too-many-roles`). A node with thousands of roles is
# written below each role, with all its roles.
_ROLES_CHARACTERS = 1 << 24
_STEPS_AT_ONCE = 1_000


class Step(NamedTuple):
    """One place in the tree in printing order: `level` counts from 1, `is_open` is true if children follow."""

    node: int
    level: int
    is_loop: bool
    is_open: bool


def write_json(hierarchy: Hierarchy, stream: TextIO, depth: int | None = None) -> None:
    """Write the contract's JSON object on one line, with `depth` levels of the tree if given."""
    levels, faults = levels_to_print(hierarchy, depth)
    stream.write(f'{{"root": {ascii_json(hierarchy.root_uri)}')
    stream.write(f', "documents": {ascii_json([document._asdict() for document in hierarchy.documents])}')
    stream.write(', "tree": [')
    _write_tree(hierarchy, stream, levels)
    stream.write('], "roles": {')
    _write_roles(hierarchy, stream)
    stream.write("}")
    stream.write(f', "class_changes": {ascii_json([change._asdict() for change in hierarchy.class_changes])}')
    stream.write(f', "faults": {ascii_json([fault_object(fault) for fault in (*hierarchy.faults, *faults)])}}}\n')


def write_text(hierarchy: Hierarchy, stream: TextIO, depth: int | None = None) -> None:
    """Write the tree, two spaces per level, with names, locations and marks; then the roles."""
    levels, _ = levels_to_print(hierarchy, depth)
    for step in walk(hierarchy, levels):
        stream.write(f"{'  ' * (step.level - 1)}{printable(_line(hierarchy, step))}\n")
    for role, nodes in hierarchy.roles.items():
        names = ", ".join(_label(hierarchy.details.variants(node)[0]) for node in nodes)
        stream.write(f"{printable(f'{role}: {names}')}\n")


def walk(hierarchy: Hierarchy, depth: int | None = None) -> Iterator[Step]:
    """Yield the places of the tree, parents before children; a loop is shown but not entered (D20)."""
    path: set[int] = set()
    trail: list[int] = []
    stack = [iter(hierarchy.children(hierarchy.root) if depth is None or depth > 0 else ())]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            if trail:
                path.discard(trail.pop())
            continue
        loops = is_loop(path, node)
        is_entered = not loops and len(stack) != depth and hierarchy.has_children(node)
        children = hierarchy.children(node) if is_entered else ()
        yield Step(node, len(stack), loops, len(children) > 0)
        if children:
            path.add(node)
            trail.append(node)
            stack.append(iter(children))


def node_object(hierarchy: Hierarchy, node: int) -> dict[str, Any]:
    """Return a node in the contract's form, without its children."""
    return {
        "kind": hierarchy.details.kind(node),
        "variants": [_specified(variant) for variant in hierarchy.details.variants(node)],
        "roles": list(hierarchy.details.roles_of(node)),
        "priority": hierarchy.details.priority(node),
        "relation": hierarchy.relation(node),
        "order": hierarchy.order(node),
    }


def fault_object(fault: Fault) -> dict[str, Any]:
    """Return a fault in the contract's form."""
    return {
        "code": fault.code,
        "severity": fault.severity,
        "message": fault.message,
        "document": fault.document,
        "line": fault.line,
    }


def _specified(variant: Variant) -> dict[str, Any]:
    return {quality: value for quality, value in variant._asdict().items() if value is not None}


def _write_tree(hierarchy: Hierarchy, stream: TextIO, depth: int | None) -> None:
    level = 0  # level of the last place; its list of children is still open
    head_of = _Heads(hierarchy)
    steps = walk(hierarchy, depth)
    while some := list(islice(steps, _STEPS_AT_ONCE)):  # each write costs as much as making its content
        pieces = []
        heads = _plain_heads(hierarchy.details.plain_nodes([step.node for step in some]))
        for (node, step_level, loops, _), head in zip(some, heads, strict=True):
            if step_level <= level:
                pieces.append("]}" * (level - step_level + 1) + ", ")
            pieces.append(head or head_of[node])
            pieces.append(', "loop": true, "children": [' if loops else ', "children": [')
            level = step_level
        stream.write("".join(pieces))
    stream.write("]}" * level)


def _write_roles(hierarchy: Hierarchy, stream: TextIO) -> None:
    written, head_of = 0, _Heads(hierarchy)
    for place, (role, nodes) in enumerate(hierarchy.roles.items()):
        if place >= MOST_ROLES and written > _ROLES_CHARACTERS:
            return
        written += stream.write(f"{', ' if place else ''}{ascii_json(role)}: [")
        for number, node in enumerate(nodes):
            written += stream.write(f"{', ' if number else ''}{head_of[node]}}}")
        written += stream.write("]")


class _Heads(dict[int, str]):
    """The heads of nodes, by node, in a bounded cache."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        super().__init__()
        self._hierarchy = hierarchy
        self._characters = 0

    def __missing__(self, node: int) -> str:
        head = _head(self._hierarchy, node)
        self._characters += len(head)
        if len(self) >= HEADS_CACHED or self._characters > _CHARACTERS_CACHED:
            self.clear()
            self._characters = len(head)
        self[node] = head
        return head


def _head(hierarchy: Hierarchy, node: int) -> str:
    """Return a node's object up to its children."""
    return ascii_json(node_object(hierarchy, node))[:-1]


def _plain_heads(nodes: Sequence[PlainNode | None]) -> Iterator[str | None]:
    """Yield the heads of plain nodes, written without intermediate objects, in a tenth of the time."""
    names = _said("name", [plain.name if plain else None for plain in nodes])
    descriptions = _said("description", [plain.description if plain else None for plain in nodes])
    locations = _said("location", [plain.location if plain else None for plain in nodes])
    for plain, name, description, location in zip(nodes, names, descriptions, locations, strict=True):
        yield plain and (
            f'{{"kind": "item", "variants": [{{{(name + description + location)[:-2]}}}], "roles": ["tree"], '
            f'"priority": {plain.priority!r}, "relation": "none", "order": "none"'
        )


def _said(quality: str, values: Sequence[str | None]) -> list[str]:
    """Return one quality of each node as a JSON member with a trailing comma; "" if it is unset."""
    before = f'"{quality}": '
    return [f"{before}{value}, " if value != "null" else "" for value in _encoded(values)]


def _encoded(values: Sequence[str | None]) -> list[str]:
    """Return each value as JSON.

    Encoding all at once takes a third of the time; encoded texts contain no line breaks.
    """
    return ascii_json(values, separators=("\n", ":"))[1:-1].split("\n")


def levels_to_print(hierarchy: Hierarchy, depth: int | None) -> tuple[int | None, Iterable[Fault]]:
    """Return the number of levels to print (None: all), and a fault if sharing limits it."""
    limit = SHARED_NODES + sum(document.elements for document in hierarchy.documents)
    if not hierarchy.is_shared or _fits(hierarchy, depth, limit):
        return depth, ()
    levels = _deepest(hierarchy, limit)
    params = {"limit": str(limit), "depth": str(levels)}
    return levels, (faults.Fault("tree-too-large", hierarchy.root_uri, 0, params),)


def _fits(hierarchy: Hierarchy, depth: int | None, limit: int) -> bool:
    """Return whether the tree has at most `limit` variants."""
    size = _size_of(hierarchy)
    return all(total <= limit for total in accumulate(size(step.node) for step in walk(hierarchy, depth)))


def _deepest(hierarchy: Hierarchy, limit: int) -> int:
    """Return the number of levels that certainly hold at most `limit` variants, counting loops as if entered."""
    size = _size_of(hierarchy)
    places: Counter[int] = Counter(hierarchy.children(hierarchy.root))
    levels, total = 0, 0
    while places and (total := total + sum(times * size(node) for node, times in places.items())) <= limit:
        levels += 1
        next_places: Counter[int] = Counter()
        for node, times in places.items():
            for child in hierarchy.children(node):
                next_places[child] += times
        places = next_places
    return levels


def _size_of(hierarchy: Hierarchy) -> Callable[[int], int]:
    """Return a function that returns the number of a node's variants."""
    return lru_cache(HEADS_CACHED)(lambda node: len(hierarchy.details.variants(node)))


def _line(hierarchy: Hierarchy, step: Step) -> str:
    variants = hierarchy.details.variants(step.node)
    first = variants[0]
    parts = [_label(first), first.location or "", f"(+{len(variants) - 1} variants)" if len(variants) > 1 else ""]
    return "  ".join(part for part in (*parts, "(loop)" if step.is_loop else "") if part)


def _label(variant: Variant) -> str:
    return variant.name or variant.location or "–"
