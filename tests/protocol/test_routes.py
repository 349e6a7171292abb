"""The host's network routes: only the page's, including name servers; and which browser responses it accepts."""

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

import system
from protocol.host_process import Host
from protocol.network_watch import NetworkWatch

MAP = '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Here" url="/h" role="home"/></sitemap>'
NAME = "www.sitemap-test.invalid"
PROXIED = {"url": f"http://{NAME}/", "route": "proxy"}
SITEMAP = f"http://{NAME}/map.xml"

Start = Callable[..., Host]


@pytest.fixture
def server(httpserver: HTTPServer) -> Iterator[HTTPServer]:
    httpserver.expect_request("/map.xml").respond_with_data(MAP, content_type="application/xml")
    yield httpserver
    httpserver.clear()


@pytest.fixture
def watch(tmp_path: Path) -> NetworkWatch:
    return NetworkWatch(tmp_path / "watch")


@pytest.fixture
def start(tmp_path: Path, watch: NetworkWatch, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Yield a function that starts a watched host in an environment of those variables."""
    hosts: list[Host] = []

    def started(**variables: str) -> Host:
        for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "XDG_CURRENT_DESKTOP"):
            monkeypatch.delenv(name, raising=False)
            monkeypatch.delenv(name.upper(), raising=False)
        for name, value in {**watch.environment, **variables}.items():
            monkeypatch.setenv(name, value)
        hosts.append(Host(tmp_path).greet())
        return hosts[-1]

    yield started
    for host in hosts:
        host.close()


def _piece(uri: str = SITEMAP, **more: Any) -> dict[str, Any]:
    body = base64.b64encode(MAP.encode()).decode()
    return {"ok": True, "status": 200, "uri": uri, "content_type": "text/xml", "body": body, **more}


def _opened(
    host: Host, page: dict[str, Any], sitemap: str = SITEMAP, answer: dict[str, Any] | None = None
) -> tuple[dict[str, Any], list[str]]:
    """Return the site and the addresses requested from the browser, which responds as told."""
    number = host.request("site.open", {"sitemap": sitemap, "page": page})
    requested: list[str] = []
    while number not in host.answers:
        message = host.receive()
        if message.get("event") == "fetch":
            requested.append(message["params"]["uri"])
            host.request("fetched", {"fetch": message["params"]["fetch"], **(answer or _piece(requested[-1]))})
    return host.answer(number)["result"], requested


@pytest.mark.parametrize("route", ["proxy", "unknown"])
@pytest.mark.promise(
    "network", "Behind a proxy, or if the route is unknown, the browser fetches and the host resolves no name."
)
def test_behind_a_proxy_the_browser_fetches_and_no_name_is_looked_up(
    start: Start, watch: NetworkWatch, route: str
) -> None:
    site, requested = _opened(start(), PROXIED | {"route": route})
    assert (requested, "Here" in str(site)) == ([SITEMAP], True)
    assert watch.seen() == []


@pytest.mark.parametrize("variable", ["http_proxy", "HTTP_PROXY", "all_proxy"])
@pytest.mark.parametrize("route", [{}, {"route": "system"}])
@pytest.mark.promise("network", "The host resolves no name if the system's settings name a proxy.")
def test_a_proxy_of_the_system_is_one(start: Start, watch: NetworkWatch, variable: str, route: dict[str, str]) -> None:
    host = start(**{variable: "http://127.0.0.1:3128"})
    _, requested = _opened(host, {"url": f"http://{NAME}/", **route})
    assert requested == [SITEMAP]
    assert watch.seen() == []


def test_systems_proxy_exceptions_are_requested_directly(start: Start, watch: NetworkWatch, server: HTTPServer) -> None:
    host = start(http_proxy="http://127.0.0.1:3128", no_proxy="127.0.0.2")
    site, requested = _opened(host, {"url": server.url_for("/")}, server.url_for("/map.xml"))
    assert (requested, "Here" in str(site)) == ([], True)
    assert server.log, "it was requested directly"
    if not system.IS_WINDOWS:  # whose event loop connects without the event that is watched
        assert [line.partition(" ")[0] for line in watch.seen()].count("connect") >= 1


@pytest.mark.promise("network", "Search suggestions take the same route.")
def test_suggestions_use_the_same_route(start: Start, watch: NetworkWatch) -> None:
    host = start()
    number = host.request("suggest", {"page": PROXIED})
    while not any(event["event"] == "fetch" for event in host.events):
        host.receive()
    [event] = host.events
    assert event["params"]["uri"] == f"http://{NAME}/robots.txt"
    host.request("fetched", {"fetch": event["params"]["fetch"], "ok": False, "status": 404})
    assert host.answer(number)["result"]["robots"] == "none"
    assert watch.seen() == []


def test_without_a_proxy_the_host_fetches_itself(start: Start, watch: NetworkWatch) -> None:
    _, requested = _opened(start(), PROXIED | {"route": "direct"}, answer={"ok": False})
    assert requested == [SITEMAP]  # the name is unknown
    assert watch.seen()[:1] == [f"getaddrinfo {NAME}"]


LOCAL_PROXY = {"url": f"http://{NAME}/", "ip": "127.0.0.1"}


@pytest.mark.promise("network", "A proxy's address makes no page local.")
def test_the_address_of_a_proxy_makes_no_page_local(start: Start, server: HTTPServer) -> None:
    host = start()
    for route in ({}, {"route": "system"}, {"route": "proxy"}, {"route": "unknown"}, {"route": "direct"}):
        site, requested = _opened(host, {**LOCAL_PROXY, **route}, server.url_for("/map.xml"))
        assert (site["refusal"]["code"], requested) == ("private-address", []), route
        host.call("site.close", site=site["site"])
    assert not server.log


@pytest.mark.parametrize("route", ["proxy", "unknown"])
@pytest.mark.promise("network", "The browser is not asked for a name that it would reach without the proxy.")
def test_behind_a_proxy_no_name_of_the_own_network_is_resolved(start: Start, watch: NetworkWatch, route: str) -> None:
    """Check without the proxy, which browsers bypass for these names."""
    host = start()
    for name in ("localhost", "x.localhost", "127.0.0.1", "router", "printer.local", "a.b.home.arpa."):
        site, requested = _opened(host, PROXIED | {"route": route}, f"http://{name}:8080/map.xml")
        assert (site["refusal"]["code"], requested) == ("private-address", []), name
        hops = [{"url": f"http://{name}:8080/map.xml", "status": 302}]
        site, requested = _opened(host, PROXIED | {"route": route}, answer=_piece(hops=hops))
        assert (site["refusal"]["code"], requested) == ("private-address", [SITEMAP]), name
        host.call("site.close", site=site["site"])
    assert watch.seen() == []


def test_an_intranets_page_has_its_own_map(start: Start) -> None:
    page = {"url": "http://intranet/", "ip": "10.0.0.5"}
    site, requested = _opened(start(), page, "http://intranet/map.xml")
    assert (requested, "Here" in str(site)) == (["http://intranet/map.xml"], True)


def test_a_page_that_the_host_finds_local_too_is_local(start: Start, server: HTTPServer) -> None:
    page = {"url": f"http://here.localhost:{server.port}/", "ip": "127.0.0.1", "route": "direct"}
    site, _ = _opened(start(), page, server.url_for("/map.xml"))
    assert "Here" in str(site)


@pytest.mark.promise(
    "network", "A host name with an address in the reader's own network may be reached through a proxy."
)
def test_a_name_with_an_address_of_the_own_network_may_be_a_proxys(start: Start, watch: NetworkWatch) -> None:
    """Check a name without proxy settings: resolving it could reveal it."""
    _, requested = _opened(start(), LOCAL_PROXY)
    assert requested == [SITEMAP]
    assert watch.seen() == []


ELSEWHERE = [
    ({"uri": "http://192.168.1.1/map.xml"}, "private-address"),
    ({"uri": SITEMAP, "ip": "192.168.1.1"}, "private-address"),
    ({"uri": SITEMAP, "ip": "::1"}, "private-address"),
    ({"uri": SITEMAP, "hops": [{"url": "http://10.0.0.1/", "status": 302}]}, "private-address"),
    ({"uri": SITEMAP, "hops": [{"url": f"http://{NAME}/x", "status": 302, "ip": "10.0.0.1"}]}, "private-address"),
    ({"uri": "file:///etc/hosts"}, "bad-url"),
    ({"uri": SITEMAP, "hops": [{"url": "ftp://x.example/", "status": 302}]}, "bad-url"),
    ({"uri": f"http://{NAME}:25/map.xml"}, "not-allowed"),
    ({"uri": SITEMAP, "hops": [{"url": f"http://{NAME}:6667/", "status": 302}]}, "not-allowed"),
    ({"uri": SITEMAP, "hops": [{"url": SITEMAP, "status": 302}] * 12}, "too-many-redirects"),
]


@pytest.mark.parametrize("route", ["proxy", "unknown"])
@pytest.mark.promise("server", "Each hop and its server address is checked before a byte is accepted.")
def test_browsers_redirect_target_is_not_accepted(start: Start, watch: NetworkWatch, route: str) -> None:
    host, page = start(), PROXIED | {"route": route, "ip": "203.0.114.9"}
    for changes, code in ELSEWHERE:
        site, requested = _opened(host, page, answer=_piece() | changes)
        assert (requested, site["refusal"]["code"]) == ([SITEMAP], code), changes
        assert "Here" not in str(site), changes
        host.call("site.close", site=site["site"])
    assert watch.seen() == []


@pytest.mark.promise("server", "The file of an https page is never redirected to an address without TLS.")
def test_a_page_with_tls_is_not_led_to_an_address_without(start: Start) -> None:
    page, sitemap = PROXIED | {"url": f"https://{NAME}/"}, f"https://{NAME}/map.xml"
    site, _ = _opened(start(), page, sitemap, answer=_piece(SITEMAP))
    assert site["refusal"]["code"] == "not-allowed"


@pytest.mark.promise("server", "Hop and server address are checked for every piece of a response.")
def test_a_later_piece_cannot_change_the_address_of_the_first(start: Start) -> None:
    host = start()
    number = host.request("site.open", {"sitemap": SITEMAP, "page": PROXIED})
    while not any(event["event"] == "fetch" for event in host.events):
        host.receive()
    name = host.events[0]["params"]["fetch"]
    host.request("fetched", {"fetch": name, **_piece(ip="10.0.0.1", last=False)})
    host.request("fetched", {"fetch": name, **_piece(ip="203.0.114.9")})
    assert host.answer(number)["result"]["refusal"]["code"] == "private-address"


def test_the_address_that_the_page_came_by_is_the_proxys_for_its_map_too(start: Start) -> None:
    for route in ("unknown", "proxy"):
        page = {"url": f"http://{NAME}/", "ip": "192.168.7.7", "route": route}
        hops = [{"url": SITEMAP, "status": 200, "ip": "192.168.7.7"}]
        site, _ = _opened(start(), page, answer=_piece(ip="192.168.7.7", hops=hops))
        assert "Here" in str(site)


@pytest.mark.parametrize("route", ["direct", "proxy"])
def test_hops_between_public_addresses_are_taken(start: Start, route: str) -> None:
    hops = [{"url": SITEMAP, "status": 302, "ip": "203.0.114.9"}, {"url": f"{SITEMAP}?2", "ip": "203.0.114.10"}]
    answer = _piece(f"{SITEMAP}?2", hops=hops, ip="203.0.114.10")
    site, _ = _opened(start(), PROXIED | {"route": route}, answer=answer)
    assert "Here" in str(site)
