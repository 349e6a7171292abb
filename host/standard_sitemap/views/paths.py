"""Places in a map: the nodes on the way from the root to a node, and the way back from a key. Pure."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

from standard_sitemap import ssp
from standard_sitemap.sites import keys

SEARCHED_SIBLINGS = 50_000
"""How many children of one node are compared with a key's step; a key among more is not found again."""

_KEPT_PARENTS = 256

_kept_steps: WeakKeyDictionary[ssp.Hierarchy, OrderedDict[int, list[str]]] = WeakKeyDictionary()

Path = tuple[int, ...]
"""Nodes from the first level on; the root is left out."""


def key_of_path(hierarchy: ssp.Hierarchy, path: Path) -> str:
    """The key of the place at the end of `path`."""
    *_, key = keys.ROOT, *keys_on_the_way(hierarchy, path)
    return key


def keys_on_the_way(hierarchy: ssp.Hierarchy, path: Path) -> list[str]:
    """The keys of all places on the way to the end of `path`, from the first level on."""
    found: list[str] = []
    key, parent = keys.ROOT, hierarchy.root
    for node in path:
        key = keys.join(key, _step_below(hierarchy, parent, node))
        parent = node
        found.append(key)
    return found


def keys_of_paths(hierarchy: ssp.Hierarchy, paths: Iterable[Path]) -> list[str]:
    """The keys of the places at the ends of `paths`, those above others found once for all."""
    known: dict[Path, str] = {(): keys.ROOT}
    for path in sorted(paths, key=len):
        above = path[:-1]
        if above not in known:
            known[above] = key_of_path(hierarchy, above)
        parent = above[-1] if above else hierarchy.root
        known[path] = keys.join(known[above], _step_below(hierarchy, parent, path[-1])) if path else keys.ROOT
    return list(known.values())


def _step_below(hierarchy: ssp.Hierarchy, parent: int, node: int) -> str:
    children = hierarchy.children(parent)
    if len(children) > keys.EXACT_SIBLINGS:
        return keys.step_among(hierarchy, parent, index_of(children, node))
    return _steps_below(hierarchy, parent)[index_of(children, node)]


def _steps_below(hierarchy: ssp.Hierarchy, parent: int) -> list[str]:
    """The steps of a node's children; those of the parents asked for last are kept, as long as their hierarchy is."""
    kept = _kept_steps.setdefault(hierarchy, OrderedDict())
    if parent not in kept:
        kept[parent] = keys.steps(hierarchy, hierarchy.children(parent))
        if len(kept) > _KEPT_PARENTS:
            kept.popitem(last=False)
    return kept[parent]


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
    """A place of `node` among `children`; raises ValueError.

    Children mostly ascend, as their elements do in the file, so that a million need not be looked through.
    """
    place = bisect_left(children, node)
    return place if place < len(children) and children[place] == node else children.index(node)


def _child_by_step(hierarchy: ssp.Hierarchy, parent: int, wanted: str) -> int | None:
    children = hierarchy.children(parent)
    if len(children) <= keys.EXACT_SIBLINGS:
        own = _steps_below(hierarchy, parent)
        return children[own.index(wanted)] if wanted in own else None
    places = range(min(len(children), SEARCHED_SIBLINGS))
    return next((children[place] for place in places if keys.step_among(hierarchy, parent, place) == wanted), None)
