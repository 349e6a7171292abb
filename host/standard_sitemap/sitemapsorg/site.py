"""A sitemaps.org sitemap while its files arrive: the files to fetch, and the map of those that arrived.

Fetches nothing. It names the files to fetch, and receives each file or the reason for its absence: a `model.Site`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from standard_sitemap.model import site
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.sitemapsorg.documents import Document, SitemapLine, parse
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.files import Files
from standard_sitemap.sitemapsorg.hierarchy import Hierarchy
from standard_sitemap.sitemapsorg.language_files import with_language_folders
from standard_sitemap.sitemapsorg.sniffing import FileFormat

# Four times the limit of one index; each file costs a request.
MAX_DOCUMENTS = 200_000


class Site(Files):
    """One sitemap, loaded file by file."""

    def __init__(
        self,
        root_uri: str,
        *,
        include_user: bool = False,
        max_documents: int = MAX_DOCUMENTS,
        now: datetime | None = None,
        served_as: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        """Create a site by its root file's address.

        `served_as` returns the future address of a file on disk; `now` is as in `parse`.
        """
        super().__init__(root_uri, include_user=include_user)
        self._now = now
        self._served_as = served_as
        self._max_documents = max_documents
        self._known: dict[str, Document] = {}
        self._listed: dict[str, tuple[int, ...]] = {self.root_uri: ()}
        self._wanted: list[str] = [self.root_uri]
        self._in_index: set[str] = set()  # addresses listed in any index
        self._nested: set[str] = set()

    def wanted(self) -> tuple[str, ...]:
        """Return the addresses to fetch now, without fragments; each is returned only once."""
        wanted, self._wanted = tuple(self._wanted), []
        return wanted

    def add(self, requested_uri: str, retrieved: RetrievedFile) -> None:
        """Parse and add the file that was requested as `requested_uri`."""
        served_as = self._served_as(retrieved.uri)
        self.add_document(requested_uri, parse(*retrieved[:3], now=self._now, served_as=served_as))

    def add_document(self, requested_uri: str, document: site.Document) -> None:
        """Add a document that was parsed elsewhere; a file with two addresses counts once.

        Raises TypeError for a document of another format.
        """
        if not isinstance(document, Document):
            raise TypeError(f"{type(document).__name__} is no sitemaps.org document")
        if document.uri in self._known:
            self._known[requested_uri] = self._known[document.uri]
            self._note_nested({requested_uri})
            return
        self._known[document.uri] = self._known[requested_uri] = document
        rank = self._listed.get(requested_uri, (len(self.documents),))
        self.append(document, rank)
        if requested_uri == self.root_uri:
            self.root = document
        twins = _html_twins(document)
        for place, sitemap in enumerate(document.sitemaps):
            if sitemap.location in twins:
                continue
            self._want(document, requested_uri, sitemap, (*rank, place))
        if document.format == FileFormat.INDEX:
            listed = {sitemap.location for sitemap in document.sitemaps}
            self._in_index |= listed
            self._note_nested({requested_uri, document.uri} | (listed & self._known.keys()))

    def _note_nested(self, addresses: set[str]) -> None:
        """Record the indexes among some addresses that another index lists, in any order of arrival."""
        for address in sorted(addresses & self._in_index):
            document = self._known[address]
            if document.format == FileFormat.INDEX and document is not self.root and document.uri not in self._nested:
                self._nested.add(document.uri)
                self.faults.append(Fault("nested-index", document.uri))

    def fail(self, requested_uri: str, code: str, message: str) -> None:
        """Record that a file could not be fetched; it counts as empty."""
        self.faults.append(Fault("sitemap-unavailable", requested_uri, 0, {"reason": message, "code": code}))

    def faults_of_all(self) -> list[Fault]:
        """Return a fault for each index that lists files, but no page in them or below them (D71).

        None while a file is missing, because pages may be listed in it. An unreadable file has a fault of its own.
        """
        if not self._listed.keys() <= self._known.keys():
            return []
        listing: dict[str, list[Document]] = {}
        for document in self.documents:
            for sitemap in document.sitemaps:
                listing.setdefault(self._known[sitemap.location].uri, []).append(document)
        waiting = [document.uri for document in self.documents if len(document) or not document.is_sitemap]
        with_pages = set(waiting)
        while waiting:
            above = {document.uri for document in listing.get(waiting.pop(), ())} - with_pages
            with_pages |= above
            waiting += above
        return [
            Fault("index-without-pages", document.uri)
            for document in self.documents
            if document.format == FileFormat.INDEX and document.sitemaps and document.uri not in with_pages
        ]

    def hierarchy(self) -> Hierarchy:
        """Return the hierarchy of the files that have arrived."""
        return Hierarchy(with_language_folders(self))

    def _want(self, document: Document, requested_uri: str, sitemap: SitemapLine, rank: tuple[int, ...]) -> None:
        """Request a file that a document lists, unless it is listed already or the limit is reached."""
        params = {"location": sitemap.location}
        if document.format == FileFormat.INDEX and sitemap.location in (document.uri, requested_uri):
            self.faults.append(Fault("nested-index", document.uri, sitemap.line))
        elif sitemap.location in self._listed:
            # A robots.txt may name a file that another of its files lists.
            if document.format != FileFormat.ROBOTS:
                self.faults.append(Fault("sitemap-listed-again", document.uri, sitemap.line, params))
        elif len(self._listed) >= self._max_documents:
            params["limit"] = str(self._max_documents)
            self.faults.append(Fault("too-many-files", document.uri, 0, params))
        else:
            self._listed[sitemap.location] = rank
            self._wanted.append(sitemap.location)


def _html_twins(document: Document) -> set[str]:
    """Return the lists in a robots.txt that repeat another of its lists for people, as a page."""
    if document.format != FileFormat.ROBOTS:
        return set()
    locations = {sitemap.location for sitemap in document.sitemaps}
    pages = (location for location in locations if location.endswith((".html", ".htm")))
    return {page for page in pages if f"{page.rpartition('.')[0]}.xml" in locations}
