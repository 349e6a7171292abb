"""Handlers: requests that they refuse before any fetch. (Replies are recorded: tests/protocol/exchanges.)"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from standard_sitemap.reader.native import handlers, view_handlers
from standard_sitemap.reader.native.sessions import Sessions
from standard_sitemap.reader.protocol import requests
from standard_sitemap.reader.protocol.greeting import PROTOCOL, greeting
from standard_sitemap.refusals import BadParams, ProtocolMismatch, Refusal, UnknownSite, UnknownView

PAGE = {"url": "http://www.example.org/"}


def _handled(handle: Callable[[Sessions], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        sessions = Sessions(lambda *_: None)
        try:
            return await handle(sessions)
        finally:
            await sessions.close_all()

    return asyncio.run(run())


def test_repeated_hello_is_answered() -> None:
    assert _handled(lambda sessions: handlers.hello(sessions, requests.Hello(protocol=PROTOCOL))) == greeting()


_OPENED = {"sitemap": "http://www.example.org/map.xml", "page": PAGE}
OPEN = requests.SiteOpen.model_validate(_OPENED)


@pytest.mark.parametrize(
    ("handle", "refusal"),
    [
        (lambda sessions: handlers.hello(sessions, requests.Hello(protocol=PROTOCOL + 1)), ProtocolMismatch),
        (
            lambda sessions: handlers.open_site(
                sessions, OPEN.model_copy(update={"evidence": requests.Evidence(url="")})
            ),
            BadParams,
        ),
        (lambda sessions: handlers.abandon_site(sessions, OPEN), UnknownSite),
        (lambda sessions: handlers.close_site(sessions, requests.SiteReference(site="s1")), UnknownSite),
        (lambda sessions: view_handlers.menu(sessions, requests.Menu(site="s1", count=1)), UnknownSite),
        (lambda sessions: view_handlers.close_view(sessions, requests.ViewReference(view="v1")), UnknownView),
        (lambda sessions: view_handlers.list_rows(sessions, requests.ViewRows(view="v1", count=1)), UnknownView),
    ],
)
def test_unsupported_request_is_refused(handle: Callable[[Sessions], Awaitable[Any]], refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        _handled(handle)
