"""What all benchmarks share: figures with yardstick and bound, the machine, a server, and the real host's process."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import platform
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from queue import Queue
from statistics import median
from typing import Any, NamedTuple

from benching.sitemaps import NAMESPACE
from demo.loopback import serving

HOST_PROGRAM = Path(sys.executable).with_name("standard-sitemap-host")
HELLO = {"id": 0, "method": "hello", "params": {"protocol": 1, "extension": "0.1.0", "browser": "chrome"}}
_LENGTH = struct.Struct("=I")
_PATIENCE_S = 120


@dataclass(frozen=True)
class Figure:
    """A measured number; `yardstick` is what the same run measured for comparison, `is_met` None without a bound."""

    name: str
    value: float
    unit: str
    meaning: str
    yardstick: float | None = None
    bound: str = ""
    is_met: bool | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the yardstick."""
        return self.value / self.yardstick if self.yardstick else None

    def below(self, bound: float) -> Figure:
        """The same with a bound that it must stay below."""
        return replace(self, bound=f"< {bound:g} {self.unit}", is_met=self.value < bound)

    def within(self, times: float) -> Figure:
        """The same with a bound in multiples of its yardstick, which it may reach."""
        return replace(self, bound=f"<= {times:g} times", is_met=self.ratio is not None and self.ratio <= times)

    def as_json(self) -> dict[str, object]:
        return asdict(self) | {"ratio": self.ratio}


def table(figures: Sequence[Figure]) -> str:
    """The figures as aligned text."""
    rows = [("", "measured", "yardstick", "ratio", "bound", "")]
    for one in figures:
        ratio = "" if one.ratio is None else f"{one.ratio:.2f}"
        yardstick = "" if one.yardstick is None else _number(one.yardstick, one.unit)
        met = {None: "", True: "met", False: "MISSED"}[one.is_met]
        rows.append((one.name, _number(one.value, one.unit), yardstick, ratio, one.bound, met))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join([*lines, "", *(f"  {one.name}: {one.meaning}" for one in figures)])


def _number(value: float, unit: str) -> str:
    return f"{value:.3g} {unit}" if abs(value) < 100 else f"{value:.0f} {unit}"


