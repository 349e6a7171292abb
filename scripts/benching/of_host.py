"""What is measured without a browser: the resolver in a process of its own, and the real host's process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benching import harness, sitemaps
from benching.harness import Figure, Host, in_turns, medians, ms_since
from benching.inside import cpu_s, measured
from demo import nginx
from driving.profile import ROOT

_MILLION = 1_000_000
_IDLE_S = 10
_SCREEN = 60
_SITE = "https://www.example.org"
# Of `sizes`: items of one file; files, and items of each of them.
_SIZES = (1_000, 10_000, 100_000, _MILLION, 10 * _MILLION)
# More than 5,000 with the root file are not read.
_FILES, _ITEMS = (1, 10, 100, 1_000, 4_999), 100


def handshake(_: Path) -> Iterator[Figure]:
    """How soon the host answers its first message, beside an interpreter that does nothing but answer one."""
    bare = "import os; os.read(0, int.from_bytes(os.read(0, 4), sys.byteorder)); os.write(1, b'\\2\\0\\0\\0{}')"
    host = str(Path(sys.executable).with_name("standard-sitemap-host"))
    commands = ([sys.executable, "-c", f"import sys; {bare}"], [host])
    yardstick, own = medians(20, *(partial(_answered_ms, command) for command in commands))
    meaning = "start of the host's process to its answer to hello; median of 20, beside a bare interpreter"
    yield Figure("handshake", own, "ms", meaning, yardstick)
    yield Figure("handshake, more than bare", own - yardstick, "ms", "the difference of both").below(50)


def _answered_ms(command: list[str]) -> float:
    started = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        hello = json.dumps({"id": 0, "method": "hello", "params": harness.HELLO}).encode()
        process.stdin.write(len(hello).to_bytes(4, sys.byteorder) + hello)
        process.stdin.flush()
        os.read(process.stdout.fileno(), 4)
        answered = ms_since(started)
        process.stdin.close()
    return answered


def resolve(folder: Path) -> Iterator[Figure]:
    """What it takes to parse and resolve a sitemap of a million items, beside lxml parsing the same file."""
    file = sitemaps.written(folder / "flat.xml", sitemaps.items(_MILLION))
    runs = in_turns(3, partial(measured, "resolve", file, _MILLION), partial(measured, "lxml", file, "as it comes"))
    own, lxml = ({key: median(run[key] for run in one) for key in ("process_cpu_s", "peak_mb")} for one in runs)
    what = f"{_MILLION:,} items in {_size_mb(file):.0f} MB, parsed and resolved, beside lxml.etree.parse; median of 3"
    yield Figure("resolve", own["process_cpu_s"], "s CPU", what, lxml["process_cpu_s"])
    yield Figure("resolve, memory", own["peak_mb"], "MB", "peak of both", lxml["peak_mb"])


def root_file(folder: Path) -> Iterator[Figure]:
    """What a root file costs until its roles, class changes and first 200 rows are there, by its size; beside lxml."""
    lxml, own = dict[int, float](), dict[int, float]()
    for size, runs in {10_000: 15, 30_000: 9, 100_000: 7, 300_000: 5, _MILLION: 5}.items():
        file = sitemaps.written(folder / f"{size}.xml", sitemaps.items(size, described=True))
        lxml[size], own[size] = medians(runs, partial(cpu_s, "lxml", file), partial(cpu_s, "rows", file))
    title = "Seconds to roles, class changes and 200 rows"
    harness.plot(folder / "root-file", title, {"own": own, "lxml, bare parse": lxml})
    growth, usual = (cost[_MILLION] / 100 / cost[10_000] for cost in (own, lxml))
    what = f"{_MILLION:,} items in {_size_mb(file):.0f} MB to roles, class changes, 200 rows; beside lxml's bare parse"
    grown = f"cost of an item among {_MILLION:,} beside one among 10,000; lxml's is {usual:.2f}"
    yield Figure("root file", own[_MILLION], "s CPU", what, lxml[_MILLION]).within(1.5)
    yield Figure("root file, growth", growth, "times linear", grown, 1.0).within(1.1)
    with harness.served(folder) as server, Host(folder / "cache") as host:
        site = host.result(host.open_site(server, file.name, private=False))["site"]
        view = host.call("view.open", site=site, page_url=f"{server}{sitemaps.page_of_item(765_432)}")
        assert len(host.call("view.rows", view=view["view"], count=200)["rows"]) == 200
        idle, peak = host.idle_cpu_s(_IDLE_S) / _IDLE_S * 1000, host.peak_bytes() / 1e6
    meaning = "peak of the whole host with that map open, fetched over HTTP; beside the size of the file"
    yield Figure("root file, memory", peak, "MB", meaning, _size_mb(file)).within(5)
    yield Figure("idle host", idle, "ms a s", f"what a host with that map open works in {_IDLE_S} s").below(1)


def sizes(folder: Path) -> Iterator[Figure]:
    """What a map costs by how many items it has, up to ten million, and by how many files, up to five thousand."""
    cpu, memory = dict[int, float](), dict[int, float]()
    for size in _SIZES:
        file = sitemaps.written(folder / "items.xml", sitemaps.items(size))
        run = measured("resolve", file, size)
        cpu[size], memory[size] = run["cpu_s"][-1], run["peak_mb"]
    harness.plot(folder / "sizes", "A map of one file, by its items", {"s CPU": cpu, "MB at its peak": memory})
    million, most = _MILLION, max(cpu)
    what = f"{most:,} items in {_size_mb(file):,.0f} MB parsed and resolved; beside as many times a million"
    yield Figure("ten million items", cpu[most], "s CPU", what, cpu[million] * most / million).within(1.2)
    yield Figure("ten million items, memory", memory[most], "MB", "peak; beside the size of the file", _size_mb(file))
    file.unlink()
    by_files = dict[int, float]()
    for files in _FILES:
        place = folder / str(files)
        place.mkdir()
        sitemaps.many(place, files, _ITEMS)
        by_files[files] = _command_cpu_s("resolve", "--json", place / "map.xml")
    title = f"A map of files of {_ITEMS} items on disk, by their number"
    harness.plot(folder / "files", title, {"s CPU": by_files}, "files")
    what = f"{max(_FILES):,} files of {_ITEMS} items each to JSON; beside five times a thousand of them"
    yield Figure("five thousand files", by_files[max(_FILES)], "s CPU", what, by_files[1_000] * 5).within(1.2)


def looking(folder: Path) -> Iterator[Figure]:
    """How soon a large branch is open and the first matches of a filter are found, the first time each.

    Filtered for what many names hold, what one does, and what none does, in letters and in digits.
    """
    below = 100_000
    lines = ('<item name="First" url="/"/>\n<item name="All" url="/all/">\n', *sitemaps.items(below), "</item>\n")
    (opened,) = medians(7, partial(cpu_s, "branch", sitemaps.written(folder / "branch.xml", lines)))
    meaning = f"a node with {below:,} children opened for the first time, to 60 rows"
    yield Figure("large branch", opened * 1000, "ms CPU", meaning).below(5)
    large = sitemaps.written(folder / "large.xml", sitemaps.items(_MILLION, described=True))
    for text in ("number", "0765432", "zebra"):
        (runs,) = in_turns(7, partial(measured, "find", large, text))
        search, own = (median(run["cpu_s"][phase] for run in runs) * 1000 for phase in (0, 1))
        meaning = f"first matches ({runs[0]['last']} rows) among {_MILLION:,} names; beside bytes.find over the file"
        yield Figure(f"filter, “{text}”", own, "ms CPU", meaning, search).within(3)


def many_files(folder: Path) -> Iterator[Figure]:
    """A map of a thousand files opened by the host, beside downloading them alone with the same client; from nginx."""
    files = items = 1_000
    folder.chmod(0o755)
    sitemaps.many(folder, files, items)

    def configuration(_: Path, address: str) -> str:
        listening = f"listen {address.removeprefix('http://')}; root {folder};"
        return f"access_log off; types {{ application/xml xml; }} server {{ {listening} }}"

    with nginx.running(configuration) as (_, server):
        runs = in_turns(5, *(partial(measured, task, server, files) for task in ("download", "load")))
    alone, own = (median(run["s"][0] for run in one) for one in runs)
    meaning = f"{files:,} files of {items:,} items to the whole map, beside downloading them with the same client"
    yield Figure("many files", own, "s", meaning, alone).within(1.2)


def many_maps(folder: Path) -> Iterator[Figure]:
    """What memory a host takes that has opened fifty maps, one after another; beside what one takes."""
    maps, items = 50, 100_000
    file = sitemaps.written(folder / "map.xml", sitemaps.items(items, described=True))
    for number in range(maps):
        (folder / f"{number}.xml").hardlink_to(file)
    peaks = []
    with harness.served(folder) as server:
        for count in (1, maps):
            with Host(folder / f"cache-{count}") as host:
                for number in range(count):
                    host.result(host.open_site(server, f"{number}.xml"))
                peaks.append(host.peak_bytes() / 1e6)
    meaning = f"peak with {maps} maps of {items:,} items opened in turn, unused ones being closed; beside one map"
    yield Figure(f"{maps} maps", peaks[1], "MB", meaning, peaks[0])


def first_rows(folder: Path) -> Iterator[Figure]:
    """How soon rows can be shown once a large sitemap is parsed, beside one of ten items; by the real host."""
    sitemaps.written(folder / "small.xml", sitemaps.items(10))
    sitemaps.written(folder / "flat.xml", sitemaps.items(_MILLION))
    sitemaps.written(folder / "sections.xml", sitemaps.sections(10_000, 100))
    pages = {"small": sitemaps.page_of_item(8), "flat": sitemaps.page_of_item(765_432)}
    pages["sections"] = sitemaps.page_of_section(7_654, 88)
    times = {name: defaultdict[str, list[float]](list) for name in pages}
    with harness.served(folder) as server:
        for name, page in [*pages.items()] * 3:
            with Host(folder / "cache") as host:
                _first_rows_of(host, times[name], server, f"{name}.xml", page)
    small = _row_figures(times["small"])
    for title, name in {"flat million": "flat", "10,000 sections of 100": "sections"}.items():
        first, cpu, current, current_cpu, later, indexing, peak = zip(_row_figures(times[name]), small, strict=True)
        to_first = f"end of parsing to the first {_SCREEN} rows, a page deep in the map being open; beside ten items"
        to_current, anywhere = "end of parsing to that page's row being known", f"{_SCREEN} rows from anywhere"
        yield Figure(f"first rows, {title}", first[0], "ms", to_first, first[1]).below(1000)
        yield Figure(f"first rows, {title}, CPU", cpu[0], "ms", "what of it the host worked", cpu[1])
        yield Figure(f"current page, {title}", current[0], "ms", to_current, current[1]).below(300)
        yield Figure(f"current page, {title}, CPU", current_cpu[0], "ms", "what of it the host worked", current_cpu[1])
        yield Figure(f"later rows, {title}, p95", later[0], "ms", anywhere, later[1])
        while_indexing = "the same while the host makes its index for the first search by name"
        yield Figure(f"rows while indexing, {title}, p95", indexing[0], "ms", while_indexing, indexing[1]).below(50)
        yield Figure(f"host, {title}, memory", peak[0], "MB", "its peak", peak[1])


def _row_figures(times: dict[str, list[float]]) -> list[float]:
    names = ("first", "cpu", "current", "current_cpu", "peak")
    first, cpu, current, current_cpu, peak = (median(times[name]) for name in names)
    later, indexing = (quantiles(times[name], n=20)[-1] for name in ("rows", "indexing"))
    return [first, cpu, current, current_cpu, later, indexing, peak]


def _first_rows_of(host: Host, times: dict[str, list[float]], server: str, sitemap: str, page: str) -> None:
    opening = host.open_site(server, sitemap, page)
    host.event("site.progress")
    parsed, worked = time.monotonic(), host.cpu_s()
    site = host.result(opening)["site"]
    view = host.call("view.open", site=site, page_url=server + page)
    assert host.call("view.rows", view=view["view"], count=_SCREEN)["rows"]
    times["first"].append(ms_since(parsed))
    times["cpu"].append((host.cpu_s() - worked) * 1000)
    if view["pending"]:
        view = host.event("view.changed")["view"]
    times["current"].append(ms_since(parsed))
    times["current_cpu"].append((host.cpu_s() - worked) * 1000)
    assert view["current"] is not None
    times["rows"] += [_rows_ms(host, view, run) for run in range(100)]
    search = host.request("find", {"site": site, "text": "nothing is called so"})
    times["indexing"] += [_rows_ms(host, view, run) for run in range(100)]
    host.result(search)
    times["peak"].append(host.peak_bytes() / 1e6)


def _rows_ms(host: Host, view: dict[str, Any], run: int) -> float:
    started, first = time.monotonic(), run * 9_973 % max(1, view["total"] - _SCREEN)
    host.call("view.rows", view=view["view"], **{"from": first, "count": _SCREEN})
    return ms_since(started)


def sitemaps_org(folder: Path) -> Iterator[Figure]:
    """Sitemaps.org files: 50,000 pages beside lxml and another reader of them, and an index of 2,500,000 pages."""
    pages, files, reader = 50_000, 50, "ultimate-sitemap-parser"
    file, library = folder / "sitemap.xml", _other_reader(folder, reader)
    file.write_text(sitemaps.urlset(_SITE, 0, pages), encoding="utf-8")
    tasks = (("lxml", file), ("org", file, pages), ("org_by_usp", file, pages, library))
    lxml, own, other = medians(7, *(partial(cpu_s, *task) for task in tasks))
    what = f"{pages:,} pages to a tree whose first rows are known; median of 7; beside"
    yield Figure("to a tree", own, "s CPU", f"{what} lxml's bare parse", lxml).within(3)
    yield Figure("to a tree, other", own, "s CPU", f"{what} {reader}", other).within(0.2)
    with harness.served(folder) as server:
        for number in range(files):
            (folder / f"{number}.xml").write_text(sitemaps.urlset(server, number * pages, pages), encoding="utf-8")
        (folder / "index.xml").write_text(sitemaps.index(server, files), encoding="utf-8")
        with Host(folder / "cache") as host:
            yield from _index_figures(host, server, files, files * pages)


def _other_reader(folder: Path, name: str = "ultimate-sitemap-parser") -> Path:
    """A folder into which another reader of sitemaps was installed."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder / "other"), name]
    subprocess.run(pip, check=True, capture_output=True)
    return folder / "other"


