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
# White space as XML has it; an entry ends before a tag, so that no text stands between two.
_GAP = r"[ \t\r\n]*+"
_URL = re.compile(
    rf"<url>{_GAP}<loc>([^<]*+)</loc>{_GAP}(?:<lastmod>([^<]*+)</lastmod>{_GAP})?+"
    rf"(?:<changefreq>([^<]*+)</changefreq>{_GAP})?+(?:<priority>([^<]*+)</priority>{_GAP})?+</url>{_GAP}(?=<)"
)
_BEGINS_WELL = re.compile(rf"{_GAP}<")
_GROUPS: Mapping[Column, int] = {"last_modified": 2, "change_frequencies": 3, "priorities": 4}
_TAIL = re.compile(r"</urlset>\s*\Z")
_ODD_REFERENCE = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;)")
_FORBIDDEN = re.compile(r"[\ud800-\udfff\ufffe\uffff]")
_WHITE = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u2028\u2029\u3000"
_CONTROLS = bytes(code for code in range(0x20) if code not in b"\t\n\r")


def plain_entries(source: str, first_line: int) -> Entries | None:
    """The entries of a urlset; None where it is not as plain as that."""
    head = _HEAD.match(source)
    if head is None or not _is_usual(head[1]) or not _is_well_formed(source, head.end()):
        return None
    tail = _TAIL.search(source, max(head.end(), source.rfind("</urlset")))
    if tail is None or not _BEGINS_WELL.match(source, head.end()):
        return None
    rows = _URL.findall(source, head.end(), tail.start() + 1)
    columns = [list(map(itemgetter(place), rows)) for place in range(4)]
    # Each element has two tags. Where there are more, something stands there that is none of these, or is empty.
    values = sum(len(column) - column.count("") for column in columns[1:])
    if source.count("<", head.end(), tail.start()) != 4 * len(rows) + 2 * values:
        return None
    texts = ["".join(columns[0]), *("".join(dict.fromkeys(column)) for column in columns[1:])]
    if not all(map(_is_text, texts)):
        return None
    first_line += source.count("\n", 0, head.end())
    lines = _lines(source[head.end() : tail.start()], first_line)
    locations, last_modified, frequencies, priorities = map(_bare, columns, texts)
    if values != sum(len(column) - column.count("") for column in (last_modified, frequencies, priorities)):
        return None  # white space only is a fault with a line
    value_lines = partial(_value_lines, source, range(head.end(), tail.start() + 1), first_line)
    return Entries(locations, lines, last_modified, frequencies, priorities, value_lines=value_lines)


def _is_well_formed(source: str, head: int) -> bool:
    """Whether no character or reference stands there that may not, or that would have to be looked up.

    Behind the head, which ends there, control characters are left to `_is_text`: none is white space or a tag.
    """
    if "\r" in source and source.count("\r") != source.count("\r\n"):
        return False  # a line break for XML, and none for whoever counts lines
    if not source.isascii() and _FORBIDDEN.search(source):
        return False
    return _is_text(source[:head]) and ("&" not in source or _ODD_REFERENCE.search(source) is None)


def _is_text(text: str) -> bool:
    """Whether a text holds no control character, and not what ends a section."""
    written = text.encode()
    return "]]>" not in text and len(written.translate(None, _CONTROLS)) == len(written)


def _is_usual(attributes: str) -> bool:
    """Whether the attributes of the first element put it, and it alone, in the namespace of sitemaps."""
    found = _NAMESPACE.search(attributes)
    names = _ATTRIBUTE_NAME.findall(attributes)
    uses_xsi = "xsi:schemaLocation" in names and "xmlns:xsi" not in names
    return found is not None and found[1] == SITEMAPS and len(set(names)) == len(names) and not uses_xsi


def _bare(column: list[str], text: str) -> list[str]:
    """A column whose different values are `text`: references resolved and white space around values taken off."""
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


def _value_lines(source: str, span: range, first: int, column: Column) -> list[int]:
    """The lines on which the values of a column stand: looked for where one is faulty, which in most files none is."""
    tag = _GROUPS[column]
    lines, counted, line = [], span.start, first
    for entry in _URL.finditer(source, span.start, span.stop):
        start = entry.start(tag) if entry[tag] is not None else entry.start(1)
        line += source.count("\n", counted, start)
        counted = start
        lines.append(line)
    return lines


def _unescaped(value: str) -> str:
    if "&" not in value:
        return value
    for name, character in (("lt", "<"), ("gt", ">"), ("quot", '"'), ("apos", "'"), ("amp", "&")):
        value = value.replace(f"&{name};", character)
    return value
