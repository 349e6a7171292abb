"""Previous and next: the neighbours of a page where its parent's children form a sequence. [Attribute relation] Pure.

Groups in between are transparent: a group's children count as its parent's.
"""

from collections.abc import Iterator
from itertools import islice

from standard_sitemap import ssp
from standard_sitemap.views.paths import Path, index_of

_STEPS = 10_000
"""Entries looked at for a neighbour: among more without a location there is none worth finding."""


def neighbours(hierarchy: ssp.Hierarchy, path: Path) -> tuple[Path | None, Path | None]:
    """The places before and after the one at the end of `path`; None where there is no sequence, or it ends."""
    top = _sequence_depth(hierarchy, path)
    if top is None:
        return None, None
    return _neighbour(hierarchy, path, top, -1), _neighbour(hierarchy, path, top, 1)


def _sequence_depth(hierarchy: ssp.Hierarchy, path: Path) -> int | None:
    """How many nodes of `path` lead to the one whose children form the sequence; only groups lie in between."""
    for depth in range(len(path) - 1, -1, -1):
        owner = path[depth - 1] if depth else hierarchy.root
        if hierarchy.relation(owner) == "sequence":
            return depth
        if not depth or hierarchy.kind(owner) != "group":
            return None
    return None


def _neighbour(hierarchy: ssp.Hierarchy, path: Path, top: int, way: int) -> Path | None:
    for place in islice(_entries_from(hierarchy, path, top, way), _STEPS):
        if hierarchy.kind(place[-1]) == "item" and _has_location(hierarchy, place[-1]):
            return place
    return None


def _has_location(hierarchy: ssp.Hierarchy, node: int) -> bool:
    return any(variant.location for variant in hierarchy.variants(node))


def _entries_from(hierarchy: ssp.Hierarchy, path: Path, top: int, way: int) -> Iterator[Path]:
    """The items beside the end of `path` in one direction, groups unfolded, none above depth `top`."""
    here = path
    while len(here) > top:
        above = here[:-1]
        siblings = hierarchy.children(above[-1] if above else hierarchy.root)
        index = index_of(siblings, here[-1]) + way
        while 0 <= index < len(siblings):
            yield from _unfolded(hierarchy, (*above, siblings[index]), way)
            index += way
        here = above


def _unfolded(hierarchy: ssp.Hierarchy, start: Path, way: int) -> Iterator[Path]:
    stack = [start]
    while stack:
        place = stack.pop()
        if hierarchy.kind(place[-1]) != "group":
            yield place
        elif place[-1] not in place[:-1]:
            yield place
            children = list(hierarchy.children(place[-1]))
            stack.extend((*place, child) for child in (reversed(children) if way > 0 else children))
