"""Measurements in a dedicated process: `python -m commands.benching.inside TASK ARGUMENT…` prints JSON.

A task is a generator. It first yields with its file in memory and its libraries loaded. It yields again at the end of
the timed part, which runs for the first time. Nothing of the host is imported before the task needs it.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = "http://127.0.0.1/map.xml"


def _resolver(room: str) -> Callable[[bytes], Any]:
    """Return a function that resolves a root file in a package's format; its libraries are already loaded."""
    from resolving import resolve
    from standard_sitemap.model.site import RetrievedFile

    site = importlib.import_module(f"standard_sitemap.{room}").Site
    return lambda body: resolve(site(ROOT), lambda uri: RetrievedFile(uri, body, "application/xml"))


def lxml(file: str) -> Iterator[None]:
    """Measure lxml's fastest bare parse, with all optional work disabled."""
    from lxml import etree

    body = Path(file).read_bytes()
    parser = etree.XMLParser(collect_ids=False, remove_blank_text=True, remove_comments=True, huge_tree=True)
    yield
    _ = etree.fromstring(body, parser)
    yield


def lxml_pages(folder: str) -> Iterator[None]:
    """Measure lxml's bare parse of all pages in a folder, without looking at any."""
    from lxml import etree

    from standard_sitemap.webmaster.making.folder_reading import contents

    bodies = [Path(folder, path).read_bytes() for path in contents(Path(folder)).pages]
    parser = etree.HTMLParser(encoding="utf-8", no_network=True)
    yield
    for body in bodies:
        _ = etree.fromstring(body, parser)
    yield


def rows(file: str, count: str) -> Iterator[None]:
    """Measure roles, class changes and the first 200 rows; the element limit equals the number of elements."""
    from standard_sitemap import ssp
    from standard_sitemap.model.site import Bounds
    from standard_sitemap.reader.views import view_replies
    from standard_sitemap.reader.views.view import Look, View

    body, bounds = Path(file).read_bytes(), Bounds(elements=max(Bounds().elements, 2 * int(count)))
    yield
    site = ssp.Site(ROOT)
    site.wanted()
    site.add_document(ROOT, ssp.parse(ROOT, body, "application/xml", bounds))
    hierarchy = site.hierarchy()
    _ = hierarchy.roles, hierarchy.class_changes
    drawn = view_replies.rows(View("v1", hierarchy, Look()), 0, 200)
    yield
    assert len(drawn) == 200
    assert len(hierarchy.children(hierarchy.root)) == int(count)


def branch(file: str) -> Iterator[None]:
    """Measure opening the second entry, up to the first page of rows below it."""
    from standard_sitemap.reader.views import view_replies
    from standard_sitemap.reader.views.view import Look, View

    view = View("v1", _resolver("ssp")(Path(file).read_bytes()), Look())
    key = view_replies.rows(view, 0, 2)[1]["key"]
    yield
    view.toggle(key, open_it=True)
    drawn = view_replies.rows(view, 1, 60)
    yield
    assert len(drawn) == 60


def search(file: str, text: str) -> Iterator[None]:
    """Measure a search for an absent text in the bytes of a file."""
    body = Path(file).read_bytes()
    yield
    assert body.find(text.encode() + b"\0") < 0
    yield


def find(file: str, text: str) -> Iterator[None]:
    """Measure the exact matches of a filter, with which the host replies first."""
    yield from _filtered(file, text, is_provisional=True)


def find_all(file: str, text: str) -> Iterator[None]:
    """Measure all matches of a filter: by name, over several levels, by address, and with a typing error."""
    yield from _filtered(file, text, is_provisional=False)


def _filtered(file: str, text: str, *, is_provisional: bool) -> Iterator[None]:
    from standard_sitemap.reader.views.filtering import FIRST_NODES, FilteredRows, filtered

    hierarchy = _resolver("ssp")(Path(file).read_bytes())
    hierarchy.children(hierarchy.root)
    yield
    for _ in filtered(hierarchy, text, FilteredRows(is_provisional=is_provisional), FIRST_NODES):
        pass
    yield


def download(address: str, count: str) -> Iterator[None]:
    """Measure fetching all files of a map with httpcore's own pool and streams, and discarding them."""
    import httpcore

    from standard_sitemap.fetching.limits import PARALLEL

    async def all_files() -> None:
        slots = asyncio.Semaphore(PARALLEL)
        async with httpcore.AsyncConnectionPool(max_connections=None, max_keepalive_connections=PARALLEL) as pool:

            async def fetch(name: object) -> None:
                async with slots:
                    assert (await pool.request("GET", f"{address}/{name}.xml", extensions={"timeout": seconds})).content

            await fetch("map")
            await asyncio.gather(*map(fetch, range(int(count))))

    seconds = dict.fromkeys(("connect", "read", "write", "pool"), 20.0)
    with asyncio.Runner() as runner:
        runner.get_loop()
        yield
        runner.run(all_files())
        yield


def org(file: str, count: str) -> Iterator[None]:
    """Measure the root's children of a urlset."""
    resolved, body = _resolver("sitemapsorg"), Path(file).read_bytes()
    yield
    hierarchy = resolved(body)
    assert [hierarchy.details.variants(node) for node in hierarchy.children(hierarchy.root)]
    yield
    assert hierarchy.page_count == int(count)


def org_by_usp(file: str, count: str, library: str) -> Iterator[None]:
    """Measure the other sitemap reader, from the folder into which it was installed for this."""
    sys.path.insert(0, library)
    from usp.tree import sitemap_from_str  # type: ignore[import-not-found]

    text = Path(file).read_text("utf-8")
    yield
    pages = sum(1 for _ in sitemap_from_str(text).all_pages())
    yield
    assert pages == int(count)


TASKS = {
    task.__name__: task for task in (lxml, lxml_pages, rows, branch, search, find, find_all, download, org, org_by_usp)
}


def measured(task: str, *arguments: str) -> tuple[float, float, float]:
    """Return the seconds and CPU seconds of the timed part, and the process's peak megabytes."""
    work = TASKS[task](*arguments)
    next(work)
    s, cpu_s = time.perf_counter(), time.process_time()
    next(work)
    s, cpu_s = time.perf_counter() - s, time.process_time() - cpu_s
    next(work, None)
    return s, cpu_s, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    print(json.dumps(measured(*sys.argv[1:])))
