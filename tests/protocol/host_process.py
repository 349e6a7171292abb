"""A host process, as a browser sees it."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from protocol import contract

PATIENCE_S = 90
"""A host that says nothing for so long is ended, and the test with it."""


class Host:
    """A host process; it keeps its cache below `folder` where one is given."""

    def __init__(self, folder: Path | None = None, arguments: tuple[str, ...] = ()) -> None:
        command = [sys.executable, "-m", "standard_sitemap.native.process", *arguments]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        environment = os.environ | ({"XDG_CACHE_HOME": str(folder)} if folder is not None else {})
        self.process = subprocess.Popen(command, env=environment, **pipes)
        self.events: list[dict[str, Any]] = []
        self.answers: dict[Any, dict[str, Any]] = {}
        self._number = 0
        self._methods: dict[Any, str] = {}
        self._settled: str | None = None

    def send_bytes(self, body: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(struct.pack("=I", len(body)) + body)
        self.process.stdin.flush()

    def request(self, method: Any, params: Any) -> int:
        self._number += 1
        self._methods[self._number] = str(method)
        self.send_bytes(json.dumps({"id": self._number, "method": method, "params": params}).encode())
        return self._number

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout
        timer = threading.Timer(PATIENCE_S, self.process.kill)
        timer.start()
        header = self.process.stdout.read(4)
        timer.cancel()
        assert len(header) == 4, self.ended()
        body = self.process.stdout.read(struct.unpack("=I", header)[0])
        message: dict[str, Any] = json.loads(body)
        contract.check(message, self._methods.get(message.get("id")))
        if "event" in message:
            self.events.append(message)
        else:
            self.answers[message["id"]] = message
        return message

    def answer(self, number: int | None) -> dict[str, Any]:
        while number not in self.answers:
            self.receive()
        return self.answers.pop(number)

    def greet(self) -> Host:
        assert "result" in self.answer(self.request("hello", {"protocol": 1}))
        return self

    def settled(self, sitemap: str, page: str, **options: Any) -> dict[str, Any]:
        """The SITE of a sitemap once all of it came that will come; the browser fetches nothing for the host.

        The one opened like this before is closed.
        """
        if self._settled is not None:
            self.answer(self.request("site.close", {"site": self._settled}))
            self.events.clear()
        number = self.request("site.open", {"sitemap": sitemap, "page": {"url": page}, "options": options})
        site: dict[str, Any] | None = None
        while site is None or not is_settled(self.events, site):
            message = self.receive()
            if message.get("event") == "fetch":
                self.request("fetched", {"fetch": message["params"]["fetch"], "ok": False})
            if message.get("id") == number:
                site = message["result"]
        found: dict[str, Any] = _states(self.events, site)[-1]
        self.events.clear()
        self._settled = found["site"]
        return found

    def faults(self, site: str) -> list[str]:
        """The codes of a site's faults."""
        answer = self.answer(self.request("site.faults", {"site": site, "from": 0, "count": 500}))
        return [fault["code"] for fault in answer["result"]["faults"]]

    def peak_bytes(self) -> int:
        """The most memory that the process has held so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) * 1024  # type: ignore[index]

    def ended(self) -> tuple[int, bytes, bytes]:
        """Exit status, what was left on standard output, and standard error."""
        output, errors = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, output, errors

    def close(self) -> None:
        """End it, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()


def _states(events: list[dict[str, Any]], site: dict[str, Any]) -> list[dict[str, Any]]:
    told = [event["params"]["site"] for event in events if event["event"] == "site.changed"]
    return [state for state in told if state["site"] == site["site"] and state["state"] != "loading"]


def is_settled(events: list[dict[str, Any]], site: dict[str, Any]) -> bool:
    """Whether all was told of a site: its last state, and that once more with the faults."""
    return len(_states(events, site)) >= 2
