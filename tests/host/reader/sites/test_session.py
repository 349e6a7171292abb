"""An open site: incremental loading, stopping, reloading, and its events."""

import asyncio
import gc
import subprocess
import sys
import weakref
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from standard_sitemap.fetching.limits import Limits
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.site import RetrievedFile, Site
from standard_sitemap.reader.sites import file_parsing, open_views, session
from standard_sitemap.reader.sites.open_views import InitialView
from standard_sitemap.reader.sites.session import SessionOptions, SiteSession
from standard_sitemap.reader.views import filtering, view_replies
from standard_sitemap.refusals import NotFound

BASE = "http://www.example.org/"
Act = Callable[[SiteSession, list[Any]], Awaitable[Any]]


def _sitemap(content: str) -> bytes:
    return f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{content}</sitemap>'.encode()


def _with(files: dict[str, str], act: Act, gate: asyncio.Event | None = None, **options: Any) -> Any:
    async def retrieve(uri: str) -> RetrievedFile:
        name = uri.removeprefix(BASE)
        if gate is not None and name != "root":
            await gate.wait()
        if name not in files:
            raise NotFound(uri=uri, status=404)
        return RetrievedFile(uri, _sitemap(files[name]), "text/xml")

    async def run() -> Any:
        events: list[Any] = []
        site = SiteSession(
            "s1", BASE + "root", retrieve, SessionOptions(**options), lambda *event: events.append(event)
        )
        try:
            return await act(site, events)
        finally:
            await site.close()

    return asyncio.run(run())


async def _settled(events: list[Any]) -> dict[str, Any]:
    while not (states := [p["site"] for e, p in events if e == "site.changed" and p["site"]["state"] != "loading"]):
        await asyncio.sleep(0.001)
    state: dict[str, Any] = states[0]
    return state


TWO = {"root": '<item name="A" url="a"/><external url="more#b"/>', "more": '<item xml:id="b" name="B" url="b"/>'}


def test_the_root_is_answered_before_the_rest_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "CHANGED_EVERY_S", 0.0)
    gate = asyncio.Event()

    async def act(site: SiteSession, events: list[Any]) -> None:
        await site.rooted.wait()
        first = site.reply()
        assert (first["state"], first["progress"], first["counts"]["documents"]) == (
            "loading",
            {"done": 1, "wanted": 2},
            1,
        )
        gate.set()
        assert (await _settled(events))["state"] == "complete"
        assert site.hierarchy is not None
        assert len(site.hierarchy.children(site.hierarchy.root)) == 2
        assert any(event == "site.progress" for event, _ in events)

    _with(TWO, act, gate)


def test_progress_is_reported_again_while_a_server_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "REPORTED_EVERY_S", 0.01)

    async def run() -> None:
        reported = asyncio.Event()
        counts: list[Any] = []

        async def never(_: str) -> RetrievedFile:
            await asyncio.Event().wait()
            raise AssertionError

        def notify(event: str, params: Any) -> None:
            assert event == "site.progress"
            counts.append(params["progress"])
            if len(counts) == 3:
                reported.set()

        site = SiteSession("s1", BASE + "root", never, SessionOptions(), notify)
        await reported.wait()
        assert counts == [{"done": 0, "wanted": 1}] * 3
        assert not site.rooted.is_set()
        await site.close()

    asyncio.run(run())


def test_a_missing_file_makes_it_partial() -> None:
    async def act(_: SiteSession, events: list[Any]) -> None:
        state = await _settled(events)
        assert (state["state"], state["refusal"]) == ("partial", None)

    _with({"root": TWO["root"]}, act)


def test_stopping_keeps_what_was_loaded() -> None:
    async def act(site: SiteSession, events: list[Any]) -> None:
        await site.rooted.wait()
        await site.stop()
        assert (await _settled(events))["state"] == "stopped"
        assert site.reply()["roles"]["home"][0]["name"] == "A"

    _with(TWO, act, asyncio.Event())


def test_more_of_a_map_can_be_waited_for_until_no_more_will_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "CHANGED_EVERY_S", 0.0)
    gate = asyncio.Event()

    async def act(site: SiteSession, events: list[Any]) -> None:
        await site.rooted.wait()
        waiting = asyncio.create_task(site.grown())
        await asyncio.sleep(0)
        assert not waiting.done()
        gate.set()
        assert await waiting
        while await site.grown():
            pass
        assert site.hierarchy is not None
        assert len(site.hierarchy.children(site.hierarchy.root)) == 2

    _with(TWO, act, gate)


