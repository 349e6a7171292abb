"""XML that is or should be sitemaps.org's, made a tree: as it is, else mended, else as much of it as can be read.

No entity is declared or followed, no DTD read, nothing fetched.
"""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING, Any

from standard_sitemap.sitemapsorg.faults import Findings
from standard_sitemap.sitemapsorg.text import BEFORE_DOCTYPE, Text

if TYPE_CHECKING:
    from lxml.etree import _Element

_DOCTYPE = re.compile(BEFORE_DOCTYPE + r"(<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)", re.DOTALL | re.IGNORECASE)
# What XML allows after an ampersand, or what is meant to be an entity; sections in which it means nothing.
_AMPERSAND = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|&(?:#[0-9]{1,7};|#[xX][0-9a-fA-F]{1,6};|([A-Za-z][\w.-]*);)?",
    re.DOTALL,
)
_REFERENCE = re.compile(r"&#(?:[0-9]{1,7}|[xX][0-9a-fA-F]{1,6});")
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_TRUNCATED = re.compile(r"(?i)premature end|document is empty|extra content at the end|EndTag: '</' not found|unclosed")


def tree(text: Text, findings: Findings) -> _Element | None:
    """The document element; None where there is not even that. Line numbers are those of the tree, see `Text.line`."""
    source = _without_doctype(text, findings)
    root, reason = _parsed(source, recover=False)
    if root is not None:
        return root
    mended = _mended(source, text.line, findings)
    if mended != source:
        root, reason = _parsed(mended, recover=False)
        if root is not None:
            return root
    # Reading as well as can be lets pass what no text may hold, and where markup is broken `_mended` may not look.
    root, _ = _parsed(_REFERENCE.sub(lambda found: found[0] if _is_character(found[0]) else "", mended), recover=True)
    _tell(reason, text.line, findings)
    return root


def _without_doctype(text: Text, findings: Findings) -> str:
    """The document without DOCTYPE, all lines staying where they are."""
    found = _DOCTYPE.match(text.value)
    if found is None:
        return text.value
    findings.add("ignored-doctype", text.line + text.value.count("\n", 0, found.start(1)))
    return text.value[: found.start(1)] + "\n" * found[1].count("\n") + text.value[found.end() :]


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


def _mended(source: str, line: int, findings: Findings) -> str:
    """The document with bare ampersands escaped, unknown entities replaced and forbidden characters left out."""
    bare: list[int] = []
    unknown: dict[str, int] = {}

    def mend(found: re.Match[str]) -> str:
        whole, name = found[0], found[1]
        if not whole.startswith("&") or name in _XML_ENTITIES or _is_character(whole):
            return whole
        if whole.startswith("&#"):
            unknown.setdefault(whole[1:-1], found.start())
            return ""
        if name is None:
            bare.append(found.start())
            return "&amp;"
        unknown.setdefault(name, found.start())
        character = html5.get(f"{name};")
        return f"&amp;{name};" if character is None or character in "<&" else character

    mended = _AMPERSAND.sub(mend, source)
    if bare:
        place = line + source.count("\n", 0, bare[0])
        findings.add("unescaped-ampersand", place, count=str(len(bare)))
    for name, start in unknown.items():
        findings.add("undefined-entity", line + source.count("\n", 0, start), name=name)
    return _FORBIDDEN.sub("", mended)


def _is_character(reference: str) -> bool:
    """Whether a reference is one to a character that XML allows."""
    if not reference.startswith("&#"):
        return False
    number = int(reference[3:-1], 16) if reference[2] in "xX" else int(reference[2:-1])
    is_text = 0x20 <= number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF and number not in (0xFFFE, 0xFFFF)
    return (is_text or number in (0x9, 0xA, 0xD)) and reference[2] != "X"


def _tell(reason: tuple[str, int], line: int, findings: Findings) -> None:
    """Says why the file had to be read as well as could be."""
    message, place = reason
    prefix = re.match(r"Namespace prefix (\S+) ", message)
    if prefix is not None:
        findings.add("undeclared-extension", place + line - 1, prefix=prefix[1])
    elif _TRUNCATED.search(message):
        findings.add("truncated-file", place + line - 1, reason=message)
    else:
        findings.add("damaged-xml", place + line - 1, reason=message)
