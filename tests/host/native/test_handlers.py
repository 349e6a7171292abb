"""Handlers: what they refuse before anything is fetched. (What they reply is recorded: tests/protocol/exchanges.)"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from standard_sitemap.native.handlers import Handlers
from standard_sitemap.protocol import requests
from standard_sitemap.protocol.greeting import PROTOCOL, greeting
from standard_sitemap.refusals import BadParams, ProtocolMismatch, Refusal, UnknownSite, UnknownView

PAGE = {"url": "http://www.example.org/"}


def _handled(handle: Callable[[Handlers], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        handlers = Handlers(lambda *_: None)
        try:
            return await handle(handlers)
        finally:
            await handlers.close()

    return asyncio.run(run())


def test_hello_may_be_said_again() -> None:
    assert _handled(lambda handlers: handlers.hello(requests.Hello(protocol=PROTOCOL))) == greeting()


OPEN = requests.SiteOpen.model_validate({"sitemap": "http://www.example.org/map.xml", "page": PAGE})


@pytest.mark.parametrize(
    ("handle", "refusal"),
    [
        (lambda handlers: handlers.hello(requests.Hello(protocol=PROTOCOL + 1)), ProtocolMismatch),
        (
            lambda handlers: handlers.open_site(OPEN.model_copy(update={"evidence": requests.Evidence(url="")})),
            BadParams,
        ),
        (lambda handlers: handlers.abandon_site(OPEN), UnknownSite),
        (lambda handlers: handlers.close_site(requests.SiteNamed(site="s1")), UnknownSite),
        (lambda handlers: handlers.menu(requests.Menu(site="s1", count=1)), UnknownSite),
        (lambda handlers: handlers.close_view(requests.ViewNamed(view="v1")), UnknownView),
        (lambda handlers: handlers.list_rows(requests.ViewRows(view="v1", count=1)), UnknownView),
    ],
)
def test_what_cannot_be_honoured_is_refused(
    handle: Callable[[Handlers], Awaitable[Any]], refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        _handled(handle)
