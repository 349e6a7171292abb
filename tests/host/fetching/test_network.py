"""The number of concurrent requests per server."""

import asyncio

from standard_sitemap.fetching.network import HostLimiter


async def _most_at_a_time(limiter: HostLimiter, origins: list[str], most: int) -> int:
    under_way, seen = 0, 0

    async def ask(origin: str) -> None:
        nonlocal under_way, seen
        async with limiter.slot(origin, most):
            under_way += 1
            seen = max(seen, under_way)
            await asyncio.sleep(0)
            under_way -= 1

    await asyncio.gather(*map(ask, origins))
    return seen


def test_concurrent_requests_per_server_are_limited() -> None:
    assert asyncio.run(_most_at_a_time(HostLimiter(), ["a"] * 20, 6)) == 6


def test_servers_do_not_wait_for_each_other() -> None:
    assert asyncio.run(_most_at_a_time(HostLimiter(), ["a", "b", "c"] * 10, 2)) == 6


def test_idle_servers_alone_are_forgotten() -> None:
    async def run() -> int:
        limiter = HostLimiter()
        async with limiter.slot("busy", 1), limiter.slot("half busy", 2):
            for number in range(3_000):
                async with limiter.slot(str(number), 1):
                    pass
            assert limiter.slot("busy", 1).locked()
            async with limiter.slot("half busy", 2):
                assert limiter.slot("half busy", 2).locked()
        return len(limiter)

    assert asyncio.run(run()) == 0
