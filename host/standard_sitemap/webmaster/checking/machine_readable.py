"""Reports for programs: JSON, GitHub workflow commands, and SARIF 2.1.0.

GitHub annotates lines of a pull request, and shows ten errors and ten warnings per step. So similar faults become a few
annotations with their number. In SARIF, for code scanning, every fault is a result, and every code that occurs is a
rule.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO

from standard_sitemap import __version__
from standard_sitemap.fetching.file_uris import folder_uri
from standard_sitemap.model.display_text import ascii_json, printable, printable_json
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.url_paths import quoted
from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.checking.report import Report, ReportAddresses, SourceLine, local_path
from standard_sitemap.webmaster.checking.wording import REASONS, REPORTED, CodeGroup, generally, grouped, nothing_found


def write_json(reports: tuple[Report, ...], status: int, stream: TextIO) -> None:
    """Write `{"status", "reports": [...]}`; a report's keys are its fields."""
    stream.write(f'{{"status": {status}, "reports": [')
    for number, report in enumerate(reports):
        stream.write(",\n" if number else "\n")
        stream.write(f'{printable_json(_report(report))[:-1]}, "faults": [')
        for place, fault in enumerate(report.faults):
            stream.write(",\n " if place else "\n ")
            stream.write(printable_json(_fault(fault)))
        stream.write("]}")
    stream.write("\n]}\n")


def _report(report: Report) -> dict[str, Any]:
    return {
        "target": report.target,
        "sitemap": report.sitemap,
        "pages": [asdict(page) for page in report.pages],
        "refused": asdict(report.refused) if report.refused else None,
        "documents": [document._asdict() for document in report.documents],
        "counts": asdict(report.counts) if report.counts else None,
        "references": asdict(report.references) if report.references else None,
        "roles": {role: [asdict(node) for node in nodes] for role, nodes in report.roles.items()},
        "excluded": [{**asdict(tally), "because": REASONS[tally.reason]} for tally in report.excluded],
        "unreached": [{**asdict(tally), "because": REASONS[tally.reason]} for tally in report.unreached],
        "unused": list(report.unused),
        "explanations": [asdict(explanation) for explanation in report.explanations],
    }


def _fault(fault: Fault) -> dict[str, Any]:
    return {
        "code": fault.code,
        "clause": fault.clause,
        "severity": fault.severity,
        "message": fault.message,
        "document": fault.document,
        "line": fault.line,
        "params": dict(fault.params),
    }


# Annotations per code. GitHub's limit has room for three such groups, not for hundreds of faults with one code.
ANNOTATIONS = 3
# Commands of GitHub's runner, which has no `info`.
_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def write_github(reports: tuple[Report, ...], start: Path, stream: TextIO) -> None:
    """Write one line per annotation, with paths relative to `start`."""
    for report in reports:
        if report.refused is not None:
            stream.write(_command("error", report.refused.code, report.refused.message, SourceLine(""), start))
        elif report.sitemap is None:
            stream.write(_command("error", "no-sitemap", nothing_found(report), SourceLine(""), start))
        addresses = ReportAddresses(report.sitemap, start)
        for group in grouped(report.faults, addresses.short):
            for line in _annotations(group, start):
                stream.write(line)


def _annotations(group: CodeGroup, start: Path) -> list[str]:
    shown = group.shown(ANNOTATIONS)
    places = max(1, ANNOTATIONS + 1 - len(shown))
    each = [(f"{alike.problem} {alike.remedy}", place) for alike in shown for place in alike.places[:places]]
    each = each[: max(ANNOTATIONS, len(shown))]
    beyond = group.count - len(each)
    title = f"{group.code} ({group.rule.clause})"
    messages = [message for message, _ in each]
    if beyond:
        messages[-1] += (
            f" There {'is' if beyond == 1 else 'are'} {counted(beyond, 'more place', 'more places')} like this."
        )
    command = _COMMANDS[group.rule.severity]
    return [_command(command, title, message, at, start) for message, (_, at) in zip(messages, each, strict=True)]


def _command(command: str, title: str, message: str, place: SourceLine, start: Path) -> str:
    path = local_path(place.document, start)
    properties = {"title": title}
    if path is not None:
        properties = {"file": path, **({"line": str(place.line)} if place.line else {}), "title": title}
    elif place.document:
        message = f"{place.document}{f':{place.line}' if place.line else ''}: {message}"
    written = ",".join(f"{name}={_escaped_property(value)}" for name, value in properties.items())
    return f"::{command} {written}::{_escaped(message)}\n"


def _escaped(text: str) -> str:
    return printable(text).replace("%", "%25")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
# SARIF 2.1.0, 3.27.10: the levels are none, note, warning and error.
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_BASE = "SRCROOT"
# Fault parameters that hold line numbers or full addresses.
_PLACES = frozenset({"first", "reason", "target"})


def write_sarif(reports: tuple[Report, ...], status: int, start: Path, stream: TextIO) -> None:
    """Write the log, one result per line. Files below `start` are named relative to it."""
    used = {fault.code for report in reports for fault in report.faults}
    codes = [code for code in REPORTED if code in used]
    head = {
        "tool": {"driver": _driver(codes)},
        "invocations": [_invocation(reports, status)],
        "originalUriBaseIds": {_BASE: {"uri": folder_uri(start)}},
        "columnKind": "unicodeCodePoints",
    }
    stream.write(f'{{"$schema": {ascii_json(SCHEMA)}, "version": "2.1.0", "runs": [\n')
    stream.write(f'{ascii_json(head)[:-1]}, "results": [')
    for number, result in enumerate(_results(reports, codes, start)):
        stream.write(",\n" if number else "\n")
        stream.write(ascii_json(result))
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
    notes: list[dict[str, Any]] = []
    for report in reports:
        if report.refused is not None:
            text = {"text": printable(report.refused.message)}
            notes.append({"level": "error", "descriptor": {"id": report.refused.code}, "message": text})
        elif report.sitemap is None:
            notes.append({"level": "error", "message": {"text": printable(nothing_found(report))}})
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
        "message": {"text": printable(fault.message)},
        "locations": [{"physicalLocation": location}],
    }


@lru_cache(maxsize=1_000)  # called for each fault, with few different files
def _artifact(uri: str, start: Path) -> dict[str, str]:
    path = local_path(uri, start)
    if path is None or Path(path).root:
        return {"uri": uri}
    return {"uri": quoted(path), "uriBaseId": _BASE}


def _fingerprint(fault: Fault, start: Path) -> str:
    """Return a hash that stays the same if lines are inserted above a fault or the checkout moves."""
    params = [value for name, value in sorted(fault.params.items()) if name not in _PLACES]
    identity = "\0".join((fault.code, local_path(fault.document, start) or fault.document, *params))
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:16]
