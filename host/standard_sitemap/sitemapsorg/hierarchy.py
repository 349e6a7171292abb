"""The hierarchy that a flat list of addresses comes to: the `model.Hierarchy` of a sitemaps.org sitemap.

Which nodes there are is decided in `nodes`; here is what they are called, in which order they stand, and what their
files say of them. A page in several languages is one node. Branches are made when needed.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY, ClassChange, DocumentSummary, Meaning, PlainNode, Variant
from standard_sitemap.sitemapsorg import page_rows
from standard_sitemap.sitemapsorg.columns import Coded, Marks
from standard_sitemap.sitemapsorg.documents import Document, priority_of
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.files import Files, Place, own_rows, places_below, single_pages
from standard_sitemap.sitemapsorg.lookup import PageIndex, mentioning, named
from standard_sitemap.sitemapsorg.naming import (
    MOST_NAMED,
    are_dated,
    in_natural_order,
    name_of_key,
    name_of_run,
    order_of,
    whole_name_of_key,
)
from standard_sitemap.sitemapsorg.nodes import ROOT, Nodes
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata, role_of
from standard_sitemap.sitemapsorg.page_rows import (
    MEANINGS,
    NameOf,
    Row,
    first_name,
    groups_of,
    page_name,
    page_names,
    page_node,
    page_nodes,
    plain_pages,
    variants_of,
)
from standard_sitemap.sitemapsorg.sort_keys import END

# The home page stands before the others, unless those are so many that their order is needed to find one.
_FEW = 100

# Names of nodes beside those of the siblings that were named last: whoever writes a tree asks for some folders at once.
_NAMES_CACHED = 4_096


class Hierarchy:
    """What a site's files, those that are here, come to.

    `page_metadata` is what the site's pages say beside its files; whoever knows of some sets it.
    """

    _is_newest_first = True

    def __init__(self, files: Files) -> None:
        self._files = files
        self._nodes = Nodes(files)
        self._documents = self._nodes.documents
        self._children: dict[int, array[int]] = {}
        self._unsorted: dict[int, None] = {}
        self._orders: dict[int, str] = {}
        self._latest_names: dict[int, str] = {}
        self._whole = Marks()  # nodes whose names keep the numbers that only a program needs
        self.page_metadata = PageMetadata()
        self.root = ROOT
        self.root_uri = files.root.uri if files.root else files.root_uri
        self.include_user = files.include_user
        self.is_shared = False
        self.class_changes: tuple[ClassChange, ...] = ()
        self.groups: frozenset[int] = frozenset()
        self.is_sitemap = files.root is not None and files.root.is_sitemap
        self.page_count = sum(map(len, self._documents))
        self.documents = tuple(
            DocumentSummary(one.uri, one.size, len(one) or len(one.sitemaps)) for one in self._documents
        )

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong with the files that are here, by file in the order they are listed, then by line; then the
        folders, of those that were looked into, that hold too much to be sorted."""
        return (*self._faults_of_files, *map(self._not_sorted, tuple(self._unsorted)))

    @cached_property
    def _faults_of_files(self) -> tuple[Fault, ...]:
        # As they are listed, not as they were loaded: which file was received first depends on the network.
        order = {one.uri: place for place, one in enumerate(self._documents)}
        found = tuple(self._files.faults)
        return tuple(sorted(found, key=lambda fault: (order.get(fault.document, -1), fault.line)))

    def _not_sorted(self, node: int) -> Fault:
        params = {"count": str(len(self.children(node))), "folder": self.names(node)[0] or self.root_uri}
        return Fault("folder-not-sorted", self.document_uri(node), 0, params)

    @property
    def roles(self) -> dict[str, tuple[int, ...]]:
        """The nodes of each role but `tree`: home, the site's own root address or what a feed says it is of; and what
        the site's pages declare beside."""
        declared = self.page_metadata.nodes()
        nodes = declared if self._home is None else {**declared, "home": self._home}
        return {role: (node,) for role, node in nodes.items()}

    @cached_property
    def _home(self) -> int | None:
        home = page_rows.home(self._documents, self.root_uri)
        return None if home is None else self._nodes.node_of(*home)

    @property
    def has_dates(self) -> bool:
        """Whether any page is said to have been changed, or to change now and then."""
        tables = [document.table for document in self._documents]
        return any(any((*one.last_modified.different, *one.change_frequencies.different)) for one in tables)

    @property
    def languages(self) -> frozenset[str]:
        """The language tags of the pages that say that they have several languages."""
        return self._nodes.languages

    @cached_property
    def page_index(self) -> PageIndex:
        """Where pages stand in this hierarchy."""
        return PageIndex(self._nodes)

    def prepare(self) -> None:
        """Reckon now what takes long in a large map and is cached: later requests for it do not wait."""
        self.order(self.root)
        _ = self.roles, self.class_changes, self.groups, self.languages

    def children(self, node: int) -> Sequence[int]:
        """The child nodes of a node, in natural order of their names; the newest first where all are dated."""
        known = self._children.get(node)
        if known is None:
            known = self._children[node] = array("Q", self._listed(node))
            if len(known) > MOST_NAMED:
                self._unsorted[node] = None
        return known

    def has_children(self, node: int) -> bool:
        """Whether a node has child nodes."""
        # A folder has its number only because something stands below it: nothing is looked up for a row.
        return len(self._nodes.sections) > 0 if node == ROOT else node > ROOT and node % 2 == 1

    def size(self, node: int) -> int:
        """How many nodes a branch has, the one it begins with included; found without naming and ordering any."""
        size, waiting = 1, [node] if node % 2 else []
        while waiting:
            folder = waiting.pop()
            section, key = self._files.folder_key(folder)
            own, below = self._in_folder(section, self._nodes.folder_place(folder))
            size += len(own[key != END :]) + len(below)
            waiting += [one for one in below if one % 2]
        return size

    def kind(self, node: int) -> str:
        """`item`; `sitemap` of the root."""
        return "item" if node != ROOT else "sitemap"

    def variants(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node: one for each language that a page says it has, else one."""
        if node < ROOT:
            return (self.page_metadata.variant(node),)
        row = self._nodes.row(node)
        if row is not None:
            return variants_of(*row, self._namer(node))
        return (Variant(self._folder_name(node) if node != ROOT else None),)

    def plain_nodes(self, nodes: Sequence[int]) -> list[PlainNode | None]:
        """All that is said of pages that have none below them; None of those that have other languages, or a role."""
        found: list[PlainNode | None] = [None] * len(nodes)
        for document, places, own in self._files.pages(nodes):
            names = self._known_names([nodes[place] for place in places]) or self._names_of_pages(document, own)
            for place, plain in zip(places, plain_pages(document.table, own, names), strict=True):
                found[place] = plain
            if alternates := document.table.alternates:
                for place, row in zip(places, own, strict=True):
                    if row in alternates:
                        found[place] = None
        for place, node in enumerate(nodes) if self._home in nodes else ():
            if node == self._home:
                found[place] = None
        return found

    def shown(self, node: int) -> tuple[Variant, ...]:
        """The variants of a node as a reader is shown them: with the titles of pages to which files give none."""
        variants, titles = self.variants(node), self.page_metadata.titles
        if not titles:
            return variants
        row = self._nodes.row(node)
        titled = row[0].table.location(row[1]) if row and row[1] in row[0].table.titles else None
        return tuple(
            one._replace(name=titles.name(one.location, one.name) or one.name) if one.location != titled else one
            for one in variants
        )

    def untitled(self, node: int) -> str | None:
        """The address of a page that is named after it alone, for want of a title; None of all else."""
        row = self._nodes.row(node)
        if row is None or row[1] in row[0].table.titles:
            return None
        location = row[0].table.location(row[1])
        return None if location in self.page_metadata.titles else location

    def meaning(self, node: int) -> Meaning | None:
        """What the files of a section list, as well-known makers name theirs."""
        if node <= ROOT or node % 2 == 0:
            return None
        section, key = self._files.folder_key(node)
        return MEANINGS.get(section) if key == END else None

    def names(self, node: int) -> tuple[str | None, ...]:
        """The names of a node's variants."""
        row = self._nodes.row(node)
        if row is None or row[1] in row[0].table.alternates:
            return tuple(variant.name for variant in self.variants(node))
        return (page_name(*row, self._namer(node)),)

    def written(self, node: int) -> tuple[str | None, str | None]:
        """The name and address of a node's first variant."""
        row = self._nodes.row(node)
        if row is None or row[1] in row[0].table.alternates:
            first = self.variants(node)[0]
            return first.name, first.location
        return page_name(*row, self._namer(node)), row[0].table.location(row[1])

    def first_variant(self, node: int) -> tuple[str | None, str | None]:
        """The name and location of a node's first variant."""
        first = self.variants(node)[0]
        return first.name, first.location

    def has_location(self, node: int) -> bool:
        """Whether one of a node's variants has a location."""
        return any(variant.location for variant in self.variants(node))

    def refused_location(self, node: int) -> None:
        """None: the addresses of these maps are those of pages, others were left out as it was read."""

    def roles_of(self, node: int) -> tuple[str, ...]:
        """The role set of a node."""
        if node < ROOT:
            return (role_of(node),)
        return ("tree", "home") if node == self._home else ("tree",)

    def priority(self, node: int) -> float:
        """The priority of a node's page, that of most where none is said."""
        row = self._nodes.row(node)
        found = priority_of(self._said(row, row[0].table.priorities)) if row else None
        return DEFAULT_PRIORITY if found is None else found

    def relation(self, _node: int) -> str:
        """`none`: nothing in these files says that pages follow one another."""
        return "none"

    def order(self, node: int) -> str:
        """By what the children are ordered, as far as that is one of the orders SSP knows."""
        known = self._orders.get(node)
        if known is None:
            children = self.children(node)
            is_named = len(children) <= MOST_NAMED
            known = self._orders[node] = order_of(self._first_names(children)) if is_named else "none"
        return known

    def document_uri(self, node: int) -> str:
        """The URI of the file that lists a node's page, or the first page below it."""
        return self._nodes.first_row(node)[0].uri if node != ROOT else self.root_uri

    def line(self, node: int) -> int:
        """The line on which a node's page, or the first below it, is listed."""
        document, row = self._nodes.first_row(node)
        return document.page(row).line

    def last_modified(self, node: int) -> str | None:
        """When a node's page was changed last, as its file says it."""
        row = self._nodes.row(node)
        return self._said(row, row[0].table.last_modified) or None if row else None

    def change_frequency(self, node: int) -> str | None:
        """How often a node's page changes, as its file says it."""
        row = self._nodes.row(node)
        return self._said(row, row[0].table.change_frequencies) or None if row else None

    def _names_of_pages(self, document: Document, rows: Sequence[int]) -> list[str]:
        first = page_node((document, 0))
        return page_names(document, rows, self._whole.of([first + 2 * row for row in rows]))

    def _keep_numbers(self, nodes: Sequence[int]) -> None:
        """Has nodes named with the numbers that only a program needs."""
        self._whole.update(nodes)
        self._latest_names = {}

    def _namer(self, node: int) -> NameOf:
        return whole_name_of_key if node in self._whole else name_of_key

    def _said(self, row: Row, column: Coded) -> str:
        """What a column of a row's table says; found sooner than its whole page."""
        return column[row[0].table.places[row[1]]] if any(column.different) else ""

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """The nodes one of whose names contains all words, which are `folded`; None now and then, to pause."""
        return named(self._nodes, self.page_metadata.titles, self._all_names, words)

    def mentioning(self, words: Sequence[str]) -> Iterator[int | None]:
        """The nodes of pages that mention all words, which are `folded`, in name or address; None now and then."""
        return mentioning(self._nodes, words)

    def _listed(self, node: int) -> list[int]:
        if node % 2 == 0:
            return self._top_nodes() if node == ROOT and self.is_sitemap else []
        section, key = self._files.folder_key(node)
        if key == END:
            return self._below_top(section)
        own, below = self._in_folder(section, self._nodes.folder_place(node))
        nodes = [*own[1:], *below]
        return self._sorted(nodes, self._dates(section, nodes))

    def _top_nodes(self) -> list[int]:
        sections = [self._nodes.section_node(label) for label in self._nodes.sections if label]
        return [*sections, *self._below_top("")] if "" in self._nodes.sections else sections

    def _below_top(self, section: str) -> list[int]:
        """The nodes of a section, the page first that all others are below."""
        own, below = self._in_folder(section, self._nodes.top(section))
        dates = self._dates(section, below)
        if dates or len(below) <= _FEW:
            return [*own, *self._sorted(below, dates)]
        return self._sorted([*own, *below])

    def _in_folder(self, section: str, place: Place) -> tuple[list[int], list[int]]:
        """The pages that stand at a place itself, the first of them that of its folder; and the nodes below it."""
        own = [page_node(group[0]) for group in groups_of(own_rows(place))]
        return own, self._below(section, place)

    def _below(self, section: str, place: Place) -> list[int]:
        pages = single_pages(place)
        if pages is not None:
            return [node for span in pages for node in page_nodes(span)]
        parts = places_below(place).values()
        return [node for below in parts for node in self._nodes.nodes_at(section, below, place.key)]

    def _dates(self, section: str, nodes: Sequence[int]) -> list[str]:
        if not self._is_newest_first or not 1 < len(nodes) <= MOST_NAMED:
            return []
        return self._nodes.dates(nodes, are_posts=MEANINGS.get(section) == "posts")

    def _sorted(self, nodes: list[int], dates: Sequence[str] = ()) -> list[int]:
        if not 1 < len(nodes) <= MOST_NAMED:
            return nodes  # in the order of their keys, in which the table is sorted already
        names = self._first_names(nodes)
        if alike := {name for name, count in Counter(names).items() if count > 1}:
            # Numbers are what tells these apart: without them the posts of a catalogue read alike.
            self._keep_numbers([node for node, name in zip(nodes, names, strict=True) if name in alike])
            names = self._first_names(nodes)
        found = in_natural_order(nodes, names)
        # What was written lately is what readers of a journal look for; of one day all stay in the order of names.
        if dates:
            return sorted(found, key=dict(zip(nodes, dates, strict=True)).__getitem__, reverse=True)
        return found[::-1] if self._is_newest_first and are_dated(names) else found

    def _first_names(self, nodes: Sequence[int]) -> list[str]:
        """The names that nodes are sorted by; of a page in several languages that of the first alone."""
        known = self._known_names(nodes)
        if known is not None:
            return known
        found: list[str | None] = [None] * len(nodes)
        for document, places, own in self._files.pages(nodes):
            for place, row, name in zip(places, own, self._names_of_pages(document, own), strict=True):
                if row not in document.table.alternates:
                    found[place] = name
        names = [self._first_name(node) if name is None else name for node, name in zip(nodes, found, strict=True)]
        if len(self._latest_names) > _NAMES_CACHED:
            self._latest_names = {}
        self._latest_names.update(zip(nodes, names, strict=True))
        return names

    def _known_names(self, nodes: Sequence[int]) -> list[str] | None:
        """The first names of nodes that were named lately: by them they were sorted, and soon they are written."""
        known = list(map(self._latest_names.get, nodes))
        names = [name for name in known if name is not None]
        return names if len(names) == len(known) else None

    def _first_name(self, node: int) -> str:
        row = self._nodes.row(node)
        return (first_name(*row, self._namer(node)) if row is not None else self.names(node)[0]) or ""

    def _folder_name(self, node: int) -> str:
        section, key = self._files.folder_key(node)
        if key == END:
            return section
        return name_of_run(key, self._nodes.run_start(node), keeps_numbers=node in self._whole)

    def _all_names(self, node: int) -> Iterator[str | None]:
        """The names of a node by its files, then those by which it is shown."""
        yield from self.names(node)
        if self.page_metadata.titles:
            yield from (variant.name for variant in self.shown(node))
