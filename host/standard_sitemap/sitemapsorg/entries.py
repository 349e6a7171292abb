"""What a file lists, as it is written: one row for each page or sitemap, in the order of the file; and the faults of
dates, frequencies and priorities there. Does no I/O.
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


class Alternate(NamedTuple):
    """The page in another language: the language's tag and the address, both as written, and the line."""

    language: str
    href: str
    line: int = 0


@dataclass(slots=True)
class Entries:
    """Columns of equal length; "" where something is not said. Titles and alternates by row, since few have any.

    `value_lines` are the lines of a column's values, looked for where one of them is faulty; `is_markup` says that
    addresses stand escaped as XML wants it, `is_all` that the file surely holds nothing else, not even comments.
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
        """The values of a column."""
        columns: dict[Column, list[str]] = {
            "last_modified": self.last_modified,
            "change_frequencies": self.change_frequencies,
            "priorities": self.priorities,
        }
        return columns[name]

    def add(self, location: str, line: int, last_modified: str = "", frequency: str = "", priority: str = "") -> int:
        """Appends a row; its number."""
        self.locations.append(location)
        self.lines.append(line)
        self.last_modified.append(last_modified)
        self.change_frequencies.append(frequency)
        self.priorities.append(priority)
        return len(self.locations) - 1


def is_priority(value: str) -> bool:
    """Whether a value is a number from 0.0 to 1.0, and no longer than engines read."""
    return len(value) <= _LONGEST_NUMBER and _PRIORITY.fullmatch(value) is not None


# A column, the code of the fault that a value there may have, and which values do not have it.
_Check = tuple[Column, str, Callable[[str], bool]]


def check_values(entries: Entries, faults: FaultCollector) -> None:
    """Add the faults of values; values that are alike are looked at once."""
    for name, code, is_good in _checks(faults.now):
        _check_column(entries, name, code, _bad(entries, name, is_good), faults)


def faulty_columns(entries: Entries, now: datetime | None) -> frozenset[Column]:
    """Return the columns with faulty values: `check_values` will ask for the lines of these."""
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
    if code == "lastmod-without-zone":  # said once (D53)
        row, value = faulty[0]
        faults.add(code, lines[row], value=value, count=str(len(faulty)))
        return
    for row, value in faulty:
        used = {"used": used_priority(value)} if code == "priority-out-of-range" else {}
        faults.add(code, lines[row], value=value, **used)


def used_priority(value: str) -> str:
    """What a value that is no priority counts as."""
    try:
        number = float(value)
    except ValueError:
        return "0.5"
    return "0.5" if number != number else str(min(max(number, 0.0), 1.0))
