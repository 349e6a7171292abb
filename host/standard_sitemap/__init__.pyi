from standard_sitemap.api import (
    ClassChange,
    DocumentSummary,
    Fault,
    Node,
    Refusal,
    Sitemap,
    Variant,
    check,
    read,
)
from standard_sitemap.webmaster.checking.report import Report

__all__ = [
    "ClassChange",
    "DocumentSummary",
    "Fault",
    "Node",
    "Refusal",
    "Report",
    "Sitemap",
    "Variant",
    "check",
    "read",
]
__version__: str
