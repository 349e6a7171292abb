"""The Standard-Sitemap Protocol: a sitemap's files made its hierarchy, roles and class changes, and its faults named.

Pure: opens no socket and no file, reads no clock, logs nothing. Files are handed in.
"""

from .building import Bounds
from .class_changes import ClassChange
from .discovery import Discovery, Evidence, Link, discover, discovery_faults, read_page
from .documents import Document
from .faults import CATALOGUE, Fault
from .hierarchy import DocumentSummary, Hierarchy
from .parsing import parse
from .ranges import Range, range_name, synthetic_ranges
from .search import Query, search_query
from .site import Refused, Retrieved, Site
from .site import resolve_site as resolve
from .variants import Variant

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
