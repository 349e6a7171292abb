"""Turns at servers."""

import asyncio

from standard_sitemap.fetching.connections import Turns


async def _most_at_a_time(turns: Turns, origins: list[str], most: int) -> int:
    under_way, seen = 0, 0

    async def ask(origin: str) -> None:
        nonlocal under_way, seen
        async with turns.at(origin, most):
            under_way += 1
            seen = max(seen, under_way)
            await asyncio.sleep(0)
            under_way -= 1

    await asyncio.gather(*map(ask, origins))
    return seen


def test_a_server_is_asked_for_so_many_at_a_time() -> None:
    assert asyncio.run(_most_at_a_time(Turns(), ["a"] * 20, 6)) == 6


def test_servers_do_not_wait_for_each_other() -> None:
    assert asyncio.run(_most_at_a_time(Turns(), ["a", "b", "c"] * 10, 2)) == 6


def test_idle_servers_are_forgotten() -> None:
    async def run() -> int:
        turns = Turns()
        async with turns.at("busy", 1):
            for number in range(3_000):
                async with turns.at(str(number), 1):
                    pass
            assert turns.at("busy", 1).locked()
        return len(turns)

    assert asyncio.run(run()) < 1_100
