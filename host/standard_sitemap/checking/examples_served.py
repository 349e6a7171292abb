"""For each code that `verify` finds, an example in words; the tests of `verify` bring each of them up."""

from __future__ import annotations

from collections.abc import Mapping

from standard_sitemap.checking.examples import Example

EXAMPLES: Mapping[str, Example] = {
    "page-gone": Example("A page of the sitemap that is answered with 404 or 410.", "words"),
    "page-unavailable": Example("A page of the sitemap that is answered with 500, or not at all.", "words"),
    "page-moved": Example("A page of the sitemap that redirects to another address.", "words"),
    "page-unannounced": Example("A page of the sitemap with neither the header nor the links.", "words"),
    "page-of-another-sitemap": Example("A page of /de/map.xml that names /en/map.xml.", "words"),
    "sitemap-moved": Example("15-Location: /sitemap.xml, where /sitemap.xml redirects to /maps/site.xml.", "words"),
    "sitemap-uncompressed": Example("A sitemap of 40 kB that is sent without Content-Encoding.", "words"),
    "sitemap-not-kept": Example("Cache-Control: no-store", "file-header"),
    "class-change-finds-nothing": Example('<class-change elem="/html/body" prefix="sitemap"/>'),
    "search-fails": Example("A search whose address is answered with 404.", "words"),
}
