"""The hierarchy that a flat list of addresses comes to, with the interface of `ssp.Hierarchy`.

By path: a page stands below what its address begins with; runs of folders with nothing else in them are one; what the
files of an index are named is a section where it says something; a page in several languages is one node. Branches are
made when asked for. Nodes are numbers: even ones pages, odd ones what has others below it, 0 the root, and below it
pages with a role that stand in no file.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from standard_sitemap.sitemapsorg import lookup, rows
from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.folders import Place, folded, own_rows, place_below, place_of, places_below
from standard_sitemap.sitemapsorg.lookup import Whereabouts
from standard_sitemap.sitemapsorg.naming import MOST_NAMED, in_natural_order, name_of_run, order_of
from standard_sitemap.sitemapsorg.page_metadata import Told, role_of
from standard_sitemap.sitemapsorg.placing import END
from standard_sitemap.sitemapsorg.rows import (
    Row,
    groups_of,
    label_of,
    means_something,
    page_name,
    page_node,
    variants_of,
)
from standard_sitemap.ssp import ClassChange, DocumentSummary, Variant
from standard_sitemap.ssp.repetition import repeated

if TYPE_CHECKING:
    from standard_sitemap.sitemapsorg.site import Site

ROOT = 0
# The home page stands before the others, unless those are so many that their order is needed to find one.
_FEW = 100


class Hierarchy:
    """What a site's files, those that are here, come to. Take a new one after a file has come."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._documents = site.in_order()
        self._children: dict[int, array[int]] = {}
        self._unsorted: dict[int, None] = {}
        self._alike: dict[int, dict[int, int]] = {}
        self._places: dict[int, Place] = {}
        self._runs: dict[int, int] = {}
        self._tops: dict[str, Place] = {}
        self.told = Told()
        self.root = ROOT
        self.root_uri = site.root.uri if site.root else site.root_uri
        self.include_user = site.include_user
        self.is_shared = False
        self.class_changes: tuple[ClassChange, ...] = ()
        self.groups: frozenset[int] = frozenset()
        self.is_sitemap = site.root is not None and site.root.is_sitemap
        self.page_count = sum(map(len, self._documents))
        self.documents = tuple(
            DocumentSummary(one.uri, one.size, len(one) or len(one.sitemaps)) for one in self._documents
        )

    @cached_property
    def sections(self) -> dict[str, tuple[Document, ...]]:
        """The files of each section, by its name; those that belong to none under ""."""
        labels = {one.uri: label_of(one.uri) for one in self._documents if len(one)}
        told = means_something(labels.values(), self.languages)
        found: dict[str, list[Document]] = {}
        for document in self._documents:
            if len(document):
                label = labels[document.uri]
                found.setdefault(label if label in told else "", []).append(document)
        return {label: tuple(documents) for label, documents in found.items()}

    @cached_property
    def languages(self) -> frozenset[str]:
        """The language tags of the pages that say that they have several languages."""
        return frozenset(tag for one in self._documents for tag in one.languages)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong with the files that are here, by file in the order they are listed, then by line; then the
        folders, of those that were looked into, that hold too much to be sorted."""
        return (*self._faults_of_files, *map(self._not_sorted, tuple(self._unsorted)))

    @cached_property
    def _faults_of_files(self) -> tuple[Fault, ...]:
        order = {one.uri: place for place, one in enumerate(self._documents)}
        found = tuple(self._site.faults)
        return tuple(sorted(found, key=lambda fault: (order.get(fault.document, -1), fault.line)))

    def _not_sorted(self, node: int) -> Fault:
        params = {"count": str(len(self.children(node))), "folder": self.names(node)[0] or self.root_uri}
        return Fault("folder-not-sorted", self.document_uri(node), 0, params)

    @property
    def roles(self) -> dict[str, tuple[int, ...]]:
        """The nodes of each role but `tree`: home, the site's own root address or what a feed says it is of; and what
        the site's pages declare beside."""
        told = self.told.nodes()
        nodes = told if self._home is None else {**told, "home": self._home}
        return {role: (node,) for role, node in nodes.items()}

    @cached_property
    def _home(self) -> int | None:
        home = rows.home(self._documents, self.root_uri)
        return None if home is None else self.node_of(*home)

    @cached_property
    def whereabouts(self) -> Whereabouts:
        """Where pages stand in this hierarchy."""
        return Whereabouts(self)

    def children(self, node: int) -> Sequence[int]:
        """The child nodes of a node, in natural order of their names."""
        known = self._children.get(node)
        if known is None:
            known = self._children[node] = array("Q", self._listed(node))
            if len(known) > MOST_NAMED:
                self._unsorted[node] = None
        return known

    def has_children(self, node: int) -> bool:
        """Whether a node has child nodes."""
        return len(self.sections) > 0 if node == ROOT else node > ROOT and node % 2 == 1

    def kind(self, node: int) -> str:
        """`item`; `sitemap` of the root."""
        return "item" if node != ROOT else "sitemap"

    def variants(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node: one for each language that a page says it has, else one."""
        if node < ROOT:
            return (self.told.variant(node),)
        row = self.row(node)
        if row is not None:
            return variants_of(*row)
        return (Variant(self._folder_name(node) if node != ROOT else None),)

    def shown(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node as a reader is shown them: with the titles of pages to which files give none."""
        variants, titles = self.variants(node), self.told.titles
        if not titles:
            return variants
        row = self.row(node)
        titled = row[0].table.location(row[1]) if row and row[1] in row[0].table.titles else None
        return tuple(
            one._replace(name=titles.name(one.location, one.name) or one.name) if one.location != titled else one
            for one in variants
        )

    def names(self, node: int) -> tuple[str | None, ...]:
        """The names of a node's variants."""
        row = self.row(node)
        if row is None or row[1] in row[0].table.alternates:
            return tuple(variant.name for variant in self.variants(node))
        return (page_name(*row),)

    def written(self, node: int) -> tuple[str | None, str | None]:
        """The name and address of a node's first variant."""
        row = self.row(node)
        if row is None or row[1] in row[0].table.alternates:
            first = self.variants(node)[0]
            return first.name, first.location
        return page_name(*row), row[0].table.location(row[1])

    def alike(self, node: int, *, if_known: bool = False) -> dict[int, int]:
        """The places among the children of a node that are written like an earlier one, and after how many.

        Pages differ by their addresses, so only folders without a page can be alike. With `if_known` none are told
        before they are known.
        """
        known = self._alike.get(node)
        if known is not None or if_known:
            return known or {}
        places = [place for place, child in enumerate(self.children(node)) if child % 2 and self.row(child) is None]
        found = repeated([[self.names(self.children(node)[place]) for place in places]])
        self._alike[node] = {places[place]: before for place, before in found.items()}
        return self._alike[node]

    def roles_of(self, node: int) -> tuple[str, ...]:
        """The role set of a node."""
        if node < ROOT:
            return (role_of(node),)
        return ("tree", "home") if node == self._home else ("tree",)

    def priority(self, node: int) -> float:
        """The priority of a node's page, 0.5 where none is said."""
        row = self.row(node)
        found = row[0].page(row[1]).priority if row else None
        return 0.5 if found is None else found

    def relation(self, _node: int) -> str:
        """`none`: nothing in these files says that pages follow one another."""
        return "none"

    def order(self, node: int) -> str:
        """By what the children are ordered, as far as that is one of the orders SSP knows."""
        children = self.children(node)
        return order_of([self.names(child)[0] or "" for child in children]) if len(children) <= MOST_NAMED else "none"

    def document_uri(self, node: int) -> str:
        """The URI of the file that lists a node's page, or the first page below it."""
        return self._first_row(node)[0].uri if node != ROOT else self.root_uri

    def line(self, node: int) -> int:
        """The line on which a node's page, or the first below it, is listed."""
        document, row = self._first_row(node)
        return document.page(row).line

    def last_modified(self, node: int) -> str | None:
        """When a node's page was changed last, as its file says it."""
        row = self.row(node)
        return row[0].page(row[1]).last_modified if row else None

    def change_frequency(self, node: int) -> str | None:
        """How often a node's page changes, as its file says it."""
        row = self.row(node)
        return row[0].page(row[1]).change_frequency if row else None

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """The nodes one of whose names contains all words, which are casefolded; None now and then, to pause."""
        return lookup.named(self, words)

    def row(self, node: int) -> Row | None:
        """The row of a node's page; None of a node that is no page of a file."""
        if node <= ROOT:
            return None
        if node % 2 == 0:
            return self._site.page(node // 2 - 1)
        section, key = self._site.folder_key(node)
        if key == END:
            return None
        return next(own_rows(place_of(self.sections.get(section, ()), key)), None)

    def place(self, section: str, key: str) -> Place:
        """What stands at a key of a section, and below it."""
        return place_of(self.sections.get(section, ()), key)

    def node_of(self, document: Document, row: int, section: str | None = None, around: Place | None = None) -> int:
        """The node of a page; found faster where its section and the place around it are known."""
        section = self.section_of(document) if section is None else section
        key = document.table.keys[row]
        place = place_below(around or self._whole(section), key)
        groups = groups_of(own_rows(place))
        own = next(number for number, group in enumerate(groups) if (document, row) in group)
        if own == 0 and place.size > sum(map(len, groups)) and not self.is_top(section, key):
            return self._site.folder(section, key)
        return page_node(groups[own][0])

    def standing(self, node: int) -> tuple[str, str]:
        """The section and key of a node."""
        if node % 2:
            return self._site.folder_key(node)
        document, row = self._site.page(node // 2 - 1)
        return self.section_of(document), document.table.keys[row]

    def section_of(self, document: Document) -> str:
        """The name of the section that a file belongs to; "" where to none."""
        return next((label for label, documents in self.sections.items() if document in documents), "")

    def section_node(self, section: str) -> int:
        """The node of a section; the root where the files are in none."""
        return self._site.folder(section, END) if section else ROOT

    def is_top(self, section: str, key: str) -> bool:
        """Whether a key is that at which a section, or the whole map, begins."""
        return self.top(section).key == key

    def top(self, section: str) -> Place:
        """The place at which a section, or what belongs to none, begins: all of it is below."""
        known = self._tops.get(section)
        if known is None:
            known = self._tops[section] = folded(self._whole(section))
        return known

    def _whole(self, section: str) -> Place:
        return place_of(self.sections.get(section, ()), "")

    def folder_at(self, section: str, key: str) -> int | None:
        """The node of the run of folders that begins or goes on at a key; None where it is shown as no node."""
        place = folded(place_of(self.sections.get(section, ()), key))
        if self.is_top(section, place.key) or sum(1 for _ in own_rows(place)) == place.size:
            return None
        return self._site.folder(section, place.key)

    def nodes_at(self, section: str, place: Place, above: str) -> list[int]:
        """The nodes that stand for a place below `above`: a folder, or one for each page that is just there."""
        if place.size == 1:
            return [page_node((place.spans[0].document, place.spans[0].start))]
        place = folded(place)
        rows = list(own_rows(place))
        if len(rows) == place.size:
            return [page_node(group[0]) for group in groups_of(rows)]
        node = self._site.folder(section, place.key)
        self._places[node], self._runs[node] = place, len(above)
        return [node]

    def _listed(self, node: int) -> list[int]:
        if node % 2 == 0:
            return self._top_nodes() if node == ROOT and self.is_sitemap else []
        section, key = self._site.folder_key(node)
        if key == END:
            return self._below_top(section)
        place = self._places.get(node) or place_of(self.sections.get(section, ()), key)
        own = [page_node(group[0]) for group in groups_of(own_rows(place))[1:]]
        return self._sorted([*own, *self._below(section, place)])

    def _top_nodes(self) -> list[int]:
        sections = [self.section_node(label) for label in self.sections if label]
        return [*sections, *self._below_top("")] if "" in self.sections else sections

    def _below_top(self, section: str) -> list[int]:
        """The nodes of a section, the page first that all others are below."""
        place = self.top(section)
        own = [page_node(group[0]) for group in groups_of(own_rows(place))]
        below = self._below(section, place)
        return [*own, *self._sorted(below)] if len(below) <= _FEW else self._sorted([*own, *below])

    def _below(self, section: str, place: Place) -> list[int]:
        return [node for below in places_below(place).values() for node in self.nodes_at(section, below, place.key)]

    def _sorted(self, nodes: list[int]) -> list[int]:
        if not 1 < len(nodes) <= MOST_NAMED:
            return nodes
        return in_natural_order(nodes, [self.names(node)[0] or "" for node in nodes])

    def _folder_name(self, node: int) -> str:
        section, key = self._site.folder_key(node)
        if key == END:
            return section
        if node not in self._runs:
            self.whereabouts.list_to(section, key)
        return name_of_run(key, self._runs.get(node, 0))

    def _first_row(self, node: int) -> Row:
        row = self.row(node)
        if row is not None:
            return row
        section, key = self._site.folder_key(node)
        span = place_of(self.sections.get(section, ()), "" if key == END else key).spans[0]
        return span.document, span.start
