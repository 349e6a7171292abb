"""Writes hierarchies as files in either format, to a folder or a stream: all files of a conversion, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.webmaster.converting.extension_markup import Extensions
from standard_sitemap.webmaster.converting.markup import compressed, index, location_in, urlsets
from standard_sitemap.webmaster.converting.pages import PageFacts
from standard_sitemap.webmaster.converting.ssp_files import SplitBranches, Writer
from standard_sitemap.webmaster.converting.staging import StagingArea

Progress = Callable[[int], None]
# The default file names in a folder.
USUAL_NAMES = {"ssp": "standard-sitemap.xml", "sitemaps-org": "sitemap.xml"}


def write_one(pieces: Iterable[str], target: OutputFile | None, stream: BinaryIO) -> list[Path]:
    """Write one text file, or write to the stream if there is no target. Raises ExistingFiles or OSError."""
    encoded = (piece.encode("utf-8", "replace") for piece in pieces)
    if target is None:
        stream.writelines(encoded)
        return []
    with StagingArea(target.folder, may_replace=target.may_replace) as staging:
        staging.write(target.name, encoded)
        return staging.place()


class MissingFolder(Exception):
    """There are several files to write, but only a stream to write to."""


class MissingAddress(Exception):
    """There is an index to write, but the address of the files it lists is unknown."""


class OutputFile(NamedTuple):
    """A file in a folder; further files of the same conversion are written next to it."""

    folder: Path
    name: str
    may_replace: bool = False

    @property
    def stem(self) -> str:
        """The common prefix of the names of further files."""
        return self.name.removesuffix(".gz").rpartition(".")[0] or self.name


def write_sitemaps_org(
    pages: Iterable[tuple[str, PageFacts]],
    target: OutputFile,
    folder_uri: str | None,
    progress: Progress = lambda _: None,
) -> list[Path]:
    """Write pages as one urlset, or as an index with compressed urlsets.

    `folder_uri` is the folder's future address, with a trailing slash. Raises MissingAddress, ExistingFiles or OSError.
    """
    with StagingArea(target.folder, may_replace=target.may_replace) as staging:
        staging.refuse_replacing(target.name)
        documents: Iterator[bytes] = urlsets(pages, progress)
        first, second = next(documents), next(documents, None)
        if second is None:
            staging.write(target.name, [_packed(first, target.name)])
            return staging.place()
        if folder_uri is None:
            raise MissingAddress
        documents = chain((first, second), documents)
        del first, second  # ten megabytes each, not needed once compressed
        for number, document in enumerate(_all_compressed(documents), 1):
            staging.write(f"{target.stem}-{number}.xml.gz", [document])
        listed = [location_in(folder_uri, name) for name in staging.names]
        staging.write(target.name, [_packed(index(listed), target.name)])
        return staging.place()


def stream_sitemaps_org(pages: Iterable[tuple[str, PageFacts]], stream: BinaryIO) -> None:
    """Write pages as one urlset. Raises MissingFolder, with nothing written, if they exceed the limits of one file."""
    documents = urlsets(pages)
    first = next(documents)
    if next(documents, None) is not None:
        raise MissingFolder
    stream.write(first)


def write_ssp(
    hierarchy: Hierarchy,
    apart: SplitBranches,
    target: OutputFile,
    origins: tuple[str, ...],
    progress: Progress,
    extensions: Extensions | None = None,
) -> list[Path]:
    """Write a tree as an SSP file, with split branches in further files. Raises ExistingFiles or OSError."""
    with StagingArea(target.folder, may_replace=target.may_replace) as staging:
        staging.refuse_replacing(target.name)
        writer = Writer(hierarchy, apart, target.stem, progress, extensions)
        for name, pieces in writer.branches():
            staging.write(name, pieces)
        staging.write(target.name, writer.root(origins))
        return staging.place()


def stream_ssp(
    hierarchy: Hierarchy,
    whole: SplitBranches,
    stream: BinaryIO,
    origins: tuple[str, ...],
    progress: Progress,
    extensions: Extensions | None,
) -> None:
    """Write a tree as one SSP file."""
    stream.writelines(Writer(hierarchy, whole, "", progress, extensions).root(origins))


def _all_compressed(documents: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the documents compressed by gzip.

    Each is compressed in a thread while the next is made; gzip releases the interpreter lock.
    """
    with ThreadPoolExecutor(1) as beside:
        begun = (beside.submit(compressed, document) for document in documents)
        # At most two at a time, so that uncompressed documents do not fill the memory.
        latest = next(begun, None)
        while latest is not None:
            following = next(begun, None)
            yield latest.result()
            latest = following


def _packed(document: bytes, name: str) -> bytes:
    return compressed(document) if name.endswith(".gz") else document
