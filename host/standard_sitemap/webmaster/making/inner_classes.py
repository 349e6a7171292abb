"""Puts inner classes below their classes, where the summary of a package lists both side by side. Pure."""

from __future__ import annotations

from standard_sitemap.webmaster.making.tree import Rule, Tree, TreeEntry

_SUMMARIES: frozenset[Rule] = frozenset({"contents", "list"})


# Behaviour: inner classes. Also: nested classes, Javadoc without a search index, member classes.
def nest_inner_classes(tree: Tree) -> None:
    """Move each page whose name and file continue those of a page beside it by a dot, such as `Hull.Plank`, below it.

    Pages that contents files place stay where they are.
    """
    for parent in [tree.root, *tree.branches()]:
        beside = {child.page: child for child in parent.children if child.page is not None and child.label}
        inner = {id(child): outer for child in beside.values() if (outer := _outer(child, beside)) is not None}
        if inner:
            moved = [child for child in parent.children if id(child) in inner]
            parent.children = [child for child in parent.children if id(child) not in inner]
            for child in moved:
                tree.add(child, inner[id(child)])


def _outer(branch: TreeEntry, beside: dict[str, TreeEntry]) -> TreeEntry | None:
    """Return the branch of the class in which a class is."""
    if branch.rule not in _SUMMARIES or branch.page is None or branch.label is None:
        return None
    # Commands and versions have such names, too, in small letters and numbers: `r3.colors.out`.
    stem, dot, suffix = branch.page.rpartition(".")
    around, inner_dot, name = stem.rpartition(".")
    outer = beside.get(f"{around}{dot}{suffix}") if inner_dot and name[:1].isupper() else None
    return outer if outer is not None and branch.label == f"{outer.label}.{name}" else None
