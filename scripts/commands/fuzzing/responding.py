"""Fetches one document from a server that sends given bytes. Loads no fuzzer: tests replay seeds with it."""

from __future__ import annotations

import asyncio
import itertools
from functools import lru_cache

from standard_sitemap.fetching.cache_store import CacheStore
from standard_sitemap.fetching.client import Fetcher, Policy, network_for
from standard_sitemap.fetching.request_headers import ACCEPT_XML, ReferringPage
from standard_sitemap.refusals import FetchRefusal

_CACHE_BYTES = 1_000_000
_NUMBERS = itertools.count()


def fetch(response: bytes) -> None:
    """Fetch a document twice from a server that sends these bytes. Raises any exception except refusals."""
    _runner().run(_fetch(response))


@lru_cache(1)
def _runner() -> asyncio.Runner:
    return asyncio.Runner()


@lru_cache(1)
def _store() -> CacheStore:
    return CacheStore(None, _CACHE_BYTES)


async def _fetch(response: bytes) -> None:
    async def send(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(response)
        writer.close()

    server = await asyncio.start_server(send, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    network = network_for(ReferringPage(), Policy(any_address=True, store=_store()))
    try:
        # If the first response can be stored, the second request is answered from the cache, or validated.
        for _ in range(2):
            await _refused_or_fetched(
                Fetcher(ReferringPage(), network), f"http://127.0.0.1:{port}/{next(_NUMBERS) // 2}"
            )
    finally:
        await network.close()
        server.close()


async def _refused_or_fetched(fetcher: Fetcher, uri: str) -> None:
    try:
        await fetcher.fetch(uri, ACCEPT_XML)
    except FetchRefusal as refusal:
        # After a bug in the fetcher, the file is refused and the exception is the refusal's cause.
        if str(refusal.params.get("reason", "")).startswith("an unexpected"):
            raise refusal.__cause__ or refusal from None
