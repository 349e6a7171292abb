"""The text of rare reports."""

import io
from pathlib import Path
from typing import Any

import pytest

from standard_sitemap.ssp import Fault
from standard_sitemap.webmaster.checking import text
from standard_sitemap.webmaster.checking.mistakes import Mistake
from standard_sitemap.webmaster.checking.report import (
    ElementCounts,
    ExplainedElement,
    ExplainedReference,
    ExplainedRole,
    Explanations,
    Landmark,
    References,
    RefusedTarget,
    Report,
    ReportAddresses,
    RoleNode,
    SourceLine,
    Tally,
)
from standard_sitemap.webmaster.checking.sheet import Sheet
from standard_sitemap.webmaster.checking.text import STEPS_SHOWN, explained

MAP = "https://example.org/map.xml"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def lines_of(*reports: Report) -> list[str]:
    stream = io.StringIO()
    text.write(reports, Path("/site"), Sheet(stream), strict=False)
    return stream.getvalue().splitlines()


def report(**fields: Any) -> Report:
    return Report("map.xml", MAP, counts=ElementCounts(9, 2, 1, 0, 2_000, 0), **fields)


def test_refusals_are_reported_with_their_reason() -> None:
    assert lines_of(Report("x.xml", refused=RefusedTarget("not-found", "x.xml\x1b does not exist"))) == [
        "x.xml",
        "✗ could not be fetched  x.xml\\u001b does not exist",
    ]


def test_page_faults_are_reported_despite_a_missing_sitemap() -> None:
    faults = (Fault("obsolete-x-header", "https://example.org/"),)
    lines = lines_of(Report("x", MAP, refused=RefusedTarget("not-found", "none"), faults=faults))
    assert any("obsolete-x-header" in line for line in lines)


def test_thousands_of_places_are_not_listed() -> None:
    places = tuple(SourceLine(MAP, line) for line in range(2, 200, 2))
    lines = lines_of(report(excluded=(Tally("nameless", "Variants", 2_000, places),)))
    assert "  2,000 left out: one of its variants has no name; add name (lines 2, 4, 6 …)" in lines


def test_single_element_is_counted_as_one() -> None:
    assert "Shown 1 of 1 item or group" in lines_of(Report("map.xml", MAP, counts=ElementCounts(1, 1, 0, 1, 0, 0)))


def test_references_are_distinguished_by_where_they_lead() -> None:
    lines = lines_of(report(references=References(10, 4, 3, 2, 1)))
    assert "References 10: 4 to shown elements, 3 to omitted elements, 2 dead, 1 not followed" in "\n".join(lines)


def test_roles_show_the_first_few() -> None:
    nodes = tuple(RoleNode(None, f"https://example.org/{line}", SourceLine(MAP, line)) for line in range(1, 6))
    assert any(
        line.startswith("Roles contact “https://example.org/1” (line 1)") and line.endswith(" and 2 more")
        for line in lines_of(report(roles={"contact": nodes}))
    )


def test_a_map_without_roles_says_so() -> None:
    assert "Roles none" in lines_of(report())


def test_unmatched_explain_term_is_reported() -> None:
    lines = lines_of(report(explanations=(Explanations("x", 0, ()), Explanations("y", 7, ()))))
    assert "✗ No item or group has the id or the name “x”." in lines
    assert "… and 7 more elements of that name; ask by xml:id." in lines
    assert lines[-1] == "✓ no faults"


def test_sizes_are_worded() -> None:
    assert [text._bytes(size) for size in (1, 999, 1_500, 2_000_000)] == ["1 byte", "999 bytes", "1.5 kB", "2.0 MB"]


EXPLAINED_MAP = "file:///site/map.xml"


def explanation(
    steps: int = 0, references: tuple[ExplainedReference, ...] = (), roles: tuple[ExplainedRole, ...] = ()
) -> list[str]:
    route = tuple(Landmark(f"<item> “{step}”", SourceLine(EXPLAINED_MAP, step)) for step in range(1, steps + 1))
    element = ExplainedElement(
        "<item>", None, None, SourceLine(EXPLAINED_MAP, 3), "shown", "", route, (), references, roles, ()
    )
    stream = io.StringIO()
    explained(Explanations("x", 1, (element,)), ReportAddresses(EXPLAINED_MAP, Path("/site")), Sheet(stream))
    return stream.getvalue().splitlines()


@pytest.mark.parametrize(
    ("steps", "shown"), [(3, 3), (2 * STEPS_SHOWN + 1, 2 * STEPS_SHOWN + 1), (100, 2 * STEPS_SHOWN)]
)
def test_both_ends_of_a_long_route_are_shown(steps: int, shown: int) -> None:
    lines = [line for line in explanation(steps) if "“" in line]
    assert len(lines) == shown
    assert lines[0].endswith("“1”  line 1")
    assert lines[-1].endswith(f"“{steps}”  line {steps}")
    assert ("    → … and so on" in explanation(steps)) is (shown < steps)


def test_references_are_reported_together() -> None:
    references = tuple(ExplainedReference(SourceLine(EXPLAINED_MAP, line), line != 6) for line in (4, 5, 6))
    assert explanation(references=references)[-3:] == [
        "  named by <external> in lines 4–5: followed",
        "  named by <external> in line 6: not followed, because its parent is not shown",
        "  no role",
    ]


def test_a_role_without_effect_says_why() -> None:
    assert explanation(roles=(ExplainedRole("contact", "attribute", "group"),))[-1] == (
        "  role contact, by its role attribute; has no effect: only an <item> can have this role"
    )


def test_shortened_list_shows_each_remedy_and_counts_the_rest() -> None:
    names = [("Name", "name"), ("href", "url"), ("title", "name"), ("label", "name"), ("link", "url"), ("id", "xml:id")]
    faults = tuple(
        Mistake("misspelled-attribute", MAP, line, {"element": "item", "name": name, "right": right})
        for line, (name, right) in enumerate(names, start=2)
    )
    lines = lines_of(Report(MAP, MAP, faults=faults))
    assert [line.strip() for line in lines if "→" in line or "more like it" in line] == [
        '→ Write name="…" instead.',
        '→ Write url="…" instead.',
        '→ Write name="…" instead.',
        '→ Write xml:id="…" instead.',
        "… and 2 more like it: lines 5–6",
    ]
