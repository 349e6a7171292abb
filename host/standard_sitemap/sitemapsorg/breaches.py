"""Where the tags of a sitemap that is not well-formed first make no sense, as whoever mends it would say.

A parser says where it noticed: of an address whose end tag is missing that is lines below, of a comment without an end
the end of the file. Which elements hold others is known here, so that the place can be named where the tag is missing.
Looks at the text alone, once.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TAG = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(?P<open><!--|<!\[CDATA\[|<\?)"
    r"|<(?P<end>/?)(?P<name>[^\s<>/!?=\"']++)(?P<rest>(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+)(?P<close>>?)|(?P<bare><)",
    re.DOTALL,
)
_CONTAINERS = frozenset({"urlset", "sitemapindex"})
_ENTRIES = frozenset({"url", "sitemap"})
# What holds text alone.
_VALUES = frozenset({"loc", "lastmod", "changefreq", "priority"})
_OWN = _CONTAINERS | _ENTRIES | _VALUES
_SHOWN = 60


class Breach(NamedTuple):
    """A place in the text, and what is wrong there."""

    place: int
    reason: str


def first_breach(source: str) -> Breach | None:
    """The first tag of a document that should not stand where it does; None where each has its partner."""
    opened: list[tuple[str, int]] = []
    for found in _TAG.finditer(source):
        name = found["name"]
        if found["open"]:
            return Breach(found.start(), f"{_UNENDED[found['open']]} that begins here does not end")
        if found["bare"] or (name and not found["close"]):
            shown = " ".join(source[found.start() : found.end() + 1].split())[:_SHOWN]
            return Breach(found.start(), f"“{shown}” is no tag; in an address write &lt; for “<”")
        if not name:
            continue
        if found["end"]:
            if not opened or opened[-1][0] != name:
                return _wrong_end(name, found.start(), opened)
            opened.pop()
            continue
        wrong = _wrong_start(name, found.start(), opened)
        if wrong is not None:
            return wrong
        if not found["rest"].endswith("/"):
            opened.append((name, found.start()))
    return None


_UNENDED = {"<!--": "the comment", "<![CDATA[": "the CDATA section", "<?": "the instruction"}


def _wrong_start(name: str, place: int, opened: list[tuple[str, int]]) -> Breach | None:
    """What is wrong with an element that begins within those that are open."""
    local = _local(name)
    if not opened or local not in _OWN:
        return None
    around, start = opened[-1]
    outer = _local(around)
    if outer in _VALUES:
        if outer == local:
            return Breach(place, f"<{name}> begins again where </{around}> should stand")
        return Breach(start, f"<{around}> has no end tag")
    if local in _ENTRIES and outer in _ENTRIES:
        return Breach(place, f"</{around}> is missing before this <{name}>")
    if local in _CONTAINERS:
        return Breach(place, f"<{name}> begins a second time")
    if local in _VALUES and outer in _CONTAINERS:
        return Breach(place, f"<{'sitemap' if outer == 'sitemapindex' else 'url'}> is missing before this <{name}>")
    return None


def _wrong_end(name: str, place: int, opened: list[tuple[str, int]]) -> Breach:
    """What is wrong with an end tag that does not fit the element that is open."""
    if not opened:
        return Breach(place, f"</{name}> ends nothing")
    around, start = opened[-1]
    if name not in (other for other, _ in opened):
        return Breach(place, f"</{name}> stands where </{around}> should")
    if _local(around) in _ENTRIES | _CONTAINERS:
        return Breach(place, f"</{around}> is missing before this </{name}>")
    return Breach(start, f"<{around}> has no end tag")


def _local(name: str) -> str:
    """A name as it counts here: only what is sitemaps' own, with whatever capitals, has rules."""
    return name.lower() if ":" not in name else name
