"""Locations of XML faults in a sitemap, where its author has to fix them; and the end of a document.

A parser reports where it noticed a fault: a missing </url>, or an unclosed comment, only at the end of the file. Of the
18 kinds of damage in this module's test, libxml2 names the line of 8, and expat of 10. This module knows the nesting of
elements, and so names the line of each. It also finds text after the end of a document, and the end of a truncated one.
Reads the text alone, once.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from standard_sitemap.model.document_types import end_of_prolog
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.sniffing import PROLOG

# White space, comments and instructions may follow the document element.
_AFTER_END = re.compile(r"(?>\s+|<!--.*?-->|<\?(?!xml\s).*?\?>)*+", re.DOTALL | re.IGNORECASE)
_FIRST_TAG = re.compile(PROLOG + r"<([^\s<>/!?]+)", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(?P<open><!--|<!\[CDATA\[|<\?)"
    r"|<(?P<end>/?)(?P<name>[^\s<>/!?=\"']++)(?P<rest>(?>[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+)(?P<close>>?)|(?P<bare><)",
    re.DOTALL,
)
_STRAY = re.compile(
    r">\s*+([^\s<][^<]*+)<(?:/?(?:url|sitemap)[\s>]|/(?:urlset|sitemapindex)[\s>]|"
    r"(?:loc|lastmod|changefreq|priority)[\s/>])"
)
_ATTRIBUTE = re.compile(r"<(url|sitemap|loc|lastmod|changefreq|priority)\s++(?!xmlns\b|xsi:|xml:)([^\s=<>/]++)\s*+=")
_VALUE_START = re.compile(
    r"<(?:loc|lastmod|changefreq|priority|(?!xhtml)[\w.-]+:(?:loc|title|name|language))>", re.IGNORECASE
)
_CUT_EARLY = re.compile(PROLOG + r"(?:<[!?]?[\w:.-]*)?", re.DOTALL | re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# Characters of a truncated element in a message, characters examined for them, and the limit on open elements in a
# message.
_SHOWN = 60
_LONGEST_CUT = 1_000
_MOST_OPEN = 10


def end_of(source: str) -> int | None:
    """Return the offset of the document's end, by the end tag of its first element; None if that tag is missing."""
    first_tag = _FIRST_TAG.match(source, end_of_prolog(source))
    if first_tag is None:
        return len(source)
    is_empty = source[first_tag.end() : source.find(">", first_tag.end()) + 1].endswith("/>")
    end = re.compile(r"/>" if is_empty else rf"</{re.escape(first_tag[1])}\s*>").search(source, first_tag.end())
    if end is None:
        return None
    rest = _AFTER_END.match(source, end.end())
    return rest.end() if rest is not None else end.end()


def is_cut_before_content(source: str) -> bool:
    """Return whether a document ends before the complete name of its first element."""
    return source.startswith("<") and _CUT_EARLY.fullmatch(source.rstrip(), end_of_prolog(source)) is not None


def place_of_root(source: str, namespace: str) -> int:
    """Return the offset of the first element's namespace declaration, else of its name; the tag may span lines."""
    first_tag = _FIRST_TAG.match(source, end_of_prolog(source))
    if first_tag is None:
        return 0
    place = (
        source.find(f'"{namespace}"', first_tag.start(1), source.find(">", first_tag.end()) + 1) if namespace else -1
    )
    return place if place >= 0 else first_tag.start(1)


def add_rest(source: str, end: int, line: int, faults: FaultCollector) -> None:
    """Record the fault of text after the end of a document."""
    faults.add("text-after-end", line + source.count("\n", 0, end), text=_shown(source, end))


def without_cut(source: str, line: int, faults: FaultCollector) -> str:
    """Return the source of a truncated file, without the incomplete tag or text at its end.

    Half an address looks like a whole one, so text that does not end before a tag is dropped. The fault quotes it.
    """
    start = max(source.rfind(mark) for mark in ("<!--", "<![CDATA["))
    if start < 0 or source.find("-->" if source.startswith("<!--", start) else "]]>", start) >= 0:
        start = source.rfind("<")
        closed = source.rfind(">")
        # The start tag of a text is dropped with it, since an empty element would be another fault.
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
    """Return the beginning of the text from an offset on, as one line."""
    text = " ".join(source[start : start + _LONGEST_CUT].split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _closing(source: str) -> str:
    """Return the missing end tags of a file that was truncated between two tags."""
    opened: list[str] = []
    for tag in _TAG.finditer(source):
        name = tag["name"]
        if tag["open"]:  # nothing after it is a tag
            break
        if tag["end"] and opened and opened[-1] == name:
            opened.pop()
        elif name and not tag["end"] and not tag["rest"].endswith("/"):
            opened.append(name)
    return "".join(f"</{name}>" for name in reversed(opened[-_MOST_OPEN:]))


def check_strays(source: str, line: int, faults: FaultCollector) -> None:
    """Record the first text between elements, and the first attribute of an element that has none.

    For well-formed documents: programs that check by the schema reject both.
    """
    matches = _STRAY.search(source), _ATTRIBUTE.search(source)
    if not any(matches):
        return
    if "<!--" in source:  # ignore commented-out markup
        source = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), source)
        matches = _STRAY.search(source), _ATTRIBUTE.search(source)
    text, attribute = matches
    if text is not None:
        faults.add("stray-text", line + source.count("\n", 0, text.start(1)), text=_shown(text[1], 0))
    if attribute is not None:
        place = line + source.count("\n", 0, attribute.start())
        faults.add("undefined-attribute", place, name=attribute[1], attribute=attribute[2])


CONTAINERS = frozenset({"urlset", "sitemapindex"})
_ENTRIES = frozenset({"url", "sitemap"})
# Elements that contain text only.
_VALUES = frozenset({"loc", "lastmod", "changefreq", "priority"})
_OWN = CONTAINERS | _ENTRIES | _VALUES


class Breach(NamedTuple):
    """An offset in the text, and the problem there."""

    place: int
    reason: str


def first_breach(source: str) -> Breach | None:
    """Return the first misplaced or unmatched tag of a document; None if all tags match."""
    opened: list[tuple[str, int]] = []
    for tag in _TAG.finditer(source):
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
    """Return the problem of an element that begins within the open elements, or None."""
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
    """Return the problem of an end tag that does not match the open element."""
    if not opened:
        return Breach(place, f"</{name}> ends nothing")
    around, start = opened[-1]
    if name not in (other for other, _ in opened):
        return Breach(place, f"</{name}> stands where </{around}> should")
    if _local(around) in _ENTRIES | CONTAINERS:
        return Breach(place, f"</{around}> is missing before this </{name}>")
    return Breach(start, f"<{around}> has no end tag")


def _local(name: str) -> str:
    """Return a name in the form used here: in lower case if it has no prefix. Only sitemaps' own names have rules."""
    return name.lower() if ":" not in name else name
