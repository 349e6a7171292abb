"""A folder's sitemap files and pages, and which of the files are root files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from standard_sitemap.checking.pages import SUFFIXES
from standard_sitemap.fetching.limits import FILE_BYTES
from standard_sitemap.ssp.names import NAMESPACE, SEPARATOR

# A page that names a sitemap holds the namespace or the legacy relation; both hold this.
_MARK = b"standard-sitemap"
_CHUNK_BYTES = 64 * 1024


class Contents(NamedTuple):
    """The sitemap files of a folder, the pages that may name one, both in order, and the folder's other files."""

    sitemaps: tuple[Path, ...]
    pages: tuple[Path, ...]


def contents(folder: Path) -> Contents:
    """What a folder and those below it hold; hidden folders are passed over, links to folders not followed."""
    sitemaps, pages = [], []
    for path in files_in(folder):
        if path.suffix.lower() in SUFFIXES:
            if _holds_mark(path):
                pages.append(path)
        elif path.suffix.lower() == ".xml" and _is_sitemap_file(path):
            sitemaps.append(path)
    return Contents(tuple(sitemaps), tuple(pages))


def is_root_file(path: Path) -> bool:
    """Whether a file's document element is `<sitemap>`, in whatever namespace."""
    return (_document_element(path) or "").rpartition(SEPARATOR)[2] == "sitemap"


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder and those below it, in order; those in hidden folders are passed over."""
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (path for name in sorted(names) if (path := Path(at, name)).is_file())


def _holds_mark(path: Path) -> bool:
    try:
        return path.stat().st_size <= FILE_BYTES and _MARK in path.read_bytes().lower()
    except OSError:
        return False


def _is_sitemap_file(path: Path) -> bool:
    namespace, _, name = (_document_element(path) or "").rpartition(SEPARATOR)
    return namespace == NAMESPACE or name == "sitemap"


def _document_element(path: Path) -> str | None:
    """The name of a file's first element, with its namespace; None where it has none or cannot be read."""
    found: list[str] = []
    parser = expat.ParserCreate(None, SEPARATOR)
    parser.StartElementHandler = lambda name, _: found.append(name)
    try:
        with path.open("rb") as file:
            while not found and (chunk := file.read(_CHUNK_BYTES)):
                parser.Parse(chunk, False)
    except (OSError, expat.ExpatError, ValueError, LookupError):
        return found[0] if found else None
    return found[0] if found else None
