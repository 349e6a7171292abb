"""Content encodings, in bounded steps; and bodies that are bounded together."""

import asyncio
import gzip
import sys
import zlib
from collections.abc import AsyncIterator

import brotli
import pytest

from standard_sitemap.fetching.bodies import PendingBodies, decode
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.refusals import TooLarge, Unreachable

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = b"<sitemap/>" * 300_000


def _raw_deflate(data: bytes) -> bytes:
    engine = zlib.compressobj(wbits=-15)
    return engine.compress(data) + engine.flush()


ENCODERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstd.compress,
}


@pytest.mark.parametrize("name", ENCODERS)
def test_undoes(name: str) -> None:
    text = bytes(range(256)) * 8_000
    assert decode(ENCODERS[name](text), name.upper(), "u") == text


def test_undoes_several_in_reverse() -> None:
    assert decode(brotli.compress(gzip.compress(b"x")), "gzip, identity, br", "u") == b"x"


def test_undoes_deflate_without_its_header() -> None:
    assert decode(_raw_deflate(b"abc"), "deflate", "u") == b"abc"


@pytest.mark.parametrize("name", ENCODERS)
def test_refuses_bombs(name: str) -> None:
    with pytest.raises(TooLarge):
        decode(ENCODERS[name](b"\0" * 20_000_000), name, "u")


def test_undoes_several_frames_of_zstd_and_refuses_a_window_that_claims_memory() -> None:
    assert decode(zstd.compress(b"a") + zstd.compress(b"b"), "zstd", "u") == b"ab"
    # Of unknown size, as whoever streams it writes it: such a frame says how much memory it wants.
    engine = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: 28})
    with pytest.raises(Unreachable):
        decode(engine.compress(b"x") + engine.flush(), "zstd", "u")


@pytest.mark.parametrize("name", [*ENCODERS, "weird"])
def test_refuses_damage(name: str) -> None:
    body = ENCODERS.get(name, gzip.compress)(TEXT)
    for damaged in (body[: len(body) // 2], b"nonsense"):
        with pytest.raises(Unreachable):
            decode(damaged, name, "u")


def test_limits_are_those_of_the_reader() -> None:
    assert len(decode(gzip.compress(b"\0" * 20_000_000), "gzip", "u", Limits(expanded_ratio=2_000))) == 20_000_000
    with pytest.raises(TooLarge) as refused:
        decode(gzip.compress(b"x" * 2_000), "gzip", "u", Limits(expanded_bytes=1_024))
    assert refused.value.params["limit"] == 1_024


async def _parts(count: int, gate: asyncio.Event | None = None) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield b"x" * 10
    if gate is not None:
        await gate.wait()
    yield b"last"


def test_each_body_has_its_limit() -> None:
    pending = PendingBodies()
    assert asyncio.run(pending.read(_parts(2), "u", 24)) == b"x" * 20 + b"last"
    with pytest.raises(TooLarge):
        asyncio.run(pending.read(_parts(2), "u", 23))
    assert pending.size == 0


def test_where_all_together_are_too_much_the_greatest_goes() -> None:
    async def run() -> tuple[object, bytes]:
        pending, gate = PendingBodies(100), asyncio.Event()
        great = asyncio.create_task(pending.read(_parts(7, gate), "great", 90))
        await asyncio.sleep(0)
        small = await pending.read(_parts(5), "small", 90)
        gate.set()
        [failure] = await asyncio.gather(great, return_exceptions=True)
        return failure, small

    failure, small = asyncio.run(run())
    assert isinstance(failure, TooLarge)
    assert small == b"x" * 50 + b"last"


def test_a_single_one_may_be_as_great_as_the_reader_allows() -> None:
    assert len(asyncio.run(PendingBodies(100).read(_parts(20), "u", 1_000))) == 204
