"""How many pages are below a place, as far as that is counted. Pure.

A page that stands there twice is counted once, and nothing below a loop at all: what a node holds is the same wherever
it stands.
"""

from collections.abc import Iterable

from standard_sitemap.model.hierarchy import Hierarchy

# Pages that are counted one by one: beyond that a number says no more to a reader, and a map may hold a million.
MOST_COUNTED = 1_000

# Nodes looked at for them: some lead nowhere.
_MOST_NODES = 4 * MOST_COUNTED


def pages_among(hierarchy: Hierarchy, nodes: Iterable[int]) -> int:
    """How many of these nodes and those below them are pages with an address; MOST_COUNTED where they are as many."""
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
        count += hierarchy.kind(node) == "item" and hierarchy.has_location(node)
        if hierarchy.has_children(node):
            waiting.append(iter(hierarchy.children(node)))
    # Where so many were looked at in vain, what was not looked at may hold as many again.
    return MOST_COUNTED if waiting else count
