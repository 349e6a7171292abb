"""Checks a target, one report per sitemap: a sitemap or a page, on the web or on disk, or a folder.

For a page, the sitemap that it names is checked. `folder_check` checks folders.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from standard_sitemap import sitemapsorg
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.retrieving import Retriever, path_on_disk, uri_on_disk
from standard_sitemap.model.faults import Fault
from standard_sitemap.refusals import FetchRefusal
from standard_sitemap.sitemapsorg.diagnosis import bounded, usual_origin
from standard_sitemap.sitemapsorg.locations import origin
from standard_sitemap.webmaster.checking import folders
from standard_sitemap.webmaster.checking.folder_check import FolderCheck
from standard_sitemap.webmaster.checking.page_naming import is_meant_for_list, is_page, may_name, naming
from standard_sitemap.webmaster.checking.report import RefusedTarget, Report
from standard_sitemap.webmaster.checking.robots import (
    ListedPage,
    RobotsRules,
    SiteRobots,
    listed_by_maps,
    listed_by_others,
)
from standard_sitemap.webmaster.checking.served import FolderRetriever, ServedFolder
from standard_sitemap.webmaster.checking.surveying import CheckOptions, NamingPages, SitemapLoading

# A server that can send either should send the sitemap.
_ACCEPT = "application/xml, text/xml;q=0.9, application/xhtml+xml;q=0.8, text/html;q=0.8, */*;q=0.1"


class Checker:
    """Checks one target after another; `progress` is called as files arrive."""

    def __init__(self, options: CheckOptions, progress: Progress) -> None:
        self._options = options
        self._progress = progress

    async def check(self, target: str) -> list[Report]:
        """Return the reports on a target: one for a document, one per sitemap for a folder."""
        if urlsplit(target).scheme in ("http", "https"):
            return [await self._check_document(target, target, None)]
        if target in self._options.given:
            return [await self._check_document(target, target, self._options.root or _path(target).parent)]
        path, root = _path(target), self._options.root
        if path.is_dir():
            return await FolderCheck(target, path, root or path, self._options, self._progress).reports()
        return [await self._check_document(target, uri_on_disk(path), root or path.parent)]

    async def _check_document(self, target: str, uri: str, edge: Path | None) -> Report:
        served = ServedFolder(edge, self._options.base_url) if edge is not None else None
        async with self._retriever(uri, served) as retriever:
            try:
                document = await retriever.get(uri, _ACCEPT)
            except FetchRefusal as refusal:
                return Report(target, refused=RefusedTarget(refusal.code, str(refusal)))
            check = _DocumentCheck(target, served, document, self._options, self._progress)
            return await check.report(uri, retriever)

    def _retriever(self, uri: str, served: ServedFolder | None) -> Retriever:
        given, named, credentials = self._options.given, self._options.named(uri), self._options.credentials
        if served is not None and self._options.base_url:
            return FolderRetriever(served, served.folder, given, named, credentials)
        return Retriever(served.folder if served is not None else None, given, named, credentials)


class _DocumentCheck:
    """Check of one document: a sitemap in any format, or a page that names one.

    For a document on disk, `served` is its folder; no file above that folder is read.
    """

    def __init__(
        self,
        target: str,
        served: ServedFolder | None,
        document: RetrievedDocument,
        options: CheckOptions,
        progress: Progress,
    ) -> None:
        self._target = target
        self._served = served
        self._document = document
        self._options = options
        self._loading = SitemapLoading(target, options, progress)

    async def report(self, uri: str, retriever: Retriever) -> Report:
        """Return the report on the document, requested at `uri`, or on the sitemap it names."""
        document = self._document
        page = naming(document, self._served) if may_name(document) else None
        form = sitemapsorg.format_at(document.body, document.uri)
        names_sitemap = page is not None and page.sitemap is not None
        if not names_sitemap and (form.lists_something or is_meant_for_list(document)):
            return await self._list(uri, retriever)
        if page is not None and page.sitemap is not None:
            named = NamingPages([page.page], list(page.faults))
            report, site = await self._loading.map(page.sitemap, named, retriever)
        # A Standard-Sitemap that is served as a page has the wrong type (D3).
        elif page is not None and is_page(document) and form != sitemapsorg.FileFormat.SSP:
            return Report(self._target, pages=(page.page,), faults=page.faults)
        else:
            report, site = await self._loading.map(uri, NamingPages(), retriever, document)
        uris = (summary.uri for summary in site.documents)
        disallowed = self._disallowed(uris, listed_by_maps([site]))
        return replace(report, faults=(*report.faults, *disallowed)) if disallowed else report

    async def _list(self, uri: str, retriever: Retriever) -> Report:
        """Return the report on a sitemap in another format than Standard-Sitemap."""
        site = await self._loading.list(uri, retriever, self._served, self._document)
        uris = (summary.uri for summary in site.documents)
        disallowed = self._disallowed(uris, listed_by_others(site.in_order()))
        return self._loading.survey(site, disallowed)

    def _disallowed(self, uris: Iterable[str], pages: Iterable[ListedPage]) -> Sequence[Fault]:
        """Return the faults of pages and sitemap files that robots.txt hides from crawlers."""
        robots = self._robots()
        if robots is None:
            return ()  # before listing pages: there may be a million
        listed = list(pages)
        addresses = [(uri, self._address(uri)) for uri in uris]
        known = (address for _, address in addresses if address is not None)
        own = self._options.base_url or next(known, None) or usual_origin(entry.location for entry in listed)
        return bounded(SiteRobots(origin(own), RobotsRules(robots)).faults(listed, addresses)) if own else ()

    def _robots(self) -> bytes | None:
        """Return the site's robots.txt: the caller's, the target itself, or the file at the root of a site on disk.

        It is never fetched from the web: the caller did not ask to read the site.
        """
        if self._options.robots is not None:
            return self._options.robots
        if sitemapsorg.format_at(self._document.body, self._document.uri) == sitemapsorg.FileFormat.ROBOTS:
            return self._document.body
        if self._served is None or not self._options.base_url or not self._served.is_whole_site:
            return None
        return folders.robots_in(self._served.folder)

    def _address(self, uri: str) -> str | None:
        """Return the address at which a file is served, or None if it is unknown."""
        return uri if self._served is None or uri.startswith("http") else self._served.uri_served(uri)


def _path(target: str) -> Path:
    """Return the path of a target: a path, or a `file:` URI."""
    return (path_on_disk(target) if urlsplit(target).scheme == "file" else Path(target)).resolve()
