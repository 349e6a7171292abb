"""What is measured inside one process that does nothing else: `python -m benching.inside TASK ARGUMENT…` prints JSON.

Each task begins with its file in memory and its libraries loaded, and answers how long one thing took the first time.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benching import plain_lxml

ROOT = "http://127.0.0.1/map.xml"
_SCRIPTS = Path(__file__).resolve().parents[1]


def told(task: str, *arguments: object) -> dict[str, Any]:
    """What a task answers in a process of its own."""
    command = [sys.executable, "-m", "benching.inside", task, *map(str, arguments)]
    variables = os.environ | {"PYTHONPATH": str(_SCRIPTS)}
    answer: dict[str, Any] = json.loads(
        subprocess.run(command, check=True, stdout=subprocess.PIPE, env=variables).stdout
    )
    return answer


@contextmanager
def _clock(into: dict[str, Any], name: str) -> Iterator[None]:
    began, worked = time.perf_counter(), time.process_time()
    yield
    into[name] = {"s": time.perf_counter() - began, "cpu_s": time.process_time() - worked}


def _site(body: bytes) -> Any:
    from standard_sitemap import ssp

    site = ssp.Site(ROOT)
    (asked,) = site.wanted()
    site.add(asked, ssp.Retrieved(asked, body, "application/xml"))
    return site


def _lxml(file: str) -> dict[str, Any]:
    body, answer = Path(file).read_bytes(), dict[str, Any]()
    parser = plain_lxml.parser()
    with _clock(answer, "parsed"):
        plain_lxml.parse(body, parser)
    return answer


def _own(file: str) -> dict[str, Any]:
    """To roles, class changes and the first 200 rows."""
    from standard_sitemap.views.view import Look, View

    body, answer = Path(file).read_bytes(), dict[str, Any]()
    with _clock(answer, "resolved"):
        hierarchy = _site(body).hierarchy()
        _ = hierarchy.roles, hierarchy.class_changes
        rows = View("v1", hierarchy, Look()).rows(0, 200)
    assert len(rows) == 200
    return answer


def _open(file: str) -> dict[str, Any]:
    """The second entry opened, and the first page of rows below it."""
    from standard_sitemap.views.view import Look, View

    site, answer = _site(Path(file).read_bytes()), dict[str, Any]()
    view = View("v1", site.hierarchy(), Look())
    key = view.rows(0, 2)[1]["key"]
    with _clock(answer, "opened"):
        view.toggle(key, open_it=True)
        rows = view.rows(1, 60)
    assert len(rows) == 60
    return answer


def _filter(file: str, text: str) -> dict[str, Any]:
    """The first 50 matches of a filter, and a look for the same text through the bytes of the file."""
    from standard_sitemap.views.filtering import FIRST_NODES, Filtered, filtered

    body, answer = Path(file).read_bytes(), dict[str, Any]()
    hierarchy = _site(body).hierarchy()
    hierarchy.children(hierarchy.root)
    with _clock(answer, "found"):
        body.find(text.encode() + b"\0")
    rows = Filtered()
    with _clock(answer, "filtered"):
        for _ in filtered(hierarchy, text, rows, FIRST_NODES):
            pass
    return answer | {"rows": len(rows)}


def _download(address: str, count: str) -> dict[str, Any]:
    return asyncio.run(_downloaded(address, int(count)))


async def _downloaded(address: str, count: int) -> dict[str, Any]:
    """All files of a map of many, fetched and forgotten."""
    from standard_sitemap.fetching.limits import PARALLEL

    retrieve, answer, slots = _retriever(address), dict[str, Any](), asyncio.Semaphore(PARALLEL)

    async def bring(uri: str) -> None:
        async with slots:
            assert (await retrieve(uri)).body

    with _clock(answer, "done"):
        await bring(f"{address}/map.xml")
        await asyncio.gather(*(bring(f"{address}/{number}.xml") for number in range(count)))
    return answer


def _load(address: str, count: str) -> dict[str, Any]:
    return asyncio.run(_loaded(address, int(count)))


async def _loaded(address: str, count: int) -> dict[str, Any]:
    """The same map opened by the host, until all of it is there."""
    from standard_sitemap.sites.session import Options, SiteSession

    retrieve, answer, states = _retriever(address), dict[str, Any](), asyncio.Queue[str]()

    def tell(event: str, params: dict[str, Any]) -> None:
        if event == "site.changed":
            states.put_nowait(params["site"]["state"])

    with _clock(answer, "done"):
        site = SiteSession("s1", f"{address}/map.xml", retrieve, Options(), tell)
        while await states.get() == "loading":
            pass
    assert site.hierarchy is not None
    assert len(site.hierarchy.documents) == count + 1
    await site.close()
    return answer


def _retriever(address: str) -> Any:
    from standard_sitemap.fetching.limits import Limits
    from standard_sitemap.fetching.request_headers import Page
    from standard_sitemap.native.browser import BrowserCookies, BrowserFetches
    from standard_sitemap.native.retrieving import Networks, Retriever

    def tell(_event: str, _params: dict[str, Any]) -> None:
        raise AssertionError("nothing is asked of a browser")

    page = Page(f"{address}/", "127.0.0.1", ())
    return Retriever(page, Networks(), (BrowserFetches(tell), BrowserCookies(tell)), Limits(), private=True)


_TASKS: dict[str, Callable[..., dict[str, Any]]] = {
    "lxml": _lxml,
    "own": _own,
    "open": _open,
    "filter": _filter,
    "download": _download,
    "load": _load,
}

if __name__ == "__main__":
    found = _TASKS[sys.argv[1]](*sys.argv[2:])
    print(json.dumps(found | {"peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
