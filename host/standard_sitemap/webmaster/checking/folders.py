"""The folder of a site: its sitemaps and pages, and the addresses at which a web server will serve its files.

Reads nothing outside the folder, and follows no symbolic link to a folder. If the caller gives no address, it is
derived from canonical links, addresses in sitemaps, and the address at which pages name a sitemap.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit
from xml.parsers import expat

from standard_sitemap import sitemapsorg
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.credentials import Credentials
from standard_sitemap.fetching.file_uris import folder_uri, path_on_disk, uri_on_disk, within_drive
from standard_sitemap.fetching.request_headers import ACCEPT_XML
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.model.file_sizes import FILE_BYTES, MIB
from standard_sitemap.model.page_sizes import PAGE_BYTES
from standard_sitemap.model.stored_names import real_path
from standard_sitemap.model.url_paths import INDEX_NAMES, PAGE_SUFFIXES, page_names, quoted, unquoted
from standard_sitemap.sitemapsorg import FileFormat
from standard_sitemap.ssp.names import NAMESPACE, SEPARATOR

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
    """The sitemap files of a folder and the pages that may name one, both in order.

    `unread` has the reason for each page, XML file and folder that this user may not read.
    """

    sitemaps: tuple[Path, ...]
    pages: tuple[Path, ...]
    unread: Mapping[Path, str] = MappingProxyType({})


def contents(folder: Path) -> FolderFiles:
    """Return the sitemaps and pages below a folder. Hidden folders and symbolic links to folders are skipped."""
    sitemaps, pages, root = [], [], folder.resolve()
    unread: dict[Path, str] = {}

    def record(error: OSError) -> None:
        unread[Path(str(error.filename))] = error.strerror or str(error)

    for path in files_in(folder, record):
        try:
            if path.suffix.lower() in PAGE_SUFFIXES:
                # Another name of a page, for which its relative links may be wrong.
                is_second_name = path.is_symlink() and real_path(path).is_relative_to(root)
                if not is_second_name and _has_mark(path):
                    pages.append(path)
            elif path.suffix.lower() == ".xml" and _is_sitemap_file(path):
                sitemaps.append(path)
        except OSError as error:
            unread[path] = error.strerror or str(error)
    return FolderFiles(tuple(sitemaps), tuple(pages), unread)


def is_root_file(path: Path) -> bool:
    """Return whether a file's document element is `<sitemap>`, in any namespace; false if it cannot be read."""
    try:
        return (_document_element(path) or "").rpartition(SEPARATOR)[2] == "sitemap"
    except OSError:
        return False


def files_in(folder: Path, on_error: Callable[[OSError], None] | None = None) -> Iterator[Path]:
    """Yield all files below a folder, in order. Hidden folders and hidden pages are skipped, as by `make`.

    `on_error` receives the error of each folder that cannot be read.
    """
    for at, folders, names in os.walk(folder, onerror=on_error):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        # `Path.is_file` raises for a link into a folder that this user may not enter.
        shown = (name for name in sorted(names) if not (name[0] == "." and name.lower().endswith(PAGE_SUFFIXES)))
        yield from (Path(at, name) for name in shown if os.path.isfile(f"{at}/{name}"))  # noqa: PTH113


def top_level_files(folder: Path) -> list[Path]:
    """Return the files of a folder itself, in order."""
    return [path for path in sorted(folder.iterdir()) if os.path.isfile(path)]  # noqa: PTH113


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


def may_name_sitemap(path: Path) -> bool:
    """Return whether a page may name a Standard-Sitemap."""
    try:
        return _has_mark(path)
    except OSError:
        return False


def _has_mark(path: Path) -> bool:
    return path.stat().st_size <= PAGE_BYTES and _MARK in path.read_bytes().lower()


def _is_sitemap_file(path: Path) -> bool:
    namespace, _, name = (_document_element(path) or "").rpartition(SEPARATOR)
    return namespace == NAMESPACE or name == "sitemap"


def _document_element(path: Path) -> str | None:
    """Return the name and namespace of a file's document element; None if it has none. Raises OSError."""
    names: list[str] = []
    parser = expat.ParserCreate(None, SEPARATOR)
    parser.StartElementHandler = lambda name, _: names.append(name)
    try:
        with path.open("rb") as file:
            while not names and (chunk := file.read(_CHUNK_BYTES)):
                parser.Parse(chunk, False)
    except (expat.ExpatError, ValueError, LookupError):
        return names[0] if names else None
    return names[0] if names else None


