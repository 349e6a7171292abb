"""The values that a map hands out: the variants of its nodes, its class changes, and what is known of its files."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from standard_sitemap.model.faults import Fault

# Of one node (D43): there are not half as many languages that sites are written in.
MOST_VARIANTS = 1_000

# The priority of a page whose file states none, in both formats.
DEFAULT_PRIORITY = 0.5


# What makers of sites list apart: a reader is shown them in his own language.
Meaning = Literal["pages", "posts", "products", "collections", "categories", "tags", "authors"]


class Variant(NamedTuple):
    """One variant's qualities; None where a quality was not specified. [Node variants and their qualities]"""

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
    """A leaf with no other details than these, as most nodes of a large map are.

    Its one variant has no other qualities, and its only role is `tree`.
    """

    name: str | None
    location: str | None
    description: str | None = None
    priority: float = DEFAULT_PRIORITY
    last_modified: str | None = None
    change_frequency: str | None = None


class ClassChange(NamedTuple):
    """How a page says that its sitemap is shown. [Element <class-change>]

    `namespaces` are the prefixes in effect on the instruction; `attr` keeps a prefix as written.
    """

    elem: str
    namespaces: dict[str, str]
    attr: str
    prefix: str


class DocumentSummary(NamedTuple):
    """One file of a sitemap: its URI, its size in bytes, and how many elements it has."""

    uri: str
    bytes: int
    elements: int


class PageIndex(Protocol):
    """Where pages stand in a map."""

    def at_location(self, uri: str) -> tuple[int, ...]:
        """The nodes of a page that are in the map: those with exactly its address, else those that differ from it by
        the fragment alone."""

    def path(self, node: int) -> tuple[int, ...]:
        """A shortest way to a node, from the first level on; empty where there is none. Never through a loop."""

    def parents(self, node: int) -> Iterator[int]:
        """The nodes whose child a node may be; the root among them."""


class NodeDetails(Protocol):
    """What a map says of each of its nodes, by the node's number."""

    def kind(self, node: int) -> str:
        """`item` or `group`; `sitemap` of the root."""

    def variants(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node as its files have them, at least one."""

    def plain_nodes(self, nodes: Sequence[int]) -> list[PlainNode | None]:
        """Return all details of several nodes, much faster than one by one; None for a node that may have more."""

    def shown(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node as a reader is shown them, in the same order."""

    def untitled(self, node: int) -> str | None:
        """The address of a page that is named after it alone, for want of a title; None of all else."""

    def meaning(self, node: int) -> Meaning | None:
        """What stands below a node, where that is one of a few things that every reader knows; None of all else."""

    def names(self, node: int) -> tuple[str | None, ...]:
        """The names of a node's variants, found sooner than all their qualities."""

    def written(self, node: int) -> tuple[str | None, str | None]:
        """The name and address of a node as they are written, found without resolving the address."""

    def first_variant(self, node: int) -> tuple[str | None, str | None]:
        """The name and location of a node's first variant, found without looking at the others."""

    def has_location(self, node: int) -> bool:
        """Whether one of a node's variants has a location; stops at the first."""

    def refused_location(self, node: int) -> str | None:
        """Where a node would lead, were a reader led there (D40); None where it leads, or names no address."""

    def roles_of(self, node: int) -> tuple[str, ...]:
        """The role set of a node in its author's order, an implied `home` last."""

    def priority(self, node: int) -> float:
        """The priority of a node, from 0.0 to 1.0. [Attribute priority]"""

    def last_modified(self, node: int) -> str | None:
        """When a node's page was changed last, as its file says it; None where it does not."""

    def change_frequency(self, node: int) -> str | None:
        """How often a node's page changes, as its file says it; None where it does not."""

    def document_uri(self, node: int) -> str:
        """The URI of the file that holds a node."""

    def line(self, node: int) -> int:
        """The line on which a node stands in its file, from 1."""


class Hierarchy(Protocol):
    """A map as far as its files are here: the tree of its nodes, and what is wrong with the files.

    A snapshot: after another file is added, its site makes a new one, in which a node keeps its number.
    """

    @property
    def root(self) -> int:
        """The anonymous root node."""

    @property
    def root_uri(self) -> str:
        """The address of the root file."""

    @property
    def is_sitemap(self) -> bool:
        """Whether the root file is here and is a sitemap; else there are no nodes below the root."""

    @property
    def is_shared(self) -> bool:
        """Whether a node may stand in several places, or below itself."""

    @property
    def documents(self) -> tuple[DocumentSummary, ...]:
        """The files that are here."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong with the files that are here, file by file, then by line. Takes a while in a large map."""

    @property
    def roles(self) -> Mapping[str, tuple[int, ...]]:
        """The nodes of each role but `tree`; they need not stand in the tree. [D11]"""

    @property
    def class_changes(self) -> tuple[ClassChange, ...]:
        """The class changes that can be followed. [D16]"""

    @property
    def groups(self) -> frozenset[int]:
        """All groups, in the tree or not: to find those among a million children at once."""

    @property
    def languages(self) -> frozenset[str]:
        """The language tags that the files use, as written."""

    @property
    def page_index(self) -> PageIndex:
        """Where pages stand in this map."""

    @property
    def details(self) -> NodeDetails:
        """What this map says of each node."""

    def prepare(self) -> None:
        """Reckon now what takes long in a large map and is cached: later requests for it do not wait."""

    def children(self, node: int) -> Sequence[int]:
        """The child nodes of a node, in order; a node may be there twice. A `range` is of nodes without children."""

    def has_children(self, node: int) -> bool:
        """Whether a node has child nodes; found sooner than they are."""

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """The nodes one of whose names contains all words, which are `folded`.

        Some may be in no place of the map, and some come twice. None comes now and then, as a place to pause.
        """

    def mentioning(self, words: Sequence[str]) -> Iterator[int | None]:
        """The nodes with a variant whose name, description and address `mention` all words; as `named` has them.

        Takes longer, and some that have such a name may be among them.
        """

    def relation(self, node: int) -> str:
        """`none`, or `sequence` where the children can be walked with previous and next. [Attribute relation]"""

    def order(self, node: int) -> str:
        """By what the children are ordered. [Attribute order]"""


# Roles shown (D43): the format names five, authors may add a few.
MOST_ROLES = 50

# Nodes shown for one role (D43): a menu longer than this is no menu.
MOST_OF_ROLE = 50

# Languages that the reader may choose among (D43).
MOST_LANGUAGES = 100

# Characters of a language tag that is offered (D43): the longest registered ones have half as many.
LONGEST_LANGUAGE = 100


# Behaviour: loops (D20).
def is_loop(above: Container[int] | Iterable[int], node: int) -> bool:
    """Whether a node comes up again below itself: it is shown there, marked, and without its children. (D20)

    `above` are the nodes on the way from the root to the place of `node`.
    """
    return node in above
