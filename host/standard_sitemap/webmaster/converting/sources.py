"""Reads the sources of a conversion as hierarchies. The format is detected by content, not by name.

With `base_url`, sources on disk and the files in their folder are treated as already published. Relative addresses are
resolved against it, and its files are read from the folder rather than the web.
"""

from __future__ import annotations

import os
import posixpath
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.file_uris import common_folders, path_on_disk, uri_on_disk
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.request_headers import ACCEPT_XML
from standard_sitemap.fetching.retrieving import Retriever, folder_of, load
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.site import RetrievedFile, Site
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.model.url_paths import quoted, unquoted
from standard_sitemap.sitemapsorg import is_ssp
from standard_sitemap.webmaster.converting.extension_markup import Extensions
from standard_sitemap.webmaster.converting.listing import Listing, TitleLookup

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Format = Literal["ssp", "sitemaps-org"]


class ReadOptions(NamedTuple):
    """Options for reading.

    `root` is the folder above which no file is read. `base_url` is the future address of files on disk. `include_user`
    includes nodes with `tree="user"`. `bodies` maps addresses to documents already at hand. sitemaps.org files keep
    their order, or are sorted with `by_name`. `title_of` returns titles of pages. Unless `is_base_named`, the caller
    did not name `base_url`, and its server must be public.
    """

    root: Path | None = None
    base_url: str | None = None
    include_user: bool = False
    bodies: Mapping[str, bytes] = MappingProxyType({})
    by_name: bool = False
    title_of: TitleLookup | None = None
    allow_private: bool = False
    is_base_named: bool = True


class Source(NamedTuple):
    """The sources' addresses, format, hierarchies (one for all sitemaps.org files), and extensions."""

    uris: tuple[str, ...]
    format: Format
    hierarchies: tuple[Hierarchy, ...]
    extensions: Extensions


class MixedFormats(ValueError):
    """Some sources are SSP files and some are not; `args` holds one of each."""


class MixedPlaces(ValueError):
    """Some sources are on disk, and some on the web, which must not lead to local files; `args` holds one of each."""


async def read(uris: Sequence[str], options: ReadOptions, progress: Progress) -> Source:
    """Return the sources at `uris`, all on disk or all on the web.

    Raises Refusal if one of them cannot be fetched, MixedPlaces or MixedFormats.
    """
    async with _retriever(uris, options) as retriever:
        here = {(uri := _address(uri_given, options)): await retriever.get(uri, ACCEPT_XML) for uri_given in uris}
        formats: dict[Format, str] = {
            "ssp" if is_ssp(retrieved.body) else "sitemaps-org": uri for uri, retrieved in here.items()
        }
        if len(formats) > 1:
            raise MixedFormats(formats["ssp"], formats["sitemaps-org"])
        # A listing and a map have no common tree that could be written, so all sources have one format.
        (form,) = formats
        joined = here if form == "ssp" or len(here) == 1 else _joined(here)
        extensions = Extensions()
        sites: Sequence[Site] = (
            [_MapSite(uri, options, extensions) for uri in here]
            if form == "ssp"
            else [_ListedSite(next(iter(joined)), options, extensions)]
        )
        for site in sites:
            refused = await load(site, retriever, joined, progress)
            if site.root_uri in refused:
                raise refused[site.root_uri]
    return Source(tuple(here), form, tuple(site.hierarchy() for site in sites), extensions)


class _ListedSite(sitemapsorg.Site):
    """A set of sitemaps.org files whose hierarchy is a listing."""

    def __init__(self, root_uri: str, options: ReadOptions, extensions: Extensions) -> None:
        super().__init__(root_uri)
        self._options = options
        self._extensions = extensions

    def add(self, requested_uri: str, retrieved: RetrievedFile) -> None:
        """Parse and add a file, and record its extensions."""
        document = sitemapsorg.parse(*retrieved[:3], now=self._now, served_as=self._served_as(retrieved.uri))
        if not document.is_all:
            self._extensions.add(retrieved.uri, retrieved.body)
        self.add_document(requested_uri, document)

    def hierarchy(self) -> Listing:
        """Return the hierarchy according to the options."""
        return Listing(self, by_name=self._options.by_name, title_of=self._options.title_of)


