"""Which branches of a big tree get a file of their own, and what it is called. Pure.

Branches are those at the first fork of the tree: the sections of a site, whether or not its home page is above them.
A reader is shown the root file's tree before the other files come, and an author finds a section in a file of its own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from standard_sitemap.ssp import Hierarchy

SPLIT_ABOVE = 10_000
"""Nodes of a branch: a file of them has about a megabyte, which editors open and review tools show."""

_NAME_LENGTH = 40


class Branches(NamedTuple):
    """The branches with files of their own, by node, each with the name that file and element get.

    `stem` are the nodes above the fork, `total` is how many nodes there are.
    """

    apart: dict[int, str]
    stem: frozenset[int]
    total: int


def branches(
    hierarchy: Hierarchy, above: int | None = SPLIT_ABOVE, progress: Callable[[int], None] = lambda _: None
) -> Branches:
    """The branches with more than `above` nodes (None: however many, none is apart), and how many nodes there are."""
    stem, fork = _fork(hierarchy)
    apart: dict[int, str] = {}
    taken: set[str] = set()
    total = len(stem)
    for branch in fork:
        size = _size(hierarchy, branch)
        total += size
        progress(total)
        if above is not None and size > above and len(fork) > 1:
            apart[branch] = _free_name(hierarchy.variants(branch)[0].name or "", taken)
    return Branches(apart, frozenset(stem), total)


def _fork(hierarchy: Hierarchy) -> tuple[list[int], tuple[int, ...]]:
    """The nodes that stand one below another before the first fork, and the nodes at it, each once."""
    stem: list[int] = []
    children = hierarchy.children(hierarchy.root)
    while len(children) == 1 and hierarchy.has_children(children[0]):
        stem.append(children[0])
        children = hierarchy.children(children[0])
    return stem, tuple(dict.fromkeys(children))


def _size(hierarchy: Hierarchy, branch: int) -> int:
    size, waiting = 0, [branch]
    while waiting:
        node = waiting.pop()
        size += 1
        if hierarchy.has_children(node):
            waiting.extend(hierarchy.children(node))
    return size


def _free_name(name: str, taken: set[str]) -> str:
    """A name that is no other branch's, good for a file, an address and an `xml:id`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_NAME_LENGTH].strip("-") or "branch"
    stem = stem if stem[0].isalpha() else f"branch-{stem}"
    free, number = stem, 1
    while free in taken:
        number += 1
        free = f"{stem}-{number}"
    taken.add(free)
    return free
