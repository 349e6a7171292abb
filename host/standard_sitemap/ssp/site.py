"""A sitemap while its files arrive: the files to fetch, and the map of those that arrived. [Semantics, D2, D5, D10]

Fetches nothing. It names the files to fetch, and receives each file or the reason for its absence. It requests a file
only if a reached element references it, and that element may be included.
"""

from __future__ import annotations

from collections import defaultdict

from standard_sitemap.model import site
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.ssp.documents import Document
from standard_sitemap.ssp.faults import Fault
from standard_sitemap.ssp.files import Files
from standard_sitemap.ssp.hierarchy import Hierarchy
from standard_sitemap.ssp.names import SEPARATOR, Kind
from standard_sitemap.ssp.parsing import LARGE, parse
from standard_sitemap.ssp.reachability import Element, referenced, walk
from standard_sitemap.ssp.roles import ExclusionState

# More files than any known map; each costs a request.
MAX_DOCUMENTS = 200_000


class Site(Files):
    """One sitemap, loaded file by file."""

    def __init__(self, root_uri: str, *, include_user: bool = False, max_documents: int = MAX_DOCUMENTS) -> None:
        super().__init__(root_uri, include_user=include_user)
        self._bytes = 0
        self._max_documents = max_documents
        self._requested: set[str] = set()
        self._wanted: list[str] = []
        self._awaited_ids: defaultdict[str, list[str]] = defaultdict(list)
        self._seen: dict[int, int] = {}
        self._want(self.root_uri)

    def wanted(self) -> tuple[str, ...]:
        """Return the addresses to fetch now, without fragments; each is returned only once."""
        wanted, self._wanted = tuple(self._wanted), []
        return wanted

    def add(self, requested_uri: str, retrieved: RetrievedFile) -> None:
        """Parse and add the file that was requested as `requested_uri`."""
        self._bytes += len(retrieved.body)
        # For many small files the scan pays as for a large one: its pattern is compiled once.
        self.add_document(requested_uri, parse(*retrieved[:3], scan_fast=self._bytes >= LARGE))

    def add_document(self, requested_uri: str, document: site.Document) -> None:
        """Add a document that was parsed elsewhere; it answers to both its addresses (D2).

        Raises TypeError for a document of another format.
        """
        if not isinstance(document, Document):
            raise TypeError(f"{type(document).__name__} is no Standard-Sitemap document")
        # Two addresses may be redirected to one file, whose elements are counted once (D2).
        known = self.by_address.get(document.uri)
        if known is None:
            self.append(document)
        self._settle(requested_uri, known or document)

    def fail(self, requested_uri: str, code: str, message: str) -> None:
        """Record that a file could not be fetched; it counts as having no elements (D10)."""
        self.faults.append(Fault("unavailable", requested_uri, 0, {"reason": message, "code": code}))
        # The same file may have arrived under another address, which then counts.
        self.by_address.setdefault(requested_uri, None)
        self._requested.add(requested_uri)

    def hierarchy(self) -> Hierarchy:
        """Return the hierarchy of the files that have arrived."""
        return Hierarchy(self)

    def _want(self, address: str) -> None:
        if address in self._requested:
            return
        if len(self._requested) >= self._max_documents:
            # Recorded once for each file, however many references lead to it.
            if self.by_address.get(address, self) is not None:
                self.by_address[address] = None
                self.faults.append(Fault("too-many-documents", address, 0, {"limit": str(self._max_documents)}))
            return
        self._requested.add(address)
        self._wanted.append(address)

    def _settle(self, requested_uri: str, document: Document) -> None:
        """Record the addresses of a document, and explore the elements that others reference in it."""
        addresses = dict.fromkeys((requested_uri, document.uri))
        for address in addresses:
            self.by_address[address] = document
        self._requested.update(addresses)
        # The root is known by the address that was requested: a redirect may have given it another (D2).
        if not self.root and requested_uri == self.root_uri:
            self._set_root(document)
        for address in addresses:
            # Elements awaited from this file may be needed; references to them were found before it arrived.
            for identity in self._awaited_ids.pop(address, ()):
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
        """Walk all that may be reached from `start`, as if every item that lacks a location were kept (D10).

        Record the files referenced there, and the items whose exclusion depends on their content.
        """
        for document, index in walk(start, self._seen, self._is_closed, self._reference):
            if document.kinds[index] == Kind.SITEMAP:
                continue
            # Whether such an item is kept depends on files that may still arrive. It is left open until the map is
            # computed, so the result does not depend on the order of arrival (D10).
            if self.own_exclusion(document, index) == ExclusionState.PENDING:
                self.pending.append(document.offset + index)

    def _is_closed(self, document: Document, index: int) -> bool:
        return document.kinds[index] != Kind.SITEMAP and self.own_exclusion(document, index) == ExclusionState.EXCLUDED

    def _reference(self, document: Document, index: int) -> Element | None:
        self.open_externals.append((document, index))
        target = self.target(document, index)
        awaited = self.awaited(document, index)
        if awaited is not None:
            self._awaited_ids[awaited.address].append(awaited.id)
            self._want(awaited.address)
        return target


def _not_a_sitemap(document: Document) -> Fault:
    """Return the fault of a root file that is not a sitemap (D1)."""
    # Three faults, because their remedies differ: another format, a missing `xmlns`, and a misspelled one.
    if document.kinds[0] != Kind.FOREIGN:
        return document.fault("not-a-sitemap", 0, name=document.name(0))
    namespace, _, name = document.tags[0].rpartition(SEPARATOR)
    if name != "sitemap":
        return document.fault("not-a-sitemap", 0, name=name)
    if not namespace:
        return document.fault("missing-namespace", 0, name=name)
    return document.fault("wrong-namespace", 0, name=name, namespace=namespace)
