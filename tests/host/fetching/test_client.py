"""Fetching over HTTP: requests, accepted responses, and refusals."""

import asyncio
import gzip
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

import system
from standard_sitemap import refusals
from standard_sitemap.fetching import limits, network_addresses
from standard_sitemap.fetching.cache_store import CacheStore
from standard_sitemap.fetching.client import Fetcher, Networks, Policy, located, network_for
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.network import HostLimiter
from standard_sitemap.fetching.network_addresses import Route, Scope
from standard_sitemap.fetching.request_headers import ACCEPT_XML, ReferringPage

XML = "application/xml"
Fetch = Callable[..., Any]


def test_fetch_returns_bytes_type_and_final_address(server: HTTPServer, fetch: Fetch) -> None:
    server.expect_request("/old").respond_with_response(Response(status=302, headers={"Location": "/new/map.xml"}))
    server.expect_request("/new/map.xml").respond_with_data(b"<a/>", content_type="text/xml; charset=utf-8")
    document = fetch(server.url_for("/old"))
    assert document.uri == server.url_for("/new/map.xml")
    assert (document.body, document.content_type) == (b"<a/>", "text/xml; charset=utf-8")


@pytest.mark.promise("server", "Requests send the page's user agent, languages and encodings, and no further fields.")
def test_requests_are_sent_as_the_page_was_requested(server: HTTPServer, fetch: Fetch) -> None:
    seen: list[Request] = []
    server.expect_request("/map.xml").respond_with_handler(
        lambda request: seen.append(request) or Response(b"<a/>", content_type=XML)
    )
    page = ReferringPage(
        server.url_for("/page?x=1#top"),
        headers=(
            ("user-agent", "Browser/1"),
            ("Accept-Language", "de, en;q=0.5"),
            ("Accept-Encoding", "gzip, weird"),
            ("Cookie", "a=b"),
            ("Authorization", "secret"),
        ),
    )
    fetch(server.url_for("/map.xml"), page)
    sent = seen[0].headers
    assert sent["User-Agent"] == "Browser/1"
    assert sent["Accept-Language"] == "de, en;q=0.5"
    assert sent["Accept-Encoding"] == "gzip"
    assert sent["Cookie"] == "a=b"
    assert sent["Referer"] == server.url_for("/page?x=1")
    assert "xml" in sent["Accept"]
    assert "Authorization" not in sent


def test_wrong_type_is_reported(server: HTTPServer, fetch: Fetch) -> None:
    server.expect_request("/map").respond_with_data("<html>", content_type="text/html; charset=utf-8")
    with pytest.raises(refusals.WrongType) as refused:
        fetch(server.url_for("/map"))
    assert refused.value.params["type"] == "text/html"


@pytest.mark.parametrize(
    ("status", "kind"),
    [(404, refusals.NotFound), (410, refusals.NotFound), (403, refusals.HttpStatus), (500, refusals.HttpStatus)],
)
def test_other_statuses_are_refused(
    server: HTTPServer, fetch: Fetch, status: int, kind: type[refusals.Refusal]
) -> None:
    server.expect_request("/map").respond_with_data("", status=status, content_type=XML)
    with pytest.raises(kind) as refused:
        fetch(server.url_for("/map"))
    assert refused.value.params["status"] == status


def test_too_many_bytes_are_refused(server: HTTPServer, fetch: Fetch) -> None:
    server.expect_request("/map").respond_with_data(b" " * 1001, content_type=XML)
    with pytest.raises(refusals.TooLarge):
        fetch(server.url_for("/map"), limits={"file_bytes": 1000})


def test_decompression_bomb_is_refused(server: HTTPServer, fetch: Fetch) -> None:
    bomb = gzip.compress(b" " * 30_000_000)
    server.expect_request("/map").respond_with_data(bomb, content_type=XML, headers={"Content-Encoding": "gzip"})
    with pytest.raises(refusals.TooLarge):
        fetch(server.url_for("/map"))


