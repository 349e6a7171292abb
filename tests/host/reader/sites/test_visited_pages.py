"""Metadata of visited pages if the reader chose the sitemap; and the offered sitemaps."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest

from host.sitemapsorg.samples import SITE, pages
from standard_sitemap import ssp
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.sites import queries
from standard_sitemap.reader.sites.open_views import InitialView
from standard_sitemap.reader.sites.session import SessionOptions, SiteSession
from standard_sitemap.reader.sites.visited_pages import (
    MOST_DESCRIPTIONS,
    MOST_SUGGESTED,
    site_declarations,
    suggestions,
)
from standard_sitemap.reader.views import view_replies
from standard_sitemap.refusals import HttpStatus, NotFound, Refusal
from standard_sitemap.sitemapsorg.page_metadata import SEARCH_TYPE

DESCRIPTION = (
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>Quay notes</ShortName>'
    f'<Url type="text/html" template="{SITE}find?q={{searchTerms}}"/></OpenSearchDescription>'
)
FILES = {
    "root": pages("p/1", "p/2", "about"),
    "osd.xml": DESCRIPTION,
    "other.xml": DESCRIPTION.replace("Quay notes", "Hafen"),
    "odd.xml": "<html/>",
}
Act = Callable[[SiteSession, list[Any], list[str]], Awaitable[None]]


def opened(act: Act, *, root: str = FILES["root"], chosen: bool = True, **more: Any) -> None:
    """Run a function with an open site, its events and its requests."""

    async def run() -> None:
        events: list[Any] = []
        fetched: list[str] = []

        async def retrieve(uri: str) -> RetrievedFile:
            name = uri.removeprefix(SITE)
            fetched.append(name)
            await asyncio.sleep(0)
            if name not in FILES:
                raise NotFound(uri=uri, status=404)
            return RetrievedFile(uri, (root if name == "root" else FILES[name]).encode(), "text/xml")

        site = SiteSession(
            "s1", f"{SITE}root", retrieve, SessionOptions(), lambda *event: events.append(event), chosen=chosen, **more
        )
        try:
            await site.rooted.wait()
            while site.state == "loading":
                await asyncio.sleep(0.001)
            await asyncio.wait_for(act(site, events, fetched), 30)
        finally:
            await site.close()

    asyncio.run(run())


def link(rel: str, path: str, type_name: str = "") -> ssp.Link:
    return ssp.Link("link", rel, SITE + path, SITE, type=type_name)


async def changed(events: list[Any], is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until the site has changed as expected, and return it."""
    while True:
        for event, params in events:
            if event == "site.changed" and is_it(params["site"]):
                return dict(params["site"])
        await asyncio.sleep(0.001)


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]


def test_a_visited_page_is_shown_by_its_title_under_the_same_key() -> None:
    async def act(site: SiteSession, events: list[Any], fetched: list[str]) -> None:
        view = await site.open_view("v1", InitialView(f"{SITE}p/2"))
        before = view_replies.rows(view, 0, 10)
        assert names(before) == ["About", "P", "1", "2"]
        assert await site.record_page(f"{SITE}p/2#x", "Winter moorings", [])
        after = view_replies.rows(view, 0, 10)
        assert names(after) == ["About", "P", "1", "Winter moorings"]
        assert [row["key"] for row in after] == [row["key"] for row in before]
        events = [params["view"] for event, params in events if event == "view.changed"]
        assert (events[-1]["revision"], names(events[-1]["trail"])) == (view.revision, ["P", "Winter moorings"])
        count = len(events)
        assert await site.record_page(f"{SITE}p/2", "Winter moorings", [])
        assert len(events) == count, "what is known already is no news"

    opened(act)


def test_synthetic_groups_stay_as_they_are() -> None:
    async def act(site: SiteSession, events: list[Any], fetched: list[str]) -> None:
        await site.configure({"group_size": 5})
        view = await site.open_view("v1", InitialView(f"{SITE}7"))
        before = view_replies.rows(view, 0, 30)
        assert "range" in [row["kind"] for row in before]
        for number in range(20):
            await site.record_page(f"{SITE}{number}", f"Title of {number}", [])
        after = view_replies.rows(view, 0, 30)
        assert [row["key"] for row in after] == [row["key"] for row in before]
        assert [row["name"] for row in after if row["kind"] == "range"] == [
            row["name"] for row in before if row["kind"] == "range"
        ]
        assert "Title of 7" in names(after)

    opened(act, root=pages(*map(str, range(20))))


def test_filter_look_up_and_menu_know_the_title() -> None:
    async def act(site: SiteSession, events: list[Any], fetched: list[str]) -> None:
        view = await site.open_view("v1", InitialView(filter="moorings"))
        assert view.total == 0
        await site.record_page(f"{SITE}p/2", "Winter moorings", [])
        assert names(view_replies.rows(view, 0, 10)) == ["P", "Winter moorings"]
        assert site.hierarchy is not None
        assert names([*queries.find(site.hierarchy, "winter", 5, ())][-1]["matches"]) == ["Winter moorings"]

    opened(act)


