"""The entries of a file as written: one row for each page or sitemap, in the order of the file; and their value faults.

Checks dates, frequencies and priorities. Does no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from standard_sitemap.sitemapsorg.dates import is_date, is_future, lacks_zone
from standard_sitemap.sitemapsorg.faults import FaultCollector

FREQUENCIES = frozenset({"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"})
# Yandex reads no more bytes of a value (its reference of the errors in sitemaps).
_LONGEST_NUMBER = 100
_PRIORITY = re.compile(r"(?:0?\.[0-9]+|0|1|0\.|1\.0*)")

Column = Literal["last_modified", "change_frequencies", "priorities"]


# The value of `hreflang` for readers of all other languages.
X_DEFAULT = "x-default"


class Alternate(NamedTuple):
    """A page in another language: the language's tag and the address, both as written, and the line."""

    language: str
    href: str
    line: int = 0


@dataclass(slots=True)
class Entries:
    """Columns of equal length; "" for an unstated value. Titles and alternates are by row, since few rows have any.

    `value_lines` returns the lines of a column's values; it is called only for faulty columns. `is_markup` is true if
    addresses are XML-escaped. `is_all` is true if the file certainly holds nothing else, including comments.
    """

    locations: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    last_modified: list[str] = field(default_factory=list)
    change_frequencies: list[str] = field(default_factory=list)
    priorities: list[str] = field(default_factory=list)
    titles: dict[int, str] = field(default_factory=dict)
    alternates: dict[int, list[Alternate]] = field(default_factory=dict)
    home: int | None = None
    value_lines: Callable[[Column], Sequence[int]] | None = field(default=None, compare=False, repr=False)
    is_markup: bool = True
    is_all: bool = field(default=False, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.locations)

    def column(self, name: Column) -> list[str]:
        """Return the values of a column."""
        columns: dict[Column, list[str]] = {
            "last_modified": self.last_modified,
            "change_frequencies": self.change_frequencies,
            "priorities": self.priorities,
        }
        return columns[name]

    def add(self, location: str, line: int, last_modified: str = "", frequency: str = "", priority: str = "") -> int:
        """Append a row; return its number."""
        self.locations.append(location)
        self.lines.append(line)
        self.last_modified.append(last_modified)
        self.change_frequencies.append(frequency)
        self.priorities.append(priority)
        return len(self.locations) - 1


def is_priority(value: str) -> bool:
    """Return whether a value is a number from 0.0 to 1.0, within the length that engines read."""
    return len(value) <= _LONGEST_NUMBER and _PRIORITY.fullmatch(value) is not None


# A column, the code of a fault in its values, and the test for values without it.
_Check = tuple[Column, str, Callable[[str], bool]]


def check_values(entries: Entries, faults: FaultCollector) -> None:
    """Record the faults of values; check equal values once."""
    for name, code, is_good in _checks(faults.now):
        _check_column(entries, name, code, _bad(entries, name, is_good), faults)


def faulty_columns(entries: Entries, now: datetime | None) -> frozenset[Column]:
    """Return the columns with faulty values, whose lines `check_values` will need."""
    return frozenset(name for name, _, is_good in _checks(now) if _bad(entries, name, is_good))


def _checks(now: datetime | None) -> Iterator[_Check]:
    yield "last_modified", "bad-lastmod", is_date
    yield "last_modified", "lastmod-without-zone", lambda value: not lacks_zone(value)
    yield "change_frequencies", "bad-changefreq", FREQUENCIES.__contains__
    yield "priorities", "priority-out-of-range", is_priority
    if now is not None:
        yield "last_modified", "future-lastmod", lambda value: not is_future(value, now)


def _bad(entries: Entries, name: Column, is_good: Callable[[str], bool]) -> set[str]:
    return {value for value in set(entries.column(name)) if value and not is_good(value)}


def _check_column(entries: Entries, name: Column, code: str, bad: set[str], faults: FaultCollector) -> None:
    if not bad:
        return
    lines = entries.value_lines(name) if entries.value_lines is not None else entries.lines
    faulty = [(row, value) for row, value in enumerate(entries.column(name)) if value in bad]
    if code == "lastmod-without-zone":  # reported once (D53)
        row, value = faulty[0]
        faults.add(code, lines[row], value=value, count=str(len(faulty)))
        return
    for row, value in faulty:
        used = {"used": used_priority(value)} if code == "priority-out-of-range" else {}
        faults.add(code, lines[row], value=value, **used)


def used_priority(value: str) -> str:
    """Return the effective priority of an invalid value."""
    try:
        number = float(value)
    except ValueError:
        return "0.5"
    return "0.5" if number != number else str(min(max(number, 0.0), 1.0))
