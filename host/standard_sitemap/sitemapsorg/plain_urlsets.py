"""Urlsets in the usual form, read without building a tree: many times faster than the general way.

Accepts only files that are certainly well-formed and contain nothing but <url> with <loc>, <lastmod>, <changefreq> and
<priority> in their usual order. It rejects all other files, which `urlsets` reads. The results of the two must never
differ.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate, count, repeat
from operator import add

from standard_sitemap.sitemapsorg.entries import Column, Entries
from standard_sitemap.sitemapsorg.lenient_xml import SITEMAPS

_HEAD = re.compile(
    r"(?:<\?xml\s+version\s*=\s*[\"']1\.[0-9][\"'](?:\s+encoding\s*=\s*[\"'][\w.-]+[\"'])?"
    r"(?:\s+standalone=[\"']\w+[\"'])?\s*\?>)?"
    r"(?>\s+|<!--(?:(?!--)[^\x00-\x08])*-->|<\?(?!xml\s)[A-Za-z][\w-]*\s[^?]*\?>)*+"
    r"<urlset((?:\s+(?:xmlns|xmlns:[A-Za-z][\w-]*|xsi:schemaLocation)\s*=\s*(?:\"[^\"<&]*\"|'[^'<&]*'))*)\s*>"
)
# A comment or an instruction, other than the XML declaration.
_REMARK = re.compile(r"<!--|<\?(?!xml\s)")
_NAMESPACE = re.compile(r"\sxmlns\s*=\s*[\"']([^\"']*)[\"']")
_ATTRIBUTE_NAME = re.compile(r"\s([\w:-]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
# White space in XML; an entry ends before a tag, so that there is no text between two.
_GAP = r"[ \t\r\n]*+"
_NOTHING = re.compile(_GAP)
_BEGINNING = re.compile(rf"{_GAP}<url>{_GAP}<")
# The content between two addresses, after one mark and before another.
_BETWEEN = re.compile(
    rf"\x00{_GAP}(?:<lastmod>([^<]++)</lastmod>{_GAP})?+(?:<changefreq>([^<]++)</changefreq>{_GAP})?+"
    rf"(?:<priority>([^<]++)</priority>{_GAP})?+</url>{_GAP}<url>{_GAP}<(?=\x00)"
)
_GROUPS: Mapping[Column, int] = {"last_modified": 1, "change_frequencies": 2, "priorities": 3}
_TAIL = re.compile(r"</urlset>\s*\Z")
_ODD_REFERENCE = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;)")
_FORBIDDEN = re.compile(r"[\ud800-\udfff\ufffe\uffff]")
_WHITE = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u2028\u2029\u3000"
_CONTROLS = bytes(code for code in range(0x20) if code not in b"\t\n\r")


def plain_entries(source: str, first_line: int) -> Entries | None:
    """Return the entries of a urlset; None if it has another form.

    The content between two addresses is parsed once if it is repeated: in most files it differs by a few dates.
    """
    head = _HEAD.match(source)
    if head is None or not _is_usual(head[1]) or not _is_well_formed(source, head.end()):
        return None
    tail = _TAIL.search(source, max(head.end(), source.rfind("</urlset")))
    if tail is None:
        return None
    # Split at the common part of start and end tags, so that addresses and the content between them alternate.
    beginning, *rest = source[head.end() : tail.start()].split("loc>")
    if not (_BEGINNING if rest else _NOTHING).fullmatch(beginning) or len(rest) % 2:
        return None
    if rest:
        rest[-1] += beginning  # as if one more entry followed, so that the last one ends like all others
    ended = rest[::2]
    locations = list(map(str.removesuffix, ended, repeat("</")))
    numbers = defaultdict[str, int](count().__next__)
    rows = list(map(numbers.__getitem__, rest[1::2]))
    marked = "\0".join(("", *numbers, ""))
    columns = _columns(marked, len(numbers))
    text = "".join(locations)
    is_ended = "<" not in text and len("".join(ended)) == len(text) + len("</") * len(locations)
    if columns is None or not is_ended or not _is_text(text):
        return None
    breaks = map([gap.count("\n") for gap in numbers].__getitem__, rows)
    if "\n" in text:
        breaks = map(add, breaks, map(str.count, locations, repeat("\n")))
    first_line += source.count("\n", 0, head.end()) + beginning.count("\n")
    lines = list(accumulate(breaks, initial=first_line))[:-1]
    last_modified, frequencies, priorities = (list(map(column.__getitem__, rows)) for column in columns)
    value_lines = partial(_value_lines, marked, rows, lines, locations)
    bare = _bare(locations, text)
    is_all = _REMARK.search(source, 0, head.end()) is None
    return Entries(bare, lines, last_modified, frequencies, priorities, value_lines=value_lines, is_all=is_all)


def _columns(marked: str, number: int) -> list[list[str]] | None:
    """Return the values of `number` gaps between addresses, by column; None if a gap has another form."""
    rows = _BETWEEN.findall(marked)
    if len(rows) != number or marked.count("\0") != number + 1:
        return None
    columns = []
    for place in range(len(_GROUPS)):
        written = [row[place] for row in rows]
        text = "".join(dict.fromkeys(written))
        bare = _bare(written, text)
        if not _is_text(text) or bare.count("") != written.count(""):
            return None  # a value of white space only is a fault with a line
        columns.append(bare)
    return columns


def _is_well_formed(source: str, head: int) -> bool:
    """Return whether all characters and references are allowed, and no reference needs a lookup.

    `head` is the end of the head. After it, `_is_text` rejects control characters: they are neither white space nor
    part of a tag.
    """
    if "\r" in source and source.count("\r") != source.count("\r\n"):
        return False  # a line break in XML that line counts would miss
    if not source.isascii() and _FORBIDDEN.search(source):
        return False
    return _is_text(source[:head]) and ("&" not in source or _ODD_REFERENCE.search(source) is None)


def _is_text(text: str) -> bool:
    """Return whether a text has no control character, and no end of a CDATA section."""
    written = text.encode()
    return "]]>" not in text and len(written.translate(None, _CONTROLS)) == len(written)


def _is_usual(attributes: str) -> bool:
    """Return whether the attributes of the first element put only it into the namespace of sitemaps."""
    namespace = _NAMESPACE.search(attributes)
    names = _ATTRIBUTE_NAME.findall(attributes)
    uses_xsi = "xsi:schemaLocation" in names and "xmlns:xsi" not in names
    return namespace is not None and namespace[1] == SITEMAPS and len(set(names)) == len(names) and not uses_xsi


def _bare(column: list[str], text: str) -> list[str]:
    """Return a column with the different values `text`: references resolved and values stripped of white space."""
    if "\r" in text:
        column = [value.replace("\r\n", "\n") for value in column]
    if "&" in text:
        column = list(map(_unescaped, column))
    return list(map(str.strip, column)) if any(white in text for white in _WHITE) else column


def _value_lines(
    marked: str, rows: Sequence[int], lines: Sequence[int], locations: Sequence[str], column: Column
) -> list[int]:
    """Return the lines of a column's values; needed only if one is faulty, which is rare."""
    group = _GROUPS[column]
    gaps = _BETWEEN.finditer(marked)
    breaks = [marked.count("\n", gap.start(), max(gap.start(), gap.start(group))) for gap in gaps]
    return [
        line + location.count("\n") + breaks[row] for line, location, row in zip(lines, locations, rows, strict=True)
    ]


def _unescaped(value: str) -> str:
    if "&" not in value:
        return value
    for name, character in (("lt", "<"), ("gt", ">"), ("quot", '"'), ("apos", "'"), ("amp", "&")):
        value = value.replace(f"&{name};", character)
    return value
