"""The files of a sitemap that have arrived: numbering of their elements, references, reachability and exclusion.

[D2, D5; Reachability and exclusion of elements, D9, D10, D11]

Numbers are stable: the elements of a file are numbered after the elements of the file before it. `roles` holds the
rules for single elements, `reachability` the walk; this module combines them for all files.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.ssp import roles
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.reachability import Element, Reference, reference, referenced, walk
from standard_sitemap.ssp.roles import ExclusionState, included_of_pending, own_exclusion


class Files:
    """A root file and the files that it references, if they have arrived.

    `documents` are the non-empty files. `pending` are the numbers of the items found so far that lack a location.
    `open_externals` are the effective `<external>` elements found so far.
    """

    def __init__(self, root_uri: str, *, include_user: bool = False) -> None:
        self.root_uri = split_fragment(resolve(root_uri, "") or root_uri)[0]
        self.include_user = include_user
        self.documents: list[Document] = []
        self.faults: list[Fault] = []
        self.pending: list[int] = []
        self.open_externals: list[Element] = []
        self.root: Document | None = None
        self.by_address: dict[str, Document | None] = {}  # keyed by all addresses of a file; None: not available
        self._offsets: list[int] = []
        self._latest: tuple[int, Element] | None = None
        # Targets never change once known: a file that arrived is not replaced.
        self._targets: dict[int, Element | None] = {}
        self._exclusions: dict[int, ExclusionState] = {}

    def element(self, number: int) -> Element:
        """Return the document and index of a numbered element."""
        latest = self._latest
        if latest is not None and latest[0] == number:  # callers usually ask several things about one element
            return latest[1]
        document = self.documents[bisect_right(self._offsets, number) - 1]
        element = document, number - document.offset
        self._latest = number, element
        return element

    def target(self, document: Document, index: int) -> Element | None:
        """Return the target of an `<external>`; None if it has none, or none yet."""
        number = document.offset + index
        if number in self._targets:
            return self._targets[number]
        target = reference(document, index)
        if target is None:
            self._targets[number] = None
        elif target.address in self.by_address:
            other = self.by_address[target.address]
            if other is None:  # another address may still lead there
                return None
            place = referenced(other, target.id)
            self._targets[number] = None if place is None else (other, place)
        return self._targets.get(number)

    def awaited(self, document: Document, index: int) -> Reference | None:
        """Return the target of an `<external>` that has not arrived yet; None if it is settled."""
        return None if document.offset + index in self._targets else reference(document, index)

    def own_exclusion(self, document: Document, index: int) -> ExclusionState:
        """Return the exclusion of an item or group by its own attributes and variants; computed once."""
        number = document.offset + index
        known = self._exclusions.get(number)
        if known is None:
            known = self._exclusions[number] = own_exclusion(document, index, self.include_user)
        return known

    def append(self, document: Document) -> None:
        """Number the elements of a document after the existing ones; do not list an empty document."""
        document.offset = self._offsets[-1] + len(self.documents[-1]) if self.documents else 0
        if len(document):
            self.documents.append(document)
            self._offsets.append(document.offset)
        self.faults.extend(document.faults)


class Exclusion:
    """The exclusions for one state of the files; files that arrive later do not change them."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._included = included_of_pending(list(files.pending), self._below, self._own_exclusion)

    @property
    def include_user(self) -> bool:
        """Whether the reader includes elements whose `tree` is `user`."""
        return self._files.include_user

    @property
    def root(self) -> Document | None:
        """The root file, if it has arrived and its document element is `<sitemap>`."""
        # Only the root file must be a sitemap. Files that an external names lend single elements, whatever contains
        # them (D5).
        root = self._files.root
        return root if root is not None and len(root) > 0 and root.kinds[0] == Kind.SITEMAP else None

    @cached_property
    def reached(self) -> tuple[Element, ...]:
        """The reached notable elements, in the order of D11, without plain items."""
        if self.root is None:
            return ()
        elements = walk((self.root, 0), {}, self._is_closed, self._files.target)
        # The walk begins at the root's own <sitemap>, which is no node.
        return tuple((document, index) for document, index in elements if document.kinds[index] != Kind.SITEMAP)

    @cached_property
    def implied_home(self) -> Element | None:
        """The element that has `home` because no reached item names it (D9)."""
        return None if self.root is None else roles.implied_home(self.root, self.reached)

    def is_excluded(self, document: Document, index: int) -> bool:
        """Return whether an item or group is excluded from the hierarchy by any of the five conditions."""
        if document.plain[index]:
            return False
        # A plain item has a name, a location and the default role, so only the other elements come here.
        own = self._files.own_exclusion(document, index)
        return own != ExclusionState.INCLUDED and (
            own != ExclusionState.PENDING or document.offset + index not in self._included
        )

    def kept(self, document: Document, element: int) -> int | None:
        """Return the number of the node that an element represents, or references as `<external>`; None if none."""
        node = self._node_of(document, element)
        return None if node is None or self.is_excluded(*node) else node[0].offset + node[1]

    def kept_among(self, document: Document, elements: Iterable[int]) -> Iterator[int]:
        """Yield the numbers of the nodes that elements represent, or reference as `<external>`, in order."""
        for element in elements:
            node = self.kept(document, element)
            if node is not None:
                yield node

    def _own_exclusion(self, node: int) -> ExclusionState:
        document, index = self._files.element(node)
        return ExclusionState.INCLUDED if document.plain[index] else self._files.own_exclusion(document, index)

    def _is_closed(self, document: Document, index: int) -> bool:
        return document.kinds[index] != Kind.SITEMAP and self.is_excluded(document, index)

    def _below(self, node: int) -> Iterator[int]:
        """Return the items and groups directly below an element; a referenced one replaces its `<external>`."""
        document, index = self._files.element(node)
        for child in document.children(index):
            child_node = self._node_of(document, child)
            if child_node is not None:
                yield child_node[0].offset + child_node[1]

    def _node_of(self, document: Document, element: int) -> Element | None:
        """Return the item or group that an element is, or references as `<external>`; None if neither."""
        kind = document.kinds[element]
        if kind == Kind.ITEM or kind == Kind.GROUP:  # runs a million times: twice as fast as `in`
            return document, element
        return self._files.target(document, element) if kind == Kind.EXTERNAL else None
