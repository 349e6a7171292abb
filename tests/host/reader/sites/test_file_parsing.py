"""Files parsed here and in workers have the same results and bounds."""

from __future__ import annotations

import asyncio
import gzip
import os
import pickle
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from host.reader.sites.misbehaving import ends_other_processes, stands_still_in_other_processes
from host.reader.views.all_rows import all_rows
from host.sitemapsorg.samples import SITE, index
from standard_sitemap import formats
from standard_sitemap.fetching.limits import DEFAULTS, Limits
from standard_sitemap.model.site import Bounds, Document, RetrievedFile
from standard_sitemap.reader.sites import file_parsing, loading
from standard_sitemap.reader.sites.file_parsing import WORTH_WORKERS, Batches, FileParsing
from standard_sitemap.reader.sites.loading import Loading
from standard_sitemap.reader.views.view import Look, View
from standard_sitemap.workers import Worker, WorkerFailure, Workers

FILES = 6
NAMESPACE = "http://standard-sitemap.org/2007/ns"


@pytest.fixture(params=[30_000, file_parsing.LARGE], ids=["alone", "in batches"])
def workers(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Workers]:
    """Yield one worker, used from the first file on; files are handed over singly or in batches."""
    pool = Workers(1)
    with pool.lend() as worker:
        assert worker is not None
        worker.call(os.getpid)  # to start it
    monkeypatch.setattr(loading, "FileParsing", lambda limits, loader: FileParsing(limits, loader, pool))
    monkeypatch.setattr(file_parsing, "WORTH_WORKERS", 1)
    monkeypatch.setattr(file_parsing, "LARGE", request.param)
    monkeypatch.setattr(file_parsing, "ROOM_FREE_BYTES_OF_SITE", 1_000_000_000)  # room for two files at a time
    yield pool
    pool.close()


def _urlset(number: int) -> bytes:
    """Return about 60 KB of pages, with a fault in each file and some pages in several languages."""
    link = f'<xhtml:link rel="alternate" hreflang="de" href="{SITE}de/0"/>' if number == 2 else ""
    entries = (f"<url><loc>{SITE}{number}/{page % 7}/{page}</loc><priority>0.5</priority></url>" for page in range(800))
    return (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
        f"<url><loc>{SITE}{number}/odd</loc>{link}<priority>{number + 2}</priority></url>{''.join(entries)}</urlset>"
    ).encode()


def _map(number: int) -> bytes:
    """Return about 60 KB of items."""
    items = (
        f'<item xml:id="i{place}" name="Item {place} of {number}" url="{number}/{place}"/>' for place in range(1_000)
    )
    return f'<sitemap xmlns="{NAMESPACE}"><group name="G" xml:id="i">{"".join(items)}</group></sitemap>'.encode()


def _files(of_format: formats.Format) -> dict[str, bytes]:
    names = [f"{SITE}{number}.xml" for number in range(FILES)]
    if of_format is formats.OTHER:
        root = index(*names).encode()
        return {f"{SITE}root": root, **{name: _urlset(number) for number, name in enumerate(names)}}
    refer = "".join(f'<external url="{name}#i"/>' for name in names)
    root = f'<sitemap xmlns="{NAMESPACE}">{refer}</sitemap>'.encode()
    return {f"{SITE}root": root, **{name: _map(number) for number, name in enumerate(names)}}


def _loaded(of_format: formats.Format, limits: Limits = DEFAULTS) -> Loading:
    files = _files(of_format)

    async def retrieve(uri: str) -> RetrievedFile:
        return RetrievedFile(uri, files[uri], "application/xml")

    load = Loading(f"{SITE}root", retrieve, limits, include_user=False, on_file=lambda: None, chosen=True)
    asyncio.run(load.run())
    return load


def _in_full(document: Document) -> bytes:
    """Return a document's full state; pickled twice, because unpickling changes which texts are shared."""
    return pickle.dumps(pickle.loads(pickle.dumps(document)))


@pytest.mark.parametrize("of_format", [formats.STANDARD, formats.OTHER], ids=lambda form: form.name)
def test_document_of_a_worker_is_that_of_this_process(of_format: formats.Format, workers: Workers) -> None:
    with workers.lend() as worker:
        assert worker is not None
        for bounds in (Bounds(), Bounds(elements=100, attribute=5, room=100_000)):
            for uri, body in _files(of_format).items():
                arguments = (RetrievedFile(uri, body, "application/xml"), bounds, True)
                there, here = worker.call(of_format.parse, *arguments), of_format.parse(*arguments)
                assert (there.faults, there.weight, len(there)) == (here.faults, here.weight, len(here))
                assert _in_full(there) == _in_full(here)


