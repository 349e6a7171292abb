"""Bodies of responses, limited individually and together."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from standard_sitemap.fetching.bodies import PendingBodies
from standard_sitemap.refusals import TooLarge


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


@pytest.mark.promise("author", "All response bodies in progress share one memory limit.")
def test_total_limit_drops_the_largest_body() -> None:
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


def test_single_body_may_reach_the_readers_limit() -> None:
    assert len(asyncio.run(PendingBodies(100).read(_parts(20), "u", 1_000))) == 204
