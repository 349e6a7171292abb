"""The node hierarchy, roles and class changes of a sitemap, as far as its files are here.

Nodes are numbers: the element that represents a node. One element may stand in several places of the tree, so what
depends on a place, such as a loop (D20), is for whoever walks the tree to tell. Branches are computed when asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from standard_sitemap.ssp import class_changes, diagnosis, roles, variants
from standard_sitemap.ssp.class_changes import ClassChange
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.lookup import Whereabouts, named_in
from standard_sitemap.ssp.names import ORDERS, RELATIONS, Kind, priority_value
from standard_sitemap.ssp.reachability import Element, walk
from standard_sitemap.ssp.repetition import Doubts, repeated_among, repeated_ones, runs
from standard_sitemap.ssp.roles import Standing, kept_leaners, role_set
from standard_sitemap.ssp.variants import Variant

if TYPE_CHECKING:
    from standard_sitemap.ssp.site import Site


class DocumentSummary(NamedTuple):
    """One file of a sitemap: its URI, its size in bytes, and how many elements it has."""

    uri: str
    bytes: int
    elements: int


# So many addresses are compared as they are; of more it is only kept that they were met.
_FEW = 10_000


class _Stretch(NamedTuple):
    """Nodes that stand near each other; with a document, they are plain and follow each other there from `start` on."""

    nodes: Sequence[int]
    document: Document | None = None
    start: int = 0


class Hierarchy:
    """What a site's files, those that are here, come to. Take a new one after a file has come."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._children: dict[int, Sequence[int]] = {}
        self._alike: dict[int, dict[int, int]] = {}
        self.root = 0
        self.root_uri = site.root.uri if site.root else site.root_uri
        self.documents = tuple(DocumentSummary(d.uri, d.size, len(d)) for d in site.documents)
        self._kept = kept_leaners(list(site.leaners), self._below, self._standing)

    @property
    def is_sitemap(self) -> bool:
        """Whether there is a root file whose document element is `<sitemap>`."""
        root = self._site.root
        return root is not None and len(root) > 0 and root.kinds[0] == Kind.SITEMAP

    def children(self, node: int) -> Sequence[int]:
        """The child nodes of a node, in the order of elements and externals; a node may be there twice."""
        known = self._children.get(node)
        if known is None:
            known = self._children[node] = self._listed(node) if self.is_sitemap else ()
        return known

    def has_children(self, node: int) -> bool:
        """Whether a node has child nodes; stops at the first."""
        if node in self._children:
            return len(self._children[node]) > 0
        return any(True for _ in self._kept_below(node))

    def alike(self, node: int, *, if_known: bool = False) -> dict[int, int]:
        """The places among the children of a node whose element is written like an earlier one, and after how many.

        Takes half a second for a million children; with `if_known` none are told before they are known.
        """
        known = self._alike.get(node)
        if known is None and if_known:
            return {}
        if known is None:
            known = self._alike[node] = self._told_alike(self.children(node))
        return known

    def written(self, node: int) -> tuple[str | None, str | None]:
        """The name and address of a node's own element as they are written."""
        document, index = self._site.element(node)
        return document.attributes[index].get("name"), document.url(index)

    def kind(self, node: int) -> str:
        """`item` or `group`; `sitemap` of the root."""
        document, index = self._site.element(node)
        return document.name(index)

    def variants(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node, at least one."""
        return variants.variants(*self._site.element(node))

    def shown(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node as a reader is shown them: as their author wrote them."""
        return self.variants(node)

    def names(self, node: int) -> tuple[str | None, ...]:
        """The names of a node's variants, found faster than all their qualities."""
        return variants.variant_names(*self._site.element(node))

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """The items and groups one of whose names contains all words (in folded case), as their elements stand.

        Some may be in no place of the map. None comes now and then, as a place to pause.
        """
        for document in tuple(self._site.documents):
            for index in named_in(document, words):
                yield None if index is None else document.offset + index

    def roles_of(self, node: int) -> tuple[str, ...]:
        """The role set of a node in its author's order, an implied `home` last."""
        document, index = self._site.element(node)
        own = role_set(document, index)
        return (*own, "home") if (document, index) == self.implied_home else own

    def priority(self, node: int) -> float:
        """The priority of a node, from 0.0 to 1.0. [Attribute priority, D8]"""
        return priority_value(self._attribute(node, "priority"))

    def relation(self, node: int) -> str:
        """`none`, or `sequence` where the children can be walked with previous and next. [Attribute relation, D8]"""
        value = self._attribute(node, "relation")
        return value if value in RELATIONS else "none"

    def order(self, node: int) -> str:
        """By what the children are ordered. [Attribute order, D8]"""
        value = self._attribute(node, "order")
        return value if value in ORDERS else "none"

    def document_uri(self, node: int) -> str:
        """The URI of the file that holds a node's element."""
        return self._site.element(node)[0].uri

    def line(self, node: int) -> int:
        """The line of a node's element, from 1."""
        document, index = self._site.element(node)
        return document.lines[index]

    @cached_property
    def roles(self) -> dict[str, tuple[int, ...]]:
        """The nodes of each role but `tree`, excluded ones included, in the order of D11."""
        return roles.role_nodes(self.reached, self.implied_home)

    @cached_property
    def groups(self) -> frozenset[int]:
        """All groups, reached or not: to find those among a million children at once."""
        documents = tuple(self._site.documents)
        return frozenset(d.offset + i for d in documents for i in d.notables if d.kinds[i] == Kind.GROUP)

    @cached_property
    def reached(self) -> tuple[Element, ...]:
        """The notable elements that are reached, in the order of D11; plain items among them go unnamed."""
        root = self._site.root
        if root is None or not self.is_sitemap:
            return ()
        found = walk((root, 0), set(), self._is_closed, self._site.target)
        return tuple((document, index) for document, index in found if document.kinds[index] != Kind.SITEMAP)

    @cached_property
    def class_changes(self) -> tuple[ClassChange, ...]:
        """The class changes of the root file that can be followed. [Element <class-change>, D16]"""
        root = self._site.root
        return class_changes.class_changes(root) if root is not None and self.is_sitemap else ()

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong with the files that are here, by file in the order they came, then by line."""
        return diagnosis.faults(self._site, self)

    @cached_property
    def whereabouts(self) -> Whereabouts:
        """Where pages stand in this hierarchy."""
        return Whereabouts(self._site, self)

    def is_excluded(self, document: Document, index: int) -> bool:
        """Whether an item or group represents no node in the hierarchy, all five conditions counted."""
        return not self._is_kept(document.offset + index)

    @cached_property
    def languages(self) -> frozenset[str]:
        """The language tags that the files use, wherever."""
        return frozenset(c.lang for document in tuple(self._site.documents) for c in document.contexts if c.lang)

    @property
    def is_shared(self) -> bool:
        """Whether references may let a node stand in several places, or below itself."""
        return len(self._site.open_externals) > 0

    @property
    def include_user(self) -> bool:
        """Whether the reader wants elements whose `tree` is `user`."""
        return self._site.include_user

    @cached_property
    def implied_home(self) -> Element | None:
        """The element that takes on `home` because no item that is reached names it (D9)."""
        root = self._site.root
        return roles.implied_home(root, self.reached) if root is not None and self.is_sitemap else None

    def _told_alike(self, children: Sequence[int]) -> dict[int, int]:
        # Addresses first: where they all differ, which is seen sooner and in little memory, nothing is alike.
        stretches = [stretch for run in runs(children) for stretch in self._stretches(run)]
        addresses = chain.from_iterable(map(self._addresses_of, stretches))
        doubts = Doubts(addresses, len(children)) if len(children) > _FEW else repeated_ones(addresses)
        if not doubts:
            return {}
        written = enumerate(chain.from_iterable(map(self._written_of, stretches)))
        return repeated_among((place, own) for place, own in written if own[1] in doubts)

    def _addresses_of(self, stretch: _Stretch) -> Iterable[str | None]:
        """The addresses of nodes that stand near each other, as they are written."""
        if stretch.document is None:
            return (self.written(node)[1] for node in stretch.nodes)
        return stretch.document.attributes.values("url", stretch.start, stretch.start + len(stretch.nodes))

    def _written_of(self, stretch: _Stretch) -> Iterable[tuple[str | None, str | None]]:
        """The names and addresses of nodes that stand near each other, as they are written."""
        if stretch.document is None:
            return map(self.written, stretch.nodes)
        attributes, start, stop = stretch.document.attributes, stretch.start, stretch.start + len(stretch.nodes)
        return zip(attributes.values("name", start, stop), attributes.values("url", start, stop), strict=True)

    def _stretches(self, run: Sequence[int]) -> Iterator[_Stretch]:
        """The same nodes in pieces: those that are plain and stand one after another in one file, and all others."""
        document, index = self._site.element(run[0])
        if not isinstance(run, range) and run != array("I", range(run[0], run[0] + len(run))):
            yield _Stretch(run)
            return
        first, last = index, index + len(run)
        while first < last:
            is_plain = document.plain[first]
            end = document.plain.find(0 if is_plain else 1, first, last)
            end = last if end < 0 else end
            nodes = run[first - index : end - index]
            yield _Stretch(nodes, document, first) if is_plain else _Stretch(nodes)
            first = end

    def _attribute(self, node: int, name: str) -> str:
        document, index = self._site.element(node)
        return document.attributes[index].get(name, "")

    def _standing(self, node: int) -> Standing:
        document, index = self._site.element(node)
        return Standing.STANDS if document.plain[index] else self._site.standing(document, index)

    def _is_kept(self, node: int) -> bool:
        found = self._standing(node)
        return found == Standing.STANDS or (found == Standing.LEANS and node in self._kept)

    def _is_closed(self, document: Document, index: int) -> bool:
        return document.kinds[index] != Kind.SITEMAP and self.is_excluded(document, index)

    def _listed(self, node: int) -> Sequence[int]:
        document, index = self._site.element(node)
        if not document.has_only_leaves(index):
            return array("I", self._kept_below(node))
        # Runs of plain items are kept as they stand: a million children are listed in a few milliseconds.
        found, first, end = array("I"), index + 1, document.ends[index]
        place = document.notables_from(first)
        if document.notables_from(end, place) == place:
            return range(document.offset + first, document.offset + end)
        for other in document.notables[place : document.notables_from(end, place)]:
            found.extend(range(document.offset + first, document.offset + other))
            found.extend(self._kept_among(document, (other,)))
            first = other + 1
        found.extend(range(document.offset + first, document.offset + end))
        return found

    def _kept_below(self, node: int) -> Iterator[int]:
        document, index = self._site.element(node)
        return self._kept_among(document, document.children(index))

    def _kept_among(self, document: Document, elements: Iterable[int]) -> Iterator[int]:
        first, plain = document.offset, document.plain
        for child in self._nodes_of(document, elements):
            place = child - first
            # A plain item of the same file is kept without further ado: the many children of a large map are such.
            if (0 <= place < len(plain) and plain[place]) or self._is_kept(child):
                yield child

    def _below(self, node: int) -> Iterator[int]:
        """The items and groups directly below an element, referenced ones in the place of their `<external>`."""
        document, index = self._site.element(node)
        return self._nodes_of(document, document.children(index))

    def _nodes_of(self, document: Document, elements: Iterable[int]) -> Iterator[int]:
        """The items and groups that elements are or reference."""
        kinds, offset = document.kinds, document.offset
        for child in elements:
            kind = kinds[child]
            if kind == Kind.ITEM or kind == Kind.GROUP:  # run a million times: twice as fast as `in`
                yield offset + child
            elif kind == Kind.EXTERNAL and (target := self._site.target(document, child)) is not None:
                yield target[0].offset + target[1]
