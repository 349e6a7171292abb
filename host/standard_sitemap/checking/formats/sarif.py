"""Reports as a SARIF 2.1.0 log, for code scanning: every fault a result, every code that occurs a rule."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from standard_sitemap import __version__
from standard_sitemap.checking.report import Report, local_path
from standard_sitemap.checking.wording import REPORTED, generally, nothing_found
from standard_sitemap.model.faults import Fault

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
# SARIF 2.1.0, 3.27.10: levels are none, note, warning and error.
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_BASE = "SRCROOT"
# Parameters of faults that hold lines or whole addresses.
_PLACES = frozenset({"first", "reason", "target"})


def write(reports: tuple[Report, ...], status: int, start: Path, stream: TextIO) -> None:
    """Writes the log on few lines; files below `start` are named as seen from it."""
    used = {fault.code for report in reports for fault in report.faults}
    codes = [code for code in REPORTED if code in used]
    head = {
        "tool": {"driver": _driver(codes)},
        "invocations": [_invocation(reports, status)],
        "originalUriBaseIds": {_BASE: {"uri": f"{start.as_uri()}/"}},
        "columnKind": "unicodeCodePoints",
    }
    stream.write(f'{{"$schema": {json.dumps(SCHEMA)}, "version": "2.1.0", "runs": [\n')
    stream.write(f'{json.dumps(head)[:-1]}, "results": [')
    for number, result in enumerate(_results(reports, codes, start)):
        stream.write(",\n" if number else "\n")
        stream.write(json.dumps(result))
    stream.write("\n]}]}\n")


def _driver(codes: list[str]) -> dict[str, Any]:
    return {
        "name": "standard-sitemap check",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
    }


def _rule(code: str) -> dict[str, Any]:
    rule = REPORTED[code]
    return {
        "id": code,
        "shortDescription": {"text": generally(rule.problem)},
        "help": {"text": generally(rule.remedy)},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"clause": rule.clause},
    }


def _invocation(reports: tuple[Report, ...], status: int) -> dict[str, Any]:
    notes = [
        {"level": "error", "descriptor": {"id": report.refused.code}, "message": {"text": report.refused.message}}
        for report in reports
        if report.refused is not None
    ] + [
        {"level": "error", "message": {"text": nothing_found(report)}}
        for report in reports
        if report.refused is None and report.sitemap is None
    ]
    return {"executionSuccessful": not notes, "exitCode": status, "toolExecutionNotifications": notes}


def _results(reports: tuple[Report, ...], codes: list[str], start: Path) -> Iterator[dict[str, Any]]:
    index_of = {code: index for index, code in enumerate(codes)}
    met: Counter[str] = Counter()
    for report in reports:
        for fault in report.faults:
            result = _result(fault, index_of[fault.code], start)
            print_of = _fingerprint(fault, start)
            met[print_of] += 1
            result["partialFingerprints"] = {"faultAndNumber/v1": f"{print_of}:{met[print_of]}"}
            yield result


def _result(fault: Fault, rule_index: int, start: Path) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": _artifact(fault.document, start)}
    if fault.line:
        location["region"] = {"startLine": fault.line}
    return {
        "ruleId": fault.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[fault.severity],
        "message": {"text": fault.message},
        "locations": [{"physicalLocation": location}],
    }


@lru_cache(maxsize=1_000)  # called for each fault, of few files
def _artifact(uri: str, start: Path) -> dict[str, str]:
    path = local_path(uri, start)
    if path is None or Path(path).is_absolute():
        return {"uri": uri}
    return {"uri": quote(path), "uriBaseId": _BASE}


def _fingerprint(fault: Fault, start: Path) -> str:
    """What stays the same when lines are inserted above a fault, or the checkout lies elsewhere."""
    params = [value for name, value in sorted(fault.params.items()) if name not in _PLACES]
    identity = "\0".join((fault.code, local_path(fault.document, start) or fault.document, *params))
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:16]
