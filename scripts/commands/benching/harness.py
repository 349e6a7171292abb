"""The common parts of all benchmarks: figures with yardstick and bound, resource usage, a server, a host."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from statistics import median
from typing import NamedTuple, Self
from unittest import mock

from commands.benching.sitemaps import NAMESPACE
from demo.loopback import QuietHandler, serving
from driving.host_process import HostProcess


@dataclass(frozen=True)
class Figure:
    """A measured number; `yardstick` is a comparison value from the same run, `is_met` is None without a bound."""

    name: str
    value: float
    unit: str
    meaning: str
    yardstick: float | None = None
    bound: str = ""
    is_met: bool | None = None

    @property
    def ratio(self) -> float | None:
        """The value as a multiple of the yardstick."""
        return self.value / self.yardstick if self.yardstick else None

    def below(self, bound: float) -> Figure:
        """Return the figure with an upper bound, exclusive."""
        return replace(self, bound=f"< {bound:g} {self.unit}", is_met=self.value < bound)

    def within(self, times: float) -> Figure:
        """Return the figure with an upper bound in multiples of its yardstick, inclusive."""
        return replace(self, bound=f"<= {times:g} times", is_met=self.ratio is not None and self.ratio <= times)


_HEAD = ("", "measured", "yardstick", "unit", "ratio", "bound", "")


def _cells(figure: Figure) -> tuple[str, ...]:
    """Return a figure's row below `_HEAD`, its numbers with three digits."""
    numbers = (figure.value, figure.yardstick, figure.ratio)
    measured, yardstick, ratio = ("" if number is None else f"{number:.3g}" for number in numbers)
    met = "" if figure.is_met is None else "met" if figure.is_met else "MISSED"
    return (figure.name, measured, yardstick, figure.unit, ratio, figure.bound, met)


def as_markdown(title: str, figures: Sequence[Figure]) -> str:
    """Return the figures as a section with a table, and below it their meanings."""
    rows = [_HEAD, ("---",) * len(_HEAD), *map(_cells, figures)]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"\n## {title}\n\n{table}\n" + "".join(f"- {figure.name}: {figure.meaning}\n" for figure in figures)


