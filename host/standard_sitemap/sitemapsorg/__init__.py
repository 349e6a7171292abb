"""Sitemaps in the formats of sitemaps.org and search engines, resolved into a hierarchy as SSP sitemaps are.

Reads urlsets, indexes, text files, feeds and robots.txt, compressed or not, recognised by their content. Opens no
socket and no file, reads no clock, logs nothing; the caller hands in the files.
"""

from standard_sitemap.sitemapsorg.catalogue import CATALOGUE
from standard_sitemap.sitemapsorg.documents import Document, PageEntry, SitemapLine, parse
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.hierarchy import Hierarchy
from standard_sitemap.sitemapsorg.reading import format_at, is_ssp
from standard_sitemap.sitemapsorg.site import Site
from standard_sitemap.sitemapsorg.sniffing import FileFormat

__all__ = [
    "CATALOGUE",
    "Document",
    "Fault",
    "FileFormat",
    "Hierarchy",
    "PageEntry",
    "Site",
    "SitemapLine",
    "format_at",
    "is_ssp",
    "parse",
]
