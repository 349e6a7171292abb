"""Decompression of gzip and deflate data in bounded steps. Opens nothing."""

import zlib
from collections.abc import Iterator

# How every gzip member begins. [RFC 1952, 2.3.1]
GZIP = b"\x1f\x8b"

# zlib's parameter for data with a gzip header.
GZIP_WINDOW = zlib.MAX_WBITS | 16

# Bytes given to one call of zlib, and bytes that it may return: a call takes a few milliseconds at most, and a file of
# many members is never copied member by member.
_INPUT_BYTES, _OUTPUT_BYTES = 1 << 16, 1 << 20

# Programs that compress in blocks of 64 KiB write 2,500 members for the largest document that is accepted.
MOST_MEMBERS = 10_000


class TooManyMembers(ValueError):
    """A file with more than `MOST_MEMBERS` members."""


def decompressed(body: bytes, window: int = GZIP_WINDOW) -> Iterator[bytes]:
    """Yield the content of all members, in steps of at most 1 MiB.

    Bytes after the last member are ignored, as browsers do. Raises zlib.error for damage, EOFError for a body that is
    cut off, and TooManyMembers.
    """
    data, offset = memoryview(body), 0
    for _ in range(MOST_MEMBERS):
        engine = zlib.decompressobj(window)
        while not engine.eof:
            given = data[offset : offset + _INPUT_BYTES]
            step = engine.decompress(given, _OUTPUT_BYTES)
            # At the end of a member, both attributes may hold the rest.
            offset += len(given) - len(engine.unused_data if engine.eof else engine.unconsumed_tail)
            if not step and not given and not engine.eof:
                raise EOFError
            yield step
        if not body.startswith(GZIP, offset):
            return
    raise TooManyMembers
