"""Dates as sitemaps write them, and which of them lie in the future or long ago; addresses, many at once."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standard_sitemap.sitemapsorg.entries import Entries, addresses, check_hosts, is_date, is_future, is_older
from standard_sitemap.sitemapsorg.faults import Fault, FaultCollector

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


SITE = "https://www.example.org/"
_STARTS = st.sampled_from([SITE, "https://WWW.example.org/", "http://www.example.org/", "https://other.example/", "/"])
_WRITTEN = st.tuples(_STARTS, st.sampled_from(["a", "", "a b", "\u00e4", "x/../y", "a&amp;b", "a\nb", "#f"])).map(
    "".join
)


def _looked_at(*written: str) -> tuple[list[str | None], list[Fault]]:
    faults = FaultCollector(f"{SITE}sitemap.xml")
    return addresses(Entries(list(written), [1] * len(written)), f"{SITE}sitemap.xml", faults), faults.all()


@given(st.lists(_WRITTEN, max_size=5))
def test_many_addresses_come_to_the_same_as_each(written: list[str]) -> None:
    each = [_looked_at(one) for one in written]
    found, faults = _looked_at(*written)
    assert found == [location for locations, _ in each for location in locations]
    assert sorted(map(str, faults)) == sorted(str(fault) for _, own in each for fault in own)


def test_addresses_of_other_hosts_are_counted_by_what_differs() -> None:
    faults = FaultCollector(SITE)
    hosts = ("https://b.example/", "http://www.example.org/", SITE, "https://example.org/", "https://c.example/")
    check_hosts([f"{host}{path}" for path in "xy" for host in hosts], range(1, 11), f"{SITE}sitemap.xml", faults)
    counted = {fault.code: (fault.line, fault.params["count"], fault.params["location"]) for fault in faults.all()}
    assert counted == {
        "other-host": (1, "4", "https://b.example/x"),
        "other-scheme": (2, "2", "http://www.example.org/x"),
        "www-or-bare": (4, "2", "https://example.org/x"),
    }


def test_addresses_outside_the_folder_are_counted() -> None:
    faults = FaultCollector(SITE)
    check_hosts([f"{SITE}a/x", f"{SITE}b/x", f"{SITE}a"], [3, 4, 5], f"{SITE}a/sitemap.xml", faults)
    (outside,) = faults.all()
    assert (outside.code, outside.line, outside.params["count"]) == ("outside-folder", 4, "2")