def commands(folder: Path) -> Iterator[Figure]:
    """What commands cost, start and end of their processes included; beside another reader or a bare interpreter."""
    pages, file = 50_000, folder / "sitemap.xml"
    file.write_text(sitemaps.urlset(_SITE, 0, pages), encoding="utf-8")
    library = _other_reader(folder)
    other = partial(_process_cpu_s, "org_by_usp", file, pages, library)
    bounds = {"check": 0.2, "resolve --json": 0.5}
    yardstick, *own = medians(3, other, *(partial(_command_cpu_s, *one.split(), file) for one in bounds))
    what = f"{pages:,} pages of a urlset, the whole process; beside another reader of such files"
    for (name, bound), cpu in zip(bounds.items(), own, strict=True):
        yield Figure(name, cpu, "s CPU", what, yardstick).within(bound)
    bare, help_text = medians(9, lambda: _spent(sys.executable, "-c", "pass")[0], partial(_command_cpu_s, "--help"))
    yield Figure("--help", (help_text - bare) * 1000, "ms CPU", "more than a bare interpreter").below(60)


def convert(folder: Path) -> Iterator[Figure]:
    """A million pages made a Standard-Sitemap, and what that is made into sitemaps.org files again."""
    pages, files, back = 50_000, 20, folder / "back"
    for number in range(files):
        (folder / f"{number}.xml").write_text(sitemaps.urlset(_SITE, number * pages, pages), encoding="utf-8")
    (folder / "index.xml").write_text(sitemaps.index(_SITE, files), encoding="utf-8")
    back.mkdir()
    for name, source, made in (("ssp", "index.xml", "map.xml"), ("sitemaps-org", "map.xml", "back/sitemap.xml")):
        place = ("--base-url", f"{_SITE}/{source}", "-o", folder / made)
        cpu, peak = _command_spent("convert", "--to", name, folder / source, *place)
        yield Figure(f"convert --to {name}", cpu, "s CPU", f"{files * pages:,} pages, each written once").below(10)
        yield Figure(f"convert --to {name}, memory", peak, "MB", "its peak").below(200)