class FolderLists:
    """The sitemaps of a folder in other formats than Standard-Sitemap.

    `files` are the files that come into question, by default all below the folder; `base_url` is the address at which
    the folder will be served, if known. Feeds count only if they are listed, because most feeds are not sitemaps.
    """

    def __init__(self, folder: Path, files: Iterable[Path] | None = None, base_url: str = "") -> None:
        self._folder = folder
        self._base_url = base_url
        candidates = files_in(folder) if files is None else files
        self._formats = {path: file_format for path in candidates if (file_format := _format(path)) is not None}

    @cached_property
    def parsed(self) -> dict[str, sitemapsorg.Document]:
        """The documents that list sitemaps, which are robots.txt and indexes, by URI."""
        served, now = ServedFolder(self._folder, self._base_url), datetime.now(UTC)
        files = ((path, uri_on_disk(path)) for path in self._of_formats(FileFormat.INDEX, FileFormat.ROBOTS))
        return {
            uri: sitemapsorg.parse(uri, path.read_bytes(), now=now, served_as=served.uri_served(uri))
            for path, uri in files
            if path.stat().st_size <= FILE_BYTES
        }

    def roots(self) -> Iterator[Path]:
        """Yield the files to start with: robots.txt, indexes that no other index lists, then all others, in order."""
        indexes = self._of_formats(FileFormat.INDEX)
        served = ServedFolder(self._folder, self._base_url)
        inner = {file_at(address, served) for path in indexes for address in self._listed(path)}
        yield from (path for path in self._of_formats(FileFormat.ROBOTS) if self._listed(path))
        yield from (path for path in indexes if path not in inner)
        yield from (
            path
            for path, file_format in self._formats.items()
            if file_format != FileFormat.ROBOTS and (file_format != FileFormat.INDEX or path in inner)
        )

    def listed(self) -> Iterator[str]:
        """Yield the addresses of sitemaps that robots.txt and the indexes list."""
        for path in self._of_formats(FileFormat.INDEX, FileFormat.ROBOTS):
            yield from self._listed(path)

    def _of_formats(self, *formats: FileFormat) -> list[Path]:
        return [path for path, file_format in self._formats.items() if file_format in formats]

    def _listed(self, path: Path) -> tuple[str, ...]:
        document = self.parsed.get(uri_on_disk(path))
        return tuple(sitemap.location for sitemap in document.sitemaps) if document is not None else ()


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
    file_format = sitemapsorg.format_at(start, uri_on_disk(path))
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


# Enough addresses to derive where the folder is served; a sitemap may list a million.
_SAMPLE = 500


class ServedFolder(NamedTuple):
    """A folder and its address, with a trailing slash; `base` is a path alone, or "", if no more is known."""

    folder: Path
    base: str = ""

    @property
    def has_host(self) -> bool:
        """True if the host is known, so that addresses on other hosts can be distinguished."""
        return bool(urlsplit(self.base).netloc)

    @property
    def is_whole_site(self) -> bool:
        """True unless the folder is known to be served below the root of its host."""
        return urlsplit(self.base).path.count("/") <= 1

    def path_of(self, uri: str) -> str | None:
        """Return the path in the folder that an address leads to; None if it leads elsewhere.

        The root is "". A trailing slash stays: servers send the index page of that folder.
        """
        parts = urlsplit(uri)
        path = unquoted(parts.path) or "/"
        if "\0" in path or ".." in path.split("/"):
            return None
        # The address of a folder that was derived from links of its pages begins with the drive, too.
        drive = "/" + self.folder.drive if self.folder.drive.endswith(":") else ""
        if parts.scheme == "file":
            own = unquoted(urlsplit(folder_uri(self.folder)).path)
            if f"{path}/".startswith(own):
                return path[len(own) :]
            # Other files on this disk share the folder's first path segment; a link from the site's root does not.
            path, own = path.removeprefix(drive), own.removeprefix(drive)
            if path.split("/")[1] == own.split("/")[1]:
                return None
        elif self.has_host and _host(parts.netloc) != _host(urlsplit(self.base).netloc):
            return None
        start = unquoted(urlsplit(self._start()).path).removeprefix(drive)
        return path[len(start) :].lstrip("/") if path.startswith(start) else None

    def address_of(self, name: str) -> str:
        """Return the address of the file at a relative path; for an index page, the address of its folder."""
        above, mark, last = name.rpartition("/")
        return self._start() + quoted(above + mark if last in INDEX_NAMES else name)

    def uri_served(self, uri: str) -> str | None:
        """Return the address that a file in the folder will have, or None if it is unknown."""
        path = self.path_of(uri) if self.has_host and uri.startswith("file:") else None
        return self._start() + quoted(path) if path is not None else None

    def local(self, uri: str) -> str:
        """Return the `file:` URI of the file that an address leads to, or the address itself if there is none."""
        path = file_at(uri, self)
        return uri_on_disk(path) if path is not None else uri

    def _start(self) -> str:
        return self.base.rpartition("/")[0] + "/" if self.base else "/"


