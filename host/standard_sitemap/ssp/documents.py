"""A sitemap file as a table of its elements in document order.

The table says what stands where; what it means is decided elsewhere. `parsing` makes it of a file's bytes.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from . import names
from .addresses import Addresses
from .attributes import Attributes, Lines
from .faults import Fault
from .names import KIND_NAMES, SEPARATOR, XLINK_HREF, Kind
from .passages import Passages
from .uris import is_hierarchical, resolve

_ID = re.compile(r"[\w.-]+")


class Context(NamedTuple):
    """What an element passes on to all below it: its base URI, and the qualities any ancestor may set (D13)."""

    base: str
    lang: str | None = None
    charset: str | None = None
    type: str | None = None
    refer: str | None = None


class Document:
    """One file's elements, numbered from 0 in document order.

    For element `i`: `kinds[i]`, `parents[i]` (-1 for the document element), `ends[i]` (the number after its last
    descendant), `lines[i]`, `attributes[i]`, and `contexts[context_of[i]]`. `plain[i]` is 1 for an item with a name
    and a url that surely is an address, and beside them only what decides nothing; `notables` lists, in order, all
    other elements: those that can bear on roles, exclusion or reachability, and the first item, which may come to be
    home. `ids` maps each id, in folded case, to the first element that bears it (D4); `scopes` holds the namespace
    prefixes in effect on each class change, `tags` the names of elements that the format does not know.
    """

    def __init__(self, uri: str, size: int) -> None:
        self.uri = uri
        self.size = size
        self.offset = 0  # the number of element 0 among all elements of the sitemap
        self.kinds = bytearray()
        self.parents = array("i")
        self.ends = array("I")
        self.passages = Passages()
        self.lines = Lines(self.passages)
        self.attributes = Attributes(self.passages)
        self.context_of = array("I")
        self.contexts: list[Context] = [Context(uri)]
        self.plain = bytearray()
        self.notables = array("I")
        self.ids: dict[str, int] = {}
        self.scopes: dict[int, dict[str, str]] = {}
        self.tags: dict[int, str] = {}
        self.faults: list[Fault] = []

    def __len__(self) -> int:
        return len(self.kinds)

    def context(self, index: int) -> Context:
        """The context in effect on an element."""
        return self.contexts[self.context_of[index]]

    def name(self, index: int) -> str:
        """The local name of an element; of a foreign one below the document element, what it is instead."""
        known = KIND_NAMES.get(Kind(self.kinds[index]))
        if known is None and index in self.tags:
            return self.tags[index].rpartition(SEPARATOR)[2]
        return known or "foreign element"

    def children(self, index: int) -> Iterator[int]:
        """The child elements of an element, of whatever kind."""
        child, end, ends = index + 1, self.ends[index], self.ends
        while child < end:
            yield child
            child = ends[child]

    def variant_children(self, index: int) -> list[int]:
        """The `<variant>` children of an element, found without looking at its others."""
        first, following = self._variant_links
        found = []
        child = first[index]
        while child:
            found.append(child)
            child = following[child]
        return found

    @cached_property
    def with_variants(self) -> list[int]:
        """The elements that have a `<variant>` child, in order."""
        return sorted({self.parents[index] for index in self.notables if self.kinds[index] == Kind.VARIANT})

    @cached_property
    def _variant_links(self) -> tuple[array[int], array[int]]:
        """For each element its first `<variant>` child, and for each of those the next one; 0 where there is none."""
        first, following = (array("I", bytes(4 * len(self))) for _ in range(2))
        for index in reversed(self.notables):
            if self.kinds[index] == Kind.VARIANT and index:
                parent = self.parents[index]
                first[parent], following[index] = index, first[parent]
        return first, following

    @cached_property
    def is_based(self) -> bool:
        """Whether relative addresses mean something in this document."""
        return is_hierarchical(self.uri)

    @cached_property
    def addresses(self) -> Addresses:
        """The addresses of this document, to look through."""
        return Addresses(self)

    def has_only_leaves(self, index: int) -> bool:
        """Whether all elements below an element are its children; takes time in the number of leaves it begins with."""
        first, end, step = index + 1, self.ends[index], 64
        while first < end:
            stop = min(first + step, end)
            if self.parents[first:stop] != array("i", [index]) * (stop - first):
                return False
            first, step = stop, step * 2
        return True

    def notables_from(self, index: int, low: int = 0) -> int:
        """The place in `notables` of the first element numbered `index` or above."""
        return bisect_left(self.notables, index, low)

    def url(self, index: int) -> str | None:
        """The `url` of an element as written, or what obsolete `xlink:href` says for it (D22)."""
        attributes = self.attributes[index]
        return attributes.get("url", attributes.get(XLINK_HREF))

    def location(self, index: int) -> str | None:
        """The `url` of an element, resolved against the base of that element (D14); None without one."""
        url = self.url(index)
        return None if url is None else resolve(self.context(index).base, url)

    def fault(self, code: str, index: int | None, **params: str) -> Fault:
        """A fault at an element of this document, or in the document as a whole."""
        return Fault(code, self.uri, 0 if index is None else self.lines[index], params)


def is_id(value: str) -> bool:
    """Whether a value may be an id, white space around it aside."""
    return _ID.fullmatch(value.strip(names.WHITE_SPACE)) is not None


def fold_id(value: str) -> str:
    """An id as it is compared: trimmed, without regard to case (D4)."""
    return value.strip(names.WHITE_SPACE).casefold()
