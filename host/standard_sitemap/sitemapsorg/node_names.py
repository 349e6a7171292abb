"""The names of a hierarchy's nodes: from titles or addresses of their pages, with or without numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from standard_sitemap.model.languages import own_name
from standard_sitemap.sitemapsorg.columns import Marks
from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.files import Files
from standard_sitemap.sitemapsorg.last_folders import LISTS, NAME_OF_LISTS, is_possibly_last
from standard_sitemap.sitemapsorg.naming import name_of_key, name_of_run, whole_name_of_key
from standard_sitemap.sitemapsorg.nodes import Nodes
from standard_sitemap.sitemapsorg.page_rows import NameLookup, Row, first_name, page_name, page_names, page_nodes
from standard_sitemap.sitemapsorg.seen_links import BRANCH
from standard_sitemap.sitemapsorg.sort_keys import END, SEGMENT, ends_of_segments

# Names kept from earlier sibling lists: a program that writes a tree requests several folders together.
_NAMES_CACHED = 4_096


class NodeNames:
    """Names of nodes by the files alone; the latest ones are cached."""

    def __init__(self, files: Files, nodes: Nodes) -> None:
        self._files = files
        self._nodes = nodes
        self._latest: dict[int, str] = {}
        self._numbered = Marks()  # nodes whose names keep the numbers that only a program needs
        self._foldered: dict[int, str] = {}  # pages whose names keep the folders below a key

    def keep_numbers(self, nodes: Sequence[int]) -> None:
        """Keep in the names of these nodes the numbers that only a program needs."""
        self._numbered.update(nodes)
        self._latest = {}

    def keep_folders(self, nodes: Sequence[int], above: str) -> None:
        """Keep in the names of these pages the folders below a key."""
        self._foldered |= dict.fromkeys(nodes, above)
        self._latest = {}

    def settle(self, names: Mapping[int, str]) -> None:
        """Cache the names of siblings; the names of other nodes are dropped."""
        self._latest = dict(names)

    def namer(self, node: int) -> NameLookup:
        """Return the function that makes a node's name from its key."""
        if node % 2 and self.language_of(node) is not None:
            name = self.of_folder(node)
            return lambda _key: name
        if node in self._foldered:
            return partial(_with_folders, above=self._foldered[node])
        return whole_name_of_key if node in self._numbered else name_of_key

    def of_page(self, node: int, row: Row) -> str:
        """Return the name of a page."""
        return page_name(*row, self.namer(node))

    def of_pages(self, document: Document, rows: Sequence[int]) -> list[str]:
        """Return the names of pages in rows of one document, faster than one by one."""
        nodes = page_nodes(document, rows)
        names = page_names(document, rows, self._numbered.of(nodes))
        for place, node in enumerate(nodes) if self._foldered else ():
            if node in self._foldered:
                names[place] = self.of_page(node, (document, rows[place]))
        return names

    def of_folder(self, node: int) -> str:
        """Return the name of a folder or section."""
        section, key = self._files.folder_key(node)
        if key == END:
            return section
        if key[-1] == LISTS:
            return NAME_OF_LISTS
        if f"{SEGMENT}{BRANCH}" in key:
            return key.rpartition(BRANCH)[2]
        start, tag = self._nodes.run_start(node), self.language_of(node)
        rest = start if tag is None else ends_of_segments(key, start)
        of_rest = name_of_run(key, rest, keeps_numbers=node in self._numbered) if rest < len(key) else ""
        return " / ".join(name for name in (own_name(tag or ""), of_rest) if name)

    def language_of(self, node: int) -> str | None:
        """Return the tag of the language that a folder is named for."""
        section, key = self._files.folder_key(node)
        if key == END or f"{SEGMENT}{BRANCH}" in key:
            return None
        own = key[: ends_of_segments(key, self._nodes.run_start(node) or -1)]
        if not is_possibly_last(own):
            return None
        place = self._nodes.place(section, own[: own.rfind(SEGMENT)])
        return self._nodes.last_below(section, place).languages.get(own)

    def of_siblings(self, nodes: Sequence[int]) -> list[str]:
        """Return the names by which nodes are sorted: for a page in several languages only the first."""
        known = self.known(nodes)
        if known is not None:
            return known
        of_pages: list[str | None] = [None] * len(nodes)
        for document, places, rows in self._files.pages(nodes):
            for place, row, name in zip(places, rows, self.of_pages(document, rows), strict=True):
                if row not in document.table.alternates:
                    of_pages[place] = name
        names = [self._first(node) if name is None else name for node, name in zip(nodes, of_pages, strict=True)]
        if len(self._latest) > _NAMES_CACHED:
            self._latest = {}
        self._latest.update(zip(nodes, names, strict=True))
        return names

    def known(self, nodes: Sequence[int]) -> list[str] | None:
        """Return cached names of nodes, since siblings are written after sorting; None unless all are cached."""
        known = list(map(self._latest.get, nodes))
        names = [name for name in known if name is not None]
        return names if len(names) == len(known) else None

    def _first(self, node: int) -> str:
        row = self._nodes.row(node)
        return (first_name(*row, self.namer(node)) if row is not None else self.of_folder(node)) or ""


def _with_folders(key: str, above: str) -> str:
    """Return the name of a page with those of the folders below a key: `Lock / Reference`."""
    return name_of_run(key, len(above)) if key.startswith(f"{above}{SEGMENT}") else name_of_key(key)
