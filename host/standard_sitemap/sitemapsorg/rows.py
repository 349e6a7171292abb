"""Pages as rows of their document's table: their nodes, their names, and which of them are one page."""

from __future__ import annotations

from collections.abc import Iterable

from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.naming import name_of_key

Row = tuple[Document, int]


def page_node(row: Row) -> int:
    """The node of a page that has none below it; it is an even number, and not 0."""
    return 2 * (row[0].offset + row[1]) + 2


def page_name(document: Document, row: int) -> str:
    """The name of a page: its title where its file gives one, else made of its address."""
    return document.table.titles.get(row) or name_of_key(document.table.keys[row])


def groups_of(rows: Iterable[Row]) -> list[list[Row]]:
    """Rows that stand in one place, those together that are one page: of one address, or in several languages."""
    groups: dict[object, list[Row]] = {}
    for document, row in rows:
        identity = document.table.alternates.get(row) or document.table.location(row)
        groups.setdefault(identity, []).append((document, row))
    return list(groups.values())
