"""Faults of a sitemap that is not well-formed, located where its author has to change it; and where it ends.

A parser says where it noticed: of an address whose end tag is missing that is lines below, of a comment without an end
the end of the file. Which elements hold others is known here, so that the place can be named where the tag is missing;
and what stands after the end of a document, and where one ends that was cut off. Looks at the text alone, once.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.sniffing import PROLOG

# What may follow the document element: white space, comments, instructions.
_AFTER_END = re.compile(r"(?>\s+|<!--.*?-->|<\?(?!xml\s).*?\?>)*+", re.DOTALL | re.IGNORECASE)
_FIRST_TAG = re.compile(PROLOG + r"<([^\s<>/!?]+)", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z)|<(/?)([^\s<>/!?]++)([^<>]*+)>", re.DOTALL
)
_STRAY = re.compile(
    r">\s*+([^\s<][^<]*+)<(?:/?(?:url|sitemap)[\s>]|/(?:urlset|sitemapindex)[\s>]|(?:loc|lastmod|changefreq|priority)[\s/>])"
)
_ATTRIBUTE = re.compile(r"<(url|sitemap|loc|lastmod|changefreq|priority)\s++(?!xmlns\b|xsi:|xml:)([^\s=<>/]++)\s*+=")
_VALUE_START = re.compile(
    r"<(?:loc|lastmod|changefreq|priority|(?!xhtml)[\w.-]+:(?:loc|title|name|language))>", re.IGNORECASE
)
_CUT_EARLY = re.compile(PROLOG + r"(?:<[!?]?[\w:.-]*)?", re.DOTALL | re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# Characters of a cut element that a message shows, of what is looked at for them, and open elements that it names.
_SHOWN = 60
_LONGEST_CUT = 1_000
_MOST_OPEN = 10


def end_of(source: str) -> int | None:
    """Where the document ends, by the end tag of its first element; None where that is missing."""
    first_tag = _FIRST_TAG.match(source)
    if first_tag is None:
        return len(source)
    is_empty = source[first_tag.end() : source.find(">", first_tag.end()) + 1].endswith("/>")
    end = re.compile(r"/>" if is_empty else rf"</{re.escape(first_tag[1])}\s*>").search(source, first_tag.end())
    if end is None:
        return None
    rest = _AFTER_END.match(source, end.end())
    return rest.end() if rest is not None else end.end()


def is_cut_before_content(source: str) -> bool:
    """Whether a document ends before its first element is named whole."""
    return source.startswith("<") and _CUT_EARLY.fullmatch(source.rstrip()) is not None


def place_of_root(source: str, namespace: str) -> int:
    """Where the first element says its namespace; else where it begins. Its start tag may have several lines."""
    first_tag = _FIRST_TAG.match(source)
    if first_tag is None:
        return 0
    place = (
        source.find(f'"{namespace}"', first_tag.start(1), source.find(">", first_tag.end()) + 1) if namespace else -1
    )
    return place if place >= 0 else first_tag.start(1)


def add_rest(source: str, end: int, line: int, faults: FaultCollector) -> None:
    """Adds the fault of a document after whose end something stands."""
    faults.add("text-after-end", line + source.count("\n", 0, end), text=_shown(source, end))


def without_cut(source: str, line: int, faults: FaultCollector) -> str:
    """The source of a file that was cut off, without the tag or text within which that was done.

    Half an address looks like a whole one, so what does not end before a tag is dropped; the fault says what that is.
    """
    start = max(source.rfind(mark) for mark in ("<!--", "<![CDATA["))
    if start < 0 or source.find("-->" if source.startswith("<!--", start) else "]]>", start) >= 0:
        start = source.rfind("<")
        closed = source.rfind(">")
        # Of a text its start tag goes too: what is empty would be another fault.
        is_between = source.startswith("</", start) or not source[closed + 1 :].strip()
        if closed > start and is_between and not _VALUE_START.match(source, start):
            start = closed + 1
    last = line + source.rstrip().count("\n")
    if source[start:].strip():
        faults.add("truncated-file", last, text=_shown(source, start))
    else:
        faults.add("unclosed-file", last, closing=_closing(source))
    return source[:start]


def _shown(source: str, start: int) -> str:
    """The beginning of what stands from a place on, on one line."""
    text = " ".join(source[start : start + _LONGEST_CUT].split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _closing(source: str) -> str:
    """The end tags that a file lacks that was cut off between two tags."""
    opened: list[str] = []
    for tag in _TAG.finditer(source):
        if tag[1] and opened and opened[-1] == tag[2]:
            opened.pop()
        elif tag[2] and not tag[1] and not tag[3].endswith("/"):
            opened.append(tag[2])
    return "".join(f"</{name}>" for name in reversed(opened[-_MOST_OPEN:]))


def check_strays(source: str, line: int, faults: FaultCollector) -> None:
    """Adds faults for the first text between elements, and the first attribute of an element that has none.

    Of a well-formed document: programs that check by the schema refuse both.
    """
    matches = _STRAY.search(source), _ATTRIBUTE.search(source)
    if not any(matches):
        return
    if "<!--" in source:  # what was commented out is none
        source = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), source)
        matches = _STRAY.search(source), _ATTRIBUTE.search(source)
    text, attribute = matches
    if text is not None:
        faults.add("stray-text", line + source.count("\n", 0, text.start(1)), text=_shown(text[1], 0))
    if attribute is not None:
        place = line + source.count("\n", 0, attribute.start())
        faults.add("undefined-attribute", place, name=attribute[1], attribute=attribute[2])


_ANY_TAG = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(?P<open><!--|<!\[CDATA\[|<\?)"
    r"|<(?P<end>/?)(?P<name>[^\s<>/!?=\"']++)(?P<rest>(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+)(?P<close>>?)|(?P<bare><)",
    re.DOTALL,
)
CONTAINERS = frozenset({"urlset", "sitemapindex"})
_ENTRIES = frozenset({"url", "sitemap"})
# What holds text alone.
_VALUES = frozenset({"loc", "lastmod", "changefreq", "priority"})
_OWN = CONTAINERS | _ENTRIES | _VALUES


class Breach(NamedTuple):
    """A place in the text, and what is wrong there."""

    place: int
    reason: str


def first_breach(source: str) -> Breach | None:
    """The first tag of a document that should not stand where it does; None where each has its partner."""
    opened: list[tuple[str, int]] = []
    for tag in _ANY_TAG.finditer(source):
        name = tag["name"]
        if tag["open"]:
            return Breach(tag.start(), f"{_UNENDED[tag['open']]} that begins here does not end")
        if tag["bare"] or (name and not tag["close"]):
            shown = " ".join(source[tag.start() : tag.end() + 1].split())[:_SHOWN]
            return Breach(tag.start(), f"“{shown}” is no tag; in an address write &lt; for “<”")
        if not name:
            continue
        if tag["end"]:
            if not opened or opened[-1][0] != name:
                return _wrong_end(name, tag.start(), opened)
            opened.pop()
            continue
        wrong = _wrong_start(name, tag.start(), opened)
        if wrong is not None:
            return wrong
        if not tag["rest"].endswith("/"):
            opened.append((name, tag.start()))
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
    if local in CONTAINERS:
        return Breach(place, f"<{name}> begins a second time")
    if local in _VALUES and outer in CONTAINERS:
        return Breach(place, f"<{'sitemap' if outer == 'sitemapindex' else 'url'}> is missing before this <{name}>")
    return None


def _wrong_end(name: str, place: int, opened: list[tuple[str, int]]) -> Breach:
    """What is wrong with an end tag that does not fit the element that is open."""
    if not opened:
        return Breach(place, f"</{name}> ends nothing")
    around, start = opened[-1]
    if name not in (other for other, _ in opened):
        return Breach(place, f"</{name}> stands where </{around}> should")
    if _local(around) in _ENTRIES | CONTAINERS:
        return Breach(place, f"</{around}> is missing before this </{name}>")
    return Breach(start, f"<{around}> has no end tag")


def _local(name: str) -> str:
    """A name as it counts here: only what is sitemaps' own, with whatever capitals, has rules."""
    return name.lower() if ":" not in name else name
