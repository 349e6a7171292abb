"""What is measured without a browser: the resolver in a process of its own, and the real host's process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import Any

from benching import harness, sitemaps
from benching.harness import HELLO, HOST_PROGRAM, Figure, Host, by_turns, middle, ms_since, percentile
from benching.inside import cpu_s, measured
from demo import nginx

_MILLION = 1_000_000
_IDLE_S = 10
_SCREEN = 60


def handshake(_: Path) -> list[Figure]:
    """How soon the host answers its first message, beside an interpreter that does nothing but answer one."""
    bare = (
        "import os, struct\n"
        "length = struct.unpack('=I', os.read(0, 4))[0]\n"
        "os.read(0, length)\n"
        "os.write(1, struct.pack('=I', 2) + b'{}')\n"
    )
    commands = ([sys.executable, "-c", bare], [str(HOST_PROGRAM)])
    yardstick, own = map(middle, by_turns(20, *(partial(_answered_ms, command) for command in commands)))
    meaning = "start of the host's process to its answer to hello; median of 20, beside a bare interpreter"
    return [
        Figure("handshake", own, "ms", meaning, yardstick),
        Figure("handshake, more than bare", own - yardstick, "ms", "the difference of both").below(50),
    ]


def _answered_ms(command: list[str]) -> float:
    started = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(harness.framed(HELLO))
        process.stdin.flush()
        os.read(process.stdout.fileno(), 4)
        answered = ms_since(started)
        process.stdin.close()
    return answered


def resolve(folder: Path) -> list[Figure]:
    """What it takes to parse and resolve a sitemap of a million items, beside lxml parsing the same file."""
    file = sitemaps.flat(folder / "flat.xml", _MILLION)
    lxml, own = by_turns(3, lambda: measured("lxml-as-it-comes", file), lambda: measured("resolve", file, _MILLION))
    (own_s, own_mb), (lxml_s, lxml_mb) = (
        (middle([one["process"]["cpu_s"] for one in runs]), middle([one["peak_mb"] for one in runs]))
        for runs in (own, lxml)
    )
    what = f"{_MILLION:,} items in {_size_mb(file):.0f} MB, parsed and resolved, beside lxml.etree.parse; median of 3"
    return [
        Figure("resolve", own_s, "s CPU", what, lxml_s),
        Figure("resolve, memory", own_mb, "MB", "peak of both", lxml_mb),
    ]


#: Root files: how often each size is measured, by its items.
_RUNS_BY_SIZE = {10_000: 15, 30_000: 9, 100_000: 7, 300_000: 5, _MILLION: 5}


def root_file(folder: Path) -> list[Figure]:
    """What a root file costs until its roles, class changes and first 200 rows are there, by its size; beside lxml.

    Each run is a process of its own, own and lxml by turns, so that both meet the same machine and nothing is warm.
    """
    lxml: dict[int, float] = {}
    own: dict[int, float] = {}
    for size, runs in _RUNS_BY_SIZE.items():
        file = sitemaps.described(folder / f"{size}.xml", size)
        lxml[size], own[size] = map(middle, by_turns(runs, partial(cpu_s, "lxml", file), partial(cpu_s, "rows", file)))
    harness.plot(
        folder / "root-file", "Seconds to roles, class changes and 200 rows", {"own": own, "lxml, bare parse": lxml}
    )
    smallest, largest = min(own), max(own)
    growth, usual = (cost[largest] / largest / (cost[smallest] / smallest) for cost in (own, lxml))
    what = f"{largest:,} items in {_size_mb(file):.0f} MB to roles, class changes and the first 200 rows"
    grown = f"cost of an item among {largest:,} beside one among {smallest:,}; lxml's is {usual:.2f}"
    yardstick = "beside the fastest bare lxml parse of the same bytes"
    return [
        Figure("root file", own[largest], "s CPU", f"{what}, {yardstick}", lxml[largest]).within(1.5),
        Figure("root file, growth", growth, "times linear", grown, 1.0).within(1.1),
        *_whole_host(folder, file),
    ]


def _whole_host(folder: Path, file: Path) -> list[Figure]:
    """The whole host's peak until nothing is left to be done for the map, and what it does from then on."""
    with harness.served(folder) as server, harness.running_host(folder / "cache") as host:
        site = host.result(host.open_site(server, file.name, private=False))["site"]
        view = host.request("view.open", site=site, page_url=f"{server}{sitemaps.page_of_item(765_432)}")
        assert len(host.request("view.rows", view=view["view"], count=200)["rows"]) == 200
        idle = host.idle_cpu_s(_IDLE_S) / _IDLE_S * 1000
        peak = host.peak_mb() * (1 << 20) / 1e6
    meaning = "peak of the whole host with that map open, fetched over HTTP; beside the size of the file"
    return [
        Figure("root file, memory", peak, "MB", meaning, _size_mb(file)).within(5),
        Figure("idle host", idle, "ms a s", f"what a host with that map open works in {_IDLE_S} s").below(1),
    ]


