"""Maps the files of a folder to the addresses at which a web server will serve them, and back.

Never reads outside the folder. If the caller gives no address, it is derived from canonical links, addresses in
sitemaps, and the address at which pages name a sitemap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.credentials import Credentials
from standard_sitemap.fetching.request_headers import ACCEPT_XML
from standard_sitemap.fetching.retrieving import Retriever, path_on_disk
from standard_sitemap.model.url_paths import INDEX_NAMES, quoted, unquoted

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
        if parts.scheme == "file":
            own = unquoted(urlsplit(self.folder.as_uri()).path)
            if f"{path}/".startswith(f"{own}/"):
                return path[len(own) + 1 :]
            # Other files on this disk share the folder's first path segment; a link from the site's root does not.
            if path.split("/")[1] == own.split("/")[1]:
                return None
        elif self.has_host and _host(parts.netloc) != _host(urlsplit(self.base).netloc):
            return None
        start = unquoted(urlsplit(self._start()).path)
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
        return path.as_uri() if path is not None else uri

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
    path = (served.folder / name).resolve() if name is not None else None
    return path if path and path.is_relative_to(served.folder) and path.is_file() else None


class FolderRetriever(Retriever):
    """Retriever that reads documents from the folder, as a server of the site would send them, and fetches others."""

    def __init__(
        self,
        served: ServedFolder,
        edge: Path,
        given: Mapping[str, bytes] = MappingProxyType({}),
        named: Iterable[str] | None = None,
        credentials: Credentials | None = None,
    ) -> None:
        super().__init__(edge, given, named, credentials)
        self._served = served

    def is_at_hand(self, uri: str) -> bool:
        """Return whether the document is available without waiting for a server."""
        return file_at(uri, self._served) is not None or super().is_at_hand(uri)

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> RetrievedDocument:
        """Return the document at `uri`. Raises FetchRefusal."""
        return await super().get(self._served.local(uri), accept)


def page_names(path: str) -> list[str]:
    """Return the relative paths of the files that a server may send for a path of the site."""
    folder = path.rstrip("/")
    return [path, f"{folder}.html", f"{folder}.htm", *(f"{folder}/{name}".lstrip("/") for name in INDEX_NAMES)]


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
