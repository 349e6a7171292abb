"""Where the command line gets documents from: a URL, or a file on disk.

A file's relative references are read from disk, never above its folder or the one given. The reader asked for these
addresses, so private and loopback ones are reached as well.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from standard_sitemap import ssp
from standard_sitemap.fetching import limits
from standard_sitemap.fetching.files import read_below
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE, Page
from standard_sitemap.refusals import BadUrl, NotAllowed, Refusal, TooLarge

Retrieve = Callable[[str], Awaitable[ssp.Retrieved]]


def uri_of(argument: str) -> str:
    """The URI of a command line argument: itself where it is a URL, else that of the file."""
    scheme = urlsplit(argument).scheme.lower()
    if scheme in {"http", "https", "file"}:
        return argument
    if "://" in argument:
        raise BadUrl(uri=argument)
    return Path(argument).absolute().as_uri()


def load(argument: str, root: Path | None, *, include_user: bool) -> tuple[ssp.Hierarchy, Refusal | None]:
    """The hierarchy of a sitemap, all its files read; and why its root file could not be had, where it could not."""
    return asyncio.run(_load(uri_of(argument), root, include_user))


def page(argument: str) -> ssp.Evidence:
    """What the page carries that could name a sitemap; raises a FetchRefusal."""
    return asyncio.run(_page(uri_of(argument)))


async def _load(uri: str, root: Path | None, include_user: bool) -> tuple[ssp.Hierarchy, Refusal | None]:
    site = ssp.Site(uri, include_user=include_user)
    refusals: dict[str, Refusal] = {}
    async with AsyncExitStack() as stack:
        retrieve = _bounded(_retriever(uri, root, stack))
        while wanted := site.wanted():
            # All of a round side by side, but taken in in their order: the answer must not depend on who was faster.
            for asked, came in zip(wanted, await asyncio.gather(*map(retrieve, wanted)), strict=True):
                if isinstance(came, Refusal):
                    refusals[asked] = came
                    site.fail(asked, came.code, str(came))
                else:
                    site.add(asked, came)
    return site.hierarchy(), refusals.get(site.root_uri)


def _bounded(retrieve: Retrieve) -> Callable[[str], Awaitable[ssp.Retrieved | Refusal]]:
    slots, files, total = asyncio.Semaphore(limits.CONCURRENCY), 0, 0

    async def bounded(uri: str) -> ssp.Retrieved | Refusal:
        nonlocal files, total
        files += 1
        if files > limits.FILES:
            return NotAllowed(uri=uri, reason=f"a sitemap may have {limits.FILES} files")
        async with slots:
            try:
                came = await retrieve(uri)
            except Refusal as refusal:
                return refusal
        total += len(came.body)
        return came if total <= limits.SITE_BYTES else TooLarge(uri=uri, limit=limits.SITE_BYTES)

    return bounded


def _retriever(root_uri: str, root: Path | None, stack: AsyncExitStack) -> Retrieve:
    is_local = urlsplit(root_uri).scheme == "file"
    edge = root or (Path(url2pathname(urlsplit(root_uri).path)).parent if is_local else None)
    from_web = _web_retriever(stack)

    async def retrieve(uri: str) -> ssp.Retrieved:
        if is_local and edge is not None and urlsplit(uri).scheme == "file":
            return ssp.Retrieved(uri, read_below(uri, edge), None)
        return await from_web(uri)

    return retrieve


def _web_retriever(stack: AsyncExitStack) -> Retrieve:
    opened: list[Retrieve] = []

    async def retrieve(uri: str) -> ssp.Retrieved:
        if not opened:
            from standard_sitemap.fetching.client import Fetcher, Policy

            fetcher = await stack.enter_async_context(Fetcher(Page(), Policy(any_address=True)))

            async def by_http(uri: str) -> ssp.Retrieved:
                came = await fetcher.fetch_xml(uri)
                return ssp.Retrieved(came.uri, came.body, came.content_type)

            opened.append(by_http)
        return await opened[0](uri)

    return retrieve


async def _page(uri: str) -> ssp.Evidence:
    if urlsplit(uri).scheme == "file":
        folder = Path(url2pathname(urlsplit(uri).path)).parent
        return _evidence(uri, read_below(uri, folder), _type_of_file(uri), ())
    from standard_sitemap.fetching.client import Fetcher, Policy

    async with Fetcher(Page(), Policy(any_address=True)) as fetcher:
        came = await fetcher.fetch(uri, ACCEPT_PAGE)
    return _evidence(came.uri, came.body, came.content_type, came.headers)


def _evidence(uri: str, body: bytes, content_type: str | None, headers: tuple[tuple[str, str], ...]) -> ssp.Evidence:
    return ssp.Evidence(uri, content_type, headers, tuple(ssp.read_page(body, uri, content_type)))


def _type_of_file(uri: str) -> str:
    is_xhtml = uri.lower().endswith((".xhtml", ".xht"))
    return "application/xhtml+xml" if is_xhtml else "text/html"