def looking(folder: Path) -> list[Figure]:
    """How soon a large branch is open and the first matches of a filter are found, the first time each.

    Filtered for what many names hold, what one does, and what none does, in letters and in digits.
    """
    below = 100_000
    branch = sitemaps.branch(folder / "branch.xml", below)
    (opened,) = by_turns(7, partial(cpu_s, "open", branch))
    meaning = f"a node with {below:,} children opened for the first time, to 60 rows"
    large = sitemaps.described(folder / "large.xml", _MILLION)
    return [
        Figure("large branch", middle(opened) * 1000, "ms CPU", meaning).below(5),
        *(_filtered(large, text) for text in ("number", "0765432", "zebra")),
    ]


def _filtered(file: Path, text: str) -> Figure:
    (runs,) = by_turns(7, partial(measured, "filter", file, text))
    own, find = (middle([run[name]["cpu_s"] for run in runs]) * 1000 for name in ("done", "found"))
    meaning = (
        f"first matches among {_MILLION:,} names ({runs[0]['rows']} rows), nothing prepared; beside one pass of"
        " bytes.find over the file for the same text"
    )
    return Figure(f"filter, “{text}”", own, "ms CPU", meaning, find).within(3)


def many_files(folder: Path) -> list[Figure]:
    """A map of a thousand files opened by the host, beside downloading them alone with the same client; from nginx."""
    files = items = 1_000
    folder.chmod(0o755)
    sitemaps.many(folder, files, items)

    def configuration(_: Path, address: str) -> str:
        listening = f"listen {address.removeprefix('http://')}; root {folder};"
        return f"access_log off; types {{ application/xml xml; }} server {{ {listening} }}"

    with nginx.running(configuration) as (_, server):
        runs = by_turns(5, *(partial(measured, task, server, files) for task in ("download", "load")))
    alone, own = (middle([run["done"]["s"] for run in one]) for one in runs)
    meaning = f"{files:,} files of {items:,} items to the whole map, beside downloading them with the same client"
    return [Figure("many files", own, "s", meaning, alone).within(1.5)]


def many_maps(folder: Path) -> list[Figure]:
    """What a host costs that was asked for fifty maps, one after another: memory, beside what one takes; idle time."""
    maps, items = 50, 100_000
    file = sitemaps.described(folder / "map.xml", items)
    for number in range(maps):
        (folder / f"{number}.xml").hardlink_to(file)
    with harness.served(folder) as server:
        (one, _), (all_of_them, idle_ms) = (_cost_of_maps(folder, server, count) for count in (1, maps))
    meaning = (
        f"peak with {maps} maps of {items:,} items opened in turn, those asked for longest ago being closed; beside one"
        " map"
    )
    idle = f"processor time within {_IDLE_S} s of nothing to do, counted in steps of 10 ms"
    return [
        Figure(f"{maps} maps", all_of_them, "MB", meaning, one),
        Figure("idle host", idle_ms, "ms", idle).below(10),
    ]


