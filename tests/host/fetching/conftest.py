"""A server on loopback with scripted responses, and a fetch from it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.cache_store import CacheStore
from standard_sitemap.fetching.client import Fetcher, Policy, network_for
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.fetching.request_headers import ACCEPT_XML, ReferringPage

LOCAL_PAGE = ReferringPage(url="http://127.0.0.1/")


@pytest.fixture
def fetch() -> Callable[..., RetrievedDocument]:
    """Return a function that fetches one XML document: address, page, and the policy's arguments.

    `names` is the resolver's table, `cache_dir` the cache folder, `limits` overrides the defaults; `revalidate`
    simulates a page reload.
    """

    def run(
        uri: str,
        page: ReferringPage = LOCAL_PAGE,
        names: dict[str, str] | None = None,
        cache_dir: Path | None = None,
        limits: dict[str, float] | None = None,
        revalidate: bool = False,
        **policy: Any,
    ) -> RetrievedDocument:
        async def fetching() -> RetrievedDocument:
            if names is not None:
                policy["resolver"] = _resolver(names)
            store = CacheStore(cache_dir, 1_000_000) if cache_dir is not None else None
            network = network_for(page, Policy(store=store, **policy))
            fetcher = Fetcher(page, network, replace(Limits(), **(limits or {})))
            fetcher.revalidates = revalidate
            try:
                return await fetcher.fetch(uri, ACCEPT_XML, xml_only=True)
            finally:
                await network.close()
                if store is not None:
                    await store.close()

        return asyncio.run(fetching())

    return run


def _resolver(names: dict[str, str]) -> Callable[[str, int], Awaitable[list[str]]]:
    async def resolve(host: str, _: int) -> list[str]:
        return [names.get(host, host)]

    return resolve
