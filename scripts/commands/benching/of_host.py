"""Measurements without a browser: the reader in a dedicated process, the real host's process, and commands."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from commands.benching import harness, inside, sitemaps
from commands.benching.harness import Figure, Host, ResourceUse, command, medians, ms_since, task
from commands.surveying import debian
from demo import nginx
from driving.profile import ROOT

_MILLION = 1_000_000
_IDLE_S = 5
_SCREEN = 60
_SITE = "https://www.example.org"
_COMMAND = Path(sys.executable).with_name("standard-sitemap")
_OTHER_READER = "ultimate-sitemap-parser"
# Items in one file, and the number of runs. Above a million items, lxml's tree exceeds some machines' memory.
_SIZES = {1_000: 3, 10_000: 9, 100_000: 3, _MILLION: 5, 10 * _MILLION: 1}
# The host reads at most 5,000 files, including the root file.
_FILES, _ITEMS = (1, 10, 100, 1_000, 4_999), 100
# Pages to make a map of, and how many times as many.
_UNPACKED, _COPIES = Path(tempfile.gettempdir()) / "standard-sitemap-survey", 4


def handshake(folder: Path) -> Iterator[Figure]:
    """Measure the time to the host's first response, compared with an idle interpreter."""

    def greeted() -> ResourceUse:
        started = time.monotonic()
        with Host(folder):
            return ResourceUse(time.monotonic() - started, 0, 0)

    bare, own = medians(20, partial(command, sys.executable, "-c", "pass"), greeted)
    meaning = (
        f"from its start to its answer to hello, {own.s * 1000:.0f} ms, more than a bare interpreter; median of 20"
    )
    yield Figure("handshake", (own.s - bare.s) * 1000, "ms", meaning, bare.s * 1000).below(50)


def cold(folder: Path) -> Iterator[Figure]:
    """Measure a host from its start to its first small map: CPU by part, and memory."""
    sitemaps.written(folder / "map.xml", sitemaps.items(10))
    runs = []
    with harness.served(folder) as server:
        for number in range(9):
            with Host(folder / str(number)) as host:
                greeted = _cpu_ms(host)
                host.call("locate", evidence={"url": f"{server}/"})
                loaded = _cpu_ms(host)
                assert host.result(host.open_site(server, "map.xml", private=False))["counts"]["documents"] == 1
                runs.append((greeted, loaded - greeted, _cpu_ms(host), host.peak_bytes() / 1e6))
    handshake_ms, loading_ms, all_ms, peak_mb = map(median, zip(*runs, strict=True))
    yield Figure("cold, handshake", handshake_ms, "ms CPU", "from the start of the host to its greeting; median of 9")
    yield Figure("cold, loading", loading_ms, "ms CPU", "from there to its first reply, without HTTP")
    yield Figure("cold", all_ms, "ms CPU", "from the start of the host to the first map of 10 items, in all").below(250)
    yield Figure("cold, memory", peak_mb, "MB", "its peak by then").below(55)


