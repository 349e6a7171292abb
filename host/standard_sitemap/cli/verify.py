"""`standard-sitemap verify`: reports the faults of a published site and of its sitemap, as readers see them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

import click

from standard_sitemap.cli.check import format_option, strict_option, write_reports
from standard_sitemap.cli.options import credential_options, credentials, is_on_web, private_option
from standard_sitemap.cli.terminal import Bar, say, settings
from standard_sitemap.fetching.credentials import Credentials
from standard_sitemap.model.words import counted
from standard_sitemap.webmaster.verifying.verifier import Verification
from standard_sitemap.webmaster.verifying.verifier import verify as verify_site

# The default is a sample that takes seconds. The maximum is a number that can be visited, two at a time, in a few
# minutes.
_USUAL_PAGES = 20
_MOST_PAGES = 1_000


@click.command()
@click.argument("url")
@click.option(
    "--pages",
    type=click.IntRange(0, _MOST_PAGES),
    default=_USUAL_PAGES,
    show_default=True,
    help="Maximum number of pages of the sitemap to visit, two at a time.",
)
@format_option
@strict_option
@credential_options
@private_option
def verify(**arguments: Any) -> int:
    """Test a published site from the address of a page or a sitemap.

    Finds the sitemap as a browser does, reads it, and visits a sample of the pages that it lists, the same pages in
    each run. Checks that these pages exist and name this sitemap, and reports by which rule. Also checks that they
    contain the elements that class changes select, and that the search responds. The report includes the faults that
    “check” finds.

    Exit status: 0 no errors, 1 errors or nothing found, 2 wrong
    usage, 3 could not be fetched.

    \b
    Examples:
      standard-sitemap verify https://www.example.org/
      standard-sitemap verify https://www.example.org/ --pages 200 --strict
      standard-sitemap verify https://www.example.org/ --format github
      standard-sitemap verify https://intranet.example.org/ --cookie cookies.txt
    """
    return _verify(_Arguments(**arguments))


class _Arguments(NamedTuple):
    url: str
    pages: int
    form: str
    strict: bool
    headers: tuple[str, ...]
    cookie_file: Path | None


def _verify(arguments: _Arguments) -> int:
    url = arguments.url
    if not is_on_web(url):
        raise click.UsageError(f"{url} is not an http or https address; use “check” for files.")
    own = credentials(arguments.headers, arguments.cookie_file, url)
    # Passed in rather than returned: asyncio formats a task's result as text, which takes long for many faults.
    verifications: list[Verification] = []
    with Bar("files and pages") as bar:
        asyncio.run(_run(url, arguments.pages, bar, verifications, own))
    (verification,) = verifications
    result = write_reports((verification.report,), arguments.form, strict=arguments.strict)
    _say_visited(verification)
    return result


async def _run(url: str, pages: int, bar: Bar, verifications: list[Verification], own: Credentials | None) -> None:
    is_private = settings.allow_private
    verifications.append(await verify_site(url, pages, bar.show, allow_private=is_private, credentials=own))


def _say_visited(verification: Verification) -> None:
    if verification.visited:
        about = "about " if verification.visited < verification.total else ""
        say(
            f"visited {verification.visited:,} of {about}{counted(verification.total, 'page', 'pages')}; "
            f"{counted(verification.back, 'of them names', 'of them name')} the sitemap"
        )
    for unknown in verification.unknown:
        say(f"not checked: {unknown}")
