"""The audience of a response: a map's result is never shared with a page of another kind."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from protocol.host_process import Host

MAP = '<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="Secret" url="/s" role="home"/></sitemap>'
PUBLIC = {"url": "http://www.example.org/", "ip": "203.0.114.9"}


@pytest.fixture
def greeted(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path).greet()
    yield host
    host.close()


def _map(server: HTTPServer, path: str, **headers: str) -> str:
    answer = Response(MAP, content_type="application/xml", headers={k.replace("_", "-"): v for k, v in headers.items()})
    server.expect_request(path).respond_with_response(answer)
    return server.url_for(path)


def _local(server: HTTPServer) -> dict[str, Any]:
    return {"url": server.url_for("/"), "ip": "127.0.0.1"}


def _opened(host: Host, sitemap: str, page: dict[str, Any], **more: Any) -> dict[str, Any]:
    result: dict[str, Any] = host.answer(host.request("site.open", {"sitemap": sitemap, "page": page, **more}))[
        "result"
    ]
    return result


def _is_refused(site: dict[str, Any]) -> bool:
    return (site["refusal"] or {}).get("code") == "private-address" and "Secret" not in str(site)


def test_a_local_map_from_memory_is_not_announced(greeted: Host, server: HTTPServer) -> None:
    sitemap = _map(server, "/map")
    assert "Secret" in str(_opened(greeted, sitemap, _local(server)))
    assert _is_refused(_opened(greeted, sitemap, PUBLIC))


@pytest.mark.promise("page", "A public page does not see a local map from the cache.")
def test_a_local_map_from_the_cache_is_not_announced(greeted: Host, server: HTTPServer, tmp_path: Path) -> None:
    """Check in a restarted host, which did not connect for it."""
    sitemap = _map(server, "/map", Cache_Control="max-age=600")
    _opened(greeted, sitemap, _local(server))
    assert greeted.process.stdin is not None
    greeted.process.stdin.close()
    greeted.process.wait(30)
    second = Host(tmp_path).greet()
    try:
        assert "Secret" in str(_opened(second, sitemap, _local(server)))
        assert len(server.log) == 1
        assert _is_refused(_opened(second, sitemap, PUBLIC))
    finally:
        second.close()


@pytest.mark.promise("page", "A public page does not see a local map after its revalidation.")
def test_a_local_map_that_was_validated_is_not_announced(greeted: Host, server: HTTPServer) -> None:
    def answer(request: Request) -> Response:
        is_known = request.headers.get("If-None-Match") == '"1"'
        return Response(
            "" if is_known else MAP,
            status=304 if is_known else 200,
            content_type="application/xml",
            headers={"ETag": '"1"', "Cache-Control": "no-cache"},
        )

    server.expect_request("/map").respond_with_handler(answer)
    sitemap = server.url_for("/map")
    first = _opened(greeted, sitemap, _local(server))
    greeted.answer(greeted.request("site.close", {"site": first["site"]}))
    assert "Secret" in str(_opened(greeted, sitemap, _local(server)))
    assert [response.status_code for _, response in server.log] == [200, 304]
    assert _is_refused(_opened(greeted, sitemap, PUBLIC))


@pytest.mark.promise("page", "A public page does not learn how the request for a local address failed.")
def test_where_a_local_address_fails_a_public_page_does_not_hear_how(greeted: Host, server: HTTPServer) -> None:
    """Check that the page learns neither whether a server listens nor what it sends."""
    server.expect_request("/missing").respond_with_data("", status=404)
    for sitemap in (server.url_for("/missing"), "http://127.0.0.1:2/map"):
        number = greeted.request("site.open", {"sitemap": sitemap, "page": _local(server)})
        while number not in greeted.answers:
            message = greeted.receive()
            if message.get("event") == "fetch":
                greeted.request("fetched", {"fetch": message["params"]["fetch"], "ok": False})
        assert greeted.answer(number)["result"]["refusal"]["code"] in {"not-found", "unreachable"}
        assert _is_refused(_opened(greeted, sitemap, PUBLIC))


@pytest.mark.promise("page", "A public page does not see a map whose redirects lead to a local address.")
def test_a_map_that_redirects_lead_to_a_local_address_is_not_announced(greeted: Host, server: HTTPServer) -> None:
    target = _map(server, "/map", Cache_Control="max-age=600")
    moved = Response(status=301, headers={"Location": target, "Cache-Control": "max-age=600"})
    server.expect_request("/old").respond_with_response(moved)
    for _ in range(2):
        site = _opened(greeted, server.url_for("/old"), _local(server))
        assert "Secret" in str(site)
        greeted.answer(greeted.request("site.close", {"site": site["site"]}))
    _opened(greeted, server.url_for("/old"), _local(server))
    assert _is_refused(_opened(greeted, server.url_for("/old"), PUBLIC))


@pytest.mark.promise("page", "A refusal for a public page does not affect a local page.")
def test_a_public_pages_refusal_does_not_stand_in_a_local_ones_way(greeted: Host, server: HTTPServer) -> None:
    sitemap = _map(server, "/map")
    assert _is_refused(_opened(greeted, sitemap, PUBLIC))
    assert "Secret" in str(_opened(greeted, sitemap, _local(server)))


@pytest.mark.promise("page", "A public page gets no further events of a local map that is loading.")
def test_late_joiner_of_a_loading_map_gets_no_more_events(greeted: Host, server: HTTPServer) -> None:
    """Check a second page that joins before any connection."""
    sitemap = _map(server, "/map")
    numbers = [greeted.request("site.open", {"sitemap": sitemap, "page": page}) for page in (_local(server), PUBLIC)]
    local, public = (greeted.answer(number)["result"] for number in numbers)
    assert "Secret" in str(local)
    assert _is_refused(public)


@pytest.mark.promise("page", "A public page does not see a map of the same host name at another address.")
def test_a_name_that_now_comes_from_elsewhere_is_another_page(greeted: Host, server: HTTPServer) -> None:
    sitemap = _map(server, "/map", Cache_Control="max-age=600")
    page = {"url": f"http://rebound.localhost:{server.port}/"}
    assert "Secret" in str(_opened(greeted, sitemap, {**page, "ip": "127.0.0.1"}))
    assert _is_refused(_opened(greeted, sitemap, {**page, "ip": "203.0.114.9"}))


@pytest.mark.promise("page", "A page does not see a response that the browser fetched for another page.")
def test_browser_response_for_one_page_is_not_shared_with_another(greeted: Host, server: HTTPServer) -> None:
    server.expect_request("/map").respond_with_data("", status=403)
    sitemap = server.url_for("/map")
    number = greeted.request("site.open", {"sitemap": sitemap, "page": _local(server)})
    while not any(event["event"] == "fetch" for event in greeted.events):
        greeted.receive()
    [event] = [event for event in greeted.events if event["event"] == "fetch"]
    import base64

    body = base64.b64encode(MAP.encode()).decode()
    piece = {"ok": True, "status": 200, "uri": sitemap, "content_type": "text/xml", "body": body, "ip": "127.0.0.1"}
    greeted.request("fetched", {"fetch": event["params"]["fetch"], **piece})
    assert "Secret" in str(greeted.answer(number)["result"])
    assert _is_refused(_opened(greeted, sitemap, PUBLIC))
    other_origin = _opened(greeted, _map(server, "/own"), {"url": "http://127.0.0.2/"})
    assert other_origin["site"] not in {"s1", "s2"}


@pytest.mark.parametrize("other", [{"private": True}, {"container": "c1"}])
def test_private_windows_and_containers_share_no_cached_answers(
    greeted: Host, server: HTTPServer, other: dict[str, Any]
) -> None:
    sitemap = _map(server, "/map", Cache_Control="max-age=600")
    _opened(greeted, sitemap, _local(server))
    page = _local(server) | {key: value for key, value in other.items() if key == "container"}
    _opened(greeted, sitemap, page, private=other.get("private", False))
    assert len(server.log) == 2


def _validators(server: HTTPServer) -> list[str | None]:
    return [request.headers.get("If-None-Match") for request, _ in server.log]


@pytest.mark.parametrize("site", [None, "127.0.0.1"])
@pytest.mark.parametrize("private", [False, True])
@pytest.mark.promise("server", "After cookies were cleared, no validator is sent.")
def test_after_cookies_were_cleared_no_validator_is_sent(
    greeted: Host, server: HTTPServer, site: str | None, private: bool
) -> None:
    sitemap = _map(server, "/map", ETag='"token"', Cache_Control="no-cache")
    names = []
    for _ in range(2):
        names.append(_opened(greeted, sitemap, _local(server), private=private)["site"])
        greeted.answer(greeted.request("site.reload", {"site": names[-1]}))
        greeted.answer(greeted.request("cache.clear", {"site": site} if site else {}))
        greeted.answer(greeted.request("site.reload", {"site": names[-1]}))
        greeted.answer(greeted.request("site.close", {"site": names[-1]}))
        greeted.answer(greeted.request("cache.clear", {}))
    assert _validators(server) == [None, '"token"', None] * 2


def test_clearing_reports_the_number_of_responses(greeted: Host, server: HTTPServer) -> None:
    _opened(greeted, _map(server, "/map", ETag='"1"'), _local(server))
    assert greeted.answer(greeted.request("cache.clear", {"site": "www.example.org"}))["result"] == {"removed": 0}
    assert greeted.answer(greeted.request("cache.clear", {}))["result"] == {"removed": 1}
    assert greeted.answer(greeted.request("cache.clear", {"site": "a b"}))["error"]["code"] == "bad-url"
