"""The one role that the files declare: home. (What a site's pages declare beside is in `told`.)

The root address of the site, `/`, is its entry because that is what it is, not for what it is called; and a feed says
which page it belongs to. Contact, search and others are not declared, and no word in an address is taken for them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from urllib.parse import urlsplit

from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.placing import SEGMENT


def home(documents: Sequence[Document], root_uri: str) -> tuple[Document, int] | None:
    """The row of the home page; None where none is declared."""
    host = _host(documents, root_uri)
    for document in documents:
        keys = document.table.keys
        row = bisect_left(keys, host)
        if host and row < len(keys) and keys[row] == host:
            return document, row
    first = documents[0] if documents else None
    return (first, first.table.home) if first is not None and first.table.home is not None else None


def _host(documents: Sequence[Document], root_uri: str) -> str:
    """The site's host; of a sitemap on disk, that of its first page."""
    host = urlsplit(root_uri).netloc
    if host:
        return host
    return next((document.table.keys[0].partition(SEGMENT)[0] for document in documents if len(document)), "")
