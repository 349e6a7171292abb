"""Undoes content encodings in bounded steps: what unfolds to gigabytes is refused, not unfolded. Pure."""

import io
import zlib
from collections.abc import Iterator

from standard_sitemap.fetching.limits import DEFAULTS, RATIO_FREE_BYTES, Limits
from standard_sitemap.refusals import TooLarge, Unreachable

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
