"""A folder's files of sitemaps.org: which they are, and where an address that they list is found in the folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from standard_sitemap import sitemapsorg
from standard_sitemap.checking.folders import files_in
from standard_sitemap.fetching.limits import FILE_BYTES
from standard_sitemap.fetching.request_headers import ACCEPT_XML
from standard_sitemap.fetching.retrieving import Came, Retriever
from standard_sitemap.sitemapsorg import Format

_NAMES = frozenset({".xml", ".gz", ".txt"})
_START_BYTES = 64 * 1024
_START_LINES = 20


class FolderRetriever(Retriever):
    """Takes what the folder has from there, as a server of the site would; all else from where it is."""

    def __init__(self, folder: Path, edge: Path) -> None:
        super().__init__(edge)
        self._folder = folder

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> Came:
        """The document at `uri`; raises a FetchRefusal."""
        path = file_at(uri, self._folder)
        return await super().get(path.as_uri() if path else uri, accept)


def file_at(uri: str, folder: Path) -> Path | None:
    """The file that the address of a site's document leads to, where `folder` holds the site; None where to none."""
    parts = urlsplit(uri)
    if parts.scheme == "file" and Path(url2pathname(parts.path)).is_relative_to(folder):
        return Path(url2pathname(parts.path))
    name = unquote(parts.path).lstrip("/")
    path = (folder / name).resolve() if "\0" not in name else None
    return path if path and path.is_relative_to(folder) and path.is_file() else None


def roots(folder: Path) -> Iterator[Path]:
    """The files to begin with: robots.txt, indexes that none lists, then all others, in order.

    Feeds count where they are listed only: most are no sitemaps.
    """
    found = {path: one for path in files_in(folder) if (one := _format(path)) is not None}
    indexes = [path for path, one in found.items() if one == Format.INDEX]
    inner = {file_at(address, folder) for path in indexes for address in _listed(path)}
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
        return found if path.name == "robots.txt" else None
    if found == Format.TEXT:
        return found if _is_list(start) else None
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
