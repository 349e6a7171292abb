"""The formats of sitemaps behind one interface: which one a file is in is told by its content, where that is wanted.

A page may only name a Standard-Sitemap; others are read where the reader chose them, or asked on the command line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast

from standard_sitemap import ssp

SSP, SITEMAPS_ORG = "ssp", "sitemaps-org"


class Format(NamedTuple):
    """How a format is read: its name, its site by root address and wish for `tree="user"`, and its documents.

    A document is told whether it is part of much, which is read in another way than a little.
    """

    name: str
    site: Callable[[str, bool], ssp.Site]
    parse: Callable[[ssp.Retrieved, ssp.Bounds, bool], ssp.Document]


def _ssp_site(root_uri: str, include_user: bool) -> ssp.Site:
    return ssp.Site(root_uri, include_user=include_user)


def _ssp_document(retrieved: ssp.Retrieved, bounds: ssp.Bounds, is_part_of_much: bool) -> ssp.Document:
    return ssp.parse(*retrieved, bounds, in_passages=True if is_part_of_much else None)


def _other_site(root_uri: str, include_user: bool) -> ssp.Site:
    from standard_sitemap import sitemapsorg

    # It answers to all that is asked of the other, and its documents are only ever handed back to it.
    return cast("ssp.Site", sitemapsorg.Site(root_uri, include_user=include_user))


def _other_document(retrieved: ssp.Retrieved, _bounds: ssp.Bounds, _is_part_of_much: bool) -> ssp.Document:
    from standard_sitemap import sitemapsorg

    return cast("ssp.Document", sitemapsorg.parse(*retrieved))


STANDARD = Format(SSP, _ssp_site, _ssp_document)
OTHER = Format(SITEMAPS_ORG, _other_site, _other_document)


def told(retrieved: ssp.Retrieved) -> Format:
    """The format of a root file; that of Standard-Sitemaps where it is in none that is known."""
    from standard_sitemap.sitemapsorg import format_at

    return OTHER if format_at(retrieved.body, retrieved.uri).lists_something else STANDARD
