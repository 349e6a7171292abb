"""Dates in sitemaps: the forms of W3C Datetime, and for <lastmod> ISO 8601's calendar dates (D53). Pure; caches days.

A date must exist in the calendar, and its offset from UTC must exist on some clock.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

from standard_sitemap.model.words import DAY, MONTH

_HOUR, _SIXTIETH = "(?:[01][0-9]|2[0-4])", "[0-5][0-9]"
_SECOND = "(?:[0-5][0-9]|60)"  # a leap second ends in 60 (D69)
_TIME = rf"{_HOUR}:{_SIXTIETH}(?::{_SECOND}(?:\.[0-9]+)?)?"
_W3C = re.compile(rf"([0-9]{{4}})(?:-({MONTH})(?:-({DAY})(?:T({_TIME})(Z|[+-][0-9]{{2}}:[0-9]{{2}}))?)?)?")
# The last part of a time may have a fraction. Date, time and zone are all in extended form or all in basic form.
_EXTENDED_TIME = rf"{_HOUR}(?::{_SIXTIETH}(?::{_SECOND})?)?(?:[.,][0-9]+)?"
_EXTENDED = re.compile(rf"([0-9]{{4}})-({MONTH})-({DAY})T({_EXTENDED_TIME})(Z|[+-][0-9]{{2}}(?::[0-9]{{2}})?)?")
_BASIC_TIME = _EXTENDED_TIME.replace("(?::", "(?:")
_BASIC = re.compile(rf"([0-9]{{4}})({MONTH})({DAY})(?:T({_BASIC_TIME})(Z|[+-][0-9]{{2}}(?:[0-9]{{2}})?)?)?")

# Times differ from page to page, but days and offsets rarely do. Checking them takes longer than matching the pattern.
_DAYS_CACHED = 4_096

# The clocks furthest behind and ahead of UTC.
_BEHIND, _AHEAD = timedelta(hours=-12), timedelta(hours=14)


def is_w3c_date(value: str) -> bool:
    """Return whether a value is a date in W3C Datetime format."""
    return _exists(_W3C.fullmatch(value))


def is_date(value: str) -> bool:
    """Return whether a value is a date allowed in <lastmod>: W3C Datetime, or a calendar date of ISO 8601."""
    return _exists(_matched(value))


def lacks_zone(value: str) -> bool:
    """Return whether a date has a time without a time zone."""
    if len(value) <= len("2024-05-31") or value.endswith("Z") or (value[-3] == ":" and value[-6] in "+-"):
        return False  # nearly all dates, handled without a pattern
    date = _matched(value)
    return date is not None and date[4] is not None and date[5] is None and _exists(date)


def moment_of(value: str) -> datetime | None:
    """Return the moment at which a date begins, in UTC; None if it is no date of this calendar. No zone means UTC."""
    date = _matched(value)
    if date is None or not _exists(date) or date[1] == "0000":
        return None
    day = datetime(int(date[1]), int(date[2] or 1), int(date[3] or 1), tzinfo=timezone(_offset(date[5]) or timedelta()))
    try:
        return (day + _since_midnight(date[4] or "00")).astimezone(UTC)
    except OverflowError:  # at the ends of the calendar
        return None


def is_whole_day(value: str) -> bool:
    """Return whether a date names a day without a time."""
    date = _matched(value)
    return _exists(date) and date is not None and date[3] is not None and date[4] is None


def _since_midnight(time: str) -> timedelta:
    """Return the duration from midnight to a time; the last part of the time may have a fraction."""
    whole, _, fraction = time.replace(":", "").replace(",", ".").partition(".")
    units = [timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)]
    parts = [int(whole[start : start + 2]) for start in range(0, len(whole), 2)]
    exact = sum((unit * part for unit, part in zip(units, parts, strict=False)), timedelta())
    return exact + units[len(parts) - 1] * float(f"0.{fraction[:9]}" if fraction else 0)


def is_future(value: str, now: datetime) -> bool:
    """Return whether a date is after `now` in every time zone."""
    return value[:4] >= str(now.year) and is_date(value) and _earliest(value) > now


def is_older(value: str, than: datetime) -> bool:
    """Return whether a date is before a moment in every time zone."""
    return is_date(value) and len(value) >= len("20240531") and _latest(value) < than


def _matched(value: str) -> re.Match[str] | None:
    """Return the match of a value with the first form that fits: year, month, day, time and zone."""
    return _W3C.fullmatch(value) or _EXTENDED.fullmatch(value) or _BASIC.fullmatch(value)


def _exists(date: re.Match[str] | None) -> bool:
    if date is None:
        return False
    year, month, day, time, zone = date.groups()
    return _is_day(year, month, day) and _is_time(time) and _offset(zone) is not None


@lru_cache(_DAYS_CACHED)
def _is_day(year: str, month: str | None, day: str | None) -> bool:
    # The calendar has no year 0; as a leap year it equals 400.
    return day is None or month is None or int(day) <= monthrange(int(year) or 400, int(month))[1]


def _is_time(time: str | None) -> bool:
    return time is None or not time.startswith("24") or time.strip("0:.,") == "24"


@lru_cache(_DAYS_CACHED)
def _offset(zone: str | None) -> timedelta | None:
    """Return the offset of a zone from UTC; None if no such clock exists."""
    if zone is None or zone == "Z":
        return timedelta()
    hours, minutes = int(zone[1:3]), int(zone[3:].removeprefix(":") or 0)
    ahead = timedelta(hours=hours, minutes=minutes) * (-1 if zone.startswith("-") else 1)
    return ahead if _BEHIND <= ahead <= _AHEAD and minutes < 60 else None


def _earliest(value: str) -> datetime:
    """Return the earliest moment that a date may denote: without a zone, on the clocks furthest ahead."""
    date = _matched(value)
    if date is None or date[1] == "0000":
        return datetime.min.replace(tzinfo=UTC)
    day = datetime(int(date[1]), int(date[2] or 1), int(date[3] or 1), tzinfo=UTC)
    if not 1 < day.year < 9999:  # within a day of the calendar's ends
        return day
    digits = (date[4] or "").replace(":", "")
    time = timedelta(hours=int(digits[:2] or 0), minutes=int(digits[2:4] or 0) if digits[2:4].isdecimal() else 0)
    offset = _AHEAD if date[5] is None else _offset(date[5]) or timedelta()
    return (day.replace(tzinfo=timezone(offset)) + time).astimezone(UTC)


def _latest(value: str) -> datetime:
    """Return the latest moment that a date may denote.

    That is the end of a day; without a zone, on the clocks furthest behind UTC.
    """
    earliest, date = _earliest(value), _matched(value)
    if date is None or date[5] is not None or not 1 < earliest.year < 9999:
        return earliest
    return earliest + _AHEAD - _BEHIND + (timedelta(days=1) if date[4] is None else timedelta())
