"""The filter: the nodes whose names match, with the branches that lead to them, as one flat list. Pure.

Works in small steps, so that a newer filter can replace it at any moment.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from standard_sitemap.model.hierarchy import Hierarchy, is_loop
from standard_sitemap.reader.views.matching import exact_matches, mistyped_matches, wider_matches
from standard_sitemap.reader.views.paths import Path

# Rows of a filtered view: nobody scrolls further, and shared branches could unfold without end.
MAX_ROWS = 50_000

# Nodes in the first reply: more than a sidebar shows at once.
FIRST_NODES = 300

# Nodes at most: more than can be shown, even where some of them are in no place of the map.
MOST_NODES = 4 * MAX_ROWS

# With fewer matches, names with a typo are looked for.
FEW_MATCHES = 20

# Children that are so many times as many as are wanted are searched, not looked through.
_FEW = 16

# Rows between two looks at whether a newer filter has come: each row costs some microseconds.
_STEP_ROWS = 500
_NO_PARENT = -1

NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(slots=True)
class Filtered:
    """The rows of a filtered view: node, parent row, level, place among the shown siblings, and their number.

    `matching` are the nodes that match, `matches` is how many rows show one: the others only lead there. The number is
    provisional while more is looked for.
    """

    nodes: "array[int]" = field(default_factory=lambda: array("q"))
    parents: "array[int]" = field(default_factory=lambda: array("q"))
    levels: "array[int]" = field(default_factory=lambda: array("q"))
    positions: "array[int]" = field(default_factory=lambda: array("q"))
    set_sizes: "array[int]" = field(default_factory=lambda: array("q"))
    matching: set[int] = field(default_factory=set)
    matches: int = 0
    is_cut: bool = False
    is_provisional: bool = False

    def __len__(self) -> int:
        return len(self.nodes)

    def path(self, row: int) -> Path:
        """The place in the map that a row shows."""
        way = []
        while row != _NO_PARENT:
            way.append(self.nodes[row])
            row = self.parents[row]
        return tuple(reversed(way))

    def add(self, node: int, parent: int, position: int, set_size: int) -> int:
        """Append a row; its number."""
        row = len(self.nodes)
        self.nodes.append(node)
        self.parents.append(parent)
        self.levels.append(1 if parent == _NO_PARENT else self.levels[parent] + 1)
        self.positions.append(position)
        self.set_sizes.append(set_size)
        self.matches += node in self.matching
        return row


def filtered(
    hierarchy: Hierarchy,
    text: str,
    into: Filtered,
    most: int = MOST_NODES,
    *,
    by_name: bool = False,
    mistyped: bool = False,
    group_names: Mapping[str, str] = NO_NAMES,
) -> Iterator[None]:
    """Fill `into` with the rows that `text` leaves; pauses at every step. With more nodes than `most`, it is cut.

    With `by_name`, only names are looked at, and an address that is the whole text. With `mistyped`, nodes that match
    but for one typo come after the others, if these are few. `group_names` are those that the reader is shown for
    groups, by their meaning.
    """
    included: dict[int, set[int]] = {}
    yield from _collect(hierarchy, exact_matches(hierarchy, text, group_names), into, included, most)
    if not by_name:
        yield from _collect(hierarchy, wider_matches(hierarchy, text), into, included, most)
    first = None
    if mistyped and not into.is_cut and len(into.matching) < FEW_MATCHES:
        first = frozenset(included)
        yield from _collect(hierarchy, mistyped_matches(hierarchy, text), into, included, most)
    yield from _unfold(hierarchy, included, into, first)


def _collect(
    hierarchy: Hierarchy, nodes: Iterator[int | None], into: Filtered, included: dict[int, set[int]], most: int
) -> Iterator[None]:
    if into.is_cut:
        return
    for node in nodes:
        if node is None:
            yield
            continue
        into.matching.add(node)
        _include(hierarchy, node, included)
        if len(included) >= most:
            into.is_cut = True
            return


def _include(hierarchy: Hierarchy, node: int, included: dict[int, set[int]]) -> None:
    """Add a node and all that leads to it to `included`, which has the children of each that are to be shown."""
    if node in included:
        return
    included[node] = set()
    waiting = [node]
    while waiting:
        node = waiting.pop()
        for parent in hierarchy.page_index.parents(node):
            if parent not in included:
                included[parent] = set()
                waiting.append(parent)
            included[parent].add(node)


def _unfold(
    hierarchy: Hierarchy, included: dict[int, set[int]], rows: Filtered, first: frozenset[int] | None
) -> Iterator[None]:
    """Fill `rows` with the nodes that are included, of siblings those in `first` first."""

    def shown(node: int, row: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield the children of a node that are to be shown; not those above it (D20): they would only repeat rows."""
        wanted = {child for child in included.get(node, ()) if not is_loop(above, child)}
        children = _in_order(hierarchy, node, wanted) if wanted else []
        if first is not None:
            children.sort(key=lambda child: child not in first)
        return ((child, row, place, len(children)) for place, child in enumerate(children, 1))

    above: set[int] = set()
    stack = [shown(hierarchy.root, _NO_PARENT)]
    owners = [hierarchy.root]
    while stack and len(rows) < MAX_ROWS:
        entry = next(stack[-1], None)
        if entry is None:
            stack.pop()
            above.discard(owners.pop())
            continue
        node, parent, position, set_size = entry
        row = rows.add(node, parent, position, set_size)
        if row % _STEP_ROWS == 0:
            yield
        above.add(node)
        owners.append(node)
        stack.append(shown(node, row))


def _in_order(hierarchy: Hierarchy, node: int, wanted: set[int]) -> list[int]:
    """Those children of a node that are wanted, in their order; a million others are not looked at if need be."""
    children = hierarchy.children(node)
    if len(wanted) * _FEW < len(children) and not hierarchy.is_shared:
        nodes = sorted(wanted)
        places = [bisect_left(children, child) for child in nodes]
        if all(place < len(children) and children[place] == child for place, child in zip(places, nodes, strict=True)):
            return nodes
    return [child for child in children if child in wanted]
