"""A map opened by a real host process while another tab continues: measures memory and that tab's waits.

Starting a host costs more than most maps, so one host is measured many times while little stays in its memory.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from commands.benching import inside, sitemaps
from driving.host_process import HostProcess
from hostile.corpus import LONG_MAPS, MAPS, NAMESPACE, PAGES, ROBOTS, Files
from hostile.responses import RESPONSES, responding
from hostile.serving import served

EVERY_S = 0.05
#: The most seconds by which any attack delays another tab's map, in the best of so many attempts.
LONGEST_WAIT_S = 0.25
ATTEMPTS = 3
#: Long enough for every response that ends.
REQUEST_S = 20
#: Openings of the other tab's map beside nothing; the fastest counts.
_ALONE = 5
PATIENCE_S = 180
#: CPU seconds of lxml's bare parse of 50,000 pages on the machine of scripts/commands/benching/results.md.
_USUAL_PARSE_S = 0.059
#: A host with this much more memory than after its start is not measured again.
_MOST_LEFT_BYTES = 40_000_000


@dataclass
class Measurement:
    """Measured seconds and bytes; `waits` has the other tab's longest wait by activity.

    A wait is the clock time from request to reply, or from the request for a small map to its view, minus the time that
    this takes beside nothing. It excludes the time when threads were ready but had no processor. Sleeping and blocking
    of the host count.
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


#: Eight letters that no address of the hostile maps contains.
TYPED = "boatyard"

#: A request that searches a site, or its view, for a text.
Search = Callable[[str, str, str], tuple[str, dict[str, Any]]]


@cache
def slowness() -> float:
    """Return how many times as long this machine takes as that of scripts/commands/benching/results.md; at least 1."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "sitemap.xml")
        file.write_text(sitemaps.urlset("https://www.example.org", 0, 50_000), encoding="utf-8")
        times = [inside.measured("lxml", str(file))[1] for _ in range(3)]
    return max(1.0, min(times) / _USUAL_PARSE_S)


class Clocks(NamedTuple):
    """A moment, in seconds: clock time, the host's CPU time, and the time that host and reader waited for a processor.

    The last two times are sums over threads. Waiting includes time that a hypervisor gave to other machines.
    """

    now: float
    worked: float
    queued: float

    def waited_since(self, then: Clocks) -> float:
        """Return the elapsed time without waiting for a processor; at least the host's CPU time."""
        passed = self.now - then.now
        return max(min(passed, self.worked - then.worked), passed - max(0.0, self.queued - then.queued))


