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

# The limit on rows of a filtered view: nobody scrolls further, and shared branches could unfold endlessly.
MAX_ROWS = 50_000

# Nodes in the first reply: more than a sidebar shows at once.
FIRST_NODES = 300

# The limit on nodes: more than can be shown, even if some of them have no place in the map.
MOST_NODES = 4 * MAX_ROWS

# Below this number of matches, names with a typo are searched for.
FEW_MATCHES = 20

# Children outnumbering the wanted ones by this factor are searched by bisection, not scanned.
_FEW = 16

# Rows between two checks for a newer filter: each row costs some microseconds.
_STEP_ROWS = 500
_NO_PARENT = -1

NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(slots=True)
class FilteredRows:
    """The rows of a filtered view: node, parent row, level, position among the shown siblings, and their number.

    `matching` are the nodes that match, `matches` is the number of rows that show one: other rows only lead there. The
    number is provisional while the search continues.
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
        """Return the place in the map that a row shows."""
        way = []
        while row != _NO_PARENT:
            way.append(self.nodes[row])
            row = self.parents[row]
        return tuple(reversed(way))

    def add(self, node: int, parent: int, position: int, set_size: int) -> int:
        """Append a row; return its number."""
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
    into: FilteredRows,
    most: int = MOST_NODES,
    group_names: Mapping[str, str] = NO_NAMES,
) -> Iterator[None]:
    """Fill `into` with the rows that match `text`; pause at every step, and stop at `most` nodes.

    While `into` is provisional, only names are searched, and addresses that equal the text. Otherwise addresses and
    descriptions are searched as well. Nodes that match except for one typo come after the others, if those are few.
    `group_names` are the names that readers see for groups, by meaning.
    """
    included: dict[int, set[int]] = {}
    first = None
    yield from _collect(hierarchy, exact_matches(hierarchy, text, group_names), into, included, most)
    if not into.is_provisional:
        yield from _collect(hierarchy, wider_matches(hierarchy, text), into, included, most)
    if not into.is_provisional and not into.is_cut and len(into.matching) < FEW_MATCHES:
        first = frozenset(included)
        yield from _collect(hierarchy, mistyped_matches(hierarchy, text), into, included, most)
    yield from _unfold(hierarchy, included, into, first)


def _collect(
    hierarchy: Hierarchy, nodes: Iterator[int | None], into: FilteredRows, included: dict[int, set[int]], most: int
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
    """Add a node and all nodes that lead to it to `included`, which maps each to the children to show."""
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
    hierarchy: Hierarchy, included: dict[int, set[int]], rows: FilteredRows, first: frozenset[int] | None
) -> Iterator[None]:
    """Fill `rows` with the included nodes; among siblings, those in `first` come first."""

    def shown(node: int, row: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield the children of a node to show, except its own ancestors (D20), which would only repeat rows."""
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
    """Return the wanted children of a node in their order, without scanning a million others if possible."""
    children = hierarchy.children(node)
    if len(wanted) * _FEW < len(children) and not hierarchy.is_shared:
        nodes = sorted(wanted)
        places = [bisect_left(children, child) for child in nodes]
        if all(place < len(children) and children[place] == child for place, child in zip(places, nodes, strict=True)):
            return nodes
    return [child for child in children if child in wanted]
