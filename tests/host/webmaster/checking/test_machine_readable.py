"""Annotations that GitHub understands."""

import io
import json
import re
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import jsonschema
import pytest

import system
from standard_sitemap.ssp import Fault
from standard_sitemap.webmaster.checking.machine_readable import ANNOTATIONS, write_github, write_sarif
from standard_sitemap.webmaster.checking.mistakes import Mistake
from standard_sitemap.webmaster.checking.report import NamingPage, RefusedTarget, Report

START = Path("/site")


def annotations(*reports: Report) -> list[str]:
    stream = io.StringIO()
    write_github(reports, START, stream)
    return stream.getvalue().splitlines()


@pytest.mark.promise("author", "An annotation ends where its message ends.")
def test_command_terminators_are_escaped() -> None:
    fault = Fault("bad-url", "file:///site/a%2C%3A%25.xml", 3, {"value": "100%\r\n::error::x"})
    (line,) = annotations(Report("x", "file:///site/map.xml", faults=(fault,)))
    assert line.startswith(
        "::error file=a%2C%3A%25.xml,line=3,title=bad-url (Attribute url)::“100%25\\u000d\\u000a\\u003a:error::x”"
    )


def test_similar_faults_become_few_annotations() -> None:
    faults = tuple(Fault("bad-tree", "file:///site/map.xml", line, {"value": "x"}) for line in range(1, 1001))
    lines = annotations(Report("x", "file:///site/map.xml", faults=faults))
    assert len(lines) == ANNOTATIONS
    assert lines[-1].endswith(" There are 997 more places like this.")


def test_each_remedy_has_an_annotation() -> None:
    names = [*[("href", "url")] * 3, ("Name", "name"), ("title", "name"), ("Lang", "lang"), ("id", "xml:id")]
    faults = tuple(
        Mistake("misspelled-attribute", "file:///site/map.xml", line, {"element": "item", "name": name, "right": right})
        for line, (name, right) in enumerate(names, start=2)
    )
    lines = annotations(Report("map.xml", "file:///site/map.xml", faults=faults))
    assert [re.findall('Write (.*?)="', line) for line in lines] == [["url"], ["name"], ["name"], ["lang"], ["xml:id"]]
    assert lines[-1].endswith(" There are 2 more places like this.")


def test_documents_on_the_web_are_named_in_the_message() -> None:
    fault = Fault("loop", "https://example.org/map.xml", 4, {"name": "A"})
    (line,) = annotations(Report("x", "https://example.org/map.xml", faults=(fault,)))
    assert line.startswith("::notice title=loop (Sitemaps with loops)::https://example.org/map.xml:4: “A”")


def test_unchecked_target_is_an_error() -> None:
    lines = annotations(
        Report("gone.xml", refused=RefusedTarget("not-found", "gone.xml does not exist")),
        Report("page.html", pages=(NamingPage("file:///site/page.html", None),)),
        Report("folder"),
    )
    assert lines == [
        "::error title=not-found::gone.xml does not exist",
        "::error title=no-sitemap::The page names no sitemap: page.html",
        "::error title=no-sitemap::The folder contains no sitemap: folder",
    ]


SCHEMA = Path(__file__).parents[4] / "node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"
MAP = "file:///site/a%20b/map.xml"

FAULTS = (
    Fault("dangling-reference", MAP, 4, {"id": "a", "target": MAP}),
    Fault("dangling-reference", MAP, 9, {"id": "a", "target": MAP}),
    Fault("unavailable", "https://example.org/x.xml", 0, {"reason": "none"}),
    Fault("loop", "file:///else/map.xml", 2, {"name": "A"}),
)
REPORTS = (
    Report("map.xml", MAP, faults=FAULTS),
    Report("page.html", pages=(NamingPage("file:///site/page.html", None),)),
    Report("gone.xml", refused=RefusedTarget("not-found", "gone")),
)


def log(*reports: Report, status: int = 0) -> Any:
    stream = io.StringIO()
    write_sarif(reports, status, START, stream)
    return json.loads(stream.getvalue())


@pytest.mark.parametrize("reports", [(), REPORTS], ids=["nothing", "everything"])
def test_logs_are_valid(reports: tuple[Report, ...]) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker()).validate(log(*reports, status=3))


def test_the_logs_of_the_golden_files_are_valid() -> None:
    golden = Path(__file__).parent / "golden/page.sarif"
    jsonschema.validate(json.loads(golden.read_text(encoding="utf-8")), json.loads(SCHEMA.read_text(encoding="utf-8")))


@system.not_on_windows("its paths have a drive")
def test_results_name_files_as_seen_from_the_checkout() -> None:
    results = log(*REPORTS)["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"] for result in results]
    assert places[0] == {
        "artifactLocation": {"uri": "a%20b/map.xml", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 4},
    }
    assert places[2] == {"artifactLocation": {"uri": "https://example.org/x.xml"}}
    assert places[3]["artifactLocation"] == {"uri": "file:///else/map.xml"}


@pytest.mark.parametrize(
    ("start", "uri"),
    [
        (PureWindowsPath("T:\\"), "file:///T:/"),
        (PureWindowsPath("T:\\site"), "file:///T:/site/"),
        (PurePosixPath("/"), "file:///"),
    ],
)
def test_checkout_is_a_folder_with_one_final_slash(start: Any, uri: str) -> None:
    stream = io.StringIO()
    write_sarif((), 0, start, stream)
    assert json.loads(stream.getvalue())["runs"][0]["originalUriBaseIds"] == {"SRCROOT": {"uri": uri}}


def test_fingerprints_do_not_depend_on_lines_and_are_unique() -> None:
    moved = [Fault(fault.code, fault.document, fault.line + 5, fault.params) for fault in FAULTS]
    before, after = (
        [
            result["partialFingerprints"]["faultAndNumber/v1"]
            for result in log(Report("x", MAP, faults=tuple(faults)))["runs"][0]["results"]
        ]
        for faults in (FAULTS, moved)
    )
    assert before == after
    assert len(set(before)) == len(FAULTS)


def test_levels_and_rules_belong_together() -> None:
    run = log(*REPORTS)["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [(result["ruleId"], result["level"]) for result in run["results"]] == [
        ("dangling-reference", "error"),
        ("dangling-reference", "error"),
        ("unavailable", "error"),
        ("loop", "note"),
    ]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_unchecked_target_is_a_notification() -> None:
    (invocation,) = log(*REPORTS, status=3)["runs"][0]["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 3)
    assert len(invocation["toolExecutionNotifications"]) == 2
