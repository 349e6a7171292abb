"""`standard-sitemap diff`: what is different between two states of a site."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from standard_sitemap.cli.terminal import FILE, Counter, say

if TYPE_CHECKING:
    from standard_sitemap.api import Opened
    from standard_sitemap.converting.reading import Source


@click.command()
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: old, new, differences, counts.")
@click.option("--exit-code", is_flag=True, help="Exit with status 1 where there is any difference.")
@click.option("--base-url", metavar="URL", help="Where a file on disk is, or will be, on the web.")
@click.option("--include-user", is_flag=True, help='Compare elements whose tree is "user" as well.')
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Read local files anywhere below DIR, not only below the sitemap's folder.",
)
def diff(
    old: str, new: str, as_json: bool, exit_code: bool, base_url: str | None, include_user: bool, root: Path | None
) -> int:
    """Say which pages and branches of the sitemap OLD are added, gone, moved, renamed or changed in NEW.

    Both may be of any format, a URL, a local file, or one of them - for standard input. Pages are the same where their
    addresses are, each seen from its own site: a site under test can be compared with the published one, and a file on
    disk with what is on the web.

    \b
    Examples:
      standard-sitemap diff https://www.example.org/standard-sitemap.xml public/standard-sitemap.xml
      git show main:public/standard-sitemap.xml | standard-sitemap diff - public/standard-sitemap.xml
      standard-sitemap diff old.xml new.xml --json --exit-code
    """
    from standard_sitemap.cli.resolve import opened
    from standard_sitemap.comparing import formats
    from standard_sitemap.comparing.comparison import Comparison

    if old == new == "-":
        raise click.UsageError("Only one of the two can come by standard input.")
    given = opened(old), opened(new)
    place = base_url or _place(*given)
    before, after = (_read(one, place, root, include_user=include_user) for one in given)
    (left,), (right,) = before.hierarchies, after.hierarchies
    differences = Comparison(left, right).differences()
    if as_json:
        counts = formats.write_json(left.root_uri, right.root_uri, differences, sys.stdout)
    else:
        counts = formats.write_text(differences, sys.stdout)
        say(formats.summary(counts))
    return 1 if exit_code and counts else 0


def _place(old: Opened, new: Opened) -> str | None:
    """Where a file on disk counts as being: where the other one is, if that is on the web."""
    on_web = [one.uri for one in (old, new) if one.uri.lower().startswith(("http://", "https://"))]
    return on_web[0] if len(on_web) == 1 else None


def _read(given: Opened, base_url: str | None, root: Path | None, *, include_user: bool) -> Source:
    from standard_sitemap.converting.reading import Options, read

    options = Options(root.resolve() if root else None, base_url, include_user, given.bodies)
    with Counter() as counter:
        return asyncio.run(read([given.uri], options, counter.show))
