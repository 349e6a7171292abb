"""The Standard-Sitemap Protocol: a sitemap's files made its hierarchy, roles and class changes, and its faults named.

Opens no socket and no file, reads no clock, logs nothing. Files are handed in. What is the same for other formats is in
`model`.
"""

from standard_sitemap.ssp.discovery import Discovery, Evidence, Link, discover, discovery_faults, read_page
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import CATALOGUE, Fault
from standard_sitemap.ssp.hierarchy import Hierarchy
from standard_sitemap.ssp.parsing import parse
from standard_sitemap.ssp.site import Site
from standard_sitemap.ssp.variants import Query, search_query

__all__ = [
    "CATALOGUE",
    "Discovery",
    "Document",
    "Evidence",
    "Fault",
    "Hierarchy",
    "Link",
    "Query",
    "Site",
    "discover",
    "discovery_faults",
    "parse",
    "read_page",
    "search_query",
]