def install(folder: Path) -> Iterator[Figure]:
    """How many packages, and how many bytes, are installed into a new virtual environment beside pip's own."""
    subprocess.run([sys.executable, "-m", "venv", folder / "new"], check=True)
    python = folder / "new" / "bin" / "python"
    libraries = next(folder.glob("new/lib/*/site-packages"))
    before = {one.name for one in libraries.iterdir()}
    subprocess.run([python, "-m", "pip", "install", "--quiet", ROOT], check=True, capture_output=True)
    added = [one for one in libraries.iterdir() if one.name not in before]
    files = [file for one in added for file in (one, *one.rglob("*")) if file.is_file()]
    written, compiled = (
        sum(file.stat().st_size for file in files if (file.suffix == ".pyc") is kind) for kind in (False, True)
    )
    packages = sum(one.suffix == ".dist-info" for one in added)
    yield Figure("install", packages, "packages", "what pip installs with it, itself included").below(21)
    yield Figure("install, size", written / 1e6, "MB", "of their files").below(45)
    yield Figure(
        "install, size once compiled", (written + compiled) / 1e6, "MB", "with what pip compiles of them"
    ).below(45)


def _process_cpu_s(task: str, *arguments: object) -> float:
    return float(measured(task, *arguments)["process_cpu_s"])


