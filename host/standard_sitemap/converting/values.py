"""Dates and frequencies as the schema of sitemaps.org wants them, made of what files really say. Pure."""

from __future__ import annotations

from datetime import date, datetime, timedelta

_FREQUENCIES = frozenset({"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"})
_DAY_LENGTH = len("2024-05-31")
_FARTHEST, _MINUTE = timedelta(hours=14), timedelta(minutes=1)


def date_of(text: str | None) -> str | None:
    """A day, or a moment to the second; None of what is none, as of a month alone, which the schema does not have."""
    value = (text or "").strip()
    try:
        if len(value) <= _DAY_LENGTH:
            return date.fromisoformat(value).isoformat()
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    offset = moment.utcoffset() or timedelta()
    return None if offset % _MINUTE or abs(offset) > _FARTHEST else moment.isoformat(timespec="seconds")


def frequency_of(text: str | None) -> str | None:
    """How often a page changes, in small letters; None of what does not say that."""
    value = (text or "").strip().lower()
    return value if value in _FREQUENCIES else None
