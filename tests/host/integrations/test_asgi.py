"""The ASGI middleware under the real Starlette, and without it where Starlette would correct the messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from standard_sitemap.integrations.asgi import SitemapMiddleware

OPT = '"http://standard-sitemap.org/2007/ns"; ns=15'


async def _page(_: Request) -> Response:
    return HTMLResponse("<p>Hello")


async def _own(_: Request) -> Response:
    return HTMLResponse("<p>Hello", headers={"X-Standard-Sitemap-Location": "/own.xml"})


async def _gone(_: Request) -> Response:
    return HTMLResponse("<p>Gone", status_code=404)


async def _text(_: Request) -> Response:
    return PlainTextResponse("Hello")


async def _stream(_: Request) -> Response:
    async def pieces() -> AsyncIterator[bytes]:
        for piece in (b"<p>", b"Hel", b"lo"):
            yield piece

    return StreamingResponse(pieces(), media_type="text/html")


async def _echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


def _site() -> Starlette:
    routes = [Route("/page", _page), Route("/own", _own), Route("/gone", _gone), Route("/text", _text)]
    routes += [Route("/stream", _stream)]
    inner = Starlette(routes=[Route("/page", _page)], middleware=[Middleware(SitemapMiddleware, location="map.xml")])
    middleware = [Middleware(SitemapMiddleware, location="/map.xml")]
    outer = [*routes, WebSocketRoute("/socket", _echo)]
    whole = Starlette(routes=outer, middleware=middleware)
    return Starlette(routes=[Mount("/shop", inner), Mount("/", whole)])


def _get(path: str) -> httpx.Response:
    async def get() -> httpx.Response:
        transport = httpx.ASGITransport(_site())  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://www.example.org") as client:
            return await client.get(path)

    return asyncio.run(get())


def test_pages_announce_the_sitemap() -> None:
    response = _get("/page")
    assert (response.headers["opt"], response.headers["15-location"]) == (OPT, "/map.xml")
    assert response.text == "<p>Hello"


@pytest.mark.parametrize("path", ["/text", "/gone", "/nowhere"])
def test_non_page_responses_announce_nothing(path: str) -> None:
    response = _get(path)
    assert "opt" not in response.headers
    assert "15-location" not in response.headers


def test_response_with_its_own_announcement_is_unchanged() -> None:
    response = _get("/own")
    assert response.headers["x-standard-sitemap-location"] == "/own.xml"
    assert "opt" not in response.headers


def test_a_streamed_page_announces_it_and_is_whole() -> None:
    response = _get("/stream")
    assert response.headers["15-location"] == "/map.xml"
    assert response.text == "<p>Hello"


def test_a_mounted_application_may_have_a_map_of_its_own() -> None:
    assert _get("/shop/page").headers["15-location"] == "/shop/map.xml"


def test_web_sockets_pass() -> None:
    sent: list[Any] = []
    waiting = [{"type": "websocket.connect"}]

    async def receive() -> Any:
        return waiting.pop()

    async def send(message: Any) -> None:
        sent.append(message["type"])

    scope = {"type": "websocket", "path": "/socket", "headers": [], "query_string": b"", "subprotocols": []}
    asyncio.run(_site()(scope, receive, send))
    assert sent == ["websocket.accept", "websocket.send", "websocket.close"]


def test_body_is_streamed_unchanged() -> None:
    """Check that each chunk is sent before the application makes the next."""
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        headers = ((name, value) for name, value in [(b"Content-Type", b"text/html")])
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for piece in (b"1", b"2"):
            seen.append(f"made {piece.decode()}")
            await send({"type": "http.response.body", "body": piece, "more_body": piece == b"1"})

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            assert (b"15-location", b"/standard-sitemap.xml") in message["headers"]
        else:
            seen.append(f"sent {message['body'].decode()}")

    async def receive() -> Any:
        raise AssertionError("nothing is to be received")

    asyncio.run(SitemapMiddleware(app)({"type": "http"}, receive, send))
    assert seen == ["made 1", "sent 1", "made 2", "sent 2"]


def test_invalid_address_is_refused_at_startup() -> None:
    with pytest.raises(ValueError, match="percent-encode"):
        SitemapMiddleware(Starlette(), "/für.xml")
