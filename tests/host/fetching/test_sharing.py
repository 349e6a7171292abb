"""One request for several who want the same; and bodies that are bounded together."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from standard_sitemap.fetching.bodies import Unfinished
from standard_sitemap.fetching.network import Shared
from standard_sitemap.refusals import TooLarge


def test_several_at_once_cost_one_and_later_ones_another() -> None:
    async def run() -> tuple[list[int], int]:
        shared: Shared[int] = Shared()
        calls: list[None] = []

        async def work() -> int:
            calls.append(None)
            await asyncio.sleep(0)
            return len(calls)

        return await asyncio.gather(*(shared.once("x", work) for _ in range(5))), await shared.once("x", work)

    assert asyncio.run(run()) == ([1] * 5, 2)


def test_one_who_leaves_leaves_the_others_waiting() -> None:
    async def run() -> str:
        shared: Shared[str] = Shared()
        gate = asyncio.Event()

        async def work() -> str:
            await gate.wait()
            return "done"

        first, second = (asyncio.create_task(shared.once("x", work)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        gate.set()
        return await second

    assert asyncio.run(run()) == "done"


def test_work_that_nobody_waits_for_ends() -> None:
    async def run() -> bool:
        shared: Shared[None] = Shared()
        ended = asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        only = asyncio.create_task(shared.once("x", work))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        only.cancel()
        await asyncio.wait_for(ended.wait(), 5)
        return True

    assert asyncio.run(run())


def test_failures_are_everybodys() -> None:
    async def run() -> list[object]:
        shared: Shared[None] = Shared()

        async def work() -> None:
            raise TooLarge(uri="u", limit=1)

        return await asyncio.gather(*(shared.once("x", work) for _ in range(2)), return_exceptions=True)  # type: ignore[return-value]

    assert [type(each) for each in asyncio.run(run())] == [TooLarge] * 2


async def _parts(count: int, gate: asyncio.Event | None = None) -> AsyncIterator[bytes]:
    for _ in range(count):
        yield b"x" * 10
    if gate is not None:
        await gate.wait()
    yield b"last"


def test_each_body_has_its_limit() -> None:
    unfinished = Unfinished()
    assert asyncio.run(unfinished.read(_parts(2), "u", 24)) == b"x" * 20 + b"last"
    with pytest.raises(TooLarge):
        asyncio.run(unfinished.read(_parts(2), "u", 23))
    assert unfinished.size == 0


def test_where_all_together_are_too_much_the_greatest_goes() -> None:
    async def run() -> tuple[object, bytes]:
        unfinished, gate = Unfinished(100), asyncio.Event()
        great = asyncio.create_task(unfinished.read(_parts(7, gate), "great", 90))
        await asyncio.sleep(0)
        small = await unfinished.read(_parts(5), "small", 90)
        gate.set()
        [failure] = await asyncio.gather(great, return_exceptions=True)
        return failure, small

    failure, small = asyncio.run(run())
    assert isinstance(failure, TooLarge)
    assert small == b"x" * 50 + b"last"


def test_a_single_one_may_be_as_great_as_the_reader_allows() -> None:
    assert len(asyncio.run(Unfinished(100).read(_parts(20), "u", 1_000))) == 204
