"""Finds and ends processes below one that we started. Never examines any other process."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_POLITE_S = 5.0


@dataclass(frozen=True)
class Process:
    """A process, distinguished by its start time from a later one with the same number."""

    pid: int
    started: str

    def is_alive(self) -> bool:
        stat = _stat(self.pid)
        return stat is not None and stat[1] == self.started and stat[2] != "Z"

    def arguments(self) -> list[str]:
        with contextlib.suppress(OSError):
            return (_PROC / str(self.pid) / "cmdline").read_text(errors="replace").split("\0")
        return []

    def send(self, number: signal.Signals) -> None:
        if self.is_alive():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)


def family(pid: int) -> list[Process]:
    """Return the process `pid` and its descendants, parents first."""
    children: dict[int, list[int]] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit() and (stat := _stat(int(entry.name))):
            children.setdefault(stat[0], []).append(int(entry.name))
    processes, queue = [], [pid]
    while queue:
        current = queue.pop(0)
        queue.extend(children.get(current, []))
        if stat := _stat(current):
            processes.append(Process(current, stat[1]))
    return processes


def end(processes: list[Process]) -> None:
    """Ask each process to end, and kill it after a timeout."""
    for number, patience_s in ((signal.SIGTERM, _POLITE_S), (signal.SIGKILL, _POLITE_S)):
        for process in processes:
            process.send(number)
        deadline = time.monotonic() + patience_s
        while any(process.is_alive() for process in processes):
            if time.monotonic() > deadline:
                break
            time.sleep(0.02)
        else:
            return


def _stat(pid: int) -> tuple[int, str, str] | None:
    """Return (parent, start time, state) of a process, or None."""
    try:
        text = (_PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    return int(fields[1]), fields[19], fields[0]


def naming(program: str, processes: list[Process]) -> list[Process]:
    """Return the processes that run `program`, perhaps by an interpreter with an option."""
    return [process for process in processes if any(program in argument for argument in process.arguments()[:3])]


def kill(processes: list[Process]) -> int:
    """Kill the processes and wait until they are gone; return their number."""
    for process in processes:
        process.send(signal.SIGKILL)
    deadline = time.monotonic() + _POLITE_S
    while any(process.is_alive() for process in processes) and time.monotonic() < deadline:
        time.sleep(0.01)
    return len(processes)
