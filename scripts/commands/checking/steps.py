"""Runs checks side by side and summarises them. Continues after a failure, so that one run reports everything.

A step is a program. Its output is shown if it fails; pytest's progress is shown as one line per file. The summary names
the time of each step, failed tests with the command that repeats them, and the slowest tests. Its last line adds up
pytest's counts.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from commands import ROOT

_SLOWEST = 10
_PROGRESS = re.compile(r"\[ *\d+%\]$")
_COUNTED = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed|warnings?)\b")
_SUMMARY = re.compile(r"^(=+ )?.*\b(passed|failed|errors?|no tests ran)\b.* in [\d.:]+s\b")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - (.*))?$", re.MULTILINE)
_DURATION = re.compile(r"^([\d.]+)s (?:call|setup|teardown) +(tests/.+)$", re.MULTILINE)
_ORDER = ("failed", "passed", "skipped", "xfailed", "xpassed", "warnings", "errors")
_PRINTING = threading.Lock()


def _nothing() -> None:
    """Return at once."""


@dataclass(frozen=True)
class Step:
    """A program to run, with a name for readers."""

    name: str
    command: Sequence[str]
    #: The command that repeats the step; a pytest step names its failed tests instead.
    again: str = "scripts/check"
    variables: Mapping[str, str] = field(default_factory=dict)
    #: Waits until the step can start; raises if it cannot.
    wait: Callable[[], None] = _nothing


@dataclass(frozen=True)
class Outcome:
    """The result of a step: its time by the clock and on processors, and its output."""

    step: Step
    is_well: bool
    seconds: float
    cpu_seconds: float
    output: str


def located(program: str) -> str:
    """Return the path of `program`: in the project, in its environments, or on the system's PATH."""
    if "/" in program:
        return str(ROOT / program)
    ours = (Path(sys.executable).with_name(program), ROOT / "node_modules" / ".bin" / program)
    return next((str(path) for path in ours if path.exists()), shutil.which(program) or program)


def run_all(steps: Sequence[Step], lanes: int = 0, *, alone: Sequence[Step] = ()) -> int:
    """Run steps in order, one per lane, then `alone` one by one; return the exit status.

    The default is one lane per core, and at least two.
    """
    begun = time.monotonic()
    with ThreadPoolExecutor(lanes or max(2, os.cpu_count() or 2)) as pool:
        outcomes = list(pool.map(_run, steps))
    outcomes += [_run(step) for step in alone]
    print("\n".join(summary(outcomes, time.monotonic() - begun)), flush=True)
    return 0 if all(outcome.is_well for outcome in outcomes) else 1


def _run(step: Step) -> Outcome:
    begun = time.monotonic()
    try:
        step.wait()
    except (OSError, RuntimeError) as error:
        _print(f"\n== {step.name} cannot start: {error}")
        return Outcome(step, False, time.monotonic() - begun, 0.0, str(error))
    begun = time.monotonic()
    _print(f"· {step.name} begins")
    lines: list[str] = []
    process = subprocess.Popen(
        [located(step.command[0]), *step.command[1:]],
        cwd=ROOT, env=os.environ | step.variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace",
    )  # fmt: skip
    assert process.stdout is not None
    with process.stdout:
        for line in process.stdout:
            lines.append(line)
            if _PROGRESS.search(line.rstrip()):
                _print(f"· {step.name}: {line.rstrip()}")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds, output = time.monotonic() - begun, "".join(lines)
    is_well = process.returncode == 0
    _print(f"· {step.name}: well ({seconds:.1f} s)" if is_well else f"\n== {step.name} failed\n{output.rstrip()}")
    return Outcome(step, is_well, seconds, usage.ru_utime + usage.ru_stime, output)


def _print(text: str) -> None:
    with _PRINTING:
        print(text, flush=True)


def summary(outcomes: Sequence[Outcome], seconds: float) -> Iterator[str]:
    """Yield the lines of the summary; the last adds up pytest's counts, if it ran."""
    yield "\n== summary"
    for outcome in outcomes:
        state = "well  " if outcome.is_well else "FAILED"
        yield f"{state} {outcome.step.name} ({outcome.seconds:.1f} s, {outcome.cpu_seconds:.1f} s of processor)"
    durations = [
        (float(number), test) for outcome in outcomes for number, test in _DURATION.findall(outcome.output)
    ]  # fmt: skip
    if durations:
        yield "\n== slowest tests"
        yield from (f"{number:6.1f} s {test}" for number, test in sorted(durations, reverse=True)[:_SLOWEST])
    if failed := [outcome for outcome in outcomes if not outcome.is_well]:
        yield "\n== failed; run again by"
        yield from dict.fromkeys(command for outcome in failed for command in _again(outcome))
    if line := tally([outcome.output for outcome in outcomes], seconds):
        yield line


def _again(outcome: Outcome) -> list[str]:
    """Return the commands that repeat the failed parts of a step, with the reasons that pytest states."""
    failed = _FAILED.findall(outcome.output)
    tests = [f"scripts/test {shlex.quote(test)}{reason and f'  # {reason}'}" for test, reason in failed]
    return tests or [outcome.step.again]


def tally(outputs: Sequence[str], seconds: float) -> str:
    """Return the sum of all of pytest's last lines in these outputs, in the same form; "" if there are none."""
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
