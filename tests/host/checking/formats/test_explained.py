"""Explanations stay readable however long the way."""

import io
from pathlib import Path

import pytest

from standard_sitemap.checking.formats.text import STEPS_SHOWN, Sheet, explained
from standard_sitemap.checking.report import (
    Addresses,
    ExplainedElement,
    ExplainedReference,
    ExplainedRole,
    Explanations,
    Landmark,
    Place,
)

MAP = "file:///site/map.xml"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def told(
    steps: int = 0, references: tuple[ExplainedReference, ...] = (), roles: tuple[ExplainedRole, ...] = ()
) -> list[str]:
    route = tuple(Landmark(f"<item> “{step}”", Place(MAP, step)) for step in range(1, steps + 1))
    element = ExplainedElement("<item>", None, None, Place(MAP, 3), "shown", "", route, (), references, roles, ())
    stream = io.StringIO()
    explained(Explanations("x", 1, (element,)), Addresses(MAP, Path("/site")), Sheet(stream))
    return stream.getvalue().splitlines()


@pytest.mark.parametrize(
    ("steps", "shown"), [(3, 3), (2 * STEPS_SHOWN + 1, 2 * STEPS_SHOWN + 1), (100, 2 * STEPS_SHOWN)]
)
def test_of_a_long_way_both_ends_are_shown(steps: int, shown: int) -> None:
    lines = [line for line in told(steps) if "“" in line]
    assert len(lines) == shown
    assert lines[0].endswith("“1”  line 1")
    assert lines[-1].endswith(f"“{steps}”  line {steps}")
    assert ("    → … and so on" in told(steps)) is (shown < steps)


def test_references_are_told_together() -> None:
    references = tuple(ExplainedReference(Place(MAP, line), line != 6) for line in (4, 5, 6))
    assert told(references=references)[-3:] == [
        "  named by <external> in lines 4–5: followed",
        "  named by <external> in line 6: not followed, as what holds it is not shown",
        "  no role",
    ]


def test_a_role_without_effect_says_why() -> None:
    assert told(roles=(ExplainedRole("contact", "attribute", "group"),))[-1] == (
        "  role contact, by its role attribute; has no effect: only an <item> can have this role"
    )
