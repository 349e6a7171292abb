"""The catalogue of the faults that a sitemaps.org sitemap, or a robots.txt, may have; and their collection.

A code is forever: it is appended, never renamed or reused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from standard_sitemap.model import faults
from standard_sitemap.model.faults import Rule, error, info, warning
from standard_sitemap.sitemapsorg.catalogue import ADDRESSES, BROKEN_FILES, EXTENSIONS, LANGUAGES, WHOLE_SITE

# Of one file; of more faults of a kind only their number is recorded.
MOST_OF_ONE_CODE = 500

# Of what is not in the tree every one is named, of as many as a file may list.
MOST_OF_LOSING = 50_000

# Codes of what is in the file and not in the tree: every one of these is named.
LOSING = frozenset({"bad-location", "empty-location", "bad-line"})

# Codes of a file that does not end as it should.
CUT_OFF = frozenset({"truncated-file", "unclosed-file", "damaged-gzip"})

# Codes of what is so whatever the tags of a file say, and of what is lost by them.
OF_DAMAGED_FILES = CUT_OFF | {
    "bad-bytes", "bad-line", "bad-location", "damaged-xml", "forbidden-character", "ignored-doctype", "text-after-end",
    "undefined-entity", "unescaped-ampersand",
}  # fmt: skip

# Codes that say why a file lists nothing.
EXPLAINING = CUT_OFF | LOSING | {"no-location", "ftp-location", "sitemap-in-urlset", "url-in-index", "damaged-xml"}

_SUBMISSION = "Search engine submission"

_ROBOTS: dict[str, Rule] = {
    "robots-encoding": warning(
        _SUBMISSION,
        "This robots.txt is in the character encoding {encoding}.",
        "Save it as UTF-8; crawlers read it as such.",
    ),
    "robots-is-page": warning(
        _SUBMISSION,
        "In place of robots.txt the server sends a web page; only whole addresses after “Sitemap:” are taken from it.",
        "Have the server send a text file, or answer 404 where there is none.",
    ),
    "robots-type": info(
        _SUBMISSION,
        "The server labels robots.txt “{type}”; it is read all the same.",
        "Have the server send Content-Type: text/plain.",
    ),
    "robots-bad-address": error(
        _SUBMISSION,
        "“{value}” is no address, so this line names no sitemap.",
        "Write the whole address, as in Sitemap: https://www.example.org/sitemap.xml",
    ),
    "robots-relative": warning(
        _SUBMISSION,
        "“{value}” is not a whole address; it is read as {uri}.",
        "Write that: crawlers pass over lines without a whole address.",
    ),
    "robots-odd-line": info(
        _SUBMISSION,
        "This line is not written as crawlers expect it; {uri} is read from it all the same.",
        "Write one address a line, as in Sitemap: https://www.example.org/sitemap.xml",
    ),
    "robots-twice": info(
        _SUBMISSION,
        "{uri} is named on line {first} already.",
        "Drop one of the two lines.",
    ),
    "robots-too-many": warning(
        _SUBMISSION,
        "There are more than {limit} lines with sitemaps; from here on they are left out.",
        "Name an index, and list the sitemaps in it.",
    ),
}


_SEARCHES: dict[str, Rule] = {
    "search-unavailable": warning(
        "OpenSearch",
        "The description of the site's search could not be fetched: {reason}.",
        "Put it there, or take out the link of the pages that names it.",
    ),
    "search-not-understood": warning(
        "OpenSearch",
        "This is no description of a search by nothing but words.",
        "Give it a <Url> of the type text/html whose template wants the words in its query, and nothing else.",
    ),
}


_FILES: dict[str, Rule] = {
    "damaged-xml": error(
        "File format",
        "This is not well-formed XML: {reason}.",
        "What could be read is used; mend this line or the one before it, since search engines drop such files whole.",
    ),
    "forbidden-character": error(
        "File format",
        "The character {character} stands on this line, which XML does not allow; in the whole file, {count} such do.",
        "Delete it; this file is read as if you had.",
    ),
    "truncated-file": error(
        "File format",
        "The file ends in the middle of “{text}”, which is left out.",
        "What came before is used; see whether the program that writes the file, or its transfer, was broken off.",
    ),
    "unescaped-ampersand": error(
        "Sitemap limits",
        "“&” stands on this line without being escaped; in the whole file, {count} of them do.",
        "Write &amp; for each “&” in an address; this file is read as if you had.",
    ),
    "unescaped-character": info(
        "Sitemap limits",
        "{count} times one of {characters} stands here as it is, the first time on this line.",
        "Write &apos; for ', &quot; for \" and &gt; for >: the protocol wants it, though XML does not.",
    ),
    "undefined-entity": error(
        "Sitemap limits",
        "&{name}; is not defined in XML.",
        "Write the character itself; in addresses its percent-encoded form, such as %C3%A9.",
    ),
    "ignored-doctype": warning(
        "File format",
        "The file has a DOCTYPE; it is passed over, and with it all entities that it declares.",
        "Remove it: sitemaps have none.",
    ),
    "text-before-declaration": error(
        "File format",
        "“{text}” stands before the XML declaration, where nothing may stand.",
        "Remove it; often it is an empty line, or a warning that the program prints which writes the file.",
    ),
    "white-space-before-declaration": error(
        "File format",
        "White space stands before the XML declaration, where nothing may stand.",
        "Remove it; often it is an empty line at the end of one of the files of the program that writes the sitemap.",
    ),
    "not-utf-8": warning(
        "File format",
        "The file is in the character encoding {encoding}.",
        "Save it as UTF-8: sitemaps must be.",
    ),
    "other-encoding-declared": warning(
        "File format",
        "The file, or the server, says that it is in {encoding}; its bytes are read as UTF-8, which sitemaps must be.",
        'Begin it with <?xml version="1.0" encoding="UTF-8"?>, and let the server say so too, or nothing.',
    ),
    "bad-bytes": error(
        "File format",
        "The file holds bytes that are not {encoding}; they are read as well as can be.",
        "Save it as UTF-8, and let the first line and the server say so.",
    ),
    "unlikely-type": warning(
        "File format",
        "The server labels this file “{type}”, yet it is {format}.",
        "Have the server send Content-Type: {right}.",
    ),
    "no-sitemap-namespace": error(
        "File format",
        "<{name}> is in no namespace.",
        'Write <{name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">.',
    ),
    "other-sitemap-namespace": error(
        "File format",
        "<{name}> is in the namespace “{namespace}”, which is not that of sitemaps.",
        'Write <{name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">, letter for letter.',
    ),
    "old-sitemap-namespace": info(
        "History",
        "<{name}> is in the namespace of an older version, “{namespace}”.",
        'Write <{name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">; nothing else has changed.',
    ),
    "other-document-element": error(
        "Element definitions",
        "The first element is <{name}>, neither <urlset> nor <sitemapindex>.",
        "Put all into a <urlset>; its <loc> elements are read as if you had.",
    ),
    "undeclared-extension": error(
        "Additional sitemap types",
        "The prefix “{prefix}” is not declared.",
        'Add xmlns:{prefix}="{namespace}" to the first element.',
    ),
    "twice-compressed": warning(
        "File format",
        "The file is compressed, and what comes out is compressed again.",
        "Compress it once; where the server compresses what it sends, have it leave files alone that end in .gz.",
    ),
    "damaged-gzip": error(
        "File format",
        "The file is compressed, and damaged or cut off.",
        "What could be unpacked is used; compress and upload it again.",
    ),
    "unpacks-to-too-much": error(
        "Sitemap limits",
        "The file unpacks to more than {limit} bytes; what is beyond is left out.",
        "Divide it into several files, listed in an index.",
    ),
    "no-known-format": error(
        "File format",
        "The file is no sitemap: it begins with “{text}”.",
        "Name a file that begins with <urlset> or <sitemapindex>, a feed, or a text file with an address on each line.",
    ),
    "page-not-sitemap": error(
        "File format",
        "Here stands a web page, not a sitemap.",
        "Correct the address, or let the server answer 404 where there is nothing.",
    ),
    "no-pages": warning(
        "Element definitions",
        "The file lists nothing.",
        "Remove it from the index, or see why the program that writes it finds no page.",
    ),
    "too-many-urls": error(
        "Sitemap limits",
        "The file lists {count} pages; more than 50,000 are not allowed.",
        "Divide it into several files, listed in an index; readers are shown all the same.",
    ),
    "too-many-sitemaps": error(
        "Sitemap limits",
        "The index lists {count} sitemaps; more than 50,000 are not allowed.",
        "Divide it into several indexes, and name each of them in robots.txt.",
    ),
    "too-many-bytes": error(
        "Sitemap limits",
        "The file has {bytes} bytes unpacked; more than 52,428,800 are not allowed.",
        "Divide it into several files, listed in an index; readers are shown all the same.",
    ),
    "nested-index": warning(
        "Best practice",
        "This index is listed in another index.",
        "List its sitemaps in the first one: search engines do not follow indexes that are listed in indexes.",
    ),
    "sitemap-unavailable": error(
        "File format",
        "The file could not be fetched: {reason}.",
        "Put it there, or take out what names it; until then its pages are missing.",
    ),
    "sitemap-listed-again": warning(
        "File format", "{location} is listed more than once; it is read once.", "List each sitemap once."
    ),
    "too-many-files": error(
        "Sitemap limits",
        "The sitemap consists of more than {limit} files; {location} is left out.",
        "Join some of the files: each may list 50,000 pages.",
    ),
    "folder-not-sorted": info(
        "Sitemap limits",
        "{count} pages stand side by side in “{folder}”: so many stay in the order of their addresses.",
        "Nothing need be done; addresses with folders in them make a tree that is easier to read.",
    ),
}


# Who mends the first hundreds runs the check again; the addresses that are lost are named all.
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
        "Write {location}",
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
        "{location} is listed on line {first} already.",
        "Drop one of the two entries.",
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
    "capital-letters": error(
        "Element definitions",
        "<{name}> is not <{right}>: XML tells capitals from small letters.",
        "Write <{right}>, and so in its end tag; this file is read as if you had.",
    ),
    "empty-element": warning("Element definitions", "This <{name}> is empty.", "Write a value, or drop the element."),
    "page-value-in-index": warning(
        "Element definitions",
        "<{name}> says nothing of a sitemap; in an index it is passed over.",
        "Leave it to the pages in the sitemap that is listed: in <sitemap> may be loc and lastmod.",
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
        "This page names its other languages but not its own, so search engines ignore the links.",
        'Add <xhtml:link rel="alternate" hreflang="…" href="{location}"/> with its language.',
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

CATALOGUE: Mapping[str, Rule] = (
    _FILES | BROKEN_FILES | _ENTRIES | ADDRESSES | LANGUAGES | EXTENSIONS | WHOLE_SITE | _ROBOTS | _SEARCHES
)


@dataclass(frozen=True, slots=True)
class Fault(faults.Fault):
    """One breach of the sitemaps.org protocol at one place; `line` counts from 1, 0 for the whole document."""

    catalogue: ClassVar[Mapping[str, Rule]] = CATALOGUE


def _most_of(code: str) -> int:
    return MOST_OF_LOSING if code in LOSING else MOST_OF_ONE_CODE


class FaultCollector:
    """The faults of one document as they are found: of each kind some, and how many more there are.

    `now` is when the document is looked at, for what would be in the future; None where nobody asks. `cut_at` is the
    line on which the last entry of a file begins that was cut off: what is missing there is no fault of its own.
    `damaged_at` is the line from which on the tags of a file do not fit: what seems wrong there need not be.
    """

    def __init__(self, uri: str, now: datetime | None = None) -> None:
        self.now = now
        self.cut_at: int | None = None
        self.damaged_at: int | None = None
        self._uri = uri
        self._found: list[Fault] = []
        self._counts: Counter[str] = Counter()

    def add(self, code: str, line: int = 0, **params: str) -> None:
        """Add a fault; values are cut to a length that can be shown."""
        self._counts[code] += 1
        if self._counts[code] <= _most_of(code):
            shown = {name: value if len(value) <= 200 else value[:199] + "…" for name, value in params.items()}
            self._found.append(Fault(code, self._uri, line, shown))

    def add_all(self, other: FaultCollector, without: Collection[str]) -> None:
        """Add what another has collected, but none of some codes of which there is one already."""
        left_out = {code for code in without if self._counts[code]}
        for code, count in other._counts.items():
            if code not in left_out:
                self._counts[code] += count
        self._found += [fault for fault in other._found if fault.code not in left_out]

    def has(self, *codes: str) -> bool:
        """Whether a fault of one of some kinds was added."""
        return any(self._counts[code] > 0 for code in codes)

    def all(self) -> list[Fault]:
        """All faults by line, and for each kind of which there are too many how many were not recorded."""
        more = [
            Fault("more-of-the-same", self._uri, 0, {"code": code, "count": str(count - _most_of(code))})
            for code, count in self._counts.items()
            if count > _most_of(code)
        ]
        lines: dict[str, set[int]] = {code: set() for code in ("undefined-entity", "unescaped-location")}
        for fault in self._found:
            if fault.code in lines:
                lines[fault.code].add(fault.line)
        found = [fault for fault in self._found if self._is_own(fault, lines)]
        return sorted([*found, *more], key=lambda fault: fault.line)

    def _is_own(self, fault: Fault, lines: Mapping[str, set[int]]) -> bool:
        """Whether a fault is none that another one brings with it; `lines` are those of the faults that do."""
        if self.cut_at is not None and fault.line >= self.cut_at:
            return fault.code in CUT_OFF | LOSING
        if self.damaged_at is not None and fault.line >= self.damaged_at:
            return fault.code in OF_DAMAGED_FILES
        if fault.code == "unescaped-location":
            is_of_odd_bytes = self.has("bad-bytes") and not fault.params["value"].isascii()
            return fault.line not in lines["undefined-entity"] and not is_of_odd_bytes
        # Who escapes it as addresses want it need not escape it as XML does.
        return fault.code != "unescaped-character" or fault.line not in lines["unescaped-location"]
