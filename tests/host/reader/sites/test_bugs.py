"""A bug in any stage of a load costs one file, view or site: every load ends, and other sites continue."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from standard_sitemap.fetching.request_headers import ReferringPage
from standard_sitemap.formats import STANDARD, Format
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.native.sessions import Sessions
from standard_sitemap.reader.protocol.requests import PageForHost, SiteOpen
from standard_sitemap.reader.sites import file_parsing, loading, open_views, session, summary
from standard_sitemap.reader.sites.bugs import BugGuard, in_thread
from standard_sitemap.reader.sites.open_views import InitialView
from standard_sitemap.reader.sites.session import SessionOptions, SiteSession
from standard_sitemap.reader.views import view_replies
from standard_sitemap.refusals import NotFound
from standard_sitemap.ssp import Site

ROOT = "http://www.example.org/root.xml"
PATIENCE_S = 30
BODY, MORE = (
    f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{content}</sitemap>'.encode()
    for content in (
        '<item name="A" url="a"/><external url="more.xml#b"/>',
        '<item xml:id="b" name="B" url="b" priority="x"/>',
    )
)
MORE = (
    b'<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item xml:id="b" name="B" url="b" priority="x"/></sitemap>'
)

Break = Callable[[pytest.MonkeyPatch, type[BaseException]], None]
ERRORS = [ValueError, MemoryError, RecursionError, StopIteration, asyncio.CancelledError]


async def _retrieve(uri: str) -> RetrievedFile:
    return RetrievedFile(uri, BODY if uri == ROOT else MORE, "text/xml")


def _raising(error: type[BaseException]) -> Callable[..., Any]:
    def work(*_: Any, **__: Any) -> Any:
        raise error

    return work


def _break(owner: object, name: str) -> Break:
    return lambda monkeypatch, error: monkeypatch.setattr(owner, name, _raising(error))


def _break_parser(monkeypatch: pytest.MonkeyPatch, error: type[BaseException]) -> None:
    broken: Format = STANDARD._replace(parse=_raising(error))
    monkeypatch.setattr("standard_sitemap.formats.STANDARD", broken)


STAGES: dict[str, Break] = {
    "unpacking": _break(file_parsing, "unpacked"),
    "parsing": _break_parser,
    "adding a document": _break(Site, "add_document"),
    "recording a refusal": lambda monkeypatch, error: (
        [_break(owner, name)(monkeypatch, error) for owner, name in ((Site, "fail"), (Site, "add_document"))] and None
    ),
    "naming wanted files": _break(Site, "wanted"),
    "resolving": _break(loading, "_ready"),
    "role links": _break(summary, "roles"),
    "class changes": _break(summary, "class_changes"),
    "languages": _break(summary, "languages"),
    "judging the root": _break(SiteSession, "_judge_root"),
    "showing progress": _break(SiteSession, "_show_progress"),
}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "CHANGED_EVERY_S", 0.0)
    monkeypatch.setattr(session, "READERS_FIRST_S", 0.0)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)


async def _settled(site: SiteSession) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE_S):
        await site.rooted.wait()
        while site.state == "loading":
            await asyncio.sleep(0.001)
        return dict(site.reply())


def _gated(gate: asyncio.Event) -> Callable[[str], Awaitable[RetrievedFile]]:
    """Return a retriever that delivers the root file at once, and others when the gate opens."""

    async def retrieve(uri: str) -> RetrievedFile:
        if uri != ROOT:
            await gate.wait()
        return await _retrieve(uri)

    return retrieve


def _opened(retrieve: Any = _retrieve, notify: Any = lambda *_: None) -> SiteSession:
    return SiteSession("s1", ROOT, retrieve, SessionOptions(), notify)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("stage", STAGES)
def test_load_with_a_bug_in_one_stage_settles_with_a_refusal(
    monkeypatch: pytest.MonkeyPatch, stage: str, error: type[BaseException]
) -> None:
    async def run() -> None:
        with monkeypatch.context() as broken:
            STAGES[stage](broken, error)
            site = _opened()
            reply = await _settled(site)
            assert (reply["state"], reply["refusal"]["code"]) == ("failed", "internal")
            await site.close()
        other = _opened()
        assert (await _settled(other))["state"] == "complete"
        await other.close()

    asyncio.run(run())


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("file", ["root.xml", "more.xml"])
def test_retrieval_that_raises_costs_one_file(file: str, error: type[BaseException]) -> None:
    async def retrieve(uri: str) -> RetrievedFile:
        if uri.endswith(file):
            raise error
        return await _retrieve(uri)

    async def run() -> None:
        site = _opened(retrieve)
        reply = await _settled(site)
        assert reply["state"] == ("failed" if file == "root.xml" else "partial")
        assert reply["counts"]["documents"] == (0 if file == "root.xml" else 1)
        await site.close()

    asyncio.run(run())


def test_worker_that_raises_costs_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_parsing, "WORTH_WORKERS", 0)
    monkeypatch.setattr("standard_sitemap.workers.Worker.call", _raising(ImportError))

    async def run() -> None:
        site = _opened()
        assert (await _settled(site))["state"] == "complete"
        await site.close()

    asyncio.run(run())


def test_event_that_cannot_be_sent_costs_that_event() -> None:
    async def run() -> None:
        site = _opened(notify=_raising(ValueError))
        assert (await _settled(site))["state"] == "complete"
        await site.close()

    asyncio.run(run())


@pytest.mark.parametrize("method", ["rebase", "move_to", "row_of_path"])
def test_view_with_a_bug_leaves_other_views_of_the_site(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    gate = asyncio.Event()

    async def run() -> None:
        site = _opened(_gated(gate))
        await site.rooted.wait()
        broken, whole = [await site.open_view(name, InitialView("http://www.example.org/b")) for name in ("v1", "v2")]
        owner = broken.folding if method == "row_of_path" else broken  # needed by the reply about a view
        monkeypatch.setattr(owner, method, _raising(ValueError))
        gate.set()
        assert (await _settled(site))["state"] == "complete"
        await site.views.search_again()
        assert [row["name"] for row in view_replies.rows(whole, 0, 9)] == ["A", "B"]
        assert whole.current.path is not None
        await site.close()

    asyncio.run(run())


def test_page_that_cannot_be_looked_for_counts_as_not_in_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_views, "placement_of", _raising(StopIteration))

    async def run() -> None:
        site = _opened()
        await _settled(site)
        view = await site.open_view("v1", InitialView("http://www.example.org/a"))
        assert not view_replies.state(view)["pending"]
        await site.close()

    asyncio.run(run())


def test_faults_that_cannot_be_found_leave_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        site = _opened()
        monkeypatch.setattr(site.loading, "faults", _raising(ValueError))
        assert (await _settled(site))["state"] == "complete"
        await asyncio.sleep(0)
        reply = site.reply()
        assert (reply["state"], reply["counts"]["documents"]) == ("complete", 2)
        await site.close()

    asyncio.run(run())


def test_bug_while_more_of_a_map_is_shown_leaves_the_part_that_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = asyncio.Event()

    async def run() -> None:
        site = _opened(_gated(gate))
        await site.rooted.wait()
        view = await site.open_view("v1", InitialView())
        monkeypatch.setattr(loading, "_ready", _raising(ValueError))
        gate.set()
        reply = await _settled(site)
        assert (reply["state"], reply["refusal"]["code"]) == ("partial", "internal")
        assert [row["name"] for row in view_replies.rows(view, 0, 9)] == ["A"]
        await site.close()

    asyncio.run(run())


def test_bug_while_a_map_is_read_anew_leaves_the_earlier_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        site = _opened()
        await _settled(site)
        monkeypatch.setattr(loading, "_ready", _raising(ValueError))
        async with asyncio.timeout(PATIENCE_S):
            await site.reload()
        reply = site.reply()
        assert (reply["state"], reply["counts"]["documents"]) == ("complete", 2)
        assert reply["refusal"] is not None
        assert reply["refusal"]["code"] == "internal"
        await site.close()

    asyncio.run(run())


def test_guard_lets_refusals_and_cancellation_pass() -> None:
    async def refused() -> None:
        with BugGuard():
            raise NotFound(uri="", status=404)

    async def run() -> None:
        with pytest.raises(NotFound):
            await refused()

        async def wait() -> None:
            with BugGuard():
                await asyncio.Event().wait()

        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(run())


def test_thread_that_raises_stop_iteration_is_not_waited_for_without_end() -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(RuntimeError):
                await in_thread(next, iter(()))

    asyncio.run(run())


def test_slow_files_of_one_server_leave_threads_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that eight slow files of one server leave threads: threads are few, and parsing may take long."""
    goes_on, slow_files = threading.Event(), "http://slow.example/"

    def parse(retrieved: RetrievedFile, *bounds: Any) -> Any:
        if retrieved.uri.startswith(slow_files):
            goes_on.wait(PATIENCE_S)
        return STANDARD.parse(retrieved, *bounds)

    async def retrieve(uri: str) -> RetrievedFile:
        return RetrievedFile(uri, BODY + b" " * file_parsing.SMALL, "text/xml")

    async def run() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(4))
        handlers = Sessions(lambda *_: None)
        monkeypatch.setattr(handlers, "retriever", lambda *_, **__: _Retriever(retrieve))
        page = ReferringPage("http://www.example.org/")
        opened = [
            await handlers.open(SiteOpen(sitemap=f"{server}{number}.xml", page=PageForHost(url=page.url)), page)
            for server, count in ((slow_files, 8), ("http://other.example/", 1))
            for number in range(count)
        ]
        try:
            assert (await _settled(opened[-1]))["counts"]["documents"] >= 1
            assert not opened[0].rooted.is_set()
        finally:
            goes_on.set()
            await handlers.close_all()

    slow = STANDARD._replace(parse=parse)
    monkeypatch.setattr("standard_sitemap.formats.STANDARD", slow)
    asyncio.run(run())


class _Retriever:
    def __init__(self, retrieve: Callable[[str], Awaitable[RetrievedFile]]) -> None:
        self.retrieve, self.page = retrieve, ReferringPage("http://www.example.org/")

    async def __call__(self, uri: str) -> RetrievedFile:
        return await self.retrieve(uri)

    async def close(self) -> None:
        pass
