"""Fetches what a site declares of sitemaps.org sitemaps: a page, and the robots.txt of its site. Nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from standard_sitemap import ssp
from standard_sitemap.cli.sources import uri_of
from standard_sitemap.fetching.files import page_type
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.refusals import NotFound, Refusal
from standard_sitemap.sitemapsorg.declarations import Declaration, declarations, robots_address
from standard_sitemap.sitemapsorg.robots import Robots, read_robots

_ACCEPT_TEXT = "text/plain, */*;q=0.1"
_NOTHING = Robots((), ())


class Declared(NamedTuple):
    """What the site of a page declares; `robots` is `found`, `none`, or the code of why it could not be had."""

    page: str
    declarations: tuple[Declaration, ...]
    robots: str
    faults: tuple[ssp.Fault, ...]
    refusals: tuple[Refusal, ...]


def declared(argument: str) -> Declared:
    """What the site declares to which the page at `argument`, a URL or a file, belongs."""
    return asyncio.run(_declared(uri_of(argument)))


async def _declared(uri: str) -> Declared:
    refusals: list[Refusal] = []
    parts = urlsplit(uri)
    async with Retriever(Path(url2pathname(parts.path)).parent if parts.scheme == "file" else None) as retriever:
        page, links = await _page(uri, retriever, refusals)
        state, robots = await _robots(page, retriever, refusals)
    return Declared(page, declarations(robots, links), state, robots.faults, tuple(refusals))


async def _page(uri: str, retriever: Retriever, refusals: list[Refusal]) -> tuple[str, tuple[ssp.Link, ...]]:
    try:
        came = await retriever.get(uri, ACCEPT_PAGE)
    except Refusal as refusal:
        refusals.append(refusal)
        return uri, ()
    content_type = came.content_type if urlsplit(came.uri).scheme != "file" else page_type(came.uri, came.body)
    return came.uri, ssp.read_page(came.body, came.uri, content_type)


async def _robots(page: str, retriever: Retriever, refusals: list[Refusal]) -> tuple[str, Robots]:
    address = robots_address(page)
    if address is None:
        return "none", _NOTHING
    try:
        came = await retriever.get(address, _ACCEPT_TEXT)
    except NotFound:
        return "none", _NOTHING
    except Refusal as refusal:
        refusals.append(refusal)
        return refusal.code, _NOTHING
    return "found", read_robots(came.body, came.uri, came.content_type)
