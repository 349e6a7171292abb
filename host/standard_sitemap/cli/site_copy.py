"""The copy of a live site from which `standard-sitemap make` makes a sitemap: its pages in a folder of the cache."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import click

from standard_sitemap.cli.terminal import Bar, complain, say, settings
from standard_sitemap.fetching.cache_store import cache_folder
from standard_sitemap.fetching.crawl_folders import FolderInUse, crawl_folder
from standard_sitemap.fetching.credentials import Credentials
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.crawling.archive import Archive
from standard_sitemap.webmaster.crawling.crawler import CrawlOptions, CrawlRefusal, CrawlResult, crawl

# Fewer addresses with queries are the pages of a list; fewer pages with numbers, articles.
_FEWEST_QUERIES = 10
_FEWEST_ALIKE = 60
_SHOWN = 3


@contextmanager
def archive_of(start: str) -> Iterator[Archive]:
    """Lend the archive for a site, by the address of its start page; raises ClickException without a cache folder."""
    cache = cache_folder()
    if cache is None:
        raise click.ClickException(
            "There is no cache folder for the fetched pages; set XDG_CACHE_HOME to an existing folder."
        )
    try:
        with crawl_folder(cache, start) as folder:
            yield Archive(folder)
    except FolderInUse as error:
        raise click.ClickException(f"Another process fetches the pages of {start}; wait until it ends.") from error
    except OSError as error:
        raise click.ClickException(f"The fetched pages cannot be stored in {cache}: {error.strerror}") from error


def copied(start: str, archive: Archive, own: Credentials | None, most_pages: int, rate: float) -> CrawlResult | None:
    """Crawl a site with a progress bar; return None, after a message, if it cannot be crawled.

    `own` are the caller's credentials, and `rate` is the number of requests per second.
    """

    async def run(bar: Bar) -> CrawlResult:
        def show(done: int, retries: int) -> None:
            pages = counted(retries, "failed page", "failed pages")
            bar.show(done, note=f"waiting to request {pages} again" if retries else "")

        async with Retriever(None, named=settings.named(start), credentials=own) as retriever:
            return await crawl(start, retriever, archive, CrawlOptions(most_pages, rate), show)

    try:
        with Bar("fetched") as bar:
            crawled = asyncio.run(run(bar))
    except CrawlRefusal as error:
        complain(str(error))
        return None
    except KeyboardInterrupt:
        complain("the fetched pages are kept; run the same command again to continue")
        raise
    say(f"{counted(crawled.requests, 'page', 'pages')} of {crawled.origin} requested")
    if crawled.is_cut:
        say(f"stopped at {crawled.pages:,} pages; change this limit with --max-pages")
    return crawled


def say_alike(site: CrawlResult) -> None:
    """Print which pages of a site may be combinations of filters, or days of a calendar."""
    for path, number in _largest(site.queries, _FEWEST_QUERIES):
        say(f"{number:,} addresses of {path} differ only in their query; they count as one page")
    for shape, number in _largest(site.alike, _FEWEST_ALIKE):
        say(f"{number:,} pages differ only in their numbers ({shape}); to omit a calendar, use --leave-out")


def _largest(numbers: Mapping[str, int], fewest: int) -> list[tuple[str, int]]:
    many = [(name, number) for name, number in numbers.items() if number >= fewest]
    return sorted(many, key=lambda pair: (-pair[1], pair[0]))[:_SHOWN]
