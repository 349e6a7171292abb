"""`standard-sitemap discover`: prints the sitemap that a page names and the rule, or its site's other declarations."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import click

from standard_sitemap import ssp
from standard_sitemap.api import OpenedSource, uri_of
from standard_sitemap.cli.options import private_option
from standard_sitemap.cli.sources import opened
from standard_sitemap.cli.terminal import FILE, complain, put, put_json, say, settings, summarise
from standard_sitemap.fetching.retrieving import Retriever, folder_of, served_type
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.reader.sites.visited_pages import site_declarations
from standard_sitemap.refusals import Refusal
from standard_sitemap.sitemapsorg.declarations import Declaration
from standard_sitemap.ssp.discovery import PageContent
from standard_sitemap.webmaster.checking.page_naming import content_of_page
from standard_sitemap.webmaster.tree_json import fault_object

_ACCEPT_TEXT = "text/plain, */*;q=0.1"
_SOURCES = {"robots": "robots.txt", "link": 'link rel="sitemap"', "feed": "feed"}


class PageDeclarations(NamedTuple):
    """The declarations of a page's site; `robots` is `found`, `none`, or the code of its refusal."""

    page: str
    declarations: tuple[Declaration, ...]
    robots: str
    faults: tuple[Fault, ...]
    refusals: tuple[Refusal, ...]


def declared(argument: str) -> PageDeclarations:
    """Return the declarations of the site of the page at `argument`, a URL or a file."""
    return asyncio.run(_declared(uri_of(argument)))


async def _declared(uri: str) -> PageDeclarations:
    refusals: list[Refusal] = []
    async with Retriever(folder_of(uri), named=settings.named(uri)) as retriever:
        page, content = await _page(uri, retriever, refusals)

        async def get(address: str) -> RetrievedFile:
            document = await retriever.get(address, _ACCEPT_TEXT)
            return RetrievedFile(document.uri, document.body, document.content_type)

        site = await site_declarations(page, content.links, get)
    if site.refusal is not None:
        refusals.append(site.refusal)
    faults = (*([content.fault] if content.fault else ()), *site.faults)
    return PageDeclarations(page, site.declarations, site.state, faults, tuple(refusals))


async def _page(uri: str, retriever: Retriever, refusals: list[Refusal]) -> tuple[str, PageContent]:
    try:
        document, error = await retriever.get_page(uri)  # the links of an error page count, too (D42)
    except Refusal as refusal:
        refusals.append(refusal)
        return uri, PageContent()
    if error is not None:
        refusals.append(error)
    return document.uri, content_of_page(document)


@click.command()
@click.argument("page_url", type=FILE)
@click.option(
    "--sitemaps-org",
    is_flag=True,
    help="Print the sitemaps.org sitemaps and feeds that the site declares in robots.txt or by links of the page.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON object: page, rule, sitemap; or page, robots, sitemaps."
)
@private_option
def discover(page_url: str, sitemaps_org: bool, as_json: bool) -> int:
    """Find the sitemap that the page at PAGE_URL names, and the rule that found it.

    Reads only the page's headers and links, and with --sitemaps-org also its site's robots.txt. Never guesses an
    address.

    \b
    Examples:
      standard-sitemap discover https://www.example.org/
      standard-sitemap discover https://www.example.org/ --json
      standard-sitemap discover --sitemaps-org https://www.example.org/
    """
    if Path(page_url).is_dir():
        raise click.UsageError(f"{page_url} is a folder; name one of its pages.")
    return _discover_declared(page_url, as_json) if sitemaps_org else _discover_named(page_url, as_json)


def _discover_named(page_url: str, as_json: bool) -> int:
    evidence, broken = asyncio.run(_read_evidence(opened(page_url)))
    discovery = ssp.discover(evidence)
    for fault in (*([broken] if broken else ()), *ssp.discovery_faults(evidence)):
        if not fault.code.startswith("obsolete-"):  # `check` and `verify` report obsolete ways
            say(f"{fault.document}: {fault.message}")
    if as_json:
        put_json({"page": evidence.url, "rule": discovery.rule, "sitemap": discovery.sitemap})
    elif discovery.sitemap is None:
        say(f"{evidence.url} names no sitemap")
    else:
        put(f"{discovery.sitemap}  ({discovery.rule})")
    return 0 if discovery.sitemap is not None else 1


async def _read_evidence(page: OpenedSource) -> tuple[ssp.Evidence, Fault | None]:
    """Return a page's headers and links that could name a sitemap, and why it is not shown. Raises FetchRefusal."""
    folder = folder_of(page.uri)
    async with Retriever(folder, page.bodies, settings.named(page.uri)) as retriever:
        document, error = await retriever.get_page(page.uri)
    content = content_of_page(document)
    evidence = ssp.Evidence(document.uri, served_type(document), document.headers, content.links)
    # Error pages may name sitemaps, too (D42). The error is reported only if the page names none.
    if error is not None and ssp.discover(evidence).sitemap is None:
        raise error
    return evidence, content.fault


def _discover_declared(page_url: str, as_json: bool) -> int:
    page = declared(page_url)
    if as_json:
        put_json(_declared_object(page))
    for declaration in () if as_json else page.declarations:
        title = f": {declaration.title}" if declaration.title else ""
        put(f"{declaration.sitemap}  ({_SOURCES[declaration.source]}{title})")
    for refusal in page.refusals:
        complain(str(refusal))
    summarise(page.faults)
    if page.declarations:
        return 0
    if page.refusals:
        return 3
    say(f"{page.page} declares no sitemap in robots.txt or by a link of this page")
    return 1


def _declared_object(page: PageDeclarations) -> dict[str, object]:
    return {
        "page": page.page,
        "robots": page.robots,
        "sitemaps": [declaration._asdict() for declaration in page.declarations],
        "faults": [fault_object(fault) for fault in page.faults],
    }
