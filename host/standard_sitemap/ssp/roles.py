"""The exclusion of elements from the hierarchy, and the nodes that fulfil a role.

[Reachability and exclusion of elements, Roles, D6, D7, D9, D10, D11]

Four of the five conditions of exclusion concern an element alone. The fifth, on items that lack a location, depends on
the content below. It is a least fixpoint over all such items.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum

from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.names import ROLES, TREE_VALUES, Kind, is_blank, tokens
from standard_sitemap.ssp.reachability import Element
from standard_sitemap.ssp.variants import lacks


class ExclusionState(IntEnum):
    """The exclusion of an element by its own attributes and variants."""

    EXCLUDED = 1
    INCLUDED = 2
    PENDING = 3  # an item that lacks a location: kept if something below it is kept


def role_set(document: Document, index: int) -> tuple[str, ...]:
    """Return the role set of an element in its author's order, each role once. [Roles, D6]"""
    # An absent attribute stands for the default, `tree`. An empty one names no role at all (D6).
    role = document.attributes[index].get("role")
    return ("tree",) if role is None else tuple(dict.fromkeys(tokens(role)))


def is_excluded_by_roles(document: Document, index: int, include_user: bool) -> bool:
    """Return whether `tree`, together with the role set, excludes an element.

    [the first three conditions, Attribute tree]
    """
    attributes = document.attributes[index]
    if "role" not in attributes and "tree" not in attributes:
        return False
    tree = attributes.get("tree", "auto")
    if tree not in TREE_VALUES:  # D8
        tree = "auto"
    # `include` overrides the removal for roles alone. An item must still have a name and a location (D37).
    if tree in ("include", "exclude"):
        return tree == "exclude"
    # The clause on exclusion and the clause on `tree` disagree about `user`: whether the node is shown or hidden unless
    # the reader decides. The clause on the attribute counts (D36).
    if tree == "user" and include_user:
        return False
    # All of them, not any: a role unknown to this version keeps its item in the tree (`role=""` is an empty set, D6).
    return all(role in ROLES and role != "tree" for role in role_set(document, index))


# Behaviour: what makes a node unreachable. Also: hidden, excluded, orphan, not shown, missing from the tree.
def own_exclusion(document: Document, index: int, include_user: bool) -> ExclusionState:
    """Return the exclusion of an item or group by its own attributes and variants."""
    if is_excluded_by_roles(document, index, include_user):
        return ExclusionState.EXCLUDED
    # A group needs no name and has no location, so the last two conditions cannot exclude it.
    if document.kinds[index] == Kind.GROUP:
        return ExclusionState.INCLUDED
    if _is_surely_included(document, index):
        return ExclusionState.INCLUDED
    # Checked before the location: an item without a name cannot be shown, regardless of its content.
    if lacks(document, index, "name"):
        return ExclusionState.EXCLUDED
    return ExclusionState.PENDING if lacks(document, index, "url") else ExclusionState.INCLUDED


def _is_surely_included(document: Document, index: int) -> bool:
    """Return whether an item is its own only variant, with a name and a location (D47)."""
    if "name" not in document.attributes[index] or document.variant_children(index, 1):
        return False
    return not is_blank(document.url(index) or "")


def included_of_pending(
    pending: Iterable[int],
    below: Callable[[int], Iterator[int]],
    exclusion_of: Callable[[int], ExclusionState],
) -> set[int]:
    """Return the pending items that are included: a chain below them ends in an included element (D10).

    Elements are identified by their numbers in the sitemap. Takes time linear in the number of elements and references
    directly below the pending ones, regardless of cycles.
    """
    included: set[int] = set()
    waiting_for: defaultdict[int, list[int]] = defaultdict(list)
    for item in pending:
        for place in below(item):
            place_state = exclusion_of(place)
            if place_state == ExclusionState.INCLUDED:
                included.add(item)
                break
            if place_state == ExclusionState.PENDING:
                waiting_for[place].append(item)
    # Upwards from the included elements, each once: so a cycle of items that only wait for each other is never
    # included.
    fresh = list(included)
    while fresh:
        for item in waiting_for.get(fresh.pop(), ()):
            if item not in included:
                included.add(item)
                fresh.append(item)
    return included


def first_item(root: Document) -> int | None:
    """Return the item that is home if no reached item claims it: the root's first child `<item>` (D9)."""
    # The text says “the first <item> in the <sitemap> element”. D9 reads this as the first child, not the first
    # descendant.
    return next((child for child in root.children(0) if root.kinds[child] == Kind.ITEM), None)


# Behaviour: the implied home (D9). Also: start page, implicit or default home page, home role.
def implied_home(root: Document, reached: Iterable[Element]) -> Element | None:
    """Return the item of the root file that has `home` (D9); None if a reached item names it, or there is no item."""
    # Exclusion hides a node from the tree only, so an excluded item may be the home page, and may prevent another from
    # being implied.
    if any(document.kinds[index] == Kind.ITEM and "home" in role_set(document, index) for document, index in reached):
        return None
    first = first_item(root)
    return None if first is None else (root, first)


def role_nodes(reached: Iterable[Element], home: Element | None) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the nodes that fulfil each role except `tree`, roles and nodes in the order of D11.

    `reached` are the notable elements in that order; other elements have no role.
    """
    nodes: dict[str, list[int]] = {}
    for document, index in reached:
        for role in fulfilled_roles(document, index, (document, index) == home):
            nodes.setdefault(role, []).append(document.offset + index)
    return {role: tuple(numbers) for role, numbers in nodes.items()}


def fulfilled_roles(document: Document, index: int, is_home: bool) -> tuple[str, ...]:
    """Return the roles except `tree` that an element fulfils: items only (D7), and search only with templates (D11)."""
    if document.kinds[index] != Kind.ITEM:
        return ()
    roles = (*role_set(document, index), *(("home",) if is_home else ()))
    can_search = "search" in roles and not lacks(document, index, "data")
    return tuple(role for role in roles if role != "tree" and (role != "search" or can_search))
