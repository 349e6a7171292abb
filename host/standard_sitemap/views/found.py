"""Where a page stands in a map: its nodes, and the one of its places that is closest to where the reader was. Pure."""

from dataclasses import dataclass
from functools import partial

from standard_sitemap.ssp import Hierarchy
from standard_sitemap.views.paths import Path, index_of

PLACES = 16
"""Of a page that stands in many places, so many are looked at for the one that is closest to where the reader was."""


@dataclass(frozen=True)
class Found:
    """Where a page stands: its nodes, and the place to show for it, None where it is not in the map."""

    nodes: tuple[int, ...] = ()
    path: Path | None = None


def found_in(hierarchy: Hierarchy, url: str, near: Path = ()) -> Found:
    """Where the page at `url` stands; of its places the one at `near`, else one close to it, else the first.

    May take a while: the first time in a map.
    """
    nodes = hierarchy.whereabouts.at_location(url) if url else ()
    if near and near[-1] in nodes and stands(hierarchy, near):
        return Found(nodes, near)
    places = [hierarchy.whereabouts.path(node) for node in nodes[:PLACES]]
    return Found(nodes, max(places, key=partial(_shared, near), default=None))


def stands(hierarchy: Hierarchy, path: Path) -> bool:
    """Whether a way from the root is one still: a fuller hierarchy may have other branches."""
    try:
        for parent, node in zip((hierarchy.root, *path), path, strict=False):
            index_of(hierarchy.children(parent), node)
    except ValueError:
        return False
    return True


def _shared(one: Path, other: Path) -> int:
    """How many nodes two ways from the root have in common."""
    return next(
        (depth for depth, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
