"""Gzip and deflate data, decompressed member by member: `standard_sitemap.model.gzip_members`."""

import gzip
import random
import time
import zlib

import pytest

from standard_sitemap.model.gzip_members import MOST_MEMBERS, TooManyMembers, decompressed


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