def print_table(title: str, figures: Sequence[Figure]) -> None:
    """Print the figures, and below them their meanings."""
    rows = [_HEAD, *map(_cells, figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    print("", title, *lines, "", *(f"  {figure.name}: {figure.meaning}" for figure in figures), sep="\n", flush=True)


def plot(path: Path, title: str, series: Mapping[str, Mapping[int, float]], of: str = "items") -> None:
    """Draw one line per series of costs by size into a PNG file; do nothing without the library."""
    with contextlib.suppress(ModuleNotFoundError):
        from matplotlib.figure import Figure as Drawing

        figure = Drawing(figsize=(6.4, 4), layout="constrained")
        axes = figure.subplots()
        for name, costs in series.items():
            axes.loglog(list(costs), list(costs.values()), marker="o", label=name)
        axes.set(title=title, xlabel=of)
        axes.grid(which="major", alpha=0.3)
        axes.legend()
        figure.savefig(path.with_suffix(".png"), dpi=100)


class ResourceUse(NamedTuple):
    """The resources used by a process or a part of its work: seconds, CPU seconds, and peak megabytes."""

    s: float
    cpu_s: float
    peak_mb: float


def task(name: str, *arguments: object) -> ResourceUse:
    """Return the resources used by the timed part of a task of `commands.benching.inside`, in a separate process."""
    command = [sys.executable, "-m", "commands.benching.inside", name, *map(str, arguments)]
    return ResourceUse(*json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))


def command(*words: object) -> ResourceUse:
    """Return the resources used by a command from start to end; discard its output."""
    null, started = subprocess.DEVNULL, time.monotonic()
    with subprocess.Popen(list(map(str, words)), stdout=null, stderr=null, env=_plain_environment()) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return ResourceUse(time.monotonic() - started, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def _plain_environment() -> dict[str, str]:
    # A reader's Python keeps its compiled modules; PYTHONDONTWRITEBYTECODE would have each process compile them again.
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def medians(runs: int, *works: Callable[[], ResourceUse]) -> list[ResourceUse]:
    """Return the median resources of each work. The works take turns, so that all meet the same conditions."""
    rounds = [[work() for work in works] for _ in range(runs)]
    return [ResourceUse(*map(median, zip(*runs_of_one, strict=True))) for runs_of_one in zip(*rounds, strict=True)]


def ms_since(moment: float) -> float:
    """Return the milliseconds since a moment of `time.monotonic`."""
    return (time.monotonic() - moment) * 1000


class Host(HostProcess):
    """A running host after the handshake; it ends when its `with` block ends."""

    def __init__(self, cache: Path) -> None:
        # Simulates an installation for readers: selenium has installed trio here, which httpcore loads if present.
        cache.mkdir(exist_ok=True)
        (cache / "trio.py").write_text("raise ImportError\n", encoding="utf-8")
        with mock.patch.dict(os.environ, _plain_environment() | {"PYTHONPATH": str(cache)}, clear=True):
            super().__init__(cache)
        self.call("hello", protocol=1, extension="0.1.0", browser="chrome")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open_site(self, server: str, sitemap: str, page: str = "/", **params: object) -> int:
        """Send the request to open a sitemap of `server` for a page there; return its number."""
        about = {"url": server + page, "ip": "127.0.0.1", "headers": []}
        return self.request("site.open", {"sitemap": f"{server}/{sitemap}", "page": about, "private": True, **params})

    def idle_cpu_s(self, seconds: float) -> float:
        """Return the CPU seconds used in this many seconds, after a second without any work."""
        worked = -1.0
        while self.cpu_s() > worked:
            worked = self.cpu_s()
            time.sleep(1)
        time.sleep(seconds)
        return self.cpu_s() - worked


#: Records when the page's body first has a class of the display family.
_WATCH = """<script>
  new MutationObserver((_, observer) => {
    if (!/(^| )sitemap-/.test(document.body?.className ?? '')) return;
    window.classAt = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
</script>"""
_BODY = f"</head><body>{'<p>Some text that is painted as soon as it is there.</p>' * 20}</body></html>"
_OTHER = b"<!DOCTYPE html><title>Another</title><p>Another page."


def served(folder: Path) -> contextlib.AbstractContextManager[str]:
    """Return the address of a server of sitemaps in a folder, and of pages that announce them at a given pace.

    The path of a page describes it: `/page/ANNOUNCED/PACE/SITEMAP/…`. ANNOUNCED is `link` or `header`. PACE is the
    delay of a page's body after its head in milliseconds, or `once`. Any other page announces nothing.
    """
    return serving(partial(_Handler, directory=str(folder)))


class _Handler(QuietHandler, SimpleHTTPRequestHandler):
    protocol_version, wbufsize = "HTTP/1.1", 0
    extensions_map = {".xml": "application/xml"}  # noqa: RUF012 (the base class has it so)

    def do_GET(self) -> None:
        first, *more = self.path.strip("/").split("/")
        if first == "page":
            self._page(*more[:3])
        elif Path(self.directory, first).is_file():
            super().do_GET()
        else:
            self._head({"Content-Type": "text/html", "Content-Length": str(len(_OTHER))})
            self.wfile.write(_OTHER)

    def _page(self, announced: str, pace: str, sitemap: str) -> None:
        fields = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Connection": "close"}
        self._head(fields | ({"X-Standard-Sitemap-Location": f"/{sitemap}"} if announced == "header" else {}))
        links = f'<link rel="schema.map" href="{NAMESPACE}"><link rel="map.location" href="/{sitemap}">'
        head = f"<!DOCTYPE html><html><head><title>{self.path}</title>{links if announced == 'link' else ''}{_WATCH}\n"
        if pace == "once":
            self.wfile.write((head + _BODY).encode())
        else:
            self.wfile.write(head.encode())
            time.sleep(int(pace) / 1000)
            self.wfile.write(_BODY.encode())

    def _head(self, fields: dict[str, str]) -> None:
        self.send_response(200)
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
