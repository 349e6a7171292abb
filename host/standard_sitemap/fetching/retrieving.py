"""Reads sitemaps from disk for the command line: never above the folder they were found in, links resolved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.limits import FILE_BYTES
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE, ACCEPT_XML, Page
from standard_sitemap.model.site import Retrieved, Site
from standard_sitemap.refusals import BadUrl, NotAllowed, NotFound, Refusal, TooLarge, Unreachable

if TYPE_CHECKING:
    from standard_sitemap.fetching.client import Fetcher
    from standard_sitemap.fetching.network import Network


def read_below(uri: str, root: Path) -> bytes:
    """The bytes of the file that a `file:` URI names; raises NotAllowed above `root`, else a FetchRefusal."""
    path = _path(uri)
    try:
        real, edge = path.resolve(), root.resolve()
        if not real.is_relative_to(edge):
            raise NotAllowed(uri=uri, reason=f"it is not below {edge}")
        if not real.is_file():
            raise NotFound(uri=uri, status="no such file")
        if real.stat().st_size > FILE_BYTES:
            raise TooLarge(uri=uri, limit=FILE_BYTES)
        return real.read_bytes()
    except (OSError, RuntimeError, ValueError) as error:
        raise Unreachable(uri=uri, reason=getattr(error, "strerror", None) or str(error)) from error


def _path(uri: str) -> Path:
    parts = urlsplit(uri)
    if parts.scheme != "file" or parts.netloc not in {"", "localhost"}:
        raise BadUrl(uri=uri)
    if "\0" in unquote(parts.path):
        raise BadUrl(uri=uri)
    return Path(url2pathname(parts.path))


def page_type(uri: str, body: bytes) -> str:
    """What a web server would label the page: XHTML by its name, or where it begins as XML; else HTML."""
    suffix = PurePosixPath(unquote(urlsplit(uri).path)).suffix.lower()
    is_xhtml = suffix in {".xhtml", ".xht"} or body.lstrip().startswith(b"<?xml")
    return "application/xhtml+xml" if is_xhtml else "text/html"


Progress = Callable[[int, int], None]
"""Told how many files are done, and of how many."""


class Came(NamedTuple):
    """A document as it came: final URI, bytes, label (None of a file on disk) and response headers."""

    uri: str
    body: bytes
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


class Retriever:
    """Gets documents; an async context manager that closes its connections.

    `edge` is the folder above which no file is read; None where none may be read at all, as for sitemaps on the web.
    With `xml_only` the web's other documents are refused by their labels (D3).
    """

    def __init__(self, edge: Path | None, *, xml_only: bool = False) -> None:
        self._edge = edge
        self._xml_only = xml_only
        self._fetcher: Fetcher | None = None
        self._network: Network | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._network is not None:
            await self._network.close()

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> Came:
        """The document at `uri`; raises a FetchRefusal."""
        if urlsplit(uri).scheme != "file":
            came = await self._opened().fetch(uri, accept, xml_only=self._xml_only)
            # What comes without a type is none that is known (D42), which a file on disk never is.
            return Came(came.uri, came.body, came.content_type or "", came.headers)
        if self._edge is None:
            raise NotAllowed(uri=uri, reason="a sitemap on the web cannot lead to files")
        return Came(uri, await asyncio.to_thread(read_below, uri, self._edge))

    async def get_page(self, uri: str) -> tuple[Came, Refusal | None]:
        """The page at `uri`, an error page with why it is one: its headers and links count as well (D42)."""
        if urlsplit(uri).scheme == "file":
            return await self.get(uri, ACCEPT_PAGE), None
        fetcher = self._opened()
        fetcher.takes_error_pages, fetcher.error = True, None
        try:
            return await self.get(uri, ACCEPT_PAGE), fetcher.error
        finally:
            fetcher.takes_error_pages = False

    def _opened(self) -> Fetcher:
        if self._fetcher is None:
            from standard_sitemap.fetching.client import Fetcher, Policy, network_for  # files on disk need none of it

            self._network = network_for(Page(), Policy(any_address=True))
            self._fetcher = Fetcher(Page(), self._network)
        return self._fetcher


async def load(
    site: Site, retriever: Retriever, known: Mapping[str, Came] = MappingProxyType({}), progress: Progress | None = None
) -> dict[str, Refusal]:
    """Brings a site all files that it wants; the refusals, by the address asked for. `known` are here already.

    Files are got side by side, but taken in as they were asked for: what comes of it must not depend on who was faster.
    """
    refused: dict[str, Refusal] = {}
    budget = _Budget()
    slots = asyncio.Semaphore(limits.PARALLEL)
    done = 0

    async def bring(uri: str) -> Came | Refusal:
        async with slots:
            try:
                budget.ask(uri)
                return budget.spent(known.get(uri) or await retriever.get(uri))
            except Refusal as refusal:
                return refusal

    while wanted := site.wanted():
        for uri, came in zip(wanted, await asyncio.gather(*map(bring, wanted)), strict=True):
            if isinstance(came, Refusal):
                refused[uri] = came
                site.fail(uri, came.code, str(came))
            else:
                site.add(uri, Retrieved(came.uri, came.body, came.content_type))
            done += 1
            if progress is not None:
                progress(done, budget.files)
    return refused


class _Budget:
    """What one sitemap may cost."""

    def __init__(self) -> None:
        self.files = 0
        self._bytes = 0

    def ask(self, uri: str) -> None:
        self.files += 1
        if self.files > limits.FILES:
            raise NotAllowed(uri=uri, reason=f"a sitemap may have {limits.FILES} files")

    def spent(self, came: Came) -> Came:
        self._bytes += len(came.body)
        if self._bytes > limits.SITE_BYTES:
            raise TooLarge(uri=came.uri, limit=limits.SITE_BYTES)
        return came
