"""A sitemaps.org sitemap as its files come in: which are wanted, and what is known once they are here.

Fetches nothing. It says what it wants, is handed what came or why nothing came: the same way as `ssp.Site`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import count

from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.sitemapsorg.documents import Document, parse
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.formats import Format
from standard_sitemap.sitemapsorg.hierarchy import Hierarchy
from standard_sitemap.ssp import Refused, Retrieved

# Four times what one index may list; each costs a request.
MAX_DOCUMENTS = 200_000


class Site:
    """One sitemap: a root file, and where that is an index those it lists, as far as they have come.

    Pages are numbered over all files: a file's `offset` plus the page's row. Numbers stay when files come.
    """

    def __init__(self, root_uri: str, *, include_user: bool = False, max_documents: int = MAX_DOCUMENTS) -> None:
        self.root_uri = split_fragment(resolve(root_uri, "") or root_uri)[0]
        self.include_user = include_user
        self.documents: list[Document] = []
        self.faults: list[Fault] = []
        self.root: Document | None = None
        self._max_documents = max_documents
        self._offsets: list[int] = []
        self._known: dict[str, Document] = {}
        self._listed: dict[str, tuple[int, ...]] = {self.root_uri: ()}
        self._ranks: dict[str, tuple[int, ...]] = {}
        self._wanted: list[str] = [self.root_uri]
        self._folders: dict[tuple[str, str], int] = {}
        self._folder_keys: dict[int, tuple[str, str]] = {}
        self._next_folder = count(1, 2)

    def wanted(self) -> tuple[str, ...]:
        """The addresses to fetch now, without fragments; each is named once, ever."""
        wanted, self._wanted = tuple(self._wanted), []
        return wanted

    def add(self, asked_uri: str, retrieved: Retrieved) -> None:
        """Takes in the file that was asked for as `asked_uri`."""
        self.add_document(asked_uri, parse(*retrieved))

    def add_document(self, asked_uri: str, document: Document) -> None:
        """Takes in a document that was parsed elsewhere; a file that two addresses lead to counts once."""
        if document.uri in self._known:
            return
        self._known[document.uri] = self._known[asked_uri] = document
        rank = self._listed.get(asked_uri, (len(self.documents),))
        document.offset = self._offsets[-1] + len(self.documents[-1]) if self.documents else 0
        self.documents.append(document)
        self._offsets.append(document.offset)
        self._ranks[document.uri] = rank
        self.faults.extend(document.faults)
        if asked_uri == self.root_uri:
            self.root = document
        elif document.format == Format.INDEX and self.root is not None and self.root.format == Format.INDEX:
            self.faults.append(Fault("nested-index", document.uri))
        self._want_listed(document, rank)

    def fail(self, asked_uri: str, code: str, message: str) -> None:
        """Takes in that a file could not be had; it counts as empty."""
        self.faults.append(Fault("sitemap-unavailable", asked_uri, 0, {"reason": message, "code": code}))

    def hierarchy(self) -> Hierarchy:
        """The hierarchy as far as the files are here."""
        return Hierarchy(self)

    def in_order(self) -> tuple[Document, ...]:
        """The documents in the order in which they are listed, whichever came first."""
        return tuple(sorted(self.documents.copy(), key=lambda document: self._ranks[document.uri]))

    def page(self, number: int) -> tuple[Document, int]:
        """The document and row of a numbered page."""
        document = self.documents[bisect_right(self._offsets, number) - 1]
        # Of several files that begin with the same number all but the last list no page.
        return document, number - document.offset

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

    def _want_listed(self, document: Document, rank: tuple[int, ...]) -> None:
        for place, sitemap in enumerate(document.sitemaps):
            if sitemap.location in self._listed:
                if document.uri != sitemap.location and document.format != Format.ROBOTS:
                    self.faults.append(
                        Fault("sitemap-listed-again", document.uri, sitemap.line, {"location": sitemap.location})
                    )
            elif len(self._listed) >= self._max_documents:
                self._tell_full(document, sitemap.location)
            else:
                self._listed[sitemap.location] = (*rank, place)
                self._wanted.append(sitemap.location)

    def _tell_full(self, document: Document, location: str) -> None:
        params = {"limit": str(self._max_documents), "location": location}
        self.faults.append(Fault("too-many-files", document.uri, 0, params))


def resolve_site(root_uri: str, retrieve: Callable[[str], Retrieved]) -> Hierarchy:
    """The hierarchy of the sitemap at `root_uri`, its files got one after another from `retrieve`.

    `retrieve(uri)` returns what came, or raises Refused; one refusal costs that file alone.
    """
    site = Site(root_uri)
    while wanted := site.wanted():
        for uri in wanted:
            try:
                site.add(uri, retrieve(uri))
            except Refused as refusal:
                site.fail(uri, refusal.code, refusal.message)
    return site.hierarchy()
