"""XML as sitemaps have it: their elements' names, however the namespaces are written, and trees of files that are not
well-formed, mended as far as that loses nothing and read as far as they go. Nothing outside a file is ever read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from html.entities import html5
from typing import TYPE_CHECKING, Any

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
# What stands in the namespace of an extension, in whatever version.
_MARKS = {"sitemap-news": "news", "sitemap-video": "video", "sitemap-image": "image", "xhtml": "xhtml"}
# What is usually declared beside the namespace of sitemaps, by its usual prefix.
NAMESPACES = {
    "news": "http://www.google.com/schemas/sitemap-news/0.9",
    "video": "http://www.google.com/schemas/sitemap-video/1.1",
    "image": "http://www.google.com/schemas/sitemap-image/1.1",
    "xhtml": "http://www.w3.org/1999/xhtml",
    "mobile": "http://www.google.com/schemas/sitemap-mobile/1.0",
    "xsi": "http://www.w3.org/2001/XMLSchema-instance",
}

_FOREIGN = ("sitemap-mobile", "sitemap-pagemap")

# What XML allows after an ampersand, or what is meant to be an entity; sections in which it means nothing.
_AMPERSAND = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|&(?:#[0-9]{1,7};|#[xX][0-9a-fA-F]{1,6};|([A-Za-z][\w.-]*);)?",
    re.DOTALL,
)
_REFERENCE = re.compile(r"&#(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6});")
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})
# What stands unescaped, found without looking at each part: in a text, or in a value in quotes of either kind.
_MAY_BE_UNESCAPED = re.compile(r""">[^<>'"]*+['">]|="[^"'>]*+['>]|='[^'">]*+[">]""")
# The parts of a well-formed document: what is no data, tags, texts.
_PARTS = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(<(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>)|([^<]++)", re.DOTALL
)
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_WANTS_ESCAPE = re.compile("['\">]")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Tag(IntEnum):
    """The elements that mean something here."""

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
    """The namespace of a tag and its local name; a prefix that was not declared counts as part of the latter."""
    namespace, _, name = tag.rpartition("}")
    return namespace.removeprefix("{"), name


def line_of(element: _Element, first_line: int) -> int:
    """The line of a file on which an element of a text begins that starts on `first_line` there."""
    return int(element.sourceline or 1) + first_line - 1


def tag_of(name: str, root_namespace: str) -> Tag:
    """What an element is, by its name with namespace; `root_namespace` is that of the document element."""
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
    """The extension that a namespace is that of; "" of none."""
    if any(mark in namespace for mark in _FOREIGN):
        return "other"
    return next((name for mark, name in _MARKS.items() if mark in namespace.lower()), "")


def tree(text: Text, faults: FaultCollector) -> _Element | None:
    """Return the document element of a text without document type; None where there is not even that.

    Line numbers are those of the tree, see `Text.line`.
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
    # Reading as well as can be lets pass what no text may hold, and where markup is broken `_mended` may not look.
    root, _ = _parsed(
        _REFERENCE.sub(lambda reference: reference[0] if _is_character(reference[0]) else "", mended), recover=True
    )
    if end is not None or (root is None and not faults.has("truncated-file")):
        _add_reason(reason, mended, text.line, faults)
    return root


def check_escapes(source: str, line: int, faults: FaultCollector) -> None:
    """Adds a fault where quotes or “>” stand unescaped in values; `source` is well-formed, and `line` its first one."""
    if not _may_be_unescaped(source):
        return
    escapes = [place for start, value in _values(source) for place in _places(start, value)]
    if escapes:
        characters = " ".join(sorted({source[place] for place in escapes}))
        place = line + source.count("\n", 0, escapes[0])
        faults.add("unescaped-character", place, count=str(len(escapes)), characters=characters)


def _may_be_unescaped(source: str) -> bool:
    """Whether something may stand unescaped.

    Behind the last quote, where most of a file is, counting shows it in a fifth of the time: each “<” has one “>”.
    """
    start = source.find(">", max(source.rfind('"'), source.rfind("'")) + 1) + 1
    is_even = source.count(">", start) == source.count("<", start) and source.find("<!", start) < 0
    searched = start if is_even else len(source)
    return _MAY_BE_UNESCAPED.search(source, 0, searched) is not None


def _values(source: str) -> Iterator[tuple[int, str]]:
    """The texts and the values of attributes, and where they begin."""
    for part in _PARTS.finditer(source):
        if part[2] is not None:
            yield part.start(), part[2]
        elif part[1] is not None:
            for value in _QUOTED.finditer(source, part.start(), part.end()):
                yield value.start() + 1, value[0][1:-1]


def _places(start: int, value: str) -> Iterator[int]:
    return (start + match.start() for match in _WANTS_ESCAPE.finditer(value))


def _parsed(source: str, *, recover: bool) -> tuple[_Element | None, tuple[str, int]]:
    """The tree, or why there is none and on which line."""
    from lxml import etree

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
    """The document with bare ampersands escaped, unknown entities replaced and forbidden characters left out."""
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

    mended = _AMPERSAND.sub(mend, source)
    if bare:
        place = line + source.count("\n", 0, bare[0])
        faults.add("unescaped-ampersand", place, count=str(len(bare)))
    for name, start in unknown.items():
        faults.add("undefined-entity", line + source.count("\n", 0, start), name=name)
    forbidden = _FORBIDDEN.findall(source)
    if forbidden:
        add_forbidden(forbidden[0], len(forbidden), line + source.count("\n", 0, source.index(forbidden[0])), faults)
    return _FORBIDDEN.sub("", mended)


def _is_character(reference: str) -> bool:
    """Whether a reference is one to a character that XML allows."""
    if not reference.startswith("&#"):
        return False
    number = int(reference[3:-1], 16) if reference[2] in "xX" else int(reference[2:-1])
    is_text = 0x20 <= number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF and number not in (0xFFFE, 0xFFFF)
    return (is_text or number in (0x9, 0xA, 0xD)) and reference[2] != "X"


def _add_reason(reason: tuple[str, int], source: str, line: int, faults: FaultCollector) -> None:
    """Adds the fault for which the file had to be read as well as could be."""
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
