"""The Standard-Sitemap Protocol: resolves a sitemap's files into hierarchy, roles and class changes, and finds faults.

Opens no socket and no file, reads no clock, logs nothing. The caller hands in the files. `model` holds the interfaces
shared with other formats.
"""

from standard_sitemap.ssp.discovery import (
    Discovery,
    Evidence,
    Link,
    discover,
    discovery_faults,
    read_content,
    read_page,
)
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import CATALOGUE, Fault
from standard_sitemap.ssp.hierarchy import Hierarchy
from standard_sitemap.ssp.parsing import parse
from standard_sitemap.ssp.site import Site
from standard_sitemap.ssp.variants import Query, search_query, tells_site

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
    "read_content",
    "read_page",
    "search_query",
    "tells_site",
]
