"""Pages: which documents are some, and which sitemap one names."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from standard_sitemap.checking.report import NamingPage
from standard_sitemap.fetching.files import page_type
from standard_sitemap.fetching.retrieving import Came
from standard_sitemap.ssp import Evidence, Fault, discover, discovery_faults, read_page

SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".xht"})
_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# The document element, past a byte-order mark, declarations and comments.
_PAGE_START = re.compile(
    rb"(?:\xef\xbb\xbf)?(?>\s+|<!--.*?-->|<\?.*?\?>)*+<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE | re.DOTALL
)
_START_BYTES = 4096


class Naming(NamedTuple):
    """What a page says: the sitemap it names, if any, by which rule, and the faults in how it does so."""

    page: NamingPage
    sitemap: str | None
    faults: tuple[Fault, ...]


def is_page(document: Came) -> bool:
    """Whether a document is a page: by its label, or where it has none by its name and its beginning."""
    if document.content_type is not None:
        return document.content_type.partition(";")[0].strip().lower() in _PAGE_TYPES
    return _suffix(document.uri) in SUFFIXES or _PAGE_START.match(document.body[:_START_BYTES]) is not None


def naming(document: Came, edge: Path | None) -> Naming:
    """What a document's headers and links say of its sitemap; `edge` is the folder of a site on disk."""
    content_type = document.content_type or page_type(document.uri, document.body)
    links = read_page(document.body, document.uri, content_type)
    evidence = Evidence(document.uri, content_type, document.headers, links)
    found = discover(evidence)
    sitemap = found.sitemap if found.sitemap is None or edge is None else _below(found.sitemap, edge)
    return Naming(NamingPage(document.uri, found.rule), sitemap, tuple(discovery_faults(evidence)))


def _suffix(uri: str) -> str:
    return PurePosixPath(unquote(urlsplit(uri).path)).suffix.lower()


def _below(sitemap: str, edge: Path) -> str:
    """A file's URI; one that begins at the site's root, such as `/sitemap.xml`, is looked for below `edge`."""
    parts = urlsplit(sitemap)
    if parts.scheme != "file" or Path(url2pathname(parts.path)).is_relative_to(edge):
        return sitemap
    below = edge / unquote(parts.path).lstrip("/")
    return below.as_uri() if below.is_file() else sitemap