def _queued(thread: Path) -> float:
    """Return how long a thread was ready but not running; 0 if it has ended or the system does not report it."""
    try:
        return int((thread / "schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def _stolen() -> float:
    """Return how long this virtual machine's processors were given to others (`steal` in proc(5))."""
    fields = Path("/proc/stat").read_text().partition("\n")[0].split()
    return int(fields[8]) / os.sysconf("SC_CLK_TCK")


class MeasuredHost(HostProcess):
    """A host process with a second tab that sends a request every 50 ms, or opens a small map of another site.

    Opening a map closes other maps that take too much memory, so an attack may end there. A thread reads the host's
    output, so that the time of each reply is exact.
    """

    def __init__(self) -> None:
        super().__init__(stderr=subprocess.DEVNULL)
        self.measured = Measurement()
        self.stage = "start"
        self._sent: dict[int, Clocks] = {}
        self._openings = count(1)
        self._changed = threading.Condition()
        self._ended = False
        self._other_tab: tuple[threading.Thread, threading.Event] | None = None
        threading.Thread(target=self._read, daemon=True).start()
        self.call("hello", protocol=1)

    def start_other_tab(self, base: str | None = None) -> None:
        """Send requests from another tab, from now on; with `base`, open small maps from there."""
        over = threading.Event()
        alone = min(self.opening_s(base) for _ in range(_ALONE)) if base else 0.0
        work = partial(self._open_maps, base, alone) if base else self._tick
        thread = threading.Thread(target=work, args=(over,), daemon=True)
        self._other_tab = thread, over
        thread.start()

    def opening_s(self, base: str) -> float:
        """Return the seconds until a small map is in view, without waiting for a processor."""
        before = self.clocks()
        page = {"url": f"{base}/page"}
        address = f"{base}/small?{next(self._openings)}"  # not from the cache
        site = self._asked("site.open", {"sitemap": address, "page": page, "chosen": True})["site"]
        rows = self._asked("view.open", {"site": site, "count": 100})["rows"]
        waited = self.clocks().waited_since(before)
        assert rows, "the small map is in view"
        self._asked("site.close", {"site": site})
        return waited

    def _asked(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        result: dict[str, Any] = self.answered(self.request(method, params))["result"] or {}
        return result

    def begin(self, other: str | None = None) -> None:
        """Start measuring; another tab sends requests, or opens small maps from `other`."""
        self.measured, self.stage = Measurement(), "start"
        self.events.clear()
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")  # resets the peak to the current value
        self.start_other_tab(other)

    def end(self) -> Measurement:
        """Close the other tab once it has every answer; return the measurements since `begin`."""
        assert self._other_tab
        thread, over = self._other_tab
        over.set()
        thread.join()
        with self._changed:
            assert self._changed.wait_for(lambda: not self._sent or self._ended, PATIENCE_S), (
                "the other tab has no answer"
            )
        self.measured.peak = self.peak_bytes()
        return self.measured

    def held_bytes(self) -> int:
        """Return its current memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+) kB", status)[1]) * 1024  # type: ignore[index]

    def request(self, method: str, params: Any, *, timed: bool = False) -> int:
        """Send a request and return its number; measure the reply's delay if requested."""
        with self._changed:
            now = self.clocks()
            number = super().request(method, params)
            if timed:
                self._sent[number] = now
        return number

    def call(self, method: str, **params: Any) -> Any:
        """Return the reply's result; None, recorded, for an error."""
        self.stage, started = method, time.monotonic()
        reply = self.answered(self.request(method, {name.rstrip("_"): value for name, value in params.items()}))
        self.measured.took[method] = max(time.monotonic() - started, self.measured.took.get(method, 0.0))
        assert reply.get("error", {}).get("code") != "endless", f"{method} was never answered"
        if "error" in reply:
            self.measured.errors[method] = reply["error"]["code"]
        return reply.get("result")

    def answered(self, number: int) -> dict[str, Any]:
        """Return the reply to a request, or an error of our own."""
        with self._changed:
            there = self._changed.wait_for(lambda: number in self.answers or self._ended, PATIENCE_S)
            return self.answers.pop(number, {"error": {"code": "none" if there else "endless"}})

    def settled(self, site: str) -> dict[str, Any]:
        """Return the site's final state, with the number of faults; "closed" if other maps needed its memory."""
        self.stage = "loading"

        def states() -> list[dict[str, Any]]:
            states_of_sites = [event["params"]["site"] for event in self.events if event["event"] == "site.changed"]
            return [state for state in states_of_sites if state["site"] == site and state["state"] != "loading"]

        for _ in range(4 * PATIENCE_S):
            with self._changed:
                if self._changed.wait_for(lambda: len(states()) > 1 or self._ended, 1):
                    return states()[-1]
            reply = self.answered(self.request("site.faults", {"site": site, "from": 0, "count": 0}))
            if reply.get("error", {}).get("code") == "unknown-site":
                return {"state": "closed"}
        raise AssertionError("never settled")

    def measured_until_now(self) -> Measurement:
        """Return the measurements, and end the host."""
        self._ended = True
        self.measured.peak = self.peak_bytes()
        self.close()
        return self.measured

    def clocks(self) -> Clocks:
        """Return this moment."""
        worked = time.clock_gettime(~self.process.pid << 3 | 2)  # the value of clock_getcpuclockid()
        threads = (each for process in (self.process.pid, "self") for each in Path(f"/proc/{process}/task").iterdir())
        return Clocks(time.monotonic(), worked, sum(map(_queued, threads)) + _stolen())

    def _tick(self, over: threading.Event) -> None:
        with contextlib.suppress(OSError, ValueError):
            while not self._ended and not over.is_set():
                self.request("hello", {"protocol": 1}, timed=True)
                over.wait(EVERY_S)

    def _open_maps(self, base: str, alone: float, over: threading.Event) -> None:
        while not self._ended and not over.is_set():
            stage = self.stage
            try:
                self._record_wait(stage, self.opening_s(base) - alone)
            except (OSError, ValueError, KeyError):
                if not self._ended:  # the map was refused, or never came
                    self._record_wait(stage, math.inf)
            over.wait(EVERY_S)

    def _record_wait(self, stage: str, wait: float) -> None:
        self.measured.waits[stage] = max(wait, self.measured.waits.get(stage, 0.0))
        self.measured.wait = max(wait, self.measured.wait)

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while body := self.receive_bytes():
                now = self.clocks()
                self.measured.message = max(self.measured.message, len(body))
                self._handle(json.loads(body), now)
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _handle(self, message: dict[str, Any], now: Clocks) -> None:
        with self._changed:
            number = message.get("id", -1)
            if number in self._sent:
                self._record_wait(self.stage, now.waited_since(self._sent.pop(number)))
            else:
                self.record(message)
            self._changed.notify_all()
        if message.get("event") == "fetch":
            self.request("fetched", {"fetch": message["params"]["fetch"], "ok": False})


class Hosts:
    """A sequence of hosts: each is reused while little stays in its memory."""

    def __init__(self, other: str | None = None) -> None:
        """With `other`, another tab opens small maps from there."""
        self._host: MeasuredHost | None = None
        self._bytes_at_first = 0
        self._other = other

    @contextlib.contextmanager
    def measuring(self, base: str) -> Iterator[MeasuredHost]:
        """Yield a host that has loaded everything from `base` that is loaded once, and measure it."""
        host, started = self._warm(base), time.monotonic()
        host.begin(self._other)
        try:
            yield host
            host.end()
        except BaseException:
            self.close()
            raise
        host.measured.seconds = time.monotonic() - started
        if host.workers() or host.held_bytes() > self._bytes_at_first + _MOST_LEFT_BYTES:
            self.close()

    def close(self) -> None:
        """End the host; the next measurement starts another."""
        if self._host is not None:
            self._host.close()
            self._host = None

    def _warm(self, base: str) -> MeasuredHost:
        if self._host is None:
            self._host = MeasuredHost()
            _warm_up(self._host, base)
            self._bytes_at_first = self._host.held_bytes()
        return self._host


def _warm_up(host: MeasuredHost, base: str) -> None:
    """Load everything that is loaded once, so that only a file's effect is measured."""
    host.call("locate", evidence={"url": f"{base}/page"})
    site = host.call("site.open", sitemap=f"{base}/harmless", page={"url": f"{base}/page"}, chosen=True)
    host.call("site.close", site=site["site"])
    host.measured.took.clear()


def measure(files: Files, hosts: Hosts) -> Measurement:
    """Open a map, and perform every action of a reader on it."""
    with served(files) as base, hosts.measuring(base) as host:
        _use(host, base)
    return host.measured


def measure_response(name: str, request_s: int, hosts: Hosts) -> Measurement:
    """Return the cost of a response that is fetched within this many seconds."""
    with responding(name) as base, hosts.measuring(base) as host:
        options = {"limits": {"request_seconds": request_s}}
        page = {"url": f"{base}/page"}
        site = host.call("site.open", sitemap=f"{base}/map", page=page, chosen=True, options=options)
        host.measured.state = site["state"]
        host.call("site.close", site=site["site"])
    return host.measured


def measure_beside(name: str, count: int) -> Measurement:
    """Return the cost of loading a compressed map alongside this many hostile ones from another server.

    `seconds` is the time until the map is complete, without waiting for a processor.
    """
    with responding(name) as hostile, served(_harmless_compressed()) as other:
        host = MeasuredHost()
        try:
            _warm_up(host, other)
            page = {"url": f"{hostile}/page"}
            opened = [
                host.request("site.open", {"sitemap": f"{hostile}/map?{number}", "page": page, "chosen": True})
                for number in range(count)
            ]
            before = host.clocks()
            site = host.call("site.open", sitemap=f"{other}/map", page={"url": f"{other}/page"}, chosen=True)
            if site["state"] == "loading":
                assert host.settled(site["site"])["state"] == "complete"
            seconds = host.clocks().waited_since(before)
            # Their cost counts too.
            for number in opened:
                reply = host.answered(number)
                if reply.get("result", {}).get("state") == "loading":
                    host.settled(reply["result"]["site"])
        finally:
            measured = host.measured_until_now()
        measured.seconds = seconds
        return measured


def measure_search_beside(files: Files, method: Search) -> tuple[float, float]:
    """Return the seconds until another site is open, alone and while eight letters are typed into a search.

    Both are without waiting for a processor.
    """
    with served(files) as hostile, served(_harmless_compressed()) as other:
        host = MeasuredHost()
        try:
            _warm_up(host, other)
            site = host.call("site.open", sitemap=f"{hostile}/map", page={"url": f"{hostile}/page"}, chosen=True)
            host.settled(site["site"])
            view = host.call("view.open", site=site["site"], count=0)
            alone = _seconds_to_open(host, other, "alone")
            letters = [host.request(*method(site["site"], view["view"], TYPED[: end + 1])) for end in range(len(TYPED))]
            beside = _seconds_to_open(host, other, "beside")
            for number in letters:
                host.answered(number)
        finally:
            host.measured_until_now()
        return alone, beside


def _seconds_to_open(host: MeasuredHost, base: str, query: str) -> float:
    before = host.clocks()
    site = host.call("site.open", sitemap=f"{base}/map?{query}", page={"url": f"{base}/page"}, chosen=True)
    host.call("view.open", site=site["site"], count=100)
    return host.clocks().waited_since(before)


def _harmless_compressed() -> Files:
    items = "".join(f'<item name="Page {number}" url="{number}"/>' for number in range(5_000))
    return {"/map": ("application/xml", gzip.compress(f'<sitemap xmlns="{NAMESPACE}">{items}</sitemap>'.encode()))}


def measure_page(evidence: dict[str, Any], hosts: Hosts) -> Measurement:
    """Return the cost of examining a page's report."""
    with served({}) as base, hosts.measuring(base) as host:
        host.call("locate", evidence=evidence)
    return host.measured


def measure_suggestions(robots: bytes, hosts: Hosts) -> Measurement:
    """Return the cost of looking for the sitemaps of a site with this robots.txt."""
    with served({"/robots.txt": ("text/plain", robots)}) as base, hosts.measuring(base) as host:
        host.call("suggest", page={"url": f"{base}/page"})
    return host.measured


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
    for row in [branch for branch in rows["rows"] if branch["children"] and not branch["open"]][:5] if rows else ():
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


def attacks(hosts: Hosts) -> dict[str, Callable[[], Measurement]]:
    """Return all attacks of the corpus, as functions that measure each."""
    return {
        **{name: partial(_measure_made, made, hosts) for name, made in MAPS.items()},
        **{name: partial(measure_page, made(), hosts) for name, made in PAGES.items()},
        **{name: partial(measure_suggestions, made(), hosts) for name, made in ROBOTS.items()},
        **{name: partial(measure_response, name, REQUEST_S, hosts) for name in RESPONSES},
    }


def _measure_made(made: Callable[[], Files], hosts: Hosts) -> Measurement:
    return measure(made(), hosts)


def least_delay(attack: Callable[[], Measurement], hosts: Hosts) -> Measurement:
    """Return the attempt that delays the other tab least, because other programs use the machine, too."""
    runs: list[Measurement] = []
    while len(runs) < ATTEMPTS and not any(run.wait <= LONGEST_WAIT_S for run in runs):
        runs.append(attack())
        hosts.close()
    return min(runs, key=lambda run: run.wait)


def report(names: list[str]) -> None:
    """Print a line for each named attack, or all: megabytes, the other tab's delay, and the activity during it."""
    with served({}) as other:
        hosts = Hosts(other)
        measures = attacks(hosts) | {name: partial(_measure_made, made, hosts) for name, made in LONG_MAPS.items()}
        for name in names or attacks(hosts):
            run = least_delay(measures[name], hosts)
            stage = max(run.waits, key=lambda stage: run.waits[stage], default="")
            sys.stdout.write(f"{name:40} {run.peak / 1e6:6.0f} MB {run.wait:6.2f} s {stage}\n")


if __name__ == "__main__":
    report(sys.argv[1:])