def _cpu_ms(host: Host) -> float:
    tasks = Path(f"/proc/{host.process.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text("ascii").split()[0]) for task in tasks) / 1e6


def sizes(folder: Path) -> Iterator[Figure]:
    """Measure the cost of a root file up to roles, class changes and 200 rows, by size; compared with lxml."""
    own, lxml = dict[int, ResourceUse](), dict[int, ResourceUse]()
    for size, runs in _SIZES.items():
        file = sitemaps.written(folder / f"{size}.xml", sitemaps.items(size, described=True))
        works = {"rows": (own, partial(task, "rows", file, size)), "lxml": (lxml, partial(task, "lxml", file))}
        if size > _MILLION:
            del works["lxml"]
        for (costs, _), took in zip(works.values(), medians(runs, *(work for _, work in works.values())), strict=True):
            costs[size] = took
    lines = {"own, s CPU": own, "lxml's bare parse, s CPU": lxml}
    cpu_s = {name: {size: took.cpu_s for size, took in costs.items()} for name, costs in lines.items()}
    peaks = {"own, MB at its peak": {size: took.peak_mb for size, took in own.items()}}
    harness.plot(folder / "cost-by-items", "Roles, class changes and 200 rows of one file", cpu_s | peaks)
    growth, usual = (took[_MILLION].cpu_s / 100 / took[10_000].cpu_s for took in (own, lxml))
    about = f"{_MILLION:,} items to roles, class changes, 200 rows; beside lxml's bare parse"
    grown = f"cost of an item among {_MILLION:,} beside one among 10,000; lxml's is {usual:.2f}"
    yield Figure("root file", own[_MILLION].cpu_s, "s CPU", about, lxml[_MILLION].cpu_s).within(1.5)
    yield Figure("root file, growth", growth, "times linear", grown, 1.0).within(1.1)
    most, times = max(own), max(own) / _MILLION
    about = f"{most:,} items, the same; beside {times:g} times a million"
    yield Figure("ten million items", own[most].cpu_s, "s CPU", about, own[_MILLION].cpu_s * times).within(1.2)
    yield Figure("ten million items, memory", own[most].peak_mb, "MB", "peak; beside the size of the file", _mb(file))


def idle_host(folder: Path) -> Iterator[Figure]:
    """Measure the memory of a host with an open map of a million items, and its CPU use when idle."""
    file = sitemaps.written(folder / "map.xml", sitemaps.items(_MILLION, described=True))
    with harness.served(folder) as server, Host(folder / "cache") as host:
        site = host.result(host.open_site(server, file.name, private=False))["site"]
        view = host.call("view.open", site=site, page_url=f"{server}{sitemaps.page_of_item(_MILLION // 2)}")
        assert len(host.call("view.rows", view=view["view"], count=200)["rows"]) == 200
        idle, peak = host.idle_cpu_s(_IDLE_S) / _IDLE_S * 1000, host.peak_bytes() / 1e6
    meaning = "peak of the whole host with that map open, fetched over HTTP; beside the size of the file"
    yield Figure("root file, memory", peak, "MB", meaning, _mb(file)).within(5)
    yield Figure("idle host", idle, "ms a s", f"what a host with that map open works in {_IDLE_S} s").below(1)


def files(folder: Path) -> Iterator[Figure]:
    """Measure the cost of a map by its number of files: from disk, and a thousand opened by the host from nginx.

    The yardstick of the thousand files is the bare download by httpcore with its own pool and streams.
    """
    cpu_s = dict[int, float]()
    for count in _FILES:
        (folder / str(count)).mkdir()
        sitemaps.many(folder / str(count), count, _ITEMS)
        cpu_s[count] = command(_COMMAND, "resolve", "--json", folder / str(count) / "map.xml").cpu_s
    title = f"A map of files of {_ITEMS} items on disk, by their number"
    harness.plot(folder / "cost-by-files", title, {"s CPU": cpu_s}, "files")
    most, thousand = max(_FILES), 1_000
    about = f"{most:,} files of {_ITEMS} items each to JSON; beside as many times a thousand of them"
    yield Figure("five thousand files", cpu_s[most], "s CPU", about, cpu_s[thousand] * most / thousand).within(1.2)
    folder.chmod(0o755)
    sitemaps.many(folder, thousand, thousand)

    def configuration(_: Path, address: str) -> str:
        listening = f"listen {address.removeprefix('http://')}; root {folder};"
        return f"access_log off; types {{ application/xml xml; }} server {{ {listening} }}"

    with nginx.running(configuration) as (_, server):
        download = partial(task, "download", server, thousand)
        alone, own = medians(5, download, partial(_opened, folder, server, "map.xml", thousand**2))
    meaning = f"{thousand:,} files of {thousand:,} items to the whole map; beside their download by httpcore's own pool"
    yield Figure("many files", own.s, "s", meaning, alone.s).within(2.5)


# Texts of filters, with bounds of their whole search in multiples of a search of the file. The bounds are a tenth above
# the measurement of the first version that shows exact matches before the search ends.
_WHOLE_SEARCH = {"number": 0.037, "0765432": 1.9, "zebra": 9}


def looking(folder: Path) -> Iterator[Figure]:
    """Measure the first opening of a large branch, and the first matches of a filter.

    The filters match many names, one name and no name, with letters and with digits.
    """
    below = 100_000
    lines = ('<item name="First" url="/"/>\n<item name="All" url="/all/">\n', *sitemaps.items(below), "</item>\n")
    (opened,) = medians(5, partial(task, "branch", sitemaps.written(folder / "branch.xml", lines)))
    meaning = f"a node with {below:,} children opened for the first time, to 60 rows"
    yield Figure("large branch", opened.cpu_s * 1000, "ms CPU", meaning).below(5)
    large = sitemaps.written(folder / "large.xml", sitemaps.items(_MILLION, described=True))
    for text, most in _WHOLE_SEARCH.items():
        search, exact, every = medians(
            5, *(partial(task, name, large, text) for name in ("search", "find", "find_all"))
        )
        meaning = f"exact matches among {_MILLION:,} names, which are shown first; beside bytes.find over the file"
        yield Figure(f"filter, “{text}”", exact.cpu_s * 1000, "ms CPU", meaning, search.cpu_s * 1000).within(3)
        meaning = "with the matches that follow: over several levels, by address, with a typing error"
        yield Figure(f"filter, “{text}”, all", every.cpu_s * 1000, "ms CPU", meaning, search.cpu_s * 1000).within(most)


# Name, upper bound in milliseconds, and meaning of the results of `_first_rows_ms`.
_FIRST_ROWS = (
    ("first rows", 1000, f"end of parsing to the first {_SCREEN} rows, a page deep in the map being open"),
    ("current page", 300, "end of parsing to that page's row being known"),
    ("rows while indexing", 50, f"{_SCREEN} rows from anywhere during the first search by name, 95 of 100 times"),
)


def first_rows(folder: Path) -> Iterator[Figure]:
    """Measure the first rows of a parsed map of a million items, flat or in 10,000 sections, against ten items."""
    maps = {
        "small": (sitemaps.items(10), sitemaps.page_of_item(8)),
        "flat": (sitemaps.items(_MILLION), sitemaps.page_of_item(_MILLION * 3 // 4)),
        "sections": (sitemaps.sections(10_000, 100), sitemaps.page_of_section(7_654, 88)),
    }
    for name, (lines, _) in maps.items():
        sitemaps.written(folder / f"{name}.xml", lines)
    with harness.served(folder) as server:
        runs = [[_first_rows_ms(folder, server, f"{name}.xml", maps[name][1]) for name in maps] for _ in range(3)]
    small, *large = ([median(values) for values in zip(*of_one, strict=True)] for of_one in zip(*runs, strict=True))
    for title, times in zip([*maps][1:], large, strict=True):
        for (name, bound, meaning), own, yardstick in zip(_FIRST_ROWS, times, small, strict=True):
            yield Figure(f"{name}, {title}", own, "ms", f"{meaning}; beside ten items", yardstick).below(bound)


def _first_rows_ms(folder: Path, server: str, sitemap: str, page: str) -> tuple[float, float, float]:
    with Host(folder / "cache") as host:
        opening = host.open_site(server, sitemap, page)
        host.event("site.progress")
        parsed = time.monotonic()
        site = host.result(opening)["site"]
        view = host.call("view.open", site=site, page_url=server + page)
        assert host.call("view.rows", view=view["view"], count=_SCREEN)["rows"]
        first = ms_since(parsed)
        if view["pending"]:
            view = host.event("view.changed")["view"]
        current = ms_since(parsed)
        assert view["current"] is not None
        search = host.request("find", {"site": site, "text": "nothing is called so"})
        indexing = quantiles((_rows_ms(host, view, run) for run in range(100)), n=20)[-1]
        host.result(search)
        return first, current, indexing


def _rows_ms(host: Host, view: dict[str, Any], run: int) -> float:
    started, first = time.monotonic(), run * 9_973 % max(1, view["total"] - _SCREEN)
    host.call("view.rows", view=view["view"], **{"from": first, "count": _SCREEN})
    return ms_since(started)


def index(folder: Path) -> Iterator[Figure]:
    """Measure an index of 50 files with 2,500,000 pages, opened by the host."""
    with harness.served(folder) as server:
        pages = _index(folder, server, count=50)
        took = _opened(folder, server, "index.xml", pages)
    about = f"an index of {pages:,} pages on loopback, until the last file is in the tree"
    yield Figure("index", took.s, "s", about).below(6)
    yield Figure("index, memory", took.peak_mb, "MB", "peaks of the host and its workers, added up").below(400)


def _opened(folder: Path, server: str, sitemap: str, elements: int) -> ResourceUse:
    """Return a host's resources until the last file of a map is in the tree; its peak includes a search by name."""
    with Host(folder / "cache") as host:
        host.idle_cpu_s(0)  # as in a browser started earlier: its libraries are loaded, like the yardstick's
        started, worked = time.monotonic(), host.cpu_s()
        site = host.result(host.open_site(server, sitemap, chosen=True))
        while site["state"] == "loading":
            site = host.event("site.changed")["site"]
        s, cpu_s, peak = time.monotonic() - started, host.cpu_s() - worked, host.peak_bytes()
        assert site["state"] == "complete", site
        assert site["counts"]["elements"] >= elements, site
        host.call("find", site=site["site"], text="galley oar", limit=5)
        # Idle workers may have ended by now.
        return ResourceUse(s, cpu_s, max(peak, host.peak_bytes()) / 1e6)


def commands(folder: Path) -> Iterator[Figure]:
    """Measure a urlset of 50,000 pages against lxml; commands against another reader; help against a bare start.

    The figures of commands include the start and end of their processes.
    """
    pages, file, library = 50_000, folder / "sitemap.xml", folder / "other"
    file.write_text(sitemaps.urlset(_SITE, 0, pages), encoding="utf-8")
    _install(sys.executable, "--target", library, _OTHER_READER)
    lxml, own = medians(5, partial(task, "lxml", file), partial(task, "org", file, pages))
    about = f"{pages:,} pages to a tree whose first rows are known; median of 5; beside lxml's bare parse"
    yield Figure("to a tree", own.cpu_s, "s CPU", about, lxml.cpu_s).within(3)
    bounds = {"check": 0.2, "resolve --json": 0.5}
    reader = partial(command, sys.executable, inside.__file__, "org_by_usp", file, pages, library)
    yardstick, *took = medians(3, reader, *(partial(command, _COMMAND, *name.split(), file) for name in bounds))
    about = f"{pages:,} pages of a urlset, the whole process; beside {_OTHER_READER}"
    for (name, bound), own in zip(bounds.items(), took, strict=True):
        yield Figure(name, own.cpu_s, "s CPU", about, yardstick.cpu_s).within(bound)
    bare, own = medians(9, partial(command, sys.executable, "-c", "pass"), partial(command, _COMMAND, "--help"))
    yield Figure("--help", (own.cpu_s - bare.cpu_s) * 1000, "ms CPU", "more than a bare interpreter").below(60)


def convert(folder: Path) -> Iterator[Figure]:
    """Measure converting a million pages to a Standard-Sitemap, and the result back to sitemaps.org files."""
    pages = _index(folder, _SITE, count=20)
    (folder / "back").mkdir()
    for name, source, made in (("ssp", "index.xml", "map.xml"), ("sitemaps-org", "map.xml", "back/sitemap.xml")):
        place = ("--base-url", f"{_SITE}/{source}", "-o", folder / made)
        took = command(_COMMAND, "convert", "--to", name, folder / source, *place)
        yield Figure(f"convert --to {name}", took.s, "s", f"{pages:,} pages, each written once; by the clock").below(10)
        yield Figure(f"convert --to {name}, CPU", took.cpu_s, "s CPU", "of the same run, all its threads together")
        yield Figure(f"convert --to {name}, memory", took.peak_mb, "MB", "its peak").below(300)


def make(folder: Path) -> Iterator[Figure]:
    """Measure a map made of a folder of pages against lxml's bare parse of the same pages, and its memory by size."""
    pages, copies = debian.unpacked("python3.11-doc", _UNPACKED), folder / "copies"
    for number in range(_COPIES):
        shutil.copytree(pages, copies / str(number), symlinks=True)  # some lead to other packages
    making = partial(command, _COMMAND, "make", "-o", folder / "map.xml")
    lxml, own = medians(3, partial(task, "lxml_pages", pages), partial(making, pages))
    about = "Python's documentation, all processes together; beside lxml's bare parse of the same pages"
    yield Figure("make", own.cpu_s, "s CPU", about, lxml.cpu_s).within(2.6)
    about = f"peak for {_COPIES} copies of it; beside the peak for one"
    yield Figure("make, memory", making(copies).peak_mb, "MB", about, own.peak_mb).within(1.7)


def install(folder: Path) -> Iterator[Figure]:
    """Measure the packages and bytes installed into a new virtual environment, besides pip's own."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    libraries = next(folder.glob("lib/*/site-packages"))
    before = set(libraries.iterdir())
    _install(folder / "bin" / "python", ROOT)
    added = set(libraries.iterdir()) - before
    sizes = {file: file.stat().st_size / 1e6 for path in added for file in (path, *path.rglob("*")) if file.is_file()}
    written = sum(size for file, size in sizes.items() if file.suffix != ".pyc")
    packages = sum(path.suffix == ".dist-info" for path in added)
    yield Figure("install", packages, "packages", "what pip installs with it, itself included").below(32)
    about = "of their files, with what pip compiles of them; beside those without"
    yield Figure("install, size", sum(sizes.values()), "MB", about, written).below(60)


def _install(python: str | Path, *what: str | Path) -> None:
    subprocess.run([python, "-m", "pip", "install", "--quiet", *what], check=True, capture_output=True)


def _index(folder: Path, server: str, count: int) -> int:
    """Write `index.xml` and this many urlsets; return the number of pages."""
    pages = 50_000
    for number in range(count):
        (folder / f"{number}.xml").write_text(sitemaps.urlset(server, number * pages, pages), encoding="utf-8")
    (folder / "index.xml").write_text(sitemaps.index(server, count), encoding="utf-8")
    return count * pages


def _mb(file: Path) -> float:
    return file.stat().st_size / 1e6


HOST_BENCHMARKS = {
    work.__name__.replace("_", "-"): work
    for work in (handshake, cold, sizes, idle_host, files, looking, first_rows, index, commands, convert, make, install)
}
