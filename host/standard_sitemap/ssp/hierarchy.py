"""The node hierarchy, roles and class changes of a sitemap, as far as its files have arrived.

A node has the number of its element. Branches are computed on demand.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import islice

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.model.hierarchy import ClassChange, DocumentSummary
from standard_sitemap.model.ordering import UNSORTED, Sorting
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

# The limit on language tags read: ten times as many as the reader may choose among.
_LANGUAGES = 1_000


class Hierarchy:
    """The `model.Hierarchy` of a Standard-Sitemap, for the files that have arrived."""

    keeps_host = False  # an author's variants may be anywhere

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
        """Whether a root file has arrived whose document element is `<sitemap>`."""
        return self.exclusion.root is not None

    def prepare(self) -> None:
        """Compute the slow cached properties of a large map now, so that later requests do not wait."""
        self.children(self.root)
        _ = self.roles, self.class_changes, self.groups, self.languages
        for document in tuple(self._files.documents):
            document.link_variants()

    def children(self, node: int) -> Sequence[int]:
        """Return the child nodes of a node, in the order of elements and externals; a node may occur twice."""
        known = self._children.get(node)
        if known is None:
            known = self._children[node] = self._listed(node) if self.is_sitemap else ()
        if isinstance(known, range):  # plain items without content
            self._leaves = known
        return known

    def has_children(self, node: int) -> bool:
        """Return whether a node has child nodes; stop at the first."""
        if node in self._leaves:  # most queries concern siblings of a leaf
            return False
        if node in self._children:
            return len(self._children[node]) > 0
        document, index = self._files.element(node)
        if document.ends[index] == index + 1:
            return False
        if any(True for _ in self._included_below(node)):
            return True
        self._children[node] = ()  # thousands of elements below it may be no nodes
        return False

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """Yield the items and groups that have a name with all words (`folded`), in document order.

        Some may have no place in the map. None comes at intervals, as a point to pause.
        """
        for document in tuple(self._files.documents):
            for index in named_in(document, words):
                yield None if index is None else document.offset + index
            yield None  # a file may be too small for a pause of its own, and there may be thousands of files

    def mentioning(self, words: Sequence[str]) -> Iterator[int | None]:
        """Yield the items and groups whose name, description and address mention all words, in document order."""
        for document in tuple(self._files.documents):
            for index in mentioning_in(document, words):
                yield None if index is None else document.offset + index
            yield None

    def relation(self, node: int) -> str:
        """Return `none`, or `sequence` if previous and next lead through the children. [Attribute relation, D8]"""
        value = self._attribute(node, "relation")
        return value if value in RELATIONS else "none"

    def states_relation(self, node: int) -> bool:
        """Return whether `relation` is stated with a value that is allowed (D8, D54)."""
        return self._attribute(node, "relation") in RELATIONS

    def order(self, node: int) -> str:
        """Return the order of the children. [Attribute order, D8]"""
        value = self._attribute(node, "order")
        return value if value in ORDERS else "none"

    def sorting(self, _node: int) -> Sorting:
        """Return UNSORTED: children are in the order of their author."""
        return UNSORTED

    def shown_priority(self, node: int) -> float:
        """Return the priority that an author gave a node. [Attribute priority]"""
        return self.details.priority(node)

    @cached_property
    def roles(self) -> dict[str, tuple[int, ...]]:
        """The nodes of each role except `tree`, including excluded ones, in the order of D11."""
        return roles.role_nodes(self.exclusion.reached, self.exclusion.implied_home)

    @cached_property
    def groups(self) -> frozenset[int]:
        """All groups, reached or not; for finding groups among a million children at once."""
        documents = tuple(self._files.documents)
        return frozenset(d.offset + i for d in documents for i in d.notables if d.kinds[i] == Kind.GROUP)

    @cached_property
    def class_changes(self) -> tuple[ClassChange, ...]:
        """The class changes of the root file that can be applied. [Element <class-change>, D16]"""
        return () if self.exclusion.root is None else class_changes.class_changes(self.exclusion.root)

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """All faults of the files that have arrived, in the order in which they were added, then by line."""
        return diagnosis.faults(self._files, self.exclusion, self)

    @cached_property
    def page_index(self) -> PageIndex:
        """The positions of pages in this hierarchy."""
        return PageIndex(self._files, self.exclusion, self.root)

    @property
    def shown_languages(self) -> frozenset[str]:
        """All languages: authors decide by variants what readers of a language are shown."""
        return self.languages

    @cached_property
    def languages(self) -> frozenset[str]:
        """The language tags in the files; only the first of very many."""
        tags = (c.lang for document in tuple(self._files.documents) for c in document.contexts if c.lang)
        return frozenset(islice(dict.fromkeys(tags), _LANGUAGES))

    @property
    def is_shared(self) -> bool:
        """Whether references may put a node in several places, or below itself."""
        return len(self._files.open_externals) > 0

    def _attribute(self, node: int, name: str) -> str:
        document, index = self._files.element(node)
        return document.attributes[index].get(name, "")

    def _listed(self, node: int) -> Sequence[int]:
        document, index = self._files.element(node)
        if not document.has_only_leaves(index):
            return array("I", self._included_below(node))
        # Runs of plain items stay ranges: a million children are listed in a few milliseconds.
        nodes, first, end = array("I"), index + 1, document.ends[index]
        place = document.notables_from(first)
        if document.notables_from(end, place) == place:
            return range(document.offset + first, document.offset + end)
        for other in document.notables[place : document.notables_from(end, place)]:
            if first < other:
                nodes.extend(range(document.offset + first, document.offset + other))
            kept = self.exclusion.kept(document, other)
            if kept is not None:
                nodes.append(kept)
            first = other + 1
        nodes.extend(range(document.offset + first, document.offset + end))
        return nodes

    def _included_below(self, node: int) -> Iterator[int]:
        document, index = self._files.element(node)
        return self.exclusion.kept_among(document, document.children(index))
