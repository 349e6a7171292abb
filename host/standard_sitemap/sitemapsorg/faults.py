"""The faults of a sitemaps.org sitemap or a robots.txt, and their collection, limited for each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from standard_sitemap.model import faults
from standard_sitemap.model.faults import Rule
from standard_sitemap.sitemapsorg.catalogue import CATALOGUE

# The limit for one file; further faults of a kind are only counted.
MOST_OF_ONE_CODE = 500

# The limit on faults that lose an entry, equal to the number of entries allowed in a file: each one is reported.
MOST_OF_LOSING = 50_000

# Codes of faults that lose an entry; every one of these is reported.
LOSING = frozenset({"bad-location", "empty-location", "bad-line"})

# Codes of truncated files.
CUT_OFF = frozenset({"truncated-file", "unclosed-file", "damaged-gzip"})

# Codes of faults that do not depend on a file's tags, and of content lost because of them.
OF_DAMAGED_FILES = CUT_OFF | {
    "bad-bytes", "bad-line", "bad-location", "damaged-xml", "forbidden-character", "ignored-doctype", "text-after-end",
    "undefined-entity", "unescaped-ampersand",
}  # fmt: skip

# Codes that explain why a file lists nothing.
EXPLAINING = CUT_OFF | LOSING | {"no-location", "ftp-location", "sitemap-in-urlset", "url-in-index", "damaged-xml"}


@dataclass(frozen=True, slots=True)
class Fault(faults.Fault):
    """One violation of the sitemaps.org protocol at one place; `line` counts from 1, 0 for the whole document."""

    catalogue: ClassVar[Mapping[str, Rule]] = CATALOGUE


def _most_of(code: str) -> int:
    return MOST_OF_LOSING if code in LOSING else MOST_OF_ONE_CODE


class FaultCollector:
    """A collector of one document's faults, which keeps a limited number of each kind and counts the rest.

    `now` is the time of the check, for dates in the future; None to ignore them. `cut_at` is the line of the truncated
    last entry in a file. Missing parts there are no faults of their own. `damaged_at` is the line from which on the
    tags of a file do not match. Later faults there may be consequences.
    """

    def __init__(self, uri: str, now: datetime | None = None) -> None:
        self.now = now
        self.cut_at: int | None = None
        self.damaged_at: int | None = None
        self._uri = uri
        self._found: list[Fault] = []
        self._counts: Counter[str] = Counter()

    def add(self, code: str, line: int = 0, **params: str) -> None:
        """Record a fault; truncate values to a length that can be shown."""
        self._counts[code] += 1
        if self._counts[code] <= _most_of(code):
            shown = {name: value if len(value) <= 200 else value[:199] + "…" for name, value in params.items()}
            self._found.append(Fault(code, self._uri, line, shown))

    def add_all(self, other: FaultCollector, without: Collection[str]) -> None:
        """Add the faults of another collector; for codes in `without`, only if this collector lacks them."""
        left_out = {code for code in without if self._counts[code]}
        for code, count in other._counts.items():
            if code not in left_out:
                self._counts[code] += count
        self._found += [fault for fault in other._found if fault.code not in left_out]

    def has(self, *codes: str) -> bool:
        """Return whether a fault of one of some kinds was recorded."""
        return any(self._counts[code] > 0 for code in codes)

    def all(self) -> list[Fault]:
        """Return all faults by line, and for each kind beyond its limit the number of unrecorded faults."""
        more = [
            Fault("more-of-the-same", self._uri, 0, {"code": code, "count": str(count - _most_of(code))})
            for code, count in self._counts.items()
            if count > _most_of(code)
        ]
        lines: dict[str, set[int]] = {code: set() for code in ("undefined-entity", "unescaped-location")}
        for fault in self._found:
            if fault.code in lines:
                lines[fault.code].add(fault.line)
        own = [fault for fault in self._found if self._is_own(fault, lines)]
        return sorted([*own, *more], key=lambda fault: fault.line)

    def _is_own(self, fault: Fault, lines: Mapping[str, set[int]]) -> bool:
        """Return whether a fault is no consequence of another; `lines` are the lines of faults with consequences."""
        if self.cut_at is not None and fault.line >= self.cut_at:
            return fault.code in CUT_OFF | LOSING
        if self.damaged_at is not None and fault.line >= self.damaged_at:
            return fault.code in OF_DAMAGED_FILES
        if fault.code == "unescaped-location":
            is_of_odd_bytes = self.has("bad-bytes") and not fault.params["value"].isascii()
            return fault.line not in lines["undefined-entity"] and not is_of_odd_bytes
        # Authors who percent-encode the character do not need to escape it for XML.
        return fault.code != "unescaped-character" or fault.line not in lines["unescaped-location"]
