"""Gets the documents of a check, from disk below an edge and from the web; loads all files of a sitemap.

The webmaster asked for these addresses, so private and loopback ones are reached as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.client import Fetched, Fetcher, Policy
from standard_sitemap.fetching.files import read_below
from standard_sitemap.fetching.request_headers import ACCEPT_XML, Page
from standard_sitemap.refusals import NotAllowed, Refusal, TooLarge
from standard_sitemap.ssp import Refused, Retrieved, Site

Progress = Callable[[int, int], None]
"""Told how many files are done, and of how many."""


class Retriever:
    """Gets documents; an async context manager that closes its connections.

    `edge` is the folder above which no file is read; None where none may be read at all, as for sitemaps on the web.
    """

    def __init__(self, edge: Path | None) -> None:
        self._edge = edge
        self._fetcher: Fetcher | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._fetcher is not None:
            await self._fetcher.close()

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> Fetched:
        """The document at `uri`, whatever its type; raises a FetchRefusal."""
        if urlsplit(uri).scheme != "file":
            self._fetcher = self._fetcher or Fetcher(Page(), Policy(any_address=True))
            return await self._fetcher.fetch(uri, accept)
        if self._edge is None:
            raise NotAllowed(uri=uri, reason="a sitemap on the web cannot lead to files")
        return Fetched(uri, await asyncio.to_thread(read_below, uri, self._edge), None, ())


async def load(site: Site, retriever: Retriever, known: dict[str, Fetched], progress: Progress) -> dict[str, Refused]:
    """Brings a site all files that it wants; the refusals, by the address asked for. `known` are here already.

    Files are got side by side, but taken in as they were asked for: the report must not depend on who was faster.
    """
    refused: dict[str, Refused] = {}
    budget = _Budget()
    slots = asyncio.Semaphore(limits.CONCURRENCY)

    async def bring(uri: str) -> Fetched | Refused:
        async with slots:
            try:
                return budget.spent(known.get(uri) or await retriever.get(budget.asked(uri)))
            except Refusal as refusal:
                return Refused(refusal.code, str(refusal))

    while wanted := site.wanted():
        for uri, came in zip(wanted, await asyncio.gather(*map(bring, wanted)), strict=True):
            if isinstance(came, Refused):
                refused[uri] = came
                site.fail(uri, came.code, came.message)
            else:
                site.add(uri, Retrieved(came.uri, came.body, came.content_type))
            progress(len(site.by_address), budget.files)
    return refused


class _Budget:
    """What one sitemap may cost."""

    def __init__(self) -> None:
        self.files = 0
        self._bytes = 0

    def asked(self, uri: str) -> str:
        self.files += 1
        if self.files > limits.FILES:
            raise NotAllowed(uri=uri, reason=f"a sitemap may have {limits.FILES} files")
        return uri

    def spent(self, came: Fetched) -> Fetched:
        self._bytes += len(came.body)
        if self._bytes > limits.SITE_BYTES:
            raise TooLarge(uri=came.uri, limit=limits.SITE_BYTES)
        return came
