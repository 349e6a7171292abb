"""Where an address stands among others: its key, by which a sorted list of addresses is the hierarchy itself.

A key is the host and the segments of the path, each after a mark that sorts before all characters of addresses, and
last the query after another such mark. So all that is below a path follows it without a gap. The scheme, a slash at the
end, the names of index pages and extensions of pages make no difference: `/guide`, `/guide/`, `/guide.html` and
`/guide/index.html` stand in one place, and that is where `/guide/intro` is below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

from standard_sitemap.model.uris import web_start
from standard_sitemap.model.words import SHORT_DAY, SHORT_MONTH, YEAR

# The marks before a segment and before a query; and one that sorts after both and before every character.
SEGMENT, QUERY, END = "\x01", "\x02", "\x03"

# Stands for a slash in a query, where it divides nothing.
SLASH = "\x04"

# What the keys of files on disk begin with.
ON_DISK = "file:"

EXTENSIONS = ("html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "cfm")
_INDEX_PAGES = ("index", "Index"), ("default", "Default")
_QUERY = re.compile(r"\?([^\n]*)")
_FRAGMENT = re.compile(r"#[^\n]*")
# A year, and a month and a day after it: in segments of their own, or at the start of one before dashes and words.
_DATE = re.compile(
    rf"{SEGMENT}({YEAR})(?:[{SEGMENT}_-]({SHORT_MONTH})(?:[{SEGMENT}_-]({SHORT_DAY}))?)?"
    rf"(?![^{SEGMENT}{QUERY}_-])"
)
_CENTURIES = f"{SEGMENT}19", f"{SEGMENT}20"
# Characters of a key in which a date is looked for: none that people write is further behind.
_DATED_WITHIN = 500


def key_of(location: str) -> str:
    """The key of an absolute address."""
    return keys_of((location,))[0]


class Keys(NamedTuple):
    """Keys of many addresses: the host with which all begin, and the rest of each.

    `endings` are what stands in the addresses behind those rests, where that with `start` before them is all there is
    of each address but for the marks; else None.
    """

    host: str
    rests: list[str]
    start: str = ""
    endings: list[str] | None = None


def keys_of(locations: Sequence[str]) -> list[str]:
    """The keys of many addresses."""
    keys = divided_keys_of(locations)
    return [keys.host + rest for rest in keys.rests] if keys.host else keys.rests


def divided_keys_of(locations: Sequence[str]) -> Keys:
    """The keys of many addresses: made in one text, which is several times faster than one by one."""
    if not locations:
        return Keys("", [])
    start = start_of_all(locations)
    # Behind the host, where that of all is one: neither is it looked through for endings then, nor for a scheme.
    before = start.removesuffix("/")
    text = "\n" + "\n".join(map(str.removeprefix, locations, repeat(before))) + "\n"
    has_fragments = "#" in text
    if has_fragments:
        text = _FRAGMENT.sub("", text)
    has_queries = "?" in text
    if has_queries:  # each on a line of its own, so that the path before it ends where it does elsewhere
        text = _QUERY.sub(lambda query: f"\n{QUERY}{query[1].replace('/', SLASH)}" if query[1] else "", text)
    text = _without_endings(text if start else _without_schemes(text)).replace("/", SEGMENT)
    if has_queries:
        text = text.replace(f"\n{QUERY}", QUERY)
    rests = text[1:-1].split("\n")
    # Endings alone are left out of what has no query and no fragment.
    is_whole = start != "" and not has_fragments and not has_queries
    size = len(before)
    endings = (
        [location[size + len(rest) :] for location, rest in zip(locations, rests, strict=True)] if is_whole else None
    )
    return Keys(before.partition("://")[2], rests, before, endings)


def start_of_all(locations: Sequence[str]) -> str:
    """Scheme and host of the first of several addresses with a slash after them, where all begin so; else ""."""
    start = web_start(locations[0]) if locations else ""
    is_web = start.startswith(("http://", "https://")) and not ("?" in start or "#" in start)
    return start if is_web and all(map(str.startswith, locations, repeat(start))) else ""


def _without_schemes(text: str) -> str:
    for scheme in ("https", "http", "ftp"):
        text = text.replace(f"\n{scheme}://", "\n")
    return text.replace("\nfile:///", f"\n{ON_DISK}/")  # where all others have a host


def _without_endings(text: str) -> str:
    """The text without what may end a path and makes no difference."""
    for extension in EXTENSIONS:
        if "." not in text:  # found at once, where each ending is looked for through all of it
            break
        ending = f".{extension}\n"
        if ending in text:
            for names in _INDEX_PAGES:
                if f"{names[0][1:]}{ending}" in text:  # one look for both
                    for page in names:
                        text = text.replace(f"/{page}{ending}", "\n")
            text = text.replace(ending, "\n")
    return text.replace("/\n", "\n")


def date_of(key: str) -> str:
    """The date in a key, as `2024`, `2024-05` or `2024-05-31`; the most exact of several, "" of a key without one."""
    if _CENTURIES[0] not in key and _CENTURIES[1] not in key:  # seen in a fraction of the time
        return ""
    dates = [match.groups("") for match in _DATE.finditer(key, 0, _DATED_WITHIN)]
    exact = max(dates, key=lambda date: 3 - date.count(""), default=())
    return "-".join(part.zfill(2) for part in exact if part)


def without_language(key: str, tags: frozenset[str]) -> str:
    """A key without the first segment, or the parameters of the query, that name the language the page is in."""
    path, mark, query = key.partition(QUERY)
    host, *segments = path.split(SEGMENT)
    place = next((place for place, segment in enumerate(segments) if as_tag(segment) in tags), None)
    if place is not None:
        del segments[place]
    left = (
        [parameter for parameter in query.split("&") if as_tag(parameter.partition("=")[2]) not in tags] if mark else []
    )
    path = SEGMENT.join((host, *segments))
    return f"{path}{QUERY}{'&'.join(left)}" if left else path


def as_tag(segment: str) -> str:
    """A segment as a language tag is compared."""
    return segment.lower().replace("_", "-")


def ends_of_segments(key: str, start: int) -> int:
    """Where the segment, or query, of a key ends that begins with the mark at `start`."""
    end = key.find(SEGMENT, start + 1)
    other = key.find(QUERY, start + 1)
    if end < 0:
        return other if other >= 0 else len(key)
    return min(end, other) if other >= 0 else end
