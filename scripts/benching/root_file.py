"""What a root file costs until its roles, class changes and first 200 rows are there, by its size; beside lxml.

Each run is a process of its own, own and lxml by turns, so that both meet the same machine and nothing is warm.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from benching import inside, plotting, serving, sitemaps
from benching.figures import Figure, middle
from benching.host import Host

_SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)
_RUNS = {10_000: 15, 30_000: 9, 100_000: 7, 300_000: 5, 1_000_000: 5}
_LARGEST = _SIZES[-1]
_IDLE_S = 10
_YARDSTICK = "beside the fastest bare lxml parse of the same bytes"


def measure(folder: Path) -> list[Figure]:
    own: dict[int, float] = {}
    lxml: dict[int, float] = {}
    for size in _SIZES:
        own[size], lxml[size] = _seconds(sitemaps.described(folder / f"{size}.xml", size), _RUNS[size])
    plotting.write(folder / "root-file.svg", "Seconds to roles, class changes and 200 rows, by items", {
        "own": own, "lxml, bare parse": lxml,
    })  # fmt: skip
    largest = folder / f"{_LARGEST}.xml"
    return [_time(own, lxml, largest), _growth(own, lxml), *_whole_host(folder, largest)]


def _seconds(file: Path, runs: int) -> tuple[float, float]:
    own, lxml = [], []
    for _run in range(runs):
        lxml.append(inside.told("lxml", file)["parsed"])
        own.append(inside.told("own", file)["resolved"])
    return _middle(own), _middle(lxml)


def _middle(clocked: list[dict[str, Any]]) -> float:
    return middle([one["cpu_s"] for one in clocked])


def _time(own: dict[int, float], lxml: dict[int, float], file: Path) -> Figure:
    size = file.stat().st_size / 1e6
    meaning = f"{_LARGEST:,} items in {size:.0f} MB to roles, class changes and the first 200 rows, {_YARDSTICK}"
    return Figure("root file", own[_LARGEST], "s CPU", meaning, lxml[_LARGEST]).kept_within(1.5)


def _growth(own: dict[int, float], lxml: dict[int, float]) -> Figure:
    grown, usual = (seconds[_LARGEST] / _LARGEST / (seconds[_SIZES[0]] / _SIZES[0]) for seconds in (own, lxml))
    meaning = f"cost of an item among {_LARGEST:,} beside one among {_SIZES[0]:,}; lxml's is {usual:.2f}"
    return Figure("root file, growth", grown, "times linear", meaning, 1.0).kept_within(1.1)


def _whole_host(folder: Path, file: Path) -> list[Figure]:
    """The whole host's peak until nothing is left to be done for the map, and what it does from then on."""
    with serving.served(folder) as server:
        page = {"url": f"{server}/", "ip": "127.0.0.1", "headers": []}
        host = Host(folder / "cache")
        try:
            site = host.ask("site.open", sitemap=f"{server}/{file.name}", page=page, private=False)["site"]
            view = host.ask("view.open", site=site, page_url=f"{server}{sitemaps.page_of_item(765_432)}")
            assert len(host.ask("view.rows", view=view["view"], count=200)["rows"]) == 200
            host.until_idle()
            peak, worked = host.peak_mb() * (1 << 20) / 1e6, host.cpu_s()
            time.sleep(_IDLE_S)
            idle = (host.cpu_s() - worked) / _IDLE_S * 1000
        finally:
            host.close()
    meaning = "peak of the whole host with that map open, fetched over HTTP; beside the size of the file"
    return [
        Figure("root file, memory", peak, "MB", meaning, file.stat().st_size / 1e6).kept_within(5),
        Figure("idle host", idle, "ms a s", f"what a host with that map open works in {_IDLE_S} s").kept_below(1),
    ]