def _cost_of_maps(folder: Path, server: str, count: int) -> tuple[float, float]:
    """The most memory (MB) that a host took for so many maps, and how long (ms) it works when idle."""
    with harness.running_host(folder / f"cache-{count}") as host:
        for number in range(count):
            host.result(host.open_site(server, f"{number}.xml"))
        idle_s = host.idle_cpu_s(_IDLE_S)
        return host.peak_mb(), idle_s * 1000


def first_rows(folder: Path) -> list[Figure]:
    """How soon rows can be shown once a large sitemap is parsed, beside one of ten items; by the real host."""
    sitemaps.flat(folder / "small.xml", 10)
    sitemaps.flat(folder / "flat.xml", _MILLION)
    sitemaps.sections(folder / "sections.xml", 10_000, 100)
    pages = {
        "small.xml": sitemaps.page_of_item(8),
        "flat.xml": sitemaps.page_of_item(765_432),
        "sections.xml": sitemaps.page_of_section(7_654, 88),
    }
    times = {sitemap: defaultdict[str, list[float]](list) for sitemap in pages}
    with harness.served(folder) as server:
        for _run in range(3):
            for sitemap, page in pages.items():
                with harness.running_host(folder / "cache") as host:
                    _first_rows_of(host, times[sitemap], server, sitemap, page)
    small = times["small.xml"]
    return [
        *_row_figures("flat million", times["flat.xml"], small),
        *_row_figures("10,000 sections of 100", times["sections.xml"], small),
    ]


def _first_rows_of(host: Host, times: dict[str, list[float]], server: str, sitemap: str, page: str) -> None:
    opening = host.open_site(server, sitemap, page)
    parsed = host.event("site.progress").at
    worked = host.cpu_s()
    site = host.result(opening)["site"]
    view = host.request("view.open", site=site, page_url=server + page)
    rows = host.request("view.rows", view=view["view"], count=_SCREEN)
    times["first"].append(ms_since(parsed))
    times["cpu"].append((host.cpu_s() - worked) * 1000)
    assert rows["rows"]
    if view["pending"]:
        view = host.event("view.changed").content["params"]["view"]
    times["current"].append(ms_since(parsed))
    assert view["current"] is not None
    times["rows"] += [_rows_ms(host, view, turn) for turn in range(100)]
    search = host.send("find", site=site, text="nothing is called so")
    times["indexing"] += [_rows_ms(host, view, turn) for turn in range(100)]
    host.result(search)
    times["peak_mb"].append(host.peak_mb())


def _rows_ms(host: Host, view: dict[str, Any], turn: int) -> float:
    started = time.monotonic()
    first = turn * 9_973 % max(1, view["total"] - _SCREEN)
    host.request("view.rows", view=view["view"], **{"from": first, "count": _SCREEN})
    return ms_since(started)


def _row_figures(name: str, times: dict[str, list[float]], small: dict[str, list[float]]) -> list[Figure]:
    """Medians, and of later rows what 95 of 100 responses stay within, each beside that of the small map."""
    keys = ("first", "cpu", "current", "peak_mb")
    first, cpu, current, peak = ((middle(times[key]), middle(small[key])) for key in keys)
    later, indexing, usual = (percentile(values, 0.95) for values in (times["rows"], times["indexing"], small["rows"]))
    to_first = f"end of parsing to the first {_SCREEN} rows, a page deep in the map being open; beside ten items"
    while_indexing = "the same while the host makes its index for the first search by name"
    anywhere = f"{_SCREEN} rows from anywhere, 95 of 100 answers are as fast"
    return [
        Figure(f"first rows, {name}", first[0], "ms", to_first, first[1]).below(1000),
        Figure(f"first rows, {name}, CPU", cpu[0], "ms", "what of it the host worked", cpu[1]),
        Figure(f"current page, {name}", current[0], "ms", "end of parsing to that page's row being known", current[1]),
        Figure(f"later rows, {name}, p95", later, "ms", anywhere, usual),
        Figure(f"rows while indexing, {name}, p95", indexing, "ms", while_indexing, usual).below(50),
        Figure(f"host, {name}, memory", peak[0], "MB", "its peak", peak[1]),
    ]


