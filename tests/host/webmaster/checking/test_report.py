"""The exit status of a report."""

from pathlib import Path

import pytest

from standard_sitemap.ssp import Fault
from standard_sitemap.webmaster.checking.report import (
    Explanations,
    RefusedTarget,
    Report,
    ReportAddresses,
    SourceLine,
    local_path,
    status,
)

ERROR, WARNING, INFO = (Fault(code, "file:///map.xml") for code in ("bad-url", "bad-tree", "loop"))


def report(*faults: Fault, found: int = 1) -> Report:
    return Report("map.xml", "file:///map.xml", faults=faults, explanations=(Explanations("x", found, ()),))


@pytest.mark.parametrize(
    ("reports", "strict", "expected"),
    [
        ((), False, 1),
        ((report(),), True, 0),
        ((report(WARNING, INFO),), False, 0),
        ((report(WARNING),), True, 1),
        ((report(INFO),), True, 0),
        ((report(), report(ERROR)), False, 1),
        ((report(found=0),), False, 1),
        ((Report("page.html"),), False, 1),
        ((report(ERROR), Report("x", refused=RefusedTarget("not-found", ""))), False, 3),
    ],
)
def test_status(reports: tuple[Report, ...], strict: bool, expected: int) -> None:
    assert status(reports, strict=strict) == expected


def test_faults_are_counted_by_severity() -> None:
    assert [report(WARNING, WARNING, INFO).number_of(one) for one in ("error", "warning", "info")] == [0, 2, 1]


START = Path("/site")
MAP, PART = "file:///site/map.xml", "file:///site/parts/a%20b.xml"


def lines(*numbers: int, document: str = MAP) -> list[SourceLine]:
    return [SourceLine(document, number) for number in numbers]


@pytest.mark.parametrize(
    ("uri", "path"),
    [(PART, "parts/a b.xml"), ("file:///else/map.xml", "/else/map.xml"), ("https://example.org/map.xml", None)],
)
def test_local_paths(uri: str, path: str | None) -> None:
    assert local_path(uri, START) == path


def test_addresses_on_the_web_are_seen_from_the_sitemap() -> None:
    addresses = ReportAddresses("https://example.org/maps/map.xml", START)
    assert addresses.short("https://example.org/maps/b%20c.xml") == "b c.xml"
    assert addresses.short("https://example.org/maps/") == "https://example.org/maps/"
    assert addresses.short("https://example.org/c.xml") == "https://example.org/c.xml"


def test_one_place() -> None:
    addresses = ReportAddresses(MAP, START)
    places = [SourceLine(MAP, 3), SourceLine(MAP), SourceLine(PART, 4), SourceLine(PART)]
    assert [addresses.place(place) for place in places] == ["line 3", "the file", "parts/a b.xml:4", "parts/a b.xml"]


@pytest.mark.parametrize(
    ("places", "text"),
    [
        (lines(3), "line 3"),
        (lines(0), "the file"),
        (lines(3, 3, 4, 5, 9), "lines 3–5, 9"),
        (lines(1, 3, 5, 7, 8), "lines 1, 3, 5 and 2 more"),
        (lines(1) + lines(2, 4, document=PART), "line 1, parts/a b.xml:2, 4"),
        (lines(0, document=PART), "parts/a b.xml"),
    ],
)
def test_many_places(places: list[SourceLine], text: str) -> None:
    assert ReportAddresses(MAP, START).places(places, 3) == text
