"""Runs checks side by side and reports which failed. Goes on after a failure: one run tells all.

A step is a program. Its output is kept until it has ended, so that those of several do not mix; only pytest's progress,
a line for each file of tests, is shown as it comes. What pytest counts is added up to one line at the end.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_PROGRESS = re.compile(r"\[ *\d+%\]$")
_COUNTED = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed|warnings?)\b")
_SUMMARY = re.compile(r"^(=+ )?.*\b(passed|failed|errors?|no tests ran)\b.* in [\d.:]+s\b")
_ORDER = ("failed", "passed", "skipped", "xfailed", "xpassed", "warnings", "errors")
_PRINTING = threading.Lock()


@dataclass(frozen=True)
class Step:
    """A program to run, by a name that readers see."""

    name: str
    command: Sequence[str]


@dataclass(frozen=True)
class Outcome:
    name: str
    is_well: bool
    seconds: float
    output: str


def located(program: str) -> str:
    """Where `program` is: in the virtual environment, in node_modules, or in the path."""
    ours = (Path(sys.executable).with_name(program), ROOT / "node_modules" / ".bin" / program)
    return next((str(path) for path in ours if path.exists()), shutil.which(program) or program)


def run_all(steps: Sequence[Step], lanes: int = 0) -> int:
    """Runs steps in their order, as many at a time as there are lanes, and prints all; returns the exit status.

    There are as many lanes as cores where none are given, but two at least: tests in browsers wait more than they work.
    """
    begun = time.monotonic()
    with ThreadPoolExecutor(lanes or max(2, os.cpu_count() or 2)) as pool:
        outcomes = list(pool.map(_run, steps))
    print("\n== summary")
    for outcome in outcomes:
        print(f"{'well  ' if outcome.is_well else 'FAILED'} {outcome.name} ({outcome.seconds:.1f} s)")
    if line := tally([outcome.output for outcome in outcomes], time.monotonic() - begun):
        print(line)
    return 0 if all(outcome.is_well for outcome in outcomes) else 1


def _run(step: Step) -> Outcome:
    begun = time.monotonic()
    _print(f"· {step.name} begins")
    lines: list[str] = []
    with subprocess.Popen(
        [located(step.command[0]), *step.command[1:]],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if _PROGRESS.search(line.rstrip()):
                _print(f"· {step.name}: {line.rstrip()}")
    seconds = time.monotonic() - begun
    _print(f"\n== {step.name} ({seconds:.1f} s)\n{''.join(lines).rstrip()}")
    return Outcome(step.name, process.returncode == 0, seconds, "".join(lines))


def _print(text: str) -> None:
    with _PRINTING:
        print(text, flush=True)


def tally(outputs: Sequence[str], seconds: float) -> str:
    """A last line such as pytest's, for all of its runs among these outputs together; "" where there was none."""
    counts: Counter[str] = Counter()
    last_lines = [output.strip().rpartition("\n")[2] for output in outputs]
    summaries = [line for line in last_lines if _SUMMARY.match(line)]
    for line in summaries:
        for number, kind in _COUNTED.findall(line):
            counts[{"error": "errors", "warning": "warnings"}.get(kind, kind)] += int(number)
    if not summaries:
        return ""
    parts = [f"{counts[kind]} {_numbered(kind, counts[kind])}" for kind in _ORDER if counts[kind]] or ["no tests ran"]
    clock = f" ({int(seconds) // 3600}:{int(seconds) // 60 % 60:02}:{int(seconds) % 60:02})" if seconds >= 60 else ""
    return f" {', '.join(parts)} in {seconds:.2f}s{clock} ".center(80, "=")


def _numbered(kind: str, count: int) -> str:
    return kind.removesuffix("s") if count == 1 else kind
