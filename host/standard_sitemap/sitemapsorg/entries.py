"""What a file lists, as it is written: one row for each page or sitemap, in the order of the file; and what is wrong
with the addresses, dates, frequencies and priorities there. Does no I/O; caches the origins of addresses.

Dates are W3C's profile of ISO 8601, on days that there are, with offsets that there are.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from itertools import repeat
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.model.uris import WEB_SCHEMES, resolve, split_fragment, web_start
from standard_sitemap.model.words import DAY, MONTH
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.sort_keys import start_of_all

_TIME = r"(?:[01][0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?"
_DATE = re.compile(rf"([0-9]{{4}})(?:-({MONTH})(?:-({DAY})(?:T({_TIME})(?:Z|([+-][0-9]{{2}}):([0-9]{{2}})))?)?)?")

# Times differ from page to page, days and offsets hardly do; and these take longer than the pattern.
_DAYS_CACHED = 4_096

# The clocks that are furthest behind and ahead of UTC.
_BEHIND, _AHEAD = timedelta(hours=-12), timedelta(hours=14)


def is_date(value: str) -> bool:
    """Whether a value is a date."""
    found = _DATE.fullmatch(value)
    if found is None:
        return False
    year, month, day, time, hours, minutes = found.groups()
    return _is_day(year, month, day) and _is_time(time) and _offset(hours, minutes) is not None


@lru_cache(_DAYS_CACHED)
def _is_day(year: str, month: str | None, day: str | None) -> bool:
    # The calendar has no year 0, which as a leap year is like 400.
    return day is None or month is None or int(day) <= monthrange(int(year) or 400, int(month))[1]


def is_future(value: str, now: datetime) -> bool:
    """Whether a date lies after `now`, wherever it was written."""
    return value[:4] >= str(now.year) and is_date(value) and _earliest(value) > now


def is_older(value: str, than: datetime) -> bool:
    """Whether a date lies before a moment, wherever it was written."""
    return is_date(value) and len(value) >= len("2024-05-31") and _latest(value) < than


def _is_time(time: str | None) -> bool:
    return time is None or not time.startswith("24") or time.strip("0:.") == "24"


@lru_cache(_DAYS_CACHED)
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


# Characters of an address that the protocol allows.
LONGEST = 2_047

# Characters that stand for themselves in every part of an address.
_USUAL = b"!$%&()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz~"
_ESCAPED = re.compile(r"[^!#-;=?-\[\]_a-z~]")
# The five that XML knows by itself, the ampersand's last: what it makes is no reference any more.
_REFERENCES = {"&lt;": "<", "&gt;": ">", "&apos;": "'", "&quot;": '"', "&amp;": "&"}
_TWICE_ESCAPED = re.compile("&(?:amp|lt|gt|quot|apos);")
# A file's addresses are of one host, those of a feed of a few: more would be remembered for nothing.
_HOSTS_CACHED = 4_096

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


def addresses(entries: Entries, base: str, faults: FaultCollector) -> list[str | None]:
    """The address of each entry; None where it has none, which is a fault."""
    written = entries.locations
    text = "\n".join(("", *written))
    # What is odd nowhere need not be looked at one by one.
    is_simple = not _is_odd(text, len(written)) and not ("&" in text and _TWICE_ESCAPED.search(text))
    own = origin(base)
    found: list[str | None] = [*written]
    if not is_simple or not _have_one_origin(written, text, own):
        check = _AddressCheck(entries, base, faults)
        found = [
            one if is_simple and (one.startswith(own) or _is_whole(one)) else check.address(row, one)
            for row, one in enumerate(written)
        ]
    if max(map(len, written), default=0) > LONGEST:
        for row, one in enumerate(written):
            if len(one) > LONGEST:
                faults.add("long-location", entries.lines[row], length=str(len(one)))
    return found


def check_places(locations: list[str], lines: Sequence[int], base: str, faults: FaultCollector) -> None:
    """Adds faults for addresses of other hosts and folders, and of those that are listed again."""
    if base.startswith(("http://", "https://")):
        check_hosts(locations, lines, base, faults)
    if len(set(locations)) < len(locations):
        first: dict[str, int] = {}
        for location, line in zip(locations, lines, strict=True):
            if location in first:
                faults.add("page-listed-again", line, location=location, first=str(first[location]))
            first.setdefault(location, line)


def check_hosts(locations: Sequence[str], lines: Sequence[int], base: str, faults: FaultCollector) -> None:
    """Adds faults for addresses that are not of the host and below the folder of the file, which is at `base`."""
    own, folder = origin(base), base[: base.rfind("/", 0, _path_end(base)) + 1]
    if folder.startswith(own) and all(map(str.startswith, locations, repeat(folder))):
        return  # as in most files
    of_all = start_of_all(locations)  # found in a third of the time that the start of each takes
    starts = [of_all] * len(locations) if of_all else list(map(web_start, locations))
    others: dict[str, tuple[str, int]] = {}  # by code the start of the first address, and how many there are
    for start, number in Counter(starts).items():
        if start not in ("", own):
            first, known = others.get(code := _kind_of_host(start, own), (start, 0))
            others[code] = first, known + number
    for code, (start, number) in others.items():
        place = starts.index(start)
        first = locations[place]
        parts = urlsplit(first)
        faults.add(
            code,
            lines[place],
            count=str(number),
            location=first,
            scheme=parts.scheme,
            host=parts.netloc,
            own=urlsplit(own).scheme if code == "other-scheme" else urlsplit(own).netloc,
            origin=own,
            right=as_markup(own + first[len(origin(first)) :]),
        )
    places = range(len(starts)) if folder != own else ()
    outside = [place for place in places if starts[place] == own and not locations[place].startswith(folder)]
    if outside:
        first = locations[outside[0]]
        faults.add("outside-folder", lines[outside[0]], count=str(len(outside)), folder=folder, location=first)


def _kind_of_host(location: str, own: str) -> str:
    """By which code an address is of another host than the site's."""
    scheme, host = urlsplit(location)[:2]
    own_host = urlsplit(own).netloc
    if host == own_host:
        return "other-scheme" if scheme in ("http", "https") else "other-host"
    return "www-or-bare" if host.removeprefix("www.") == own_host.removeprefix("www.") else "other-host"


