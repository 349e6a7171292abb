"""The two directions of a conversion, from hierarchies to files; what is written goes to a folder or to one stream.

Files are written all or not at all: made in a hidden folder beside their place, and moved there when every one is
whole. Nothing is replaced unless the caller says so.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.webmaster.converting.extension_markup import Extensions
from standard_sitemap.webmaster.converting.markup import compressed, index, location_in, urlsets
from standard_sitemap.webmaster.converting.pages import PageFacts
from standard_sitemap.webmaster.converting.ssp_files import SplitBranches, Writer


class InTheWay(Exception):
    """Files of that name are there already; `args` are their paths."""


class Staging:
    """Where the files of one conversion are made; a context manager that leaves nothing behind but what was placed."""

    def __init__(self, folder: Path, *, may_replace: bool) -> None:
        self.names: list[str] = []
        self._folder = folder
        self._may_replace = may_replace
        self._hidden: Path | None = None

    def __enter__(self) -> Self:
        # In the same folder, not that of the system: a file is moved in one step within one file system only.
        self._hidden = Path(tempfile.mkdtemp(prefix=".standard-sitemap-", dir=self._folder))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._hidden is not None:
            shutil.rmtree(self._hidden, ignore_errors=True)

    def write(self, name: str, pieces: Iterable[bytes]) -> None:
        """Makes the file of that name; raises InTheWay before anything is written where there is one."""
        assert self._hidden is not None
        self.refuse_replacing(name)
        with (self._hidden / name).open("wb") as file:
            file.writelines(pieces)
            file.flush()
            # Before it is moved: else a name may survive a power cut whose content did not.
            os.fsync(file.fileno())
        self.names.append(name)

    def refuse_replacing(self, name: str) -> None:
        """Raises InTheWay where a file of that name is there and must stay."""
        place = self._folder / name
        if place.is_dir() or (not self._may_replace and os.path.lexists(place)):
            raise InTheWay(place)

    def place(self) -> list[Path]:
        """Moves all files to their places, in the order in which they were made: the one that names others last."""
        assert self._hidden is not None
        # Once more, since others may have written meanwhile; and of all, before the first is moved.
        for name in self.names:
            self.refuse_replacing(name)
        for name in self.names:
            (self._hidden / name).replace(self._folder / name)
        return [self._folder / name for name in self.names]


Progress = Callable[[int], None]
# What a file is called in a folder where it is not named.
USUAL_NAMES = {"ssp": "standard-sitemap.xml", "sitemaps-org": "sitemap.xml"}


def write_one(pieces: Iterable[str], target: OutputFile | None, stream: BinaryIO) -> list[Path]:
    """Writes a file of text, or to the stream where no file is named; raises InTheWay or OSError."""
    encoded = (piece.encode("utf-8", "replace") for piece in pieces)
    if target is None:
        stream.writelines(encoded)
        return []
    with Staging(target.folder, may_replace=target.may_replace) as staging:
        staging.write(target.name, encoded)
        return staging.place()


class NeedsFolder(Exception):
    """There is more than one file to write, and only a stream to write to."""


class NeedsAddress(Exception):
    """There is an index to write, and it is not known where the files will be that it lists."""


class OutputFile(NamedTuple):
    """A file in a folder, beside which others of the same conversion are put."""

    folder: Path
    name: str
    may_replace: bool = False

    @property
    def stem(self) -> str:
        """How the names of the files beside it begin."""
        return self.name.removesuffix(".gz").rpartition(".")[0] or self.name


def write_sitemaps_org(
    pages: Iterable[tuple[str, PageFacts]],
    target: OutputFile,
    folder_uri: str | None,
    progress: Progress = lambda _: None,
) -> list[Path]:
    """Writes pages as one urlset, or as an index and compressed urlsets; raises NeedsAddress, InTheWay or OSError.

    `folder_uri` is where the folder will be on the web, with a slash at its end.
    """
    with Staging(target.folder, may_replace=target.may_replace) as staging:
        staging.refuse_replacing(target.name)
        documents: Iterator[bytes] = urlsets(pages, progress)
        first, second = next(documents), next(documents, None)
        if second is None:
            staging.write(target.name, [_packed(first, target.name)])
            return staging.place()
        if folder_uri is None:
            raise NeedsAddress
        documents = chain((first, second), documents)
        del first, second  # ten megabytes each, which nobody needs once they are compressed
        for number, document in enumerate(_all_compressed(documents), 1):
            staging.write(f"{target.stem}-{number}.xml.gz", [document])
        listed = [location_in(folder_uri, name) for name in staging.names]
        staging.write(target.name, [_packed(index(listed), target.name)])
        return staging.place()


def stream_sitemaps_org(pages: Iterable[tuple[str, PageFacts]], stream: BinaryIO) -> None:
    """Writes pages as one urlset; raises NeedsFolder, with nothing written, where that is not allowed to hold them."""
    documents = urlsets(pages)
    first = next(documents)
    if next(documents, None) is not None:
        raise NeedsFolder
    stream.write(first)


def write_ssp(
    hierarchy: Hierarchy,
    apart: SplitBranches,
    target: OutputFile,
    origins: tuple[str, ...],
    progress: Progress,
    extensions: Extensions | None = None,
) -> list[Path]:
    """Writes a tree as an SSP file, and branches that are to be apart as others; raises InTheWay or OSError."""
    with Staging(target.folder, may_replace=target.may_replace) as staging:
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
    extensions: Extensions | None = None,
) -> None:
    """Writes a tree of which nothing is to be apart as one SSP file."""
    stream.writelines(Writer(hierarchy, whole, "", progress, extensions).root(origins))


def _all_compressed(documents: Iterable[bytes]) -> Iterator[bytes]:
    """The documents as gzip has them, each compressed while the next is made: that does not need the interpreter."""
    with ThreadPoolExecutor(1) as beside:
        begun = (beside.submit(compressed, document) for document in documents)
        # One at a time, or all that is not compressed yet would be in memory.
        latest = next(begun, None)
        while latest is not None:
            following = next(begun, None)
            yield latest.result()
            latest = following


def _packed(document: bytes, name: str) -> bytes:
    return compressed(document) if name.endswith(".gz") else document
