"""Decoding of content encodings in bounded steps, outside the event loop for large bodies. Parses nothing.

A separate thread pool decodes large bodies in turns of a few milliseconds. A hostile body never delays others for long,
and is abandoned with the task that waits for it.
"""

from __future__ import annotations

import asyncio
import io
import sys
import time
import zlib
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from typing import TypeVar

import brotli

from standard_sitemap.fetching.limits import (
    DEFAULTS,
    UNPACKED_FREE_BYTES,
    UNPACKED_RATIO,
    Limits,
)
from standard_sitemap.model.file_sizes import RATIO_FREE_BYTES
from standard_sitemap.model.gzip_members import GZIP_WINDOW, MOST_MEMBERS, TooManyMembers, decompressed
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.refusals import TimedOut, TooLarge, Unreachable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# Bytes passed to one call of a library, and bytes that it may return: a call takes some milliseconds at most.
_INPUT_BYTES, _OUTPUT_BYTES = 1 << 16, 1 << 20

# 128 MB, the limit of browsers; a larger window is a claim on memory.
_ZSTD_WINDOW_LOG = 27

# Encoding twice is a mistake; each layer may be as long as the final limit allows.
_MOST_ENCODINGS = 3

# Bodies up to this size are decoded at once.
_SMALL_BYTES = 16_384

# Seconds of one turn of a large body; other bodies then take their turns.
_TURN_S = 0.02

# Two bodies at a time, because the interpreter has other work to do.
_THREADS = 2

Result = TypeVar("Result")

# Decodes in steps, and returns the whole.
_Decoding = Generator[None, None, bytes]


def decode(body: bytes, encodings: str, uri: str, limits: Limits = DEFAULTS) -> bytes:
    """Return `body` without the encodings of its Content-Encoding field, decoded at once.

    Raises TooLarge, and Unreachable for a damaged or unknown encoding.
    """
    steps = _decoding(body, encodings, uri, limits)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            whole: bytes = end.value
            return whole


async def decode_beside(body: bytes, encodings: str, uri: str, limits: Limits = DEFAULTS) -> bytes:
    """Return the result of `decode`, and raise its refusals; messages are handled meanwhile.

    Decoding ends when the task that waits for it is cancelled.
    """
    if len(body) <= _SMALL_BYTES:
        return decode(body, encodings, uri, limits)
    return await in_turns(_decoding(body, encodings, uri, limits))


async def in_turns(steps: Generator[None, None, Result]) -> Result:
    """Return the result of steps of some milliseconds; messages are handled meanwhile.

    Other bodies take their turns in between. The steps end when the task that waits for them is cancelled.
    """
    loop = asyncio.get_running_loop()
    while True:
        # At the end of the pool's queue each time, so that all bodies advance in turn.
        done = await loop.run_in_executor(_pool(), _advance, steps)
        if done is not None:
            return done[0]


async def unpacked(retrieved: RetrievedFile, limits: Limits = DEFAULTS, seconds: float | None = None) -> RetrievedFile:
    """Return the document without encodings; raises as `decode` does, and TimedOut after the time of a request.

    `seconds` is the remaining time of the whole sitemap; None if it is unlimited.
    """
    if not retrieved.encodings:
        return retrieved
    allowed = limits.request_seconds if seconds is None else max(0.0, min(limits.request_seconds, seconds))
    try:
        async with asyncio.timeout(allowed):
            body = await decode_beside(retrieved.body, retrieved.encodings, retrieved.uri, limits)
    except TimeoutError as error:
        raise TimedOut(uri=retrieved.uri, seconds=int(allowed)) from error
    return RetrievedFile(retrieved.uri, body, retrieved.content_type, len(retrieved.body))


def decoded_start(body: bytes, encodings: str, most: int) -> bytes:
    """Return the first `most` bytes of a truncated document; b"" if they are unreadable."""
    names = _applied(encodings)
    if len(names) > 1:
        return b""
    for name in names:
        start = bytearray()
        # The missing end is no damage here.
        with suppress(ValueError, EOFError, zlib.error):
            for step in _steps(name, body):
                start += step
                if len(start) >= most:
                    break
        body = bytes(start)
    return body[:most]


