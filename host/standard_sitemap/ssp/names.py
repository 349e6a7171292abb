"""The format's names: namespaces, elements, attributes and the values that attributes allow.

Contains no rules; each rule that uses a name is in the module of that rule.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

from standard_sitemap.model.encodings import WHITE_SPACE
from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY

NAMESPACE = "http://standard-sitemap.org/2007/ns"
XHTML_NAMESPACE = "http://www.w3.org/1999/xhtml"
XLINK_NAMESPACE = "http://www.w3.org/1999/xlink"
XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"

# Expat joins namespace and local name with this separator; a name in no namespace has none.
SEPARATOR = " "

# The names of XML itself need no declaration; Expat reports them in the namespace that XML reserves for `xml:`.
XML_BASE = f"{XML_NAMESPACE}{SEPARATOR}base"
XML_ID = f"{XML_NAMESPACE}{SEPARATOR}id"
XML_LANG = f"{XML_NAMESPACE}{SEPARATOR}lang"
XLINK_HREF = f"{XLINK_NAMESPACE}{SEPARATOR}href"

# Properties of pages in other sitemaps, for which this format has no attribute.
SITEMAPS_ORG = "http://www.sitemaps.org/schemas/sitemap/0.9"
LAST_MODIFIED = f"{SITEMAPS_ORG}{SEPARATOR}lastmod"
CHANGE_FREQUENCY = f"{SITEMAPS_ORG}{SEPARATOR}changefreq"

# A `search` is a request built from a template and the words of a reader; a `searchpage` is a page with a form.
ROLES = frozenset({"home", "contentinfo", "contact", "search", "searchpage", "tree"})
# Roles outside the format that the project's own tools write, named after link types of HTML.
TOOL_ROLES = frozenset({"index", "glossary"})
# Lists of single values. A value outside its list counts as the default, and is a fault.
TREE_VALUES = frozenset({"include", "exclude", "auto", "user"})
RELATIONS = frozenset({"none", "sequence"})
ORDERS = frozenset({"none", "lexical", "base10", "base16", "version"})
METHODS = frozenset({"get", "post"})
# Choices in the order of the author: the first that can be honoured counts.
REFERRERS = frozenset({"user", "root", "map", "page", "parent", "none"})

# Qualities inherited from any ancestor (D13): on an element with items below it, they also apply to the items.
# The published text announces a list of these attributes, and lost it; it is restored here.
INHERITED = frozenset({"lang", "charset", "type", "refer"})

# The text refers to the language codes of HTML, hence to RFC 1766 and its successors: a primary tag, then subtags of up
# to eight letters or digits. `i` and `x` begin registered and private tags.
_LANGUAGE = re.compile(r"(?:[A-Za-z]{2,3}|[ix])(?:-[A-Za-z0-9]{1,8})*", re.ASCII)
# Both sides of the slash are restricted names of RFC 6838. Parameters may follow; nothing here interprets them.
_CONTENT_TYPE = re.compile(r"[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(?:\s*;[^/]*)?")
# A map has few different values, each of them thousands of times.
_PRIORITIES_CACHED = 1_024
_SPACES = str.maketrans("\t\r\n", "   ")
# A decimal of XML Schema: no exponent, no infinity and no `nan`, all of which `float` would accept.
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")


class Kind(IntEnum):
    """The kind of an element, as distinguished by the format."""

    # Zero, so that it is the default of a look-up, and the value of an empty table.
    FOREIGN = 0
    UNKNOWN = 1
    SITEMAP = 2
    ITEM = 3
    GROUP = 4
    VARIANT = 5
    EXTERNAL = 6
    CLASS_CHANGE = 7
    CHANGE = 8  # D21
    STYLE = 9  # D26
    IMAGE = 10  # D26


KIND_NAMES = {
    Kind.SITEMAP: "sitemap",
    Kind.ITEM: "item",
    Kind.GROUP: "group",
    Kind.VARIANT: "variant",
    Kind.EXTERNAL: "external",
    Kind.CLASS_CHANGE: "class-change",
    Kind.CHANGE: "change",
    Kind.STYLE: "style",
    Kind.IMAGE: "image",
}
# The kinds that may be nodes.
NODES = (Kind.ITEM, Kind.GROUP)
# The character before the name of an unresolvable entity in a text: no text contains a noncharacter (`document_type`).
UNRESOLVED = "\ufdd0"

KIND_OF_TAG = {f"{NAMESPACE}{SEPARATOR}{name}": kind for kind, name in KIND_NAMES.items()}


def is_blank(value: str) -> bool:
    """Return whether a value is empty or white space."""
    return not value.strip(WHITE_SPACE)


def tokens(value: str) -> tuple[str, ...]:
    """Return the tokens of a list separated by XML white space, in order (D6).

    >>> tokens(" home\u00a0page  tree ")
    ('home\xa0page', 'tree')
    """
    # XML knows four characters of white space. `str.split` would also split at a no-break space, which is part of a
    # token.
    return tuple(token for token in value.translate(_SPACES).split(" ") if token)


def is_priority(value: str) -> bool:
    """Return whether a value is a decimal from 0.0 to 1.0."""
    trimmed = value.strip(WHITE_SPACE)
    return _DECIMAL.fullmatch(trimmed) is not None and 0.0 <= float(trimmed) <= 1.0


def is_language(value: str) -> bool:
    """Return whether a value has the form of a language tag. [Language code]"""
    return _LANGUAGE.fullmatch(value.strip(WHITE_SPACE)) is not None


def is_content_type(value: str) -> bool:
    """Return whether a value has the form of a media type. [Content type]"""
    return _CONTENT_TYPE.fullmatch(value.strip(WHITE_SPACE)) is not None


@lru_cache(_PRIORITIES_CACHED)
def priority_value(value: str) -> float:
    """Return the effective priority: clamped to [0.0, 1.0], the default if the value is no decimal.

    >>> priority_value("1.5"), priority_value("1e-1")
    (1.0, 0.5)
    """
    trimmed = value.strip(WHITE_SPACE)
    return max(0.0, min(1.0, float(trimmed))) if _DECIMAL.fullmatch(trimmed) else DEFAULT_PRIORITY
