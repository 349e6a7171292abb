"""Writes the made files into the folder, all or none, with a sitemaps.org sitemap next to them.

The only module of this package that uses conversion and resolution.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.ssp import Site
from standard_sitemap.webmaster.converting.conversion import OutputFile, write_sitemaps_org
from standard_sitemap.webmaster.converting.pages import Pages
from standard_sitemap.webmaster.making.outline import Outline
from standard_sitemap.webmaster.making.publishing import publish
from standard_sitemap.webmaster.making.writing import documents


class EmptyList(Exception):
    """All pages are hidden from search engines."""


def publish_both(
    outline: Outline,
    place: Path,
    base_url: str,
    split_above: int | None,
    *,
    may_replace: bool,
    hidden: Container[str] = (),
) -> list[Path]:
    """Write the files as `publish` does, with a `sitemap.xml` that lists the same pages except `hidden` ones.

    `base_url` is the folder's future address. Raises EmptyList if all pages are hidden.
    """
    uri = base_url + place.name
    made = {base_url + name: document for name, document in documents(outline, place.name, split_above).items()}
    site = Site(uri)
    while wanted := site.wanted():
        for file_uri in wanted:
            site.add(file_uri, RetrievedFile(file_uri, made[file_uri], "application/xml"))
    hierarchy = site.hierarchy()
    listed = [(location, page) for location, page in Pages([hierarchy]).listed() if location not in hidden]
    if not listed:
        raise EmptyList
    target = OutputFile(place.parent, "sitemap.xml", may_replace)
    written = write_sitemaps_org(listed, target, base_url)
    return [*written, *publish(outline, place, split_above, may_replace=may_replace)]
