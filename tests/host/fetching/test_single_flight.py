"""Concurrent calls with the same key are coalesced, and cancelled with their last caller."""

import asyncio

from standard_sitemap.fetching.single_flight import SingleFlight
from standard_sitemap.refusals import TooLarge


def test_concurrent_calls_run_once_and_later_calls_run_again() -> None:
    async def run() -> tuple[list[int], int]:
        flight: SingleFlight[int] = SingleFlight()
        calls: list[None] = []

        async def work() -> int:
            calls.append(None)
            await asyncio.sleep(0)
            return len(calls)

        return await asyncio.gather(*(flight.do("x", work) for _ in range(5))), await flight.do("x", work)

    assert asyncio.run(run()) == ([1] * 5, 2)


def test_cancelled_caller_leaves_other_callers_waiting() -> None:
    async def run() -> str:
        flight: SingleFlight[str] = SingleFlight()
        gate = asyncio.Event()

        async def work() -> str:
            await gate.wait()
            return "done"

        first, second = (asyncio.create_task(flight.do("x", work)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        gate.set()
        return await second

    assert asyncio.run(run()) == "done"


def test_work_without_callers_is_cancelled() -> None:
    async def run() -> bool:
        flight: SingleFlight[None] = SingleFlight()
        ended = asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        only = asyncio.create_task(flight.do("x", work))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        only.cancel()
        await asyncio.wait_for(ended.wait(), 5)
        return True

    assert asyncio.run(run())


def test_failure_reaches_every_caller() -> None:
    async def run() -> list[object]:
        flight: SingleFlight[None] = SingleFlight()

        async def work() -> None:
            raise TooLarge(uri="u", limit=1)

        return await asyncio.gather(*(flight.do("x", work) for _ in range(2)), return_exceptions=True)  # type: ignore[return-value]

    assert [type(each) for each in asyncio.run(run())] == [TooLarge] * 2
