"""How soon rows can be shown once a large sitemap is parsed, beside one of ten items; by the real host."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from benching import serving, sitemaps
from benching.figures import Figure, middle, percentile
from benching.host import Host

_RUNS = 3
_SCREEN = 60


@dataclass
class _Times:
    """Milliseconds of one kind of sitemap, one entry a run."""

    first: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    current: list[float] = field(default_factory=list)
    rows: list[float] = field(default_factory=list)
    indexing: list[float] = field(default_factory=list)
    peak_mb: list[float] = field(default_factory=list)


def measure(folder: Path) -> list[Figure]:
    small, flat, deep = _Times(), _Times(), _Times()
    sitemaps.flat(folder / "small.xml", 10)
    sitemaps.flat(folder / "flat.xml", 1_000_000)
    sitemaps.sections(folder / "sections.xml", 10_000, 100)
    with serving.served(folder) as server:
        for _run in range(_RUNS):
            _add_run(small, folder, server, "small.xml", sitemaps.page_of_item(8))
            _add_run(flat, folder, server, "flat.xml", sitemaps.page_of_item(765_432))
            _add_run(deep, folder, server, "sections.xml", sitemaps.page_of_section(7_654, 88))
    return [*_figures("flat million", flat, small), *_figures("10,000 sections of 100", deep, small)]


def _figures(name: str, times: _Times, small: _Times) -> list[Figure]:
    first, cpu, current = middle(times.first), middle(times.cpu), middle(times.current)
    later, indexing = percentile(times.rows, 0.95), percentile(times.indexing, 0.95)
    return [
        Figure(
            f"first rows, {name}", first, "ms",
            f"end of parsing to the first {_SCREEN} rows, a page deep in the map being open; beside ten items",
            middle(small.first)
        ).kept_below(1000),
        Figure(f"first rows, {name}, CPU", cpu, "ms", "what of it the host worked", middle(small.cpu)),
        Figure(
            f"current page, {name}", current, "ms", "end of parsing to the row of that page being known",
            middle(small.current),
        ),
        Figure(
            f"later rows, {name}, p95", later, "ms", f"{_SCREEN} rows from anywhere, 95 of 100 answers are as fast",
            percentile(small.rows, 0.95),
        ),
        Figure(
            f"rows while indexing, {name}, p95", indexing, "ms",
            "the same while the host makes its index for the first search by name",
            percentile(small.rows, 0.95)
        ).kept_below(50),
        Figure(f"host, {name}, memory", middle(times.peak_mb), "MB", "its peak", middle(small.peak_mb)),
    ]  # fmt: skip


def _add_run(times: _Times, folder: Path, server: str, sitemap: str, page: str) -> None:
    host = Host(folder / "cache")
    try:
        opening = host.begin("site.open", sitemap=f"{server}/{sitemap}", page=_page(server, page), private=True)
        parsed = host.event("site.progress").at
        worked = host.cpu_s()
        site = host.result(opening)["site"]
        view = host.ask("view.open", site=site, page_url=server + page)
        rows = host.ask("view.rows", view=view["view"], count=_SCREEN)
        times.first.append(_ms_since(parsed))
        times.cpu.append((host.cpu_s() - worked) * 1000)
        assert rows["rows"]
        if view["pending"]:
            view = host.event("view.changed").message["params"]["view"]
        times.current.append(_ms_since(parsed))
        assert view["current"] is not None
        times.rows += [_rows_ms(host, view, turn) for turn in range(100)]
        search = host.begin("find", site=site, text="nothing is called so")
        times.indexing += [_rows_ms(host, view, turn) for turn in range(100)]
        host.result(search)
        times.peak_mb.append(host.peak_mb())
    finally:
        host.close()


def _page(server: str, page: str) -> dict[str, object]:
    return {"url": server + page, "ip": "127.0.0.1", "headers": []}


def _rows_ms(host: Host, view: dict[str, object], turn: int) -> float:
    total = view["total"]
    assert isinstance(total, int)
    started = time.monotonic()
    host.ask("view.rows", view=view["view"], **{"from": turn * 9_973 % max(1, total - _SCREEN), "count": _SCREEN})
    return _ms_since(started)


def _ms_since(moment: float) -> float:
    return (time.monotonic() - moment) * 1000
