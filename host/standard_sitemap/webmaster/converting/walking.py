"""Which nodes of a map have pages, in the order in which a reader meets them."""

from __future__ import annotations

from collections.abc import Iterator

from standard_sitemap.model.hierarchy import Hierarchy


def nodes_of(hierarchy: Hierarchy) -> Iterator[int]:
    """The nodes of the tree, each once, in the order in which a reader meets them."""
    # A byte for each element of the files, whose numbers such nodes have; in a set it would be seventy. None is noted
    # where none can be met twice.
    met = bytearray(b"\1") if hierarchy.is_shared else None
    stack = [iter(hierarchy.children(hierarchy.root))]
    while stack:
        for node in stack[-1]:
            if met is not None:
                if node >= len(met):
                    met.extend(bytes(node + 1 - len(met)))
                elif met[node]:
                    continue
                met[node] = 1
            yield node
            if hierarchy.has_children(node):
                below = hierarchy.children(node)
                # Leaves come all at once: asked one by one whether they have children, they take thrice as long.
                if isinstance(below, range) and _are_met_first(met, below):
                    yield from below
                    continue
                stack.append(iter(below))
                break
        else:
            stack.pop()


def _are_met_first(met: bytearray | None, nodes: range) -> bool:
    """Whether none of some nodes was met, all of which are from then on."""
    assert nodes.step == 1
    if met is None:
        return True
    if any(met[nodes.start : nodes.stop]):
        return False
    met.extend(bytes(max(0, nodes.stop - len(met))))
    met[nodes.start : nodes.stop] = b"\1" * len(nodes)
    return True


def role_nodes(hierarchy: Hierarchy) -> set[int]:
    """The nodes that have a role, in the tree or not."""
    return {node for nodes in hierarchy.roles.values() for node in nodes}


def beside_the_tree(hierarchy: Hierarchy, nodes: set[int]) -> Iterator[int]:
    """Of role nodes those that can be visited as they are, in the order of their roles."""
    for role, bearers in hierarchy.roles.items():
        if role != "search":
            for node in bearers:
                if node in nodes:
                    nodes.discard(node)
                    yield node
