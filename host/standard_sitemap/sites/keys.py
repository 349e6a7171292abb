"""Keys: a stable name for each place in a map, made of the locations and names on the way to it. Pure.

A key is the steps from the root, joined by dots; a step is a digest of what the author wrote for the node, with an
ordinal where siblings are alike. So a key survives reloads, restarts and edits elsewhere. Never made of positions.
"""

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from weakref import WeakKeyDictionary

from standard_sitemap.ssp import Hierarchy

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
