"""Role nodes and the implied home. [Roles, D6, D7, D9, D11]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .documents import Document
from .exclusion import role_set
from .names import Kind
from .reachability import Element
from .variants import lacks


def first_item(root: Document) -> int | None:
    """The item that is home where no reached item says so: the root's first child `<item>` (D9)."""
    return next((child for child in root.children(0) if root.kinds[child] == Kind.ITEM), None)


def implied_home(root: Document, reached: Iterable[Element]) -> int | None:
    """The item of the root file that takes on `home`; None where a reached item names it, or there is no item."""
    if any(document.kinds[index] == Kind.ITEM and "home" in role_set(document, index) for document, index in reached):
        return None
    return first_item(root)


def role_nodes(reached: Iterable[Element], root: Document, home: int | None) -> dict[str, tuple[int, ...]]:
    """The numbers of the nodes that fulfil each role but `tree`, roles and nodes in the order of D11.

    `reached` are the notable elements in that order; a plain item has a role only where it is the implied home.
    """
    nodes: dict[str, list[int]] = {}
    for document, index in _with_home(reached, root, home):
        is_home = document is root and index == home
        for role in fulfilled_roles(document, index, is_home):
            nodes.setdefault(role, []).append(document.offset + index)
    return {role: tuple(numbers) for role, numbers in nodes.items()}


def fulfilled_roles(document: Document, index: int, is_home: bool) -> tuple[str, ...]:
    """The roles but `tree` that an element fulfils: none but an item's (D7), and search only with templates (D11)."""
    if document.kinds[index] != Kind.ITEM:
        return ()
    roles = (*role_set(document, index), *(("home",) if is_home else ()))
    can_search = "search" in roles and not lacks(document, index, "data")
    return tuple(role for role in roles if role != "tree" and (role != "search" or can_search))


def _with_home(reached: Iterable[Element], root: Document, home: int | None) -> Iterator[Element]:
    """`reached`, with a plain implied home in its place: the walk passes plain items unnamed."""
    missing = home is not None and root.plain[home] == 1
    for document, index in reached:
        if missing and home is not None and not (document is root and index < home):
            missing = False
            yield root, home
        yield document, index
    if missing and home is not None:
        yield root, home
