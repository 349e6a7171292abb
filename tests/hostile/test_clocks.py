"""Clocks that jump: a cached response is reused for no longer than it may be, and nothing fails."""

from __future__ import annotations

import asyncio
import time
from email.utils import formatdate
from pathlib import Path

import pytest

from standard_sitemap.fetching.cache_store import CacheStore
from standard_sitemap.fetching.http_cache import Answer, Fields, HttpCache

HOUR, DAY, YEAR = 3_600, 86_400, 31_557_600
NOW = 1_800_000_000.0

_JUMPS: dict[str, float] = {
    "to 1970": -NOW,
    "before 1970": -NOW - YEAR,
    "back ten years": -10 * YEAR,
    "back a month": -31 * DAY,
    "back a day": -DAY,
    "back two hours": -2 * HOUR,
    "forward two hours": 2 * HOUR,
    "forward a day": DAY,
    "forward a month": 31 * DAY,
    "forward ten years": 10 * YEAR,
    "beyond 2038": 2**31 - NOW + 1,
    "beyond 2106": 2**32 - NOW + 1,
    "to the year 9999": 253_402_300_799 - NOW,
    "beyond the year 9999": 253_402_300_800 - NOW,
}


def _date(offset: float) -> str:
    return formatdate(NOW + offset, usegmt=True)


_RESPONSES: dict[str, dict[str, str]] = {
    "an hour": {"date": _date(0), "cache-control": "max-age=3600"},
    "an hour without a date": {"cache-control": "max-age=3600"},
    "an hour by a clock ahead": {"date": _date(DAY), "cache-control": "max-age=3600"},
    "an hour by a clock behind": {"date": _date(-HOUR / 2), "cache-control": "max-age=3600"},
    "an expiry": {"date": _date(0), "expires": _date(HOUR)},
    "an expiry without a date": {"expires": _date(HOUR)},
    "half an hour by its age": {"date": _date(0), "cache-control": "max-age=3600", "age": "1800"},
    "a tenth of its age": {"date": _date(0), "last-modified": _date(-10 * HOUR)},
}


@pytest.mark.parametrize("jump", _JUMPS.values(), ids=_JUMPS)
@pytest.mark.parametrize("fields", _RESPONSES.values(), ids=_RESPONSES)
@pytest.mark.promise("server", "A clock that jumps makes no response last longer than an hour that it has.")
def test_response_is_not_reused_after_a_clock_jumped_by_more_than_its_lifetime(
    fields: dict[str, str], jump: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = NOW
    monkeypatch.setattr(time, "time", lambda: now)
    bodies = iter((b"1", b"2", b"3", b"4"))

    async def send(_: Fields) -> Answer:
        return Answer(200, tuple(fields.items()), next(bodies))

    async def requested() -> bytes | None:
        store = CacheStore(tmp_path, 1_000_000)
        answer = await HttpCache(store, "part").answer("http://www.example.org/map", (), send)
        await store.close()
        return answer.body

    assert asyncio.run(requested()) == b"1"
    assert asyncio.run(requested()) == b"1"
    now += jump
    assert asyncio.run(requested()) == b"2"
    now = NOW
    assert asyncio.run(requested()) in {b"2", b"3"}
