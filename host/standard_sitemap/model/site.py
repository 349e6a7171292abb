"""A map while its files arrive: the interface between a loader and the code that fetches the files.

A site fetches nothing. It names the addresses to fetch, and receives each file or the reason for its absence. At any
time, it can make a hierarchy of the files received so far.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from standard_sitemap.model.faults import Fault
from standard_sitemap.model.gzip_members import Content
from standard_sitemap.model.hierarchy import Hierarchy


class RetrievedFile(NamedTuple):
    """A retrieved file: its final URI after redirects, its bytes, and the Content-Type it was served with, if any.

    `received` is the number of bytes received, if smaller because of compression. `encodings` are the codings of its
    Content-Encoding field that are still to be decoded. `content` is set for a compressed file that was unpacked.
    """

    uri: str
    body: bytes
    content_type: str | None = None
    received: int | None = None
    encodings: str = ""
    content: Content | None = None

    @property
    def cost(self) -> int:
        """The number of bytes received."""
        return len(self.body) if self.received is None else self.received


class Bounds(NamedTuple):
    """Limits on reading a file: elements, levels of elements, characters of an attribute. The rest is left out."""

    # Twice as many as the largest maps seen, and still within an ordinary machine's memory.
    elements: int = 5_000_000
    # Nesting uses no stack here, but a view has to draw every level.
    depth: int = 1_000_000
    attribute: int = 1_000_000
    # Approximate bytes of memory in addition to the file: a few letters of a compressed file may expand to thousands.
    room: int = sys.maxsize
    # Bytes that a compressed file may unpack to, apart from the transport's compression.
    unpacked: int = sys.maxsize


class Document(Protocol):
    """A parsed file, which can be added to sites of its own format; its length is the number of its elements."""

    @property
    def uri(self) -> str:
        """The final URI after redirects, without fragment."""

    @property
    def size(self) -> int:
        """The size in bytes, as retrieved."""

    @property
    def weight(self) -> int:
        """The approximate bytes of memory in use."""

    @property
    def faults(self) -> Sequence[Fault]:
        """The faults found while parsing."""

    def __len__(self) -> int: ...


class Site(Protocol):
    """One sitemap: a root file, and the files that it leads to and that have arrived.

    A site is not thread-safe; the hierarchies that it made are.
    """

    @property
    def root_uri(self) -> str:
        """The address of the root file, as requested."""

    @property
    def include_user(self) -> bool:
        """Whether the reader includes elements whose `tree` is `user`. [Attribute tree]"""

    @property
    def documents(self) -> Sequence[Document]:
        """The non-empty files, in the order in which they were added."""

    @property
    def faults(self) -> Sequence[Fault]:
        """The faults of whole files, including files that could not be fetched."""

    def wanted(self) -> tuple[str, ...]:
        """Return the addresses to fetch now, without fragments; each is returned only once."""

    def add(self, requested_uri: str, retrieved: RetrievedFile) -> None:
        """Parse and add the file that was requested as `requested_uri`."""

    def add_document(self, requested_uri: str, document: Document) -> None:
        """Add a document that this format's parser produced elsewhere; raises TypeError for the other format's."""

    def fail(self, requested_uri: str, code: str, message: str) -> None:
        """Record that a file could not be fetched; it counts as empty."""

    def hierarchy(self) -> Hierarchy:
        """Return the hierarchy of the files received so far."""
