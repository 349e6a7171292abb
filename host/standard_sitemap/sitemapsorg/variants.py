"""The variants of a page: one for each language that it says it has. [Multilingual and multinational sitemaps]"""

from __future__ import annotations

from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.languages import DEFAULT, link_key
from standard_sitemap.sitemapsorg.naming import name_of_key
from standard_sitemap.ssp import Variant


def variants_of(document: Document, row: int) -> tuple[Variant, ...]:
    """The variants of a page; the one first that stands for all."""
    table = document.table
    location, title = table.location(row), table.titles.get(row)
    alternates = table.alternates.get(row)
    if alternates is None:
        return (Variant(title or name_of_key(table.keys[row]), None, location),)
    return tuple(
        Variant(
            title if title and href == location else name_of_key(link_key(tag, href)),
            None,
            href,
            tag if tag not in ("", DEFAULT) else None,
        )
        for tag, href in alternates.links
    )
