"""The formats of sitemaps: how each is read, and how the format of a file is recognised.

A page may only name a Standard-Sitemap. Other formats are read if the reader chose them, or on the command line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from standard_sitemap import ssp
from standard_sitemap.model.site import Bounds, Document, RetrievedFile, Site

SSP, SITEMAPS_ORG = "ssp", "sitemaps-org"


class Format(NamedTuple):
    """A format: its name, the function that creates its site, and its parser.

    `site` takes the root address, and whether to include elements whose `tree` is `user`. `parse` reads a document for
    the sidebar. Its last argument is true if the document belongs to a large sitemap, which is read differently.
    """

    name: str
    site: Callable[[str, bool], Site]
    parse: Callable[[RetrievedFile, Bounds, bool], Document]


def _ssp_site(root_uri: str, include_user: bool) -> Site:
    return ssp.Site(root_uri, include_user=include_user)


def _ssp_document(retrieved: RetrievedFile, bounds: Bounds, is_part_of_much: bool) -> Document:
    return ssp.parse(*retrieved[:3], bounds, scan_fast=True if is_part_of_much else None)


# The other format is loaded on demand: this saves 80 ms of the first map of a Standard-Sitemap.
def _other_site(root_uri: str, include_user: bool) -> Site:
    from standard_sitemap import sitemapsorg

    return sitemapsorg.Site(root_uri, include_user=include_user)


def _other_document(retrieved: RetrievedFile, bounds: Bounds, _is_part_of_much: bool) -> Document:
    from standard_sitemap import sitemapsorg

    received, content = retrieved.cost, retrieved.content
    return sitemapsorg.parse(*retrieved[:3], bounds=bounds, received=received, content=content, for_readers=True)


STANDARD = Format(SSP, _ssp_site, _ssp_document)
OTHER = Format(SITEMAPS_ORG, _other_site, _other_document)


def detect_format(retrieved: RetrievedFile) -> Format:
    """Return the format of a root file, by its content; Standard-Sitemap if it is unknown."""
    from standard_sitemap.sitemapsorg import format_at

    return OTHER if format_at(retrieved.body, retrieved.uri).lists_something else STANDARD