def _command_cpu_s(*arguments: object) -> float:
    return _command_spent(*arguments)[0]


def _command_spent(*arguments: object) -> tuple[float, float]:
    return _spent(Path(sys.executable).with_name("standard-sitemap"), *arguments)


def _spent(*command: object) -> tuple[float, float]:
    """Seconds of processor and megabytes at most that a command takes, its output thrown away."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with subprocess.Popen(
        [str(one) for one in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def _index_figures(host: Host, server: str, files: int, pages: int) -> Iterator[Figure]:
    what = f"an index of {files} files and {pages:,} pages on loopback"
    started = time.monotonic()
    site = host.result(host.open_site(server, "index.xml", chosen=True))
    assert site["format"] == "sitemaps-org", site
    while not host.call("menu", site=site["site"], key=None, count=50)["entries"]:
        time.sleep(0.05)
    first = time.monotonic() - started
    while site["state"] == "loading":
        site = host.event("site.changed")["site"]
    whole, worked = time.monotonic() - started, host.cpu_s()
    assert site["state"] == "complete", site
    assert site["counts"]["elements"] >= pages, site
    host.call("find", site=site["site"], text="galley oar", limit=5)
    yield Figure("first rows of an index", first, "s", f"{what}, until the first rows can be shown")
    yield Figure("all of an index", whole, "s", "the same, until the last file is in the tree").below(6)
    yield Figure("all of an index, CPU", worked, "s CPU", "what of it the host worked")
    yield Figure("index, memory", host.peak_bytes() / 1e6, "MB", "the host's peak, a search by name included").below(
        400
    )


def _size_mb(file: Path) -> float:
    return file.stat().st_size / 1e6


HOST_BENCHMARKS = {
    work.__name__.replace("_", "-"): work
    for work in (
        handshake,
        resolve,
        root_file,
        sizes,
        looking,
        many_files,
        many_maps,
        first_rows,
        sitemaps_org,
        commands,
        convert,
        install,
    )
}
