"""The files of a sitemap that are here: their elements numbered over all of them, what references come to, and which
elements are reached and which of them are excluded. [D2, D5; Reachability and exclusion of elements, D9, D10, D11]

Numbers stay when files come: those of a file begin where those of the file before it end. What holds for an element
alone, and how the rest is reckoned, is in `roles` and `reachability`; here it is put together for all files.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.ssp import roles
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.reachability import Element, Reference, reference, referenced, walk
from standard_sitemap.ssp.roles import Standing, included_of_pending, standing


class Files:
    """A root file and those it references, as far as they have come.

    `documents` are those that have elements. `pending` are the numbers of the items found so far that lack a location,
    and `open_externals` the `<external>` elements found so far where they count.
    """

    def __init__(self, root_uri: str, *, include_user: bool = False) -> None:
        self.root_uri = split_fragment(resolve(root_uri, "") or root_uri)[0]
        self.include_user = include_user
        self.documents: list[Document] = []
        self.faults: list[Fault] = []
        self.pending: list[int] = []
        self.open_externals: list[Element] = []
        self.root: Document | None = None
        self.by_address: dict[str, Document | None] = {}  # all the addresses they answer to; None: could not be had
        self._offsets: list[int] = []
        self._latest: tuple[int, Element] | None = None
        self._targets: dict[int, Element | None] = {}
        self._standings: dict[int, Standing] = {}

    def element(self, number: int) -> Element:
        """The document and index of a numbered element."""
        latest = self._latest
        if latest is not None and latest[0] == number:  # whoever asks of an element one thing mostly asks for others
            return latest[1]
        document = self.documents[bisect_right(self._offsets, number) - 1]
        element = document, number - document.offset
        self._latest = number, element
        return element

    def target(self, document: Document, index: int) -> Element | None:
        """What an `<external>` references; None where that is nothing, or not here yet."""
        number = document.offset + index
        if number in self._targets:
            return self._targets[number]
        target = reference(document, index)
        if target is None:
            self._targets[number] = None
        elif target.address in self.by_address:
            other = self.by_address[target.address]
            if other is None:  # another address may yet lead there
                return None
            place = referenced(other, target.id)
            self._targets[number] = None if place is None else (other, place)
        return self._targets.get(number)

    def awaited(self, document: Document, index: int) -> Reference | None:
        """Where an `<external>` points whose target is not here yet; None of one that is settled."""
        return None if document.offset + index in self._targets else reference(document, index)

    def standing(self, document: Document, index: int) -> Standing:
        """What an item or group comes to, seen alone; computed once."""
        number = document.offset + index
        known = self._standings.get(number)
        if known is None:
            known = self._standings[number] = standing(document, index, self.include_user)
        return known

    def append(self, document: Document) -> None:
        """Number the elements of a document after those that are here; one without any is not listed."""
        document.offset = self._offsets[-1] + len(self.documents[-1]) if self.documents else 0
        if len(document):
            self.documents.append(document)
            self._offsets.append(document.offset)
        self.faults.extend(document.faults)


class Exclusion:
    """The answers for one state of the files; those that come later change nothing of it."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._included = included_of_pending(list(files.pending), self._below, self._standing)

    @property
    def include_user(self) -> bool:
        """Whether the reader wants elements whose `tree` is `user`."""
        return self._files.include_user

    @property
    def root(self) -> Document | None:
        """The root file, if it is here and its document element is `<sitemap>`."""
        root = self._files.root
        return root if root is not None and len(root) > 0 and root.kinds[0] == Kind.SITEMAP else None

    @cached_property
    def reached(self) -> tuple[Element, ...]:
        """The notable elements that are reached, in the order of D11; plain items among them go unnamed."""
        if self.root is None:
            return ()
        elements = walk((self.root, 0), {}, self._is_closed, self._files.target)
        # The root's own <sitemap> is where the walk begins, and no node.
        return tuple((document, index) for document, index in elements if document.kinds[index] != Kind.SITEMAP)

    @cached_property
    def implied_home(self) -> Element | None:
        """The element that has `home` because no item that is reached names it (D9)."""
        return None if self.root is None else roles.implied_home(self.root, self.reached)

    def is_excluded(self, document: Document, index: int) -> bool:
        """Whether an item or group represents no node in the hierarchy, all five conditions counted."""
        return not self.is_included(document.offset + index)

    def is_included(self, node: int) -> bool:
        """Whether a numbered item or group represents a node in the hierarchy, if it is reached."""
        node_standing = self._standing(node)
        return node_standing == Standing.STANDS or (node_standing == Standing.PENDING and node in self._included)

    def kept_among(self, document: Document, elements: Iterable[int]) -> Iterator[int]:
        """The nodes that elements represent, or reference as `<external>`; numbered, in that order."""
        first, plain = document.offset, document.plain
        for child in self._nodes_of(document, elements):
            place = child - first
            # A plain item of the same file is always kept: the many children of a large map are such.
            if (0 <= place < len(plain) and plain[place]) or self.is_included(child):
                yield child

    def _standing(self, node: int) -> Standing:
        document, index = self._files.element(node)
        return Standing.STANDS if document.plain[index] else self._files.standing(document, index)

    def _is_closed(self, document: Document, index: int) -> bool:
        return document.kinds[index] != Kind.SITEMAP and self.is_excluded(document, index)

    def _below(self, node: int) -> Iterator[int]:
        """The items and groups directly below an element, referenced ones in the place of their `<external>`."""
        document, index = self._files.element(node)
        return self._nodes_of(document, document.children(index))

    def _nodes_of(self, document: Document, elements: Iterable[int]) -> Iterator[int]:
        """The items and groups that elements are or reference."""
        kinds, offset = document.kinds, document.offset
        for child in elements:
            kind = kinds[child]
            if kind == Kind.ITEM or kind == Kind.GROUP:  # run a million times: twice as fast as `in`
                yield offset + child
            elif kind == Kind.EXTERNAL and (target := self._files.target(document, child)) is not None:
                yield target[0].offset + target[1]
