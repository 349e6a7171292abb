"""Decompression of gzip and deflate data in bounded steps. Opens nothing."""

import sys
import zlib
from collections.abc import Generator, Iterator
from typing import NamedTuple

from standard_sitemap.model.file_sizes import EXPANDED_RATIO, UNPACKED_BYTES, UNPACKED_RATIO_FREE_BYTES

# The first bytes of every gzip member. [RFC 1952, 2.3.1]
GZIP = b"\x1f\x8b"

# zlib's parameter for data with a gzip header.
GZIP_WINDOW = zlib.MAX_WBITS | 16

# Bytes passed to one call of zlib, and bytes that it may return. A call takes a few milliseconds at most, and a file of
# many members is never copied member by member.
_INPUT_BYTES, _OUTPUT_BYTES = 1 << 16, 1 << 20

# Programs that compress blocks of 64 KiB write 2,500 members for the largest accepted document.
MOST_MEMBERS = 10_000

# Files compressed twice occur; more layers are malicious.
_LAYERS = 3


class TooManyMembers(ValueError):
    """A file with more than `MOST_MEMBERS` members."""


def decompressed(body: bytes, window: int = GZIP_WINDOW) -> Iterator[bytes]:
    """Yield the content of all members, in steps of at most 1 MiB.

    Ignore bytes after the last member, as browsers do. Raises zlib.error for damage, EOFError for a truncated body, and
    TooManyMembers.
    """
    data, offset = memoryview(body), 0
    for _ in range(MOST_MEMBERS):
        engine = zlib.decompressobj(window)
        while not engine.eof:
            piece = data[offset : offset + _INPUT_BYTES]
            step = engine.decompress(piece, _OUTPUT_BYTES)
            # At the end of a member, both attributes may hold the remaining bytes.
            offset += len(piece) - len(engine.unused_data if engine.eof else engine.unconsumed_tail)
            if not step and not piece and not engine.eof:
                raise EOFError
            yield step
        if not body.startswith(GZIP, offset):
            return
    raise TooManyMembers


class Content(NamedTuple):
    """The content of a compressed file, for a damaged one the part before the damage, and the codes of its faults."""

    body: bytes
    faults: tuple[str, ...]
    limit: int


def unpacking(body: bytes, most: int = sys.maxsize) -> Generator[None, None, Content]:
    """Unpack a compressed file in steps of some milliseconds, to at most `most` bytes; return its content."""
    most = min(UNPACKED_BYTES, max(UNPACKED_RATIO_FREE_BYTES, len(body) * EXPANDED_RATIO), most)
    faults = list[str]()
    for layer in range(_LAYERS):
        if not body.startswith(GZIP):
            break
        if layer == 1:
            faults.append("twice-compressed")
        whole = bytearray()
        try:
            for step in decompressed(body):
                whole += step
                if len(whole) > most:
                    faults.append("unpacks-to-too-much")
                    break
                yield
        except (EOFError, TooManyMembers, zlib.error):
            faults.append("damaged-gzip")
        del whole[most:]
        body = bytes(whole)
    return Content(body, tuple(faults), most)
