"""Urlsets as most programs write them, read without building a tree: many times faster than the general way.

Accepts only what is surely well-formed and holds nothing but <url> with <loc>, <lastmod>, <changefreq> and <priority>
in their usual order. For everything else it says so, and `urlsets` reads it; the two must never differ.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import accumulate, repeat
from operator import itemgetter

from standard_sitemap.sitemapsorg.entries import Column, Entries
from standard_sitemap.sitemapsorg.lenient_xml import SITEMAPS

_HEAD = re.compile(
    r"(?:<\?xml\s+version\s*=\s*[\"']1\.[0-9][\"'](?:\s+encoding\s*=\s*[\"'][\w.-]+[\"'])?(?:\s+standalone=[\"']\w+[\"'])?\s*\?>)?"
    r"(?>\s+|<!--(?:(?!--)[^\x00-\x08])*-->|<\?(?!xml\s)[A-Za-z][\w-]*\s[^?]*\?>)*+"
    r"<urlset((?:\s+(?:xmlns|xmlns:[A-Za-z][\w-]*|xsi:schemaLocation)\s*=\s*(?:\"[^\"<&]*\"|'[^'<&]*'))*)\s*>"
)
_NAMESPACE = re.compile(r"\sxmlns\s*=\s*[\"']([^\"']*)[\"']")
_ATTRIBUTE_NAME = re.compile(r"\s([\w:-]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_URL = re.compile(
    r"<url>\s*<loc>([^<]*)</loc>\s*(?:<lastmod>([^<]*)</lastmod>\s*)?"
    r"(?:<changefreq>([^<]*)</changefreq>\s*)?(?:<priority>([^<]*)</priority>\s*)?</url>"
)
# Text between entries, where none may stand.
_BEGINS_WELL = re.compile(r"\s*+(?:<|\Z)")
_TEXT_BETWEEN = re.compile(r"</url>\s*+[^\s<]")
_GROUPS: Mapping[Column, int] = {"last_modified": 2, "change_frequencies": 3, "priorities": 4}
_TAIL = re.compile(r"</urlset>\s*\Z")
_ODD_REFERENCE = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;)")
_FORBIDDEN = re.compile(r"[\ud800-\udfff\ufffe\uffff]")
_WHITE = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u2028\u2029\u3000"
_CONTROLS = [chr(code) for code in range(0x20) if chr(code) not in "\t\n\r"]


def plain_entries(source: str, first_line: int) -> Entries | None:
    """The entries of a urlset; None where it is not as plain as that."""
    head = _HEAD.match(source)
    if head is None or not _is_usual(head[1]) or not _is_well_formed(source):
        return None
    tail = _TAIL.search(source, max(head.end(), source.rfind("</urlset")))
    if tail is None:
        return None
    listed = source[head.end() : tail.start()]
    if not _BEGINS_WELL.match(listed) or _TEXT_BETWEEN.search(listed):
        return None
    rows = _URL.findall(listed)
    columns = [list(map(itemgetter(place), rows)) for place in range(4)]
    # Each element has two tags. Where there are more, something stands there that is none of these, or is empty.
    values = sum(len(column) - column.count("") for column in columns[1:])
    if listed.count("<") != 4 * len(rows) + 2 * values:
        return None
    first_line += source.count("\n", 0, head.end())
    lines = _lines(listed, first_line)
    locations, last_modified, frequencies, priorities = map(_bare, columns)
    if values != sum(len(column) - column.count("") for column in (last_modified, frequencies, priorities)):
        return None  # white space only is a fault with a line
    value_lines = partial(_value_lines, listed, first_line)
    return Entries(locations, lines, last_modified, frequencies, priorities, value_lines=value_lines)


def _is_well_formed(source: str) -> bool:
    """Whether no character or reference stands there that may not, or that would have to be looked up."""
    if any(control in source for control in _CONTROLS) or "]]>" in source:
        return False
    if "\r" in source and source.count("\r") != source.count("\r\n"):
        return False  # a line break for XML, and none for whoever counts lines
    if not source.isascii() and _FORBIDDEN.search(source):
        return False
    return "&" not in source or _ODD_REFERENCE.search(source) is None


def _is_usual(attributes: str) -> bool:
    """Whether the attributes of the first element put it, and it alone, in the namespace of sitemaps."""
    found = _NAMESPACE.search(attributes)
    names = _ATTRIBUTE_NAME.findall(attributes)
    uses_xsi = "xsi:schemaLocation" in names and "xmlns:xsi" not in names
    return found is not None and found[1] == SITEMAPS and len(set(names)) == len(names) and not uses_xsi


def _bare(column: list[str]) -> list[str]:
    """A column, references resolved and white space around values taken off."""
    text = "".join(column)
    if "\r" in text:
        column = [value.replace("\r\n", "\n") for value in column]
    if "&" in text:
        column = list(map(_unescaped, column))
    return list(map(str.strip, column)) if any(white in text for white in _WHITE) else column


def _lines(listed: str, first: int) -> list[int]:
    """The line on which each <loc> begins; `first` is the line on which the list does."""
    parts = listed.split("<loc>")
    parts.pop()
    return list(accumulate(map(str.count, parts, repeat("\n")), initial=first))[1:]


def _value_lines(listed: str, first: int, column: Column) -> list[int]:
    """The lines on which the values of a column stand: looked for where one is faulty, which in most files none is."""
    tag = _GROUPS[column]
    lines, counted, line = [], 0, first
    for entry in _URL.finditer(listed):
        start = entry.start(tag) if entry[tag] is not None else entry.start(1)
        line += listed.count("\n", counted, start)
        counted = start
        lines.append(line)
    return lines


def _unescaped(value: str) -> str:
    if "&" not in value:
        return value
    for name, character in (("lt", "<"), ("gt", ">"), ("quot", '"'), ("apos", "'"), ("amp", "&")):
        value = value.replace(f"&{name};", character)
    return value
