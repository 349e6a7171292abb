"""Faults that need several files. Conformance cases cover single elements."""

from __future__ import annotations

import pytest

from conformance.comparing import retriever
from conformance.in_memory import ROOT, faults, hierarchy, written
from conformance.oracle import ServedFile
from resolving import resolve
from standard_sitemap import ssp
from standard_sitemap.model.menus import LOCATION_LENGTH, usable_location


def test_faults_come_by_file_and_then_by_line() -> None:
    other = written('\n\n<item xml:id="x" name="X" url="x" tree="no"/>')
    tree = hierarchy('<external url="o.xml#x"/>\n<item name="A" url="a" order="no"/>', {"o.xml": other})
    assert faults(tree) == [("bad-order", 3), ("bad-tree", 4)]


def test_loops_are_reported_once() -> None:
    tree = hierarchy(
        '<item name="A" url="a" xml:id="a"><external url="#a"/><external url="#b"/><external url="#a"/></item>\n'
        '<item name="B" url="b" xml:id="b"><item name="C" url="c"><external url="#b"/></item></item>'
    )
    assert faults(tree) == [("loop", 2), ("loop", 3)]


def test_fault_of_an_element_without_a_name_says_its_id() -> None:
    tree = hierarchy('<item name="A" url="a"/><group xml:id="g"><external url="#g"/></group>')
    assert "“g”" in tree.faults[0].message


def test_content_of_foreign_elements_is_not_judged() -> None:
    tree = hierarchy(
        '<f:x xmlns:f="urn:f"><variant><sitemap/></variant><f:y role="no" tree="no"/></f:x><item name="A" url="a"/>'
    )
    assert [code for code, _ in faults(tree)] == ["foreign-element", "misplaced-element"]


def test_plain_items_in_wrong_places_are_reported() -> None:
    tree = hierarchy('<item name="A" url="a"/>\n<external url="#x"><item name="B" url="b"/></external>')
    assert ("misplaced-element", 3) in faults(tree)


def test_attributes_of_other_namespaces_are_ignored() -> None:
    assert hierarchy('<item name="A" url="a" xmlns:x="urn:x" x:own="1" xml:lang="en"/>').faults == ()


@pytest.mark.parametrize("root", [ROOT, "file:///home/map.xml"])
@pytest.mark.parametrize("attributes", ['url=" FILE:///C:/b.html"', 'url="b.html" xml:base="file:///C:/"'])
def test_address_of_a_file_on_disk_is_a_fault_also_in_a_file_on_disk(root: str, attributes: str) -> None:
    content = f'<item name="A" url="a.html"/><item name="B" {attributes}/>'
    tree = resolve(ssp.Site(root), retriever({root: ServedFile(root, written(content))}))
    assert {code for code, _ in faults(tree)} == {"bad-scheme"}


_DIRECTORY = ROOT.rpartition("/")[0] + "/"
_LONGEST = "u" * (LOCATION_LENGTH - len(_DIRECTORY))


@pytest.mark.parametrize("is_fast", [False, True])
def test_an_address_is_too_long_exactly_where_there_is_no_link(is_fast: bool) -> None:
    """Check among many plain items, which are read in chunks, and among few."""
    others = '<item name="A" url="a"/>\n' * (5_000 if is_fast else 1)
    addresses = (
        _LONGEST,
        f"{_LONGEST}u",
        "é" * 1_362,
        "é" * 1_363,
        f"http://h.example/{'u' * 8_192}",
        "tel:" + "1" * 8_189,
    )
    written_out = "".join(f'<item name="A" url="{address}"/>\n' for address in addresses)
    tree = hierarchy(f"{others}{written_out}{others}")
    long = [node for node in tree.children(0) if usable_location(tree.details.variants(node)[0].location) is None]
    assert faults(tree) == [("location-too-long", tree.details.line(node)) for node in long]
    assert len(long) == 4
    assert [fault.params["length"] for fault in tree.faults] == ["8193", "8198", "8209", "8193"]


def test_variant_address_and_long_base_are_checked_too() -> None:
    base = "b/" * 4_000
    items = "".join(
        f'<item name="A" url="{url}"/>\n' for url in ("short", "u" * 300, f"/{'u' * 2_000}", "../" * 9 + "u" * 300)
    )
    tree = hierarchy(
        '<item name="A" url="a"/>\n'
        f'<item name="A"><variant url="b"/>\n<variant url="{_LONGEST}u"/></item>\n'
        f'<item name="A" url="/a" xml:base="{base}">\n{items}</item>'
    )
    assert faults(tree) == [("location-too-long", 4), ("location-too-long", 7), ("location-too-long", 9)]


def test_a_base_that_is_too_long_is_none() -> None:
    children = '<item name="A" url="a"/>\n<item name="B" url="http://h.example/b"/>\n<item name="C" url="/c"/>'
    tree = hierarchy(f'<group name="A" xml:base="{_LONGEST}/">\n{children}</group>')
    assert faults(tree) == [("location-too-long", 2), ("bad-url", 3), ("bad-url", 5)]
    nodes = tree.children(tree.children(0)[0])
    assert [tree.details.variants(node)[0].location for node in nodes] == [None, "http://h.example/b", None]


def test_address_of_a_file_that_is_too_long_is_no_base() -> None:
    uri = f"http://h.example/{'a/' * LOCATION_LENGTH}"
    content = written('<item name="A" url="a"/><item name="B" url="http://h.example/b"/>')
    document = ssp.parse(uri, content, "application/xml")
    assert [document.location(index) for index in (1, 2)] == [None, "http://h.example/b"]


def test_every_message_can_be_written() -> None:
    for rule in ssp.CATALOGUE.values():
        assert rule.problem
        assert rule.remedy
