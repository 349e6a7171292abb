"""`standard-sitemap diff`: compares two versions of a sitemap."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from standard_sitemap.api import OpenedSource, in_folder
from standard_sitemap.cli.options import base_url_option, is_on_web, private_option, root_option
from standard_sitemap.cli.resolve import errors, status_of
from standard_sitemap.cli.sources import opened, require_one_input
from standard_sitemap.cli.terminal import FILE, Bar, say, settings, summarise
from standard_sitemap.webmaster.comparing import diff_output
from standard_sitemap.webmaster.comparing.comparison import Comparison
from standard_sitemap.webmaster.converting.sources import ReadOptions, Source, read


@click.command()
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: old, new, differences, counts.")
@click.option("--exit-code", is_flag=True, help="Exit with status 1 if there is any difference.")
@base_url_option("Present or future web address of a local file.")
@click.option("--include-user", is_flag=True, help='Compare elements whose tree is "user" as well.')
@root_option("sitemap")
@private_option
def diff(
    old: str, new: str, as_json: bool, exit_code: bool, base_url: str | None, include_user: bool, root: Path | None
) -> int:
    """Report pages and branches of the sitemap OLD that are added, gone, moved, renamed, changed or reordered in NEW.

    Each argument is a URL, a local file, a folder that contains a sitemap, or - for standard input, in any format.
    Pages are matched by their addresses relative to their own site. So you can compare a test site with the published
    site, or a local file with a published one.

    \b
    Examples:
      standard-sitemap diff https://www.example.org/standard-sitemap.xml public/standard-sitemap.xml
      git show main:public/standard-sitemap.xml | standard-sitemap diff - public/standard-sitemap.xml
      standard-sitemap diff old.xml new.xml --json --exit-code
    """

    require_one_input(old, new)
    sides = in_folder(opened(old)), in_folder(opened(new))
    place = base_url or _place(*sides)
    before, after = (_read(argument, place, root, include_user=include_user) for argument in sides)
    (left,), (right,) = before.hierarchies, after.hierarchies
    for hierarchy in (left, right):
        summarise(errors(hierarchy))
    differences = Comparison(left, right).differences()
    if as_json:
        counts = diff_output.write_json(left.root_uri, right.root_uri, differences, sys.stdout)
    else:
        counts = diff_output.write_text(differences, sys.stdout)
        say(diff_output.summary(counts))
    # As in `git diff`: a difference is a failure only on request.
    return max(1 if exit_code and counts else 0, status_of(left, None), status_of(right, None))


def _place(old: OpenedSource, new: OpenedSource) -> str | None:
    """Return the address assumed for a file on disk: the other argument's, if it is on the web."""
    on_web = [side.uri for side in (old, new) if is_on_web(side.uri)]
    return on_web[0] if len(on_web) == 1 else None


def _read(side: OpenedSource, base_url: str | None, root: Path | None, *, include_user: bool) -> Source:
    options = ReadOptions(
        root.resolve() if root else None,
        base_url,
        include_user,
        side.bodies,
        allow_private=settings.allow_private,
        is_base_named=not settings.has_configured_base,
    )
    with Bar() as bar:
        return asyncio.run(read([side.uri], options, bar.show))