class _MapSite(ssp.Site):
    """A set of Standard-Sitemap files, kept compressed because all stay in memory until the last page is written."""

    def __init__(self, root_uri: str, options: ReadOptions, extensions: Extensions) -> None:
        super().__init__(root_uri, include_user=options.include_user)
        self._extensions = extensions

    def add(self, requested_uri: str, retrieved: RetrievedFile) -> None:
        """Parse and add a file, and record its extensions."""
        self._extensions.add(retrieved.uri, retrieved.body)
        super().add(requested_uri, retrieved)

    def append(self, document: ssp.Document) -> None:
        """Number the elements of a document after those already added."""
        super().append(document)
        document.unread.pack(PackedText)


class PackedText:
    """A text in compressed blocks; slicing decompresses only the blocks needed."""

    _BLOCK = 1 << 16

    def __init__(self, text: bytes) -> None:
        starts = range(0, len(text), self._BLOCK)
        self._blocks = [zstd.compress(text[start : start + self._BLOCK], 1) for start in starts]

    def __getitem__(self, part: slice) -> bytes:
        start, stop = part.start or 0, len(self._blocks) * self._BLOCK if part.stop is None else part.stop
        first = start // self._BLOCK
        blocks = map(_unpacked, self._blocks[first : -(-stop // self._BLOCK)])
        return b"".join(blocks)[start - first * self._BLOCK : stop - first * self._BLOCK]


# The next slice is usually in the same block. A reader that alternates between files needs a few blocks of each.
_unpacked = lru_cache(8)(zstd.decompress)


def _joined(here: dict[str, RetrievedDocument]) -> dict[str, RetrievedDocument]:
    """Return several sitemaps.org files below a virtual robots.txt that lists them."""
    # Never fetched. Its address only tells the site, and its lines make all files equal.
    root = resolve(next(iter(here)), "/robots.txt") or ""
    return {root: RetrievedDocument(root, "".join(f"Sitemap: {uri}\n" for uri in here).encode())} | here


def _address(uri: str, options: ReadOptions) -> str:
    """Return a source's present or future address.

    If `base_url` ends with a slash, it is the address of the source's folder, otherwise of the source.
    """
    if options.base_url is None or folder_of(uri) is None:
        return split_fragment(resolve(uri, "") or uri)[0]
    base = resolve(options.base_url, "") or options.base_url
    return (
        base
        if not urlsplit(base).path.endswith("/")
        else base + quoted(unquoted(urlsplit(uri).path.rpartition("/")[2]))
    )


def _retriever(uris: Sequence[str], options: ReadOptions) -> Retriever:
    on_disk = {uri: folder for uri in uris if (folder := folder_of(uri)) is not None}
    if not on_disk:
        return Retriever(None, named=None if options.allow_private else uris)
    first, elsewhere = next(iter(on_disk)), next((uri for uri in uris if uri not in on_disk), None)
    if elsewhere is not None:
        raise MixedPlaces(first, elsewhere)
    edges = (options.root,) if options.root else common_folders(on_disk.values())
    if options.base_url is None:
        return Retriever(edges, options.bodies, None if options.allow_private else uris)
    return _PublishedFileRetriever(edges, options, path_on_disk(first), _address(first, options))


class _PublishedFileRetriever(Retriever):
    """Retriever that reads `file` and its folder as if published at `address`, and fetches other documents."""

    def __init__(self, edges: tuple[Path, ...], options: ReadOptions, file: Path, address: str) -> None:
        named = (address,) if options.is_base_named else ()
        super().__init__(edges, options.bodies, None if options.allow_private else named)
        self._file = file
        self._address = address

    def is_at_hand(self, uri: str) -> bool:
        """Return whether the document is available without waiting for a server."""
        return self._path(uri) is not None or super().is_at_hand(uri)

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> RetrievedDocument:
        """Return the document at `uri`. Raises FetchRefusal."""
        path = self._path(uri)
        if path is None:
            return await super().get(uri, accept)
        return (await super().get(uri_on_disk(path), accept))._replace(uri=uri)

    def _path(self, uri: str) -> Path | None:
        """Return the file that will be at an address; None if it would be outside the edge."""
        if uri == self._address:
            return self._file
        there, here = urlsplit(uri), urlsplit(self._address)
        # A file on disk has no query: such an address belongs to a program, and only the web has its response.
        if (there.scheme, there.netloc) != (here.scheme, here.netloc) or there.query:
            return None
        start = posixpath.dirname(unquoted(here.path)) or "/"
        # Normalised before the comparison with the edge, because `..` could lead out of it.
        path = Path(os.path.normpath(self._file.parent / posixpath.relpath(unquoted(there.path) or "/", start)))
        return path if any(map(path.is_relative_to, self._edges or ())) else None
