"""What an answer brings: whether it is a document, its bytes without encodings, and how many bytes may be pending.

Opens no connection and parses nothing.
"""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import AsyncIterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.limits import (
    DEFAULTS,
    RATIO_FREE_BYTES,
    UNPACKED_FREE_BYTES,
    UNPACKED_RATIO,
    Limits,
)
from standard_sitemap.model.encodings import is_xml
from standard_sitemap.model.site import Retrieved
from standard_sitemap.refusals import HttpStatus, NotFound, TooLarge, Unreachable, WrongType

# What is decompressed before the limits are looked at again.
_STEP_BYTES = 1 << 20

# 128 MB, as much as browsers allow; a greater window is a claim on memory.
_ZSTD_WINDOW_LOG = 27

# Nobody encodes twice on purpose; each layer may be as long as all of them may become.
_MOST_ENCODINGS = 3

# Successes that bring no document, or only a part of one.
_WITHOUT_DOCUMENT = frozenset({204, 205, 206})


class RetrievedDocument(NamedTuple):
    """A document: final URI, bytes, label (None of a file on disk), response headers, encodings not undone yet."""

    uri: str
    body: bytes
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    encodings: str = ""


def require_success(status: int, uri: str) -> None:
    """Raise NotFound or HttpStatus unless `status` is a success that brings a document."""
    if status in {404, 410}:
        raise NotFound(uri=uri, status=status)
    if not 200 <= status < 300 or status in _WITHOUT_DOCUMENT:
        raise HttpStatus(uri=uri, status=status)


def require_xml(content_type: str | None, uri: str) -> None:
    """Raise WrongType, naming the type, unless the label says XML (D3)."""
    if not is_xml(content_type):
        label = (content_type or "").partition(";")[0].strip().lower()
        raise WrongType(uri=uri, type=label or "nothing at all")


def decode(body: bytes, encodings: str, uri: str, limits: Limits = DEFAULTS) -> bytes:
    """`body` without the encodings of its Content-Encoding field; raises TooLarge, Unreachable (damaged, unknown)."""
    # The last one named was applied last (RFC 9110, 8.4), so it is undone first.
    names = [token.strip().lower() for token in reversed(encodings.split(","))]
    applied = [name for name in names if name not in {"", "identity"}]
    if len(applied) > _MOST_ENCODINGS:
        raise Unreachable(uri=uri, reason=f"it is encoded {len(applied)} times")
    # However often it was encoded: what was received counts, not what lies between.
    most = most_unpacked(len(body), limits)
    for name in applied:
        try:
            body = _decoded(_steps(name, body), uri, most)
        except (ValueError, EOFError, zlib.error) as error:
            raise Unreachable(uri=uri, reason=f"its {name} encoding is damaged or unknown") from error
    return body


def decoded_start(body: bytes, encodings: str, most: int) -> bytes:
    """The first bytes, `most` of them, of a document of which only the start is there; b"" where it is not readable."""
    names = [token.strip().lower() for token in encodings.split(",")]
    applied = [name for name in names if name not in {"", "identity"}]
    if len(applied) > 1:
        return b""
    for name in applied:
        start = bytearray()
        # Its end is missing, which is no damage here.
        with suppress(ValueError, EOFError, zlib.error):
            for step in _steps(name, body):
                start += step
                if len(start) >= most:
                    break
        body = bytes(start)
    return body[:most]


def unpacked(found: Retrieved, limits: Limits = DEFAULTS) -> Retrieved:
    """The document without encodings; raises as `decode` does."""
    if not found.encodings:
        return found
    body = decode(found.body, found.encodings, found.uri, limits)
    return Retrieved(found.uri, body, found.content_type, len(found.body))


def most_unpacked(received: int, limits: Limits = DEFAULTS) -> int:
    """How many bytes a file may unpack to of which so many were received."""
    by_ratio = max(RATIO_FREE_BYTES, received * limits.expanded_ratio)
    return min(limits.expanded_bytes, by_ratio, UNPACKED_FREE_BYTES + UNPACKED_RATIO * received)


