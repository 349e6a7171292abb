"""`standard-sitemap resolve`: prints a sitemap's tree."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from standard_sitemap import api, ssp
from standard_sitemap.api import uri_of
from standard_sitemap.cli.options import private_option, root_option
from standard_sitemap.cli.sources import opened, require_one_input
from standard_sitemap.cli.terminal import FILE, Bar, complain, put, settings, summarise
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.refusals import FetchRefusal, Refusal
from standard_sitemap.webmaster import tree_json


def load(argument: str, root: Path | None, *, include_user: bool) -> tuple[Hierarchy, Refusal | None]:
    """Return the hierarchy of a sitemap with all its files, and the refusal of its root file, if any."""
    try:
        with Bar() as bar:
            sitemap = api.read_any(
                api.in_folder(opened(argument)), root, include_user, settings.allow_private, bar.show
            )
    except Refusal as refusal:
        return _refused(argument, refusal, include_user), refusal
    return sitemap.hierarchy, None


def _refused(argument: str, refusal: Refusal, include_user: bool) -> Hierarchy:
    """Return an empty sitemap with a fault: its line is printed even for an invalid address."""

    uri = argument if "://" in argument else uri_of(argument)
    site = ssp.Site(uri, include_user=include_user)
    site.fail(site.root_uri, refusal.code, refusal.about(site.root_uri))
    return site.hierarchy()


@click.command()
@click.argument("sitemaps", metavar="SITEMAP...", nargs=-1, required=True, type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object on a line for each SITEMAP, in order.")
@click.option("--depth", type=click.IntRange(min=0), metavar="N", help="Print only N levels of the tree.")
@click.option("--include-user", is_flag=True, help='Include elements with tree="user".')
@root_option("sitemap")
@private_option
def resolve(sitemaps: tuple[str, ...], as_json: bool, depth: int | None, include_user: bool, root: Path | None) -> int:
    """Print the tree of each SITEMAP, including all files that it references.

    A SITEMAP is a URL, a local file, a folder that contains a sitemap, or - for standard input. Reads Standard-Sitemaps
    and the formats of search engines: sitemaps.org files and indexes, text files with an address on each line, feeds,
    and robots.txt.

    \b
    Examples:
      standard-sitemap resolve https://www.example.org/sitemap.xml
      standard-sitemap resolve https://www.example.org/robots.txt
      standard-sitemap resolve sitemap.xml --depth 2
      zcat sitemap.xml.gz | standard-sitemap resolve -
      standard-sitemap resolve --json one.xml two.xml > trees.jsonl
    """
    require_one_input(*sitemaps)
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
        # A script with several arguments needs the worst status; 3 (not fetched) is the worst.
        worst = max(worst, status_of(hierarchy, refusal))
    return worst


def _print_tree(hierarchy: Hierarchy, title: str, depth: int | None, *, is_first: bool) -> None:
    if title:
        if not is_first:
            put("")
        put(title)

    tree_json.write_text(hierarchy, sys.stdout, depth)
    sys.stdout.flush()


def status_of(hierarchy: Hierarchy, refusal: Refusal | None) -> int:
    """Return the exit status for a sitemap and the refusal of its root file."""
    if isinstance(refusal, FetchRefusal):
        return 3
    return 1 if errors(hierarchy) or not hierarchy.is_sitemap else 0


def errors(hierarchy: Hierarchy) -> tuple[Fault, ...]:
    """Return the faults that are errors."""
    return tuple(fault for fault in hierarchy.faults if fault.severity == "error")