def sitemaps_org(folder: Path) -> list[Figure]:
    """Sitemaps.org files: 50,000 pages beside lxml and another reader of them, and an index of 2,500,000 pages."""
    return [*_beside_others(folder), *_index(folder)]


_PAGES, _FILES = 50_000, 50
_OTHER = "ultimate-sitemap-parser"


def _beside_others(folder: Path) -> list[Figure]:
    file, library = folder / "sitemap.xml", folder / "other"
    file.write_text(sitemaps.urlset("https://www.example.org", 0, _PAGES), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(library), _OTHER]
    subprocess.run(pip, check=True, capture_output=True)
    runs = by_turns(
        7,
        partial(cpu_s, "lxml", file),
        partial(cpu_s, "org-own", file, _PAGES),
        partial(cpu_s, "org-usp", file, _PAGES, library),
    )
    lxml, own, other = map(middle, runs)
    what = f"{_PAGES:,} pages to a tree whose first rows are known; median of 7; beside"
    return [
        Figure("to a tree", own, "s CPU", f"{what} lxml's bare parse", lxml).below(5 * lxml),
        Figure("to a tree, other", own, "s CPU", f"{what} {_OTHER}", other).below(other / 5),
    ]


def _index(folder: Path) -> list[Figure]:
    with harness.served(folder) as server:
        names = [f"part-{number}.xml" for number in range(_FILES)]
        for number, name in enumerate(names):
            (folder / name).write_text(sitemaps.urlset(server, number * _PAGES, _PAGES), encoding="utf-8")
        listed = "".join(f"<sitemap><loc>{server}/{name}</loc></sitemap>\n" for name in names)
        xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        (folder / "index.xml").write_text(f"<sitemapindex {xmlns}>\n{listed}</sitemapindex>")
        with harness.running_host(folder / "cache") as host:
            return _index_figures(host, server)


def _index_figures(host: Host, server: str) -> list[Figure]:
    started = time.monotonic()
    opened = host.result(host.open_site(server, "index.xml", chosen=True))
    assert opened["format"] == "sitemaps-org", opened
    while not host.request("menu", site=opened["site"], key=None, count=50)["entries"]:
        time.sleep(0.05)
    first = time.monotonic() - started
    done = _settled(host)
    whole, worked = time.monotonic() - started, host.cpu_s()
    host.request("find", site=opened["site"], text="galley oar", limit=5)
    assert done["counts"]["elements"] >= _FILES * _PAGES, done
    what = f"an index of {_FILES} files and {_FILES * _PAGES:,} pages on loopback"
    return [
        Figure("first rows of an index", first, "s", f"{what}, until the first rows can be shown"),
        Figure("all of an index", whole, "s", "the same, until the last file is in the tree"),
        Figure("all of an index, CPU", worked, "s CPU", "what of it the host worked"),
        Figure("index, memory", host.peak_mb(), "MB", "the host's peak, a search by name included").below(1200),
    ]


def _settled(host: Host) -> dict[str, Any]:
    """The site once all its files are in."""
    place = 0
    while True:
        event = host.event("site.changed", place)
        place = host.events.index(event) + 1
        site: dict[str, Any] = event.content["params"]["site"]
        if site["state"] != "loading":
            assert site["state"] == "complete", site
            return site


def _size_mb(file: Path) -> float:
    return file.stat().st_size / 1e6