def normal_address(written: str, base: str) -> str | None:
    """An address as browsers understand it, seen from `base`; None where it is none that leads to a page."""
    if not _is_odd(written) and _is_whole(written):
        return written
    if written.startswith("//") and base.startswith("file:"):
        written = f"https:{written}"  # a host, which a disk has none of
    location = resolve(base, written) if written else None
    if location is None:
        return None
    scheme = location.partition(":")[0]
    return location if scheme in WEB_SCHEMES or (scheme == "file" and base.startswith("file:")) else None


@lru_cache(_HOSTS_CACHED)
def origin(uri: str) -> str:
    """Scheme and host of an address, with a slash at the end."""
    parts = urlsplit(uri)
    return f"{parts.scheme}://{parts.netloc}/"


class _AddressCheck:
    """Looks at addresses one by one, and adds what is wrong with them."""

    def __init__(self, entries: Entries, base: str, faults: FaultCollector) -> None:
        self._entries = entries
        self._base = base
        self._faults = faults

    def address(self, row: int, written: str) -> str | None:
        """The address of an entry; None where it has none."""
        line, add = self._entries.lines[row], self._faults.add
        if not written:
            add("empty-location", line)
            return None
        location = normal_address(written, self._base)
        if location is None:
            add("ftp-location" if written.lower().startswith("ftp:") else "bad-location", line, value=written)
        elif not _has_scheme(written):
            add("relative-location", line, value=written, location=location)
        elif _TWICE_ESCAPED.search(written):
            add("twice-escaped", line, value=written, location=self._as_written(_unescaped(location)))
        elif "#" in location:
            add("location-with-fragment", line, value=written, location=self._as_written(split_fragment(location)[0]))
        elif location != written and _ESCAPED.search(written):
            add("unescaped-location", line, value=written, location=self._as_written(location))
        return location

    def _as_written(self, location: str) -> str:
        return as_markup(location) if self._entries.is_markup else location


def as_markup(text: str) -> str:
    """A text as it is to be written in a sitemap's XML. [Sitemap limits]"""
    return escaped(text)


def _unescaped(text: str) -> str:
    for written, character in _REFERENCES.items():
        text = text.replace(written, character)
    return text


def _have_one_origin(written: list[str], text: str, own: str) -> bool:
    """Whether addresses that are not odd are all of one site, and whole; `text` has each behind a line break."""
    first = written[0] if written else ""
    start = own if first.startswith(own) else web_start(first) if _is_whole(first) else ""
    return start != "" and text.count(f"\n{start}") == len(written)


def _is_odd(text: str, breaks: int = 0) -> bool:
    """Whether a text holds what resolving an address might change, beside so many line breaks."""
    return len(text.encode("utf-8", "replace").translate(None, _USUAL)) > breaks or "/." in text


def _is_whole(written: str) -> bool:
    """Whether an address that is not odd is whole, and written as browsers do."""
    start = web_start(written)
    return start.startswith(("http://", "https://")) and _is_usual(start)


@lru_cache(_HOSTS_CACHED)
def _is_usual(host: str) -> bool:
    return resolve(host, "") == host


def _has_scheme(written: str) -> bool:
    return "://" in written[:10] and not written.startswith("/")


def _path_end(uri: str) -> int:
    ends = [place for place in (uri.find("?"), uri.find("#")) if place >= 0]
    return min(ends, default=len(uri))


def is_priority(value: str) -> bool:
    """Whether a value is a number from 0.0 to 1.0, and no longer than engines read."""
    return len(value) <= _LONGEST_NUMBER and _PRIORITY.fullmatch(value) is not None


# A column, the fault of a value there that is none, and which values are.
_Check = tuple[Column, str, Callable[[str], bool]]


def check_values(entries: Entries, faults: FaultCollector) -> None:
    """Adds faults for values that are none; each different one is looked at once."""
    for name, code, is_good in _checks(faults.now):
        _check_column(entries, name, code, _bad(entries, name, is_good), faults)


def faulty_columns(entries: Entries, now: datetime | None) -> frozenset[Column]:
    """The columns with values that are none: whose lines `check_values` will want."""
    return frozenset(name for name, _, is_good in _checks(now) if _bad(entries, name, is_good))


def _checks(now: datetime | None) -> Iterator[_Check]:
    yield "last_modified", "bad-lastmod", is_date
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
    for row, value in enumerate(entries.column(name)):
        if value in bad:
            used = {"used": used_priority(value)} if code == "priority-out-of-range" else {}
            faults.add(code, lines[row], value=value, **used)


def used_priority(value: str) -> str:
    """What a value that is no priority counts as."""
    try:
        number = float(value)
    except ValueError:
        return "0.5"
    return "0.5" if number != number else str(min(max(number, 0.0), 1.0))
