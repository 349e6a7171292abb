"""A sitemap as its files come in: which are wanted, and what is known once they are here. [Semantics, D2, D5, D10]

Fetches nothing. It says what it wants, is handed what came or why nothing came, and asks only for files that a
reached and not plainly excluded element references.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.hierarchy import Hierarchy
from standard_sitemap.ssp.names import SEPARATOR, Kind
from standard_sitemap.ssp.parsing import LARGE, parse
from standard_sitemap.ssp.reachability import Element, reference, referenced, walk
from standard_sitemap.ssp.roles import Standing, standing

# More files than any known map has; each costs a request.
MAX_DOCUMENTS = 200_000


class Retrieved(NamedTuple):
    """A file that came: its final URI after redirects, its bytes, and the Content-Type it was served with, if any."""

    uri: str
    body: bytes
    content_type: str | None = None


class Refused(Exception):
    """A file that did not come: a kebab-case code, and the reason in words."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Site:
    """One sitemap: a root file and those it references, as far as they have come.

    Elements are numbered over all files: a file's `offset` plus the element's index. Numbers stay when files come.
    """

    def __init__(self, root_uri: str, *, include_user: bool = False, max_documents: int = MAX_DOCUMENTS) -> None:
        self.root_uri = split_fragment(resolve(root_uri, "") or root_uri)[0]
        self.include_user = include_user
        self.documents: list[Document] = []
        self.faults: list[Fault] = []
        self.leaners: list[int] = []
        self.open_externals: list[Element] = []
        self.root: Document | None = None
        self.bytes = 0
        self._max_documents = max_documents
        self._offsets: list[int] = []
        self._by_address: dict[str, Document | None] = {}
        self._asked: set[str] = set()
        self._wanted: list[str] = []
        self._pending: defaultdict[str, list[str]] = defaultdict(list)
        self._targets: dict[int, Element | None] = {}
        self._standings: dict[int, Standing] = {}
        self._seen: set[int] = set()
        self._want(self.root_uri)

    def wanted(self) -> tuple[str, ...]:
        """The addresses to fetch now, without fragments; each is named once, ever."""
        wanted, self._wanted = tuple(self._wanted), []
        return wanted

    def add(self, asked_uri: str, retrieved: Retrieved) -> None:
        """Takes in the file that was asked for as `asked_uri`."""
        self.bytes += len(retrieved.body)
        self.add_document(asked_uri, parse(*retrieved, in_passages=self.bytes >= LARGE))

    def add_document(self, asked_uri: str, document: Document) -> None:
        """Takes in a document that was parsed elsewhere; it answers to both its addresses (D2)."""
        known = self._by_address.get(document.uri)
        if known is not None:
            document = known
        else:
            document.offset = self._offsets[-1] + len(self.documents[-1]) if self.documents else 0
            if len(document):
                self.documents.append(document)
                self._offsets.append(document.offset)
            self.faults.extend(document.faults)
        self._settle(asked_uri, document)

    def fail(self, asked_uri: str, code: str, message: str) -> None:
        """Takes in that a file could not be had; it counts as having no elements (D10)."""
        self.faults.append(Fault("unavailable", asked_uri, 0, {"reason": message, "code": code}))
        self._by_address.setdefault(asked_uri, None)
        self._asked.add(asked_uri)

    def hierarchy(self) -> Hierarchy:
        """The hierarchy as far as the files are here."""
        return Hierarchy(self)

    def element(self, number: int) -> Element:
        """The document and index of a numbered element."""
        document = self.documents[bisect_right(self._offsets, number) - 1]
        return document, number - document.offset

    def target(self, document: Document, index: int) -> Element | None:
        """What an `<external>` references; None where that is nothing, or not here yet."""
        number = document.offset + index
        if number in self._targets:
            return self._targets[number]
        found = reference(document, index)
        if found is None:
            self._targets[number] = None
        elif found.address in self._by_address:
            other = self._by_address[found.address]
            if other is None:  # another address may yet lead there
                return None
            place = referenced(other, found.id)
            self._targets[number] = None if place is None else (other, place)
        return self._targets.get(number)

    def standing(self, document: Document, index: int) -> Standing:
        """What an item or group comes to, seen alone; computed once."""
        number = document.offset + index
        known = self._standings.get(number)
        if known is None:
            known = self._standings[number] = standing(document, index, self.include_user)
        return known

    @property
    def by_address(self) -> dict[str, Document | None]:
        """The documents by all the addresses they answer to; None where one could not be had."""
        return self._by_address

    def _want(self, address: str) -> None:
        if address in self._asked:
            return
        if len(self._asked) >= self._max_documents:
            if self._by_address.get(address, self) is not None:
                self._by_address[address] = None
                self.faults.append(Fault("too-many-documents", address, 0, {"limit": str(self._max_documents)}))
            return
        self._asked.add(address)
        self._wanted.append(address)

    def _settle(self, asked_uri: str, document: Document) -> None:
        addresses = dict.fromkeys((asked_uri, document.uri))
        for address in addresses:
            self._by_address[address] = document
        self._asked.update(addresses)
        if not self.root and asked_uri == self.root_uri:
            self._set_root(document)
        for address in addresses:
            for identity in self._pending.pop(address, ()):
                index = referenced(document, identity)
                if index is not None:
                    self._explore((document, index))

    def _set_root(self, document: Document) -> None:
        self.root = document
        if not len(document):
            return
        if document.kinds[0] != Kind.SITEMAP:
            self.faults.append(_not_a_sitemap(document))
            return
        self._explore((document, 0))

    def _explore(self, start: Element) -> None:
        """Walks all that may be reached from `start`, as if every item that lacks a location were kept (D10).

        What is found to be so needed: the files referenced there, and the items that lean on what is below them.
        """
        for document, index in walk(start, self._seen, self._is_closed, self._reference):
            if document.kinds[index] == Kind.SITEMAP:
                continue
            if self.standing(document, index) == Standing.LEANS:
                self.leaners.append(document.offset + index)

    def _is_closed(self, document: Document, index: int) -> bool:
        return document.kinds[index] != Kind.SITEMAP and self.standing(document, index) == Standing.EXCLUDED

    def _reference(self, document: Document, index: int) -> Element | None:
        self.open_externals.append((document, index))
        found = self.target(document, index)
        awaited = None if document.offset + index in self._targets else reference(document, index)
        if awaited is not None:
            self._pending[awaited.address].append(awaited.id)
            self._want(awaited.address)
        return found


def _not_a_sitemap(document: Document) -> Fault:
    """Why a root file is none (D1)."""
    if document.kinds[0] != Kind.FOREIGN:
        return document.fault("not-a-sitemap", 0, name=document.name(0))
    namespace, _, name = document.tags[0].rpartition(SEPARATOR)
    if name != "sitemap":
        return document.fault("not-a-sitemap", 0, name=name)
    if not namespace:
        return document.fault("missing-namespace", 0, name=name)
    return document.fault("wrong-namespace", 0, name=name, namespace=namespace)


def resolve_site(root_uri: str, retrieve: Callable[[str], Retrieved], *, include_user: bool = False) -> Hierarchy:
    """The hierarchy of the sitemap at `root_uri`, its files got one after another from `retrieve`.

    `retrieve(uri)` returns what came, or raises Refused; one refusal costs that file alone.
    """
    site = Site(root_uri, include_user=include_user)
    while wanted := site.wanted():
        for uri in wanted:
            try:
                site.add(uri, retrieve(uri))
            except Refused as refusal:
                site.fail(uri, refusal.code, refusal.message)
    return site.hierarchy()