def most_unpacked(received: int, limits: Limits = DEFAULTS) -> int:
    """Return the maximum unpacked bytes of a file, by the number of bytes received."""
    by_ratio = max(RATIO_FREE_BYTES, received * limits.expanded_ratio)
    return min(limits.file_bytes, by_ratio, UNPACKED_FREE_BYTES + UNPACKED_RATIO * received)


@lru_cache(1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="decoding")


def _advance(steps: Generator[None, None, Result]) -> tuple[Result] | None:
    """Advance for one turn, at least a step; return the result once there is one."""
    until = time.monotonic() + _TURN_S
    try:
        next(steps)
        while time.monotonic() < until:
            next(steps)
    except StopIteration as end:
        return (end.value,)
    return None


def _decoding(body: bytes, encodings: str, uri: str, limits: Limits) -> _Decoding:
    names = _applied(encodings)
    if len(names) > _MOST_ENCODINGS:
        raise Unreachable(uri=uri, reason=f"it is encoded {len(names)} times")
    # The limit depends on the received bytes, not on the bytes between two layers of encoding.
    most = most_unpacked(len(body), limits)
    for name in names:
        try:
            body = yield from _whole(_steps(name, body), uri, most)
        except TooManyMembers as error:
            raise Unreachable(uri=uri, reason=f"its {name} encoding has more than {MOST_MEMBERS} members") from error
        except (ValueError, EOFError, zlib.error) as error:
            raise Unreachable(uri=uri, reason=f"its {name} encoding is damaged or unknown") from error
    return body


def _applied(encodings: str) -> list[str]:
    """Return the encodings in decoding order: the last one was applied last (RFC 9110, 8.4)."""
    names = [token.strip().lower() for token in reversed(encodings.split(","))]
    return [name for name in names if name not in {"", "identity"}]


def _whole(steps: Iterator[bytes], uri: str, most: int) -> _Decoding:
    whole = io.BytesIO()
    for step in steps:
        # Before the step is stored: a bomb ends at the limit, not one step beyond it.
        if whole.tell() + len(step) > most:
            raise TooLarge(uri=uri, limit=most)
        whole.write(step)
        yield
    return whole.getvalue()


def _steps(name: str, body: bytes) -> Iterator[bytes]:
    if name in {"gzip", "x-gzip"}:
        return decompressed(body, GZIP_WINDOW) if body else iter(())
    if name == "deflate":
        # Some servers omit the zlib header that RFC 9110 requires; browsers accept both.
        window = zlib.MAX_WBITS if body[:1] == b"\x78" else -zlib.MAX_WBITS
        return decompressed(body, window) if body else iter(())
    if name == "br":
        return _brotli_steps(body)
    if name == "zstd":
        return _zstd_steps(body)
    raise ValueError(name)


def _brotli_steps(body: bytes) -> Iterator[bytes]:
    engine, data, offset = brotli.Decompressor(), memoryview(body), 0
    while not engine.is_finished():
        piece = data[offset : offset + _INPUT_BYTES] if engine.can_accept_more_data() else b""
        try:
            step = engine.process(piece, output_buffer_limit=_OUTPUT_BYTES)
        except brotli.error as error:
            raise ValueError("br") from error
        offset += len(piece)
        if not step and not piece and offset >= len(body):
            raise EOFError
        yield step


def _zstd_steps(body: bytes) -> Iterator[bytes]:
    # The window is memory that the sender requests (RFC 8878, 3.1.1.1.2).
    options: dict[int, int] = {zstd.DecompressionParameter.window_log_max: _ZSTD_WINDOW_LOG}
    data, offset = memoryview(body), 0
    for _ in range(MOST_MEMBERS):
        engine = zstd.ZstdDecompressor(options=options)
        while not engine.eof:
            piece = data[offset : offset + _INPUT_BYTES] if engine.needs_input else b""
            try:
                step = engine.decompress(piece, _OUTPUT_BYTES)
            except zstd.ZstdError as error:
                raise ValueError("zstd") from error
            if not step and not piece and engine.needs_input and not engine.eof:
                raise EOFError
            offset += len(piece)
            yield step
        offset -= len(engine.unused_data)
        if offset == len(body):
            return
    raise TooManyMembers
