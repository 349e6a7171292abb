"""Menus: as many entries as a message holds, and at least the chosen variant or the first role node."""

from __future__ import annotations

import pytest

from conformance.in_memory import hierarchy
from standard_sitemap.model.hierarchy import MOST_OF_ROLE, MOST_ROLES, MOST_VARIANTS, Variant
from standard_sitemap.model.menus import (
    NAME_LENGTH,
    VARIANTS_BYTES,
    is_too_long,
    listed,
    numbered_roles,
    range_label,
    role_links,
    usable_search,
    variant_bytes,
)

LONG = Variant(name="N", location="http://www.example.org/" + "u" * 8_000)
FITTING = VARIANTS_BYTES // variant_bytes(LONG)


def test_variants_that_fit_are_all_listed() -> None:
    variants = [LONG] * FITTING
    assert not is_too_long(variants)
    assert listed(variants, 0) == [*range(FITTING)]


@pytest.mark.parametrize("chosen", [0, FITTING, FITTING + 5])
def test_variants_that_do_not_fit_are_truncated_to_the_first_and_the_chosen_one(chosen: int) -> None:
    variants = [LONG] * (FITTING + 9)
    assert is_too_long(variants)
    assert listed(variants, chosen) == sorted({*range(FITTING), chosen})


def test_no_more_variants_are_listed_than_are_read_of_a_node() -> None:
    assert listed([Variant()] * (MOST_VARIANTS + 5), MOST_VARIANTS + 2) == [*range(MOST_VARIANTS), MOST_VARIANTS + 2]


def test_characters_count_as_sent_after_truncation() -> None:
    empty = variant_bytes(Variant())
    assert variant_bytes(Variant(name="ä" * 10)) == empty + 20
    assert variant_bytes(Variant(name="n" * 9_000)) == empty + 499 + len("…".encode())
    assert variant_bytes(Variant(location="http://x/" + "u" * 9_000)) == empty
    assert variant_bytes(Variant(language="de", content_type="a/b", charset="utf-8")) == empty + 10


def test_roles_are_offered_as_far_as_their_number_goes() -> None:
    nodes = '<item name="A" url="a" role="x"/>' * (MOST_OF_ROLE + 1)
    assert sum(role == "x" for role, _, _ in numbered_roles(hierarchy(nodes))) == MOST_OF_ROLE
    roles = "".join(f'<item name="A" url="a" role="r{number}"/>' for number in range(MOST_ROLES + 1))
    assert len(list(numbered_roles(hierarchy(roles)))) == MOST_ROLES


def test_role_nodes_are_offered_until_one_does_not_fit_but_at_least_one() -> None:
    wide = f'<item name="A" role="x">{"".join(f"<variant url={LONG.location!r}/>" for _ in range(60))}</item>'
    small = '<item name="B" url="b" description="What it is" role="x"/>'
    offered = [(role, place, variants[0].name) for role, place, variants in role_links(hierarchy(small + wide * 3))]
    assert offered == [("x", 0, "B"), ("x", 1, "A")]
    assert [place for _, place, _ in role_links(hierarchy(wide + wide))] == [0]


def test_label_of_siblings_is_their_first_and_last_name_each_cut_to_half() -> None:
    assert range_label("Alder", "Birch") == "Alder…Birch"
    assert range_label("Alder", "Alder") == "Alder"
    assert range_label("A" * NAME_LENGTH, "B" * NAME_LENGTH) == "A" * (NAME_LENGTH // 2) + "…" + "B" * (
        NAME_LENGTH // 2
    )


_MAIL = '<item name="A" role="search" url="mailto:a@site.example" data="q=%s"/>'
_ADDRESSES = ("", 'url="mailto:b@site.example"', 'url="b"', 'url="c"')
_VARIANTS = "".join(f'<variant {address} data="q=%s"/>' for address in _ADDRESSES)
_TWO = f'{_MAIL}<item name="B" role="search">{_VARIANTS}</item>'


def test_the_search_is_the_first_one_that_leads_to_a_page() -> None:
    tree = hierarchy(_TWO)
    node, variant, is_whole = usable_search(tree)
    assert node == tree.roles["search"][1]
    assert variant
    assert (variant.location, is_whole) == ("http://site.example/b", True)
    _, chosen, _ = usable_search(tree, lambda usable: len(usable) - 1)
    assert chosen
    assert chosen.location == "http://site.example/c"


@pytest.mark.parametrize("address", ["mailto:a@site.example", f"/{'u' * 9_000}", "file:///srv/search"])
def test_there_is_no_search_without_a_page_that_readers_can_reach(address: str) -> None:
    item = f'<item name="A" role="search" url="{address}" data="q=%s"/>'
    assert usable_search(hierarchy(item)) == (None, None, True)


def test_the_look_for_a_search_ends_in_time() -> None:
    assert usable_search(hierarchy(_TWO), is_over=lambda: True) == (None, None, False)
