"""Content encodings: decoded in bounded steps, several bodies in turn, and cancellable."""

import asyncio
import gzip
import random
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from functools import partial

import brotli
import pytest

from standard_sitemap.fetching import decoding
from standard_sitemap.fetching.decoding import decode, decode_beside, decoded_start, unpacked
from standard_sitemap.fetching.limits import Limits
from standard_sitemap.model.gzip_members import MOST_MEMBERS
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.refusals import TimedOut, TooLarge, Unreachable

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
@pytest.mark.promise("server", "Responses in gzip, deflate, brotli and zstd are decoded.")
def test_encodings_are_decoded(name: str) -> None:
    text = bytes(range(256)) * 8_000
    assert decode(ENCODERS[name](text), name.upper(), "u") == text


def test_several_encodings_are_decoded_in_reverse_order() -> None:
    assert decode(brotli.compress(gzip.compress(b"x")), "gzip, identity, br", "u") == b"x"


def test_deflate_without_header_is_decoded() -> None:
    assert decode(_raw_deflate(b"abc"), "deflate", "u") == b"abc"


@pytest.mark.parametrize("name", ENCODERS)
def test_decompression_bombs_are_refused(name: str) -> None:
    with pytest.raises(TooLarge):
        decode(ENCODERS[name](b"\0" * 20_000_000), name, "u")


def test_undoes_several_frames_of_zstd_and_refuses_a_window_that_claims_memory() -> None:
    assert decode(zstd.compress(b"a") + zstd.compress(b"b"), "zstd", "u") == b"ab"
    # A frame of unknown size, as streaming writers make it, states its memory requirement.
    engine = zstd.ZstdCompressor(options={zstd.CompressionParameter.window_log: 28})
    with pytest.raises(Unreachable):
        decode(engine.compress(b"x") + engine.flush(), "zstd", "u")


@pytest.mark.parametrize("name", [*ENCODERS, "weird"])
def test_damaged_content_is_refused(name: str) -> None:
    body = ENCODERS.get(name, gzip.compress)(TEXT)
    for damaged in (body[: len(body) // 2], b"nonsense"):
        with pytest.raises(Unreachable):
            decode(damaged, name, "u")


@pytest.mark.promise("author", "Expanded size and compression ratio are bounded.")
def test_limits_follow_the_readers_settings() -> None:
    assert len(decode(gzip.compress(b"\0" * 20_000_000), "gzip", "u", Limits(expanded_ratio=2_000))) == 20_000_000
    with pytest.raises(TooLarge) as refused:
        decode(gzip.compress(b"x" * 2_000), "gzip", "u", Limits(file_bytes=1_024))
    assert refused.value.params["limit"] == 1_024


@pytest.mark.parametrize("name", ["gzip", "zstd"])
def test_decode_several_members_returns_all(name: str) -> None:
    parts = [b"%d" % number for number in range(MOST_MEMBERS)]
    assert decode(b"".join(map(ENCODERS[name], parts)), name, "u") == b"".join(parts)


@pytest.mark.parametrize("name", ["gzip", "zstd"])
@pytest.mark.parametrize("content", [b"", b"x"])
@pytest.mark.promise("author", "Members of a gzip or zstd stream are bounded in number.")
def test_decode_too_many_members_is_refused_at_once(name: str, content: bytes) -> None:
    body = ENCODERS[name](content) * (10_000_000 // len(ENCODERS[name](content)))
    started = time.thread_time()
    with pytest.raises(Unreachable, match="members"):
        decode(body, name, "u")
    assert time.thread_time() - started < 2


def test_decode_ignores_bytes_after_the_last_gzip_member() -> None:
    assert decode(gzip.compress(b"a") + b"\0" * 100, "gzip", "u") == b"a"


@pytest.mark.parametrize("name", ENCODERS)
def test_decode_beside_returns_the_same_as_decode(name: str) -> None:
    text = zlib.compress(TEXT, 0)[:1_000_000]
    assert asyncio.run(decode_beside(ENCODERS[name](text), name, "u")) == text


def _noise(size: int) -> bytes:
    return gzip.compress(random.Random(1).randbytes(size), 1)


@pytest.mark.promise("author", "Large bodies are decoded in turns, so none delays another for long.")
def test_decode_beside_lets_another_body_pass_many_large_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "_TURN_S", 0)  # one step: a fast machine decodes a whole body in an ordinary turn
    order: list[str] = []

    async def run(name: str, body: bytes) -> None:
        await decode_beside(body, "gzip", name)
        order.append(name)

    async def together() -> None:
        large = _noise(5_000_000)
        tasks = [asyncio.create_task(run("large", large)) for _ in range(8)]
        await asyncio.sleep(0)
        await asyncio.gather(run("small", _noise(100_000)), *tasks)

    asyncio.run(together())
    assert order[0] == "small"


@pytest.mark.promise("author", "Decoding ends when no task waits for it any more.")
def test_decode_beside_ends_with_the_task_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), threading.Event()
    monkeypatch.setattr(decoding, "_steps", partial(_endless, begun, ended))

    async def run() -> None:
        task = asyncio.create_task(decode_beside(b"x" * 100_000, "gzip", "u"))
        await asyncio.to_thread(begun.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        del task
        await asyncio.to_thread(ended.wait)

    asyncio.run(run())


def _endless(begun: threading.Event, ended: threading.Event, *_: object) -> Iterator[bytes]:
    try:
        while True:
            begun.set()
            yield b""
    finally:
        ended.set()


@pytest.mark.parametrize("seconds", [None, 0.0, 0.2], ids=["request", "over", "site"])
@pytest.mark.promise("author", "Decoding ends when the time limit of the request or of the map is reached.")
def test_unpacked_takes_no_longer_than_the_request_or_the_sitemap_has(
    seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoding, "_steps", partial(_endless, threading.Event(), threading.Event()))
    retrieved = RetrievedFile("u", b"x" * 100_000, encodings="gzip")
    limits = Limits(request_seconds=0.2 if seconds is None else 60)

    async def unpack() -> None:
        async with asyncio.timeout(5):
            await unpacked(retrieved, limits, seconds)

    with pytest.raises(TimedOut):
        asyncio.run(unpack())


@pytest.mark.parametrize("name", ENCODERS)
def test_decoded_start_returns_so_many_bytes(name: str) -> None:
    encoded = ENCODERS[name](TEXT)
    assert decoded_start(encoded, name, 100) == TEXT[:100]
    assert TEXT.startswith(decoded_start(encoded[: len(encoded) // 2], name, 100))


@pytest.mark.parametrize(("encodings", "start"), [("gzip, br", b""), ("weird", b""), ("identity", b"<site")])
def test_decoded_start_of_other_encodings(encodings: str, start: bytes) -> None:
    assert decoded_start(TEXT, encodings, 5) == start
