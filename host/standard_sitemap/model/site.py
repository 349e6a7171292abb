"""A map as its files come in: what a loader is to those who fetch the files, and what they hand it.

A site fetches nothing. It names the addresses it wants, is handed the files or the reason why
there is none, and makes a hierarchy of what is there at any time.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import Hierarchy


class Retrieved(NamedTuple):
    """A retrieved file: its final URI after redirects, its bytes, and the Content-Type it was served with, if any.

    `received` is how many bytes were received where that is less: as many as were compressed. `encodings` are those of
    its Content-Encoding field that are not undone yet.
    """

    uri: str
    body: bytes
    content_type: str | None = None
    received: int | None = None
    encodings: str = ""

    @property
    def cost(self) -> int:
        """How many bytes were received."""
        return len(self.body) if self.received is None else self.received


class Bounds(NamedTuple):
    """How much of a file is read: elements, levels of them, characters of an attribute. The rest is left out."""

    # Twice as many as the largest maps seen, and still within an ordinary machine's memory.
    elements: int = 5_000_000
    # Nesting costs no stack here, but a view has to draw every level.
    depth: int = 1_000_000
    attribute: int = 1_000_000
    # Bytes of memory, roughly, beside the file's own: of a compressed file a few letters may stand for thousands.
    room: int = sys.maxsize
    # Bytes that a file may unpack to which is compressed by itself, not for its way.
    unpacked: int = sys.maxsize


class Document(Protocol):
    """One file that was parsed. It can be added to sites of its own format; its length is how much it holds."""

    @property
    def uri(self) -> str:
        """Its final URI after redirects, without fragment."""

    @property
    def size(self) -> int:
        """Its size in bytes, as it was retrieved."""

    @property
    def weight(self) -> int:
        """Bytes of memory that it takes, roughly."""

    @property
    def faults(self) -> Sequence[Fault]:
        """What was found wrong while it was parsed."""

    def __len__(self) -> int: ...


class Site(Protocol):
    """One sitemap: a root file, and those that it leads to, as far as they have come.

    Not to be used by two threads at once; the hierarchies that it has made may be.
    """

    @property
    def root_uri(self) -> str:
        """The address of the root file, as it was requested."""

    @property
    def include_user(self) -> bool:
        """Whether the reader wants elements whose `tree` is `user`. [Attribute tree]"""

    @property
    def documents(self) -> Sequence[Document]:
        """The files that hold something, in the order in which they were added."""

    @property
    def faults(self) -> Sequence[Fault]:
        """What is wrong with whole files: those that did not come among them."""

    def wanted(self) -> tuple[str, ...]:
        """The addresses to fetch now, without fragments; each is named once, ever."""

    def add(self, requested_uri: str, retrieved: Retrieved) -> None:
        """Parse and add the file that was requested as `requested_uri`."""

    def add_document(self, requested_uri: str, document: Document) -> None:
        """Add a document that was parsed elsewhere, by the reader of this format; raises TypeError for another's."""

    def fail(self, requested_uri: str, code: str, message: str) -> None:
        """Record that a file could not be had; it counts as empty."""

    def hierarchy(self) -> Hierarchy:
        """The hierarchy as far as the files are here."""
