"""A map opened by a real host process while another tab goes on: how large it grew, and how long that tab waited."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from driving.host_process import HostProcess
from hostile.corpus import LONG_MAPS, MAPS, PAGES, Files
from hostile.serving import served

EVERY_S = 0.05
PATIENCE_S = 180


@dataclass
class Measured:
    """What was seen; seconds, bytes. `waits` has the longest wait of the other tab by what was going on.

    A wait is the time of the clock from request to reply, without what the host's threads and ours were ready to run
    and had no processor: on a busy machine everybody waits, for other reasons. What the host sleeps or is blocked
    counts.
    """

    peak: int = 0
    wait: float = 0.0
    message: int = 0
    seconds: float = 0.0
    waits: dict[str, float] = field(default_factory=dict)
    took: dict[str, float] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)
    state: str = ""


class Clocks(NamedTuple):
    """A moment, in seconds: of the clock; that the host has worked; that host and reader had to wait for a processor.

    The latter two are sums over threads.
    """

    now: float
    worked: float
    queued: float

    def waited_since(self, then: Clocks) -> float:
        """What passed without being the busy machine's; never less than the host worked of it."""
        passed = self.now - then.now
        return max(min(passed, self.worked - then.worked), passed - max(0.0, self.queued - then.queued))


def _queued(thread: Path) -> float:
    """How long a thread was ready to run and did not; 0 where it has ended or the system does not tell."""
    try:
        return int((thread / "schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


class MeasuredHost(HostProcess):
    """A host process and a tab of its own that asks something every 50 ms, whatever else goes on.

    A thread reads what the host sends, so that the moment of each reply is seen however long the test looks elsewhere.
    """

    def __init__(self) -> None:
        super().__init__(stderr=subprocess.DEVNULL)
        self.measured = Measured()
        self.stage = "start"
        self._sent: dict[int, Clocks] = {}
        self._changed = threading.Condition()
        self._ended = False
        threading.Thread(target=self._read, daemon=True).start()
        self.call("hello", protocol=1)

    def start_other_tab(self) -> None:
        threading.Thread(target=self._tick, daemon=True).start()

    def request(self, method: str, params: Any, *, timed: bool = False) -> int:
        """Sends a request; its number. The wait for the reply is measured where it is to be timed."""
        with self._changed:
            now = self._clocks()
            number = super().request(method, params)
            if timed:
                self._sent[number] = now
        return number

    def call(self, method: str, **params: Any) -> Any:
        """The reply's result; None where it is an error, which is noted."""
        self.stage, started = method, time.monotonic()
        number = self.request(method, {name.rstrip("_"): value for name, value in params.items()})
        with self._changed:
            there = self._changed.wait_for(lambda: number in self.answers or self._ended, PATIENCE_S)
            reply = self.answers.pop(number, {"error": {"code": "none" if there else "endless"}})
        self.measured.took[method] = max(time.monotonic() - started, self.measured.took.get(method, 0.0))
        assert reply.get("error", {}).get("code") != "endless", f"{method} was never answered"
        if "error" in reply:
            self.measured.errors[method] = reply["error"]["code"]
        return reply.get("result")

    def settled(self, site: str) -> dict[str, Any]:
        """The site's last state, faults counted."""
        self.stage = "loading"

        def states() -> list[dict[str, Any]]:
            found = [one["params"]["site"] for one in self.events if one["event"] == "site.changed"]
            return [one for one in found if one["site"] == site and one["state"] != "loading"]

        with self._changed:
            assert self._changed.wait_for(lambda: len(states()) > 1 or self._ended, 4 * PATIENCE_S), "never settled"
            return states()[-1]

    def measured_until_now(self) -> Measured:
        """What was seen, and the host ended."""
        self._ended = True
        self.measured.peak = self.peak_bytes()
        self.close()
        return self.measured

    def _clocks(self) -> Clocks:
        worked = time.clock_gettime(~self.process.pid << 3 | 2)  # what clock_getcpuclockid() returns
        threads = (each for process in (self.process.pid, "self") for each in Path(f"/proc/{process}/task").iterdir())
        return Clocks(time.monotonic(), worked, sum(map(_queued, threads)))

    def _tick(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while not self._ended:
                self.request("hello", {"protocol": 1}, timed=True)
                time.sleep(EVERY_S)

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while body := self.receive_bytes():
                now = self._clocks()
                self.measured.message = max(self.measured.message, len(body))
                self._handle(json.loads(body), now)
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _handle(self, message: dict[str, Any], now: Clocks) -> None:
        with self._changed:
            number = message.get("id", -1)
            if number in self._sent:
                waits, wait = self.measured.waits, now.waited_since(self._sent.pop(number))
                waits[self.stage] = max(wait, waits.get(self.stage, 0.0))
                self.measured.wait = max(wait, self.measured.wait)
            else:
                self.record(message)
            self._changed.notify_all()
        if message.get("event") == "fetch":
            self.request("fetched", {"fetch": message["params"]["fetch"], "ok": False})


def _warm_up(host: MeasuredHost, base: str) -> None:
    """Have everything loaded that is loaded once: what is measured is what a file does."""
    site = host.call("site.open", sitemap=f"{base}/harmless", page={"url": f"{base}/page"}, chosen=True)
    host.call("site.close", site=site["site"])
    host.measured.took.clear()


def measure(files: Files) -> Measured:
    """Open a map, and do with it all that a reader does."""
    with served(files) as base:
        host, started = MeasuredHost(), time.monotonic()
        try:
            _warm_up(host, base)
            host.start_other_tab()
            _use(host, base)
        finally:
            host.measured.seconds = time.monotonic() - started
            measured = host.measured_until_now()
    return measured


def measure_page(evidence: dict[str, Any]) -> Measured:
    """What a page says, looked through."""
    host, started = MeasuredHost(), time.monotonic()
    try:
        host.call("locate", evidence={"url": evidence["url"]})
        host.start_other_tab()
        host.call("locate", evidence=evidence)
    finally:
        host.measured.seconds = time.monotonic() - started
        measured = host.measured_until_now()
    return measured


def _use(host: MeasuredHost, base: str) -> None:
    languages = ["de-AT", "en", "fr", "pt-BR", "zh-Hant"]
    page, options = {"url": f"{base}/page"}, {"languages": languages, "group_size": 20}
    site = host.call("site.open", sitemap=f"{base}/map", page=page, chosen=True, options=options, private=True)
    if site is None:
        return
    name = site["site"]
    view = host.call("view.open", site=name, page_url=f"{base}/page", count=100)
    state = host.settled(name)
    host.measured.state = state["state"]
    if view is None:
        view = host.call("view.open", site=name, page_url=f"{base}/page", count=100)
    total = host.call("site.faults", site=name, from_=0, count=500)
    for fault in total["faults"] if total else ():
        host.measured.faults[fault["code"]] = host.measured.faults.get(fault["code"], 0) + 1
    if view is not None:
        _look(host, name, view["view"], base)
    host.call("menu", site=name, count=200)
    host.call("find", site=name, text="a", limit=100)
    host.call("search", site=name, term="what")
    host.call("visit", site=name, role="home", page_url=f"{base}/page")
    host.call("site.configure", site=name, options={"include_user": True})
    host.call("site.close", site=name)


def _look(host: MeasuredHost, site: str, view: str, base: str) -> None:
    rows = host.call("view.rows", view=view, from_=0, count=200)
    for row in [one for one in rows["rows"] if one["children"] and not one["open"]][:5] if rows else ():
        host.call("view.toggle", view=view, key=row["key"], open=True)
    for row in rows["rows"][:2] if rows else ():
        host.call("visit", site=site, key=row["key"], page_url=f"{base}/page")
        host.call("menu", site=site, key=row["key"], count=200)
    host.call("view.rows", view=view, from_=0, count=200)
    host.call("view.find", view=view, text="zzz")
    host.call("view.update", view=view, page_url=f"{base}/i")
    host.call("view.update", view=view, filter="i")
    host.call("view.rows", view=view, from_=0, count=200)
    host.call("view.update", view=view, filter="", open=[])


def report(names: list[str]) -> None:
    """Measures the cases of these names, or all, and writes a line for each: megabytes, seconds another tab waited."""
    maps = MAPS | LONG_MAPS
    for name in names or [*maps, *PAGES]:
        found = measure(maps[name]()) if name in maps else measure_page(PAGES[name]())
        sys.stdout.write(f"{name:40} {found.peak / 1e6:6.0f} MB {found.wait:6.2f} s {found.message:9,} bytes\n")


if __name__ == "__main__":
    report(sys.argv[1:])
