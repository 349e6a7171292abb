"""The walk. [Reachability and exclusion of elements, D11, D12]"""

from __future__ import annotations

from conformance.in_memory import document
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.reachability import walk


def walked(found: Document, closed: tuple[int, ...] = (), targets: dict[int, int] | None = None) -> list[int]:
    reached = walk(
        (found, 0),
        set(),
        lambda _document, index: index in closed,
        lambda _document, index: (found, targets[index]) if targets and index in targets else None,
    )
    return [index for _, index in reached]


def test_walk_is_depth_first_and_closed_elements_are_not_entered() -> None:
    found = document("<item><group><item/></group></item><item><item/></item>")
    assert walked(found) == [0, 1, 2, 3, 4, 5]
    assert walked(found, closed=(1,)) == [0, 1, 4, 5]


def test_externals_lead_elsewhere_and_back() -> None:
    found = document("<group><external/><item/></group><group><group><item/></group></group>")
    assert walked(found, targets={2: 5}) == [0, 1, 5, 6, 3, 4]


def test_nothing_is_reached_inside_variants_and_foreign_elements() -> None:
    found = document('<item><variant><item/></variant></item><x xmlns="urn:x"><item xmlns=""/></x><group/>')
    assert walked(found) == [0, 1, 6]


def test_plain_items_pass_unnamed_but_what_is_below_them_is_reached() -> None:
    found = document(
        '<group/><item name="H" url="h"/><item name="A" url="a"><item name="B" url="b"><group/></item></item>'
    )
    assert walked(found) == [0, 1, 2, 5]
