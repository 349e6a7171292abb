"""What is measured inside one process that does nothing else: `python -m benching.inside TASK ARGUMENT…` prints JSON.

A task is a generator. It yields first with its file in memory and its libraries loaded, and again at the end of each
phase that is clocked, the first time it is done. Nothing of the host is imported before the task wants it.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = "http://127.0.0.1/map.xml"


def measured(task: str, *arguments: object) -> dict[str, Any]:
    """What a task took in a process of its own: `s`, `cpu_s` of its phases, `process_cpu_s`, `peak_mb`, `last`."""
    command = [sys.executable, "-m", "benching.inside", task, *map(str, arguments)]
    took: dict[str, Any] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return took


def cpu_s(task: str, *arguments: object) -> float:
    """The seconds of processor of a task's last phase."""
    return float(measured(task, *arguments)["cpu_s"][-1])


def _resolver(room: str) -> Callable[[bytes], Any]:
    """Resolves a root file in the format of a room, whose libraries are loaded as this returns."""
    from resolving import resolve
    from standard_sitemap.model.site import Retrieved

    site = importlib.import_module(f"standard_sitemap.{room}").Site
    return lambda body: resolve(site(ROOT), lambda uri: Retrieved(uri, body, "application/xml"))


def lxml(file: str, as_it_comes: str = "") -> Iterator[None]:
    """The fastest bare parse that lxml does, all left out that may be; or what anybody would write."""
    from lxml import etree

    body = b"" if as_it_comes else Path(file).read_bytes()
    parser = etree.XMLParser(collect_ids=False, remove_blank_text=True, remove_comments=True, huge_tree=True)
    yield
    _ = etree.parse(file) if as_it_comes else etree.fromstring(body, parser)
    yield


def resolve(file: str, count: str) -> Iterator[None]:
    """All items, roles and class changes of a file."""
    yield
    hierarchy = _resolved_whole(Path(file).read_bytes(), int(count))
    assert len(hierarchy.children(hierarchy.root)) == int(count)
    _ = hierarchy.roles, hierarchy.class_changes
    yield


def _resolved_whole(body: bytes, count: int) -> Any:
    """A root file resolved with as many elements as there are: a reader has to allow for more than five million."""
    from standard_sitemap import ssp
    from standard_sitemap.model.site import Bounds

    site = ssp.Site(ROOT)
    site.wanted()
    site.add_document(
        ROOT, ssp.parse(ROOT, body, "application/xml", Bounds(elements=max(Bounds().elements, 2 * count)))
    )
    return site.hierarchy()


def rows(file: str) -> Iterator[None]:
    """To roles, class changes and the first 200 rows."""
    from standard_sitemap.views.view import Look, View

    resolved, body = _resolver("ssp"), Path(file).read_bytes()
    yield
    hierarchy = resolved(body)
    _ = hierarchy.roles, hierarchy.class_changes
    found = View("v1", hierarchy, Look()).rows(0, 200)
    yield
    assert len(found) == 200


def branch(file: str) -> Iterator[None]:
    """The second entry opened, and the first page of rows below it."""
    from standard_sitemap.views.view import Look, View

    view = View("v1", _resolver("ssp")(Path(file).read_bytes()), Look())
    key = view.rows(0, 2)[1]["key"]
    yield
    view.toggle(key, open_it=True)
    found = view.rows(1, 60)
    yield
    assert len(found) == 60


def find(file: str, text: str) -> Iterator[int]:
    """A text searched for in the bytes of the file; then the first 50 matches of a filter for it: how many rows."""
    from standard_sitemap.views.filtering import FIRST_NODES, Filtered, filtered

    body, found = Path(file).read_bytes(), Filtered()
    hierarchy = _resolver("ssp")(body)
    hierarchy.children(hierarchy.root)
    yield 0
    body.find(text.encode() + b"\0")
    yield 0
    for _ in filtered(hierarchy, text, found, FIRST_NODES):
        pass
    yield len(found)


def download(address: str, count: str) -> Iterator[None]:
    """All files of a map of many, fetched and forgotten."""
    from standard_sitemap.fetching.limits import PARALLEL

    async def all_files(retrieve: Any) -> None:
        slots = asyncio.Semaphore(PARALLEL)

        async def fetch(name: object) -> None:
            async with slots:
                assert (await retrieve(f"{address}/{name}.xml")).body

        await fetch("map")
        await asyncio.gather(*map(fetch, range(int(count))))

    return _with_retriever(address, all_files)


def load(address: str, count: str) -> Iterator[None]:
    """The same map opened by the host, until all of it is there."""
    from standard_sitemap.sites.session import Options, SiteSession

    async def whole_map(retrieve: Any) -> None:
        states = asyncio.Queue[str]()

        def notify(event: str, params: dict[str, Any]) -> None:
            if event == "site.changed":
                states.put_nowait(params["site"]["state"])

        site = SiteSession("s1", f"{address}/map.xml", retrieve, Options(), notify)
        while await states.get() == "loading":
            pass
        assert site.hierarchy is not None
        assert len(site.hierarchy.documents) == int(count) + 1

    return _with_retriever(address, whole_map)


def _with_retriever(address: str, work: Callable[[Any], Coroutine[Any, Any, None]]) -> Iterator[None]:
    from standard_sitemap.fetching.limits import Limits
    from standard_sitemap.fetching.request_headers import Page
    from standard_sitemap.native.browser import BrowserCookies, BrowserFetches
    from standard_sitemap.native.page_retriever import Networks, Retriever

    def notify(_event: str, _params: dict[str, Any]) -> None:
        raise AssertionError("nothing is asked of a browser")

    page, browser = Page(f"{address}/", "127.0.0.1", ()), (BrowserFetches(notify), BrowserCookies(notify))
    with asyncio.Runner() as runner:
        runner.get_loop()
        retriever = Retriever(page, Networks(), browser, Limits(), private=True)
        yield
        runner.run(work(retriever))
        yield


def org(file: str, count: str) -> Iterator[None]:
    """The children of the root of a urlset."""
    resolved, body = _resolver("sitemapsorg"), Path(file).read_bytes()
    yield
    hierarchy = resolved(body)
    assert [hierarchy.variants(node) for node in hierarchy.children(hierarchy.root)]
    yield
    assert hierarchy.page_count == int(count)


def org_by_usp(file: str, count: str, library: str) -> Iterator[None]:
    """The other reader of such files, from the folder it was installed into for this alone."""
    sys.path.insert(0, library)
    from usp.tree import sitemap_from_str  # type: ignore[import-not-found]

    text = Path(file).read_text("utf-8")
    yield
    pages = sum(1 for _ in sitemap_from_str(text).all_pages())
    yield
    assert pages == int(count)


TASKS = {task.__name__: task for task in (lxml, resolve, rows, branch, find, download, load, org, org_by_usp)}


def _main(task: str, *arguments: str) -> dict[str, Any]:
    phases: Iterator[Any] = TASKS[task](*arguments)
    last, moments = next(phases), [(time.perf_counter(), time.process_time())]
    for last in phases:  # noqa: B007 (the last is wanted)
        moments.append((time.perf_counter(), time.process_time()))
    s, cpu = ([after - before for before, after in pairwise(clock)] for clock in zip(*moments, strict=True))
    used = resource.getrusage(resource.RUSAGE_SELF)
    whole = {"process_cpu_s": used.ru_utime + used.ru_stime, "peak_mb": used.ru_maxrss / 1024}
    return {"s": s, "cpu_s": cpu, "last": last} | whole


if __name__ == "__main__":
    print(json.dumps(_main(*sys.argv[1:])))