def room_of(received: int) -> int:
    """How many bytes of memory a file may take, roughly, of which so many were received."""
    small = min(received, limits.ROOM_SMALL_BYTES)
    return limits.ROOM_FREE_BYTES + limits.ROOM_OF_SMALL * small + limits.ROOM_OF_LARGE * (received - small)


def _decoded(steps: Iterator[bytes], uri: str, most: int) -> bytes:
    whole = io.BytesIO()
    for step in steps:
        # Before the step is stored: a bomb ends at the bound, not one step beyond it.
        if whole.tell() + len(step) > most:
            raise TooLarge(uri=uri, limit=most)
        whole.write(step)
    return whole.getvalue()


def _steps(name: str, body: bytes) -> Iterator[bytes]:
    if name in {"gzip", "x-gzip"}:
        return _zlib_steps(body, zlib.MAX_WBITS | 16)
    if name == "deflate":
        # Some servers send it without the zlib header that RFC 9110 requires; browsers accept both.
        return _zlib_steps(body, zlib.MAX_WBITS if body[:1] == b"\x78" else -zlib.MAX_WBITS)
    if name == "br":
        return _brotli_steps(body)
    if name == "zstd":
        return _zstd_steps(body)
    raise ValueError(name)


def _zlib_steps(body: bytes, window: int) -> Iterator[bytes]:
    while body:
        # A file may have several members, one after another (RFC 1952, 2.2); browsers read them all.
        engine = zlib.decompressobj(window)
        while not engine.eof:
            step = engine.decompress(body, _STEP_BYTES)
            body = engine.unconsumed_tail
            if not step and not body and not engine.eof:
                raise EOFError
            yield step
        body = engine.unused_data


def _brotli_steps(body: bytes) -> Iterator[bytes]:
    import brotli

    engine = brotli.Decompressor()
    try:
        step = engine.process(body, output_buffer_limit=_STEP_BYTES)
        while step:
            yield step
            step = engine.process(b"", output_buffer_limit=_STEP_BYTES)
    except brotli.error as error:
        raise ValueError("br") from error
    if not engine.is_finished():
        raise EOFError


def _zstd_steps(body: bytes) -> Iterator[bytes]:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd

    # The window is memory that the sender asks for (RFC 8878, 3.1.1.1.2).
    options: dict[int, int] = {zstd.DecompressionParameter.window_log_max: _ZSTD_WINDOW_LOG}
    while body:
        engine, given = zstd.ZstdDecompressor(options=options), body
        while not engine.eof:
            try:
                step = engine.decompress(given, _STEP_BYTES)
            except zstd.ZstdError as error:
                raise ValueError("zstd") from error
            if not step and engine.needs_input and not engine.eof:
                raise EOFError
            yield step
            given = b""  # it holds what it has not used yet
        body = engine.unused_data


class PendingBodies:
    """All bodies on their way to this process, bounded together: where they are too much the greatest is dropped."""

    def __init__(self, most: int = limits.PENDING_BYTES) -> None:
        self.size = 0
        self._most = most
        self._bodies: set[_Body] = set()

    async def read(self, parts: AsyncIterable[bytes], uri: str, most: int, *, start_only: bool = False) -> bytes:
        """The parts as one; raises TooLarge above `most` bytes, and where this is the one that is dropped.

        With `start_only` no more than `most` bytes are read.
        """
        body = _Body(most)
        self._bodies.add(body)
        try:
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
        """For all together; where the reader allows a single one more, that."""
        return max(self._most, *(body.most for body in self._bodies))

    def _make_room(self) -> None:
        if self.size > self._most and self.size > self._room():
            greatest = max(self._bodies, key=lambda body: body.size)
            self.size -= greatest.size
            greatest.drop()


class _Body:
    """The parts of one answer so far."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self.is_dropped = False
        self._parts = io.BytesIO()

    def add(self, part: bytes) -> None:
        self.size += len(part)
        self._parts.write(part)

    def drop(self) -> None:
        self.is_dropped, self.size = True, 0
        self._parts = io.BytesIO()

    def whole(self) -> bytes:
        return self._parts.getvalue()  # without a copy, which at this size would count


# Those of this process.
PENDING_BODIES = PendingBodies()
