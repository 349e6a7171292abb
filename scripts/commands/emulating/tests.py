"""Runs the project's tests there, and sorts their outcomes by cause."""

from __future__ import annotations

import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from commands.emulating.machine import TESTED_WITH, Machine
from commands.emulating.steps import Unexpected
from standard_sitemap.reader.identity import HOST_PROGRAM

#: Tests write their files in UTF-8, as elsewhere. The programs that they start use the system's own encoding, and
#: `scripts/check` lets no module of the host depend on it.
_UTF_8 = ("-X", "utf8")
#: Two runs side by side, of about the same length. Each one's temporary files and cache are its own.
RUNS = {
    "webmaster": ("tests/host/webmaster", "tests/protocol"),
    "reader": ("tests/host", "tests/conformance", "--ignore=tests/host/webmaster"),
}
_OPTIONS = ("-q", "--tb=short", "-p", "no:cacheprovider")
_KINDS = ("failure", "error", "skipped")
_CAUSE = 160


@dataclass
class Outcomes:
    """The number of tests that passed; all others by kind and cause, with their names."""

    passed: int = 0
    others: dict[str, dict[str, list[str]]] = field(default_factory=lambda: {kind: {} for kind in _KINDS})

    def count(self, kind: str) -> int:
        return sum(map(len, self.others[kind].values()))

    def lines(self) -> Iterable[str]:
        """Yield the sum, then each cause with its number of tests, most frequent first."""
        numbers = f"{self.count('failure')} failed, {self.count('error')} errors, {self.count('skipped')} skipped"
        yield f"{self.passed:,} passed, {numbers}"
        for kind in _KINDS:
            for cause, names in sorted(self.others[kind].items(), key=lambda entry: -len(entry[1])):
                yield f"  {kind} {len(names)}: {cause}"
                if kind != "skipped":
                    yield from (f"    {name}" for name in names)


def prepare(machine: Machine) -> None:
    """Install the wheel again, now for all users, with the packages of the tests; copy the programs beside Python.

    Some tests start the programs as in a virtual environment, others start Python without a user's packages.
    """
    machine.variables["PYTHONNOUSERSITE"] = "1"
    status, output = machine.install("standard-sitemap-navigator", *TESTED_WITH, for_user=False)
    if status:
        raise Unexpected(output)
    python = machine.path(machine.python).parent
    for name in ("standard-sitemap", HOST_PROGRAM):
        shutil.copy(python / "Scripts" / f"{name}.exe", python)


def run(machine: Machine, timeout_s: float, heard: Callable[[str], None]) -> Outcomes:
    """Run all tests; return their outcomes. Raises Unexpected if a run does not end in time."""
    outcomes = Outcomes()

    def run_some(name: str) -> tuple[Path, str]:
        report = machine.drive / f"{name}.xml"
        command = (
            machine.python,
            *_UTF_8,
            "-m",
            "pytest",
            *_OPTIONS,
            f"--junitxml={machine.name(report)}",
            *RUNS[name],
        )
        _, output = machine.run(*command, cwd=machine.project, timeout_s=timeout_s, heard=heard)
        return report, output

    with ThreadPoolExecutor(len(RUNS)) as pool:
        for report, output in pool.map(run_some, RUNS):
            if not report.exists():
                raise Unexpected(output[-2000:])
            add(outcomes, report)
    return outcomes


def add(outcomes: Outcomes, report: Path) -> None:
    """Add the outcomes of a report by pytest."""
    for case in ET.parse(report).getroot().iter("testcase"):
        problems = [part for part in case if part.tag in _KINDS]
        outcomes.passed += not problems
        for part in problems[:1]:
            name = f"{case.get('classname')}.{case.get('name')}"
            outcomes.others[part.tag].setdefault(_cause(part), []).append(name)


def _cause(part: ET.Element) -> str:
    """Return the first line of the exception, or of the reason."""
    lines = (part.get("message") or part.text or "").strip().splitlines()
    return lines[0][:_CAUSE] if lines else "no message"
