"""What is measured inside one process that does nothing else: `python -m benching.inside TASK ARGUMENT…` prints JSON.

Each task begins with its file in memory and its libraries loaded, and clocks one thing, the first time it is done. The
only benchmarks that know the host's modules; nothing of it is imported before the task wants it.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = "http://127.0.0.1/map.xml"

Clocked = dict[str, Any]


def measured(task: str, *arguments: object) -> Clocked:
    """What a task clocked in a process of its own: `{NAME: {"s", "cpu_s"}, "process": {"cpu_s"}, "peak_mb"}`."""
    command = [sys.executable, "-m", "benching.inside", task, *map(str, arguments)]
    clocked: Clocked = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return clocked


def cpu_s(task: str, *arguments: object) -> float:
    """The seconds of processor of what a task clocked last."""
    return float(measured(task, *arguments)["done"]["cpu_s"])


@contextmanager
def _clock(into: Clocked, name: str = "done") -> Iterator[None]:
    began, worked = time.perf_counter(), time.process_time()
    yield
    into[name] = {"s": time.perf_counter() - began, "cpu_s": time.process_time() - worked}


def _lxml(into: Clocked, file: str) -> None:
    """The fastest bare parse that lxml does, all left out that may be."""
    from lxml import etree

    body = Path(file).read_bytes()
    parser = etree.XMLParser(collect_ids=False, remove_blank_text=True, remove_comments=True, huge_tree=True)
    with _clock(into):
        etree.fromstring(body, parser)


def _lxml_as_it_comes(into: Clocked, file: str) -> None:
    from lxml import etree

    with _clock(into):
        etree.parse(file)


def _site(body: bytes) -> Any:
    from standard_sitemap import ssp
    from standard_sitemap.model.site import Retrieved

    site = ssp.Site(ROOT)
    (uri,) = site.wanted()
    site.add(uri, Retrieved(uri, body, "application/xml"))
    return site


def _view(hierarchy: Any) -> Any:
    from standard_sitemap.views.view import Look, View

    return View("v1", hierarchy, Look())


def _resolve(into: Clocked, file: str, count: str) -> None:
    from resolving import resolve
    from standard_sitemap import ssp
    from standard_sitemap.model.site import Retrieved

    with _clock(into):
        found = resolve(ssp.Site(ROOT), lambda uri: Retrieved(uri, Path(file).read_bytes()))
        assert len(found.children(found.root)) == int(count)
        _ = found.roles, found.class_changes


def _rows(into: Clocked, file: str) -> None:
    """To roles, class changes and the first 200 rows."""
    from standard_sitemap.views import view  # noqa: F401 (loaded before the clock runs)

    body = Path(file).read_bytes()
    with _clock(into):
        hierarchy = _site(body).hierarchy()
        _ = hierarchy.roles, hierarchy.class_changes
        rows = _view(hierarchy).rows(0, 200)
    assert len(rows) == 200


def _open(into: Clocked, file: str) -> None:
    """The second entry opened, and the first page of rows below it."""
    view = _view(_site(Path(file).read_bytes()).hierarchy())
    key = view.rows(0, 2)[1]["key"]
    with _clock(into):
        view.toggle(key, open_it=True)
        rows = view.rows(1, 60)
    assert len(rows) == 60


def _filter(into: Clocked, file: str, text: str) -> None:
    """The first 50 matches of a filter, and a search for the same text through the bytes of the file."""
    from standard_sitemap.views.filtering import FIRST_NODES, Filtered, filtered

    body = Path(file).read_bytes()
    hierarchy = _site(body).hierarchy()
    hierarchy.children(hierarchy.root)
    with _clock(into, "found"):
        body.find(text.encode() + b"\0")
    rows = Filtered()
    with _clock(into):
        for _ in filtered(hierarchy, text, rows, FIRST_NODES):
            pass
    into["rows"] = len(rows)


def _download(into: Clocked, address: str, count: str) -> None:
    asyncio.run(_downloaded(into, address, int(count)))


async def _downloaded(into: Clocked, address: str, count: int) -> None:
    """All files of a map of many, fetched and forgotten."""
    from standard_sitemap.fetching.limits import PARALLEL

    retrieve, slots = _retriever(address), asyncio.Semaphore(PARALLEL)

    async def fetch(uri: str) -> None:
        async with slots:
            assert (await retrieve(uri)).body

    with _clock(into):
        await fetch(f"{address}/map.xml")
        await asyncio.gather(*(fetch(f"{address}/{number}.xml") for number in range(count)))


def _load(into: Clocked, address: str, count: str) -> None:
    asyncio.run(_loaded(into, address, int(count)))


async def _loaded(into: Clocked, address: str, count: int) -> None:
    """The same map opened by the host, until all of it is there."""
    from standard_sitemap.sites.session import Options, SiteSession

    retrieve, states = _retriever(address), asyncio.Queue[str]()

    def notify(event: str, params: dict[str, Any]) -> None:
        if event == "site.changed":
            states.put_nowait(params["site"]["state"])

    with _clock(into):
        site = SiteSession("s1", f"{address}/map.xml", retrieve, Options(), notify)
        while await states.get() == "loading":
            pass
    assert site.hierarchy is not None
    assert len(site.hierarchy.documents) == count + 1
    await site.close()


def _retriever(address: str) -> Any:
    from standard_sitemap.fetching.limits import Limits
    from standard_sitemap.fetching.request_headers import Page
    from standard_sitemap.native.browser import BrowserCookies, BrowserFetches
    from standard_sitemap.native.retrieving import Networks, Retriever

    def notify(_event: str, _params: dict[str, Any]) -> None:
        raise AssertionError("nothing is asked of a browser")

    page = Page(f"{address}/", "127.0.0.1", ())
    return Retriever(page, Networks(), (BrowserFetches(notify), BrowserCookies(notify)), Limits(), private=True)


def _org_own(into: Clocked, file: str, count: str) -> None:
    from resolving import resolve
    from standard_sitemap import sitemapsorg
    from standard_sitemap.model.site import Retrieved

    body = Path(file).read_bytes()
    with _clock(into):
        found = resolve(sitemapsorg.Site(ROOT), lambda uri: Retrieved(uri, body, "application/xml"))
        assert [found.variants(node) for node in found.children(found.root)]
        assert found.page_count == int(count)


def _org_usp(into: Clocked, file: str, count: str, library: str) -> None:
    """The other reader of such files, from the folder it was installed into for this alone."""
    sys.path.insert(0, library)
    from usp.tree import sitemap_from_str  # type: ignore[import-not-found]

    text = Path(file).read_text("utf-8")
    with _clock(into):
        assert sum(1 for _ in sitemap_from_str(text).all_pages()) == int(count)


_TASKS: dict[str, Callable[..., None]] = {
    "lxml": _lxml, "lxml-as-it-comes": _lxml_as_it_comes, "resolve": _resolve, "rows": _rows, "open": _open,
    "filter": _filter, "download": _download, "load": _load,
    "org-own": _org_own, "org-usp": _org_usp,
}  # fmt: skip

if __name__ == "__main__":
    result: Clocked = {}
    _TASKS[sys.argv[1]](result, *sys.argv[2:])
    used = resource.getrusage(resource.RUSAGE_SELF)
    result |= {"process": {"cpu_s": used.ru_utime + used.ru_stime}, "peak_mb": used.ru_maxrss / 1024}
    print(json.dumps(result))
