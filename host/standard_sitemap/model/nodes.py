"""The values that a map hands out: the variants of its nodes, its class changes, and what is known of its files."""

from __future__ import annotations

from typing import NamedTuple

# Of one node (D43): there are not half as many languages that sites are written in.
MOST_VARIANTS = 1_000

# What both formats give a page for which none is said.
DEFAULT_PRIORITY = 0.5


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


class PlainNode(NamedTuple):
    """What most nodes of a large map are: an item of which no more is said than this, and nothing stands below it.

    Its one variant has no other qualities, and its only role is `tree`.
    """

    name: str | None
    location: str | None
    description: str | None = None
    priority: float = DEFAULT_PRIORITY
    last_modified: str | None = None
    change_frequency: str | None = None


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
