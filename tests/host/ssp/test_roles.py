"""Roles. Their order and the implied home are held by the conformance cases of D9 and D11."""

from __future__ import annotations

import pytest

from conformance.in_memory import document, hierarchy, names
from standard_sitemap.ssp.roles import first_item, fulfilled_roles


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
    found = hierarchy('<item name="A" url="a"/><group tree="exclude"><item name="B" url="b" role="contact"/></group>')
    assert names(found) == ["A"]
    assert found.roles == {"home": (1,)}


def test_no_home_without_an_item() -> None:
    assert hierarchy("<group/>").roles == {}
