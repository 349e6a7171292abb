"""Fetches that the browser is asked for."""

import asyncio
import base64
from typing import Any

import pytest

from standard_sitemap import refusals
from standard_sitemap.fetching import limits
from standard_sitemap.native.browser_fetch import BrowserFetches

URI = "https://www.example.org/map.xml"


def _piece(body: bytes = b"<a/>", **changes: Any) -> dict[str, Any]:
    encoded = base64.b64encode(body).decode()
    whole = {"ok": True, "status": 200, "uri": URI, "content_type": "text/xml", "body": encoded, "last": True}
    return whole | changes


def _asked(*pieces: dict[str, Any]) -> Any:
    async def run() -> Any:
        told: list[Any] = []
        fetches = BrowserFetches(lambda event, params: told.append((event, params)))
        answer = asyncio.create_task(fetches.ask(URI, [("Accept", "text/xml")]))
        await asyncio.sleep(0)
        event, params = told[0]
        assert (event, params["uri"]) == ("fetch", URI)
        for piece in pieces:
            fetches.take(params["fetch"], piece)
        return await answer

    return asyncio.run(run())


def test_pieces_make_a_document() -> None:
    came = _asked(_piece(b"<a", last=False), _piece(b"/>"))
    assert (came.uri, came.body, came.content_type) == (URI, b"<a/>", "text/xml")


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
        _asked(piece)


def test_too_many_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILE_BYTES", 3)
    with pytest.raises(refusals.TooLarge):
        _asked(_piece())


def test_a_silent_browser_is_given_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FILE_SECONDS", 0.05)
    with pytest.raises(refusals.TimedOut):
        _asked()


def test_what_is_not_base64_is_refused() -> None:
    with pytest.raises(refusals.BadParams):
        _asked(_piece(body=b"") | {"body": "%%%"})
