"""The numbers, places and exit status of a report."""

from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.ssp import Fault, Site
from standard_sitemap.webmaster.checking.report import (
    PLACES_LISTED,
    Explanations,
    RefusedTarget,
    Report,
    ReportAddresses,
    SourceLine,
    local_path,
    status,
    survey,
)

ERROR, WARNING, INFO = (Fault(code, "file:///map.xml") for code in ("bad-url", "bad-tree", "loop"))


def report(*faults: Fault, matches: int = 1) -> Report:
    return Report("map.xml", "file:///map.xml", faults=faults, explanations=(Explanations("x", matches, ()),))


@pytest.mark.parametrize(
    ("reports", "strict", "expected"),
    [
        ((), False, 1),
        ((report(),), True, 0),
        ((report(WARNING, INFO),), False, 0),
        ((report(WARNING),), True, 1),
        ((report(INFO),), True, 0),
        ((report(), report(ERROR)), False, 1),
        ((report(matches=0),), False, 1),
        ((Report("page.html"),), False, 1),
        ((report(ERROR), Report("x", refused=RefusedTarget("not-found", ""))), False, 3),
    ],
)
def test_status(reports: tuple[Report, ...], strict: bool, expected: int) -> None:
    assert status(reports, strict=strict) == expected


def test_faults_are_counted_by_severity() -> None:
    assert [report(WARNING, WARNING, INFO).number_of(severity) for severity in ("error", "warning", "info")] == [
        0,
        2,
        1,
    ]


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


NS = "http://standard-sitemap.org/2007/ns"


def surveyed(content: str, **others: str) -> Report:
    site = Site("file:///map.xml")
    files = {"file:///map.xml": content} | {f"file:///{name}.xml": text for name, text in others.items()}
    for uri in chain.from_iterable(iter(site.wanted, ())):
        if uri in files:
            site.add(uri, RetrievedFile(uri, f'<sitemap xmlns="{NS}">{files[uri]}</sitemap>'.encode()))
        else:
            site.fail(uri, "not-found", "none")
    return survey("map.xml", site)


def test_references_are_distinguished_by_where_they_lead() -> None:
    report = surveyed(
        '<item name="A" url="a" xml:id="a"/><item name="B" url="b" xml:id="b" tree="exclude"><external url="#a"/>'
        '<external url="later.xml#x"/><external url="#gone"/></item>'
        '<external url="#a"/><external url="#b"/><external url="#gone"/><external url="none.xml#x"/><external/>'
    )
    references: Any = report.references
    assert (references.total, references.shown, references.excluded, references.dead, references.unfollowed) == (
        8,
        1,
        1,
        4,
        3,
    )


def test_places_are_bounded() -> None:
    report = surveyed('<item name="A" url="a" tree="exclude"/>\n' * (PLACES_LISTED + 1))
    (tally,) = report.excluded
    assert (tally.count, len(tally.places)) == (PLACES_LISTED + 1, PLACES_LISTED)


def test_elements_of_other_files_are_counted() -> None:
    report = surveyed('<external url="b.xml#b"/>', b='<group xml:id="b"><item name="B" url="b"/></group><group/>')
    counts: Any = report.counts
    assert (counts.items, counts.groups, counts.shown, counts.excluded, counts.unreached) == (1, 2, 2, 0, 1)


def test_non_sitemap_has_no_counts() -> None:
    site = Site("file:///map.xml")
    site.add(*site.wanted(), RetrievedFile("file:///map.xml", b"<sitemap/>"))
    report = survey("map.xml", site)
    assert (report.counts, report.references, report.roles) == (None, None, {})
    assert [fault.code for fault in report.faults] == ["missing-namespace"]
