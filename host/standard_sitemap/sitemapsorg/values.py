"""Whether the values of optional elements are what the protocol allows. [Element definitions]"""

from __future__ import annotations

import re

from standard_sitemap.sitemapsorg.entries import Entries
from standard_sitemap.sitemapsorg.faults import Findings

FREQUENCIES = frozenset({"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"})
_MONTHS = r"(?:0[1-9]|1[0-2])"
_DAYS = r"(?:0[1-9]|[12][0-9]|3[01])"
_TIME = r"T(?:[01][0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:[0-9]{2})"
_DATE = re.compile(rf"[0-9]{{4}}(?:-{_MONTHS}(?:-{_DAYS}(?:{_TIME})?)?)?")
_PRIORITY = re.compile(r"(?:0?\.[0-9]+|0|1|0\.|1\.0*)")


def is_date(value: str) -> bool:
    """Whether a value is a date as W3C's profile of ISO 8601 has it."""
    return _DATE.fullmatch(value) is not None


def is_priority(value: str) -> bool:
    """Whether a value is a number from 0.0 to 1.0."""
    return _PRIORITY.fullmatch(value) is not None


def check_values(entries: Entries, findings: Findings) -> None:
    """Tells of values that are none; each different one is looked at once."""
    for column, code, is_good in (
        (entries.last_modified, "bad-lastmod", is_date),
        (entries.change_frequencies, "bad-changefreq", FREQUENCIES.__contains__),
        (entries.priorities, "priority-out-of-range", is_priority),
    ):
        bad = {value for value in set(column) if value and not is_good(value)}
        if not bad:
            continue
        for row, value in enumerate(column):
            if value in bad:
                used = {"used": used_priority(value)} if code == "priority-out-of-range" else {}
                findings.add(code, entries.lines[row], value=value, **used)


def used_priority(value: str) -> str:
    """What a value that is no priority counts as."""
    try:
        number = float(value)
    except ValueError:
        return "0.5"
    return "0.5" if number != number else str(min(max(number, 0.0), 1.0))
