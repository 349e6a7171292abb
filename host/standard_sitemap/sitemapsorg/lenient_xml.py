"""XML in sitemaps: element names for any spelling of their namespaces, and trees of files that are not well-formed.

Such files are repaired if the repair loses nothing, and read as far as possible. Nothing outside a file is ever read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import IntEnum
from html.entities import html5
from typing import TYPE_CHECKING, Any

from standard_sitemap.model.xml_text import FORBIDDEN
from standard_sitemap.sitemapsorg.damage import CONTAINERS, add_rest, check_strays, end_of, first_breach, without_cut
from standard_sitemap.sitemapsorg.faults import FaultCollector
from standard_sitemap.sitemapsorg.sniffing import Text, add_forbidden
from standard_sitemap.ssp.names import SITEMAPS_ORG

if TYPE_CHECKING:
    from lxml.etree import _Element

SITEMAPS = SITEMAPS_ORG

OLD = frozenset(
    f"{scheme}://www.google.com/schemas/sitemap/{version}"
    for scheme in ("http", "https")
    for version in ("0.84", "0.9")
) | {"http://www.google.com/schemas/sitemap", "http://www.sitemaps.org/schemas/sitemap/0.84"}
# Parts of the extensions' namespaces, in any version.
_MARKS = {"sitemap-news": "news", "sitemap-video": "video", "sitemap-image": "image", "xhtml": "xhtml"}
# Namespaces usually declared beside the sitemap's own, by usual prefix.
NAMESPACES = {
    "news": "http://www.google.com/schemas/sitemap-news/0.9",
    "video": "http://www.google.com/schemas/sitemap-video/1.1",
    "image": "http://www.google.com/schemas/sitemap-image/1.1",
    "xhtml": "http://www.w3.org/1999/xhtml",
    "mobile": "http://www.google.com/schemas/sitemap-mobile/1.0",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
}

_FOREIGN = ("sitemap-mobile", "sitemap-pagemap")

# Valid references, and text that looks like an entity, after an ampersand; and sections in which ampersands mean
# nothing.
_AMPERSAND = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|&(?:#[0-9]{1,7};|#[xX][0-9a-fA-F]{1,6};|([A-Za-z][\w.-]*);)?",
    re.DOTALL,
)
# Characters of one search, and of the longest fixed start of a match.
_STEP, _LONGEST_START = 1 << 18, len("<![CDATA[")
_REFERENCE = re.compile(r"&#(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6});")
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})
# Possible unescaped characters, found without splitting: in a text, or in a value in quotes of either kind.
_MAY_BE_UNESCAPED = re.compile(r""">[^<>'"]*+['">]|="[^"'>]*+['>]|='[^'">]*+[">]""")
# The parts of a well-formed document: non-data, tags, texts.
_PARTS = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(<(?>[^>\"']|\"[^\"]*\"|'[^']*')*+>)|([^<]++)", re.DOTALL
)
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_WANTS_ESCAPE = re.compile("['\">]")


class Tag(IntEnum):
    """The kinds of elements distinguished here."""

    OTHER = 0
    ENTRY = 1
    LOCATION = 2
    LAST_MODIFIED = 3
    FREQUENCY = 4
    PRIORITY = 5
    LINK = 6
    NEWS = 7
    NEWS_TITLE = 8
    VIDEO = 9
    VIDEO_TITLE = 10
    IMAGE = 11
    IMAGE_LOCATION = 12
    UNDEFINED = 13


_OWN = {
    "url": Tag.ENTRY,
    "sitemap": Tag.ENTRY,
    "loc": Tag.LOCATION,
    "lastmod": Tag.LAST_MODIFIED,
    "changefreq": Tag.FREQUENCY,
    "priority": Tag.PRIORITY,
}
_EXTENSIONS = {
    ("xhtml", "link"): Tag.LINK,
    ("news", "news"): Tag.NEWS,
    ("news", "title"): Tag.NEWS_TITLE,
    ("video", "video"): Tag.VIDEO,
    ("video", "title"): Tag.VIDEO_TITLE,
    ("image", "image"): Tag.IMAGE,
    ("image", "loc"): Tag.IMAGE_LOCATION,
}


def split(tag: str) -> tuple[str, str]:
    """Return the namespace of a tag and its local name; an undeclared prefix counts as part of the latter."""
    namespace, _, name = tag.rpartition("}")
    return namespace.removeprefix("{"), name


def line_of(element: _Element, first_line: int) -> int:
    """Return the line of an element in a file, in which its text begins on `first_line`."""
    return int(element.sourceline or 1) + first_line - 1


def tag_of(name: str, root_namespace: str) -> Tag:
    """Return the kind of an element by its name with namespace; `root_namespace` is the document element's."""
    namespace, local = split(name)
    prefix, mark, bare = local.rpartition(":")
    extension = prefix.lower() if mark else extension_of(namespace)
    if extension in _MARKS.values():
        return _EXTENSIONS.get((extension, bare.lower()), Tag.OTHER)
    if extension or (namespace not in ("", SITEMAPS, root_namespace) and namespace not in OLD):
        return Tag.OTHER
    known = _OWN.get(bare.lower())
    return known or (Tag.OTHER if bare.lower() in CONTAINERS else Tag.UNDEFINED)


def extension_of(namespace: str) -> str:
    """Return the extension that a namespace belongs to; "" if none."""
    if any(mark in namespace for mark in _FOREIGN):
        return "other"
    return next((name for mark, name in _MARKS.items() if mark in namespace.lower()), "")


def tree(text: Text, faults: FaultCollector) -> _Element | None:
    """Return the document element of a text without document type; None if it has none.

    Line numbers are the tree's, see `Text.line`.
    """
    source = text.value
    root, reason = _parsed(source, recover=False)
    if root is not None:
        if split(str(root.tag))[1] in CONTAINERS:  # feeds have rules of their own
            check_escapes(source, text.line, faults)
            check_strays(source, text.line, faults)
        return root
    end = end_of(source)
    if end is None:
        source = without_cut(source, text.line, faults)
    mended = _mended(source[:end], text.line, faults)
    if mended != source:
        root, reason = _parsed(mended, recover=False)
    if end is not None and end < len(source):
        add_rest(source, end, text.line, faults)
    if root is not None:
        return root
    # Recovery accepts references to forbidden characters, and `_mended` may not see them in broken markup.
    root, _ = _parsed(
        _REFERENCE.sub(lambda reference: reference[0] if _is_character(reference[0]) else "", mended), recover=True
    )
    if end is not None or (root is None and not faults.has("truncated-file")):
        _add_reason(reason, mended, text.line, faults)
    return root


def check_escapes(source: str, line: int, faults: FaultCollector) -> None:
    """Record a fault if values contain unescaped quotes or “>”; `source` is well-formed, and `line` its first line."""
    if not _may_be_unescaped(source):
        return
    escapes = [place for start, value in _values(source) for place in _places(start, value)]
    if escapes:
        characters = " ".join(sorted({source[place] for place in escapes}))
        place = line + source.count("\n", 0, escapes[0])
        faults.add("unescaped-character", place, count=str(len(escapes)), characters=characters)


def _may_be_unescaped(source: str) -> bool:
    """Return whether something may be unescaped.

    After the last quote, which is most of a file, counting takes a fifth of the time: each “<” has one “>”.
    """
    start = source.find(">", max(source.rfind('"'), source.rfind("'")) + 1) + 1
    is_even = source.count(">", start) == source.count("<", start) and source.find("<!", start) < 0
    searched = start if is_even else len(source)
    return _MAY_BE_UNESCAPED.search(source, 0, searched) is not None


def _values(source: str) -> Iterator[tuple[int, str]]:
    """Yield the texts and the values of attributes, with their offsets."""
    for part in _PARTS.finditer(source):
        if part[2] is not None:
            yield part.start(), part[2]
        elif part[1] is not None:
            for value in _QUOTED.finditer(source, part.start(), part.end()):
                yield value.start() + 1, value[0][1:-1]


def _places(start: int, value: str) -> Iterator[int]:
    return (start + match.start() for match in _WANTS_ESCAPE.finditer(value))


def _parsed(source: str, *, recover: bool) -> tuple[_Element | None, tuple[str, int]]:
    """Return the tree, or the reason and the line of the failure."""
    from lxml import etree  # saves 6 ms of each check: usual files are read without it

    parser = etree.XMLParser(
        encoding="utf-8",
        recover=recover,
        huge_tree=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        collect_ids=False,
        remove_blank_text=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root: Any = etree.fromstring(source.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as error:
        return None, (str(error.msg or error).partition(", line ")[0], error.lineno or 0)
    return root, ("", 0)


def _mended(source: str, line: int, faults: FaultCollector) -> str:
    """Return the document with bare ampersands escaped, unknown entities replaced and forbidden characters removed."""
    bare: list[int] = []
    unknown: dict[str, int] = {}

    def mend(ampersand: re.Match[str]) -> str:
        whole, name = ampersand[0], ampersand[1]
        if not whole.startswith("&") or name in _XML_ENTITIES or _is_character(whole):
            return whole
        if whole.startswith("&#"):
            unknown.setdefault(whole[1:-1], ampersand.start())
            return ""
        if name is None:
            bare.append(ampersand.start())
            return "&amp;"
        unknown.setdefault(name, ampersand.start())
        character = html5.get(f"{name};")
        return f"&amp;{name};" if character is None or character in "<&" else character

    mended = "".join(_replaced(source, mend))
    if bare:
        place = line + source.count("\n", 0, bare[0])
        faults.add("unescaped-ampersand", place, count=str(len(bare)))
    for name, start in unknown.items():
        faults.add("undefined-entity", line + source.count("\n", 0, start), name=name)
    forbidden = FORBIDDEN.search(source)
    if forbidden is None:
        return mended
    count = len(source) - len(_without_forbidden(source))
    add_forbidden(forbidden[0], count, line + source.count("\n", 0, forbidden.start()), faults)
    return _without_forbidden(mended)


def _replaced(source: str, replacement: Callable[[re.Match[str]], str]) -> Iterator[str]:
    """Yield the text with a replacement for each match of `_AMPERSAND`.

    Searches in steps, because a search cannot be interrupted, and tens of megabytes of “<” take a second.
    """
    copied = at = 0
    while at < len(source):
        start = _AMPERSAND.search(source, at, at + _STEP)
        if start is None:
            at += _STEP - _LONGEST_START
            continue
        match = _AMPERSAND.match(source, start.start())  # it may end beyond the step
        assert match is not None
        yield source[copied : match.start()]
        yield replacement(match)
        copied = at = match.end()
    yield source[copied:]


def _without_forbidden(text: str) -> str:
    return "".join(FORBIDDEN.sub("", text[at : at + _STEP]) for at in range(0, len(text), _STEP))


def _is_character(reference: str) -> bool:
    """Return whether a reference denotes a character that XML allows."""
    if not reference.startswith("&#"):
        return False
    number = int(reference[3:-1], 16) if reference[2] in "xX" else int(reference[2:-1])
    is_text = 0x20 <= number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF and number not in (0xFFFE, 0xFFFF)
    return (is_text or number in (0x9, 0xA, 0xD)) and reference[2] != "X"


def _add_reason(reason: tuple[str, int], source: str, line: int, faults: FaultCollector) -> None:
    """Record the fault that required recovery."""
    message, place = reason
    prefix = re.match(r"Namespace prefix (\S+) ", message)
    if prefix is not None:
        namespace = NAMESPACES.get(prefix[1], "…")
        faults.add("undeclared-extension", place + line - 1, prefix=prefix[1], namespace=namespace)
        return
    breach = first_breach(source)
    if breach is not None:
        place, message = source.count("\n", 0, breach.place) + 1, breach.reason
    faults.add("damaged-xml", place + line - 1, reason=message)
    faults.damaged_at = place + line - 1
