"""A host process, driven as by a browser, for tests of the protocol and for benchmarks."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import PIPE
from typing import Any

from driving.folders import own_folders

_WAIT_S = 90
_LENGTH = struct.Struct("=I")


class HostProcess:
    """A host that keeps its cache below `folder`, if given.

    Its output is read while waiting: replies go to `answers` by number, events to `events` in order.
    """

    def __init__(
        self,
        folder: Path | None = None,
        arguments: tuple[str, ...] = (),
        stderr: int = PIPE,
        program: tuple[str, ...] = ("-m", "standard_sitemap.reader.native.process"),
        starter: str = sys.executable,
        variables: Mapping[str, str] = os.environ,
    ) -> None:
        command = [starter, *program, *arguments]
        environment = {**variables} | (own_folders(folder) if folder is not None else {})
        self.process = subprocess.Popen(command, env=environment, stdin=PIPE, stdout=PIPE, stderr=stderr)
        self.events: list[dict[str, Any]] = []
        self.answers: dict[Any, dict[str, Any]] = {}
        self._number = 0

    def send_bytes(self, body: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(_LENGTH.pack(len(body)) + body)
        self.process.stdin.flush()

    def request(self, method: Any, params: Any) -> int:
        """Send a request; return its number."""
        self._number += 1
        self.send_bytes(json.dumps({"id": self._number, "method": method, "params": params}).encode())
        return self._number

    def receive_bytes(self) -> bytes:
        """Return the body of the next message; empty at the end of the pipe."""
        assert self.process.stdout
        header = self.process.stdout.read(_LENGTH.size)
        return self.process.stdout.read(_LENGTH.unpack(header)[0]) if len(header) == _LENGTH.size else b""

    def receive(self) -> dict[str, Any]:
        """Wait for the next message and return it."""
        body = self.receive_bytes()
        assert body, self.ended()
        message: dict[str, Any] = json.loads(body)
        self.record(message)
        return message

    def record(self, message: dict[str, Any]) -> None:
        """Store a message for its waiting caller."""
        if "event" in message:
            self.events.append(message)
        else:
            self.answers[message["id"]] = message

    def answer(self, number: int | None) -> dict[str, Any]:
        """Wait for the reply to a request and return it."""
        while number not in self.answers:
            self.receive()
        return self.answers.pop(number)

    def call(self, method: str, **params: object) -> Any:
        """Send a request, wait, and return its result."""
        return self.result(self.request(method, params))

    def result(self, number: int) -> Any:
        """Return the result of a sent request. Raises RuntimeError for an error."""
        reply = self.answer(number)
        if "error" in reply:
            raise RuntimeError(str(reply["error"]))
        return reply["result"]

    def event(self, name: str) -> dict[str, Any]:
        """Wait for the next event with a name and return its params."""
        while not any(event["event"] == name for event in self.events):
            self.receive()
        place = next(place for place, event in enumerate(self.events) if event["event"] == name)
        params: dict[str, Any] = self.events.pop(place)["params"]
        return params

    def workers(self) -> list[int]:
        """Return the process ids of its running workers."""
        started = (_read(task / "children") for task in Path(f"/proc/{self.process.pid}/task").iterdir())
        return [int(pid) for text in started for pid in text.split()]

    def cpu_s(self) -> float:
        """Return its CPU seconds, in steps of 10 ms, including its workers."""
        return _cpu_s(self.process.pid) + sum(map(_cpu_s, self.workers()))

    def peak_bytes(self) -> int:
        """Return its peak memory, plus that of each running worker."""
        assert self.process.poll() is None, "it is running"
        return sum(map(_peak_bytes, (self.process.pid, *self.workers())))

    def ended(self) -> tuple[int, bytes, bytes]:
        """Return exit status, the rest of standard output, and standard error."""
        output, errors = self.process.communicate(timeout=_WAIT_S)
        return self.process.returncode, output, errors

    def close(self) -> None:
        """End it unconditionally."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()


def _read(file: Path) -> str:
    """Return the process state as text; empty if its thread has ended meanwhile."""
    try:
        return file.read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _cpu_s(pid: int) -> float:
    """Return the CPU seconds of a process and of its finished children; 0 once its parent has counted it."""
    fields = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def _peak_bytes(pid: int) -> int:
    """Return the peak memory of a process; 0 if it has just ended, because its memory is freed."""
    peak = re.search(r"VmHWM:\s*(\d+) kB", _read(Path(f"/proc/{pid}/status")))
    return int(peak[1]) * 1024 if peak else 0
