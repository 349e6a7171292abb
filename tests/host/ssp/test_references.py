"""What externals reference, and what is wrong with those that reference nothing. [D5]"""

from __future__ import annotations

import pytest

from conformance.in_memory import document, faults, hierarchy, written
from standard_sitemap.ssp.reachability import Reference, reference, reference_fault, referenced

HERE = "http://site.example/map.xml"


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
    found = document('<item xml:id="i"><variant xml:id="v"/></item><group xml:id="G"/><item xml:id=""/>')
    assert [referenced(found, identity) for identity in ("I", "v", "g", "", "none")] == [1, None, 3, None, None]


def test_reference_to_a_file_that_is_still_to_come_is_no_fault() -> None:
    assert reference_fault(document('<external url="other.xml#x"/>'), 1, {}) is None


def test_faults_name_the_place_of_the_external() -> None:
    found = hierarchy('<external/>\n<external url="o.xml#none"/>\n<external url="gone.xml#x"/>', {"o.xml": written("")})
    assert faults(found)[1:] == [
        ("external-without-url", 2),
        ("dangling-reference", 3),
        ("reference-to-missing-file", 4),
    ]
