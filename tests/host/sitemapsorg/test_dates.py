"""Dates in sitemaps, including dates in the future and in the distant past."""

from datetime import UTC, datetime, timedelta

import pytest

from host.sitemapsorg.samples import NAMESPACE, SITE, codes, read
from standard_sitemap.sitemapsorg.dates import (
    is_date,
    is_future,
    is_older,
    is_w3c_date,
    is_whole_day,
    lacks_zone,
)

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)
W3C = [
    "2024", "2024-05", "2024-05-31", "2024-02-29", "2024-05-31T14:30Z", "2024-05-31T14:30:00.5+14:00", "0000-02-29",
    "2016-12-31T23:59:60Z", "2016-12-31T23:59:60.5Z",
    "2024-05-31T24:00:00Z", "2024-05-31T14:30-12:00", "9999-12-31T24:00Z", "0001-01-01T00:00+14:00",
]  # fmt: skip
# D53: ISO 8601's calendar dates in extended and basic form, whose zone may be missing.
ISO_WITH_ZONE = [
    "20240531", "20240229", "2024-05-31T14Z", "2024-05-31T14+02", "2024-05-31T14:30+02", "2024-05-31T14:30:00,5Z",
    "2024-05-31T14:30,5Z", "20240531T14Z", "20240531T1430Z", "20240531T143000Z", "20240531T143000.25+0200",
    "20240531T143000+02", "20240531T2400Z", "20161231T235960Z",
]  # fmt: skip
ISO_WITHOUT_ZONE = [
    "2024-05-31T14", "2024-05-31T14:30", "2024-05-31T14:30:00", "2024-05-31T14:30:00.123", "20240531T14",
    "20240531T1430", "20240531T143000", "20240531T143000,5", "2024-05-31T24:00",
]  # fmt: skip
NONE = [
    "", "24-05-31", "2024-13-01", "2024-02-30", "2023-02-29", "2024-05-31T24:01Z", "2024-05-31 14:30Z",
    "2024-05-31T14:30+15:00", "2024-05-31T14:30-13:00", "2024-05-31T14:30+02:60", "2024-05-31T14:30+25:00",
    "202405", "20230229", "2024-W22-5", "2024-152", "20240531T14:30Z", "2024-05-31T1430Z", "20240531T1430+02:00",
    "2024-05-31T14:30+0200", "2024-05T14:30Z", "2024-05-31T", "2024-05-31T2430", "20240531T2401", "2024-05-31Z",
    "20240531T1430+1500", "2024-05-31T14:60", "2024-05-31T14:30:61Z", "2024-05-31T14:30.", "31.5.2024", "２024-05-31",
]  # fmt: skip


@pytest.mark.parametrize("value", W3C)
def test_w3c_forms_are_dates(value: str) -> None:
    assert is_w3c_date(value)
    assert is_date(value)
    assert not lacks_zone(value)


@pytest.mark.parametrize("value", [*ISO_WITH_ZONE, *ISO_WITHOUT_ZONE])
def test_iso_calendar_dates_are_dates_of_lastmod_alone(value: str) -> None:
    assert is_date(value)
    assert not is_w3c_date(value)
    assert lacks_zone(value) == (value in ISO_WITHOUT_ZONE)


@pytest.mark.parametrize("value", NONE)
def test_other_values_are_no_dates(value: str) -> None:
    assert not is_date(value)
    assert not is_w3c_date(value)
    assert not lacks_zone(value)


@pytest.mark.parametrize("value", [*W3C, *ISO_WITH_ZONE, *ISO_WITHOUT_ZONE, *NONE])
def test_every_value_is_future_old_or_neither(value: str) -> None:
    assert not (is_future(value, NOW) and is_older(value, NOW))
    assert is_date(value) or not (is_future(value, NOW) or is_older(value, NOW))


@pytest.mark.parametrize(
    ("value", "future"),
    [("2024-06-01", False), ("2024-06-02", False), ("2024-06-03", True), ("2025", True), ("2024", False),
     ("2024-06-01T12:30Z", True), ("2024-06-01T12:30+02:00", False), ("2024-06-01T06:30-06:00", True),
     ("20240603", True), ("20240602", False), ("20240601T1230Z", True), ("20240601T0630-0600", True),
     ("2024-06-02T01", False), ("2024-06-02T03", True), ("20240602T0300", True), ("20240601T13,5Z", True)],
)  # fmt: skip
def test_a_date_is_future_where_no_clock_shows_it_yet(value: str, future: bool) -> None:
    assert is_future(value, NOW) is future


@pytest.mark.parametrize(
    ("value", "old"),
    [("2024-05-30", False), ("2024-05-29", False), ("2024-05-28", True), ("20240528", True), ("2024-05", False),
     ("2024-05-30T11:59Z", True), ("20240530T1159Z", True), ("2024-05-30T11:59", False), ("2024-05-29T23:59", True)],
)  # fmt: skip
def test_a_date_is_old_once_it_is_over_everywhere(value: str, old: bool) -> None:
    assert is_older(value, NOW - timedelta(hours=48)) is old


def _urlset(*dates: str) -> str:
    entries = (f"<url><loc>{SITE}{number}</loc><lastmod>{date}</lastmod></url>\n" for number, date in enumerate(dates))
    return f"<urlset {NAMESPACE}>\n{''.join(entries)}</urlset>"


@pytest.mark.parametrize("head", ["", "<!DOCTYPE urlset>"])
def test_a_missing_zone_is_said_once_with_the_number_of_dates(head: str) -> None:
    document = read(head + _urlset("2024-05-31T14:30Z", "2024-05-31T14:30", "20240531T1430", "2024-05-31"))
    (fault,) = (fault for fault in document.faults if fault.code == "lastmod-without-zone")
    assert (fault.severity, fault.line, fault.params) == ("info", 3, {"value": "2024-05-31T14:30", "count": "2"})
    assert "bad-lastmod" not in codes(document)


def test_a_missing_zone_in_an_index_is_said() -> None:
    listed = f"<sitemap><loc>{SITE}a.xml</loc><lastmod>20240531T1430</lastmod></sitemap>"
    assert codes(read(f"<sitemapindex {NAMESPACE}>{listed}</sitemapindex>")) == ["lastmod-without-zone"]


@pytest.mark.parametrize(
    ("value", "is_day"),
    [
        ("2024-05-31", True),
        ("20240531", True),
        ("2024-05", False),
        ("2024-02-31", False),
        ("2024-05-31T10:00Z", False),
        ("x", False),
    ],
)
def test_whole_day_is_a_date_without_time(value: str, is_day: bool) -> None:
    assert is_whole_day(value) == is_day
