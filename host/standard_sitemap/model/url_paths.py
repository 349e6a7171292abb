"""Paths of files as addresses name them: a name that is not UTF-8 keeps its bytes. Pure, standard library only."""

from __future__ import annotations

from urllib.parse import quote, unquote


def quoted(path: str, safe: str = "/") -> str:
    """Return a path, as `os.fsdecode` gives it, for the path of an address."""
    return quote(path, safe, errors="surrogateescape")


def unquoted(path: str) -> str:
    """Return the path of an address as `os.fsdecode` would give it."""
    return unquote(path, errors="surrogateescape")