def test_stored_titles_appear_at_once_and_after_reload() -> None:
    async def act(site: SiteSession, events: list[Any], fetched: list[str]) -> None:
        view = await site.open_view("v1", InitialView())
        assert names(view_replies.rows(view, 0, 10)) == ["Who we are", "P"]
        await site.reload()
        while site.state == "loading":
            await asyncio.sleep(0.001)
        assert names(view_replies.rows(view, 0, 10)) == ["Who we are", "P"]

    opened(act, titles=[(f"{SITE}about", "Who we are")])


def test_page_outside_the_map_names_no_node() -> None:
    async def act(site: SiteSession, events: list[Any], fetched: list[str]) -> None:
        assert not await site.record_page(f"{SITE}elsewhere", "Elsewhere", [])

    opened(act)


def test_metadata_is_ignored_for_a_standard_sitemap() -> None:
    standard = '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="A" url="about"/></sitemap>'

    async def act(site: SiteSession, events: list[Any], fetched: list[str]) -> None:
        assert not await site.record_page(f"{SITE}about", "Other", [link("search", "osd.xml", SEARCH_TYPE)])
        assert site.reply()["search"] is None
        assert fetched == ["root"]

    opened(act, root=standard)
    opened(act, root=standard, chosen=False)


def test_the_search_that_a_page_declares_is_the_sites() -> None:
    async def act(site: SiteSession, events: list[Any], fetched: list[str]) -> None:
        declares = [link("search", "osd.xml", SEARCH_TYPE), link("search", "find"), link("contact", "us")]
        await site.record_page(f"{SITE}elsewhere", "", declares)
        state = await changed(events, lambda site: site["search"] is not None)
        assert state["search"] == {
            "name": "Quay notes",
            "description": None,
            "method": "get",
            "host": "www.example.org",
        }
        assert {role: names(links) for role, links in state["roles"].items()} == {
            "contact": ["Us"],
            "search": ["Quay notes"],
            "searchpage": ["Find"],
        }
        assert site.hierarchy is not None
        assert queries.search(site.hierarchy, "rope", queries.Visitor(""))["url"] == f"{SITE}find?q=rope"
        path = queries.role_path(site.hierarchy, "contact", 0)
        assert queries.visited(site.hierarchy, path, None, queries.Visitor(SITE, in_tree=False))["url"] == f"{SITE}us"
        await site.record_page(f"{SITE}about", "", declares)
        await site.record_page(f"{SITE}about", "", [])
        await site.record_page(f"{SITE}about", "", [link("search", "other.xml", SEARCH_TYPE)])
        await changed(events, lambda site: site["search"] is not None and site["search"]["name"] == "Hafen")
        assert fetched == ["root", "osd.xml", "other.xml"], "each once"

    opened(act)


def test_missing_or_invalid_description_is_only_a_fault() -> None:
    async def act(site: SiteSession, events: list[Any], fetched: list[str]) -> None:
        for name, code in (("gone.xml", "search-unavailable"), ("odd.xml", "search-not-understood")):
            await site.record_page(f"{SITE}about", "", [link("search", name, SEARCH_TYPE)])
            while code not in [fault.code for fault in site.faults]:
                await asyncio.sleep(0.001)
        state = await changed(events, lambda site: site["counts"]["faults"]["warning"] >= 2)
        assert (state["search"], state["state"]) == (None, "complete")
        assert {fault["document"] for fault in site.listed_faults(0, 10)} >= {f"{SITE}gone.xml", f"{SITE}odd.xml"}

    opened(act)


def test_number_of_fetched_descriptions_is_limited() -> None:
    async def act(site: SiteSession, events: list[Any], fetched: list[str]) -> None:
        for number in range(MOST_DESCRIPTIONS + 5):
            await site.record_page(f"{SITE}about", "", [link("search", f"{number}.xml", SEARCH_TYPE)])
            while len(site.faults) < min(number + 1, MOST_DESCRIPTIONS):
                await asyncio.sleep(0.001)
        await site.record_page(f"{SITE}about", "", [link("search", "0.xml", SEARCH_TYPE)])
        await asyncio.sleep(0)
        assert len(fetched) == 1 + MOST_DESCRIPTIONS

    opened(act)


PAGE = "https://www.example.org/a/page.html"
ROBOTS = "https://www.example.org/robots.txt"


def page_link(rel: str, href: str, kind: str = "", title: str = "") -> ssp.Link:
    return ssp.Link("link", rel, href, PAGE, type=kind, title=title)


def suggested(robots: str | Refusal, links: Iterable[ssp.Link] = ()) -> tuple[list[dict[str, object]], str, list[str]]:
    wanted: list[str] = []

    async def get(uri: str) -> RetrievedFile:
        wanted.append(uri)
        if isinstance(robots, Refusal):
            raise robots
        return RetrievedFile(uri, robots.encode(), "text/plain")

    declared = asyncio.run(site_declarations(PAGE, links, get))
    return suggestions(PAGE, declared), declared.state, wanted


