"""Paths of pages in addresses: a name that is not UTF-8 keeps its bytes. Pure, standard library only."""

from __future__ import annotations

from urllib.parse import quote, unquote

# The files that servers send for a folder, in order of preference.
INDEX_NAMES = ("index.html", "index.htm", "index.xhtml", "default.html", "default.htm")
PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".xht")


def quoted(path: str, safe: str = "/") -> str:
    """Return a path from `os.fsdecode` in the form of an address's path."""
    return quote(path, safe, errors="surrogateescape")


def unquoted(path: str) -> str:
    """Return the path of an address in the form of `os.fsdecode`."""
    return unquote(path, errors="surrogateescape")
