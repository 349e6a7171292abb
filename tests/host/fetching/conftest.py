"""A server on loopback that answers as told; a fetch from it; and other figures for limits."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.client import Fetched, Fetcher, Policy
from standard_sitemap.fetching.request_headers import Page

LOCAL_PAGE = Page(url="http://127.0.0.1/")


@pytest.fixture(scope="session")
def httpserver_listen_address() -> tuple[str, int]:
    return "127.0.0.1", 0


@pytest.fixture
def server(httpserver: HTTPServer) -> Iterator[HTTPServer]:
    """The server; what it was asked is in its `log`."""
    yield httpserver
    httpserver.clear()


@pytest.fixture
def fetch() -> Callable[..., Fetched]:
    """Fetches one XML document: address, page, and whatever the policy takes; `names` is the resolver's table."""

    def run(uri: str, page: Page = LOCAL_PAGE, names: dict[str, str] | None = None, **policy: Any) -> Fetched:
        async def fetching() -> Fetched:
            if names is not None:
                policy["resolver"] = _resolver(names)
            async with Fetcher(page, Policy(**policy)) as fetcher:
                return await fetcher.fetch_xml(uri)

        return asyncio.run(fetching())

    return run


def _resolver(names: dict[str, str]) -> Callable[[str, int], Awaitable[list[str]]]:
    async def resolve(host: str, _: int) -> list[str]:
        return [names.get(host, host)]

    return resolve


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, float], None]:
    """Sets another figure for a limit."""
    return lambda name, value: monkeypatch.setattr(limits, name, value)
