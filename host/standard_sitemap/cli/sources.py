"""Where the command line gets documents from: a URL, or a file on disk.

A file's relative references are read from disk, never above its folder or the one given. The reader asked for these
addresses, so private and loopback ones are reached as well.
"""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from standard_sitemap import formats, ssp
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.retrieving import Retriever, page_type
from standard_sitemap.fetching.retrieving import load as load_site
from standard_sitemap.model.encodings import is_xml
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.site import Retrieved
from standard_sitemap.refusals import BadUrl, Refusal, WrongType


def uri_of(argument: str) -> str:
    """The URI of a command line argument: itself where it is a URL, else that of the file."""
    scheme = urlsplit(argument).scheme.lower()
    if scheme in {"http", "https", "file"}:
        return argument
    if "://" in argument:
        raise BadUrl(uri=argument)
    return Path(argument).absolute().as_uri()


def load(argument: str, root: Path | None, *, include_user: bool) -> tuple[Hierarchy, Refusal | None]:
    """The hierarchy of a sitemap, all its files read; and why its root file could not be had, where it could not."""
    return asyncio.run(_load(uri_of(argument), root, include_user))


def page(argument: str) -> ssp.Evidence:
    """What the page carries that could name a sitemap; raises a FetchRefusal."""
    return asyncio.run(_page(uri_of(argument)))


async def _load(uri: str, root: Path | None, include_user: bool) -> tuple[Hierarchy, Refusal | None]:
    folder = _folder(uri)
    async with Retriever(folder and (root or folder)) as retriever:
        try:
            document = await retriever.get(uri)
            sitemap_format = formats.detect_format(Retrieved(document.uri, document.body, document.content_type))
            _require_xml(document, sitemap_format)
        except Refusal as refusal:
            return _refused(uri, refusal, include_user), refusal
        site = sitemap_format.site(uri, include_user)
        refusals = await load_site(site, retriever, {site.root_uri: document})
    return site.hierarchy(), refusals.get(site.root_uri)


def _require_xml(document: RetrievedDocument, sitemap_format: formats.Format) -> None:
    """Raises WrongType where what the web labels as anything else would have to be a Standard-Sitemap (D3)."""
    label = document.content_type
    if sitemap_format is formats.STANDARD and label is not None and not is_xml(label):
        raise WrongType(uri=document.uri, type=label.partition(";")[0].strip().lower() or "nothing at all")


def _refused(uri: str, refusal: Refusal, include_user: bool) -> Hierarchy:
    site = ssp.Site(uri, include_user=include_user)
    site.fail(site.root_uri, refusal.code, str(refusal))
    return site.hierarchy()


async def _page(uri: str) -> ssp.Evidence:
    folder = _folder(uri)
    async with Retriever(folder) as retriever:
        document, error = await retriever.get_page(uri)
    content_type = document.content_type if folder is None else page_type(document.uri, document.body)
    evidence = ssp.Evidence(
        document.uri, content_type, document.headers, tuple(ssp.read_page(document.body, document.uri, content_type))
    )
    if error is not None and ssp.discover(evidence).sitemap is None:
        raise error
    return evidence


def _folder(uri: str) -> Path | None:
    """The folder of a file on disk."""
    parts = urlsplit(uri)
    return Path(url2pathname(parts.path)).parent if parts.scheme == "file" else None
