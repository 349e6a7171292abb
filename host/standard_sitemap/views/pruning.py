"""A map without the branches that a reader has hidden. Pure but for what it caches.

A branch is hidden below the node that it stands below, wherever that stands. All else is the map's own answer: nodes
keep their numbers, and what is hidden can still be visited and named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from standard_sitemap.model.faults import Fault
from standard_sitemap.model.hierarchy import (
    ClassChange,
    DocumentSummary,
    Hierarchy,
    Meaning,
    PageIndex,
    PlainNode,
    Variant,
)
from standard_sitemap.views.paths import Path

# The children that are hidden below a node.
Hidden = Mapping[int, frozenset[int]]


def hidden_below(hierarchy: Hierarchy, paths: Iterable[Path]) -> Hidden:
    """What is hidden below which node, where the branches at the ends of `paths` are."""
    found: dict[int, frozenset[int]] = {}
    for path in filter(None, paths):
        parent = path[-2] if len(path) > 1 else hierarchy.root
        found[parent] = found.get(parent, frozenset()) | {path[-1]}
    return found


class PrunedIndex:
    """Where pages stand in a map, hidden branches aside."""

    def __init__(self, index: PageIndex, root: int, hidden: Hidden) -> None:
        self._index, self._root, self._hidden = index, root, hidden

    def at_location(self, uri: str) -> tuple[int, ...]:
        """The nodes of a page, but for those whose only way leads through what is hidden."""
        return tuple(node for node in self._index.at_location(uri) if self.path(node))

    def path(self, node: int) -> tuple[int, ...]:
        """A shortest way to a node; empty where it leads through what is hidden, though another may not."""
        path = self._index.path(node)
        steps = zip((self._root, *path), path, strict=False)
        return () if any(self._is_hidden(parent, child) for parent, child in steps) else path

    def parents(self, node: int) -> Iterator[int]:
        """The nodes whose child a node may be, those that it is hidden below aside."""
        return (parent for parent in self._index.parents(node) if not self._is_hidden(parent, node))

    def _is_hidden(self, parent: int, node: int) -> bool:
        return node in self._hidden.get(parent, ())


class Pruned:
    """A hierarchy without hidden branches."""

    def __init__(self, whole: Hierarchy, hidden: Hidden) -> None:
        self._whole, self._hidden = whole, hidden
        self._index = PrunedIndex(whole.page_index, whole.root, hidden)
        self._children: dict[int, tuple[int, ...]] = {}

    def children(self, node: int) -> Sequence[int]:
        """The child nodes of a node that are not hidden."""
        hidden = self._hidden.get(node)
        if hidden is None:
            return self._whole.children(node)
        if node not in self._children:  # cached, since there may be a million of them
            self._children[node] = tuple(child for child in self._whole.children(node) if child not in hidden)
        return self._children[node]

    def has_children(self, node: int) -> bool:
        """Whether a node has child nodes that are not hidden."""
        return bool(self.children(node)) if node in self._hidden else self._whole.has_children(node)

    @property
    def page_index(self) -> PageIndex:
        """Where pages stand in what is left."""
        return self._index

    @property
    def root(self) -> int:
        """The anonymous root node."""
        return self._whole.root

    @property
    def root_uri(self) -> str:
        """The address of the root file."""
        return self._whole.root_uri

    @property
    def is_sitemap(self) -> bool:
        """Whether the root file is here and is a sitemap."""
        return self._whole.is_sitemap

    @property
    def is_shared(self) -> bool:
        """Whether a node may stand in several places."""
        return self._whole.is_shared

    @property
    def documents(self) -> tuple[DocumentSummary, ...]:
        """The files that are here."""
        return self._whole.documents

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong with them."""
        return self._whole.faults

    @property
    def roles(self) -> Mapping[str, tuple[int, ...]]:
        """The nodes of each role but `tree`: none of them is hidden."""
        return self._whole.roles

    @property
    def class_changes(self) -> tuple[ClassChange, ...]:
        """The class changes that can be followed."""
        return self._whole.class_changes

    @property
    def groups(self) -> frozenset[int]:
        """All groups."""
        return self._whole.groups

    @property
    def languages(self) -> frozenset[str]:
        """The language tags that the files use."""
        return self._whole.languages

    def prepare(self) -> None:
        """Reckon now what takes long in a large map."""
        self._whole.prepare()

    def kind(self, node: int) -> str:
        """`item`, `group` or `sitemap`."""
        return self._whole.kind(node)

    def variants(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node."""
        return self._whole.variants(node)

    def plain_nodes(self, nodes: Sequence[int]) -> list[PlainNode | None]:
        """All that is said of plain nodes."""
        return self._whole.plain_nodes(nodes)

    def shown(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node as a reader is shown them."""
        return self._whole.shown(node)

    def untitled(self, node: int) -> str | None:
        """The address of a page that is named after it alone."""
        return self._whole.untitled(node)

    def meaning(self, node: int) -> Meaning | None:
        """What stands below a node, where every reader knows that."""
        return self._whole.meaning(node)

    def names(self, node: int) -> tuple[str | None, ...]:
        """The names of a node's variants."""
        return self._whole.names(node)

    def written(self, node: int) -> tuple[str | None, str | None]:
        """The name and address of a node as they are written."""
        return self._whole.written(node)

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """The nodes one of whose names contains all words, hidden ones among them: they are in no place."""
        return self._whole.named(words)

    def mentioning(self, words: Sequence[str]) -> Iterator[int | None]:
        """The nodes that mention all words, hidden ones among them."""
        return self._whole.mentioning(words)

    def first_variant(self, node: int) -> tuple[str | None, str | None]:
        """The name and location of a node's first variant."""
        return self._whole.first_variant(node)

    def has_location(self, node: int) -> bool:
        """Whether one of a node's variants has a location."""
        return self._whole.has_location(node)

    def refused_location(self, node: int) -> str | None:
        """Where a node would lead, were a reader led there."""
        return self._whole.refused_location(node)

    def roles_of(self, node: int) -> tuple[str, ...]:
        """The role set of a node."""
        return self._whole.roles_of(node)

    def priority(self, node: int) -> float:
        """The priority of a node."""
        return self._whole.priority(node)

    def relation(self, node: int) -> str:
        """`none` or `sequence`."""
        return self._whole.relation(node)

    def order(self, node: int) -> str:
        """By what the children are ordered."""
        return self._whole.order(node)

    def last_modified(self, node: int) -> str | None:
        """When a node's page was changed last."""
        return self._whole.last_modified(node)

    def change_frequency(self, node: int) -> str | None:
        """How often a node's page changes."""
        return self._whole.change_frequency(node)

    def document_uri(self, node: int) -> str:
        """The URI of the file that holds a node."""
        return self._whole.document_uri(node)

    def line(self, node: int) -> int:
        """The line on which a node stands in its file."""
        return self._whole.line(node)
