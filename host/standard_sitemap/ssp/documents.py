"""A file as a table of its elements: kind, position, and the contents of the tag.

Most elements of a large file are never visited. Their tags may be left unread; attributes and lines are then found in
the file's bytes on demand. Callers see no difference.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, repeat
from typing import NamedTuple, Protocol

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.model.encodings import WHITE_SPACE
from standard_sitemap.model.menus import LOCATION_LENGTH
from standard_sitemap.model.uris import is_hierarchical, resolve
from standard_sitemap.ssp.addresses import Addresses, AddressList, AddressText
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.names import KIND_NAMES, SEPARATOR, XLINK_HREF, Kind

# xml:id demands a name of XML, which begins with a letter. The text of the format allows letters, digits, underscores,
# dashes and dots in any order, so a leading digit is no fault of this format.
_ID = re.compile(r"[\w.-]+")

# The limit on recorded faults with one code (D43): more of them come from a program, and have one remedy.
MOST_OF_A_CODE = 1_000


class SlicedText(Protocol):
    """A text that is read in slices."""

    def __getitem__(self, part: slice, /) -> bytes:
        """Return a slice of it."""


class UnreadItems(AddressText, Protocol):
    """The elements of a file that were left unread; all of them are plain items."""

    def attributes(self, index: int) -> dict[str, str]:
        """Return the attributes of an element."""

    def columns(self, names: Sequence[str], indexes: Sequence[int]) -> list[list[str | None]]:
        """Return for each name its values in some elements; None where an element lacks it."""

    def line(self, index: int) -> int:
        """Return the line on which the tag of an element begins."""

    def pack(self, packed: Callable[[bytes], SlicedText]) -> None:
        """Keep the underlying bytes in compressed form, made by `packed`."""

    def matches(self, words: Sequence[str]) -> Iterator[tuple[range, Iterable[int]]]:
        """Yield all elements in ranges, with the elements whose name contains all words (in folded case)."""

    def worth(self, words: Sequence[str]) -> Iterator[tuple[range, bool]]:
        """Yield all elements in ranges, and whether certainly none of the range mentions all words (case-folded)."""


class Attributes:
    """The attributes of a document's elements, in their order."""

    def __init__(self, unread: UnreadItems) -> None:
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
        if latest[0] != index:  # callers that read one attribute usually read others next
            latest = self._latest = index, self._unread.attributes(index)
        return latest[1]

    def __iter__(self) -> Iterator[dict[str, str]]:
        return map(self.__getitem__, range(len(self)))

    def columns(self, names: Sequence[str], indexes: Sequence[int]) -> list[list[str | None]]:
        """Return for each name its values in some elements, None where absent; much faster than one by one."""
        known = list(map(self._known.__getitem__, indexes))
        unread = [index for index, attributes in zip(indexes, known, strict=True) if attributes is None]
        columns = self._unread.columns(names, unread)
        if len(unread) == len(indexes):  # nearly all elements of a large file
            return columns
        read = zip(names, map(iter, columns), strict=True)
        return [
            [next(values) if attributes is None else attributes.get(name) for attributes in known]
            for name, values in read
        ]

    def leave_unread(self, count: int) -> None:
        """Add `count` elements that are left unread."""
        self._known.extend(repeat(None, count))

    def read(self) -> Iterator[int]:
        """Yield the elements that were read and have attributes."""
        return compress(range(len(self)), self._known)


class Lines:
    """The lines on which a document's elements begin, from 1."""

    def __init__(self, unread: UnreadItems) -> None:
        self._unread = unread
        self._known = array("I")
        self.append: Callable[[int], None] = self._known.append

    def __getitem__(self, index: int) -> int:
        return self._known[index] or self._unread.line(index)

    def leave_unread(self, count: int) -> None:
        """Add `count` elements that are left unread."""
        self._known.frombytes(bytes(self._known.itemsize * count))


# The base below an unusable `xml:base`, or in a file whose own address is too long: relative addresses there resolve to
# nothing (D47).
NO_BASE = ""


class Context(NamedTuple):
    """The values that an element passes on to its descendants: base URI and inherited qualities (D13)."""

    base: str
    lang: str | None = None
    charset: str | None = None
    type: str | None = None
    refer: str | None = None


