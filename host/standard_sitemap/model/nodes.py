"""The values that a map hands out: the variants of its nodes, its class changes, and what is known of its files."""

from __future__ import annotations

from typing import NamedTuple

MOST_VARIANTS = 500
"""Of one node, in its menu: more than any site has languages and formats (D43)."""

MOST_ROLE_NODES = 200
"""Of one role: a menu longer than this is no menu (D43)."""

MOST_CLASS_CHANGES = 200
"""Of one map: each is looked for in every page (D43)."""


class Variant(NamedTuple):
    """One variant's qualities; None where a quality was not specified. [Node variants and their qualities]"""

    name: str | None = None
    description: str | None = None
    location: str | None = None
    language: str | None = None
    charset: str | None = None
    content_type: str | None = None
    search_template: str | None = None
    search_method: str | None = None
    referrer: tuple[str, ...] | None = None


class ClassChange(NamedTuple):
    """How a page says that its sitemap is shown. [Element <class-change>]

    `namespaces` are the prefixes in effect on the instruction; `attr` keeps a prefix as written.
    """

    elem: str
    namespaces: dict[str, str]
    attr: str
    prefix: str


class DocumentSummary(NamedTuple):
    """One file of a sitemap: its URI, its size in bytes, and how many elements it has."""

    uri: str
    bytes: int
    elements: int
