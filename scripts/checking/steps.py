"""Runs the checks one after another and tells which failed. Goes on after a failure: one run tells all."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Step:
    """A named check; `run` says whether all was well."""

    name: str
    run: Callable[[], bool]


@dataclass(frozen=True)
class Outcome:
    name: str
    is_well: bool
    seconds: float


def beside(first: Sequence[str], *others: Sequence[str]) -> Callable[[], bool]:
    """A check that is several programs: the others one after another beside the first, told of once all are done."""

    def run() -> bool:
        with tempfile.TemporaryFile("w+") as said, ThreadPoolExecutor() as threads:
            beside_it = threads.submit(lambda: [_is_well(arguments, said) for arguments in others])
            outcomes = [_is_well(first, None), *beside_it.result()]
            said.seek(0)
            print(said.read(), flush=True)
        return all(outcomes)

    return run


def command(*arguments: str) -> Callable[[], bool]:
    """A check that is a program: of the virtual environment, of node_modules, or of the path."""
    return lambda: _is_well(arguments, None)


def _is_well(arguments: Sequence[str], output: IO[str] | None) -> bool:
    program = [located(arguments[0]), *arguments[1:]]
    return subprocess.run(program, check=False, cwd=ROOT, stdout=output, stderr=output).returncode == 0


def located(program: str) -> str:
    """Where `program` is, ours before the machine's."""
    ours = (Path(sys.executable).with_name(program), ROOT / "node_modules" / ".bin" / program)
    return next((str(path) for path in ours if path.exists()), shutil.which(program) or program)


def run_all(steps: Sequence[Step]) -> list[Outcome]:
    outcomes = []
    for step in steps:
        print(f"\n== {step.name}", flush=True)
        begun = time.monotonic()
        outcomes.append(Outcome(step.name, step.run(), time.monotonic() - begun))
    return outcomes


def summary(outcomes: Sequence[Outcome]) -> int:
    """Prints a line for each outcome; returns the exit status."""
    print("\n== summary")
    for outcome in outcomes:
        print(f"{'well  ' if outcome.is_well else 'FAILED'} {outcome.name} ({outcome.seconds:.1f} s)")
    return 0 if all(outcome.is_well for outcome in outcomes) else 1