def _host(netloc: str) -> str:
    return netloc.lower().removeprefix("www.")


def file_at(uri: str, served: ServedFolder) -> Path | None:
    """Return the file that an address of the site leads to; None if the folder has none.

    A `file:` URI inside the folder always names its file, which may be missing.
    """
    if uri.startswith("file:") and path_on_disk(uri).is_relative_to(served.folder):
        return path_on_disk(uri)
    name = served.path_of(uri)
    place = within_drive(served.folder, name) if name is not None else None
    path = real_path(place) if place is not None else None
    return path if path and path.is_relative_to(served.folder) and path.is_file() else None


class FolderRetriever(Retriever):
    """Retriever that reads documents from the folder, as a server of the site would send them, and fetches others."""

    def __init__(
        self,
        served: ServedFolder,
        edge: Path,
        bodies: Mapping[str, bytes] = MappingProxyType({}),
        named: Iterable[str] | None = None,
        credentials: Credentials | None = None,
    ) -> None:
        super().__init__(edge, bodies, named, credentials)
        self._served = served

    def is_at_hand(self, uri: str) -> bool:
        """Return whether the document is available without waiting for a server."""
        return file_at(uri, self._served) is not None or super().is_at_hand(uri)

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> RetrievedDocument:
        """Return the document at `uri`. Raises FetchRefusal."""
        return await super().get(self._served.local(uri), accept)


def base_of_canonicals(canonicals: Iterable[tuple[str, str]], files: Container[str]) -> str:
    """Return the folder's address according to most of its pages' canonical links; "" if there are none.

    `canonicals` pairs each page's relative path with its canonical address. A page that names another of the folder's
    `files` does not count, such as a start page that leads to a manual.
    """
    return _most_frequent(
        base
        for name, address in canonicals
        for base in _base_of_page(name, address)
        if not _names_another(base, address, files)
    )


def _names_another(base: str, address: str, files: Container[str]) -> bool:
    """Return whether an address leads to a file even with a part of `base` as the file's folder."""
    start, path = unquoted(urlsplit(base).path), unquoted(urlsplit(address).path)
    above = start.strip("/").split("/") if start != "/" else []
    longer = ("/".join([*above[number:], path.removeprefix(start)]) for number in range(len(above)))
    return any(name in files for each in longer for name in page_names(each))


def _base_of_page(name: str, address: str) -> Iterator[str]:
    parts = urlsplit(address)
    path = unquoted(parts.path) or "/"
    for form in _forms(name):
        if form and path.endswith(f"/{form}"):
            yield f"{parts.scheme}://{parts.netloc}{quoted(path.removesuffix(form))}"
            return
        if not form:
            yield f"{parts.scheme}://{parts.netloc}{quoted(path.rstrip('/'))}/"


def _forms(name: str) -> tuple[str, ...]:
    """Return the forms in which a site's links write the path of a page."""
    folder, _, last = name.rpartition("/")
    if last in INDEX_NAMES:
        return (name, f"{folder}/", folder) if folder else (name, "")
    stem = name.rpartition(".")[0]
    return (name, stem, f"{stem}/")


def base_of_addresses(addresses: Iterable[str], files: set[str]) -> str:
    """Return the folder's address for which most `addresses` lead to one of its `files`; "" if none does.

    Addresses relative to the site's root (`file:`) yield only the folder's path.
    """
    return _most_frequent(base for address in islice(addresses, _SAMPLE) for base in _bases(address, files))


def _bases(address: str, files: set[str]) -> Iterator[str]:
    parts = urlsplit(address)
    start = "" if parts.scheme == "file" else f"{parts.scheme}://{parts.netloc}"
    segments = unquoted(parts.path).split("/")
    for number in range(1, len(segments)):
        name = "/".join(segments[number:])
        if name and any(page in files for page in page_names(name)):
            yield f"{start}{quoted('/'.join(segments[:number]))}/"


def _most_frequent(bases: Iterable[str]) -> str:
    """Return the most frequent address; of equally frequent ones, the shortest."""
    counts = Counter(bases)
    return max(counts, key=lambda base: (counts[base], -len(base), base), default="")
