"""`standard-sitemap search`: the request that searches a site for a term."""

import json

import click

from standard_sitemap import ssp
from standard_sitemap.cli import sources
from standard_sitemap.cli.messages import say


@click.command()
@click.argument("sitemap")
@click.argument("term")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: method, url, body.")
def search(sitemap: str, term: str, as_json: bool) -> int:
    """Print the request that searches the site of SITEMAP for TERM, by the sitemap's first search node.

    \b
    Examples:
      standard-sitemap search https://www.example.org/sitemap.xml "blue whale"
      standard-sitemap search sitemap.xml whale --json
    """
    hierarchy, refusal = sources.load(sitemap, None, include_user=False)
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


def _first_query(hierarchy: ssp.Hierarchy, term: str) -> ssp.Query | None:
    for node in hierarchy.roles.get("search", ()):
        return ssp.search_query(hierarchy.variants(node)[0], term, hierarchy.root_uri)
    return None