@pytest.mark.parametrize("of_format", [formats.STANDARD, formats.OTHER], ids=lambda form: form.name)
def test_site_parsed_by_a_worker_is_that_of_this_process(
    of_format: formats.Format, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed_there, call = list[object](), Worker.call

    def noting(worker: Worker, *arguments: object) -> object:
        parsed_there.append(call(worker, *arguments))  # type: ignore[arg-type, misc]
        return parsed_there[-1]

    monkeypatch.setattr(Worker, "call", noting)
    there = _loaded(of_format)
    assert parsed_there
    parsed_there.clear()
    workers.most = 0
    here = _loaded(of_format)
    assert not parsed_there
    assert here.weight == there.weight
    assert _rows(here) == _rows(there)
    assert _faults(here) == _faults(there)


def _rows(load: Loading) -> list[object]:
    rows = all_rows(View("v1", load.site.hierarchy(), Look()))
    assert len(rows) > 1
    return [(row["name"], row.get("url")) for row in rows]


def _faults(load: Loading) -> set[object]:
    return {(fault.code, fault.document, fault.line) for document in load.site.documents for fault in document.faults}


def test_file_of_a_worker_that_ends_is_parsed_here(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "OTHER", formats.OTHER._replace(parse=ends_other_processes))
    monkeypatch.setenv("HOST_OF_TEST", str(os.getpid()))
    load = _loaded(formats.OTHER)
    assert [len(document) for document in load.site.documents] == [0, *[801] * FILES]
    assert load.refusals == {}


@pytest.mark.parametrize(("limits", "seconds"), [({"site_seconds": 5}, 5), ({"request_seconds": 1}, 1)])
def test_worker_that_takes_longer_than_a_file_or_the_site_may_is_ended(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, limits: dict[str, int], seconds: int
) -> None:
    """Check that such files are refused, like slow downloads; the root file, parsed here, is there."""
    monkeypatch.setattr(formats, "OTHER", formats.OTHER._replace(parse=stands_still_in_other_processes))
    monkeypatch.setenv("HOST_OF_TEST", str(os.getpid()))
    with workers.lend() as worker:
        assert worker is not None
    load = _loaded(formats.OTHER, replace(DEFAULTS, **{"site_seconds": 30, **limits}))
    assert {refusal.code for refusal in load.refusals.values()} == {"timed-out"}
    assert {refusal.params["seconds"] for refusal in load.refusals.values()} == {seconds}
    assert [len(document) for document in load.site.documents][:1] == [0]
    assert worker.has_ended


def _file(number: int) -> tuple[Callable[..., Document], RetrievedFile, Bounds, bool]:
    return formats.STANDARD.parse, RetrievedFile(f"{SITE}{number}", b""), Bounds(), False


class _BatchRecorder:
    """Stand-in that only records the files of each batch, and waits for permission to continue."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.may_go_on = asyncio.Semaphore(0)
        self.failure: BaseException | None = None
        self.endless: str | None = None  # the file that takes too long

    async def __call__(
        self, files: list[tuple[Callable[..., Document], RetrievedFile, Bounds, bool]]
    ) -> list[Document]:
        self.batches.append([file.uri.removeprefix(SITE) for _, file, *_ in files])
        await self.may_go_on.acquire()
        if self.failure is not None:
            raise self.failure
        if self.endless in self.batches[-1]:
            raise TimeoutError
        return [parse(*arguments) for parse, *arguments in files]


async def _begun(handed: _BatchRecorder, count: int) -> list[asyncio.Task[Document]]:
    """Start parsing: the first file is handed over, all others wait."""
    batches = Batches(handed)
    tasks = [asyncio.create_task(batches.parse(*_file(number))) for number in range(count)]
    while not handed.batches:
        await asyncio.sleep(0)
    return tasks


def test_files_that_wait_while_others_are_parsed_go_together() -> None:
    async def run() -> list[list[str]]:
        handed = _BatchRecorder()
        tasks = await _begun(handed, 4)
        handed.may_go_on.release()
        handed.may_go_on.release()
        assert [document.uri for document in await asyncio.gather(*tasks)] == [f"{SITE}{number}" for number in range(4)]
        return handed.batches

    assert asyncio.run(run()) == [["0"], ["1", "2", "3"]]


def test_batch_of_a_worker_that_ends_fails_each_of_its_files() -> None:
    async def run() -> list[object]:
        handed = _BatchRecorder()
        tasks = await _begun(handed, 3)
        handed.may_go_on.release()
        await tasks[0]
        handed.failure = WorkerFailure()
        handed.may_go_on.release()
        return await asyncio.gather(*tasks[1:], return_exceptions=True)  # type: ignore[return-value]

    assert [type(each) for each in asyncio.run(run())] == [WorkerFailure, WorkerFailure]


def test_file_that_takes_too_long_costs_no_other_file_of_its_batch() -> None:
    async def run() -> tuple[list[list[str]], list[object]]:
        handed = _BatchRecorder()
        tasks = await _begun(handed, 4)
        handed.endless = "2"
        for _ in range(5):
            handed.may_go_on.release()
        return handed.batches, await asyncio.gather(*tasks, return_exceptions=True)  # type: ignore[return-value]

    batches, outcomes = asyncio.run(run())
    assert batches == [["0"], ["1", "2", "3"], ["1"], ["2"], ["3"]]
    assert [type(each) is TimeoutError for each in outcomes] == [False, False, True, False]


def test_file_whose_task_is_cancelled_leaves_the_rest_of_a_slow_batch_to_be_parsed_here() -> None:
    async def run() -> list[object]:
        handed = _BatchRecorder()
        tasks = await _begun(handed, 3)
        handed.endless = "1"
        handed.may_go_on.release()
        handed.may_go_on.release()
        async with asyncio.timeout(10):
            while len(handed.batches) < 3:
                await asyncio.sleep(0)
        tasks[1].cancel()  # while its own file is parsed alone
        return await asyncio.gather(*tasks[1:], return_exceptions=True)  # type: ignore[return-value]

    assert [type(each) for each in asyncio.run(run())] == [asyncio.CancelledError, WorkerFailure]


def test_cancelled_file_leaves_the_rest_of_its_batch_to_be_parsed_here() -> None:
    async def run() -> list[object]:
        handed = _BatchRecorder()
        tasks = await _begun(handed, 3)
        handed.may_go_on.release()
        await tasks[0]
        while len(handed.batches) < 2:
            await asyncio.sleep(0)
        tasks[1].cancel()  # both were handed over in its batch
        return await asyncio.gather(*tasks[1:], return_exceptions=True)  # type: ignore[return-value]

    assert [type(each) for each in asyncio.run(run())] == [asyncio.CancelledError, WorkerFailure]


def _compressed(monkeypatch: pytest.MonkeyPatch, begun: threading.Event, ended: threading.Event) -> Loading:
    """Return the loading of a compressed file that unpacks without end."""

    def unpacking_without_end(*_: object) -> Iterator[None]:
        try:
            while True:
                begun.set()
                yield
        finally:
            ended.set()

    async def retrieve(uri: str) -> RetrievedFile:
        return RetrievedFile(uri, gzip.compress(index(f"{SITE}a.xml").encode()), "application/xml")

    monkeypatch.setattr(file_parsing, "unpacking", unpacking_without_end)
    limits = DEFAULTS.with_changes({"request_seconds": 1})
    return Loading(f"{SITE}root", retrieve, limits, include_user=False, on_file=lambda: None, chosen=True)


@pytest.mark.promise("author", "Unpacking a compressed file ends when the time limit is reached.")
def test_compressed_file_is_unpacked_within_the_time_of_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> Loading:
        loading = _compressed(monkeypatch, threading.Event(), threading.Event())
        async with asyncio.timeout(30):  # far more than the second of a request
            await loading.run()
        return loading

    assert [refusal.code for refusal in asyncio.run(run()).refusals.values()] == ["timed-out"]


def test_compressed_file_is_unpacked_while_a_task_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), threading.Event()

    async def run() -> None:
        task = asyncio.create_task(_compressed(monkeypatch, begun, ended).run())
        await asyncio.to_thread(begun.wait)
        task.cancel()
        await asyncio.wait({task})
        del task
        await asyncio.to_thread(ended.wait)

    asyncio.run(run())


def test_small_sites_have_no_worker(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_parsing, "WORTH_WORKERS", WORTH_WORKERS)
    monkeypatch.setattr(workers, "lend", lambda: pytest.fail("a worker for less than a megabyte"))
    assert len(_loaded(formats.OTHER).site.documents) == FILES + 1