def test_reload_shows_changes() -> None:
    files = {"root": '<item name="Old" url="a"/>'}

    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        view = await site.open_view("v1", InitialView())
        files["root"] = '<item name="New" url="a"/>'
        events.clear()
        await site.reload()
        await _settled(events)
        assert view_replies.rows(view, 0, 1)[0]["name"] == "New"

    _with(files, act)


@pytest.mark.parametrize("root", [None, "<item", "</sitemap><other>"])
def test_failed_reload_keeps_the_map_and_reports_the_reason(root: str | None) -> None:
    files = dict(TWO)

    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        view = await site.open_view("v1", InitialView(BASE + "a"))
        before, rows = site.reply(), view_replies.rows(view, 0, 9)
        files.clear()
        if root is not None:
            files["root"] = root
        for _ in range(2):
            await site.reload()
            reply = site.reply()
            assert reply["refusal"] is not None
            assert (reply | {"refusal": None}, view_replies.rows(view, 0, 9)) == (before, rows)
        files.update(TWO)
        events.clear()
        await site.reload()
        await _settled(events)
        assert (site.reply()["refusal"], site.state, view.total) == (None, before["state"], len(rows))

    _with(files, act, group_size=5)


def _bound_memory(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(file_parsing, "room_of", lambda _: size)
    monkeypatch.setattr(file_parsing, "ROOM_FREE_BYTES_OF_SITE", size)
    monkeypatch.setattr(file_parsing, "ROOM_OF_SITE", 0)


@pytest.mark.promise(
    "author", "If a map and its reload take too much memory together, the shown map stays, with the reason."
)
def test_reload_of_a_map_that_has_no_room_beside_it_keeps_the_map_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"root": '<item name="Page" url="a" keywords="of many words"/>' * 1_000}

    async def act(site: SiteSession, events: list[Any]) -> None:
        before = await _settled(events)
        _bound_memory(monkeypatch, site.weight * 4 // 3)
        events.clear()
        await site.reload()
        refusal = site.reply()["refusal"]
        assert refusal is not None
        assert refusal["code"] == "too-large"
        assert (site.state, site.reply()["counts"]) == (before["state"], before["counts"])

        files["root"] = '<item name="Small" url="a"/>'
        events.clear()
        await site.reload()
        state = await _settled(events)
        assert (state["state"], state["refusal"], state["roles"]["home"][0]["name"]) == ("complete", None, "Small")

    _with(files, act)


def test_reload_shows_a_map_that_a_limit_of_the_reader_truncates() -> None:
    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        events.clear()
        site.options = replace(site.options, limits=Limits(elements=10))
        await site.reload()
        state = await _settled(events)
        assert (state["state"], state["refusal"]) == ("partial", None)

    _with({"root": '<item name="Page" url="a"/>' * 1_000}, act)


def test_stopped_reload_keeps_the_map() -> None:
    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        before = site.reply()
        reloading = asyncio.create_task(site.reload())
        while site.state != "loading":
            await asyncio.sleep(0)
        await site.stop()
        await reloading
        assert site.reply() == before

    _with(TWO, act)


def test_the_wish_for_user_elements_is_taken_over() -> None:
    files = {"root": '<item name="A" url="a"/><item name="B" url="b" role="contact" tree="user"/>'}

    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        view = await site.open_view("v1", InitialView())
        assert view.total == 1
        assert await site.configure({"include_user": True})
        await site.reload()
        assert view.total == 2
        assert await site.configure({"include_user": False})
        await site.reload()
        assert view.total == 1

    _with(files, act)


def test_newer_filter_replaces_an_older_one() -> None:
    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        view = await site.open_view("v1", InitialView())
        older = asyncio.create_task(site.views.filter(view, "a"))
        await asyncio.sleep(0)
        await asyncio.gather(older, site.views.filter(view, "b"))
        assert [row["name"] for row in view_replies.rows(view, 0, 9)] == ["B"]

    _with(TWO, act)


def test_exact_matches_do_not_wait_for_others_which_a_newer_letter_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[str] = []

    def endless(_: Hierarchy, text: str) -> Iterator[None]:
        while True:
            searched.append(text)
            yield

    monkeypatch.setattr(filtering, "wider_matches", endless)
    monkeypatch.setattr(open_views, "FIRST_REPLY_S", 60.0)

    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        view = await site.open_view("v1", InitialView())
        await site.views.filter(view, "a")
        assert [row["name"] for row in view_replies.rows(view, 0, 9)] == ["A"]
        assert view_replies.state(view)["provisional"]
        await site.views.filter(view, "b")
        searched.clear()
        while len(searched) < 100:
            await asyncio.sleep(0)
        assert {*searched} == {"b"}
        site.views.close(view)

    _with(TWO, act)


def test_first_of_many_matches_are_shown_at_once_and_the_rest_later() -> None:
    many = {"root": '<item name="A" url="a"/>' * 2_000}

    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        view = await site.open_view("v1", InitialView())
        events.clear()
        await site.views.filter(view, "a")
        assert 200 < view.total < 400
        assert view_replies.state(view)["provisional"]
        while "view.changed" not in (event for event, _ in events):
            await asyncio.sleep(0.001)
        assert view.total == 2_000
        assert not view_replies.state(view)["provisional"]

    _with(many, act)


def test_closed_view_is_not_filtered_further() -> None:
    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        view = await site.open_view("v1", InitialView())
        before = asyncio.all_tasks()
        await site.views.filter(view, "a")
        filtering = asyncio.all_tasks() - before
        site.views.close(view)
        await asyncio.wait(filtering)
        assert [task.cancelled() for task in filtering] == [True]

    _with({"root": '<item name="A" url="a"/>' * 2_000}, act)


def test_a_filter_is_kept_when_the_map_is_read_anew() -> None:
    files = {"root": '<item name="A" url="a"/>'}

    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        view = await site.open_view("v1", InitialView(filter="b"))
        assert view.total == 0
        files["root"] += '<item name="B" url="b"/>'
        events.clear()
        await site.reload()
        while not any(event == "view.changed" for event, _ in events):
            await asyncio.sleep(0.001)
        assert [row["name"] for row in view_replies.rows(view, 0, 9)] == ["B"]

    _with(files, act)


def test_role_nodes_that_take_too_long_are_one_fault_however_often_the_site_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("standard_sitemap.reader.sites.summary._ROLES_SECONDS", -1)

    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        assert site.faults == (), "they are listed together"
        while not site.faults:
            await asyncio.sleep(0.01)
        for _ in range(3):
            site.reply()
        messages = [fault["message"] for fault in site.listed_faults(0, 10) if fault["code"] == "role-nodes-too-long"]
        assert [message.partition(":")[0] for message in messages] == [
            "Only the first of the 3 links with roles are offered"
        ]

    _with({"root": '<item name="A" url="a" role="contact"/>' * 2}, act)


def test_faults_are_counted_and_listed() -> None:
    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        while not site.faults:
            await asyncio.sleep(0.001)
        listed = site.listed_faults(0, 10)
        assert listed[0]["line"] == 1
        assert site.reply()["counts"]["faults"][listed[0]["severity"]] >= 1

    _with({"root": '<item name="A" url="a" priority="much"/>'}, act)


def test_language_comparison_is_loaded_before_the_first_map_is_sent() -> None:
    """Check in a separate process: loading it takes longer than a map's role links may."""
    script = """
import asyncio
import sys
import subprocess
import sys
from standard_sitemap.model.site import RetrievedFile, Site
from standard_sitemap.reader.sites.session import SessionOptions, SiteSession

ITEM = '<item name="A" url="a" lang="en" role="contact"/><item name="B" url="b" lang="de" role="contact"/>'
BODY = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">{ITEM}</sitemap>'.encode()

async def retrieve(uri):
    return RetrievedFile(uri, BODY, "text/xml")

async def run():
    site = SiteSession("s", "http://x.example/", retrieve, SessionOptions(languages=("fr", "en")), lambda *event: None)
    await site.rooted.wait()
    print("langcodes" in sys.modules, len(site.reply()["roles"]["contact"]))
    await site.close()

asyncio.run(run())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True 2"


@pytest.fixture
def no_garbage_collection() -> Iterator[None]:
    """Disable garbage collection, so that objects are freed only if nothing refers to them."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_garbage_collection")
def test_a_closed_site_leaves_nothing_in_memory() -> None:
    """Check the memory: a host with many requested maps closes the least recently used, and must not grow."""
    files: list[weakref.ref[Site]] = []

    async def act(site: SiteSession, events: list[Any]) -> None:
        await _settled(events)
        files.append(weakref.ref(site.loading.site))
        await site.reload()
        files.append(weakref.ref(site.loading.site))

    _with({"root": TWO["root"]}, act)
    assert [reference() for reference in files] == [None, None]
