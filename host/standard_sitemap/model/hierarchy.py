"""The parts of a map: variants of nodes, class changes, file summaries, and the interface of a hierarchy."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from standard_sitemap.model.faults import Fault
from standard_sitemap.model.ordering import Sorting

# The limit for one node (D43): sites are written in less than half as many languages.
MOST_VARIANTS = 1_000

# The priority of a page whose file states none, in both formats.
DEFAULT_PRIORITY = 0.5


# Kinds of content that sites commonly list apart; the reader sees their names in the reader's own language.
Meaning = Literal["pages", "posts", "products", "collections", "categories", "tags", "authors", "lists"]


class Variant(NamedTuple):
    """The qualities of one variant; None for an unspecified quality. [Node variants and their qualities]"""

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
    """A leaf with only these details, like most nodes of a large map.

    Its one variant has no other qualities, and its only role is `tree`.
    """

    name: str | None
    location: str | None
    description: str | None = None
    priority: float = DEFAULT_PRIORITY
    last_modified: str | None = None
    change_frequency: str | None = None


class ClassChange(NamedTuple):
    """A page's markup that shows its sitemap. [Element <class-change>]

    `namespaces` are the prefixes in effect on the instruction; `attr` keeps a prefix as written.
    """

    elem: str
    namespaces: dict[str, str]
    attr: str
    prefix: str


class DocumentSummary(NamedTuple):
    """One file of a sitemap: its URI, its size in bytes, and its number of elements."""

    uri: str
    bytes: int
    elements: int


class PageIndex(Protocol):
    """The positions of pages in a map, by address and by date of change."""

    def at_location(self, uri: str) -> tuple[int, ...]:
        """Return the nodes of a page.

        These are the nodes with exactly its address, else the nodes whose address differs in the fragment alone.
        """

    def at_folder(self, uri: str) -> tuple[int, ...]:
        """Return the nodes of a folder without a page of its own, if the map divides its pages by folders."""

    def path(self, node: int) -> tuple[int, ...]:
        """Return a shortest path to a node, from the first level on; empty if there is none.

        Never pass through a loop.
        """

    def parents(self, node: int) -> Iterator[int]:
        """Yield each possible parent of a node, including the root."""

    def date_counts(self) -> Mapping[str, int]:
        """Return the dates of change as written in the files, with the number of entries that have each."""

    def dated(self, dates: Container[str]) -> Iterator[int]:
        """Yield the nodes whose date of change is one of some, as written. Some may have no place in the map."""


class NodeDetails(Protocol):
    """The details of the nodes of a map, by the node's number."""

    def kind(self, node: int) -> str:
        """Return `item` or `group`; `sitemap` for the root."""

    def variants(self, node: int) -> tuple[Variant, ...]:
        """Return the variants of a node as its files have them, at least one."""

    def plain_nodes(self, nodes: Sequence[int]) -> list[PlainNode | None]:
        """Return all details of several nodes, much faster than one by one; None for a node that may have more."""

    def shown(self, node: int) -> tuple[Variant, ...]:
        """Return the variants of a node as the reader sees them, in the same order."""

    def untitled(self, node: int) -> str | None:
        """Return the address of a page that has no title and is named after its address; else None."""

    def meaning(self, node: int) -> Meaning | None:
        """Return the kind of content below a node, if it is one of the common kinds; else None."""

    def names(self, node: int) -> tuple[str | None, ...]:
        """Return the names of a node's variants, faster than all their qualities."""

    def written(self, node: int) -> tuple[str | None, str | None]:
        """Return the name and address of a node as written, without resolving the address."""

    def first_variant(self, node: int) -> tuple[str | None, str | None]:
        """Return the name and location of a node's first variant, without reading its other variants."""

    def has_location(self, node: int) -> bool:
        """Return whether any variant of a node has a location; stop at the first."""

    def refused_location(self, node: int) -> str | None:
        """Return the address of a node that readers may not be led to (D40); None for any other node."""

    def roles_of(self, node: int) -> tuple[str, ...]:
        """Return the role set of a node in its author's order, an implied `home` last."""

    def priority(self, node: int) -> float:
        """Return the priority of a node, from 0.0 to 1.0. [Attribute priority]"""

    def last_modified(self, node: int) -> str | None:
        """Return when a node's page last changed, as stated in its file; None if unstated."""

    def change_frequency(self, node: int) -> str | None:
        """Return how often a node's page changes, as stated in its file; None if unstated."""

    def document_uri(self, node: int) -> str:
        """Return the URI of the file that contains a node."""

    def line(self, node: int) -> int:
        """Return the line of a node in its file, from 1."""


