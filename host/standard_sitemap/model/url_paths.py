"""Paths of pages in addresses: a name that is not UTF-8 keeps its bytes. Pure, standard library only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, unquote

# Behaviour: directory indexes. Also: index file, index.html, default page, start page of a folder.
# The files that servers send for the address of a folder, in order of preference.
INDEX_NAMES = ("index.html", "index.htm", "index.php", "index.xhtml", "default.html", "default.htm", "default.aspx")
# Files that servers send in place of others, and that hosts of single-page applications make from the start page.
FALLBACKS = frozenset({"200.html"})
# Names of the further pages of a list, before their number.
PAGER_WORDS = "page|seite|pagina|página|paged"
_FURTHER_PAGE = re.compile(rf"(?:^|/)(?:{PAGER_WORDS})[-_/]?[0-9]+(?:[/.]|$)", re.IGNORECASE)
PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".xht")


def index_among(paths: Iterable[str]) -> str | None:
    """Return the index of the folder itself, by the order in which servers prefer names; None if it has none."""
    # Sorted, the name in small letters comes last and counts: Texinfo has `Index.html` beside `index.html`.
    by_name = {path.lower(): path for path in sorted(paths) if path.lower() in INDEX_NAMES}
    return next((by_name[name] for name in INDEX_NAMES if name in by_name), None)


def page_names(path: str) -> list[str]:
    """Return the relative paths of the files that a server may send for a path of the site."""
    folder = path.rstrip("/")
    return [path, f"{folder}.html", f"{folder}.htm", *(f"{folder}/{name}".lstrip("/") for name in INDEX_NAMES)]


def quoted(path: str, safe: str = "/") -> str:
    """Return a path from `os.fsdecode` in the form of an address's path."""
    return quote(path, safe, errors="surrogateescape")


def unquoted(path: str) -> str:
    """Return the path of an address in the form of `os.fsdecode`."""
    return unquote(path, errors="surrogateescape")


def is_further_page(path: str) -> bool:
    """Return whether a path names a page of a list by its number, such as `tags/spring/page/2/`."""
    return _FURTHER_PAGE.search(path) is not None
