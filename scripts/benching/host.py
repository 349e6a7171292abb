"""The real host process, spoken to as a browser does."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from typing import Any

PROGRAM = Path(sys.executable).with_name("standard-sitemap-host")
HELLO = {"id": 0, "method": "hello", "params": {"protocol": 1, "extension": "0.1.0", "browser": "chrome"}}
_LENGTH = struct.Struct("=I")
_TICKS = os.sysconf("SC_CLK_TCK")


def framed(message: object) -> bytes:
    """A message as it is sent."""
    body = json.dumps(message).encode()
    return _LENGTH.pack(len(body)) + body


@dataclass
class Told:
    """A message from the host, and when it came."""

    at: float
    message: dict[str, Any]


@dataclass
class Host:
    """One running host; everything it tells unasked is in `events`."""

    cache: Path
    events: list[Told] = field(default_factory=list)

    def __post_init__(self) -> None:
        variables = os.environ | {"XDG_CACHE_HOME": str(self.cache)}
        self._process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=variables)
        self._answers: dict[int, Queue[Told]] = {0: Queue()}
        self._last = 0
        threading.Thread(target=self._read, daemon=True).start()
        self._write(HELLO)
        self._answers[0].get(timeout=30)

    def ask(self, method: str, **params: object) -> Any:
        """The result of a request; raises RuntimeError where it is refused."""
        return self.result(self.begin(method, **params))

    def begin(self, method: str, **params: object) -> int:
        """Send a request; its number."""
        self._last += 1
        self._answers[self._last] = Queue()
        self._write({"id": self._last, "method": method, "params": params})
        return self._last

    def result(self, number: int) -> Any:
        """The result of a request that was sent."""
        message = self._answers[number].get(timeout=120).message
        if "error" in message:
            raise RuntimeError(str(message["error"]))
        return message["result"]

    def event(self, name: str, since: int = 0) -> Told:
        """The first event of that name; waits for it."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            for told in self.events[since:]:
                if told.message["event"] == name:
                    return told
            time.sleep(0.002)
        raise RuntimeError(f"no {name}")

    def cpu_s(self) -> float:
        """Seconds of processor that the host has used, in hundredths."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def until_idle(self) -> None:
        """Wait until it works no more: a second without any."""
        deadline, worked = time.monotonic() + 120, -1.0
        while self.cpu_s() > worked and time.monotonic() < deadline:
            worked = self.cpu_s()
            time.sleep(1)

    def peak_mb(self) -> float:
        """The most memory it ever had."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))

    def close(self) -> None:
        """End it as a browser does."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)

    def _write(self, message: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(framed(message))
        self._process.stdin.flush()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while header := stream.read(_LENGTH.size):
            message = json.loads(stream.read(_LENGTH.unpack(header)[0]))
            told = Told(time.monotonic(), message)
            if "event" in message:
                self.events.append(told)
            else:
                self._answers[message["id"]].put(told)
