"""The hierarchies of a conversion's sources, whichever format they are in: that is seen by content, never by name.

With an address for sources on disk (`base_url`), they and what lies in their folder count as being there: relative
addresses are seen from it, and its files are read from the folder, whatever may be on the web already.
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
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.request_headers import ACCEPT_XML
from standard_sitemap.fetching.retrieving import Retriever, folder_of, load, path_on_disk
from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.site import Retrieved, Site
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.model.url_paths import quoted, unquoted
from standard_sitemap.sitemapsorg import is_ssp
from standard_sitemap.webmaster.converting.extension_markup import Extensions
from standard_sitemap.webmaster.converting.listing import Listing, TitleOf

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Format = Literal["ssp", "sitemaps-org"]


class ReadOptions(NamedTuple):
    """How to read: above which folder no file is read, where files will be, whether `tree="user"` is in the tree.

    `given` are bodies that are here already, by address. Of sitemaps.org files the order is kept, or with `by_name`
    that of the names is taken; `title_of` knows titles of pages.
    """

    root: Path | None = None
    base_url: str | None = None
    include_user: bool = False
    given: Mapping[str, bytes] = MappingProxyType({})
    by_name: bool = False
    title_of: TitleOf | None = None
    allow_private: bool = False


class Source(NamedTuple):
    """What the sources come to: their addresses, their format, and the hierarchies, one of all sitemaps.org files;
    and what the files say in the words of others."""

    uris: tuple[str, ...]
    format: Format
    hierarchies: tuple[Hierarchy, ...]
    extensions: Extensions


class MixedFormats(ValueError):
    """Some sources are SSP files and some are not; `args` are one of each."""


class MixedPlaces(ValueError):
    """Some sources are on disk and some on the web, whose files must not lead to those; `args` are one of each."""


async def read(uris: Sequence[str], options: ReadOptions, progress: Progress) -> Source:
    """What is at `uris`, all on disk or all on the web.

    Raises a Refusal where one of them cannot be had, MixedPlaces or MixedFormats.
    """
    async with _retriever(uris, options) as retriever:
        here = {(uri := _address(uri_given, options)): await retriever.get(uri, ACCEPT_XML) for uri_given in uris}
        formats: dict[Format, str] = {
            "ssp" if is_ssp(retrieved.body) else "sitemaps-org": uri for uri, retrieved in here.items()
        }
        if len(formats) > 1:
            raise MixedFormats(formats["ssp"], formats["sitemaps-org"])
        # All or none: a listing and a map have no tree in common that could be written.
        (form,) = formats
        joined = here if form == "ssp" or len(here) == 1 else _joined(here)
        extensions = Extensions()
        sites: Sequence[Site] = (
            [_Mapped(uri, options, extensions) for uri in here]
            if form == "ssp"
            else [_Listed(next(iter(joined)), options, extensions)]
        )
        for site in sites:
            refused = await load(site, retriever, joined, progress)
            if site.root_uri in refused:
                raise refused[site.root_uri]
    return Source(tuple(here), form, tuple(site.hierarchy() for site in sites), extensions)


class _Listed(sitemapsorg.Site):
    """Sitemaps.org files whose hierarchy is a listing."""

    def __init__(self, root_uri: str, options: ReadOptions, extensions: Extensions) -> None:
        super().__init__(root_uri)
        self._options = options
        self._extensions = extensions

    def add(self, requested_uri: str, retrieved: Retrieved) -> None:
        """Parse and add a file, and note what it says in the words of others."""
        document = sitemapsorg.parse(*retrieved[:3], now=self._now, served_as=self._served_as(retrieved.uri))
        if not document.is_all:
            self._extensions.add(retrieved.uri, retrieved.body)
        self.add_document(requested_uri, document)

    def hierarchy(self) -> Listing:
        """The hierarchy as the options have it."""
        return Listing(self, by_name=self._options.by_name, title_of=self._options.title_of)


class _Mapped(ssp.Site):
    """Standard-Sitemap files, kept compressed: all of them are here until the last page was written."""

    def __init__(self, root_uri: str, options: ReadOptions, extensions: Extensions) -> None:
        super().__init__(root_uri, include_user=options.include_user)
        self._extensions = extensions

    def add(self, requested_uri: str, retrieved: Retrieved) -> None:
        """Parse and add a file, and note what it says in the words of others."""
        self._extensions.add(retrieved.uri, retrieved.body)
        super().add(requested_uri, retrieved)

    def append(self, document: ssp.Document) -> None:
        """Number the elements of a document after those that are here."""
        super().append(document)
        document.unread.pack(PackedText)


class PackedText:
    """A text in compressed blocks; a part of it is made of those around it."""

    _BLOCK = 1 << 16

    def __init__(self, text: bytes) -> None:
        starts = range(0, len(text), self._BLOCK)
        self._blocks = [zstd.compress(text[start : start + self._BLOCK], 1) for start in starts]

    def __getitem__(self, part: slice) -> bytes:
        start, stop = part.start or 0, len(self._blocks) * self._BLOCK if part.stop is None else part.stop
        first = start // self._BLOCK
        blocks = map(_unpacked, self._blocks[first : -(-stop // self._BLOCK)])
        return b"".join(blocks)[start - first * self._BLOCK : stop - first * self._BLOCK]


# Of a block mostly the chunk after that is wanted next; whoever goes over several files in turns has a few of each.
_unpacked = lru_cache(8)(zstd.decompress)


def _joined(here: dict[str, RetrievedDocument]) -> dict[str, RetrievedDocument]:
    """Several sitemaps.org files below one that leads to them, as the lines of a robots.txt would."""
    # Never fetched: the address only says of which site it is, and its lines that all files count alike.
    root = resolve(next(iter(here)), "/robots.txt") or ""
    return {root: RetrievedDocument(root, "".join(f"Sitemap: {uri}\n" for uri in here).encode())} | here


def _address(uri: str, options: ReadOptions) -> str:
    """Where a source is, or will be: `base_url` is the address of its folder if it ends with a slash, else its own."""
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
    edge = options.root or Path(os.path.commonpath(on_disk.values()))
    if options.base_url is None:
        return Retriever(edge, options.given, None if options.allow_private else uris)
    return _Placed(edge, options, path_on_disk(first), _address(first, options))


class _Placed(Retriever):
    """Reads `file` where it will be, at `address`, what is around it around there, and all else as usual."""

    def __init__(self, edge: Path, options: ReadOptions, file: Path, address: str) -> None:
        super().__init__(edge, options.given, None if options.allow_private else (address,))
        self._edge_folder = edge
        self._file = file
        self._address = address

    def is_at_hand(self, uri: str) -> bool:
        """Whether no server is waited for."""
        return self._path(uri) is not None or super().is_at_hand(uri)

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> RetrievedDocument:
        """The document at `uri`; raises a FetchRefusal."""
        path = self._path(uri)
        if path is None:
            return await super().get(uri, accept)
        return (await super().get(path.as_uri(), accept))._replace(uri=uri)

    def _path(self, uri: str) -> Path | None:
        """The file that will be at an address; None of one that will be nowhere below the edge."""
        if uri == self._address:
            return self._file
        there, here = urlsplit(uri), urlsplit(self._address)
        # A file on disk has no query: such an address is made by a program, and only the web knows what it answers.
        if (there.scheme, there.netloc) != (here.scheme, here.netloc) or there.query:
            return None
        start = posixpath.dirname(unquoted(here.path)) or "/"
        # Normalised before the edge is looked at, as `..` might lead out of it by name alone.
        path = Path(os.path.normpath(self._file.parent / posixpath.relpath(unquoted(there.path) or "/", start)))
        return path if path.is_relative_to(self._edge_folder) else None
