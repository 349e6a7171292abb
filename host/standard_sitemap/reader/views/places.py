"""The positions of a page in a map, its neighbours, and the number of pages below a place.

Links from elsewhere add parameters, and servers treat a folder's address and that of its index alike: the reader is
then on the same page. Does no I/O. Reads the clock, since the search for neighbours is limited in time.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from standard_sitemap.model.hierarchy import Hierarchy, is_loop
from standard_sitemap.model.menus import is_page
from standard_sitemap.model.uris import folders_above, known_as, resolve
from standard_sitemap.reader.views.paths import Path, index_of

# The limit on places of one page that are compared with the reader's.
PLACES = 16


@dataclass(frozen=True)
class Placement:
    """A page's nodes, and the place to show for it, None if it is not in the map.

    With `is_above`, the page is not in the map. The nodes and the place then belong to the nearest page above it.
    """

    nodes: tuple[int, ...] = ()
    path: Path | None = None
    is_above: bool = False


# Behaviour: the current row. Also: you are here, near here, marked page, place.
def placement_of(hierarchy: Hierarchy, url: str, near: Path = ()) -> Placement:
    """Return the position of the page at `url`: the place at `near`, else one close to it, else the first.

    Slow for the first search of a map.
    """
    nodes, is_above = _nodes_of(hierarchy, resolve("", url) or url)
    # A page in two places stays where the reader clicked it, or where previous/next led.
    if near and near[-1] in nodes and stands(hierarchy, near):
        return Placement(nodes, near, is_above)
    places = [hierarchy.page_index.path(node) for node in nodes[:PLACES]]
    # `max` returns the first maximum: the first place in the order of the map.
    path = max(places, key=partial(_shared, near), default=None)
    if path is not None:
        stands(hierarchy, path)  # caches the lists along the path, so that showing the place does not wait for them
    return Placement(nodes, path, is_above)


def _nodes_of(hierarchy: Hierarchy, url: str) -> tuple[tuple[int, ...], bool]:
    """Return the nodes of a page by any of its addresses, else of the nearest folder above; True for the latter."""
    if not url:
        return (), False
    if own := next(filter(None, (_only_match(hierarchy, group) for group in known_as(url))), ()):
        return own, False
    return next(filter(None, (_folder(hierarchy, folder) for folder in folders_above(url))), ()), True


def _only_match(hierarchy: Hierarchy, addresses: Iterable[str]) -> tuple[int, ...]:
    """Return the nodes at these addresses, if one of them alone has nodes: otherwise the page is uncertain (D55)."""
    matches = [nodes for address in addresses if (nodes := hierarchy.page_index.at_location(address))]
    return matches[0] if matches and all({*nodes} == {*matches[0]} for nodes in matches) else ()


def _folder(hierarchy: Hierarchy, folder: str) -> tuple[int, ...]:
    """Return the nodes of a folder: of its page, or of the row that holds its pages."""
    page = next(filter(None, (_only_match(hierarchy, group) for group in known_as(folder))), ())
    return page or hierarchy.page_index.at_folder(folder)


def stands(hierarchy: Hierarchy, path: Path) -> bool:
    """Return whether a path is still valid: a fuller hierarchy may have other branches."""
    try:
        for parent, node in zip((hierarchy.root, *path), path, strict=False):
            index_of(hierarchy.children(parent), node)
    except ValueError:
        return False
    return True


def _shared(path: Path, other: Path) -> int:
    """Return the number of nodes that two paths share from the root on."""
    return next(
        (depth for depth, (a, b) in enumerate(zip(path, other, strict=False)) if a != b), min(len(path), len(other))
    )


# Entries examined for a neighbour: among more without a location there is no useful one.
_STEPS = 10_000

# Time for a neighbour: an entry may have a thousand variants or be below a thousand others, and other tabs wait.
_SECONDS = 0.02


# Behaviour: previous and next. Also: prev, neighbours, sequence, reading order.
def neighbours(hierarchy: Hierarchy, path: Path) -> tuple[Path | None, Path | None]:
    """Return previous and next of the place at the end of `path`; None without a sequence, and at its ends.

    They are the nearest items of the sequence with a variant that is a web page; others are skipped (D48, D61).
    """
    top = _sequence_depth(hierarchy, path)
    if top is None:
        return None, None
    return _neighbour(hierarchy, path, top, -1), _neighbour(hierarchy, path, top, 1)


def _sequence_depth(hierarchy: Hierarchy, path: Path) -> int | None:
    """Return the number of nodes of `path` that lead to the owner of the sequence.

    Only groups that continue it are in between: those that state no relation (D54).
    """
    for depth in range(len(path) - 1, -1, -1):
        owner = path[depth - 1] if depth else hierarchy.root
        if hierarchy.relation(owner) == "sequence":
            return depth
        if not depth or hierarchy.states_relation(owner) or hierarchy.details.kind(owner) != "group":
            return None
    return None


def _neighbour(hierarchy: Hierarchy, path: Path, top: int, way: int) -> Path | None:
    until = time.thread_time() + _SECONDS
    for place in islice(_entries_from(hierarchy, path, top, way), _STEPS):
        if time.thread_time() > until:
            return None
        if hierarchy.details.kind(place[-1]) == "item" and _leads_to_page(hierarchy, place[-1]):
            return place
    return None


def _leads_to_page(hierarchy: Hierarchy, node: int) -> bool:
    if not hierarchy.details.has_location(node):  # known faster than the variants
        return False
    return any(is_page(variant.location) for variant in hierarchy.details.variants(node))


def _entries_from(hierarchy: Hierarchy, path: Path, top: int, way: int) -> Iterator[Path]:
    """Yield the items beside the end of `path` in one direction, none above depth `top`.

    Groups that continue the sequence are unfolded (D54).
    """
    here = path
    while len(here) > top:
        above = here[:-1]
        siblings = hierarchy.children(above[-1] if above else hierarchy.root)
        index = index_of(siblings, here[-1]) + way
        while 0 <= index < len(siblings):
            yield from _unfolded(hierarchy, (*above, siblings[index]), way)
            index += way
        here = above


def _unfolded(hierarchy: Hierarchy, start: Path, way: int) -> Iterator[Path]:
    # Paths are made one at a time: the paths of all children together would be as long as their number times their
    # depth.
    above, stack = start[:-1], [iter(start[-1:])]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            above = above[:-1]
            continue
        is_group = hierarchy.details.kind(node) == "group"
        if is_group and is_loop(above, node):
            continue
        yield (*above, node)
        if is_group and not hierarchy.states_relation(node):
            children = hierarchy.children(node)
            above = (*above, node)
            stack.append(iter(children if way > 0 else reversed(children)))


# The limit on pages that are counted: a larger number tells a reader no more, and a map may have a million.
MOST_COUNTED = 1_000

# Nodes examined for them: some lead nowhere.
_MOST_NODES = 4 * MOST_COUNTED


def pages_among(hierarchy: Hierarchy, nodes: Iterable[int]) -> int:
    """Return the number of pages with an address among some nodes and their descendants; at most MOST_COUNTED."""
    count, seen = 0, set[int]()
    waiting = [iter(nodes)]
    while waiting and count < MOST_COUNTED and len(seen) < _MOST_NODES:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
            continue
        if node in seen:
            continue
        seen.add(node)
        count += hierarchy.details.kind(node) == "item" and hierarchy.details.has_location(node)
        if hierarchy.has_children(node):
            waiting.append(iter(hierarchy.children(node)))
    # After this many nodes without success, the others may contain as many pages.
    return MOST_COUNTED if waiting else count
