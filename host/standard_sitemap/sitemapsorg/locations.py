"""Addresses of entries, resolved as browsers do; with faults for invalid, unusual, foreign and repeated addresses.

Foreign addresses are on other hosts or in other folders. Does no I/O; caches the origins of addresses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from urllib.parse import quote, urlsplit

from standard_sitemap.model.uris import WEB_SCHEMES, resolve, split_fragment, web_start
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.sitemapsorg.entries import Entries
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.sort_keys import start_of_all

# Characters of an address that the protocol allows.
LONGEST = 2_047

# Characters of an address that is kept: servers refuse longer ones, and finding a folder takes time by this length.
_LONGEST_KEPT = 8_192

# Characters that need no escape in any part of an address.
_USUAL = b"!$%&()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
_ESCAPED = re.compile(r"[^!#-;=?-Z_a-z~]")
# Percent signs that begin no escape; JavaScript's old `escape` wrote the first form.
_UNICODE_ESCAPES = re.compile(r"(?:%u[0-9A-Fa-f]{4})+")
_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_DOT_SEGMENT = re.compile(r"[^?#]*/\.{1,2}(?![^/?#])")
_NOT_ALLOWED = re.compile(rf"{_ESCAPED.pattern}|{_BARE_PERCENT.pattern}")
# Scheme and host, which have rules of their own.
_HOST = re.compile(r"\A(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/?#]*")
# Characters that a message names.
_MOST_NAMED = 5
# Reserved characters and escapes, which have a meaning in a path or query [RFC 3986, 2.2].
_KEPT = "!#$%&'()*+,/:;=?@"
# XML's five entities, the ampersand last, since its replacement is no reference.
_REFERENCES = {"&lt;": "<", "&gt;": ">", "&apos;": "'", "&quot;": '"', "&amp;": "&"}
_TWICE_ESCAPED = re.compile("&(?:amp|lt|gt|quot|apos);")
# The addresses of a file share one host, or a few hosts in a feed, so a larger cache would be wasted.
_HOSTS_CACHED = 4_096


def addresses(entries: Entries, base: str, faults: FaultCollector) -> list[str | None]:
    """Return the address of each entry; None for an invalid one, which is a fault."""
    written = entries.locations
    text = "\n".join(("", *written))
    # If no address is unusual, there is no need to check each.
    is_simple = (
        not _is_odd(text, len(written))
        and not ("&" in text and _TWICE_ESCAPED.search(text))
        and not ("%" in text and _BARE_PERCENT.search(text))
    )
    own = origin(base)
    resolved: list[str | None] = [*written]
    if not is_simple or not _have_one_origin(written, text, own):
        check = _AddressCheck(entries, base, faults)
        resolved = [
            location
            if is_simple and (location.startswith(own) or _is_whole(location))
            else check.address(row, location)
            for row, location in enumerate(written)
        ]
    if max(map(len, written), default=0) > LONGEST:
        for row, location in enumerate(written):
            if len(location) > LONGEST:
                faults.add("long-location", entries.lines[row], length=str(len(location)))
            if len(location) > _LONGEST_KEPT:
                resolved[row] = None
    return resolved


def check_places(locations: list[str], lines: Sequence[int], base: str, faults: FaultCollector) -> None:
    """Record faults for addresses of other hosts and folders, and for repeated addresses."""
    if base.startswith(("http://", "https://")):
        check_hosts(locations, lines, base, faults)
    if len(set(locations)) < len(locations):
        first: dict[str, int] = {}
        for location, line in zip(locations, lines, strict=True):
            if location in first:
                faults.add("page-listed-again", line, location=location, first=str(first[location]))
            first.setdefault(location, line)


def check_hosts(locations: Sequence[str], lines: Sequence[int], base: str, faults: FaultCollector) -> None:
    """Record faults for addresses that are not on the host or below the folder of the file, which is at `base`."""
    own, folder = origin(base), base[: base.rfind("/", 0, _path_end(base)) + 1]
    if folder.startswith(own) and all(map(str.startswith, locations, repeat(folder))):
        return  # most files
    of_all = start_of_all(locations)  # found in a third of the time of computing each start
    starts = [of_all] * len(locations) if of_all else list(map(web_start, locations))
    others: dict[str, tuple[str, int]] = {}  # by code: the start of the first address, and the number of addresses
    for start, number in Counter(starts).items():
        if start not in ("", own) and not is_misspelled_host(start, own):
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
            right=escaped(own + first[len(origin(first)) :]),
        )
    places = range(len(starts)) if folder != own else ()
    outside = [place for place in places if starts[place] == own and not locations[place].startswith(folder)]
    if outside:
        first = locations[outside[0]]
        faults.add("outside-folder", lines[outside[0]], count=str(len(outside)), folder=folder, location=first)


def _kind_of_host(location: str, own: str) -> str:
    """Return the code of the fault for an address of another host than the site's."""
    scheme, host = urlsplit(location)[:2]
    own_host = urlsplit(own).netloc
    if host == own_host:
        return "other-scheme" if scheme in ("http", "https") else "other-host"
    return "www-or-bare" if host.removeprefix("www.") == own_host.removeprefix("www.") else "other-host"


