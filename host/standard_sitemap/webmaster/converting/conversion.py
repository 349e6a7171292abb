"""Writes hierarchies as files in either format, to a folder or a stream.

All files are written or none: they are written to a hidden folder next to their destination, and moved when all are
complete. Existing files are replaced only with the caller's permission.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.stored_names import place_in
from standard_sitemap.webmaster.converting.extension_markup import Extensions
from standard_sitemap.webmaster.converting.markup import compressed, index, location_in, urlsets
from standard_sitemap.webmaster.converting.pages import PageFacts
from standard_sitemap.webmaster.converting.ssp_files import SplitBranches, Writer

_DEVICES = Path("/dev")


class ExistingFiles(Exception):
    """Files with these names already exist; `args` holds their paths."""


class StagingArea:
    """The staging area of one conversion: a context manager that removes all files that were not placed."""

    def __init__(self, folder: Path, *, may_replace: bool) -> None:
        self.names: list[str] = []
        self._folder = folder
        self._may_replace = may_replace
        self._hidden: Path | None = None

    def __enter__(self) -> Self:
        # The hidden folder is in the same file system, because only there a file can be moved atomically.
        self._hidden = Path(tempfile.mkdtemp(prefix=".standard-sitemap-", dir=self._folder))
        return self

    def __exit__(self, *_: object) -> None:
        if self._hidden is not None:
            shutil.rmtree(self._hidden, ignore_errors=True)

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Write the file to the staging area. Raises ExistingFiles, before writing, if it would replace a file."""
        assert self._hidden is not None
        self.refuse_replacing(name)
        with place_in(self._hidden, name).open("wb") as file:
            file.writelines(pieces)
            file.flush()
            # Flushed before the move: otherwise a power cut could leave a name without its content.
            os.fsync(file.fileno())
        self.names.append(name)

    def refuse_replacing(self, name: str) -> None:
        """Raise ExistingFiles if a file with this name exists and must stay; OSError for a device or a pipe."""
        place = self._folder / name
        if self._folder == _DEVICES or (place.exists() and not place.is_file() and not place.is_dir()):
            # For root, the move would put a file in the place of /dev/null, and all programs would write into it.
            raise OSError(errno.EINVAL, "it is a device or a pipe, not a file", str(place))
        if place.is_dir() or (not self._may_replace and os.path.lexists(place)):
            raise ExistingFiles(place)

    def place(self) -> list[Path]:
        """Move all files to their destinations in writing order, so that the file that names others comes last."""
        assert self._hidden is not None
        # Check all names again before moving the first: another process may have written files meanwhile.
        for name in self.names:
            self.refuse_replacing(name)
        for name in self.names:
            (self._hidden / name).replace(self._folder / name)
        return [self._folder / name for name in self.names]


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