def test_all_lines_of_robots_txt_are_offered_together_and_each_by_itself() -> None:
    offered, state, wanted = suggested("Sitemap: /posts.xml\nSitemap: /pages.xml\n")
    assert offered[0] == {"sitemap": ROBOTS, "source": "robots", "title": None, "count": 2}
    each = [suggestion["sitemap"].rpartition("/")[2] for suggestion in offered[1:]]
    assert each == ["posts.xml", "pages.xml"]
    assert {(suggestion["source"], suggestion["count"]) for suggestion in offered[1:]} == {("robots", 1)}
    assert (state, wanted) == ("found", [ROBOTS])


def test_page_links_follow_robots_txt_without_duplicates() -> None:
    links = [
        page_link("alternate", "/news.atom", "application/atom+xml", "News"),
        page_link("sitemap", "/posts.xml"),
        page_link("sitemap", "map.xml"),
        page_link("alternate", "/de/", "text/html"),
    ]
    offered, _, _ = suggested("Sitemap: /posts.xml", links)
    assert [(suggestion["source"], suggestion["sitemap"], suggestion["title"]) for suggestion in offered] == [
        ("robots", ROBOTS, None),
        ("feed", "https://www.example.org/news.atom", "News"),
        ("link", "https://www.example.org/a/map.xml", None),
    ]


@pytest.mark.parametrize(
    ("robots", "state"),
    [("User-agent: *", "found"), (NotFound(uri=ROBOTS), "none"), (HttpStatus(uri=ROBOTS, status=500), "http-status")],
)
def test_no_sitemap_address_is_guessed(robots: str | Refusal, state: str) -> None:
    assert suggested(robots) == ([], state, [ROBOTS])


def test_a_page_without_a_site_has_no_robots_txt() -> None:
    async def get(uri: str) -> RetrievedFile:
        raise AssertionError(uri)

    declared = asyncio.run(site_declarations("about:blank", [], get))
    assert (declared.state, declared.declarations) == ("none", ())


def test_no_more_is_offered_than_a_reader_can_look_at() -> None:
    offered, _, _ = suggested("", [page_link("sitemap", f"/{number}.xml") for number in range(MOST_SUGGESTED + 10)])
    assert len(offered) == MOST_SUGGESTED


async def _view_and_keys(site: SiteSession) -> tuple[Any, list[str]]:
    view = await site.open_view("v1", InitialView())
    return view, [row["key"] for row in view_replies.rows(view, 0, 10)]


def test_titles_are_fetched_for_pages_that_have_none_and_shown_as_they_come() -> None:
    async def act(site: SiteSession, events: list[Any], _: list[str]) -> None:
        view, keys = await _view_and_keys(site)
        view.open_keys(keys)
        keys = [row["key"] for row in view_replies.rows(view, 0, 10)]
        site._pages.record_title(f"{SITE}about", "Who we are")  # type: ignore[union-attr]
        wanted = site.titles.untitled(view, [*keys, "nowhere"])
        assert wanted == [f"{SITE}p/1", f"{SITE}p/2"]

        async def page(uri: str) -> RetrievedFile:
            return RetrievedFile(uri, f"<title>Title of {uri[-1]}</title>".encode(), "text/html")

        assert await site.titles.fetch(view, wanted, page) == [
            (f"{SITE}p/1", "Title of 1"),
            (f"{SITE}p/2", "Title of 2"),
        ]
        assert {"Title of 1", "Title of 2", "Who we are"} <= set(names(view_replies.rows(view, 0, 10)))
        assert [row["key"] for row in view_replies.rows(view, 0, 10)] == keys
        assert "view.changed" in [event for event, _ in events]
        assert site.titles.untitled(view, keys) == []

    opened(act)


def test_no_title_is_fetched_once_a_reader_has_gone() -> None:
    async def act(site: SiteSession, _: list[Any], __: list[str]) -> None:
        view, _keys = await _view_and_keys(site)
        begun = asyncio.Event()

        async def never(_: str) -> RetrievedFile:
            begun.set()
            return await asyncio.get_running_loop().create_future()

        fetching = asyncio.create_task(site.titles.fetch(view, [f"{SITE}p/1"], never))
        await begun.wait()
        site.titles.stop(view)
        assert await fetching == []

    opened(act)


def test_no_page_is_fetched_where_the_reader_did_not_choose_the_map() -> None:
    async def act(site: SiteSession, _: list[Any], __: list[str]) -> None:
        if site.hierarchy is not None:
            view = await site.open_view("v1", InitialView())
            assert site.titles.untitled(view, [row["key"] for row in view_replies.rows(view, 0, 10)]) == []

    opened(act, chosen=False)
