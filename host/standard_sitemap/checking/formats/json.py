"""Reports as one JSON object, for programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, TextIO

from standard_sitemap.checking.report import Report
from standard_sitemap.checking.wording import REASONS
from standard_sitemap.model.faults import Fault


def write(reports: tuple[Report, ...], status: int, stream: TextIO) -> None:
    """Writes `{"status", "reports": [...]}`; a report's keys are its fields."""
    stream.write(f'{{"status": {status}, "reports": [')
    for number, report in enumerate(reports):
        stream.write(",\n" if number else "\n")
        stream.write(f'{json.dumps(_report(report), ensure_ascii=False)[:-1]}, "faults": [')
        for place, fault in enumerate(report.faults):
            stream.write(",\n " if place else "\n ")
            stream.write(json.dumps(_fault(fault), ensure_ascii=False))
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
        "explanations": [asdict(one) for one in report.explanations],
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
