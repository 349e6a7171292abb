"""Pages in folders that are named for a language, joined with those at the same path that other files list. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.files import Files
from standard_sitemap.sitemapsorg.hreflang import Alternates
from standard_sitemap.sitemapsorg.language_folders import language_folders, may_have_languages
from standard_sitemap.sitemapsorg.nodes import Nodes
from standard_sitemap.sitemapsorg.sort_keys import Keys, common_folder

# Pages are joined again for each map of the files that have arrived: at these limits in a second and 50 MB.
_MOST_FILES, _MOST_PAGES = 200, 100_000


def with_language_folders(files: Files) -> Files:
    """Return files in which pages of different files that differ in the folder of a language are one page.

    Only for files as readers see them, in each section; the same files if there are no such pages, or too many pages.
    """
    documents = [document for document in files.documents if len(document)]
    if not 1 < len(documents) <= _MOST_FILES or sum(map(len, documents)) > _MOST_PAGES:
        return files
    if not all(document.for_readers for document in documents):
        return files
    joined: dict[Document, Document] = {}
    for section in Nodes(files).sections.values():
        joined |= _joined(section) if len(section) > 1 else {}
    last = {document.uri for document in joined.values() if not _has_first_version(document)}
    return files.replaced((joined.get(document, document) for document in files.documents), last) if joined else files


def _joined(documents: Sequence[Document]) -> dict[Document, Document]:
    """Return the documents with pages that are versions of others, by the documents that they replace."""
    tables = [document.table for document in documents]
    top = common_folder(min(table.keys[0] for table in tables), max(table.keys[len(table) - 1] for table in tables))
    if not top or not any(may_have_languages(table.keys, range(len(table)), top) for table in tables):
        return {}  # most lists
    keys = [key for table in tables for key in table.keys]
    locations = [location for table in tables for location in table.locations]
    starts = list(accumulate(map(len, tables), initial=0))
    declared = {start + row for start, table in zip(starts, tables, strict=False) for row in table.alternates}
    order = sorted(range(len(keys)), key=keys.__getitem__)
    by_document: dict[Document, dict[int, Alternates]] = {}
    for place, page in language_folders(Keys("", keys), order, locations, declared).alternates.items():
        number = bisect_right(starts, place) - 1
        by_document.setdefault(documents[number], {})[place - starts[number]] = page
    return {document: document.with_versions(versions) for document, versions in by_document.items()}


def _has_first_version(document: Document) -> bool:
    table = document.table
    return any(page.links[0][1] == table.location(row) for row, page in table.alternates.items())
