"""Exclusion and roles: `standard_sitemap.ssp.roles`. Conformance cases cover each of the five conditions."""

from __future__ import annotations

import pytest

from conformance.in_memory import document, hierarchy, names
from standard_sitemap.ssp.roles import (
    ExclusionState,
    first_item,
    fulfilled_roles,
    included_of_pending,
    is_excluded_by_roles,
    own_exclusion,
    role_set,
)


def test_first_item_is_a_child() -> None:
    assert first_item(document("<group><item/></group><item/>")) == 3
    assert first_item(document("<group/>")) is None


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ('<item role="tree contact"/>', ("contact",)),
        ('<group role="contact"/>', ()),
        ('<item role="search" data="q=%s"/>', ("search",)),
        ('<item role="search own"><variant data="q=%s"/><variant/></item>', ("own",)),
    ],
)
def test_element_fulfils(element: str, expected: tuple[str, ...]) -> None:
    assert fulfilled_roles(document(element), 1, is_home=False) == expected
    assert fulfilled_roles(document(element), 1, is_home=True) == ((*expected, "home") if "item" in element else ())


def test_every_role_node_is_reached() -> None:
    tree = hierarchy('<item name="A" url="a"/><group tree="exclude"><item name="B" url="b" role="contact"/></group>')
    assert names(tree) == ["A"]
    assert tree.roles == {"home": (1,)}


def test_no_home_without_an_item() -> None:
    assert hierarchy("<group/>").roles == {}


@pytest.mark.parametrize(
    ("attributes", "default", "with_user"),
    [
        ("", False, False),
        ('role="contact"', True, True),
        ('role="contact own"', False, False),
        ('role="contact tree"', False, False),
        ('role=""', True, True),
        ('role="contact" tree="user"', True, False),
        ('role="own" tree="user"', False, False),
        ('role="contact" tree="include"', False, False),
        ('tree="exclude"', True, True),
        ('role="contact" tree="none"', True, True),
    ],
)
def test_roles_and_tree_exclude(attributes: str, default: bool, with_user: bool) -> None:
    sitemap = document(f"<group {attributes}/>")
    assert [is_excluded_by_roles(sitemap, 1, wanted) for wanted in (False, True)] == [default, with_user]


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ("<group/>", ExclusionState.INCLUDED),
        ('<group tree="exclude"/>', ExclusionState.EXCLUDED),
        ("<item/>", ExclusionState.EXCLUDED),
        ('<item name="A"/>', ExclusionState.PENDING),
        ('<item name="A" url="a"/>', ExclusionState.INCLUDED),
        ('<item name="A" url="http://[x"/>', ExclusionState.INCLUDED),
        ('<item name="A" url=" "/>', ExclusionState.PENDING),
        ('<item name="A"><variant url="a"/><variant/></item>', ExclusionState.PENDING),
        ('<item><variant url="a" name="A"/><variant url="a"/></item>', ExclusionState.EXCLUDED),
    ],
)
def test_element_seen_alone(element: str, expected: ExclusionState) -> None:
    assert own_exclusion(document(element), 1, include_user=False) == expected


def test_role_set_names_each_role_once() -> None:
    assert role_set(document('<item role="b a b"/>'), 1) == ("b", "a")


def test_chain_is_kept_from_its_end() -> None:
    children = {1: [2, 9], 2: [3], 3: [1, 8], 4: [5], 5: [4]}
    exclusions = {8: ExclusionState.INCLUDED, 9: ExclusionState.EXCLUDED}
    included = included_of_pending(
        children, lambda n: iter(children[n]), lambda n: exclusions.get(n, ExclusionState.PENDING)
    )
    assert included == {1, 2, 3}


def test_two_ways_to_be_kept_are_one() -> None:
    children = {1: [2, 3], 2: [8], 3: [8]}
    included = included_of_pending(
        children, lambda n: iter(children[n]), lambda n: ExclusionState.INCLUDED if n == 8 else ExclusionState.PENDING
    )
    assert included == {1, 2, 3}


def test_excluded_parent_hides_children() -> None:
    tree = hierarchy('<item name="A" url="a" tree="exclude"><item name="B" url="b" xml:id="b"/></item>')
    assert names(tree) == []
