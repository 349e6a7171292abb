"""Finds the sitemap that a page names, the rule by which it does, and the faults in the declaration."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap import sitemapsorg
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.file_uris import uri_on_disk
from standard_sitemap.fetching.retrieving import served_type
from standard_sitemap.model.encodings import page_media_type
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.url_paths import INDEX_NAMES, PAGE_SUFFIXES, unquoted
from standard_sitemap.ssp import Evidence, discover, discovery_faults
from standard_sitemap.ssp.discovery import PAGE_TYPES, PageContent
from standard_sitemap.webmaster.checking.folders import (
    FolderLists,
    ServedFolder,
    file_at,
    is_root_file,
    may_name_sitemap,
    top_level_files,
)
from standard_sitemap.webmaster.checking.mistakes import Mistake
from standard_sitemap.webmaster.checking.report import NamingPage
from standard_sitemap.webmaster.page_content import content_of

# The document element, after an optional byte-order mark, declarations and comments.
_PAGE_START = re.compile(
    rb"(?:\xef\xbb\xbf)?(?>\s+|<!--.*?-->|<\?.*?\?>)*+<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE | re.DOTALL
)
# A page shows its document element early, perhaps after a long comment. Later text may be an example of a page.
_START_BYTES = 4096
# Pages that are read for the sitemap of their folder: a site names its sitemap on each page, or on the first.
_MOST_PAGES = 20
_SITEMAP_SUFFIXES = frozenset({".xml", ".gz", ".txt", ".rss", ".atom"})


class PageNaming(NamedTuple):
    """A page, the sitemap that it names, if any, and the faults in its declaration."""

    page: NamingPage
    sitemap: str | None
    faults: tuple[Fault, ...]


def is_page(document: RetrievedDocument) -> bool:
    """Return whether a document is a page: by its type (D45), or on disk by its name and first bytes."""
    if document.content_type is not None or urlsplit(document.uri).scheme != "file":
        return page_media_type(document.content_type, document.body).essence in PAGE_TYPES
    return _suffix(document.uri) in PAGE_SUFFIXES or _PAGE_START.match(document.body[:_START_BYTES]) is not None


def content_of_page(document: RetrievedDocument) -> PageContent:
    """Return the links of a page, or the fault for which they are unknown."""
    content = content_of(document.body, document.uri, served_type(document))
    return PageContent((), Mistake("page-too-costly", document.uri)) if content is None else content


def naming(document: RetrievedDocument, served: ServedFolder | None) -> PageNaming:
    """Return the sitemap that a document's headers and links name.

    `served` is the folder of a site on disk; an address inside it becomes the URI of the corresponding file.
    """
    content = content_of_page(document)
    evidence = Evidence(document.uri, served_type(document), document.headers, content.links)
    discovered = discover(evidence)
    sitemap = discovered.sitemap
    if sitemap is not None and served is not None:
        sitemap = served.local(sitemap)
    # A page that is not read can still name its sitemap by a header.
    unread = [content.fault] if content.fault and sitemap is None else []
    faults = (*unread, *discovery_faults(evidence))
    return PageNaming(NamingPage(document.uri, discovered.rule), sitemap, faults)


def may_name(document: RetrievedDocument) -> bool:
    """Return whether a document can name a sitemap: a page can, and so can any response with headers."""
    return len(document.headers) > 0 or is_page(document)


def is_meant_for_list(document: RetrievedDocument) -> bool:
    """Return whether a document is a broken sitemap: an empty file, a page in its place, or text that is not XML."""
    form = sitemapsorg.format_at(document.body, document.uri)
    if form == sitemapsorg.FileFormat.PAGE:
        return _suffix(document.uri) in _SITEMAP_SUFFIXES
    return form == sitemapsorg.FileFormat.UNKNOWN and not document.body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def main_sitemap(folder: Path) -> Path | None:
    """Return the sitemap of a site's folder: on its top level, or named by one of its pages there.

    Standard-Sitemaps come first, `standard-sitemap.xml` before others; sitemaps of other formats come last.
    """
    files = top_level_files(folder)
    maps = [path for path in files if path.suffix.lower() == ".xml" and is_root_file(path)]
    if maps:
        return min(maps, key=lambda path: path.name != "standard-sitemap.xml")
    pages = [path for path in files if path.suffix.lower() in PAGE_SUFFIXES]
    pages.sort(key=lambda path: path.name not in INDEX_NAMES)
    named = (_sitemap_of(page, folder) for page in pages[:_MOST_PAGES] if may_name_sitemap(page))
    return next((path for path in named if path is not None), None) or next(FolderLists(folder, files).roots(), None)


def _sitemap_of(page: Path, folder: Path) -> Path | None:
    """Return the file of the folder that one of its pages names as its sitemap."""
    served = ServedFolder(folder)
    sitemap = naming(RetrievedDocument(uri_on_disk(page), page.read_bytes()), served).sitemap
    path = file_at(sitemap, served) if sitemap is not None else None
    return path if path is not None and path.is_file() else None


def _suffix(uri: str) -> str:
    return PurePosixPath(unquoted(urlsplit(uri).path)).suffix.lower()
