"""The body of a response: whether it is a document, and limits on the bytes of pending bodies.

Opens no connection and parses nothing.
"""

from __future__ import annotations

import io
from collections.abc import AsyncIterable
from typing import NamedTuple

from standard_sitemap.fetching import limits
from standard_sitemap.model.encodings import is_xml
from standard_sitemap.refusals import HttpStatus, NotFound, TooLarge, WrongType

# Success statuses without a document, or with only part of one.
_WITHOUT_DOCUMENT = frozenset({204, 205, 206})


class RetrievedDocument(NamedTuple):
    """A document: final URI, bytes, media type, response headers, encodings still to be decoded.

    The media type is None for a file on disk.
    """

    uri: str
    body: bytes
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    encodings: str = ""


def require_success(status: int, uri: str) -> None:
    """Raise NotFound or HttpStatus unless `status` is a success with a document."""
    if status in {404, 410}:
        raise NotFound(uri=uri, status=status)
    if not 200 <= status < 300 or status in _WITHOUT_DOCUMENT:
        raise HttpStatus(uri=uri, status=status)


def require_xml(content_type: str | None, uri: str) -> None:
    """Raise WrongType with the type unless the label is an XML type (D3)."""
    if not is_xml(content_type):
        label = (content_type or "").partition(";")[0].strip().lower()
        raise WrongType(uri=uri, type=label or "nothing at all")


def room_of(received: int) -> int:
    """Return the approximate bytes of memory that a file may take, by the number of bytes received."""
    small = min(received, limits.ROOM_SMALL_BYTES)
    return limits.ROOM_FREE_BYTES + limits.ROOM_OF_SMALL * small + limits.ROOM_OF_LARGE * (received - small)


class PendingBodies:
    """The pending bodies of this process, with a common limit; if it is exceeded, the largest body is dropped."""

    def __init__(self, most: int = limits.PENDING_BYTES) -> None:
        self.size = 0
        self._most = most
        self._bodies: set[_Body] = set()

    async def read(self, parts: AsyncIterable[bytes], uri: str, most: int, *, start_only: bool = False) -> bytes:
        """Return the joined parts; raises TooLarge above `most` bytes, and if this body is dropped.

        With `start_only`, read at most `most` bytes.
        """
        body = _Body(most)
        self._bodies.add(body)
        try:
            # Counted as they arrive: a Content-Length is only a claim, and chunked bodies have none (RFC 9112, 6.3).
            async for part in parts:
                if body.size + len(part) > most and not start_only:
                    raise TooLarge(uri=uri, limit=most)
                part = part[: most - body.size]  # noqa: PLW2901  all of it but for the last one that is wanted
                body.add(part)
                self.size += len(part)
                self._make_room()
                if body.is_dropped:
                    raise TooLarge(uri=uri, limit=self._room())
                if start_only and body.size == most:
                    break
            return body.whole()
        finally:
            self._bodies.discard(body)
            self.size -= body.size

    def _room(self) -> int:
        """Return the common limit, or the limit of a single body if the reader allows more for it."""
        return max(self._most, *(body.most for body in self._bodies))

    def _make_room(self) -> None:
        if self.size > self._most and self.size > self._room():
            # The largest one, so that a server that sends without end costs its own file and no other.
            greatest = max(self._bodies, key=lambda body: body.size)
            self.size -= greatest.size
            greatest.drop()


class _Body:
    """The parts of one response so far."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.is_dropped = False
        self._parts = io.BytesIO()

    def add(self, part: bytes) -> None:
        self.size += len(part)
        self._parts.write(part)

    def drop(self) -> None:
        # Free the memory at once; the reading task notices with its next part.
        self.is_dropped, self.size = True, 0
        self._parts = io.BytesIO()

    def whole(self) -> bytes:
        return self._parts.getvalue()  # without a copy, which would be expensive at this size


# The pending bodies of this process.
PENDING_BODIES = PendingBodies()
