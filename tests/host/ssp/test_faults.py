"""Every code of the catalogue is produced by some test, at the right place."""

from __future__ import annotations

from functools import cache

import pytest

from conformance.catalogue_of_cases import case_names, read_json
from conformance.comparing import printed
from conformance.in_memory import ROOT, hierarchy, written
from standard_sitemap import ssp
from standard_sitemap.model.site import Bounds, RetrievedFile
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.feeding import LONGEST_MARKUP


def of_cases() -> set[str]:
    """Return the codes that conformance cases expect, for sitemaps and pages."""
    places = [fault for name in case_names("map.xml") for fault in read_json(name, "expected.sitemap.json")["faults"]]
    pages = [code for name in case_names("evidence.json") for code in read_json(name, "expected.json")["faults"]]
    return {code for code, _, _ in places} | set(pages)


@cache
def of_bounds() -> dict[str, tuple[str, int]]:
    """Return the codes that only oversized input produces, with the named file and line."""
    bounds = (Bounds(elements=2), Bounds(depth=1), Bounds(attribute=6))
    cut = map(_cut, _TOO_MUCH, _TOO_MUCH.values())
    faults = (*map(_beyond, bounds), _long_markup(), _documents(), _tree(), *cut)
    return {fault.code: (fault.document, fault.line) for fault in faults}


def _beyond(bounds: Bounds) -> Fault:
    (fault,) = ssp.parse(ROOT, written('<group name="A group"/><group/>'), None, bounds).faults
    return fault


def _long_markup() -> Fault:
    (fault,) = ssp.parse(ROOT, written(f"<{'a' * 2 * LONGEST_MARKUP}/>")).faults
    return fault


_NUMBERS = range(1_001)
_LONG = f'<variant url="{"u" * 8_000}"/>' * 30
_TOO_MUCH = {
    "too-many-class-changes": '<class-change elem="//p" prefix="p"/>' * 201,
    "too-many-variants": f'<item name="A" url="a">{"<variant/>" * 1_001}</item>',
    "too-many-roles": "".join(f'<item name="A" url="a" role="r{n}"/>' for n in _NUMBERS[:51]),
    "too-many-role-nodes": '<item name="A" url="a" role="contact"/>' * 51,
    "too-many-languages": "".join(f'<item name="A" url="a" lang="x-{n}"/>' for n in _NUMBERS[:101]),
    "variants-too-long": "".join(f'<item name="A">{_LONG}</item>' for _ in range(2)),
    "role-nodes-too-long": f'<item name="A" role="contact">{_LONG}</item>' * 10,
    "bases-too-long": f'<item xml:base="{"b/" * 4_000}">' + '<item xml:base="a/"/>' * 600 + "</item>",
    "location-too-long": f'<item name="A" url="{"u" * 8_200}"/>',
    "too-many-faults": '<item name="A" url="a" tree="?"/>' * 1_001,
}


def _cut(code: str, content: str) -> Fault:
    (fault,) = [fault for fault in hierarchy(content).faults if fault.code == code]
    return fault


def _documents() -> Fault:
    site = ssp.Site(ROOT, max_documents=1)
    site.add(ROOT, RetrievedFile(ROOT, written('<external url="two.xml#x"/>')))
    (fault,) = [fault for fault in site.hierarchy().faults if fault.code == "too-many-documents"]
    return fault


def _tree() -> Fault:
    twice = '<external url="#g{0}"/><external url="#g{0}"/>'
    steps = "".join(f'<group xml:id="g{n}">{twice.format(n + 1)}</group>\n' for n in range(64))
    tree = printed(hierarchy(steps))
    (fault,) = [fault for fault in tree["faults"] if fault["code"] == "tree-too-large"]
    return Fault(fault["code"], fault["document"], fault["line"])


def test_every_code_is_produced() -> None:
    assert of_cases() | of_bounds().keys() == set(ssp.CATALOGUE)


@pytest.mark.promise("author", "Each truncation is a fault with its location.")
def test_faults_of_bounds_name_their_place() -> None:
    assert of_bounds() == {
        "too-many-elements": (ROOT, 0),
        "too-deep": (ROOT, 2),
        "attribute-too-long": (ROOT, 2),
        "markup-too-long": (ROOT, 2),
        "too-many-documents": ("http://site.example/two.xml", 0),
        "tree-too-large": (ROOT, 0),
        "too-many-class-changes": (ROOT, 0),
        "too-many-variants": (ROOT, 2),
        "too-many-roles": (ROOT, 0),
        "too-many-role-nodes": (ROOT, 0),
        "too-many-languages": (ROOT, 0),
        "variants-too-long": (ROOT, 2),
        "role-nodes-too-long": (ROOT, 0),
        "bases-too-long": (ROOT, 0),
        "location-too-long": (ROOT, 2),
        "too-many-faults": (ROOT, 0),
    }


def test_fault_has_clause_severity_and_remedy() -> None:
    (fault,) = hierarchy('<item name="A" url="a" method="put"/>').faults
    assert (fault.clause, fault.severity) == ("D15", "warning")
    assert "put" in fault.message
