"""Where the command line gets documents from: a URL, or a file on disk.

A file's relative references are read from disk, never above its folder or the one given. The reader asked for these
addresses, so private and loopback ones are reached as well.
"""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from standard_sitemap import ssp
from standard_sitemap.fetching.files import page_type
from standard_sitemap.fetching.request_headers import ACCEPT_PAGE
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.fetching.retrieving import load as load_site
from standard_sitemap.refusals import BadUrl, Refusal


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
    folder = _folder(uri)
    async with Retriever(folder and (root or folder), xml_only=True) as retriever:
        refusals = await load_site(site, retriever)
    return site.hierarchy(), refusals.get(site.root_uri)


async def _page(uri: str) -> ssp.Evidence:
    folder = _folder(uri)
    async with Retriever(folder) as retriever:
        came = await retriever.get(uri, ACCEPT_PAGE)
    content_type = came.content_type if folder is None else page_type(came.uri, came.body)
    return ssp.Evidence(came.uri, content_type, came.headers, tuple(ssp.read_page(came.body, came.uri, content_type)))


def _folder(uri: str) -> Path | None:
    """The folder of a file on disk."""
    parts = urlsplit(uri)
    return Path(url2pathname(parts.path)).parent if parts.scheme == "file" else None
