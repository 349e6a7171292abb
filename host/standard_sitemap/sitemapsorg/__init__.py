"""Sitemaps as sitemaps.org and search engines have them, made a hierarchy like that of a Standard-Sitemap.

Reads urlsets, indexes, text files, feeds and robots.txt, compressed or not, told by their content. Pure: opens no
socket and no file, reads no clock, logs nothing; files are handed in.
"""

from .documents import Document, Page, SitemapLine, parse
from .faults import CATALOGUE, Fault
from .formats import Format
from .hierarchy import Hierarchy
from .reading import format_at, is_ssp
from .site import Site
from .site import resolve_site as resolve

__all__ = [
    "CATALOGUE",
    "Document",
    "Fault",
    "Format",
    "Hierarchy",
    "Page",
    "Site",
    "SitemapLine",
    "format_at",
    "is_ssp",
    "parse",
    "resolve",
]
