"""A page's bytes made elements: in whatever encoding, without the marks within a line that say nothing here. Pure."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

_CHARSET = re.compile(rb"""charset\s*=\s*["']?\s*([-\w]+)""", re.IGNORECASE)
_DECLARED = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([-\w]+)""")
# Where an encoding is declared, if it is: browsers look no further than 1,024.
_CHARSET_BYTES = 4_096
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Elements that no rule looks at; in documentation of programs every other element is one of them.
_INLINE = rb"(?:span|code|em|tt|var)"
# Most have nothing but a class. Not one that ends as a comment does: it may be what ends it. What was matched is never
# gone back to (`*+`), which takes a third of the time.
_ATTRIBUTES = rb"""(?:class="[^<>"]*+">|[^<>"']*+(?:"[^<>"]*+"[^<>"']*+)*+(?<!--)>)"""
_TAG = rb"</?+%b(?:>|\s%b)" % (_INLINE, _ATTRIBUTES)
# Mostly several stand beside one another; that the first is no part of the repetition halves the time.
_INLINE_TAGS = re.compile(_TAG + rb"(?:" + _TAG + rb")*+")
_LEFT = re.compile(rb"<%b[\s>]" % _INLINE)


def markup_of(body: bytes, *, whole: bool = False) -> bytes:
    """A page in UTF-8, but for `whole` without the tags of elements within a line, of which only the text stays."""
    text = _in_utf8(body)
    return text if whole else _thinned(text)


def parsed(markup: bytes) -> _Element | None:
    """The root element of a page that `markup_of` returned, None of an empty one."""
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        return etree.fromstring(markup, parser)
    except etree.XMLSyntaxError:  # nothing in it
        return None


def _thinned(text: bytes) -> bytes:
    """A page without the tags of inline elements, which take libxml2 half of its time.

    As it is where one of them is written so that it cannot be taken out safely: then its end tag must stay, too.
    """
    thin = _INLINE_TAGS.sub(b"", text)
    return text if _LEFT.search(thin) else thin


def _in_utf8(body: bytes) -> bytes:
    """A page in the one encoding that the parser is given: of the others it knows fewer than browsers do."""
    import webencodings

    said = _DECLARED.match(body) or _CHARSET.search(body, 0, _CHARSET_BYTES)
    found = webencodings.lookup(said[1].decode("ascii", "replace")) if said is not None else None
    if found is None:
        fallback = "utf-8" if _is_utf8(body) else "windows-1252"
    else:
        fallback = "utf-8" if found.name.startswith("utf-16") else found.name  # what can be read as ASCII is no UTF-16
    if fallback == "utf-8" and not body.startswith(_UTF16):
        return body
    text: str = webencodings.decode(body, fallback)[0]
    return text.encode("utf-8", "replace")


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True
