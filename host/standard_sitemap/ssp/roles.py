"""Role nodes and the implied home. [Roles, D6, D7, D9, D11]"""

from __future__ import annotations

from collections.abc import Iterable

from .documents import Document
from .exclusion import role_set
from .names import Kind
from .reachability import Element
from .variants import lacks


def first_item(root: Document) -> int | None:
    """The item that is home where no reached item says so: the root's first child `<item>` (D9)."""
    return next((child for child in root.children(0) if root.kinds[child] == Kind.ITEM), None)


def implied_home(root: Document, reached: Iterable[Element]) -> Element | None:
    """The item of the root file that takes on `home`; None where a reached item names it, or there is no item."""
    if any(document.kinds[index] == Kind.ITEM and "home" in role_set(document, index) for document, index in reached):
        return None
    first = first_item(root)
    return None if first is None else (root, first)


def role_nodes(reached: Iterable[Element], home: Element | None) -> dict[str, tuple[int, ...]]:
    """The numbers of the nodes that fulfil each role but `tree`, roles and nodes in the order of D11.

    `reached` are the notable elements in that order; no other has a role.
    """
    nodes: dict[str, list[int]] = {}
    for document, index in reached:
        for role in fulfilled_roles(document, index, (document, index) == home):
            nodes.setdefault(role, []).append(document.offset + index)
    return {role: tuple(numbers) for role, numbers in nodes.items()}


def fulfilled_roles(document: Document, index: int, is_home: bool) -> tuple[str, ...]:
    """The roles but `tree` that an element fulfils: none but an item's (D7), and search only with templates (D11)."""
    if document.kinds[index] != Kind.ITEM:
        return ()
    roles = (*role_set(document, index), *(("home",) if is_home else ()))
    can_search = "search" in roles and not lacks(document, index, "data")
    return tuple(role for role in roles if role != "tree" and (role != "search" or can_search))
