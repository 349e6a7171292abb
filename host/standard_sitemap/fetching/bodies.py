"""Takes in the bodies of answers, each within its limit and all of them together within one.

Where all together are too much, the greatest goes: a page that sends without end cannot push out those of others.
"""

from __future__ import annotations

import io
from collections.abc import AsyncIterable

from standard_sitemap.fetching import limits
from standard_sitemap.refusals import TooLarge


class Unfinished:
    """All bodies on their way to this process."""

    def __init__(self, most: int = limits.UNFINISHED_BYTES) -> None:
        self.size = 0
        self._most = most
        self._bodies: set[Body] = set()

    async def read(self, parts: AsyncIterable[bytes], uri: str, most: int) -> bytes:
        """The parts as one; raises TooLarge above `most` bytes, and where another's turn was more urgent."""
        body = Body(uri, most)
        self._bodies.add(body)
        try:
            async for part in parts:
                if body.size + len(part) > most:
                    raise TooLarge(uri=uri, limit=most)
                body.add(part)
                self.size += len(part)
                self._make_room()
                if body.is_given_up:
                    raise TooLarge(uri=uri, limit=self._room())
            return body.whole()
        finally:
            self._bodies.discard(body)
            self.size -= body.size

    def _room(self) -> int:
        """For all together; where the reader allows a single one more, that."""
        return max(self._most, *(body.most for body in self._bodies))

    def _make_room(self) -> None:
        if self.size > self._most and self.size > self._room():
            greatest = max(self._bodies, key=lambda body: body.size)
            self.size -= greatest.size
            greatest.give_up()


class Body:
    """What came of one answer so far."""

    def __init__(self, uri: str, most: int) -> None:
        self.uri = uri
        self.most = most
        self.size = 0
        self.is_given_up = False
        self._parts = io.BytesIO()

    def add(self, part: bytes) -> None:
        """Take in a part."""
        self.size += len(part)
        self._parts.write(part)

    def give_up(self) -> None:
        """Let go of everything."""
        self.is_given_up, self.size = True, 0
        self._parts = io.BytesIO()

    def whole(self) -> bytes:
        """All parts; without a copy, which at this size would count."""
        return self._parts.getvalue()


UNFINISHED = Unfinished()
"""Those of this process."""
