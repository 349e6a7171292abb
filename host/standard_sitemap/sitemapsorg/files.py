"""The files of a sitemap that are here: their pages numbered over all of them, and numbers for what is above pages.

Numbers stay when files come: those of a file's pages begin where those of the file before it end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import count

from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.sitemapsorg.documents import Document
from standard_sitemap.sitemapsorg.faults import Fault


class Files:
    """A root file, and where that is an index those it lists, as far as they have come."""

    def __init__(self, root_uri: str, *, include_user: bool = False) -> None:
        self.root_uri = split_fragment(resolve(root_uri, "") or root_uri)[0]
        self.include_user = include_user
        self.documents: list[Document] = []
        self.faults: list[Fault] = []
        self.root: Document | None = None
        self._offsets: list[int] = []
        self._ranks: dict[str, tuple[int, ...]] = {}
        self._folders: dict[tuple[str, str], int] = {}
        self._folder_keys: dict[int, tuple[str, str]] = {}
        self._next_folder = count(1, 2)

    def append(self, document: Document, rank: tuple[int, ...]) -> None:
        """Number the pages of a document after those that are here; `rank` is its place among those listed."""
        document.offset = self._offsets[-1] + len(self.documents[-1]) if self.documents else 0
        self.documents.append(document)
        self._offsets.append(document.offset)
        self._ranks[document.uri] = rank
        self.faults.extend(document.faults)

    def in_order(self) -> tuple[Document, ...]:
        """The documents in the order in which they are listed, whichever was loaded first."""
        return tuple(sorted(self.documents.copy(), key=lambda document: self._ranks[document.uri]))

    def page(self, number: int) -> tuple[Document, int]:
        """The document and row of a numbered page."""
        document = self.documents[bisect_right(self._offsets, number) - 1]
        # Of several files that begin with the same number all but the last list no page.
        return document, number - document.offset

    def pages(self, nodes: Iterable[int]) -> list[tuple[Document, list[int], list[int]]]:
        """The pages among some nodes, by the file that lists them: where among those they stand, and their rows."""
        found: dict[int, tuple[Document, list[int], list[int]]] = {}
        first, end, places, rows = 0, 0, list[int](), list[int]()
        for place, node in enumerate(nodes):
            if node % 2 or node <= 0:
                continue
            number = node // 2 - 1
            if not first <= number < end:  # most are listed by the file that lists the one before
                document, _ = self.page(number)
                first, end = document.offset, document.offset + len(document)
                _, places, rows = found.setdefault(first, (document, [], []))
            places.append(place)
            rows.append(number - first)
        return list(found.values())

    def folder(self, section: str, key: str) -> int:
        """The node of what stands at a key of a section and has nodes below it; it is an odd number."""
        known = self._folders.get((section, key))
        if known is None:
            known = self._folders.setdefault((section, key), next(self._next_folder))
            self._folder_keys[known] = (section, key)
        return known

    def folder_key(self, node: int) -> tuple[str, str]:
        """The section and key of a node that has others below it."""
        return self._folder_keys[node]
