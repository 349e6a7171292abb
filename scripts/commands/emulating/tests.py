"""Runs the project's tests there, and sorts their outcomes by cause."""

from __future__ import annotations

import shutil
import time
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
#: Runs of pytest, longest first: two at a time, each with its own report, so that none is lost with another.
_FOLDERS = {
    "command line": ("tests/host/cli", "tests/host/integrations"),
    "protocol": ("tests/protocol",),
    "checking": ("tests/host/webmaster/checking",),
    "fetching and reader": ("tests/host/fetching", "tests/host/reader"),
    "webmaster": ("tests/host/webmaster",),
    "conformance": ("tests/conformance",),
    "host": ("tests/host",),
}
_LANES = 2
_OPTIONS = ("-q", "--tb=short", "-p", "no:cacheprovider")
_KINDS = ("failure", "error", "skipped")
_CAUSE = 160
_SHOWN = 2_000


@dataclass
class Outcomes:
    """The number of tests that passed; all others by kind and cause, with their names."""

    passed: int = 0
    others: dict[str, dict[str, list[str]]] = field(default_factory=lambda: {kind: {} for kind in _KINDS})
    seconds: dict[str, float] = field(default_factory=dict)
    #: The end of the output of runs without a report, by name.
    unfinished: dict[str, str] = field(default_factory=dict)

    @property
    def are_well(self) -> bool:
        return not (self.count("failure") or self.count("error") or self.unfinished)

    def count(self, kind: str) -> int:
        return sum(map(len, self.others[kind].values()))

    def lines(self) -> Iterable[str]:
        """Yield the sum, then each cause with its number of tests, most frequent first."""
        numbers = f"{self.count('failure')} failed, {self.count('error')} errors, {self.count('skipped')} skipped"
        yield f"{self.passed:,} passed, {numbers}"
        yield ", ".join(f"{name} {seconds:.0f} s" for name, seconds in self.seconds.items())
        yield from (f"  without a report: {name}\n{output}" for name, output in self.unfinished.items())
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
    """Run all tests within that time; return their outcomes."""
    outcomes, end = Outcomes(), time.monotonic() + timeout_s

    def run_some(name: str) -> tuple[str, Path, str]:
        begun, report = time.monotonic(), machine.drive / f"{name}.xml"
        options = (*_OPTIONS, f"--junitxml={machine.name(report)}", *arguments(name))
        command = (machine.python, *_UTF_8, "-m", "pytest", *options)
        _, output = machine.run(*command, cwd=machine.project, timeout_s=end - begun, heard=heard)
        outcomes.seconds[name] = time.monotonic() - begun
        return name, report, output

    with ThreadPoolExecutor(_LANES) as pool:
        for name, report, output in pool.map(run_some, _FOLDERS):
            if report.exists():
                add(outcomes, report)
            else:
                outcomes.unfinished[name] = output[-_SHOWN:]
    return outcomes


def arguments(name: str) -> list[str]:
    """Return the folders of a run for pytest, without the folders inside them that have a run of their own."""
    inner = [folder for other, folders in _FOLDERS.items() if other != name for folder in folders]
    outer = [f"{folder}/" for folder in _FOLDERS[name]]
    return [*_FOLDERS[name], *(f"--ignore={folder}" for folder in inner if folder.startswith(tuple(outer)))]


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
