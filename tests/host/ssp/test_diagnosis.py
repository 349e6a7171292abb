"""Faults of files seen together. Those that one element shows are held by the conformance cases."""

from __future__ import annotations

from conformance.in_memory import faults, hierarchy, written
from standard_sitemap import ssp


def test_faults_come_by_file_and_then_by_line() -> None:
    other = written('\n\n<item xml:id="x" name="X" url="x" tree="no"/>')
    found = hierarchy('<external url="o.xml#x"/>\n<item name="A" url="a" order="no"/>', {"o.xml": other})
    assert faults(found) == [("bad-order", 3), ("bad-tree", 4)]


def test_loops_are_reported_once() -> None:
    found = hierarchy(
        '<item name="A" url="a" xml:id="a"><external url="#a"/><external url="#b"/><external url="#a"/></item>\n'
        '<item name="B" url="b" xml:id="b"><item name="C" url="c"><external url="#b"/></item></item>'
    )
    assert faults(found) == [("loop", 2), ("loop", 3)]


def test_fault_of_an_element_without_a_name_says_its_id() -> None:
    found = hierarchy('<item name="A" url="a"/><group xml:id="g"><external url="#g"/></group>')
    assert "“g”" in found.faults[0].message


def test_content_of_foreign_elements_is_not_judged() -> None:
    found = hierarchy(
        '<f:x xmlns:f="urn:f"><variant><sitemap/></variant><f:y role="no" tree="no"/></f:x><item name="A" url="a"/>'
    )
    assert [code for code, _ in faults(found)] == ["misplaced-element"]


def test_plain_items_in_wrong_places_are_reported() -> None:
    found = hierarchy('<item name="A" url="a"/>\n<external url="#x"><item name="B" url="b"/></external>')
    assert ("misplaced-element", 3) in faults(found)


def test_attributes_of_other_namespaces_are_nobodys_business() -> None:
    assert hierarchy('<item name="A" url="a" xmlns:x="urn:x" x:own="1" xml:lang="en"/>').faults == ()


def test_every_message_can_be_written() -> None:
    for rule in ssp.CATALOGUE.values():
        assert rule.problem
        assert rule.remedy
