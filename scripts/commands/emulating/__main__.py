"""`scripts/prove windows`: installs and uses the project on Windows, and runs its tests there.

The machine is Wine with CPython for Windows and real wheels, in a folder that is removed afterwards. Exit status 1 if a
step or a test fails, or if time or disk exceed their bounds.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from commands.emulating import steps, tests
from commands.emulating.machine import Machine
from commands.preparing import SILENCE_S, say

MINUTES = 20
_MEGABYTES = 2_000


class Proof:
    """A machine, what was seen on it, and whether all was well."""

    def __init__(self, machine: Machine, minutes: float = MINUTES) -> None:
        self.begun = time.monotonic()
        self.machine = machine
        self.minutes = minutes
        self.lines: list[str] = []
        self.is_well = True
        self._heard = self.begun

    def do(self, name: str, work: Callable[[Machine], str | None]) -> bool:
        """Run one step and record its facts; return whether it went well."""
        say(f"{name} begins")
        begun = time.monotonic()
        try:
            facts, state = work(self.machine) or "", "well  "
        except (steps.Unexpected, AssertionError, KeyError, OSError, RuntimeError, ValueError) as problem:
            facts, state, self.is_well = f"{type(problem).__name__}: {problem}", "FAILED", False
        self.lines.append(f"{state} {name} ({time.monotonic() - begun:.0f} s): {facts}".rstrip(": "))
        say(self.lines[-1])
        return state != "FAILED"

    def test(self) -> None:
        """Run the tests in the remaining time."""
        outcomes = tests.run(self.machine, self.minutes * 60 - (time.monotonic() - self.begun), self._progress)
        self.lines += ["", "== tests", *outcomes.lines()]
        self.is_well = self.is_well and outcomes.are_well

    def measure(self) -> None:
        """Compare time and disk with their bounds."""
        minutes = (time.monotonic() - self.begun) / 60
        megabytes = sum(file.lstat().st_size for file in self.machine.folder.rglob("*")) / 1e6
        self.lines += [
            "",
            f"{minutes:.1f} minutes (at most {self.minutes:g}), {megabytes:,.0f} MB (at most {_MEGABYTES:,})",
        ]
        self.is_well = self.is_well and minutes <= self.minutes and megabytes <= _MEGABYTES

    def _progress(self, line: str) -> None:
        if time.monotonic() - self._heard > SILENCE_S:
            self._heard = time.monotonic()
            say(line)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/prove windows", description="Installs and uses the project on Windows, and runs its tests there."
    )
    parser.add_argument("--without-tests", action="store_true", help="only what readers and webmasters do")
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"at most ({MINUTES}); more on a busy machine")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="windows-", dir="/var/tmp") as folder:
        machine = Machine(Path(folder))
        proof = Proof(machine, options.minutes)
        try:
            _prove(proof, with_tests=not options.without_tests)
        finally:
            machine.end()
    print("\n".join(["\n== summary", *proof.lines]))
    return 0 if proof.is_well else 1


def _prove(proof: Proof, *, with_tests: bool) -> None:
    if proof.do("machine", Machine.make):
        for step in steps.STEPS:
            proof.do(step.__name__.replace("_", " "), step)
        if with_tests and proof.do("packages of the tests", tests.prepare):
            proof.test()
    proof.measure()


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    sys.exit(main(sys.argv[1:]))
