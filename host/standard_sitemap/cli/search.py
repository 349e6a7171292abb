"""`standard-sitemap search`: prints the request that searches the site of a sitemap."""

from __future__ import annotations

import asyncio

import click

from standard_sitemap.api import in_folder
from standard_sitemap.cli.options import base_url_option, private_option
from standard_sitemap.cli.resolve import errors, load
from standard_sitemap.cli.sources import opened
from standard_sitemap.cli.terminal import FILE, Bar, put, put_json, say, settings, summarise
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.menus import usable_search
from standard_sitemap.model.uris import has_web_scheme
from standard_sitemap.ssp import search_query, tells_site
from standard_sitemap.webmaster.converting.sources import ReadOptions, read


@click.command()
@click.argument("sitemap", type=FILE)
@click.argument("term")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object: method, url, body.")
@base_url_option("Web address of a local SITEMAP, or of its folder if it ends with a slash.")
@private_option
def search(sitemap: str, term: str, as_json: bool, base_url: str | None) -> int:
    """Print the request that searches the site of SITEMAP for TERM, made from the first usable search node.

    The address of the site (%w, %r and %h in a template) is that of SITEMAP, so a local file needs --base-url.

    \b
    Examples:
      standard-sitemap search https://www.example.org/sitemap.xml "blue whale"
      standard-sitemap search sitemap.xml whale --json
      standard-sitemap search sitemap.xml whale --base-url https://www.example.org/
    """
    hierarchy = _read(sitemap, base_url)
    _, variant, _ = usable_search(hierarchy)
    query = variant and search_query(variant, term, hierarchy.root_uri)
    if variant is None or query is None:
        summarise(errors(hierarchy))
        say(f"{hierarchy.root_uri} offers no search")
        return 1
    if tells_site(variant.search_template or "") and not has_web_scheme(hierarchy.root_uri):  # D68
        say("The template has %w, %r or %h, which are known only on the web: give the address with --base-url.")
    if as_json:
        put_json({"method": query.method, "url": query.url, "body": query.body})
    else:
        put(f"{query.method.upper()} {query.url}")
        if query.body is not None:
            put(query.body)
    return 0


def _read(sitemap: str, base_url: str | None) -> Hierarchy:
    """Return the hierarchy of a sitemap, as if it were published at `base_url`."""
    if base_url is None:
        hierarchy, refusal = load(sitemap, None, include_user=False)
        if refusal is not None:
            raise refusal
        return hierarchy
    file = in_folder(opened(sitemap))
    options = ReadOptions(
        base_url=base_url,
        bodies=file.bodies,
        allow_private=settings.allow_private,
        is_base_named=not settings.has_configured_base,
    )
    with Bar() as bar:
        return asyncio.run(read([file.uri], options, bar.show)).hierarchies[0]
