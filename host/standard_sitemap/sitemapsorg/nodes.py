"""The nodes for the pages and folders of a list of addresses, and the rows that each node represents.

Nodes are numbers: even for pages, odd for nodes with children, 0 for the root. Pages with a role that are in no file
have negative numbers. The hierarchy follows paths: a page is below the pages and folders that its address begins with.
Runs of folders with a single child are one node. The names of an index's files form sections if they are meaningful.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from standard_sitemap.model.cached_properties import cached_property
from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.files import (
    Files,
    KeyRange,
    beyond_first_page,
    first_rows,
    folded,
    own_rows,
    place_below,
    place_of,
    places_below,
    single_pages,
)
from standard_sitemap.sitemapsorg.last_folders import LISTS, LastFolders, is_possibly_last, last_folders
from standard_sitemap.sitemapsorg.page_rows import (
    Row,
    groups_of,
    in_order_of_meaning,
    label_of_content,
    meaning_of,
    means_something,
    page_node,
    with_own_names,
)
from standard_sitemap.sitemapsorg.seen_links import BRANCH
from standard_sitemap.sitemapsorg.sort_keys import END, QUERY, SEGMENT, date_of, ends_of_segments, is_within

# Pages have even numbers, nodes with others below them odd ones, both from 1 on.
ROOT = 0
# Rows at a folder that are examined for its page; a file may list one page thousands of times.
_OWN_ROWS = 10


class _Step(NamedTuple):
    """A folder on a path: the key of its first segment, its node, and the end of its run."""

    own: str
    node: int
    place: KeyRange


class Nodes:
    """The nodes for one state of the files."""

    def __init__(self, files: Files) -> None:
        self.documents = files.in_order()
        self._files = files
        self._places: dict[int, KeyRange] = {}
        self._runs: dict[int, int] = {}
        self._tops: dict[str, KeyRange] = {}
        self._last: dict[tuple[str, str], LastFolders] = {}
        self._latest: tuple[tuple[str, str] | None, dict[Row, int]] = None, {}
        self._latest_way: tuple[str, list[_Step]] = "", []

    @cached_property
    def sections(self) -> dict[str, tuple[Document, ...]]:
        """The files of each section, by its name; files outside sections under ""."""
        written = {
            document: "" if _lists_only_home(document) else meaning_of(label_of_content(document))
            for document in self.documents
            if len(document)
        }
        labels = with_own_names(written, self.languages)
        meaningful = means_something(labels.values(), self.languages)
        by_label: dict[str, list[Document]] = {}
        for document in self.documents:
            if len(document):
                label = labels[document]
                by_label.setdefault(label if label in meaningful else "", []).append(document)
        return {label: tuple(by_label[label]) for label in in_order_of_meaning(by_label)}

    @cached_property
    def languages(self) -> frozenset[str]:
        """The language tags of the pages in several languages."""
        return frozenset(tag for document in self.documents for tag in document.languages)

    def row(self, node: int) -> Row | None:
        """Return the row of a node's page; None for a node that is no page of a file."""
        if node <= ROOT:
            return None
        if node % 2 == 0:
            return self._files.page(node // 2 - 1)
        _, key = self._files.folder_key(node)
        # The place is usually cached: searching every file again for each property takes long.
        groups = [] if key == END else groups_of(islice(own_rows(self.folder_place(node)), _OWN_ROWS))
        return groups[0][0] if groups else None

    def place(self, section: str, key: str) -> KeyRange:
        """Return the rows at a key of a section, and below it."""
        return place_of(self.sections.get(section, ()), key)

    def node_of(self, document: Document, row: int, section: str | None = None, around: KeyRange | None = None) -> int:
        """Return the node of a page; faster if its section and the place around it are given."""
        section = self.section_of(document) if section is None else section
        key = document.table.keys[row]
        # The latest result is cached: a file may list one page thousands of times, and each asks.
        known, nodes = self._latest
        if known != (section, key):
            place = place_below(around or self.place(section, ""), key)
            first = home_elsewhere(self, section, key)
            nodes = (
                self._at_one_place(section, place)
                if first is None
                else dict.fromkeys(own_rows(place), self.node_of(*first))
            )
            self._latest = (section, key), nodes
        return nodes[document, row]

    def _at_one_place(self, section: str, place: KeyRange) -> dict[Row, int]:
        """Return the nodes of the rows at a place itself."""
        groups = groups_of(own_rows(place))
        nodes = [page_node(group[0]) for group in groups]
        if place.size > sum(map(len, groups)) and self._is_below_top(section, place.key):
            nodes[0] = self._files.folder(section, place.key)
        return {row: node for group, node in zip(groups, nodes, strict=True) for row in group}

    def section_and_key(self, node: int) -> tuple[str, str]:
        """Return the section and key of a node."""
        if node % 2:
            return self._files.folder_key(node)
        document, _ = self._files.page(node // 2 - 1)
        return self.section_of(document), self.key_of(node)

    def key_of(self, node: int) -> str:
        """Return the key of a page or folder."""
        if node % 2:
            return self._files.folder_key(node)[1]
        document, row = self._files.page(node // 2 - 1)
        return document.table.keys[row]

    def keys_of(self, nodes: Sequence[int]) -> list[str]:
        """Return the keys of several pages or folders; for pages much faster than one by one."""
        keys = [self.key_of(node) if node % 2 else "" for node in nodes]
        for document, places, rows in self._files.pages(nodes):
            for place, key in zip(places, document.table.keys.at(rows), strict=True):
                keys[place] = key
        return keys

    def dates(self, nodes: Sequence[int], *, are_posts: bool) -> list[str]:
        """Return the dates in the addresses of siblings that are sorted by date: posts, or pages that all have one.

        Empty for other siblings; for most of them, the first address is enough to know.
        """
        if not (are_posts or date_of(self.key_of(nodes[0]))):
            return []
        dates = list(map(date_of, self.keys_of(nodes)))
        return dates if len(set(dates)) > 1 and (are_posts or "" not in dates) else []

    def section_of(self, document: Document) -> str:
        """Return the name of the section that a file belongs to; "" if none."""
        return next((label for label, documents in self.sections.items() if document in documents), "")

    def section_node(self, section: str) -> int:
        """Return the node of a section; the root for files outside sections."""
        return self._files.folder(section, END) if section else ROOT

    def is_top(self, section: str, key: str) -> bool:
        """Return whether a section, or the whole map, begins at a key."""
        return self.top(section).key == key

    def _is_below_top(self, section: str, key: str) -> bool:
        top = self.top(section).key
        return key != top and is_within(key, top)

    def top(self, section: str) -> KeyRange:
        """Return the place at which a section begins, or the part outside sections.

        All its rows are below, except the first page if all others are in one folder: Shopify lists the home page
        before products, and WordPress the shop.
        """
        known = self._tops.get(section)
        if known is None:
            known = folded(self.place(section, ""))
            below = beyond_first_page(known)
            if section and below.size > 1:
                below = folded(below)
                is_folder = below.key != known.key and below.size > sum(1 for _ in own_rows(below))
                known = below if is_folder else known
            self._tops[section] = known
        return known

    def folder_at(self, section: str, key: str) -> tuple[int | None, str]:
        """Return the node of the run of folders at a key (None if it has no node), and the end of the run."""
        place = folded(self.place(section, key))
        is_node = self._is_below_top(section, place.key) and sum(1 for _ in own_rows(place)) < place.size
        return self._files.folder(section, place.key) if is_node else None, place.key

    def nodes_at(self, section: str, place: KeyRange, above: str, *, is_language: bool = False) -> list[int]:
        """Return the nodes for a place below `above`: a folder, or one for each page at that place.

        The folder of a language is one even if it has a single page.
        """
        if place.size > 1:
            place = folded(place)
        elif not is_language or next(own_rows(place), None) is not None:
            return [page_node((place.spans[0].document, place.spans[0].start))]
        rows = list(own_rows(place))
        if len(rows) == place.size:
            return [page_node(group[0]) for group in groups_of(rows)]
        node = self._files.folder(section, place.key)
        self._places[node], self._runs[node] = place, len(above)
        return [node]

    def folder_place(self, node: int) -> KeyRange:
        """Return the rows at the key of a folder or section, and below it."""
        known = self._places.get(node)
        if known is None:
            section, key = self._files.folder_key(node)
            known = self.top(section) if key == END else self.place(section, key)
        return known

    def last_below(self, section: str, place: KeyRange, keys: Collection[str] | None = None) -> LastFolders:
        """Return the folders that stand after all others one segment below a place; `keys` are the keys there."""
        known = self._last.get((section, place.key))
        if known is None:
            if keys is None:  # pages alone are listed without groups
                keys = places_below(place) if single_pages(place) is None else ()
            named = {key: tag for span in place.spans for key, tag in span.document.table.language_folders.items()}
            known = self._last[section, place.key] = last_folders(keys, named)
        return known

    def _is_in_group(self, section: str, place: KeyRange, key: str) -> bool:
        lists = self.last_below(section, place).lists
        return key in lists and len(lists) > 1

    def _lists_node(self, section: str, above: str) -> int:
        """Return the node of the group of a blog's lists in the folder with a key."""
        return self._files.folder(section, f"{above}{SEGMENT}{LISTS}")

    def run_start(self, node: int) -> int:
        """Return the offset of a folder's own part in its key: it may represent a run of folders."""
        if node not in self._runs:
            for _ in self.steps(*self._files.folder_key(node)):  # the walk in `steps` records where each begins
                pass
        return self._runs.get(node, 0)

    def steps(self, section: str, key: str) -> Iterator[int]:
        """Yield the folders on the path to a key, including a folder at it."""
        known_section, known = self._latest_way
        way: list[_Step] = []
        place = self.top(section)
        if not is_within(key, place.key):
            return
        while len(place.key) < len(key):
            own = key[: ends_of_segments(key, len(place.key) or -1)]
            number = len(way)
            is_known = section == known_section and number < len(known) and known[number].own == own
            if is_possibly_last(own) and self._is_in_group(section, place, own):
                yield self._lists_node(section, place.key)
            step = known[number] if is_known else self._step(section, place, own)
            if step is None:
                break
            way.append(step)
            yield step.node
            place = step.place
        # The latest path is cached: thousands of folders in each other would each begin at the first.
        self._latest_way = section, way

    def _step(self, section: str, above: KeyRange, key: str) -> _Step | None:
        """Return the step to the folder at a key, one segment below `above`; None if there is none."""
        place = place_below(above, key)
        if place.size == 0:
            return None
        is_language = place.size == 1 and is_possibly_last(key) and key in self.last_below(section, above).languages
        node = self.nodes_at(section, place, above.key, is_language=is_language)[0]
        return _Step(key, node, folded(place) if place.size > 1 else place) if node % 2 else None

    def first_row(self, node: int) -> Row:
        """Return the row of a node's page, else of the first page below it."""
        row = self.row(node)
        if row is not None:
            return row
        section, key = self._files.folder_key(node)
        above = level_of(key)
        span = (self.folder_place(node) if above == key else self.place(section, above)).spans[0]
        return span.document, span.start


def home_elsewhere(nodes: Nodes, section: str, key: str) -> Row | None:
    """Return the row of the home page in an earlier section, which alone shows it; None if there is none.

    WordPress lists it among the pages and again among the posts.
    """
    if SEGMENT in key or nodes.top(section).size == sum(1 for _ in own_rows(nodes.place(section, key))):
        return None
    earlier = takewhile(lambda label: label != section, nodes.sections)
    return next((row for label in earlier for row in own_rows(nodes.place(label, key))), None)


def rows_above(nodes: Nodes, section: str) -> list[Row]:
    """Return the rows of a section's first page if all others are in one folder, unless another section shows it."""
    rows = first_rows(folded(nodes.place(section, "")))
    if not rows:
        return []
    document, row = rows[0]
    key = document.table.keys[row]  # the same for all, of which a file may have thousands
    is_below = is_within(key, nodes.top(section).key)
    return [] if is_below or home_elsewhere(nodes, section, key) is not None else rows


def level_of(key: str) -> str:
    """Return the key of the folder whose children a group contains; for a folder its own key."""
    above, _, own = key.rpartition(SEGMENT)
    return above if own.startswith((LISTS, BRANCH)) else key


def _lists_only_home(document: Document) -> bool:
    """Return whether a file lists only the start page, which stands above all sections."""
    keys = document.table.keys
    return len(keys) == 1 and SEGMENT not in keys[0] and QUERY not in keys[0]
