"""`standard-sitemap verify`: a site as its readers meet it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from standard_sitemap.cli.messages import Counter, say
from standard_sitemap.cli.reports import format_option, strict_option, write_reports

if TYPE_CHECKING:
    from standard_sitemap.verifying.verifier import Verification

# A sample, which takes seconds; and at most as many as are visited, two at a time, within some minutes.
_USUAL_PAGES = 20
_MOST_PAGES = 1_000


@click.command()
@click.argument("url")
@click.option(
    "--pages",
    type=click.IntRange(0, _MOST_PAGES),
    default=_USUAL_PAGES,
    show_default=True,
    help="How many pages of the sitemap to visit at most, two at a time.",
)
@format_option
@strict_option
def verify(url: str, pages: int, form: str, strict: bool) -> int:
    """Look at the site at URL, a page or a sitemap, as its readers meet it.

    Finds the sitemap as a browser would, reads it, and visits some of the pages that it lists, always the same: whether
    they are there, lead back to this sitemap and by which rule, hold the elements that class changes name, and whether
    the search answers. All that “check” finds is in the report as well.

    Exit status: 0 fine, 1 errors or nothing found, 2 wrong
    usage, 3 could not be fetched.

    \b
    Examples:
      standard-sitemap verify https://www.example.org/
      standard-sitemap verify https://www.example.org/ --pages 200 --strict
      standard-sitemap verify https://www.example.org/ --format github
    """
    if urlsplit(url).scheme.lower() not in ("http", "https"):
        raise click.UsageError(f"{url} is no http or https address; “check” looks at files.")
    found: list[Verification] = []
    with Counter("files and pages") as counter:
        asyncio.run(_verify(url, pages, counter, found))
    (verification,) = found
    result = write_reports((verification.report,), form, strict=strict)
    _say_visited(verification)
    return result


async def _verify(url: str, pages: int, counter: Counter, found: list[Verification]) -> None:
    from standard_sitemap.verifying.verifier import verify as verify_site

    found.append(await verify_site(url, pages, counter.show))


def _say_visited(verification: Verification) -> None:
    if verification.visited:
        say(
            f"visited {verification.visited:,} of about {verification.total:,} pages; "
            f"{verification.back:,} of them lead back to the sitemap"
        )
    for unknown in verification.unknown:
        say(f"not known: {unknown}")
