"""What a file lists, as it is written: one row for each page or sitemap, in the order of the file; and what is wrong
with the addresses, dates, frequencies and priorities there. Does no I/O; caches the origins of addresses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urlsplit

from standard_sitemap.model.uris import resolve
from standard_sitemap.sitemapsorg.faults import FaultCollector

LONGEST = 2_047
"""Characters of an address that the protocol allows."""

# Characters that stand for themselves in every part of an address.
_USUAL = b"!$%&()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz~"
_ESCAPED = re.compile(r"[^!#-;=?-\[\]_a-z~]")
_SCHEMES = frozenset({"http", "https", "ftp"})
_HOSTS_CACHED = 4_096

FREQUENCIES = frozenset({"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"})
_MONTHS = r"(?:0[1-9]|1[0-2])"
_DAYS = r"(?:0[1-9]|[12][0-9]|3[01])"
_TIME = r"T(?:[01][0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:[0-9]{2})"
_DATE = re.compile(rf"[0-9]{{4}}(?:-{_MONTHS}(?:-{_DAYS}(?:{_TIME})?)?)?")
_PRIORITY = re.compile(r"(?:0?\.[0-9]+|0|1|0\.|1\.0*)")


@dataclass(slots=True)
class Entries:
    """Columns of equal length; "" where something is not said. Titles and alternates by row, since few have any.

    An alternate is a language tag and an address, both as written.
    """

    locations: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    last_modified: list[str] = field(default_factory=list)
    change_frequencies: list[str] = field(default_factory=list)
    priorities: list[str] = field(default_factory=list)
    titles: dict[int, str] = field(default_factory=dict)
    alternates: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    home: int | None = None

    def __len__(self) -> int:
        return len(self.locations)

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
    own = origin(base)
    is_simple = not _is_odd("!".join(written))
    found: list[str | None] = [
        one if is_simple and one.startswith(own) else _address(one, entries.lines[row], base, faults)
        for row, one in enumerate(written)
    ]
    if max(map(len, written), default=0) > LONGEST:
        for row, one in enumerate(written):
            if len(one) > LONGEST:
                faults.add("long-location", entries.lines[row], length=str(len(one)))
    return found


def check_places(locations: list[str], base: str, faults: FaultCollector) -> None:
    """Adds faults for addresses of other hosts and folders, and of those that are listed again."""
    own, folder = origin(base), base[: base.rfind("/", 0, _path_end(base)) + 1]
    if base.startswith(("http://", "https://")):
        others = [one for one in locations if not one.startswith(own)]
        if others:
            faults.add("other-host", 0, count=str(len(others)), origin=own, location=others[0])
        below = [one for one in locations if one.startswith(own)] if others else locations
        outside = [one for one in below if not one.startswith(folder)] if folder != own else []
        if outside:
            faults.add("outside-folder", 0, count=str(len(outside)), folder=folder, location=outside[0])
    if len(set(locations)) < len(locations):
        seen: set[str] = set()
        again = [one for one in locations if one in seen or seen.add(one)]  # type: ignore[func-returns-value]
        faults.add("page-listed-again", 0, count=str(len(again)), location=again[0])


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
    return location if scheme in _SCHEMES or (scheme == "file" and base.startswith("file:")) else None


@lru_cache(_HOSTS_CACHED)
def origin(uri: str) -> str:
    """Scheme and host of an address, with a slash at the end."""
    parts = urlsplit(uri)
    return f"{parts.scheme}://{parts.netloc}/"


def _address(written: str, line: int, base: str, faults: FaultCollector) -> str | None:
    if not written:
        faults.add("empty-location", line)
        return None
    location = normal_address(written, base)
    if location is None:
        faults.add("bad-location", line, value=written)
    elif not _has_scheme(written):
        faults.add("relative-location", line, value=written, location=location)
    elif location != written and _ESCAPED.search(written):
        faults.add("unescaped-location", line, value=written, location=location)
    return location


def _is_odd(text: str) -> bool:
    """Whether a text holds what resolving an address might change."""
    return len(text.encode("utf-8", "replace").translate(None, _USUAL)) > 0 or "/." in text


def _is_whole(written: str) -> bool:
    """Whether an address that is not odd is whole, and written as browsers do."""
    end = written.find("/", len("https://"))
    return end >= 0 and written.startswith(("http://", "https://")) and _is_usual(written[: end + 1])


@lru_cache(_HOSTS_CACHED)
def _is_usual(host: str) -> bool:
    return resolve(host, "") == host


def _has_scheme(written: str) -> bool:
    return "://" in written[:10] and not written.startswith("/")


def _path_end(uri: str) -> int:
    ends = [place for place in (uri.find("?"), uri.find("#")) if place >= 0]
    return min(ends, default=len(uri))


def is_date(value: str) -> bool:
    """Whether a value is a date as W3C's profile of ISO 8601 has it."""
    return _DATE.fullmatch(value) is not None


def is_priority(value: str) -> bool:
    """Whether a value is a number from 0.0 to 1.0."""
    return _PRIORITY.fullmatch(value) is not None


def check_values(entries: Entries, faults: FaultCollector) -> None:
    """Adds faults for values that are none; each different one is looked at once."""
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
                faults.add(code, entries.lines[row], value=value, **used)


def used_priority(value: str) -> str:
    """What a value that is no priority counts as."""
    try:
        number = float(value)
    except ValueError:
        return "0.5"
    return "0.5" if number != number else str(min(max(number, 0.0), 1.0))
