"""Gzip and deflate data, decompressed member by member: `standard_sitemap.model.gzip_members`."""

import gzip
import random
import sys
import time
import zlib

import pytest

from standard_sitemap.model.file_sizes import UNPACKED_RATIO_FREE_BYTES
from standard_sitemap.model.gzip_members import MOST_MEMBERS, Content, TooManyMembers, decompressed, unpacking


def _compressed(content: bytes, times: int) -> bytes:
    for _ in range(times):
        content = gzip.compress(content, mtime=0)
    return content


def test_members_one_after_the_other_are_one_content() -> None:
    assert b"".join(decompressed(gzip.compress(b"a") + gzip.compress(b"") + gzip.compress(b"b"))) == b"ab"


def test_members_longer_than_one_step_are_whole_and_in_steps() -> None:
    content = random.Random(1).randbytes(300_000) + b" " * 5_000_000
    steps = list(decompressed(gzip.compress(content) * 2))
    assert b"".join(steps) == content * 2
    assert max(map(len, steps)) <= 1 << 20


def test_bytes_after_the_last_member_are_ignored() -> None:
    assert b"".join(decompressed(gzip.compress(b"a") + b"nonsense")) == b"a"


@pytest.mark.parametrize("kept", [5, 15, -9, -1])
def test_member_that_is_cut_off_is_an_error_after_its_content(kept: int) -> None:
    with pytest.raises(EOFError):
        list(decompressed(gzip.compress(b"content" * 100)[:kept]))


def test_damaged_member_is_an_error() -> None:
    with pytest.raises(zlib.error):
        list(decompressed(b"\x1f\x8bnonsense"))


def test_too_many_members_are_an_error_however_long_the_file() -> None:
    started = time.thread_time()
    with pytest.raises(TooManyMembers):
        list(decompressed(gzip.compress(b"") * 500_000))
    assert time.thread_time() - started < 2
    assert b"".join(decompressed(gzip.compress(b"x") * MOST_MEMBERS)) == b"x" * MOST_MEMBERS


@pytest.mark.parametrize(
    ("file", "content", "faults"),
    [
        (b"<a/>", b"<a/>", ()),
        (gzip.compress(b"<a/>"), b"<a/>", ()),
        (gzip.compress(gzip.compress(b"<a/>")), b"<a/>", ("twice-compressed",)),
        (_compressed(b"<a/>", times=4), gzip.compress(b"<a/>", mtime=0), ("twice-compressed",)),
        (gzip.compress(b"<a/>" * 100)[:-9], b"<a/>" * 100, ("damaged-gzip",)),
    ],
)
def test_file_is_unpacked_as_far_as_it_is_sound(file: bytes, content: bytes, faults: tuple[str, ...]) -> None:
    unpacked = _unpacked(file)
    assert (unpacked.body, unpacked.faults) == (content, faults)


def test_file_is_unpacked_to_at_most_its_limit() -> None:
    unpacked = _unpacked(gzip.compress(bytes(UNPACKED_RATIO_FREE_BYTES)), most=1_000)
    assert unpacked == Content(bytes(1_000), ("unpacks-to-too-much",), 1_000)


def _unpacked(file: bytes, most: int = sys.maxsize) -> Content:
    steps = unpacking(file, most)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
