"""Searches of open maps: a newer one replaces the older, all share one thread, and maps that are opened come first."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine

import pytest

from standard_sitemap.reader.sites import searches
from standard_sitemap.reader.sites.searches import Searches


def _endless(steps: list[str], name: str) -> Callable[[], bool]:
    def advance() -> bool:
        steps.append(name)
        return True

    return advance


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)


@pytest.mark.promise("author", "A newer search ends the older search of the same site.")
def test_a_newer_search_ends_the_older_one_of_the_same_name() -> None:
    async def act() -> None:
        steps, shared = list[str](), Searches()
        older = asyncio.create_task(shared.replace("site", shared.run(_endless(steps, "older"))))
        other = asyncio.create_task(shared.replace("other", shared.run(_endless(steps, "other"))))
        await _until(lambda: {*steps} == {"older", "other"})
        assert await shared.replace("site", _result("newer")) == "newer"
        assert await older is None
        steps.clear()
        await _until(lambda: len(steps) > 100)
        assert {*steps[1:]} == {"other"}  # the first step may be of a slice that had begun
        other.cancel()

    asyncio.run(act())


async def _result(text: str) -> str:
    return text


def test_a_search_ends_with_its_request() -> None:
    async def act() -> None:
        steps, shared = list[str](), Searches()
        request = asyncio.create_task(shared.replace("site", shared.run(_endless(steps, "step"))))
        await _until(lambda: len(steps) > 0)
        request.cancel()
        await asyncio.wait({request})
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(act())


def test_a_bug_in_a_search_is_raised_to_its_request() -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    async def act(search: Callable[[], Coroutine[None, None, None]]) -> None:
        await Searches().replace("site", search())

    with pytest.raises(ZeroDivisionError):
        asyncio.run(act(fail))


def test_all_searches_run_in_one_thread_other_than_that_of_messages() -> None:
    async def act() -> None:
        threads, shared = set[int](), Searches()

        def advance() -> bool:
            threads.add(threading.get_ident())
            return False

        await asyncio.gather(*(shared.run(advance) for _ in range(8)))
        assert len(threads) == 1
        assert threading.get_ident() not in threads

    asyncio.run(act())


@pytest.mark.promise("author", "While a map is opened, a search takes a tenth of the time.")
def test_a_search_waits_after_each_slice_while_a_map_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    assert searches.SLICE_S * 10 <= searches.PATIENCE_S
    is_opening, waits = True, list[float]()
    now = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        waits.append(seconds)

    async def act() -> None:
        nonlocal is_opening
        shared, steps = Searches(lambda: is_opening), list[float]()

        def advance() -> bool:
            nonlocal now
            now += searches.SLICE_S * 2  # each step fills a slice
            steps.append(sum(waits))
            return len(steps) < 3

        await shared.run(advance)
        assert [round(waited / searches.PATIENCE_S) for waited in steps] == [1, 2, 3]
        is_opening = False
        waits.clear()
        await shared.run(advance)
        assert not waits

    monkeypatch.setattr(searches.time, "monotonic", lambda: now)
    monkeypatch.setattr(searches.asyncio, "sleep", sleep)
    asyncio.run(act())
