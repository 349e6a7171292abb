"""The filter: the nodes whose names match, with the branches that lead to them, as one flat list. Pure.

Works in small steps, so that a newer filter can replace it at any moment.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from standard_sitemap.model.hierarchy import Hierarchy, is_loop
from standard_sitemap.model.uris import has_web_scheme
from standard_sitemap.model.words import folded, holds
from standard_sitemap.views.paths import Path

# Rows of a filtered view: nobody scrolls further, and shared branches could unfold without end.
MAX_ROWS = 50_000

# Nodes in the first reply: more than a sidebar shows at once.
FIRST_NODES = 300

# Nodes at most: more than can be shown, even where some of them are in no place of the map.
MOST_NODES = 4 * MAX_ROWS

# Children that are so many times as many as are wanted are searched, not looked through.
_FEW = 16

# Rows between two looks at whether a newer filter has come: each row costs some microseconds.
_STEP_ROWS = 500
_NO_PARENT = -1

NO_NAMES: Mapping[str, str] = MappingProxyType({})


@dataclass(slots=True)
class Filtered:
    """The rows of a filtered view: node, parent row, level, place among the shown siblings, and their number.

    `matching` are the nodes that match, `matches` is how many rows show one: the others only lead there.
    """

    nodes: "array[int]" = field(default_factory=lambda: array("q"))
    parents: "array[int]" = field(default_factory=lambda: array("q"))
    levels: "array[int]" = field(default_factory=lambda: array("q"))
    positions: "array[int]" = field(default_factory=lambda: array("q"))
    set_sizes: "array[int]" = field(default_factory=lambda: array("q"))
    matching: set[int] = field(default_factory=set)
    matches: int = 0
    is_cut: bool = False

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


def filter_words(text: str) -> list[str]:
    """What a filter's text asks for: all of its words, `folded`, in any order."""
    return folded(text).split()


def filtered(
    hierarchy: Hierarchy,
    text: str,
    into: Filtered,
    most: int = MOST_NODES,
    *,
    by_name: bool = False,
    group_names: Mapping[str, str] = NO_NAMES,
) -> Iterator[None]:
    """Fill `into` with the rows that `text` leaves; pauses at every step. With more nodes than `most`, it is cut.

    With `by_name`, only names are looked at, and an address that is the whole text. `group_names` are those that the
    reader is shown for groups, by their meaning.
    """
    included: dict[int, set[int]] = {}
    for node in _found(hierarchy, text, by_name, group_names):
        if node is None:
            yield
            continue
        into.matching.add(node)
        _include(hierarchy, node, included)
        if len(included) >= most:
            into.is_cut = True
            break
    yield from _unfold(hierarchy, included, into)


def _found(hierarchy: Hierarchy, text: str, by_name: bool, group_names: Mapping[str, str]) -> Iterator[int | None]:
    """The nodes that a text is about, some of them twice; None as a place to pause."""
    words = filter_words(text)
    if has_web_scheme(text.strip()):
        yield from hierarchy.page_index.at_location(text.strip())
    yield from _groups_shown_as(hierarchy, words, group_names)
    yield from hierarchy.named(words)
    if not by_name:
        yield from hierarchy.mentioning(words)


def _groups_shown_as(hierarchy: Hierarchy, words: list[str], names: Mapping[str, str]) -> Iterator[int]:
    """The groups with a meaning whose names, as the reader is shown them, contain all words."""
    if not words or not names:
        return
    for node in hierarchy.children(hierarchy.root):
        meaning = hierarchy.meaning(node)
        if meaning is None:  # those that have one come first, and pages may be a million
            return
        if holds(names.get(meaning, ""), words):
            yield node


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


def _unfold(hierarchy: Hierarchy, included: dict[int, set[int]], rows: Filtered) -> Iterator[None]:
    above: set[int] = set()
    stack = [_shown(hierarchy, hierarchy.root, included, above, _NO_PARENT)]
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
        stack.append(_shown(hierarchy, node, included, above, row))


def _shown(
    hierarchy: Hierarchy, node: int, included: dict[int, set[int]], above: set[int], row: int
) -> Iterator[tuple[int, int, int, int]]:
    """The children of a node that are to be shown; not those above it (D20): they would only repeat what is shown."""
    wanted = {child for child in included.get(node, ()) if not is_loop(above, child)}
    children = _in_order(hierarchy, node, wanted) if wanted else ()
    return ((child, row, place, len(children)) for place, child in enumerate(children, 1))


def _in_order(hierarchy: Hierarchy, node: int, wanted: set[int]) -> list[int]:
    """Those children of a node that are wanted, in their order; a million others are not looked at if need be."""
    children = hierarchy.children(node)
    if len(wanted) * _FEW < len(children) and not hierarchy.is_shared:
        found = sorted(wanted)
        places = [bisect_left(children, child) for child in found]
        if all(place < len(children) and children[place] == child for place, child in zip(places, found, strict=True)):
            return found
    return [child for child in children if child in wanted]
