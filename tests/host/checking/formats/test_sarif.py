"""Logs that code scanning accepts: held against the official schema, which an npm package brings."""

import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from standard_sitemap.checking.formats import sarif
from standard_sitemap.checking.report import NamingPage, Refused, Report
from standard_sitemap.ssp import Fault

SCHEMA = Path(__file__).parents[4] / "node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"
START = Path("/site")
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
    Report("gone.xml", refused=Refused("not-found", "gone")),
)


def log(*reports: Report, status: int = 0) -> Any:
    stream = io.StringIO()
    sarif.write(reports, status, START, stream)
    return json.loads(stream.getvalue())


@pytest.mark.parametrize("reports", [(), REPORTS], ids=["nothing", "everything"])
def test_logs_are_valid(reports: tuple[Report, ...]) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker()).validate(log(*reports, status=3))


def test_the_logs_of_the_golden_files_are_valid() -> None:
    golden = Path(__file__).parents[1] / "golden/page.sarif"
    jsonschema.validate(json.loads(golden.read_text(encoding="utf-8")), json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_results_name_files_as_seen_from_the_checkout() -> None:
    results = log(*REPORTS)["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"] for result in results]
    assert places[0] == {
        "artifactLocation": {"uri": "a%20b/map.xml", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 4},
    }
    assert places[2] == {"artifactLocation": {"uri": "https://example.org/x.xml"}}
    assert places[3]["artifactLocation"] == {"uri": "file:///else/map.xml"}


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


def test_what_could_not_be_checked_is_a_notification() -> None:
    (invocation,) = log(*REPORTS, status=3)["runs"][0]["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 3)
    assert len(invocation["toolExecutionNotifications"]) == 2
