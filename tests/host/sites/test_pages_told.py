"""What a site's pages say as they are visited: names and roles, where the reader chose the sitemap, and only there."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from host.sitemapsorg.samples import SITE, pages
from standard_sitemap import ssp
from standard_sitemap.refusals import NotFound
from standard_sitemap.sitemapsorg.opensearch import TYPE
from standard_sitemap.sites import queries
from standard_sitemap.sites.open_site import OpenSite, Options
from standard_sitemap.sites.page_metadata import MOST_DESCRIPTIONS

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
Act = Callable[[OpenSite, list[Any], list[str]], Awaitable[None]]


def opened(act: Act, *, root: str = FILES["root"], chosen: bool = True, **more: Any) -> None:
    """Does something with a site that is there, by what it told and what was fetched."""

    async def run() -> None:
        told: list[Any] = []
        fetched: list[str] = []

        async def retrieve(uri: str) -> ssp.Retrieved:
            name = uri.removeprefix(SITE)
            fetched.append(name)
            await asyncio.sleep(0)
            if name not in FILES:
                raise NotFound(uri=uri, status=404)
            return ssp.Retrieved(uri, (root if name == "root" else FILES[name]).encode(), "text/xml")

        site = OpenSite(
            "s1", f"{SITE}root", retrieve, Options(), lambda *event: told.append(event), chosen=chosen, **more
        )
        try:
            await site.rooted.wait()
            while site.state == "loading":
                await asyncio.sleep(0.001)
            await asyncio.wait_for(act(site, told, fetched), 30)
        finally:
            await site.close()

    asyncio.run(run())


def link(rel: str, path: str, type_name: str = "") -> ssp.Link:
    return ssp.Link("link", rel, SITE + path, SITE, type=type_name)


async def changed(told: list[Any], is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The site, once it was told as it is to be."""
    while True:
        for event, params in told:
            if event == "site.changed" and is_it(params["site"]):
                return dict(params["site"])
        await asyncio.sleep(0.001)


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]


def test_a_visited_page_is_shown_by_its_title_under_the_same_key() -> None:
    async def act(site: OpenSite, told: list[Any], fetched: list[str]) -> None:
        view = await site.open_view("v1", f"{SITE}p/2", [], "")
        before = view.rows(0, 10)
        assert names(before) == ["About", "P", "1", "2"]
        assert await site.take_page(f"{SITE}p/2#x", "Winter moorings", [])
        after = view.rows(0, 10)
        assert names(after) == ["About", "P", "1", "Winter moorings"]
        assert [row["key"] for row in after] == [row["key"] for row in before]
        events = [params["view"] for event, params in told if event == "view.changed"]
        assert (events[-1]["revision"], names(events[-1]["trail"])) == (view.revision, ["P", "Winter moorings"])
        count = len(told)
        assert await site.take_page(f"{SITE}p/2", "Winter moorings", [])
        assert len(told) == count, "what is known already is no news"

    opened(act)


def test_synthetic_groups_stay_as_they_are() -> None:
    async def act(site: OpenSite, told: list[Any], fetched: list[str]) -> None:
        await site.configure({"group_size": 5})
        view = await site.open_view("v1", f"{SITE}7", [], "")
        before = view.rows(0, 30)
        assert "range" in [row["kind"] for row in before]
        for number in range(20):
            await site.take_page(f"{SITE}{number}", f"Title of {number}", [])
        after = view.rows(0, 30)
        assert [row["key"] for row in after] == [row["key"] for row in before]
        assert [row["name"] for row in after if row["kind"] == "range"] == [
            row["name"] for row in before if row["kind"] == "range"
        ]
        assert "Title of 7" in names(after)

    opened(act, root=pages(*map(str, range(20))))


def test_filter_look_up_and_menu_know_the_title() -> None:
    async def act(site: OpenSite, told: list[Any], fetched: list[str]) -> None:
        view = await site.open_view("v1", "", [], "moorings")
        assert view.total == 0
        await site.take_page(f"{SITE}p/2", "Winter moorings", [])
        assert names(view.rows(0, 10)) == ["P", "Winter moorings"]
        assert site.hierarchy is not None
        assert names(queries.find(site.hierarchy, "winter", 5, ())["matches"]) == ["Winter moorings"]

    opened(act)