def is_misspelled_host(start: str, own: str) -> bool:
    """Return whether the start of an address repeats the scheme, or lacks the slash after the site's own host.

    It names no other host. Both end with a slash.

    >>> is_misspelled_host("https://www.example.orgabout/", "https://www.example.org/")
    True
    """
    host, own_host = (address.partition("//")[2].partition("/")[0] for address in (start, own))  # may be invalid
    return host.rstrip(":") in WEB_SCHEMES or bool(
        own_host and host.startswith(own_host) and re.match(r"[\w%~-]", host[len(own_host) :])
    )


def normal_address(written: str, base: str) -> str | None:
    """Return an address as browsers resolve it against `base`; None if it does not lead to a page."""
    if not _is_odd(written) and _is_whole(written):
        return written
    if written.startswith("//") and base.startswith("file:"):
        written = f"https:{written}"  # a host, since a disk has none
    location = resolve(base, written) if written else None
    if location is None:
        return None
    scheme = location.partition(":")[0]
    return location if scheme in WEB_SCHEMES or (scheme == "file" and base.startswith("file:")) else None


@lru_cache(_HOSTS_CACHED)
def origin(uri: str) -> str:
    """Return scheme and host of an address, with a final slash."""
    parts = urlsplit(uri)
    return f"{parts.scheme}://{parts.netloc}/"


class _AddressCheck:
    """A check that resolves addresses one by one and records their faults."""

    def __init__(self, entries: Entries, base: str, faults: FaultCollector) -> None:
        self._entries = entries
        self._base = base
        self._faults = faults

    def address(self, row: int, written: str) -> str | None:
        """Return the address of an entry; None if it is invalid."""
        line, add = self._entries.lines[row], self._faults.add
        if not written:
            add("empty-location", line)
            return None
        location = normal_address(written, self._base)
        if location is None:
            add("ftp-location" if written.lower().startswith("ftp:") else "bad-location", line, value=written)
        elif not _has_scheme(written):
            # On disk, the site's own address is unknown.
            read_as = "an address of the file's own site" if location.startswith("file:") else location
            add("relative-location", line, value=written, location=read_as)
        elif _TWICE_ESCAPED.search(written):
            add("twice-escaped", line, value=written, location=self._as_written(_unescaped(location)))
        elif "#" in location:
            add("location-with-fragment", line, value=written, location=self._as_written(split_fragment(location)[0]))
        elif code := _unusual_part(written):
            characters = _characters(_ESCAPED.findall(written[len(web_start(written)) :]))
            right = self._as_written(valid_address(location))
            add(code, line, value=written, characters=characters, location=right)
        return location

    def _as_written(self, location: str) -> str:
        return escaped(location) if self._entries.is_markup else location


def valid_address(location: str) -> str:
    """Return a resolved address as RFC 3986 allows it, which browsers do not require.

    >>> valid_address("https://www.example.org/50%/a|b[1]")
    'https://www.example.org/50%25/a%7Cb%5B1%5D'
    """
    start = web_start(location)
    rest = _UNICODE_ESCAPES.sub(_decoded, location[len(start) :])
    return start + quote(_BARE_PERCENT.sub("%25", rest), safe=_KEPT)


def unescaped_characters(written: str) -> str:
    """Return the characters of an address that RFC 3986 wants escaped, as a message names them; "" if there are none.

    >>> unescaped_characters("https://www.example.org/50% café"), unescaped_characters("a?b=%C3%A9#c")
    ('%, a space, é', '')
    """
    if not _NOT_ALLOWED.search(written):  # most addresses
        return ""
    return _characters(_NOT_ALLOWED.findall(_HOST.sub("", written, count=1)))


def _characters(characters: list[str]) -> str:
    """Return the first of some characters, each once, as a message names them."""
    distinct = list(dict.fromkeys(characters))
    named = ["a space" if character == " " else character for character in distinct[:_MOST_NAMED]]
    return ", ".join(named) + (", …" if len(distinct) > _MOST_NAMED else "")


def _decoded(escapes: re.Match[str]) -> str:
    """Return the characters of escapes that each hold a unit of UTF-16."""
    return bytes.fromhex(escapes[0].replace("%u", "")).decode("utf-16-be", "replace")


def _unusual_part(written: str) -> str | None:
    """Return the code of the fault for a part of an address that RFC 3986 forbids or removes; None without one."""
    if _UNICODE_ESCAPES.search(written):
        return "unicode-escape"
    if _BARE_PERCENT.search(written):
        return "bare-percent"
    if _ESCAPED.search(written[len(web_start(written)) :]):
        return "unescaped-location"
    return "dot-segment" if _DOT_SEGMENT.match(written) else None


def _unescaped(text: str) -> str:
    for written, character in _REFERENCES.items():
        text = text.replace(written, character)
    return text


def _have_one_origin(written: list[str], text: str, own: str) -> bool:
    """Return whether all addresses, which are not unusual, are absolute and on one site.

    In `text`, a line break precedes each.
    """
    first = written[0] if written else ""
    start = own if first.startswith(own) else web_start(first) if _is_whole(first) else ""
    return start != "" and text.count(f"\n{start}") == len(written)


def _is_odd(text: str, breaks: int = 0) -> bool:
    """Return whether a text contains, apart from `breaks` line breaks, anything that resolution might change."""
    return len(text.encode("utf-8", "replace").translate(None, _USUAL)) > breaks or "/." in text


def _is_whole(written: str) -> bool:
    """Return whether an address that is not unusual is absolute, and in the form of browsers."""
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
