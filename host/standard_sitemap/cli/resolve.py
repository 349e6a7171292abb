"""`standard-sitemap resolve` and `search`: the trees of sitemaps, and the request that searches a site.

And what arguments of every command name: an address, a file on disk, or `-` for standard input, which counts as a file
of the current folder. The reader named these addresses, so private and loopback ones are reached as well.
"""

import json
import sys
from pathlib import Path

import click

from standard_sitemap import api, ssp, tree_json
from standard_sitemap.api import GIVEN_NAME, Opened, uri_of
from standard_sitemap.cli.terminal import FILE, Counter, complain, say, summarise
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.refusals import FetchRefusal, Refusal
from standard_sitemap.ssp import Query, search_query


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


def _refused(argument: str, refusal: Refusal, include_user: bool) -> Hierarchy:
    """A sitemap of which nothing is here; its line is printed all the same, even where it has no address at all."""
    uri = argument if "://" in argument else uri_of(argument)
    site = ssp.Site(uri, include_user=include_user)
    site.fail(site.root_uri, refusal.code, str(refusal))
    return site.hierarchy()


@click.command()
@click.argument("sitemaps", metavar="SITEMAP...", nargs=-1, required=True, type=FILE)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each SITEMAP, in order.")
@click.option("--depth", type=click.IntRange(min=0), metavar="N", help="Print only N levels of the tree.")
@click.option("--include-user", is_flag=True, help='Show elements whose tree is "user".')
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Read local files anywhere below DIR, not only below the sitemap's folder.",
)
def resolve(sitemaps: tuple[str, ...], as_json: bool, depth: int | None, include_user: bool, root: Path | None) -> int:
    """Print the tree of each SITEMAP, a URL, a local file or - for standard input, with all the files it references.

    Reads Standard-Sitemaps, and what search engines read: sitemaps.org files and indexes of them, text files with an
    address on each line, feeds, and robots.txt for the sitemaps that it names.

    \b
    Examples:
      standard-sitemap resolve https://www.example.org/sitemap.xml
      standard-sitemap resolve https://www.example.org/robots.txt
      standard-sitemap resolve sitemap.xml --depth 2
      zcat sitemap.xml.gz | standard-sitemap resolve -
      standard-sitemap resolve --json one.xml two.xml > trees.jsonl
    """
    worst = 0
    for place, sitemap in enumerate(sitemaps):
        hierarchy, refusal = load(sitemap, root, include_user=include_user)
        if as_json:
            tree_json.write_json(hierarchy, sys.stdout, depth)
        else:
            _print_tree(hierarchy, sitemap if len(sitemaps) > 1 else "", depth, is_first=place == 0)
        if refusal is not None:
            complain(str(refusal))
        elif not as_json:
            summarise(tuple(hierarchy.faults))
        worst = max(worst, _status(hierarchy, refusal))
    return worst


def _print_tree(hierarchy: Hierarchy, title: str, depth: int | None, *, is_first: bool) -> None:
    if title:
        click.echo(f"{'' if is_first else chr(10)}{title}")
    tree_json.write_text(hierarchy, sys.stdout, depth)
    sys.stdout.flush()


def _status(hierarchy: Hierarchy, refusal: Refusal | None) -> int:
    if isinstance(refusal, FetchRefusal):
        return 3
    has_errors = any(fault.severity == "error" for fault in hierarchy.faults)
    return 1 if has_errors or not hierarchy.is_sitemap else 0


@click.command()
@click.argument("sitemap", type=FILE)
@click.argument("term")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: method, url, body.")
def search(sitemap: str, term: str, as_json: bool) -> int:
    """Print the request that searches the site of SITEMAP for TERM, by the first search node that can be used.

    \b
    Examples:
      standard-sitemap search https://www.example.org/sitemap.xml "blue whale"
      standard-sitemap search sitemap.xml whale --json
    """
    hierarchy, refusal = load(sitemap, None, include_user=False)
    if refusal is not None:
        raise refusal
    query = _first_query(hierarchy, term)
    if query is None:
        say(f"{hierarchy.root_uri} offers no search")
        return 1
    if as_json:
        click.echo(json.dumps({"method": query.method, "url": query.url, "body": query.body}))
    else:
        click.echo(f"{query.method.upper()} {query.url}")
        if query.body is not None:
            click.echo(query.body)
    return 0


def _first_query(hierarchy: Hierarchy, term: str) -> Query | None:
    """The request of the first search node that leads to a page (D39)."""
    for node in hierarchy.roles.get("search", ()):
        variant = hierarchy.variants(node)[0]
        if (variant.location or "").startswith(("http:", "https:", "file:")):
            return search_query(variant, term, hierarchy.root_uri)
    return None