class Document:
    """One file's elements, numbered from 0 in document order.

    For element `i`: `kinds[i]`, `parents[i]` (-1 for the document element), `ends[i]` (the number after its last
    descendant), `lines[i]`, `attributes[i]`, and `contexts[context_of[i]]`. `plain[i]` is 1 for an item with a name and
    a valid url, whose other attributes decide nothing. `notables` lists all other elements in order: those that can
    affect roles, exclusion or reachability, and the first item, which may become home. `ids` maps each id, in folded
    case, to the first element that bears it (D4). `scopes` holds the namespace prefixes in effect on the first class
    changes directly below the document element, `tags` the names of elements unknown to the format.
    """

    def __init__(self, uri: str, size: int, unread: UnreadItems) -> None:
        self.uri = uri
        self.size = size
        self.offset = 0  # the number of element 0 among all elements of the sitemap
        # Columns instead of one object for each element: a plain element that is left unread takes 40 bytes in all of
        # them.
        self.kinds = bytearray()
        self.parents = array("i")
        self.ends = array("I")
        self.unread = unread
        self.lines = Lines(unread)
        self.attributes = Attributes(unread)
        self.context_of = array("I")
        # Most elements set nothing and share the context of their parent, so there are few contexts.
        self.contexts: list[Context] = [Context(uri if len(uri) <= LOCATION_LENGTH else NO_BASE)]
        self.plain = bytearray()
        self.notables = array("I")
        self.ids: dict[str, int] = {}
        self.scopes: dict[int, dict[str, str]] = {}
        self.tags: dict[int, str] = {}
        self.faults: list[Fault] = []
        self.fault_counts: Counter[str] = Counter()
        self.weight = size  # approximate bytes of memory

    def __len__(self) -> int:
        return len(self.kinds)

    def context(self, index: int) -> Context:
        """Return the context in effect on an element."""
        return self.contexts[self.context_of[index]]

    def name(self, index: int) -> str:
        """Return the local name of an element; “foreign element” for a foreign one below the document element."""
        known = KIND_NAMES.get(Kind(self.kinds[index]))
        if known is None and index in self.tags:
            return self.tags[index].rpartition(SEPARATOR)[2]
        return known or "foreign element"

    def children(self, index: int) -> Iterator[int]:
        """Yield the child elements of an element, of every kind."""
        # From end to end, which passes the descendants of each child over in one step.
        child, end, ends = index + 1, self.ends[index], self.ends
        while child < end:
            yield child
            child = ends[child]

    def variant_children(self, index: int, most: int) -> list[int]:
        """Return the first `<variant>` children of an element, without visiting its other children."""
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
        """The first `<variant>` child of each element, and the next sibling of each such child; 0 if there is none."""
        # Zero marks the absence: element 0 is the document element, which is no child.
        first, following = (array("I", bytes(4 * len(self))) for _ in range(2))
        # Backwards, since each link is put before the links known so far: they end up in document order.
        for index in reversed(self.notables):
            if self.kinds[index] == Kind.VARIANT and index:
                parent = self.parents[index]
                first[parent], following[index] = index, first[parent]
        return first, following

    def link_variants(self) -> None:
        """Compute now the links that `variant_children` looks up."""
        self.variant_children(0, 1)

    @cached_property
    def is_based(self) -> bool:
        """Whether relative addresses can be resolved in this document."""
        return is_hierarchical(self.contexts[0].base)

    @cached_property
    def addresses(self) -> Addresses:
        """A searchable index of the addresses of this document's items and variants."""
        elements, lines = array("I"), []
        for index in self.attributes.read():
            url = self.url(index) if self.kinds[index] in (Kind.ITEM, Kind.VARIANT) else None
            if url is not None:
                elements.append(index)
                lines.append(url)
        return Addresses((context.base for context in self.contexts), (AddressList(elements, lines), self.unread))

    def has_only_leaves(self, index: int) -> bool:
        """Return whether all descendants of an element are its children.

        Takes time proportional to the number of leaves at its beginning.
        """
        # The windows double: a branch with nested elements is recognised after a few, and a flat one of a million takes
        # a dozen comparisons.
        first, end, step = index + 1, self.ends[index], 64
        while first < end:
            stop = min(first + step, end)
            if self.parents[first:stop] != array("i", [index]) * (stop - first):
                return False
            first, step = stop, step * 2
        return True

    def notables_from(self, index: int, low: int = 0) -> int:
        """Return the position in `notables` of the first element numbered `index` or above."""
        return bisect_left(self.notables, index, low)

    def url(self, index: int) -> str | None:
        """Return the `url` of an element as written, or else its obsolete `xlink:href` (D22)."""
        attributes = self.attributes[index]
        return attributes.get("url", attributes.get(XLINK_HREF))

    def location(self, index: int) -> str | None:
        """Return the `url` of an element, resolved against the base of that element (D14); None if it has none."""
        url = self.url(index)
        return None if url is None else resolve(self.context(index).base, url)

    def note(self, code: str, index: int | None, **params: str) -> None:
        """Record a fault; count all faults with one code, but keep only the first ones."""
        self.fault_counts[code] += 1
        if self.fault_counts[code] <= (1 if index is None else MOST_OF_A_CODE):
            self.faults.append(self.fault(code, index, **params))

    def note_line(self, code: str, line: int, **params: str) -> None:
        """Record a fault on a line; count all faults with one code, but keep only the first ones."""
        self.fault_counts[code] += 1
        if self.fault_counts[code] <= MOST_OF_A_CODE:
            self.faults.append(Fault(code, self.uri, line, params))

    def fault(self, code: str, index: int | None, **params: str) -> Fault:
        """Return a fault at an element of this document, or in the document as a whole."""
        return Fault(code, self.uri, 0 if index is None else self.lines[index], params)


def is_id(value: str) -> bool:
    """Return whether a value may be an id, ignoring surrounding white space."""
    return _ID.fullmatch(value.strip(WHITE_SPACE)) is not None


def fold_id(value: str) -> str:
    """Return an id in the form in which ids are compared: trimmed, by Unicode's simple case folding (D4, D62).

    >>> fold_id(" Chapter-1 ")
    'chapter-1'
    """
    # Not `lower`: a final sigma and a sigma are one letter, and so are the long s and s. Nothing is normalised,
    # so an accent that is a character of its own distinguishes two ids.
    trimmed = value.strip(WHITE_SPACE)
    return trimmed.lower() if trimmed.isascii() else "".join(map(_simply_folded, trimmed))


def _simply_folded(letter: str) -> str:
    # Python has the full folding alone, which makes two letters of ß. Where it does, the simple folding is the small
    # letter, as for ẞ, or the letter itself.
    return next((folded for folded in (letter.casefold(), letter.lower()) if len(folded) == 1), letter)
