"""Finding the sitemap that a page names: five rules in order, and never a guess. [Sitemap discovery]

The fifth rule, the reader's own choice for a site, is the browser side's to keep.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from ..encodings import media_type
from ..faults import Fault
from ..uris import resolve
from .evidence import Evidence, Link
from .headers import X_HEADER, field, opt_location
from .links import address, legacy_links, relations, schema_links, schema_prefixes
from .pages import PAGE_TYPES, read_page

__all__ = ["Discovery", "Evidence", "Link", "discover", "discovery_faults", "read_page"]

Rule = Literal["opt-header", "x-header", "schema-link", "legacy-link"]


class Discovery(NamedTuple):
    """The address of the root file and the rule that found it; both None where nothing names one."""

    rule: Rule | None
    sitemap: str | None


def discover(evidence: Evidence) -> Discovery:
    """The sitemap that a page names, by the first rule that names one."""
    named = (
        ("opt-header", _header_address(evidence, opt_location(evidence.headers))),
        ("x-header", _header_address(evidence, field(evidence.headers, X_HEADER))),
        ("schema-link", _first(schema_links(_links(evidence)))),
        ("legacy-link", _first(legacy_links(_links(evidence)))),
    )
    for rule, sitemap in named:
        if sitemap is not None:
            return Discovery(rule, sitemap)  # type: ignore[arg-type]
    return Discovery(None, None)


def discovery_faults(evidence: Evidence) -> list[Fault]:
    """The obsolete ways in which a page names its sitemap, whether or not they are what found it (D24, D25)."""
    faults = []
    if field(evidence.headers, X_HEADER) is not None:
        faults.append(Fault("obsolete-x-header", evidence.url))
    links = _links(evidence)
    prefixes = {f"schema.{prefix}" for prefix in schema_prefixes(links)}
    metas = [link for link in links if link.element == "meta" and prefixes & relations(link)]
    faults.extend(Fault("obsolete-meta-schema", evidence.url, 0, {"name": link.rel}) for link in metas)
    faults.extend(Fault("obsolete-legacy-link", evidence.url) for _ in legacy_links(links))
    return faults


def _links(evidence: Evidence) -> tuple[Link, ...]:
    """The links that count: only those of HTML and XHTML pages."""
    is_page = evidence.content_type is None or media_type(evidence.content_type)[0] in PAGE_TYPES
    return evidence.links if is_page else ()


def _header_address(evidence: Evidence, value: str | None) -> str | None:
    is_http = evidence.url.lower().startswith(("http://", "https://"))
    return resolve(evidence.url, value) if is_http and value is not None else None


def _first(links: Iterable[Link]) -> str | None:
    return next((found for link in links if (found := address(link)) is not None), None)
