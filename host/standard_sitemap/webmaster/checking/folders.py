"""The sitemaps and pages in the folder of a site. Symbolic links to folders are not followed."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from standard_sitemap import sitemapsorg
from standard_sitemap.model.file_sizes import FILE_BYTES, MIB
from standard_sitemap.model.url_paths import PAGE_SUFFIXES
from standard_sitemap.sitemapsorg import FileFormat
from standard_sitemap.ssp.names import NAMESPACE, SEPARATOR
from standard_sitemap.webmaster.checking.served import ServedFolder, file_at

ROBOTS = "robots.txt"

# Any page that names a sitemap contains this, in the namespace or in the legacy relation.
_MARK = b"standard-sitemap"
# Files may be large, and one without a root element is read to its end. So it is read in chunks.
_CHUNK_BYTES = 64 * 1024
_NAMES = frozenset({".xml", ".gz", ".txt"})
# A text file counts as a list of addresses if its first lines are addresses.
_START_BYTES = 64 * 1024
_START_LINES = 20


class FolderFiles(NamedTuple):
    """The sitemap files of a folder and the pages that may name one, both in order."""

    sitemaps: tuple[Path, ...]
    pages: tuple[Path, ...]


def contents(folder: Path) -> FolderFiles:
    """Return the sitemaps and pages below a folder. Hidden folders and symbolic links to folders are skipped."""
    sitemaps, pages = [], []
    for path in files_in(folder):
        if path.suffix.lower() in PAGE_SUFFIXES:
            if _holds_mark(path):
                pages.append(path)
        elif path.suffix.lower() == ".xml" and _is_sitemap_file(path):
            sitemaps.append(path)
    return FolderFiles(tuple(sitemaps), tuple(pages))


def is_root_file(path: Path) -> bool:
    """Return whether a file's document element is `<sitemap>`, in any namespace."""
    return (_document_element(path) or "").rpartition(SEPARATOR)[2] == "sitemap"


def files_in(folder: Path) -> Iterator[Path]:
    """Yield all files below a folder, in order. Hidden folders are skipped."""
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        # `Path.is_file` raises for a link into a folder that this user may not enter.
        yield from (Path(at, name) for name in sorted(names) if os.path.isfile(f"{at}/{name}"))  # noqa: PTH113


def read_robots(path: Path) -> bytes:
    """Return the part of a robots.txt that any crawler reads. Raises OSError."""
    with path.open("rb") as file:
        return file.read(MIB)


def robots_in(folder: Path) -> bytes | None:
    """Return the robots.txt in a folder; None if it has none that can be read."""
    path = folder / ROBOTS
    try:
        # Opening a pipe would wait for its writer.
        return read_robots(path) if path.is_file() else None
    except OSError:
        return None


def _holds_mark(path: Path) -> bool:
    try:
        return path.stat().st_size <= FILE_BYTES and _MARK in path.read_bytes().lower()
    except OSError:
        return False


def _is_sitemap_file(path: Path) -> bool:
    namespace, _, name = (_document_element(path) or "").rpartition(SEPARATOR)
    return namespace == NAMESPACE or name == "sitemap"


def _document_element(path: Path) -> str | None:
    """Return the name and namespace of a file's document element; None if it has none or cannot be read."""
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
    """Yield the files to start with: robots.txt, indexes that no other index lists, then all others, in order.

    Feeds count only if they are listed, because most feeds are not sitemaps.
    """
    formats = {path: file_format for path in files_in(folder) if (file_format := _format(path)) is not None}
    indexes = [path for path, file_format in formats.items() if file_format == FileFormat.INDEX]
    served = ServedFolder(folder)
    inner = {file_at(address, served) for path in indexes for address in _listed(path)}
    yield from (path for path, file_format in formats.items() if file_format == FileFormat.ROBOTS and _listed(path))
    yield from (path for path in indexes if path not in inner)
    yield from (
        path
        for path, file_format in formats.items()
        if file_format != FileFormat.ROBOTS and (path not in indexes or path in inner)
    )


def listed_sitemaps(folder: Path) -> Iterator[str]:
    """Yield the addresses of sitemaps that robots.txt and the indexes in a folder list."""
    for path in files_in(folder):
        if _format(path) in (FileFormat.INDEX, FileFormat.ROBOTS):
            yield from _listed(path)


def _format(path: Path) -> FileFormat | None:
    """Return the format of a sitemap file; None for any other file, or a compressed copy of the file beside it."""
    file_format = _format_of_any(path)
    return None if file_format is not None and _is_copy(path) else file_format


def _format_of_any(path: Path) -> FileFormat | None:
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
        return file_format  # a file in a sitemap's place is reported
    return file_format if file_format in (FileFormat.URLSET, FileFormat.INDEX) else None


def _is_copy(path: Path) -> bool:
    """Return whether a compressed file unpacks to the file beside it: MkDocs writes its list in both forms."""
    original = path.with_suffix("")
    if path.suffix.lower() != ".gz" or not original.is_file():
        return False
    try:
        if original.stat().st_size > FILE_BYTES:
            return False
        with gzip.open(path) as packed, original.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                if packed.read(len(chunk)) != chunk:
                    return False
            return not packed.read(1)
    except (OSError, EOFError, zlib.error):
        return False


def _is_list(start: bytes) -> bool:
    """Return whether the first lines of a text are all addresses."""
    lines = (line.strip("\ufeff \t") for line in start.decode("utf-8", "replace").splitlines()[:_START_LINES])
    return all(line.startswith(("http://", "https://")) for line in lines if line)


def _listed(path: Path) -> tuple[str, ...]:
    """Return the addresses that an index or robots.txt lists."""
    if path.stat().st_size > FILE_BYTES:
        return ()
    return tuple(sitemap.location for sitemap in sitemapsorg.parse(path.as_uri(), path.read_bytes()).sitemaps)
