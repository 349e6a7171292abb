"""Every code of the catalogue is produced by some test, at the right place."""

from __future__ import annotations

from functools import cache

from conformance.catalogue_of_cases import case_names, read_json
from conformance.comparing import printed
from conformance.in_memory import ROOT, hierarchy, written
from standard_sitemap import ssp
from standard_sitemap.model.nodes import MOST_CLASS_CHANGES, MOST_ROLE_NODES, MOST_VARIANTS
from standard_sitemap.model.site import Bounds, Retrieved
from standard_sitemap.ssp.faults import Fault


def of_cases() -> set[str]:
    """The codes that conformance cases expect, sitemaps and pages alike."""
    places = [fault for name in case_names("map.xml") for fault in read_json(name, "expected.sitemap.json")["faults"]]
    pages = [code for name in case_names("evidence.json") for code in read_json(name, "expected.json")["faults"]]
    return {code for code, _, _ in places} | set(pages)


@cache
def of_bounds() -> dict[str, tuple[str, int]]:
    """The codes that only something too large brings: each with the file and line it names."""
    bounds = (Bounds(elements=2), Bounds(depth=1), Bounds(attribute=6))
    found = (*map(_beyond, bounds), _documents(), _tree(), *_cuts())
    return {fault.code: (fault.document, fault.line) for fault in found}


def _beyond(bounds: Bounds) -> Fault:
    (fault,) = ssp.parse(ROOT, written('<group name="A group"/><group/>'), None, bounds).faults
    return fault


def _documents() -> Fault:
    site = ssp.Site(ROOT, max_documents=1)
    site.add(ROOT, Retrieved(ROOT, written('<external url="two.xml#x"/>')))
    (fault,) = [fault for fault in site.hierarchy().faults if fault.code == "too-many-documents"]
    return fault


def _tree() -> Fault:
    twice = '<external url="#g{0}"/><external url="#g{0}"/>'
    steps = "".join(f'<group xml:id="g{n}">{twice.format(n + 1)}</group>\n' for n in range(64))
    found = printed(hierarchy(steps))
    (fault,) = [fault for fault in found["faults"] if fault["code"] == "tree-too-large"]
    return Fault(fault["code"], fault["document"], fault["line"])


def _cuts() -> tuple[Fault, ...]:
    changes = '<class-change elem="/*" prefix="p"/>' * (MOST_CLASS_CHANGES + 1)
    contacts = '<item name="C" url="c" role="contact"/>' * (MOST_ROLE_NODES + 1)
    variants = f'<item name="V" url="v">{"<variant/>" * (MOST_VARIANTS + 1)}</item>'
    return hierarchy(f"{changes}\n{variants}\n{contacts}").faults


def test_cuts_tell_how_many_there_are_and_what_is_kept() -> None:
    told = [(fault.code, fault.params["count"], fault.params["limit"]) for fault in _cuts()]
    assert sorted(told) == [
        ("too-many-class-changes", "201", "200"),
        ("too-many-role-nodes", "201", "200"),
        ("too-many-variants", "501", "500"),
    ]


def test_what_is_as_much_as_is_kept_is_no_fault() -> None:
    leaves = "<variant/>" * (MOST_VARIANTS - 1)
    assert hierarchy(f'<item name="V" url="v"><variant>{"<variant/>" * 2}</variant>{leaves[10:]}</item>').faults == ()


def test_every_code_is_produced() -> None:
    assert of_cases() | of_bounds().keys() == set(ssp.CATALOGUE)


def test_faults_of_bounds_name_their_place() -> None:
    assert of_bounds() == {
        "too-many-elements": (ROOT, 0),
        "too-deep": (ROOT, 2),
        "attribute-too-long": (ROOT, 2),
        "too-many-documents": ("http://site.example/two.xml", 0),
        "tree-too-large": (ROOT, 0),
        "too-many-class-changes": (ROOT, 0),
        "too-many-role-nodes": (ROOT, 0),
        "too-many-variants": (ROOT, 3),
    }


def test_fault_tells_clause_severity_and_remedy() -> None:
    (fault,) = hierarchy('<item name="A" url="a" method="put"/>').faults
    assert (fault.clause, fault.severity) == ("D15", "warning")
    assert "put" in fault.message
