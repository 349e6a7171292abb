"""The files of a sitemap that are here: their elements numbered over all of them, and what references come to. [D2, D5]

Numbers stay when files come: those of a file begin where those of the file before it end.
"""

from __future__ import annotations

from bisect import bisect_right

from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.reachability import Element, Reference, reference, referenced
from standard_sitemap.ssp.roles import Standing, standing


class Files:
    """A root file and those it references, as far as they have come.

    `documents` are those that have elements. `pending` are the numbers of the items found so far that lack a location,
    and `open_externals` the `<external>` elements found so far where they count.
    """

    def __init__(self, root_uri: str, *, include_user: bool = False) -> None:
        self.root_uri = split_fragment(resolve(root_uri, "") or root_uri)[0]
        self.include_user = include_user
        self.documents: list[Document] = []
        self.faults: list[Fault] = []
        self.pending: list[int] = []
        self.open_externals: list[Element] = []
        self.root: Document | None = None
        self.by_address: dict[str, Document | None] = {}  # all the addresses they answer to; None: could not be had
        self._offsets: list[int] = []
        self._latest: tuple[int, Element] | None = None
        self._targets: dict[int, Element | None] = {}
        self._standings: dict[int, Standing] = {}

    def element(self, number: int) -> Element:
        """The document and index of a numbered element."""
        latest = self._latest
        if latest is not None and latest[0] == number:  # whoever asks of an element one thing mostly asks for others
            return latest[1]
        document = self.documents[bisect_right(self._offsets, number) - 1]
        found = document, number - document.offset
        self._latest = number, found
        return found

    def target(self, document: Document, index: int) -> Element | None:
        """What an `<external>` references; None where that is nothing, or not here yet."""
        number = document.offset + index
        if number in self._targets:
            return self._targets[number]
        found = reference(document, index)
        if found is None:
            self._targets[number] = None
        elif found.address in self.by_address:
            other = self.by_address[found.address]
            if other is None:  # another address may yet lead there
                return None
            place = referenced(other, found.id)
            self._targets[number] = None if place is None else (other, place)
        return self._targets.get(number)

    def awaited(self, document: Document, index: int) -> Reference | None:
        """Where an `<external>` points whose target is not here yet; None of one that is settled."""
        return None if document.offset + index in self._targets else reference(document, index)

    def standing(self, document: Document, index: int) -> Standing:
        """What an item or group comes to, seen alone; computed once."""
        number = document.offset + index
        known = self._standings.get(number)
        if known is None:
            known = self._standings[number] = standing(document, index, self.include_user)
        return known

    def append(self, document: Document) -> None:
        """Number the elements of a document after those that are here; one without any is not listed."""
        document.offset = self._offsets[-1] + len(self.documents[-1]) if self.documents else 0
        if len(document):
            self.documents.append(document)
            self._offsets.append(document.offset)
        self.faults.extend(document.faults)
