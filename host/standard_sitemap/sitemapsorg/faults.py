"""Faults of sitemaps.org files, and the catalogue of their codes. [Sitemaps]

A code is forever: it is appended to the catalogue, never renamed or reused, and none of them is one of `ssp`.
What is wrong is told, not punished: whatever can be read of a file is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from standard_sitemap import ssp
from standard_sitemap.sitemapsorg.faults_files import FILES
from standard_sitemap.sitemapsorg.faults_robots import ROBOTS
from standard_sitemap.sitemapsorg.faults_searches import SEARCHES
from standard_sitemap.sitemapsorg.rules import error, info, warning
from standard_sitemap.ssp.faults import Rule

# Who mends the first hundreds runs the check again; the addresses that are lost are named all.
KEPT_OF_ONE_CODE = 500

_ENTRIES: dict[str, Rule] = {
    "no-location": error(
        "Element definitions", "This <{name}> has no <loc>; it is passed over.", "Add <loc> with a whole address."
    ),
    "empty-location": error("Element definitions", "This <loc> is empty.", "Write a whole address, or drop the entry."),
    "second-location": error(
        "Element definitions",
        "This entry has a second <loc>; it is read as an entry of its own.",
        "Give it its own <url>.",
    ),
    "misplaced-location": error(
        "Element definitions",
        "This <loc> stands outside of <url> and <sitemap>; it is read all the same.",
        "Put it into one.",
    ),
    "bad-location": error(
        "Element definitions",
        "“{value}” is not an address, so it is left out.",
        "Write a whole address, such as https://www.example.org/about.html.",
    ),
    "relative-location": error(
        "Element definitions",
        "“{value}” is not a whole address; it is read as {location}.",
        "Write the whole address, with https:// and the host.",
    ),
    "unescaped-location": warning(
        "Element definitions",
        "“{value}” holds characters that must be percent-encoded in an address.",
        "Write {location}.",
    ),
    "long-location": error(
        "Element definitions", "This address has {length} characters; 2,047 are the most.", "Shorten it."
    ),
    "other-host": warning(
        "Element definitions",
        "{count} of the addresses are not of {origin}, where this file is; the first is {location}.",
        "List them in a sitemap of their own host, or name this one in the robots.txt of that host.",
    ),
    "outside-folder": info(
        "Element definitions",
        "{count} of the addresses are not below {folder}, where this file is; the first is {location}.",
        "Move the file up, or name it in robots.txt: search engines may ignore such addresses otherwise.",
    ),
    "page-listed-again": info(
        "Element definitions",
        "{count} of the addresses are listed before in this file; the first is {location}.",
        "List each page once.",
    ),
    "bad-lastmod": warning(
        "Element definitions",
        "“{value}” is not a date as sitemaps write it.",
        "Write 2024-05-31, or with the time 2024-05-31T14:30:00+02:00.",
    ),
    "bad-changefreq": warning(
        "Element definitions",
        "“{value}” does not say how often a page changes.",
        "Write always, hourly, daily, weekly, monthly, yearly or never, in small letters.",
    ),
    "priority-out-of-range": warning(
        "Element definitions",
        "“{value}” is not a priority; it counts as {used}.",
        "Write a number from 0.0 to 1.0.",
    ),
    "undefined-element": warning(
        "Element definitions",
        "There is no element <{name}> in a sitemap; it is ignored.",
        "Check its spelling: in <url> may be loc, lastmod, changefreq and priority, in <sitemap> loc and lastmod.",
    ),
    "bad-hreflang": warning(
        "Multilingual and multinational sitemaps",
        "hreflang=“{value}” is not a language.",
        "Write a language, with a region if need be, such as de or de-AT; or x-default.",
    ),
    "alternate-without-address": warning(
        "Multilingual and multinational sitemaps",
        "This link to another language has no address that can be used.",
        "Add href with a whole address.",
    ),
    "alternates-without-self": info(
        "Multilingual and multinational sitemaps",
        "{count} of the pages name their other languages but not their own; the first is {location}.",
        "Let each page name all languages of it, itself included; else search engines ignore the links.",
    ),
    "news-without-title": warning(
        "Google News Sitemaps", "This <news:news> has no <news:title>.", "Add the title as it stands on the page."
    ),
    "video-without-title": warning(
        "Video sitemaps", "This <video:video> has no <video:title>.", "Add the title of the video."
    ),
    "image-without-location": warning(
        "Image sitemaps", "This <image:image> has no <image:loc>.", "Add the address of the image."
    ),
    "too-many-images": warning(
        "Image sitemaps", "This page lists {count} images; 1,000 are the most.", "Leave out the least important ones."
    ),
    "too-much-news": warning(
        "Google News Sitemaps", "The file lists {count} news; 1,000 are the most.", "Divide it into several files."
    ),
    "bad-line": error(
        "Text file",
        "“{value}” is not an address, so it is left out.",
        "Write one whole address on each line, and nothing else.",
    ),
    "entry-without-link": warning(
        "Syndication feed", "This entry of the feed leads nowhere; it is left out.", "Add <link> with a whole address."
    ),
    "more-of-the-same": info(
        "Sitemaps",
        "There are {count} more faults of the kind “{code}” in this file.",
        "Mend those that are named, and look again.",
    ),
}

CATALOGUE: Mapping[str, Rule] = FILES | _ENTRIES | ROBOTS | SEARCHES

LOSING = frozenset({"bad-location", "empty-location", "bad-line"})
"""Codes that tell of something that is not in the tree: every one of these is named."""


@dataclass(frozen=True, slots=True)
class Fault(ssp.Fault):
    """One breach of the sitemaps.org protocol at one place; `line` counts from 1, 0 for the whole document."""

    @property
    def rule(self) -> Rule:
        return CATALOGUE[self.code]


class Findings:
    """The faults of one document as they are found: of each kind some, and how many more there are."""

    def __init__(self, uri: str) -> None:
        self._uri = uri
        self._found: list[Fault] = []
        self._counts: Counter[str] = Counter()

    def add(self, code: str, line: int = 0, **params: str) -> None:
        """Takes in a fault; values are cut to a length that can be shown."""
        self._counts[code] += 1
        if self._counts[code] <= KEPT_OF_ONE_CODE or code in LOSING:
            shown = {name: value if len(value) <= 200 else value[:199] + "…" for name, value in params.items()}
            self._found.append(Fault(code, self._uri, line, shown))

    def all(self) -> list[Fault]:
        """All faults by line, and for each kind of which there are too many how many were not kept."""
        more = [
            Fault("more-of-the-same", self._uri, 0, {"code": code, "count": str(count - KEPT_OF_ONE_CODE)})
            for code, count in self._counts.items()
            if count > KEPT_OF_ONE_CODE and code not in LOSING
        ]
        return sorted([*self._found, *more], key=lambda fault: fault.line)
