"""The bodies of responses: without their content encodings, and never more of them than is allowed."""

from __future__ import annotations

import io
import zlib
from collections.abc import AsyncIterable, Iterator

from standard_sitemap.fetching import limits
from standard_sitemap.fetching.limits import DEFAULTS, RATIO_FREE_BYTES, Limits
from standard_sitemap.refusals import TooLarge, Unreachable


def media_type(content_type: str | None) -> str:
    """The type alone, lower-case, without parameters; "" where none was given."""
    return (content_type or "").partition(";")[0].strip().lower()


_STEP_BYTES = 1 << 20
"""What is unfolded before the limits are looked at again."""

_ZSTD_WINDOW_BYTES = 1 << 27
"""As much as browsers allow; a greater window is a claim on memory."""

_ZSTD_PIECE_BYTES = 256
"""Given to zstd at a time: four bytes may stand for 128 kB, and it takes no limit."""


def decode(body: bytes, encodings: str, uri: str, limits: Limits = DEFAULTS) -> bytes:
    """`body` without the encodings of its Content-Encoding field; raises TooLarge, Unreachable (damaged, unknown)."""
    for name in reversed([token.strip().lower() for token in encodings.split(",")]):
        if name in {"", "identity"}:
            continue
        try:
            body = _unfold(body, _steps(name, body), uri, limits)
        except (ValueError, EOFError, zlib.error) as error:
            raise Unreachable(uri=uri, reason=f"its {name} encoding is damaged or unknown") from error
    return body


def _unfold(body: bytes, steps: Iterator[bytes], uri: str, limits: Limits) -> bytes:
    most = min(limits.expanded_bytes, max(RATIO_FREE_BYTES, len(body) * limits.expanded_ratio))
    whole = io.BytesIO()
    for step in steps:
        if whole.tell() + len(step) > most:
            raise TooLarge(uri=uri, limit=most)
        whole.write(step)
    return whole.getvalue()


def _steps(name: str, body: bytes) -> Iterator[bytes]:
    if name in {"gzip", "x-gzip"}:
        return _zlib_steps(body, zlib.MAX_WBITS | 16)
    if name == "deflate":
        return _zlib_steps(body, zlib.MAX_WBITS if body[:1] == b"\x78" else -zlib.MAX_WBITS)
    if name == "br":
        return _brotli_steps(body)
    if name == "zstd":
        return _zstd_steps(body)
    raise ValueError(name)


def _zlib_steps(body: bytes, window: int) -> Iterator[bytes]:
    while body:
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
    import zstandard

    while body:
        engine = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW_BYTES).decompressobj()
        given = 0
        while not engine.eof:
            if given >= len(body):
                raise EOFError
            try:
                yield engine.decompress(body[given : given + _ZSTD_PIECE_BYTES])
            except zstandard.ZstdError as error:
                raise ValueError("zstd") from error
            given += _ZSTD_PIECE_BYTES
        body = engine.unused_data + body[given:]


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
