"""Sites with a sitemap in another format: read incrementally, and only if the reader chose the address."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from host.sitemapsorg.samples import SITE, index, pages
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.sites import file_parsing, open_views
from standard_sitemap.reader.sites.open_views import InitialView
from standard_sitemap.reader.sites.session import SessionOptions, SiteSession
from standard_sitemap.reader.views import view_replies
from standard_sitemap.refusals import NotFound
from standard_sitemap.sitemapsorg import reading

FILES = {
    "root": index(f"{SITE}1.xml", f"{SITE}2.xml"),
    "1.xml": pages("docs/", "docs/intro", "docs/setup"),
    "2.xml": pages("docs/more", "about", ""),
}
Act = Callable[[SiteSession, list[Any], asyncio.Event], Awaitable[None]]


def opened(act: Act, files: dict[str, str], *, chosen: bool = True) -> None:
    async def run() -> None:
        events: list[Any] = []
        last = asyncio.Event()

        async def retrieve(uri: str) -> RetrievedFile:
            name = uri.removeprefix(SITE)
            if name == "2.xml":
                await last.wait()
            if name not in files:
                raise NotFound(uri=uri, status=404)
            return RetrievedFile(uri, files[name].encode(), "text/html")

        site = SiteSession(
            "s1", f"{SITE}root", retrieve, SessionOptions(), lambda *event: events.append(event), chosen=chosen
        )
        try:
            await asyncio.wait_for(act(site, events, last), 30)
        finally:
            await site.close()

    asyncio.run(run())


async def state(events: list[Any], *wanted: str) -> dict[str, Any]:
    while True:
        for event, params in events:
            if event == "site.changed" and params["site"]["state"] in wanted:
                return dict(params["site"])
        await asyncio.sleep(0.001)


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]


def test_other_format_named_by_a_page_is_not_read() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        await site.rooted.wait()
        reply = site.reply()
        assert (reply["state"], reply["format"], reply["refusal"]["code"]) == ("failed", "ssp", "not-a-sitemap")

    opened(act, FILES, chosen=False)


def test_rows_are_there_before_the_last_file_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_views, "FIRST_REPLY_S", 60.0)

    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        await site.rooted.wait()
        while site.loading.done < 2:
            await asyncio.sleep(0.001)
        while site.hierarchy is None or not site.hierarchy.children(0):
            await asyncio.sleep(0.001)
        assert site.state == "loading"
        view = await site.open_view("v1", InitialView(f"{SITE}docs/setup"))
        assert names(view_replies.rows(view, 0, 10)) == ["Docs", "Intro", "Setup"]
        assert site.reply()["format"] == "sitemaps-org"
        last.set()
        await state(events, "complete")
        while view.current.path is None or view.total < 6:
            await asyncio.sleep(0.001)
        assert names(view_replies.rows(view, 0, 10)) == ["example.org", "About", "Docs", "Intro", "More", "Setup"]
        assert [row["current"] for row in view_replies.rows(view, 0, 10)].index(True) == 5
        reply = site.reply()
        assert (reply["counts"]["documents"], names(reply["roles"]["home"])) == (3, ["example.org"])

    opened(act, FILES)


def test_other_format_can_be_filtered() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        last.set()
        await state(events, "complete")
        view = await site.open_view("v1", InitialView(filter="intro"))
        assert names(view_replies.rows(view, 0, 10)) == ["Docs", "Intro"]

    opened(act, FILES)


def test_a_file_that_is_missing_leaves_the_rest() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        last.set()
        await state(events, "partial")
        while not site.faults:
            await asyncio.sleep(0.001)
        assert {fault.code for fault in site.faults} == {"sitemap-unavailable", "unlikely-type"}

    opened(act, {name: text for name, text in FILES.items() if name != "2.xml"})


def test_a_standard_sitemap_may_be_chosen_too() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        await site.rooted.wait()
        assert site.reply()["format"] == "ssp"

    opened(act, {"root": '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="A" url="a"/></sitemap>'})


def test_empty_file_is_refused() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        await site.rooted.wait()
        assert site.reply()["refusal"]["code"] == "not-a-sitemap"

    opened(act, {"root": "<!DOCTYPE html><title>Not here</title>"})


def test_list_whose_parts_all_fail_is_refused_with_the_first_reason() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        while site.loading.done < 2:
            await asyncio.sleep(0.001)
        assert not site.rooted.is_set()
        last.set()
        await site.rooted.wait()
        reply = site.reply()
        assert (reply["state"], reply["refusal"]["code"]) == ("failed", "not-found")

    opened(act, {"root": FILES["root"]})


@pytest.mark.parametrize("root", [pages(), index()])
def test_list_without_pages_is_refused(root: str) -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        await site.rooted.wait()
        reply = site.reply()
        assert (reply["state"], reply["refusal"]["code"]) == ("failed", "nothing-listed")

    opened(act, {"root": root})


def test_reload_that_lists_nothing_keeps_the_earlier_map() -> None:
    files = dict(FILES)

    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        last.set()
        await state(events, "complete")
        del files["1.xml"], files["2.xml"]
        await site.reload()
        assert site.reply()["refusal"]["code"] == "not-found"
        assert site.hierarchy is not None
        assert site.hierarchy.children(site.hierarchy.root)

    opened(act, files)


@pytest.mark.promise("author", "A list that was shown is as long after a reload.")
def test_list_is_as_long_after_a_reload_with_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    body = pages(*(f"docs/{number}" for number in range(1_000)))

    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        before = (await state(events, "complete"))["counts"]["elements"]
        await site.reload()
        assert site.reply()["counts"]["elements"] == before == 1_000
        assert site.reply()["state"] == "complete"

    monkeypatch.setattr(reading, "LARGE", 1_000)
    monkeypatch.setattr(file_parsing, "room_of", lambda _: 540_000)
    opened(act, {"root": body})


def test_links_of_menus_name_and_order_the_rows_of_open_views() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        last.set()
        await state(events, "complete")
        view = await site.open_view("v1", InitialView(f"{SITE}docs/setup"))
        assert names(view_replies.rows(view, 0, 10))[1:3] == ["About", "Docs"]
        menu = {"docs/": "Doku", "about": "Wir", "docs/setup": "Einrichten", "docs/intro": "Einleitung", "no": "Nein"}
        links = [(f"{SITE}{path}", name, "") for path, name in menu.items()]
        assert await site.record_seen_links(links) == [0, 1, 2, 3]
        rows = names(view_replies.rows(view, 0, 10))
        assert rows == ["example.org", "Doku", "Einrichten", "Einleitung", "More", "Wir"]
        assert await site.record_seen_links([("javascript:alert(1)", "Evil", "")]) == []

    opened(act, FILES)


def test_links_of_menus_count_only_if_the_reader_chose_the_sitemap() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        await site.rooted.wait()
        assert await site.record_seen_links([(SITE, "Start", "")]) == []

    opened(act, FILES, chosen=False)


def test_page_that_repeats_a_list_of_robots_txt_is_not_requested() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        assert (await state(events, "complete"))["counts"]["documents"] == 2

    robots = f"Sitemap: {SITE}1.xml\nSitemap: {SITE}1.html\n"
    opened(act, {"root": robots, "1.xml": FILES["1.xml"]})


def test_list_is_shown_with_its_first_part_that_arrives() -> None:
    async def act(site: SiteSession, events: list[Any], last: asyncio.Event) -> None:
        await site.rooted.wait()
        assert site.state == "loading"
        last.set()
        await state(events, "complete")

    opened(act, FILES)
