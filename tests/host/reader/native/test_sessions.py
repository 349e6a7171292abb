"""Open maps: shared between pages of one audience, and limited together."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

import system
from standard_sitemap.reader.native import handlers, sessions
from standard_sitemap.reader.protocol import requests
from standard_sitemap.reader.sites.tasks import Notify
from standard_sitemap.refusals import UnknownSite

MAP = '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="A" url="a"/></sitemap>'


@pytest.fixture
def server(httpserver: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HTTPServer]:
    """Return a server of equal maps, with a separate cache."""
    system.use_own_folders(monkeypatch, tmp_path)
    for name in ("one", "two"):
        httpserver.expect_request(f"/{name}").respond_with_data(MAP, content_type="application/xml")
    yield httpserver
    httpserver.clear()


def _opened(*params: dict[str, Any], then: int | None = None) -> list[str]:
    """Return the numbers of sites opened one after another; the one at `then` is requested again."""

    async def run() -> list[str]:
        opened = sessions.Sessions(lambda *_: None)
        names = [
            (await handlers.open_site(opened, requests.SiteOpen.model_validate(parameters)))["site"]
            for parameters in params
        ]
        try:
            if then is not None:
                await handlers.stop_site(opened, requests.SiteReference(site=names[then]))
        finally:
            await opened.close_all()
        return [number for _, number in (name.rsplit("-", 1) for name in names)]

    return asyncio.run(run())


def _setting(complete: asyncio.Event) -> Notify:
    """Return a receiver of events that sets `complete` once a map is complete."""

    def notify(event: str, params: Any) -> None:
        if event == "site.changed" and params["site"]["state"] == "complete":
            complete.set()

    return notify


def _requesting(server: HTTPServer, name: str = "one", page: str = "", **more: Any) -> dict[str, Any]:
    of_page = {key: more.pop(key) for key in ("ip", "container") if key in more}
    return {"sitemap": server.url_for(f"/{name}"), "page": {"url": page or server.url_for("/"), **of_page}, **more}


@pytest.mark.promise("server", "Open maps are shared only between pages that may share them.")
def test_a_map_is_opened_once_for_all_pages_that_may_share_it(server: HTTPServer) -> None:
    assert (
        _opened(_requesting(server), _requesting(server), _requesting(server, page=server.url_for("/deep/page")))
        == ["1"] * 3
    )
    assert len(server.log) == 1


@pytest.mark.promise("server", "Open maps are never shared with private windows or containers.")
def test_pages_that_may_not_share_a_map_open_their_own(server: HTTPServer) -> None:
    others = (
        {"private": True},
        {"container": "c1"},
        {"private": True, "container": "c1"},
        {"page": "http://127.0.0.2/"},
        {"chosen": True},
    )
    names = _opened(_requesting(server), *(_requesting(server, **other) for other in others))
    assert names == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.promise("page", "A public page does not see the open map of a local page.")
def test_public_page_cannot_access_a_local_pages_open_map(server: HTTPServer) -> None:
    public = _requesting(server, page="http://www.example.org/", ip="203.0.114.9")
    assert _opened(_requesting(server), public) == ["1", "2"]
    assert len(server.log) == 1


@pytest.mark.parametrize(("bound", "most"), [("OPEN_BYTES", 1), ("MAX_SITES", 1)])
@pytest.mark.promise("server", "The total number of open maps is limited.")
def test_oldest_map_is_closed_at_the_limit(
    server: HTTPServer, monkeypatch: pytest.MonkeyPatch, bound: str, most: int
) -> None:
    monkeypatch.setattr(sessions, bound, most)
    assert _opened(_requesting(server), _requesting(server, "two"), then=1) == ["1", "2"]
    with pytest.raises(UnknownSite):
        _opened(_requesting(server), _requesting(server, "two"), then=0)


@pytest.mark.promise("page", "A page that opens one map after another closes no other page's map.")
def test_pages_of_one_origin_make_room_for_each_other_and_not_at_the_cost_of_others(
    server: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MAX_SITES", 3)
    other = _requesting(server, page="http://127.0.0.2/")
    greedy = [_requesting(server, name, private=private) for name in ("one", "two") for private in (False, True)]
    assert _opened(other, *greedy, then=0) == ["1", "2", "3", "4", "5"]
    with pytest.raises(UnknownSite):
        _opened(other, *greedy, then=1)


@pytest.mark.parametrize(("most", "states"), [(2, ["complete", "complete"]), (1, [UnknownSite, "complete"])])
def test_a_map_that_is_being_loaded_makes_room_last(
    server: HTTPServer, monkeypatch: pytest.MonkeyPatch, most: int, states: list[Any]
) -> None:
    monkeypatch.setattr(sessions, "MAX_SITES", most)
    is_requested, others_are_open = threading.Event(), threading.Event()

    def answer(_: Request) -> Response:
        is_requested.set()
        others_are_open.wait()
        return Response(MAP, content_type="application/xml")

    async def run(slow_server: HTTPServer) -> list[Any]:
        slow_server.expect_request("/slow").respond_with_handler(answer)
        opened = sessions.Sessions(lambda *_: None)

        async def open_site(name: str, named_by: HTTPServer = server) -> Any:
            params = _requesting(named_by, name, page=server.url_for("/"))
            return await handlers.open_site(opened, requests.SiteOpen.model_validate(params))

        try:
            slow = asyncio.create_task(open_site("slow", slow_server))
            await asyncio.to_thread(is_requested.wait)
            await open_site("one")
            last = await open_site("two")
            others_are_open.set()
            replies = [*await asyncio.gather(slow, return_exceptions=True), last]
        finally:
            await opened.close_all()
        return [type(reply) if isinstance(reply, Exception) else reply["state"] for reply in replies]

    with HTTPServer(port=0) as slow_server:
        assert asyncio.run(run(slow_server)) == states


def test_closing_a_map_closes_no_other_to_make_room(server: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> str:
        opened = sessions.Sessions(lambda *_: None)
        params = _requesting(server), _requesting(server, "two")
        try:
            first, second = [
                (await handlers.open_site(opened, requests.SiteOpen.model_validate(each)))["site"] for each in params
            ]
            monkeypatch.setattr(sessions, "OPEN_BYTES", 1)  # both have grown
            await handlers.close_site(opened, requests.SiteReference(site=first))
            return (await opened.get(second)).sitemap
        finally:
            await opened.close_all()

    assert asyncio.run(run()) == server.url_for("/two")


def test_file_below_user_nodes_is_fetched_once_the_reader_includes_them(server: HTTPServer) -> None:
    user_node = '<item name="U" url="u" role="contact" tree="user"><external url="two#b"/></item>'
    server.expect_request("/root").respond_with_data(MAP.replace("<item", f"{user_node}<item"), content_type="text/xml")
    complete = asyncio.Event()

    async def run() -> None:
        opened = sessions.Sessions(_setting(complete))
        try:
            async with asyncio.timeout(5):
                site = await handlers.open_site(opened, requests.SiteOpen.model_validate(_requesting(server, "root")))
                await complete.wait()
                complete.clear()
                changed = {"site": site["site"], "options": {"include_user": True}}
                await handlers.configure_site(opened, requests.SiteConfigure.model_validate(changed))
                await complete.wait()
        finally:
            await opened.close_all()

    asyncio.run(run())
    assert [request.path for request, _ in server.log][-1] == "/two"


def test_stop_ends_a_reload_before_the_root_arrives(server: HTTPServer) -> None:
    arrived, released, complete = threading.Event(), threading.Event(), asyncio.Event()

    def hold(_: Request) -> Response:
        arrived.set()
        released.wait()
        return Response(MAP, content_type="application/xml")

    async def run() -> list[str]:
        opened = sessions.Sessions(_setting(complete))
        try:
            name = (await handlers.open_site(opened, requests.SiteOpen.model_validate(_requesting(server))))["site"]
            await complete.wait()
            server.clear_all_handlers()
            server.expect_request("/one").respond_with_handler(hold)
            reload = asyncio.create_task(handlers.reload_site(opened, requests.SiteReload(site=name, revalidate=True)))
            await asyncio.to_thread(arrived.wait)
            async with asyncio.timeout(5):
                stopped = await handlers.stop_site(opened, requests.SiteReference(site=name))
            return [stopped["state"], (await reload)["state"]]
        finally:
            released.set()
            await opened.close_all()

    assert asyncio.run(run()) == ["complete", "complete"]


def test_names_of_sites_and_views_differ_between_hosts() -> None:
    async def named() -> list[str]:
        hosts = [sessions.Sessions(lambda *_: None) for _ in range(2)]
        return [host.new_view_name() for host in hosts]

    first, second = asyncio.run(named())
    assert first != second
