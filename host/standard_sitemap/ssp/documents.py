"""A file as the table of its elements: what each of them is, where it stands, and what its tag says.

Most elements of a large file are never looked at. Their tags may be left unread: their attributes and lines are then
found in the file's bytes on demand. Callers see no difference.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress, repeat
from typing import NamedTuple, Protocol

from standard_sitemap.model.encodings import WHITE_SPACE
from standard_sitemap.model.uris import is_hierarchical, resolve
from standard_sitemap.ssp.addresses import Addresses, Listed, Written
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.names import KIND_NAMES, SEPARATOR, XLINK_HREF, Kind

_ID = re.compile(r"[\w.-]+")

# Faults of one code that are recorded (D43): more of them come from a program, and have one remedy.
MOST_OF_A_CODE = 1_000


class Sliced(Protocol):
    """A text of which parts are wanted."""

    def __getitem__(self, part: slice, /) -> bytes:
        """A part of it."""


class Unread(Written, Protocol):
    """The elements of a file that were left unread; all of them are plain items."""

    def attributes(self, index: int) -> dict[str, str]:
        """The attributes of an element."""

    def columns(self, names: Sequence[str], indexes: Sequence[int]) -> list[list[str | None]]:
        """For each name its values in some elements; None where one lacks it."""

    def line(self, index: int) -> int:
        """The line on which the tag of an element begins."""

    def pack(self, packed: Callable[[bytes], Sliced]) -> None:
        """Keeps what they are read from as it is packed."""

    def matches(self, words: Sequence[str]) -> Iterator[tuple[range, Iterable[int]]]:
        """All of the elements, some at a time, and those of them whose name contains all words (in folded case)."""

    def worth(self, words: Sequence[str]) -> Iterator[tuple[range, bool]]:
        """All of the elements, some at a time, and whether surely none mentions all words (in folded case)."""


class Attributes:
    """The attributes of a document's elements, in their order."""

    def __init__(self, unread: Unread) -> None:
        self._unread = unread
        self._known: list[dict[str, str] | None] = []
        self._latest: tuple[int, dict[str, str]] = -1, {}
        self.append: Callable[[dict[str, str]], None] = self._known.append

    def __len__(self) -> int:
        return len(self._known)

    def __getitem__(self, index: int) -> dict[str, str]:
        known = self._known[index]
        if known is not None:
            return known
        latest = self._latest
        if latest[0] != index:  # callers that read one attribute mostly read others next
            latest = self._latest = index, self._unread.attributes(index)
        return latest[1]

    def __iter__(self) -> Iterator[dict[str, str]]:
        return map(self.__getitem__, range(len(self)))

    def columns(self, names: Sequence[str], indexes: Sequence[int]) -> list[list[str | None]]:
        """For each name its values in some elements, None where one lacks it; much faster than one by one."""
        known = list(map(self._known.__getitem__, indexes))
        unread = [index for index, attributes in zip(indexes, known, strict=True) if attributes is None]
        columns = self._unread.columns(names, unread)
        if len(unread) == len(indexes):  # as nearly all of a large file are
            return columns
        read = zip(names, map(iter, columns), strict=True)
        return [
            [next(values) if attributes is None else attributes.get(name) for attributes in known]
            for name, values in read
        ]

    def leave_unread(self, count: int) -> None:
        """Adds elements that are left unread."""
        self._known.extend(repeat(None, count))

    def read(self) -> Iterator[int]:
        """The elements that were read, and have any attributes."""
        return compress(range(len(self)), self._known)


class Lines:
    """The lines on which a document's elements begin, from 1."""

    def __init__(self, unread: Unread) -> None:
        self._unread = unread
        self._known = array("I")
        self.append: Callable[[int], None] = self._known.append

    def __len__(self) -> int:
        return len(self._known)

    def __getitem__(self, index: int) -> int:
        return self._known[index] or self._unread.line(index)

    def __iter__(self) -> Iterator[int]:
        return map(self.__getitem__, range(len(self)))

    def leave_unread(self, count: int) -> None:
        """Adds elements that are left unread."""
        self._known.frombytes(bytes(self._known.itemsize * count))


