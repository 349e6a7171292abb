"""What arguments of the command line name: an address, a file on disk, or `-` for standard input.

Standard input counts as a file of the current folder. The reader named these addresses, so private and loopback
ones are reached as well.
"""

import asyncio
import sys
from pathlib import Path

from standard_sitemap import api, ssp
from standard_sitemap.api import GIVEN_NAME, Opened, uri_of
from standard_sitemap.cli.messages import Counter
from standard_sitemap.fetching.retrieving import Retriever, folder_of, page_type
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.refusals import Refusal


def opened(argument: str) -> Opened:
    """An argument with its address, and what standard input held; raises a Refusal."""
    return api.opened(sys.stdin.buffer if argument == GIVEN_NAME else argument)


def load(argument: str, root: Path | None, *, include_user: bool) -> tuple[Hierarchy, Refusal | None]:
    """The hierarchy of a sitemap, all its files read; and why its root file could not be had, where it could not."""
    try:
        with Counter() as counter:
            source = sys.stdin.buffer if argument == GIVEN_NAME else argument
            sitemap = api.read(source, root=root, include_user=include_user, progress=counter.show)
    except Refusal as refusal:
        return _refused(argument, refusal, include_user), refusal
    return sitemap.hierarchy, None


def page(argument: str) -> ssp.Evidence:
    """What the page carries that could name a sitemap; raises a FetchRefusal."""
    return asyncio.run(_page(opened(argument)))


def _refused(argument: str, refusal: Refusal, include_user: bool) -> Hierarchy:
    """A sitemap of which nothing is here; its line is printed all the same, even where it has no address at all."""
    uri = argument if "://" in argument else uri_of(argument)
    site = ssp.Site(uri, include_user=include_user)
    site.fail(site.root_uri, refusal.code, str(refusal))
    return site.hierarchy()


async def _page(given: Opened) -> ssp.Evidence:
    folder = folder_of(given.uri)
    async with Retriever(folder, given.bodies) as retriever:
        document, error = await retriever.get_page(given.uri)
    content_type = document.content_type if folder is None else page_type(document.uri, document.body)
    evidence = ssp.Evidence(
        document.uri, content_type, document.headers, tuple(ssp.read_page(document.body, document.uri, content_type))
    )
    if error is not None and ssp.discover(evidence).sitemap is None:
        raise error
    return evidence
