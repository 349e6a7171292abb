"""`standard-sitemap discover`: which sitemap a page names, and by which rule."""

import json

import click

from standard_sitemap import ssp
from standard_sitemap.cli import sources
from standard_sitemap.cli.messages import say


@click.command()
@click.argument("page_url")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: page, rule, sitemap.")
def discover(page_url: str, as_json: bool) -> int:
    """Say which sitemap serves the page at PAGE_URL.

    Looks at the page's headers and links, and nowhere else: no address is ever guessed.

    \b
    Examples:
      standard-sitemap discover https://www.example.org/
      standard-sitemap discover https://www.example.org/ --json
    """
    evidence = sources.page(page_url)
    found = ssp.discover(evidence)
    if as_json:
        click.echo(json.dumps({"page": evidence.url, "rule": found.rule, "sitemap": found.sitemap}))
    elif found.sitemap is None:
        say(f"{evidence.url} names no sitemap")
    else:
        click.echo(f"{found.sitemap}  ({found.rule})")
    return 0 if found.sitemap is not None else 1
