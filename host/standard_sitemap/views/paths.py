"""Keys: a stable name for each place in a map, made of the locations and names on the way to it. Pure.

A key is the steps from the root, joined by dots; a step is a digest of what the author wrote for the node, with an
ordinal where siblings are alike. So a key survives reloads, restarts and edits elsewhere. Never made of positions.
"""

from base64 import urlsafe_b64encode
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from weakref import WeakKeyDictionary

from standard_sitemap.model.hierarchy import Hierarchy

ROOT = ""
"""The key of the anonymous root node."""

EXACT_SIBLINGS = 100
"""With more siblings than this, a step is made of what is written, which is found without resolving every address."""

TOLD_LATER = 5_000
"""With more siblings than this, alike ones are told apart after their rows were shown: no row waits for that."""

_wanted: WeakKeyDictionary[Hierarchy, dict[int, bool]] = WeakKeyDictionary()
# For each parent of very many whose children's keys were asked for, whether alike ones are told apart.

_LONGEST = 1_024
"""A longer key is folded into a digest: rows at great depth must still fit into a message."""


def step(hierarchy: Hierarchy, node: int) -> str:
    """What one node adds to a key."""
    first = hierarchy.variants(node)[0]
    return _digest(f"{hierarchy.kind(node)}\n{first.location or ''}\n{first.name or ''}")


def steps(hierarchy: Hierarchy, siblings: Sequence[int]) -> list[str]:
    """The steps of some siblings, alike ones told apart by an ordinal."""
    return list(_told_apart(step(hierarchy, node) for node in siblings))


def step_among(hierarchy: Hierarchy, parent: int, place: int) -> str:
    """The step of one of very many children; alike ones are told apart by an ordinal, once it is known."""
    children = hierarchy.children(parent)
    name, url = hierarchy.written(children[place])
    own = _digest(f"{hierarchy.kind(children[place])}\n{url or ''}\n{name or ''}")
    is_told_later = len(children) > TOLD_LATER
    if is_told_later:
        _wanted.setdefault(hierarchy, {}).setdefault(parent, False)
    before = hierarchy.alike(parent, if_known=is_told_later).get(place, 0)
    return f"{own}-{before + 1}" if before else own


def has_untold(hierarchy: Hierarchy) -> bool:
    """Whether keys were made of steps whose ordinals are not known yet."""
    return False in _wanted.get(hierarchy, {}).values()


def tell_apart(hierarchy: Hierarchy) -> bool:
    """Make the ordinals known that keys were made without; whether there are any. May take a second."""
    told = _wanted.get(hierarchy, {})
    untold = [parent for parent, is_told in list(told.items()) if not is_told]
    for parent in untold:
        told[parent] = True
    return sum(len(hierarchy.alike(parent)) for parent in untold) > 0


def range_step(first: str, last: str) -> str:
    """The step of a synthetic group."""
    return "~" + _digest(f"{first}\n{last}")


def join(parent_key: str, own_step: str) -> str:
    """The key of a child."""
    key = f"{parent_key}.{own_step}" if parent_key else own_step
    return key if len(key) <= _LONGEST else "!" + _digest(parent_key) + "." + own_step


def split(key: str) -> list[str] | None:
    """The steps of a key, or None where it was folded and does not tell them."""
    return None if key.startswith("!") else key.split(".") if key else []


def _told_apart(plain: Iterable[str]) -> Iterable[str]:
    seen: dict[str, int] = {}
    for own in plain:
        count = seen[own] = seen.get(own, 0) + 1
        yield own if count == 1 else f"{own}-{count}"


def _digest(text: str) -> str:
    return urlsafe_b64encode(blake2b(text.encode("utf-8", "replace"), digest_size=9).digest()).decode("ascii")


SEARCHED_SIBLINGS = 50_000
"""How many children of one node are compared with a key's step; a key among more is not found again."""

_KEPT_PARENTS = 256

_kept_steps: WeakKeyDictionary[Hierarchy, OrderedDict[int, list[str]]] = WeakKeyDictionary()

Path = tuple[int, ...]
"""Nodes from the first level on; the root is left out."""


def key_of_path(hierarchy: Hierarchy, path: Path) -> str:
    """The key of the place at the end of `path`."""
    *_, key = ROOT, *keys_on_the_way(hierarchy, path)
    return key


def keys_on_the_way(hierarchy: Hierarchy, path: Path) -> list[str]:
    """The keys of all places on the way to the end of `path`, from the first level on."""
    found: list[str] = []
    key, parent = ROOT, hierarchy.root
    for node in path:
        key = join(key, _step_below(hierarchy, parent, node))
        parent = node
        found.append(key)
    return found


def keys_of_paths(hierarchy: Hierarchy, paths: Iterable[Path]) -> list[str]:
    """The keys of the places at the ends of `paths`, those above others found once for all."""
    known: dict[Path, str] = {(): ROOT}
    for path in sorted(paths, key=len):
        above = path[:-1]
        if above not in known:
            known[above] = key_of_path(hierarchy, above)
        parent = above[-1] if above else hierarchy.root
        known[path] = join(known[above], _step_below(hierarchy, parent, path[-1])) if path else ROOT
    return list(known.values())


def _step_below(hierarchy: Hierarchy, parent: int, node: int) -> str:
    children = hierarchy.children(parent)
    if len(children) > EXACT_SIBLINGS:
        return step_among(hierarchy, parent, index_of(children, node))
    return _steps_below(hierarchy, parent)[index_of(children, node)]


def _steps_below(hierarchy: Hierarchy, parent: int) -> list[str]:
    """The steps of a node's children; those of the parents asked for last are kept, as long as their hierarchy is."""
    kept = _kept_steps.setdefault(hierarchy, OrderedDict())
    if parent not in kept:
        kept[parent] = steps(hierarchy, hierarchy.children(parent))
        if len(kept) > _KEPT_PARENTS:
            kept.popitem(last=False)
    return kept[parent]


def path_of_key(hierarchy: Hierarchy, key: str) -> Path | None:
    """The place that a key names; None where there is none, or it cannot be told from the key alone."""
    steps = split(key)
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


def _child_by_step(hierarchy: Hierarchy, parent: int, wanted: str) -> int | None:
    children = hierarchy.children(parent)
    if len(children) <= EXACT_SIBLINGS:
        own = _steps_below(hierarchy, parent)
        return children[own.index(wanted)] if wanted in own else None
    places = range(min(len(children), SEARCHED_SIBLINGS))
    return next((children[place] for place in places if step_among(hierarchy, parent, place) == wanted), None)
