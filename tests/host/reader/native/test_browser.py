"""Fetches by the browser on behalf of the host."""

import asyncio
import base64
from typing import Any

import pytest

from standard_sitemap import refusals
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.reader.native.browser import BrowserFetches, BrowserRequest
from standard_sitemap.reader.protocol.requests import BrowserResponse

URI = "https://www.example.org/map.xml"
PAGE = {"url": "https://www.example.org/", "container": "", "private": False}


def _piece(body: bytes = b"<a/>", **changes: Any) -> dict[str, Any]:
    encoded = base64.b64encode(body).decode()
    whole = {"ok": True, "status": 200, "uri": URI, "content_type": "text/xml", "body": encoded, "last": True}
    return whole | changes


def _requested(*pieces: dict[str, Any], reported: list[Any] | None = None, **limits: float) -> Any:
    async def run() -> Any:
        events: list[Any] = [] if reported is None else reported
        fetches = BrowserFetches(lambda event, params: events.append((event, params)))
        request = BrowserRequest(URI, [("Accept", "text/xml")], PAGE, 403)
        answer = asyncio.create_task(fetches.ask(request, Limits(**limits)))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        event, params = events[0]
        assert (event, params["uri"], params["page"], params["status"]) == ("fetch", URI, PAGE, 403)
        for piece in pieces:
            fetches.handle_piece(BrowserResponse.model_validate({"fetch": params["fetch"], **piece}))
        return (await answer).document

    return asyncio.run(run())


def test_pieces_make_a_document() -> None:
    retrieved = _requested(_piece(b"<a", last=False), _piece(b"/>"))
    assert (retrieved.uri, retrieved.body, retrieved.content_type) == (URI, b"<a/>", "text/xml")


@pytest.mark.parametrize(
    ("piece", "kind"),
    [
        (_piece(ok=False, status=0), refusals.Unreachable),
        (_piece(ok=False, status=404), refusals.NotFound),
        (_piece(ok=False, status=407), refusals.HttpStatus),
        (_piece(content_type="text/html"), refusals.WrongType),
    ],
)
def test_failures_have_codes(piece: dict[str, Any], kind: type[refusals.Refusal]) -> None:
    with pytest.raises(kind):
        _requested(piece)


def test_too_many_bytes_are_refused() -> None:
    reported: list[Any] = []
    with pytest.raises(refusals.TooLarge):
        _requested(_piece(last=False), reported=reported, file_bytes=3)
    assert reported[0][1]["bytes"] == 3
    assert reported[-1] == ("fetch.end", {"fetch": "f1"})


def test_silent_browser_times_out_and_is_notified() -> None:
    reported: list[Any] = []
    with pytest.raises(refusals.TimedOut):
        _requested(reported=reported, request_seconds=0.05)
    assert [event for event, _ in reported] == ["fetch", "fetch.end"]


def test_late_chunks_are_discarded() -> None:
    BrowserFetches(lambda *_: None).handle_piece(BrowserResponse.model_validate({"fetch": "f9", **_piece()}))


def test_invalid_base64_is_refused() -> None:
    with pytest.raises(refusals.BadParams):
        _requested(_piece(body=b"") | {"body": "%%%"})
