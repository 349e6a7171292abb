"""`standard-sitemap discover`: which sitemap a page names, and by which rule; or what its site declares beside."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from standard_sitemap.cli.messages import complain, say, summarise

if TYPE_CHECKING:
    from standard_sitemap.cli.declared import Declared

_SOURCES = {"robots": "robots.txt", "link": 'link rel="sitemap"', "feed": "feed"}


@click.command()
@click.argument("page_url")
@click.option(
    "--sitemaps-org",
    is_flag=True,
    help="Say which sitemaps.org sitemaps and feeds the site declares, in robots.txt and by the links of the page.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="One JSON object: page, rule, sitemap; or page, robots, sitemaps."
)
def discover(page_url: str, sitemaps_org: bool, as_json: bool) -> int:
    """Say which sitemap serves the page at PAGE_URL.

    Looks at the page's headers and links, with --sitemaps-org also at its site's robots.txt, and nowhere else: no
    address is ever guessed.

    \b
    Examples:
      standard-sitemap discover https://www.example.org/
      standard-sitemap discover https://www.example.org/ --json
      standard-sitemap discover --sitemaps-org https://www.example.org/
    """
    return _discover_declared(page_url, as_json) if sitemaps_org else _discover_named(page_url, as_json)


def _discover_named(page_url: str, as_json: bool) -> int:
    from standard_sitemap import ssp
    from standard_sitemap.cli import sources

    evidence = sources.page(page_url)
    found = ssp.discover(evidence)
    if as_json:
        click.echo(json.dumps({"page": evidence.url, "rule": found.rule, "sitemap": found.sitemap}))
    elif found.sitemap is None:
        say(f"{evidence.url} names no sitemap")
    else:
        click.echo(f"{found.sitemap}  ({found.rule})")
    return 0 if found.sitemap is not None else 1


def _discover_declared(page_url: str, as_json: bool) -> int:
    from standard_sitemap.cli.declared import declared

    found = declared(page_url)
    if as_json:
        click.echo(json.dumps(_declared_object(found)))
    for one in () if as_json else found.declarations:
        click.echo(f"{one.sitemap}  ({_SOURCES[one.source]}{f': {one.title}' if one.title else ''})")
    for refusal in found.refusals:
        complain(str(refusal))
    summarise(found.faults)
    if found.declarations:
        return 0
    if found.refusals:
        return 3
    say(f"{found.page} declares no sitemap, neither in robots.txt nor by a link of this page")
    return 1


def _declared_object(found: Declared) -> dict[str, object]:
    from standard_sitemap.tree_json import fault_object

    return {
        "page": found.page,
        "robots": found.robots,
        "sitemaps": [one._asdict() for one in found.declarations],
        "faults": [fault_object(fault) for fault in found.faults],
    }