# The base below an `xml:base` that is unusable: from there relative addresses resolve to nothing (D47).
NO_BASE = ""


class Context(NamedTuple):
    """The values that an element passes on to all below it: its base URI, and the inherited qualities (D13)."""

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

    def __init__(self, uri: str, size: int, unread: Unread) -> None:
        self.uri = uri
        self.size = size
        self.offset = 0  # the number of element 0 among all elements of the sitemap
        self.kinds = bytearray()
        self.parents = array("i")
        self.ends = array("I")
        self.unread = unread
        self.lines = Lines(unread)
        self.attributes = Attributes(unread)
        self.context_of = array("I")
        self.contexts: list[Context] = [Context(uri)]
        self.plain = bytearray()
        self.notables = array("I")
        self.ids: dict[str, int] = {}
        self.scopes: dict[int, dict[str, str]] = {}
        self.tags: dict[int, str] = {}
        self.faults: list[Fault] = []
        self.fault_counts: Counter[str] = Counter()
        self.weight = size  # bytes of memory, roughly

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

    def variant_children(self, index: int, most: int = sys.maxsize) -> list[int]:
        """The first `<variant>` children of an element, found without looking at its others."""
        if not self.with_variants:
            return []
        first, following = self._variant_links
        children = list[int]()
        child = first[index]
        while child and len(children) < most:
            children.append(child)
            child = following[child]
        return children

    @cached_property
    def with_variants(self) -> array[int]:
        """The elements that have a `<variant>` child, in order."""
        parents = {self.parents[index] for index in self.notables if self.kinds[index] == Kind.VARIANT}
        return array("i", sorted(parents))

    @cached_property
    def _variant_links(self) -> tuple[array[int], array[int]]:
        """For each element its first `<variant>` child, and for each of those the next one; 0 where there is none."""
        first, following = (array("I", bytes(4 * len(self))) for _ in range(2))
        for index in reversed(self.notables):
            if self.kinds[index] == Kind.VARIANT and index:
                parent = self.parents[index]
                first[parent], following[index] = index, first[parent]
        return first, following

    def link_variants(self) -> None:
        """Find now what `variant_children` looks up."""
        self.variant_children(0, 1)

    @cached_property
    def is_based(self) -> bool:
        """Whether relative addresses mean something in this document."""
        return is_hierarchical(self.uri)

    @cached_property
    def addresses(self) -> Addresses:
        """The addresses of this document's items and variants, to search."""
        elements, lines = array("I"), []
        for index in self.attributes.read():
            url = self.url(index) if self.kinds[index] in (Kind.ITEM, Kind.VARIANT) else None
            if url is not None:
                elements.append(index)
                lines.append(url)
        return Addresses((context.base for context in self.contexts), (Listed(elements, lines), self.unread))

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

    def note(self, code: str, index: int | None, **params: str) -> None:
        """Add a fault; of those with the same code only the first are recorded, all are counted."""
        self.fault_counts[code] += 1
        if self.fault_counts[code] <= (1 if index is None else MOST_OF_A_CODE):
            self.faults.append(self.fault(code, index, **params))

    def fault(self, code: str, index: int | None, **params: str) -> Fault:
        """A fault at an element of this document, or in the document as a whole."""
        return Fault(code, self.uri, 0 if index is None else self.lines[index], params)


def is_id(value: str) -> bool:
    """Whether a value may be an id, white space around it aside."""
    return _ID.fullmatch(value.strip(WHITE_SPACE)) is not None


def fold_id(value: str) -> str:
    """An id as it is compared: trimmed, without regard to case (D4)."""
    return value.strip(WHITE_SPACE).casefold()