class Hierarchy(Protocol):
    """A map made of the files received so far: the tree of its nodes, and the faults of the files.

    A snapshot: after another file is added, its site makes a new hierarchy, in which nodes keep their numbers.
    """

    @property
    def root(self) -> int:
        """The anonymous root node."""

    @property
    def root_uri(self) -> str:
        """The address of the root file."""

    @property
    def is_sitemap(self) -> bool:
        """Whether the root file has arrived and is a sitemap; otherwise the root has no nodes below it."""

    @property
    def is_shared(self) -> bool:
        """Whether a node may occur in several places, or below itself."""

    @property
    def documents(self) -> tuple[DocumentSummary, ...]:
        """The files received so far."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults of the files received so far, by file, then by line. Slow for a large map."""

    @property
    def roles(self) -> Mapping[str, tuple[int, ...]]:
        """The nodes of each role except `tree`; they may be outside the tree. [D11]"""

    @property
    def class_changes(self) -> tuple[ClassChange, ...]:
        """The class changes that can be applied. [D16]"""

    @property
    def groups(self) -> frozenset[int]:
        """All groups, inside the tree or not; for finding groups among a million children at once."""

    @property
    def languages(self) -> frozenset[str]:
        """The language tags in the files, as written."""

    @property
    def shown_languages(self) -> frozenset[str]:
        """The languages among them in which nodes are shown to a reader who prefers them."""

    @property
    def keeps_host(self) -> bool:
        """Whether nodes are shown on the host of their first variant, in any language (D49)."""

    @property
    def page_index(self) -> PageIndex:
        """The positions of pages in this map."""

    @property
    def details(self) -> NodeDetails:
        """The details of each node."""

    def prepare(self) -> None:
        """Compute the slow cached properties of a large map now, so that later requests do not wait."""

    def children(self, node: int) -> Sequence[int]:
        """Return the child nodes of a node, in order; a node may occur twice.

        A `range` holds only nodes without children.
        """

    def has_children(self, node: int) -> bool:
        """Return whether a node has child nodes, faster than `children`."""

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """Yield the nodes that have a name with all words, which are `folded` already.

        Some nodes may have no place in the map, and some are yielded twice. None is yielded at intervals, as a point to
        pause.
        """

    def mentioning(self, words: Sequence[str]) -> Iterator[int | None]:
        """Yield the nodes with a variant that `mentions` all words, in the same form as `named`.

        A variant mentions words in its name, description or address. Slower than `named`, and may include nodes that
        `named` yields.
        """

    def relation(self, node: int) -> str:
        """Return `none`, or `sequence` if previous and next lead through the children. [Attribute relation]"""

    def states_relation(self, node: int) -> bool:
        """Return whether `relation` is stated: a group that states none continues its parent's sequence (D54)."""

    def order(self, node: int) -> str:
        """Return the order of the children. [Attribute order]"""

    def sorting(self, node: int) -> Sorting:
        """Return how the host sorted the children of a node; `UNSORTED` if their author did."""

    def shown_priority(self, node: int) -> float:
        """Return the priority of a node beside its siblings: the default if it distinguishes none."""


# The limit on the roles shown (D43): the format names five, and authors may add a few.
MOST_ROLES = 50

# The limit on the nodes shown for one role (D43): a longer menu would be unusable.
MOST_OF_ROLE = 50

# The limit on the languages offered to the reader (D43).
MOST_LANGUAGES = 100

# The limit in characters on an offered language tag (D43): the longest registered tags have half as many.
LONGEST_LANGUAGE = 100


# Behaviour: loops (D20). Also: cycle, circular reference, recursion, infinite tree.
def is_loop(above: Container[int] | Iterable[int], node: int) -> bool:
    """Return whether a node occurs again below itself; it is then shown with a mark and without children. (D20)

    `above` holds the nodes on the path from the root to the place of `node`.
    """
    return node in above
