"""The nodes of a map that have pages, in reading order."""

from __future__ import annotations

from collections.abc import Iterator

from standard_sitemap.model.hierarchy import Hierarchy


def nodes_of(hierarchy: Hierarchy) -> Iterator[int]:
    """Yield the nodes of the tree, each once, in reading order."""
    # One byte per element of the files; a set would take seventy bytes per node. Not needed if no node can occur twice.
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
                children = hierarchy.children(node)
                # A range of leaves is yielded at once. Asking each leaf for children would take three times as long.
                if isinstance(children, range) and _are_met_first(met, children):
                    yield from children
                    continue
                stack.append(iter(children))
                break
        else:
            stack.pop()


def _are_met_first(met: bytearray | None, nodes: range) -> bool:
    """Return whether none of these nodes has been visited, and mark all as visited."""
    assert nodes.step == 1
    if met is None:
        return True
    if any(met[nodes.start : nodes.stop]):
        return False
    met.extend(bytes(max(0, nodes.stop - len(met))))
    met[nodes.start : nodes.stop] = b"\1" * len(nodes)
    return True


def role_nodes(hierarchy: Hierarchy) -> set[int]:
    """Return the nodes that have a role, in the tree or outside."""
    return {node for nodes in hierarchy.roles.values() for node in nodes}


def beside_the_tree(hierarchy: Hierarchy, nodes: set[int]) -> Iterator[int]:
    """Yield the given role nodes that can be visited without a query, in role order."""
    for role, bearers in hierarchy.roles.items():
        if role != "search":
            for node in bearers:
                if node in nodes:
                    nodes.discard(node)
                    yield node
