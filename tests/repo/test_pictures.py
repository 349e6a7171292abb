"""The README's pictures: all that are kept are shown, none is large, and making them smaller changes no pixel."""

from __future__ import annotations

import re
import struct
import zlib
from pathlib import Path

import pytest

from picturing.shrinking import shrunk

MOST_BYTES = 200_000


def test_pictures_that_are_kept_are_shown(root: Path, readme: str) -> None:
    kept = {file.name for file in (root / "scripts" / "images").iterdir()}
    assert kept == set(re.findall(r"scripts/images/([a-z-]+\.png)", readme))


def test_pictures_are_small(root: Path) -> None:
    large = [file.name for file in (root / "scripts" / "images").iterdir() if file.stat().st_size > MOST_BYTES]
    assert large == []


def png(colour: int, data: bytes) -> bytes:
    """A picture of two by two pixels, its rows already filtered."""

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = struct.pack(">IIBBBBB", 2, 2, 8, colour, 0, 0, 0)
    text = chunk(b"tEXt", b"made by hand" * 9)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + text + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")
    )


def pixels(content: bytes) -> bytes:
    """What follows the header of an unfiltered or row-by-row filtered picture, unpacked."""
    length = struct.unpack_from(">I", content, 33)[0]
    return zlib.decompress(content[41 : 41 + length])


@pytest.mark.parametrize(
    "filtered",
    [
        b"\x00\x01\x02\x03\x04\x05\x06\x00\x01\x02\x03\x07\x08\x09",
        b"\x01\x01\x02\x03\x03\x03\x03\x02\x00\x00\x00\x03\x03\x03",
        b"\x03\x01\x02\x03\x04\x04\x05\x04\x00\x00\x00\x03\x03\x03",
    ],
)
def test_every_filter_is_undone(filtered: bytes) -> None:
    written = pixels(shrunk(png(2, filtered)))
    assert written in (
        b"\x00\x01\x02\x03\x04\x05\x06\x00\x01\x02\x03\x07\x08\x09",
        b"\x02\x01\x02\x03\x04\x05\x06\x02\x00\x00\x00\x03\x03\x03",
    )


def test_alpha_goes_only_where_nothing_shows_through() -> None:
    opaque = b"\x00\x01\x02\x03\xff\x04\x05\x06\xff" * 2
    clear = b"\x00\x01\x02\x03\xff\x04\x05\x06\x80" * 2
    assert shrunk(png(6, opaque))[25] == 2
    assert shrunk(png(6, clear))[25] == 6
