"""The hierarchy of a flat list of addresses: the `model.Hierarchy` of a sitemaps.org sitemap.

`nodes` decides which nodes exist, `node_names` names them, and `node_details` has their details. This module decides
their order. A page in several languages is one node. Branches are computed on demand.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.model.faults import in_order
from standard_sitemap.model.hierarchy import DEFAULT_PRIORITY, ClassChange, DocumentSummary
from standard_sitemap.model.languages import own_name
from standard_sitemap.model.ordering import UNSORTED, Sorting
from standard_sitemap.model.words import MONTH, YEAR, holds
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.files import Files, KeyRange, own_rows, place_below, places_below, single_pages
from standard_sitemap.sitemapsorg.last_folders import LISTS
from standard_sitemap.sitemapsorg.lookup import PageIndex, mentioning, named
from standard_sitemap.sitemapsorg.naming import (
    MOST_NAMED,
    in_natural_order,
    is_dated,
    order_of,
)
from standard_sitemap.sitemapsorg.node_details import NodeDetails
from standard_sitemap.sitemapsorg.node_names import NodeNames
from standard_sitemap.sitemapsorg.nodes import ROOT, Nodes, home_elsewhere, level_of, rows_above
from standard_sitemap.sitemapsorg.page_metadata import PageMetadata
from standard_sitemap.sitemapsorg.page_rows import (
    MEANINGS,
    groups_of,
    page_node,
    page_nodes,
)
from standard_sitemap.sitemapsorg.priorities import common_in, common_of
from standard_sitemap.sitemapsorg.seen_links import BRANCH
from standard_sitemap.sitemapsorg.sort_keys import END, SEGMENT, key_of

# Names that are looked at first.
_SAMPLED = 64

_MONTH = re.compile(rf"{YEAR}(?:-{MONTH}(?![0-9]))?")


class _FolderNodes(NamedTuple):
    """The nodes below a folder: `nodes` are to be sorted, and `last` stand after them, in this order."""

    nodes: list[int]
    last: Sequence[int] = ()


class Hierarchy:
    """The tree of the files that have arrived."""

    _is_newest_first = True
    keeps_host = True  # an address on another host is a language of the page, and never stands for it (D49)

    def __init__(self, files: Files) -> None:
        self._files = files
        self._nodes = Nodes(files)
        self._documents = self._nodes.documents
        self._children: dict[int, array[int]] = {}
        self._unsorted: dict[int, None] = {}
        self._orders: dict[int, str] = {}
        self._sortings: dict[int, Sorting] = {}
        self._branches: dict[int, list[int]] = {}  # the nodes in each group of siblings that menus show in one branch
        self._branch_of: dict[int, int] = {}
        self._shared_priorities: dict[int, float | None] = {}
        self._names = NodeNames(files, self._nodes)
        self.details = NodeDetails(files, self._nodes, self._names)
        self.root = ROOT
        self.root_uri = files.root.uri if files.root else files.root_uri
        self.is_shared = False
        self.class_changes: tuple[ClassChange, ...] = ()
        self.groups: frozenset[int] = frozenset()
        self.is_sitemap = files.root is not None and files.root.is_sitemap
        self.page_count = sum(map(len, self._documents))
        self.documents = tuple(
            DocumentSummary(document.uri, document.size, len(document) or len(document.sitemaps))
            for document in self._documents
        )

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults: of the files, in listing order and then by line; then of folders too large to be sorted.

        Only folders that were opened are included.
        """
        return (*self._faults_of_files, *map(self._not_sorted, tuple(self._unsorted)))

    @cached_property
    def _faults_of_files(self) -> tuple[Fault, ...]:
        # In listing order: the order of arrival depends on the network.
        faults = [*self._files.faults, *self._files.faults_of_all()]
        return in_order(faults, (document.uri for document in self._documents))

    def _not_sorted(self, node: int) -> Fault:
        params = {"count": str(len(self.children(node))), "folder": self.details.names(node)[0] or self.root_uri}
        return Fault("folder-not-sorted", self.details.document_uri(node), 0, params)

    @property
    def roles(self) -> dict[str, tuple[int, ...]]:
        """The nodes of each role except `tree`: home, and roles declared by the site's pages.

        Home is the site's root address, or the page that a feed declares.
        """
        declared = self.details.page_metadata.nodes()
        nodes = declared if self.details.home is None else {**declared, "home": self.details.home}
        return {role: (node,) for role, node in nodes.items()}

    @property
    def has_dates(self) -> bool:
        """Whether any page has a date of change or a change frequency."""
        tables = [document.table for document in self._documents]
        return any(any((*table.last_modified.different, *table.change_frequencies.different)) for table in tables)

    @property
    def languages(self) -> frozenset[str]:
        """The language tags of the pages in several languages."""
        return self._nodes.languages

    @cached_property
    def shown_languages(self) -> frozenset[str]:
        """The languages of pages on the host of their entry (D49)."""
        return frozenset(tag for document in self._documents for tag in document.languages_of_own_host)

    @cached_property
    def page_index(self) -> PageIndex:
        """The positions of pages in this hierarchy."""
        return PageIndex(self._nodes, self._group_of)

    def attach(self, metadata: PageMetadata) -> None:
        """Show the statements of the site's pages, present and future; those on the order count from now on."""
        self.details.page_metadata = metadata
        if metadata.seen_links:
            self._children, self._orders, self._sortings = {}, {}, {}
            self._branches, self._branch_of = {}, {}

    def prepare(self) -> None:
        """Compute the slow cached properties of a large map now, so that later requests do not wait."""
        self.order(self.root)
        _ = self.roles, self.class_changes, self.groups, self.languages, self.shown_languages

    def children(self, node: int) -> Sequence[int]:
        """Return the child nodes of a node, in natural order of their names; newest first if half of them are dated."""
        known = self._children.get(node)
        if known is None:
            listed, self._sortings[node] = self._listed(node)
            known = self._children[node] = array("Q", listed)
            if len(known) > MOST_NAMED:
                self._unsorted[node] = None
        return known

    def has_children(self, node: int) -> bool:
        """Return whether a node has child nodes."""
        # A folder has a number only if something is below it, so no lookup is needed for a row.
        return len(self._nodes.sections) > 0 if node == ROOT else node > ROOT and node % 2 == 1

    def size(self, node: int) -> int:
        """Return the number of nodes in a branch, including its first, without naming or sorting them."""
        size, waiting = 1, [node] if node % 2 else []
        while waiting:
            folder = waiting.pop()
            section, key = self._files.folder_key(folder)
            own, inner = self._in_folder(section, self._nodes.folder_place(folder))
            nodes = [*own[key != END :], *inner.nodes, *inner.last] if key[-1] != LISTS else self._lists(folder)
            if self._has_branches(self._level_key(folder)):
                nodes = list(self.children(folder))
            size += len(nodes)
            waiting += [child for child in nodes if child % 2]
        return size

    def relation(self, _node: int) -> str:
        """Return `none`: these files do not say that pages follow one another."""
        return "none"

    def states_relation(self, _node: int) -> bool:
        """Return False: these files have no such attribute."""
        return False

    def order(self, node: int) -> str:
        """Return the order of the children if it is one of SSP's orders, else `none`."""
        known = self._orders.get(node)
        if known is None:
            children = self.children(node)
            is_named = len(children) <= MOST_NAMED
            known = self._orders[node] = order_of(self._names.of_siblings(children)) if is_named else "none"
        return known

    def sorting(self, node: int) -> Sorting:
        """Return how the children of a node are sorted; lists too large to be named are in the order of addresses."""
        self.children(node)
        return self._sortings[node]

    def shown_priority(self, node: int) -> float:
        """Return the priority of a node's page; the default if nearly all pages, or all its siblings, share it."""
        priority = self.details.priority(node)
        if priority in (DEFAULT_PRIORITY, self._common_priority):
            return DEFAULT_PRIORITY
        path = self.page_index.path(node)
        parent = path[-2] if len(path) > 1 else ROOT
        if parent not in self._shared_priorities:
            pages = (child for child in self.children(parent) if self._nodes.row(child) is not None)
            self._shared_priorities[parent] = common_of(map(self.details.priority, pages))
        return DEFAULT_PRIORITY if priority == self._shared_priorities[parent] else priority

    @cached_property
    def _common_priority(self) -> float | None:
        return common_in(self._documents)

    def named(self, words: Sequence[str]) -> Iterator[int | None]:
        """Yield the nodes that have a name with all words, which are `folded`; None at intervals, for a pause."""
        groups = (group for group in tuple(self._branches) if holds(self._names.of_folder(group), words))
        return chain(groups, named(self._nodes, self.details.page_metadata, self.details.every_name, words))

    def mentioning(self, words: Sequence[str]) -> Iterator[int | None]:
        """Yield the nodes of pages whose name or address mentions all words, which are `folded`; None at intervals."""
        return mentioning(self._nodes, words)

    def _listed(self, node: int) -> tuple[list[int], Sorting]:
        if node % 2 == 0:
            return self._top_nodes() if node == ROOT and self.is_sitemap else ([], UNSORTED)
        section, key = self._files.folder_key(node)
        if key == END:
            return self._below_top(section)
        if key[-1] == LISTS:
            return self._lists(node), UNSORTED
        if (above := level_of(key)) != key:
            self.children(self._level(section, above))
            return self._branches.get(node, []), Sorting("menu")
        place = self._nodes.folder_place(node)
        own, inner = self._in_folder(section, place)
        return self._with_last([*own[1:], *inner.nodes], section, inner.last, place.key)

    def _top_nodes(self) -> tuple[list[int], Sorting]:
        sections = [self._nodes.section_node(label) for label in self._nodes.sections if label]
        if "" not in self._nodes.sections:
            return sections, UNSORTED
        nodes, sorting = self._below_top("")
        above = sorting.first
        return [*nodes[:above], *sections, *nodes[above:]], sorting._replace(first=len(sections) + above)

    def _below_top(self, section: str) -> tuple[list[int], Sorting]:
        """Return the nodes of a section, beginning with the page above all others."""
        top = self._nodes.top(section)
        own, inner = self._in_folder(section, top)
        nodes, sorting = self._with_last(inner.nodes, section, inner.last, top.key)
        return [*own, *nodes], sorting._replace(first=len(own) + sorting.first)

    def _with_last(self, nodes: list[int], section: str, last: Sequence[int], above: str) -> tuple[list[int], Sorting]:
        nodes, sorting = self._sorted(nodes, above, self._dates(section, nodes))
        if sorting.by == "menu" and self._has_branches(above):
            nodes = list(self._in_branches(nodes, section, above))
        return [*nodes, *last], sorting._replace(last=len(last))

    def _has_branches(self, key: str) -> bool:
        return self.details.page_metadata.seen_links.has_branches_below(key)

    def _in_branches(self, nodes: Sequence[int], section: str, above: str) -> Iterator[int]:
        """Yield siblings in the order of menus, with groups in place of the first nodes of branches."""
        seen, is_top = self.details.page_metadata.seen_links, self._nodes.is_top(section, above)
        branches = seen.branches(above, [self._key(node) for node in nodes], is_top=is_top)
        members: dict[str, list[int]] = {}
        for node, branch in zip(nodes, branches, strict=True):
            members.setdefault(branch, []).append(node)
        for node, branch in zip(nodes, branches, strict=True):
            if not branch:
                yield node
            elif node == members[branch][0]:
                group = self._files.folder(section, f"{above}{SEGMENT}{BRANCH}{branch}")
                self._branches[group] = members[branch]
                self._branch_of |= dict.fromkeys(members[branch], group)
                yield group

    def _group_of(self, parent: int, node: int) -> int | None:
        """Return the group of a menu's branch that contains a node below its parent; None if there is none."""
        has_branches = self.details.page_metadata.seen_links.has_branches
        if not has_branches or not self._has_branches(self._level_key(parent)):
            return None
        self.children(parent)
        return self._branch_of.get(node)

    def _level_key(self, node: int) -> str:
        """Return the sort key above the children of a node; "" if it has only sections."""
        section, key = self._files.folder_key(node) if node != ROOT else ("", END)
        if key != END:
            return level_of(key)
        return self._nodes.top(section).key if section in self._nodes.sections else ""

    def _level(self, section: str, key: str) -> int:
        """Return the node whose children are the rows at the level of a key."""
        return (
            self._nodes.section_node(section) if self._nodes.is_top(section, key) else self._files.folder(section, key)
        )

    def _lists(self, group: int) -> list[int]:
        """Return the lists of a blog in their group."""
        section, key = self._files.folder_key(group)
        place = self._nodes.place(section, key.removesuffix(f"{SEGMENT}{LISTS}"))
        lists = self._nodes.last_below(section, place).lists
        return [node for own in lists for node in self._nodes.nodes_at(section, place_below(place, own), place.key)]

    def _in_folder(self, section: str, place: KeyRange) -> tuple[list[int], _FolderNodes]:
        """Return the pages at a place itself, beginning with its folder's page, and the nodes below it."""
        is_repeated = home_elsewhere(self._nodes, section, place.key) is not None
        rows = [] if is_repeated else own_rows(place)
        if section and self._nodes.is_top(section, place.key):
            rows = chain(rows_above(self._nodes, section), rows)
        own = [page_node(group[0]) for group in groups_of(rows)]
        return own, self._below(section, place)

    def _below(self, section: str, place: KeyRange) -> _FolderNodes:
        pages = single_pages(place)
        if pages is not None:
            spans = (page_nodes(document, range(start, stop)) for document, start, stop in pages)
            return _FolderNodes(list(chain.from_iterable(spans)))
        parts = places_below(place)
        languages, lists = self._nodes.last_below(section, place, parts)
        of_lists = [node for key in lists for node in self._nodes.nodes_at(section, parts.pop(key), place.key)]
        group = [self._files.folder(section, f"{place.key}{SEGMENT}{LISTS}")] if len(lists) > 1 else of_lists
        of_languages = [
            node
            for key in sorted(languages, key=lambda key: own_name(languages[key]))
            for node in self._nodes.nodes_at(section, parts.pop(key), place.key, is_language=True)
        ]
        nodes = [node for part in parts.values() for node in self._nodes.nodes_at(section, part, place.key)]
        return _FolderNodes(nodes, [*group, *of_languages])

    def _dates(self, section: str, nodes: Sequence[int]) -> list[str]:
        if not self._is_newest_first or not 1 < len(nodes) <= MOST_NAMED:
            return []
        return self._nodes.dates(nodes, are_posts=MEANINGS.get(section) == "posts")

    def _sorted(self, nodes: list[int], above: str, dates: Sequence[str] = ()) -> tuple[list[int], Sorting]:
        if not 1 < len(nodes) <= MOST_NAMED:
            return nodes, Sorting("name")  # in the order of their keys, which is the order of the table
        names = self._names.of_siblings(nodes)
        if alike := _alike(nodes, names):
            # Only their numbers distinguish these: without them the posts of a catalogue have equal names.
            self._names.keep_numbers(alike)
            names = self._names.of_siblings(nodes)
            # Of pages that are alone in their folders, only the folders do.
            if alone := [node for node in _alike(nodes, names) if self._is_below_folder(node, above)]:
                self._names.keep_folders(alone, above)
                names = self._names.of_siblings(nodes)
        ordered = in_natural_order(nodes, names)
        # Readers of a journal look for the latest posts; posts of one day stay in the order of names.
        if dates:
            by_node = dict(zip(nodes, dates, strict=True))
            ordered.sort(key=by_node.__getitem__, reverse=True)
            return ordered, Sorting("date", months=_months(by_node[node] for node in ordered))
        dated = _dated(nodes, names) if self._is_newest_first else {}
        if dated:
            others = self._in_order_of_menus([node for node in ordered if node not in dated])
            newest_first = [node for node in reversed(ordered) if node in dated]
            months = _months(dated[node] for node in newest_first)
            return [*others, *newest_first], Sorting("date", len(others), months)
        by_menu = self._in_order_of_menus(ordered)
        return by_menu, Sorting("name" if by_menu is ordered else "menu")

    def _in_order_of_menus(self, nodes: list[int]) -> list[int]:
        seen = self.details.page_metadata.seen_links
        return seen.ordered(nodes, [self._key(node) for node in nodes]) if seen else nodes

    def _is_below_folder(self, node: int, above: str) -> bool:
        """Return whether a folder is between a node's page and the key above it."""
        row = self._nodes.row(node)
        return row is not None and row[0].table.keys[row[1]].count(SEGMENT, len(above)) > 1

    def _key(self, node: int) -> str:
        """Return the sort key of a node's page, in the version that menus show, or of its folder."""
        row = self._nodes.row(node)
        if row is None:
            return self._files.folder_key(node)[1]
        document, number = row
        keys = [key_of(href) for _, href in document.table.versions(number)]
        seen = self.details.page_metadata.seen_links
        return next(filter(seen.orders, keys), document.table.keys[number])


def _dated(nodes: Sequence[int], names: Sequence[str]) -> dict[int, str]:
    """Return the names that begin with a date, by node; empty if fewer than half do."""
    # A sample excludes most lists, in a fraction of the time.
    if not any(map(is_dated, names[:: len(names) // _SAMPLED + 1])):
        return {}
    dated = {node: name for node, name in zip(nodes, names, strict=True) if is_dated(name)}
    return dated if len(dated) > 1 and 2 * len(dated) >= len(nodes) else {}


def _alike(nodes: Sequence[int], names: Sequence[str]) -> list[int]:
    """Return the nodes that share their name with another."""
    shared = {name for name, count in Counter(names).items() if count > 1}
    return [node for node, name in zip(nodes, names, strict=True) if name in shared] if shared else []


def _months(dates: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Return the months, or years, at the beginnings of dates or names, with the number of consecutive ones."""
    beginnings = (match[0] if (match := _MONTH.match(date)) else "" for date in dates)
    return tuple((month, sum(1 for _ in alike)) for month, alike in groupby(beginnings))
