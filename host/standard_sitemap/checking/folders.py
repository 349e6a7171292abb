"""The sitemap files and pages of a folder, for both formats: which files are root files, and what an address leads to.

Never reads outside the folder; links to folders are not followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit
from urllib.request import url2pathname
from xml.parsers import expat

from standard_sitemap import sitemapsorg
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.limits import FILE_BYTES
from standard_sitemap.fetching.request_headers import ACCEPT_XML
from standard_sitemap.fetching.retrieving import INDEX_PAGES, Retriever
from standard_sitemap.sitemapsorg import Format
from standard_sitemap.ssp.names import NAMESPACE, SEPARATOR

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


class Contents(NamedTuple):
    """The sitemap files of a folder, the pages that may name one, both in order, and the folder's other files."""

    sitemaps: tuple[Path, ...]
    pages: tuple[Path, ...]


def contents(folder: Path) -> Contents:
    """What a folder and those below it hold; hidden folders are passed over, links to folders not followed."""
    sitemaps, pages = [], []
    for path in files_in(folder):
        if path.suffix.lower() in PAGE_SUFFIXES:
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


class Served(NamedTuple):
    """Where a folder is served: its path, and the address that it has there, "" where that is not known."""

    folder: Path
    base: str = ""

    def path_of(self, uri: str) -> str | None:
        """The path, as seen from the folder, that an address leads to; None where it leads elsewhere."""
        parts = urlsplit(uri)
        if parts.scheme == "file":
            path = Path(url2pathname(parts.path))
            return path.relative_to(self.folder).as_posix() if path.is_relative_to(self.folder) else None
        own = urlsplit(self._start())
        if self.base and _host(parts.netloc) != _host(own.netloc):
            return None
        start = own.path.rpartition("/")[0] + "/"
        if not (parts.path or "/").startswith(start):
            return None
        name = unquote(parts.path[len(start) :])
        return None if "\0" in name or ".." in name.split("/") else name.lstrip("/")

    @property
    def is_whole_site(self) -> bool:
        """Whether the folder is served at the root of its host, as far as is known."""
        return urlsplit(self.base).path.count("/") <= 1

    def address_of(self, name: str) -> str:
        """The address of what is at a path as seen from the folder; of an index page that of its folder."""
        above, mark, last = name.rpartition("/")
        return self._start() + quote(above + mark if last in INDEX_PAGES else name)

    def _start(self) -> str:
        return self.base.rpartition("/")[0] + "/" if self.base else "/"

    def is_same(self, one: str, other: str) -> bool:
        """Whether two addresses are the same; those of files are where what they lead to is."""
        if "file:" in (one[:5], other[:5]):
            return self.path_of(one) == self.path_of(other)
        return one == other

    def uri_served(self, uri: str) -> str | None:
        """The address that a file of the folder will have."""
        path = self.path_of(uri) if self.base and uri.startswith("file:") else None
        return self._start() + quote(path) if path is not None else None


def _host(netloc: str) -> str:
    return netloc.lower().removeprefix("www.")


class FolderRetriever(Retriever):
    """Reads what the folder has from there, as a server of the site would; all else from where it is."""

    def __init__(self, served: Served, edge: Path) -> None:
        super().__init__(edge)
        self._served = served

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> RetrievedDocument:
        """The document at `uri`; raises a FetchRefusal."""
        path = file_at(uri, self._served)
        return await super().get(path.as_uri() if path else uri, accept)


def file_at(uri: str, served: Served) -> Path | None:
    """The file that the address of a site's document leads to, where a folder holds the site; None where to none."""
    parts = urlsplit(uri)
    if parts.scheme == "file" and Path(url2pathname(parts.path)).is_relative_to(served.folder):
        return Path(url2pathname(parts.path))
    # An address of another folder on disk begins at the site's root.
    name = unquote(parts.path).lstrip("/") if parts.scheme == "file" else served.path_of(uri)
    path = (served.folder / name).resolve() if name is not None and "\0" not in name else None
    return path if path and path.is_relative_to(served.folder) and path.is_file() else None


def roots(folder: Path) -> Iterator[Path]:
    """The files to begin with: robots.txt, indexes that none lists, then all others, in order.

    Feeds count where they are listed only: most are no sitemaps.
    """
    found = {path: one for path in files_in(folder) if (one := _format(path)) is not None}
    indexes = [path for path, one in found.items() if one == Format.INDEX]
    served = Served(folder)
    inner = {file_at(address, served) for path in indexes for address in _listed(path)}
    yield from (path for path, one in found.items() if one == Format.ROBOTS and _listed(path))
    yield from (path for path in indexes if path not in inner)
    yield from (path for path, one in found.items() if one != Format.ROBOTS and (path not in indexes or path in inner))


def _format(path: Path) -> Format | None:
    """The format of a file, if it is one of those."""
    if path.suffix.lower() not in _NAMES:
        return None
    try:
        with path.open("rb") as file:
            start = file.read(_START_BYTES)
    except OSError:
        return None
    found = sitemapsorg.format_at(start, path.as_uri())
    if found == Format.ROBOTS:
        return found if path.name == ROBOTS else None
    if found == Format.TEXT:
        return found if _is_list(start) else None
    if found in (Format.PAGE, Format.UNKNOWN) and path.name.lower().startswith("sitemap"):
        return found  # what stands in the place of one is said to
    return found if found in (Format.URLSET, Format.INDEX) else None


def _is_list(start: bytes) -> bool:
    """Whether a text begins with addresses and nothing else."""
    lines = (line.strip("\ufeff \t") for line in start.decode("utf-8", "replace").splitlines()[:_START_LINES])
    return all(line.startswith(("http://", "https://")) for line in lines if line)


def _listed(path: Path) -> tuple[str, ...]:
    """The addresses that an index or a robots.txt lists."""
    if path.stat().st_size > FILE_BYTES:
        return ()
    return tuple(one.location for one in sitemapsorg.parse(path.as_uri(), path.read_bytes()).sitemaps)
