"""Places in a map: paths of nodes, and the keys that name them. Pure.

A key is the steps from the root, joined by dots; a step is a digest of the author's text for a node. So a key survives
reloads, restarts and edits elsewhere. It never contains positions. Siblings of the same kind, address and name have the
same key, which names the first of them.
"""

from base64 import urlsafe_b64encode
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice

from standard_sitemap.model.hierarchy import Hierarchy

# The key of the anonymous root node.
ROOT = ""

# The first character of a synthetic group's step, which occurs in no digest.
_RANGE = "~"

# With more siblings than this, a step is made from the written text, which avoids resolving every address.
EXACT_SIBLINGS = 100

# Children of one node that are compared with a key's step; a key among more is not found again.
SEARCHED_SIBLINGS = 50_000

# Children of one node that are scanned for a place, which takes some twenty microseconds.
SEARCHED_ONE_BY_ONE = 4_000

# A longer key is folded into a digest: rows at great depth must still fit into a message.
_LONGEST = 1_024

# Nodes from the first level on, without the root.
Path = tuple[int, ...]


_Steps = dict[str, "_Steps"]


def key_of_path(hierarchy: Hierarchy, path: Path) -> str:
    """Return the key of the place at the end of `path`."""
    *_, key = ROOT, *keys_on_the_way(hierarchy, path)
    return key


def keys_on_the_way(hierarchy: Hierarchy, path: Path) -> list[str]:
    """Return the keys of all places along `path`, from the first level on."""
    keys: list[str] = []
    key, parent = ROOT, hierarchy.root
    for node in path:
        key = join(key, step(hierarchy, node, len(hierarchy.children(parent))))
        parent = node
        keys.append(key)
    return keys


def keys_of_paths(hierarchy: Hierarchy, paths: Iterable[Path]) -> list[str]:
    """Return the keys of the places at the ends of `paths`; compute each shared prefix once."""
    known: dict[Path, str] = {(): ROOT}
    for path in sorted(paths, key=len):
        above = path[:-1]
        if above not in known:
            known[above] = key_of_path(hierarchy, above)
        siblings = len(hierarchy.children(above[-1] if above else hierarchy.root))
        known[path] = join(known[above], step(hierarchy, path[-1], siblings)) if path else ROOT
    return list(known.values())


def path_of_key(hierarchy: Hierarchy, key: str) -> Path | None:
    """Return the first place with a key; None if there is none, or the key alone does not suffice to find it."""
    return paths_of_keys(hierarchy, (key,)).get(key)


def paths_of_keys(hierarchy: Hierarchy, keys: Iterable[str]) -> dict[str, Path]:
    """Return the first place of each key that has one. The children of a node are scanned once for all keys."""
    readable = [key for key in keys if not key.startswith("!")]  # a folded key does not contain its steps
    paths: dict[str, Path] = {}
    waiting: list[tuple[str, Path, _Steps]] = [(ROOT, (), _steps_of(readable))]
    while waiting:
        key, path, steps = waiting.pop()
        paths[key] = path
        for own, node in _children_by_step(hierarchy, path[-1] if path else hierarchy.root, steps.keys()):
            waiting.append((_joined(key, own), (*path, node), steps[own]))
    return {key: paths[key] for key in readable if key in paths}


def step(hierarchy: Hierarchy, node: int, siblings: int) -> str:
    """Return the part of a key for one node with a given number of siblings."""
    if siblings > EXACT_SIBLINGS:
        name, url = hierarchy.details.written(node)
    else:
        name, url = hierarchy.details.first_variant(node)
    return _digest(f"{hierarchy.details.kind(node)}\n{url or ''}\n{name or ''}")


def range_step(first: str, last: str) -> str:
    """Return the step of a synthetic group, by the names of its first and its last child."""
    return _RANGE + _digest(f"{first}\n{last}")


def is_range(key: str) -> bool:
    """Return whether a key names a synthetic group."""
    return key.rpartition(".")[2].startswith(_RANGE)


def join(parent_key: str, own_step: str) -> str:
    """Return the key of a child."""
    key = _joined(parent_key, own_step)
    return key if len(key) <= _LONGEST else "!" + _digest(parent_key) + "." + own_step


def index_of(children: Sequence[int], node: int) -> int:
    """Return the position of `node` among `children`, the first of several; raises ValueError.

    Children usually ascend, like their elements in the file, which avoids scanning a million. In such a long list, a
    node that is also referenced earlier may be found in either place.
    """
    if len(children) <= SEARCHED_ONE_BY_ONE:
        return children.index(node)
    place = bisect_left(children, node)
    return place if place < len(children) and children[place] == node else children.index(node)


def _joined(parent_key: str, own_step: str) -> str:
    return f"{parent_key}.{own_step}" if parent_key else own_step


def _digest(text: str) -> str:
    return urlsafe_b64encode(blake2b(text.encode("utf-8", "replace"), digest_size=9).digest()).decode("ascii")


def _steps_of(keys: Iterable[str]) -> _Steps:
    """Return the steps of some keys as a tree, by place."""
    first: _Steps = {}
    for key in keys:
        steps = first
        for own in key.split(".") if key else ():
            steps = steps.setdefault(own, {})
    return first


def _children_by_step(hierarchy: Hierarchy, parent: int, wanted: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the first child of each wanted step."""
    # A synthetic group is no child, and a search for it would scan all children.
    children, left = hierarchy.children(parent), {own for own in wanted if not own.startswith(_RANGE)}
    if not left:
        return
    for node in islice(children, SEARCHED_SIBLINGS):
        own = step(hierarchy, node, len(children))
        if own in left:
            left.remove(own)
            yield own, node
        if not left:
            return