def test_titles_of_old_are_there_at_once_and_after_a_reload() -> None:
    async def act(site: OpenSite, told: list[Any], fetched: list[str]) -> None:
        view = await site.open_view("v1", "", [], "")
        assert names(view.rows(0, 10)) == ["Who we are", "P"]
        await site.reload()
        while site.state == "loading":
            await asyncio.sleep(0.001)
        assert names(view.rows(0, 10)) == ["Who we are", "P"]

    opened(act, titles=[(f"{SITE}about", "Who we are")])


def test_a_page_that_is_not_in_the_map_names_nothing() -> None:
    async def act(site: OpenSite, told: list[Any], fetched: list[str]) -> None:
        assert not await site.take_page(f"{SITE}elsewhere", "Elsewhere", [])

    opened(act)


def test_nothing_is_taken_where_the_page_or_its_author_names_the_map() -> None:
    standard = '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="A" url="about"/></sitemap>'

    async def act(site: OpenSite, told: list[Any], fetched: list[str]) -> None:
        assert not await site.take_page(f"{SITE}about", "Other", [link("search", "osd.xml", TYPE)])
        assert site.state_message()["search"] is None
        assert fetched == ["root"]

    opened(act, root=standard)
    opened(act, root=standard, chosen=False)


def test_the_search_that_a_page_declares_is_the_sites() -> None:
    async def act(site: OpenSite, told: list[Any], fetched: list[str]) -> None:
        declares = [link("search", "osd.xml", TYPE), link("search", "find"), link("contact", "us")]
        await site.take_page(f"{SITE}elsewhere", "", declares)
        found = await changed(told, lambda site: site["search"] is not None)
        assert found["search"] == {"name": "Quay notes", "description": None, "method": "get"}
        assert {role: names(links) for role, links in found["roles"].items()} == {
            "contact": ["Us"],
            "search": ["Quay notes"],
            "searchpage": ["Find"],
        }
        assert site.hierarchy is not None
        assert queries.search(site.hierarchy, "rope", ())["url"] == f"{SITE}find?q=rope"
        path = queries.role_path(site.hierarchy, "contact", 0)
        assert queries.visited(site.hierarchy, path, None, queries.Visitor(SITE, in_tree=False))["url"] == f"{SITE}us"
        await site.take_page(f"{SITE}about", "", declares)
        await site.take_page(f"{SITE}about", "", [])
        await site.take_page(f"{SITE}about", "", [link("search", "other.xml", TYPE)])
        await changed(told, lambda site: site["search"] is not None and site["search"]["name"] == "Hafen")
        assert fetched == ["root", "osd.xml", "other.xml"], "each once"

    opened(act)


def test_a_description_that_is_missing_or_none_is_a_fault_and_nothing_else() -> None:
    async def act(site: OpenSite, told: list[Any], fetched: list[str]) -> None:
        for name, code in (("gone.xml", "search-unavailable"), ("odd.xml", "search-not-understood")):
            await site.take_page(f"{SITE}about", "", [link("search", name, TYPE)])
            while code not in [fault.code for fault in site.faults]:
                await asyncio.sleep(0.001)
        found = await changed(told, lambda site: site["counts"]["faults"]["warning"] >= 2)
        assert (found["search"], found["state"]) == (None, "complete")
        assert {fault["document"] for fault in site.listed_faults(0, 10)} >= {f"{SITE}gone.xml", f"{SITE}odd.xml"}

    opened(act)


def test_so_many_descriptions_are_fetched_and_no_more() -> None:
    async def act(site: OpenSite, told: list[Any], fetched: list[str]) -> None:
        for number in range(MOST_DESCRIPTIONS + 5):
            await site.take_page(f"{SITE}about", "", [link("search", f"{number}.xml", TYPE)])
            while len(site.faults) < min(number + 1, MOST_DESCRIPTIONS):
                await asyncio.sleep(0.001)
        await site.take_page(f"{SITE}about", "", [link("search", "0.xml", TYPE)])
        await asyncio.sleep(0)
        assert len(fetched) == 1 + MOST_DESCRIPTIONS

    opened(act)
