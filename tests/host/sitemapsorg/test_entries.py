"""Dates as sitemaps write them, and which of them lie in the future or long ago."""

from datetime import UTC, datetime, timedelta

import pytest

from standard_sitemap.sitemapsorg.entries import is_date, is_future, is_older

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    ["2024", "2024-05", "2024-05-31", "2024-02-29", "2024-05-31T14:30Z", "2024-05-31T14:30:00.5+14:00", "0000-02-29",
     "2024-05-31T24:00:00Z", "2024-05-31T14:30-12:00", "9999-12-31T24:00Z", "0001-01-01T00:00+14:00"],
)  # fmt: skip
def test_days_times_and_offsets_that_there_are_are_dates(value: str) -> None:
    assert is_date(value)
    is_future(value, NOW)
    is_older(value, NOW)


@pytest.mark.parametrize(
    "value",
    ["", "24-05-31", "2024-13-01", "2024-02-30", "2023-02-29", "2024-05-31T14:30", "2024-05-31T24:01Z",
     "2024-05-31 14:30Z",
     "2024-05-31T14:30+15:00", "2024-05-31T14:30-13:00", "2024-05-31T14:30+02:60", "2024-05-31T14:30+25:00"],
)  # fmt: skip
def test_others_are_none(value: str) -> None:
    assert not is_date(value)
    assert not is_future(value, NOW)
    assert not is_older(value, NOW)


@pytest.mark.parametrize(
    ("value", "future"),
    [("2024-06-01", False), ("2024-06-02", False), ("2024-06-03", True), ("2025", True), ("2024", False),
     ("2024-06-01T12:30Z", True), ("2024-06-01T12:30+02:00", False), ("2024-06-01T06:30-06:00", True)],
)  # fmt: skip
def test_the_future_begins_where_no_clock_is_yet(value: str, future: bool) -> None:
    assert is_future(value, NOW) is future


def test_a_mere_day_is_old_once_it_is_over_everywhere() -> None:
    limit = NOW - timedelta(hours=48)
    assert not is_older("2024-05-30", limit)
    assert not is_older("2024-05-29", limit)
    assert is_older("2024-05-28", limit)
    assert is_older("2024-05-30T11:59Z", limit)
    assert not is_older("2024-05", limit)
