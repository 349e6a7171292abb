"""Reachability and references: `standard_sitemap.ssp.reachability`. [D5, D11]"""

from __future__ import annotations

import pytest

from conformance.in_memory import document, faults, hierarchy, written
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.reachability import Reference, reference, reference_fault, referenced, walk

HERE = "http://site.example/map.xml"


def walked(sitemap: Document, closed: tuple[int, ...] = (), targets: dict[int, int] | None = None) -> list[int]:
    reached = walk(
        (sitemap, 0),
        {},
        lambda _document, index: index in closed,
        lambda _document, index: (sitemap, targets[index]) if targets and index in targets else None,
    )
    return [index for _, index in reached]


def test_walk_is_depth_first_and_closed_elements_are_not_entered() -> None:
    sitemap = document("<item><group><item/></group></item><item><item/></item>")
    assert walked(sitemap) == [0, 1, 2, 3, 4, 5]
    assert walked(sitemap, closed=(1,)) == [0, 1, 4, 5]


def test_externals_lead_elsewhere_and_back() -> None:
    sitemap = document("<group><external/><item/></group><group><group><item/></group></group>")
    assert walked(sitemap, targets={2: 5}) == [0, 1, 5, 6, 3, 4]


def test_nothing_is_reached_inside_variants_and_foreign_elements() -> None:
    sitemap = document('<item><variant><item/></variant></item><x xmlns="urn:x"><item xmlns=""/></x><group/>')
    assert walked(sitemap) == [0, 1, 6]


def test_plain_items_pass_unnamed_but_what_is_below_them_is_reached() -> None:
    sitemap = document(
        '<group/><item name="H" url="h"/><item name="A" url="a"><item name="B" url="b"><group/></item></item>'
    )
    assert walked(sitemap) == [0, 1, 2, 5]


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ('url="#a%62"', Reference(HERE, "ab")),
        ('url="other.xml#x"', Reference("http://site.example/other.xml", "x")),
        ('url="#x" xml:base="other.xml"', Reference("http://site.example/other.xml", "x")),
        ('url="other.xml"', None),
        ('url="#"', None),
        ('url="http://[bad#x"', None),
        ("", None),
    ],
)
def test_reference_is_read(attributes: str, expected: Reference | None) -> None:
    assert reference(document(f"<external {attributes}/>"), 1) == expected


def test_only_items_and_groups_can_be_referenced() -> None:
    sitemap = document('<item xml:id="i"><variant xml:id="v"/></item><group xml:id="G"/><item xml:id=""/>')
    assert [referenced(sitemap, identity) for identity in ("I", "v", "g", "", "none")] == [1, None, 3, None, None]


def test_reference_to_a_file_that_is_still_to_come_is_no_fault() -> None:
    assert reference_fault(document('<external url="other.xml#x"/>'), 1, {}) is None


def test_faults_name_the_place_of_the_external() -> None:
    tree = hierarchy('<external/>\n<external url="o.xml#none"/>\n<external url="gone.xml#x"/>', {"o.xml": written("")})
    assert faults(tree)[1:] == [
        ("external-without-url", 2),
        ("dangling-reference", 3),
        ("reference-to-missing-file", 4),
    ]


def test_closed_target_outside_of_the_walk_is_met_but_not_entered() -> None:
    sitemap = document('<item><external url="#x"/></item><f:other xmlns:f="urn:f"><item><item/></item></f:other>')
    assert walked(sitemap, closed=(4,), targets={2: 4}) == [0, 1, 4]


def test_excluded_reference_target_is_not_entered() -> None:
    sitemap = document('<external url="#x"/><group><group/></group>')
    assert walked(sitemap, closed=(2,), targets={1: 2}) == [0, 2]
