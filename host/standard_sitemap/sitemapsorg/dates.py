"""Dates as sitemaps write them: W3C's profile of ISO 8601, on days that there are, with offsets that there are."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import UTC, datetime, timedelta, timezone

_MONTHS = r"(?:0[1-9]|1[0-2])"
_DAYS = r"(?:0[1-9]|[12][0-9]|3[01])"
_TIME = r"(?:[01][0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?"
_DATE = re.compile(rf"([0-9]{{4}})(?:-({_MONTHS})(?:-({_DAYS})(?:T({_TIME})(?:Z|([+-][0-9]{{2}}):([0-9]{{2}})))?)?)?")

# The clocks that are furthest behind and ahead of UTC.
_BEHIND, _AHEAD = timedelta(hours=-12), timedelta(hours=14)


def is_date(value: str) -> bool:
    """Whether a value is a date."""
    found = _DATE.fullmatch(value)
    if found is None:
        return False
    year, month, day = (int(part) if part else None for part in found.groups()[:3])
    # The calendar has no year 0, which as a leap year is like 400.
    is_day = day is None or month is None or day <= monthrange(year or 400, month)[1]
    return is_day and _is_time(found[4]) and _offset(found[5], found[6]) is not None


def is_future(value: str, now: datetime) -> bool:
    """Whether a date lies after `now`, wherever it was written."""
    return value[:4] >= str(now.year) and is_date(value) and _earliest(value) > now


def is_older(value: str, than: datetime) -> bool:
    """Whether a date lies before a moment, wherever it was written."""
    return is_date(value) and len(value) >= len("2024-05-31") and _latest(value) < than


def _is_time(time: str | None) -> bool:
    return time is None or not time.startswith("24") or time.strip("0:.") == "24"


def _offset(hours: str | None, minutes: str | None) -> timedelta | None:
    """How far a clock is ahead of UTC; None of a clock that there is nowhere."""
    if hours is None or minutes is None:
        return timedelta()
    ahead = timedelta(hours=abs(int(hours)), minutes=int(minutes)) * (-1 if hours.startswith("-") else 1)
    return ahead if _BEHIND <= ahead <= _AHEAD and int(minutes) < 60 else None


def _earliest(value: str) -> datetime:
    """The first moment that a date may mean."""
    found = _DATE.fullmatch(value)
    if found is None or found[1] == "0000":
        return datetime.min.replace(tzinfo=UTC)
    day = datetime(int(found[1]), int(found[2] or 1), int(found[3] or 1), tzinfo=UTC)
    if not 1 < day.year < 9999:  # the calendar ends within a day of them
        return day
    if found[4] is None:
        return day - _AHEAD
    hour, minute = int(found[4][:2]), int(found[4][3:5])
    offset = _offset(found[5], found[6]) or timedelta()
    return (day.replace(tzinfo=timezone(offset)) + timedelta(hours=hour, minutes=minute)).astimezone(UTC)


def _latest(value: str) -> datetime:
    """The last moment that a date may mean: of a mere day its end where clocks are furthest behind."""
    earliest = _earliest(value)
    if "T" in value or not 1 < earliest.year < 9999:
        return earliest
    return earliest + _AHEAD + timedelta(days=1) - _BEHIND