def test_compressed_documents_are_decompressed(server: HTTPServer, fetch: Fetch) -> None:
    body = gzip.compress(b"<a/>")
    server.expect_request("/map").respond_with_data(body, content_type=XML, headers={"Content-Encoding": "gzip"})
    assert fetch(server.url_for("/map")).body == b"<a/>"


def test_endless_redirects_are_refused(server: HTTPServer, fetch: Fetch) -> None:
    server.expect_request("/round").respond_with_response(Response(status=301, headers={"Location": "/round"}))
    with pytest.raises(refusals.TooManyRedirects):
        fetch(server.url_for("/round"))


def test_silent_server_times_out(server: HTTPServer, fetch: Fetch) -> None:
    reported = threading.Event()
    server.expect_request("/map").respond_with_handler(lambda _: Response(str(reported.wait(10)), content_type=XML))
    with pytest.raises(refusals.TimedOut):
        fetch(server.url_for("/map"), limits={"request_seconds": 0.2})
    reported.set()


def test_stalled_response_times_out(server: HTTPServer, fetch: Fetch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SILENCE_SECONDS", 0.2)
    reported = threading.Event()

    def pieces() -> Iterator[bytes]:
        yield b"<a>"
        reported.wait(10)

    server.expect_request("/map").respond_with_handler(lambda _: Response(pieces(), content_type=XML))
    with pytest.raises(refusals.TimedOut):
        fetch(server.url_for("/map"))
    reported.set()


def test_non_http_response_is_refused(server: HTTPServer, fetch: Fetch) -> None:
    server.expect_request("/map").respond_with_response(Response(status=302, headers={"Location": "file:///etc/hosts"}))
    for uri in ("ftp://127.0.0.1/x", "file:///etc/hosts", "data:text/xml,<a/>", "http://", server.url_for("/map")):
        with pytest.raises(refusals.BadUrl):
            fetch(uri)


def test_refused_connection_is_reported(fetch: Fetch) -> None:
    with pytest.raises(refusals.Unreachable):
        fetch("http://127.0.0.1:2/map.xml")


class TestPublicPages:
    """A page of the open internet must not reach the reader's own network."""

    page = ReferringPage(url="http://www.example.org/", ip="203.0.114.9")

    def test_public_page_may_not_name_a_private_address(self, server: HTTPServer, fetch: Fetch) -> None:
        server.expect_request("/map").respond_with_data("<a/>", content_type=XML)
        with pytest.raises(refusals.PrivateAddress) as refused:
            fetch(server.url_for("/map"), self.page)
        assert refused.value.params["uri"] == server.url_for("/map")
        assert not server.log

    @pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.1.1", "::1", "::ffff:127.0.0.1", "0.0.0.0"])
    @pytest.mark.promise("page", "The address to which a name resolves is also checked.")
    def test_public_page_may_not_name_a_host_with_a_private_address(self, fetch: Fetch, address: str) -> None:
        with pytest.raises(refusals.PrivateAddress):
            fetch("http://innocent.example.org/map", self.page, names={"innocent.example.org": address})

    @pytest.mark.promise("page", "Each redirect is checked.")
    def test_public_page_may_not_be_redirected_to_a_private_address(
        self, server: HTTPServer, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Check the redirect; the first hop counts as public here, because no public server is available."""
        real = network_addresses.scope_of
        monkeypatch.setattr(
            network_addresses,
            "scope_of",
            lambda a: network_addresses.Scope.PUBLIC if str(a) == "127.0.0.1" else real(a),
        )
        server.expect_request("/map").respond_with_response(
            Response(status=307, headers={"Location": f"http://127.0.0.2:{server.port}/secret"})
        )
        with pytest.raises(refusals.PrivateAddress) as refused:
            fetch(server.url_for("/map"), self.page)
        assert refused.value.params["address"] == "127.0.0.2"
        assert [request.path for request, _ in server.log] == ["/map"]

    @pytest.mark.promise("server", "Pages of different origins do not share cached responses.")
    def test_public_page_sees_nothing_cached_for_a_local_page(
        self, server: HTTPServer, fetch: Fetch, tmp_path: Path
    ) -> None:
        server.expect_request("/map").respond_with_data(
            "<a/>", content_type=XML, headers={"Cache-Control": "max-age=600"}
        )
        fetch(server.url_for("/map"), cache_dir=tmp_path)
        with pytest.raises(refusals.PrivateAddress):
            fetch(server.url_for("/map"), self.page, cache_dir=tmp_path)


@pytest.mark.promise("server", "Concurrent requests for one address are coalesced.")
def test_concurrent_requests_for_one_address_are_coalesced(server: HTTPServer) -> None:
    gate = threading.Event()
    server.expect_request("/map").respond_with_handler(lambda _: gate.wait(10) and Response("<a/>", content_type=XML))

    async def fetching() -> list[bytes]:
        page = ReferringPage(server.url_for("/page"))
        network = network_for(page, Policy())
        tabs = [asyncio.create_task(Fetcher(page, network).fetch(server.url_for("/map"), ACCEPT_XML)) for _ in range(5)]
        await asyncio.sleep(0)
        gate.set()
        bodies = [(await tab).body for tab in tabs]
        await network.close()
        return bodies

    assert asyncio.run(fetching()) == [b"<a/>"] * 5
    assert len(server.log) == 1


@pytest.mark.promise("author", "Simultaneous requests to a server are limited.")
def test_concurrent_requests_to_a_server_stay_within_the_limit() -> None:
    lock, together, most, now = threading.Lock(), threading.Event(), 0, 0

    def made(_: Request) -> Response:
        nonlocal most, now
        with lock:
            now += 1
            most = max(most, now)
            if now == 2:
                together.set()
        together.wait(20)
        with lock:
            now -= 1
        return Response(b"<a/>", content_type=XML)

    async def fetching(server: HTTPServer) -> None:
        page = ReferringPage(server.url_for("/page"))
        network = network_for(page, Policy())
        fetcher = Fetcher(page, network, limits.Limits(parallel_per_server=2))
        await asyncio.gather(*(fetcher.fetch(server.url_for(f"/map-{number}"), ACCEPT_XML) for number in range(8)))
        await network.close()

    with HTTPServer("127.0.0.1", 0, threaded=True) as server:
        server.expect_request(re.compile("/map-.")).respond_with_handler(made)
        asyncio.run(fetching(server))
        assert (most, len(server.log)) == (2, 8)


def test_the_reader_may_reach_any_address(server: HTTPServer, fetch: Fetch) -> None:
    server.expect_request("/map").respond_with_data("<a/>", content_type=XML)
    assert fetch(server.url_for("/map"), ReferringPage(), any_address=True).body == b"<a/>"


def test_a_fresh_response_is_not_requested_again(server: HTTPServer, fetch: Fetch, tmp_path: Path) -> None:
    server.expect_request("/map").respond_with_data("<a/>", content_type=XML, headers={"Cache-Control": "max-age=600"})
    for _ in range(2):
        assert fetch(server.url_for("/map"), cache_dir=tmp_path).body == b"<a/>"
    assert len(server.log) == 1


def test_a_stale_answer_is_validated(server: HTTPServer, fetch: Fetch, tmp_path: Path) -> None:
    def answer(request: Request) -> Response:
        headers = {"ETag": '"1"', "Cache-Control": "no-cache"}
        if request.headers.get("If-None-Match") == '"1"':
            return Response(status=304, headers=headers)
        return Response(b"<a/>", content_type=XML, headers=headers)

    server.expect_request("/map").respond_with_handler(answer)
    for _ in range(2):
        assert fetch(server.url_for("/map"), cache_dir=tmp_path).body == b"<a/>"
    assert [response.status_code for _, response in server.log] == [200, 304]


def test_without_a_cache_folder_nothing_is_cached(
    server: HTTPServer, fetch: Fetch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    server.expect_request("/map").respond_with_data("<a/>", content_type=XML, headers={"Cache-Control": "max-age=600"})
    for _ in range(2):
        fetch(server.url_for("/map"))
    assert len(server.log) == 2
    assert not list(tmp_path.iterdir())


class TestReferrers:
    def located(
        self, ip: str | None, addresses: list[str] | None, route: Route = Route.DIRECT
    ) -> tuple[ReferringPage, list[str]]:
        """Return the page as the host classifies it with these addresses, and the looked-up names."""
        looked_up: list[str] = []

        async def resolve(host: str, _: int) -> list[str]:
            looked_up.append(host)
            if addresses is None:
                raise OSError("no such name")
            return addresses

        page = ReferringPage("http://intranet.example:8080/a", ip, route=route)
        return asyncio.run(located(page, resolve)), looked_up

    @pytest.mark.parametrize(
        ("ip", "addresses", "scope"),
        [
            ("10.0.0.5", ["10.0.0.5"], Scope.PRIVATE),
            ("10.0.0.5", ["192.168.1.1", "fd00::1"], Scope.PRIVATE),
            ("10.0.0.5", ["203.0.114.9"], Scope.PUBLIC),
            ("127.0.0.1", ["203.0.114.9", "127.0.0.1"], Scope.PUBLIC),
            ("127.0.0.1", ["10.0.0.5"], Scope.PUBLIC),
            ("10.0.0.5", [], Scope.PUBLIC),
            ("10.0.0.5", None, Scope.PUBLIC),
        ],
    )
    @pytest.mark.promise("network", "A host name is local only if all its addresses are local.")
    def test_page_is_local_if_all_addresses_of_its_host_are(
        self, ip: str, addresses: list[str] | None, scope: Scope
    ) -> None:
        page, looked_up = self.located(ip, addresses)
        assert page.scope is scope
        assert looked_up == ["intranet.example"]

    @pytest.mark.parametrize("ip", [None, "203.0.114.9", "not an address"])
    def test_a_public_pages_name_is_not_looked_up(self, ip: str | None) -> None:
        page, looked_up = self.located(ip, ["10.0.0.5"])
        assert (page.scope, looked_up) == (Scope.PUBLIC, [])

    @pytest.mark.parametrize("route", [Route.PROXY, Route.UNKNOWN, Route.SYSTEM])
    def test_proxied_pages_host_is_not_looked_up(self, route: Route) -> None:
        page, looked_up = self.located("10.0.0.5", ["10.0.0.5"], route)
        assert (page.scope, looked_up) == (Scope.PUBLIC, [])
        assert page.route is (Route.UNKNOWN if route is Route.SYSTEM else route)


def test_parts_of_a_path_after_semicolons_are_requested(server: HTTPServer, fetch: Fetch) -> None:
    server.expect_request("/a;x=1/map;y=2").respond_with_data("<a/>", content_type=XML)
    assert fetch(server.url_for("/a;x=1/map;y=2?")).body == b"<a/>"


@pytest.mark.promise("server", "No waiting request sends a validator after cookies were cleared.")
def test_clearing_cookies_discards_queued_validators(server: HTTPServer) -> None:
    server.expect_request("/map").respond_with_data("<a/>", content_type=XML, headers={"ETag": '"1"'})

    class Limiter(HostLimiter):
        def slot(self, origin: str, most: int) -> asyncio.Semaphore:
            requested.release()
            return super().slot(origin, most)

    requested = asyncio.Semaphore(0)

    async def run() -> None:
        store, limiter = CacheStore(None, 1_000_000), Limiter()
        page = ReferringPage(server.url_for("/"))
        network = network_for(page, Policy(store=store, limiter=limiter))
        fetcher = Fetcher(page, network, Limits(parallel_per_server=1))
        await fetcher.fetch(server.url_for("/map"), ACCEPT_XML)
        await requested.acquire()
        async with HostLimiter.slot(limiter, network_addresses.target(server.url_for("/map")).origin, 1):
            waiting = asyncio.create_task(fetcher.fetch(server.url_for("/map"), ACCEPT_XML))
            await requested.acquire()  # the response is stored by then
            await store.clear()
        await waiting
        await network.close()
        await store.close()

    asyncio.run(run())
    assert [request.headers.get("If-None-Match") for request, _ in server.log] == [None, None]


def test_pages_of_several_kinds_request_from_a_server_within_one_limit(
    server: HTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system.use_own_folders(monkeypatch, tmp_path)
    lock, most, now = threading.Lock(), 0, 0

    def answer(_: Request) -> Response:
        nonlocal most, now
        with lock:
            now += 1
            most = max(most, now)
        threading.Event().wait(0.05)
        with lock:
            now -= 1
        return Response("<a/>", content_type=XML)

    server.expect_request(re.compile("/map.*")).respond_with_handler(answer)

    async def run() -> None:
        networks = Networks()
        pages = [ReferringPage(server.url_for("/"), container=container) for container in ("a", "b", "c")]
        fetchers = [
            Fetcher(page, networks.join(page, private=False)[1], Limits(parallel_per_server=1)) for page in pages
        ]
        await asyncio.gather(*(fetcher.fetch(server.url_for("/map"), ACCEPT_XML) for fetcher in fetchers))
        await networks.close()

    asyncio.run(run())
    assert (most, len(server.log)) == (1, 3)


def test_network_that_was_closed_can_be_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system.use_own_folders(monkeypatch, tmp_path)

    async def run() -> None:
        networks = Networks()
        whom, _ = networks.join(ReferringPage("http://www.example.org/"), private=False)
        await networks.close()
        await networks.leave(whom)

    asyncio.run(run())


_STAGES = (
    "fetching.client.target",
    "fetching.client.headers_for",
    "fetching.client.require_success",
    "fetching.client.require_xml",
    "fetching.client.decode_beside",
    "fetching.network._request",
    "fetching.network._answer",
    "fetching.network.PENDING_BODIES.read",
    "fetching.network.Network.answer",
    "fetching.guarded_network.GuardedBackend.connect_tcp",
    "fetching.guarded_network.GuardedStream.read",
    "fetching.guarded_network.GuardedStream.write",
    "fetching.look_ups.AllowedAddresses.of_host",
    "fetching.http_cache._digest",
    "fetching.http_cache._head",
    "fetching.http_cache._in_our_time",
)


@pytest.mark.parametrize("error", [OverflowError, KeyError, RecursionError, MemoryError, StopIteration, SystemError])
@pytest.mark.parametrize("stage", _STAGES)
def test_fetch_in_which_any_stage_raises_ends_in_a_refusal(
    server: HTTPServer,
    fetch: Fetch,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stage: str,
    error: type[Exception],
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error("a bug")

    server.expect_request("/map").respond_with_data(
        gzip.compress(b"<a/>"), content_type=XML, headers={"Content-Encoding": "gzip", "Cache-Control": "max-age=9"}
    )
    monkeypatch.setattr(f"standard_sitemap.{stage}", fail)
    with pytest.raises(refusals.FetchRefusal):
        fetch(server.url_for("/map"), cache_dir=tmp_path)


@pytest.mark.parametrize("work", ["find", "store", "commit"])
def test_fetch_with_a_cache_that_raises_goes_without(
    server: HTTPServer, fetch: Fetch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OverflowError("a bug")

    server.expect_request("/map").respond_with_data(b"<a/>", content_type=XML, headers={"Cache-Control": "max-age=9"})
    monkeypatch.setattr(f"standard_sitemap.fetching.cache_file.CacheFile.{work}", fail)
    for _ in range(2):
        assert fetch(server.url_for("/map"), cache_dir=tmp_path).body == b"<a/>"
