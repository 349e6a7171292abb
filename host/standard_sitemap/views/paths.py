"""Places in a map: the nodes on the way from the root to a node, and the way back from a key. Pure."""

from collections.abc import Sequence
from itertools import islice

from standard_sitemap import ssp
from standard_sitemap.sites import keys

SEARCHED_SIBLINGS = 50_000
"""How many children of one node are compared with a key's step; a key among more is not found again."""

Path = tuple[int, ...]
"""Nodes from the first level on; the root is left out."""


def key_of_path(hierarchy: ssp.Hierarchy, path: Path) -> str:
    """The key of the place at the end of `path`."""
    key, parent = keys.ROOT, hierarchy.root
    for node in path:
        key = keys.join(key, keys.child_step(hierarchy, parent, index_of(hierarchy.children(parent), node)))
        parent = node
    return key


def path_of_key(hierarchy: ssp.Hierarchy, key: str) -> Path | None:
    """The place that a key names; None where there is none, or it cannot be told from the key alone."""
    steps = keys.split(key)
    if steps is None:
        return None
    path: list[int] = []
    parent = hierarchy.root
    for own in steps:
        node = None if own.startswith("~") else _child_by_step(hierarchy, parent, own)
        if node is None:
            return None
        path.append(node)
        parent = node
    return tuple(path)


def index_of(children: Sequence[int], node: int) -> int:
    """The first place of `node` among `children`; raises ValueError."""
    return children.index(node)


def _child_by_step(hierarchy: ssp.Hierarchy, parent: int, wanted: str) -> int | None:
    children = hierarchy.children(parent)
    if len(children) <= keys.EXACT_SIBLINGS:
        own = keys.steps(hierarchy, children)
        return children[own.index(wanted)] if wanted in own else None
    some = islice(children, SEARCHED_SIBLINGS)
    return next((node for node in some if keys.step(hierarchy, node) == wanted), None)