def plot(path: Path, title: str, series: Mapping[str, Mapping[int, float]]) -> None:
    """Draws one line for each series of costs by size, into an SVG file; nothing where the library is not there."""
    if importlib.util.find_spec("matplotlib") is None:
        return
    from matplotlib.figure import Figure as Drawing

    figure = Drawing(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for name, costs in series.items():
        axes.loglog(list(costs), list(costs.values()), marker="o", label=name)
    axes.set(title=title, xlabel="items")
    axes.grid(which="major", alpha=0.3)
    axes.legend()
    figure.savefig(path.with_suffix(".svg"))


def by_turns(runs: int, *works: Callable[[], Any]) -> tuple[list[Any], ...]:
    """What each work returns in each run: by turns, so that all meet the same machine."""
    rounds = [[work() for work in works] for _ in range(runs)]
    return tuple(map(list, zip(*rounds, strict=True)))


def middle(values: Sequence[float]) -> float:
    """The median; 0 of nothing."""
    return median(values) if values else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of `values` does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def ms_since(moment: float) -> float:
    """Milliseconds since a moment of `time.monotonic`."""
    return (time.monotonic() - moment) * 1000


def machine() -> dict[str, object]:
    """What tells one run from another."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return {
        "cores": os.cpu_count() or 0,
        "processor": next(names, platform.machine()),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "load": load(),
    }


def load() -> float:
    """How many processes wanted a core, on average of the last minute."""
    return round(os.getloadavg()[0], 1)


#: Notes when the page's body first bears a class of the display family.
_WATCH = """<script>
  new MutationObserver((_, observer) => {
    if (!/(^| )sitemap-/.test(document.body?.className ?? '')) return;
    window.classAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
</script>"""
_TEXT = "<p>Some text that is painted as soon as it is there.</p>\n" * 20


def served(folder: Path) -> contextlib.AbstractContextManager[str]:
    """The address of a server of sitemaps from a folder, and of pages that announce them at the pace asked for.

    A page's address says all about it: `/page/ANNOUNCED/PACE/SITEMAP/…`, where ANNOUNCED is `link`, `header` or `none`,
    and PACE is how many milliseconds after its head a page's body is sent, or `once`.
    """
    return serving(partial(_Handler, folder))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 0

    def __init__(self, folder: Path, *given: Any) -> None:
        self._folder = folder
        super().__init__(*given)

    def do_GET(self) -> None:
        parts = self.path.strip("/").split("/")
        if parts[0] == "page":
            self._page(*parts[1:4])
        elif (self._folder / parts[0]).is_file():
            self._whole((self._folder / parts[0]).read_bytes(), "application/xml")
        else:
            self._whole(b"<!DOCTYPE html><title>Another</title><p>Another page.", "text/html")

    def _whole(self, body: bytes, content_type: str) -> None:
        self._head({"Content-Type": content_type, "Content-Length": str(len(body))})
        self.wfile.write(body)

    def _page(self, announced: str, pace: str, sitemap: str) -> None:
        fields = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Connection": "close"}
        self._head(fields | ({"X-Standard-Sitemap-Location": f"/{sitemap}"} if announced == "header" else {}))
        links = f'<link rel="schema.map" href="{NAMESPACE}"><link rel="map.location" href="/{sitemap}">'
        head = f"<!DOCTYPE html><html><head><title>{self.path}</title>{links if announced == 'link' else ''}{_WATCH}\n"
        body = f"</head><body>{_TEXT}</body></html>"
        if pace == "once":
            self.wfile.write((head + body).encode())
        else:
            self.wfile.write(head.encode())
            time.sleep(int(pace) / 1000)
            self.wfile.write(body.encode())
        self.close_connection = True

    def _head(self, fields: dict[str, str]) -> None:
        self.send_response(200)
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is inherited)
        """Says nothing: the terminal is for the figures."""


def framed(message: object) -> bytes:
    """A native message as it is sent."""
    body = json.dumps(message).encode()
    return _LENGTH.pack(len(body)) + body


class Message(NamedTuple):
    """A message from the host, and when it arrived."""

    at: float
    content: dict[str, Any]


@contextlib.contextmanager
def running_host(cache: Path) -> Iterator[Host]:
    """A host that ends as the block is left."""
    host = Host(cache)
    try:
        yield host
    finally:
        host.close()


class Host:
    """One running host, spoken to as a browser does; every event that it sends is in `events`."""

    def __init__(self, cache: Path) -> None:
        self.events: list[Message] = []
        variables = os.environ | {"XDG_CACHE_HOME": str(cache)}
        self._process = subprocess.Popen([HOST_PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=variables)
        self._responses: dict[int, Queue[Message]] = {0: Queue()}
        threading.Thread(target=self._read, daemon=True).start()
        self._write(HELLO)
        self._responses[0].get(timeout=30)

    def request(self, method: str, **params: object) -> Any:
        """The result of a request; raises RuntimeError where it is refused."""
        return self.result(self.send(method, **params))

    def open_site(self, server: str, sitemap: str, page: str = "/", **params: object) -> int:
        """Sends the request to open a sitemap of `server` for a page there; its number."""
        evidence = {"url": server + page, "ip": "127.0.0.1", "headers": []}
        return self.send("site.open", sitemap=f"{server}/{sitemap}", page=evidence, **{"private": True} | params)

    def send(self, method: str, **params: object) -> int:
        """Sends a request; its number."""
        number = len(self._responses)
        self._responses[number] = Queue()
        self._write({"id": number, "method": method, "params": params})
        return number

    def result(self, number: int) -> Any:
        """The result of a request that was sent; waits for it."""
        response = self._responses[number].get(timeout=_PATIENCE_S).content
        if "error" in response:
            raise RuntimeError(str(response["error"]))
        return response["result"]

    def event(self, name: str, since: int = 0) -> Message:
        """The first event of that name; waits for it."""
        deadline = time.monotonic() + _PATIENCE_S
        while time.monotonic() < deadline:
            for event in self.events[since:]:
                if event.content["event"] == name:
                    return event
            time.sleep(0.002)
        raise RuntimeError(f"no {name}")

    def cpu_s(self) -> float:
        """Seconds of processor that the host has used, in hundredths."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def idle_cpu_s(self, seconds: float) -> float:
        """Seconds of processor that it uses in so many, once it works no more: after a second without any."""
        deadline, worked = time.monotonic() + _PATIENCE_S, -1.0
        while self.cpu_s() > worked and time.monotonic() < deadline:
            worked = self.cpu_s()
            time.sleep(1)
        worked = self.cpu_s()
        time.sleep(seconds)
        return self.cpu_s() - worked

    def peak_mb(self) -> float:
        """The most memory it ever had."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))

    def close(self) -> None:
        """Ends it as a browser does."""
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
            message = Message(time.monotonic(), json.loads(stream.read(_LENGTH.unpack(header)[0])))
            if "event" in message.content:
                self.events.append(message)
            else:
                self._responses[message.content["id"]].put(message)
