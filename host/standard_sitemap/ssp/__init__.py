"""The Standard-Sitemap Protocol: a sitemap's files made its hierarchy, roles and class changes, and its faults named.

Pure: opens no socket and no file, reads no clock, logs nothing. Files are handed in.
"""

from standard_sitemap.model.ordering import Range, range_name, synthetic_ranges
from standard_sitemap.ssp.building import Bounds
from standard_sitemap.ssp.class_changes import ClassChange
from standard_sitemap.ssp.discovery import Discovery, Evidence, Link, discover, discovery_faults
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import CATALOGUE, Fault
from standard_sitemap.ssp.hierarchy import DocumentSummary, Hierarchy
from standard_sitemap.ssp.pages import read_page
from standard_sitemap.ssp.parsing import parse
from standard_sitemap.ssp.search import Query, search_query
from standard_sitemap.ssp.site import Refused, Retrieved, Site
from standard_sitemap.ssp.site import resolve_site as resolve
from standard_sitemap.ssp.variants import Variant

__all__ = [
    "CATALOGUE",
    "Bounds",
    "ClassChange",
    "Discovery",
    "Document",
    "DocumentSummary",
    "Evidence",
    "Fault",
    "Hierarchy",
    "Link",
    "Query",
    "Range",
    "Refused",
    "Retrieved",
    "Site",
    "Variant",
    "discover",
    "discovery_faults",
    "parse",
    "range_name",
    "read_page",
    "resolve",
    "search_query",
    "synthetic_ranges",
]
