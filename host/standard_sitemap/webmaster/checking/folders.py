"""The files of a folder with a site in it: sitemaps of both formats, and pages. Follows no link to a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from standard_sitemap import sitemapsorg
from standard_sitemap.model.file_sizes import FILE_BYTES
from standard_sitemap.sitemapsorg import FileFormat
from standard_sitemap.ssp.names import NAMESPACE, SEPARATOR
from standard_sitemap.webmaster.checking.served import Served, file_at

PAGE_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".xht"})

ROBOTS = "robots.txt"

# A page that names a sitemap holds the namespace or the legacy relation; both hold this.
_MARK = b"standard-sitemap"
# Files of a folder may be large: one that names no sitemap is read to its end, a piece at a time.
_CHUNK_BYTES = 64 * 1024
_NAMES = frozenset({".xml", ".gz", ".txt"})
# Of a text that might list addresses: by its first lines it does, or it is some other text.
_START_BYTES = 64 * 1024
_START_LINES = 20


class FolderFiles(NamedTuple):
    """The sitemap files of a folder, the pages that may name one, both in order, and the folder's other files."""

    sitemaps: tuple[Path, ...]
    pages: tuple[Path, ...]


def contents(folder: Path) -> FolderFiles:
    """What a folder and those below it hold; hidden folders are passed over, links to folders not followed."""
    sitemaps, pages = [], []
    for path in files_in(folder):
        if path.suffix.lower() in PAGE_SUFFIXES:
            if _holds_mark(path):
                pages.append(path)
        elif path.suffix.lower() == ".xml" and _is_sitemap_file(path):
            sitemaps.append(path)
    return FolderFiles(tuple(sitemaps), tuple(pages))


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
    names: list[str] = []
    parser = expat.ParserCreate(None, SEPARATOR)
    parser.StartElementHandler = lambda name, _: names.append(name)
    try:
        with path.open("rb") as file:
            while not names and (chunk := file.read(_CHUNK_BYTES)):
                parser.Parse(chunk, False)
    except (OSError, expat.ExpatError, ValueError, LookupError):
        return names[0] if names else None
    return names[0] if names else None


def roots(folder: Path) -> Iterator[Path]:
    """The files to begin with: robots.txt, indexes that none lists, then all others, in order.

    Feeds count where they are listed only: most are no sitemaps.
    """
    formats = {path: file_format for path in files_in(folder) if (file_format := _format(path)) is not None}
    indexes = [path for path, file_format in formats.items() if file_format == FileFormat.INDEX]
    served = Served(folder)
    inner = {file_at(address, served) for path in indexes for address in _listed(path)}
    yield from (path for path, file_format in formats.items() if file_format == FileFormat.ROBOTS and _listed(path))
    yield from (path for path in indexes if path not in inner)
    yield from (
        path
        for path, file_format in formats.items()
        if file_format != FileFormat.ROBOTS and (path not in indexes or path in inner)
    )


def _format(path: Path) -> FileFormat | None:
    """The format of a file, if it is one of those."""
    if path.suffix.lower() not in _NAMES:
        return None
    try:
        with path.open("rb") as file:
            start = file.read(_START_BYTES)
    except OSError:
        return None
    file_format = sitemapsorg.format_at(start, path.as_uri())
    if file_format == FileFormat.ROBOTS:
        return file_format if path.name == ROBOTS else None
    if file_format == FileFormat.TEXT:
        return file_format if _is_list(start) else None
    if file_format in (FileFormat.PAGE, FileFormat.UNKNOWN) and path.name.lower().startswith("sitemap"):
        return file_format  # what stands in the place of one is said to
    return file_format if file_format in (FileFormat.URLSET, FileFormat.INDEX) else None


def _is_list(start: bytes) -> bool:
    """Whether a text begins with addresses and nothing else."""
    lines = (line.strip("\ufeff \t") for line in start.decode("utf-8", "replace").splitlines()[:_START_LINES])
    return all(line.startswith(("http://", "https://")) for line in lines if line)


def _listed(path: Path) -> tuple[str, ...]:
    """The addresses that an index or a robots.txt lists."""
    if path.stat().st_size > FILE_BYTES:
        return ()
    return tuple(sitemap.location for sitemap in sitemapsorg.parse(path.as_uri(), path.read_bytes()).sitemaps)
