"""The node hierarchy, roles and class changes of a sitemap, as far as its files are here.

A node's number is that of the element that represents it. Branches are computed when needed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice

from standard_sitemap.model.hierarchy import ClassChange, DocumentSummary
from standard_sitemap.ssp import class_changes, diagnosis, roles
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.files import Exclusion, Files
from standard_sitemap.ssp.lookup import PageIndex, mentioning_in, named_in
from standard_sitemap.ssp.names import (
    ORDERS,
    RELATIONS,
    Kind,
)
from standard_sitemap.ssp.node_details import NodeDetails

# Language tags that are looked at: ten times as many as the reader may choose among.
_LANGUAGES = 1_000


class Hierarchy:
    """The `model.Hierarchy` of a Standard-Sitemap, as far as its files are here."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._children: dict[int, Sequence[int]] = {}
        self._leaves = range(0)
        self.root = 0
        self.root_uri = files.root.uri if files.root else files.root_uri
        self.documents = tuple(DocumentSummary(d.uri, d.size, len(d)) for d in files.documents)
        self.exclusion = Exclusion(files)
        self.details = NodeDetails(files, self.exclusion)

    @property
    def is_sitemap(self) -> bool:
        """Whether there is a root file whose document element is `<sitemap>`."""
        return self.exclusion.root is not None

    def prepare(self) -> None:
        """Reckon now what takes long in a large map and is cached: later requests for it do not wait."""
        self.children(self.root)
        _ = self.roles, self.class_changes, self.groups, self.languages
        for document in tuple(self._files.documents):
            document.link_variants()

    def children(self, node: int) -> Sequence[int]:
        """The child nodes of a node, in the order of elements and externals; a node may be there twice."""
        known = self._children.get(node)
        if known is None:
            known = self._children[node] = self._listed(node) if self.is_sitemap else ()
        if isinstance(known, range):  # of plain items without content
            self._leaves = known
        return known

    def has_children(self, node: int) -> bool:
        """Whether a node has child nodes; stops at the first."""
        if node in self._leaves:  # as most are of which one asks after their siblings
            return False
        if node in self._children:
            return len(self._children[node]) > 0
        document, index = self._files.element(node)
        if document.ends[index] == index + 1:
            return False
        if any(True for _ in self._included_below(node)):
            return True
        self._children[node] = ()  # it may have thousands of elements below it that are no nodes
        return False

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """The items and groups one of whose names contains all words (`folded`), as their elements stand.

        Some may be in no place of the map. None comes now and then, as a place to pause.
        """
        for document in tuple(self._files.documents):
            for index in named_in(document, words):
                yield None if index is None else document.offset + index
            yield None  # a small file has too few elements for a pause of its own, and there may be thousands of them

    def mentioning(self, words: Sequence[str]) -> Iterator[int | None]:
        """The items and groups whose name, description and address mention all words, as their elements stand."""
        for document in tuple(self._files.documents):
            for index in mentioning_in(document, words):
                yield None if index is None else document.offset + index
            yield None

    def relation(self, node: int) -> str:
        """`none`, or `sequence` where the children can be walked with previous and next. [Attribute relation, D8]"""
        value = self._attribute(node, "relation")
        return value if value in RELATIONS else "none"

    def order(self, node: int) -> str:
        """By what the children are ordered. [Attribute order, D8]"""
        value = self._attribute(node, "order")
        return value if value in ORDERS else "none"

    @cached_property
    def roles(self) -> dict[str, tuple[int, ...]]:
        """The nodes of each role but `tree`, excluded ones included, in the order of D11."""
        return roles.role_nodes(self.exclusion.reached, self.exclusion.implied_home)

    @cached_property
    def groups(self) -> frozenset[int]:
        """All groups, reached or not: to find those among a million children at once."""
        documents = tuple(self._files.documents)
        return frozenset(d.offset + i for d in documents for i in d.notables if d.kinds[i] == Kind.GROUP)

    @cached_property
    def class_changes(self) -> tuple[ClassChange, ...]:
        """The class changes of the root file that can be followed. [Element <class-change>, D16]"""
        return () if self.exclusion.root is None else class_changes.class_changes(self.exclusion.root)

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong with the files that are here, by file as they were added, then by line."""
        return diagnosis.faults(self._files, self.exclusion, self)

    @cached_property
    def page_index(self) -> PageIndex:
        """Where pages stand in this hierarchy."""
        return PageIndex(self._files, self.exclusion, self.root)

    @cached_property
    def languages(self) -> frozenset[str]:
        """The language tags that the files use, wherever; of very many the first."""
        tags = (c.lang for document in tuple(self._files.documents) for c in document.contexts if c.lang)
        return frozenset(islice(dict.fromkeys(tags), _LANGUAGES))

    @property
    def is_shared(self) -> bool:
        """Whether references may let a node stand in several places, or below itself."""
        return len(self._files.open_externals) > 0

    def _attribute(self, node: int, name: str) -> str:
        document, index = self._files.element(node)
        return document.attributes[index].get(name, "")

    def _listed(self, node: int) -> Sequence[int]:
        document, index = self._files.element(node)
        if not document.has_only_leaves(index):
            return array("I", self._included_below(node))
        # Runs of plain items are kept as they stand: a million children are listed in a few milliseconds.
        nodes, first, end = array("I"), index + 1, document.ends[index]
        place = document.notables_from(first)
        if document.notables_from(end, place) == place:
            return range(document.offset + first, document.offset + end)
        for other in document.notables[place : document.notables_from(end, place)]:
            nodes.extend(range(document.offset + first, document.offset + other))
            nodes.extend(self.exclusion.kept_among(document, (other,)))
            first = other + 1
        nodes.extend(range(document.offset + first, document.offset + end))
        return nodes

    def _included_below(self, node: int) -> Iterator[int]:
        document, index = self._files.element(node)
        return self.exclusion.kept_among(document, document.children(index))
