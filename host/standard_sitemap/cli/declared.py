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
from standard_sitemap.refusals import Refusal
from standard_sitemap.sitemapsorg.declarations import Declaration
from standard_sitemap.sites.declared import declared as site_declares

_ACCEPT_TEXT = "text/plain, */*;q=0.1"


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

        async def get(address: str) -> ssp.Retrieved:
            came = await retriever.get(address, _ACCEPT_TEXT)
            return ssp.Retrieved(came.uri, came.body, came.content_type)

        found = await site_declares(page, links, get)
    if found.refusal is not None:
        refusals.append(found.refusal)
    return Declared(page, found.declarations, found.state, found.faults, tuple(refusals))


async def _page(uri: str, retriever: Retriever, refusals: list[Refusal]) -> tuple[str, tuple[ssp.Link, ...]]:
    try:
        came = await retriever.get(uri, ACCEPT_PAGE)
    except Refusal as refusal:
        refusals.append(refusal)
        return uri, ()
    content_type = came.content_type if urlsplit(came.uri).scheme != "file" else page_type(came.uri, came.body)
    return came.uri, ssp.read_page(came.body, came.uri, content_type)
