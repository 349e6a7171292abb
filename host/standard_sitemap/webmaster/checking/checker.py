"""Checks a target, one report per sitemap: a sitemap or a page, on the web or on disk, or a folder.

For a page, the sitemap that it names is checked; for a folder, every sitemap in it and the pages that these list. A
site's own documents are always read from its folder; only other documents are fetched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

from standard_sitemap import sitemapsorg
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.credentials import Credentials
from standard_sitemap.fetching.file_uris import absolute, folder_uri, path_on_disk, uri_on_disk
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.retrieving import Retriever, load
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.file_sizes import FILE_BYTES
from standard_sitemap.model.stored_names import real_path
from standard_sitemap.refusals import FetchRefusal
from standard_sitemap.sitemapsorg.diagnosis import bounded, host_faults, site_faults, usual_origin
from standard_sitemap.sitemapsorg.locations import origin
from standard_sitemap.ssp import Document, Site, parse
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.reachability import reference
from standard_sitemap.webmaster.announcing.folder_pages import FolderPages
from standard_sitemap.webmaster.checking import folders
from standard_sitemap.webmaster.checking.folders import (
    FolderLists,
    FolderRetriever,
    ServedFolder,
    base_of_addresses,
)
from standard_sitemap.webmaster.checking.mistakes import (
    FileAddresses,
    address_mistakes,
)
from standard_sitemap.webmaster.checking.page_comparison import PageComparison, canonical_base
from standard_sitemap.webmaster.checking.page_naming import PageNaming, is_meant_for_list, is_page, may_name, naming
from standard_sitemap.webmaster.checking.report import (
    NamingPage,
    RefusedTarget,
    Report,
    survey,
    survey_sitemaps_org,
)
from standard_sitemap.webmaster.checking.robots import (
    ListedPage,
    RobotsRules,
    SiteRobots,
    listed_by_maps,
    listed_by_others,
)


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Options of a check.

    `root` is the folder above which no file is read. `include_user` includes nodes with `tree="user"`. `explain` names
    elements to explain. `base_url` is the address at which files on disk will be served. `robots` is the site's
    robots.txt, if the caller named one. `bodies` maps addresses to documents already at hand. With `allow_private`,
    documents may lead to servers on private addresses. Unless `is_base_named`, the caller did not name `base_url`, and
    its server must be public. `credentials` are sent to their own origin only.
    """

    root: Path | None = None
    include_user: bool = False
    explain: tuple[str, ...] = ()
    bodies: Mapping[str, bytes] = field(default_factory=dict)
    base_url: str = ""
    robots: bytes | None = None
    allow_private: bool = False
    is_base_named: bool = True
    credentials: Credentials | None = None

    def named(self, target: str) -> tuple[str, ...] | None:
        """Return the addresses named by the caller, whose servers may be private; None if all servers may be."""
        base = self.base_url if self.is_base_named else ""
        return None if self.allow_private else tuple(filter(None, (target, base)))


@dataclass(slots=True)
class NamingPages:
    """The pages that name one sitemap, and the faults in their declarations."""

    pages: list[NamingPage] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


class SitemapLoading:
    """Loads sitemaps for the reports on one target."""

    def __init__(self, target: str, options: CheckOptions, progress: Progress) -> None:
        self._target = target
        self._options = options
        self._progress = progress

    async def map(
        self,
        uri: str,
        named: NamingPages,
        retriever: Retriever,
        here: RetrievedDocument | None = None,
        parsed: Mapping[str, Document] = MappingProxyType({}),
    ) -> tuple[Report, Site]:
        """Return the report on a Standard-Sitemap, and the sitemap.

        `here` is its root file, if already at hand; `parsed` are files that were parsed already.
        """
        site = Site(uri, include_user=self._options.include_user)
        known = {site.root_uri: here} if here else {}
        refused = await load(site, retriever, known, self._progress, parsed=parsed)
        root = refused.get(site.root_uri)
        if root is not None:
            pages, faults = tuple(named.pages), tuple(named.faults)
            return Report(self._target, site.root_uri, pages, RefusedTarget(root.code, str(root)), faults=faults), site
        return survey(
            self._target, site, named.pages, named.faults, self._options.explain, self._options.base_url
        ), site

    async def list(
        self,
        uri: str,
        retriever: Retriever,
        served: ServedFolder | None,
        here: RetrievedDocument | None = None,
        parsed: Mapping[str, sitemapsorg.Document] = MappingProxyType({}),
    ) -> sitemapsorg.Site:
        """Return a sitemap in another format; `here` and `parsed` are as for `map`."""
        site = sitemapsorg.Site(
            uri,
            include_user=self._options.include_user,
            now=datetime.now(UTC),
            served_as=served.uri_served if served is not None else lambda _: None,
        )
        known = {site.root_uri: here} if here else {}
        await load(site, retriever, known, self._progress, parsed=parsed)
        return site

    def survey(self, site: sitemapsorg.Site, more: Sequence[Fault]) -> Report:
        """Return the report on a sitemap in another format, with `more` faults added."""
        documents = site.in_order()
        # If the site's scheme is known, `other-scheme` already reports these addresses.
        of_scheme = {"addresses-of-two-schemes"} if any(fault.code == "other-scheme" for fault in more) else set[str]()
        mistakes = (fault for fault in self._address_mistakes(documents) if fault.code not in of_scheme)
        faults = (*site_faults(documents), *mistakes, *more)
        return survey_sitemaps_org(self._target, site.hierarchy(), faults, self._options.explain)

    def _address_mistakes(self, documents: Iterable[sitemapsorg.Document]) -> Iterator[Fault]:
        for document in documents:
            table = document.table
            listed = FileAddresses(document.uri, table.listed(), table.lines.__getitem__, self._options.base_url)
            yield from address_mistakes(listed)


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
        if target in self._options.bodies:
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
        bodies, named, credentials = self._options.bodies, self._options.named(uri), self._options.credentials
        if served is not None and self._options.base_url:
            return FolderRetriever(served, served.folder, bodies, named, credentials)
        return Retriever(served.folder if served is not None else None, bodies, named, credentials)


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
    return real_path(path_on_disk(target) if urlsplit(target).scheme == "file" else Path(absolute(target)))


class FolderCheck:
    """Check of one folder; no file above `edge` is read."""

    def __init__(self, target: str, folder: Path, edge: Path, options: CheckOptions, progress: Progress) -> None:
        self._target = target
        self._folder = folder
        self._edge = edge
        self._options = options
        self._named = options.named(uri_on_disk(folder))
        self._loading = SitemapLoading(target, options, progress)
        self._contents = folders.contents(folder)
        files = {path.relative_to(folder).as_posix(): path for path in folders.files_in(folder)}
        self._pages = FolderPages(folder, files)
        self._lists = FolderLists(folder, base_url=options.base_url)

    async def reports(self) -> list[Report]:
        """Return the reports on Standard-Sitemaps, then the reports on other sitemaps."""
        namings = await self._namings()
        base = self._options.base_url or canonical_base(self._pages) or self._base_of_links(namings)
        base = base or base_of_addresses(self._lists.listed(), set(self._pages.files))
        served = ServedFolder(self._folder, base)
        async with FolderRetriever(
            served, self._edge, named=self._named, credentials=self._options.credentials
        ) as retriever:
            maps = await self._load_maps(_by_sitemap(namings, served), retriever)
            lists = await self._load_lists(retriever)
        reports = [report for report, _ in maps]
        unused = self._unused(reports)
        comparison = self._comparison(served, [site for _, site in maps], lists)
        reports, others = self._with_comparison(reports, lists, comparison)
        # A folder with sitemaps of other formats only needs no report that says no Standard-Sitemap exists.
        if others and not reports and not unused:
            return others
        return [*reports[:-1], replace(reports[-1] if reports else Report(self._target), unused=unused), *others]

    async def _namings(self) -> list[PageNaming]:
        """Return the sitemaps that the folder's pages name.

        Pages that cannot be read, such as links to files elsewhere, are skipped.
        """
        namings = []
        async with Retriever(self._edge) as retriever:
            for page in self._contents.pages:
                try:
                    namings.append(naming(await retriever.get(uri_on_disk(page)), None))
                except FetchRefusal:
                    continue
        return namings

    def _base_of_links(self, namings: list[PageNaming]) -> str:
        """Return the folder's address, derived from links to sitemaps inside it."""
        inside = folder_uri(self._folder)
        files = {path.relative_to(self._folder).as_posix() for path in self._contents.sitemaps}
        links = (page.sitemap for page in namings if page.sitemap is not None)
        return base_of_addresses((link for link in links if not link.startswith(inside)), files)

    async def _load_maps(self, named: dict[str, NamingPages], retriever: Retriever) -> list[tuple[Report, Site]]:
        """Return the Standard-Sitemaps: first the ones that pages name, then the other root files."""
        maps = [await self._loading.map(uri, by, retriever, parsed=self._parsed) for uri, by in named.items()]
        # Sitemaps named by pages come first: their files are no longer candidates for root files.
        known = _files([report for report, _ in maps])
        unnamed = _other_roots(self._contents.sitemaps, self._references, known)
        return maps + [await self._loading.map(uri, NamingPages(), retriever, parsed=self._parsed) for uri in unnamed]

    async def _load_lists(self, retriever: Retriever) -> list[sitemapsorg.Site]:
        """Return the sitemaps in other formats. Each file belongs to one of them."""
        sites: list[sitemapsorg.Site] = []
        met: set[str] = set()
        served = ServedFolder(self._folder, self._options.base_url)
        parsed = dict(self._lists.parsed)
        for uri in map(uri_on_disk, self._lists.roots()):
            if uri not in met:
                sites.append(await self._loading.list(uri, retriever, served, parsed=parsed))
                parsed.update((document.uri, document) for document in sites[-1].documents)
                met.update(document.uri for document in sites[-1].documents)
                met.add(uri)
        return sites

    @cached_property
    def _parsed(self) -> dict[str, Document]:
        """The Standard-Sitemap files of the folder, by URI."""
        files = (path for path in self._contents.sitemaps if path.stat().st_size <= FILE_BYTES)
        return {uri: parse(uri, path.read_bytes()) for path in files for uri in [uri_on_disk(path)]}

    @cached_property
    def _references(self) -> dict[str, tuple[str, ...]]:
        """The files that each sitemap file names."""
        uris = map(uri_on_disk, self._contents.sitemaps)
        return {uri: _referenced(self._parsed[uri]) if uri in self._parsed else () for uri in uris}

    def _unused(self, reports: list[Report]) -> tuple[str, ...]:
        used = _closure(self._references, _files(reports))
        return tuple(uri for uri in self._references if uri not in used)

    def _comparison(self, served: ServedFolder, maps: list[Site], lists: list[sitemapsorg.Site]) -> list[Fault]:
        """Return the faults of comparing pages with sitemaps, and of addresses on other hosts."""
        documents = [document for site in lists for document in site.in_order()]
        entries = list(listed_by_others(documents))
        host = usual_origin(entry.location for entry in entries) or ""
        if not served.has_host:
            on_web = (entry.location for entry in entries if entry.location.startswith("http"))
            served = ServedFolder(
                self._folder, base_of_addresses(on_web, set(self._pages.files)) or host or served.base
            )
        comparison = PageComparison(self._pages, served, self._contents.unread, is_certain=bool(self._options.base_url))
        listed = [*listed_by_maps(maps), *entries]
        faults: list[Fault] = [*bounded(comparison.faults(listed, [document.uri for document in documents]))]
        # With `base_url`, each file was already compared with it while reading. Otherwise the usual host is known only
        # now.
        if host and not self._options.base_url:
            faults.extend(host_faults(documents, host))
        return faults

    def _with_comparison(
        self, reports: list[Report], lists: list[sitemapsorg.Site], faults: list[Fault]
    ) -> tuple[list[Report], list[Report]]:
        """Return the reports on both kinds of sitemaps, with the comparison's faults added."""
        others = [self._loading.survey(site, _of_files(faults, site)) for site in lists]
        rest = _without(faults, others)
        if not rest or not (reports or others):
            return reports, others
        if reports:
            # A fault that belongs to no sitemap file, such as an unlisted page, goes into the first report.
            return [replace(reports[0], faults=(*reports[0].faults, *rest)), *reports[1:]], others
        return reports, [replace(others[0], faults=(*others[0].faults, *rest)), *others[1:]]


def _by_sitemap(namings: list[PageNaming], served: ServedFolder) -> dict[str, NamingPages]:
    """Return the sitemaps named by pages, with these pages, in page order."""
    named: dict[str, NamingPages] = {}
    for page in namings:
        if page.sitemap is not None:
            by = named.setdefault(served.local(page.sitemap), NamingPages())
            by.pages.append(page.page)
            by.faults.extend(page.faults)
    return named


def _files(reports: list[Report]) -> set[str]:
    """Return the files of the checked sitemaps, including the sitemaps that could not be loaded."""
    files = {document.uri for report in reports for document in report.documents}
    return files | {report.sitemap for report in reports if report.sitemap is not None}


def _referenced(document: Document) -> tuple[str, ...]:
    """Return the files that a sitemap file's externals name, even if those externals are not followed."""
    externals = (index for index in document.notables if document.kinds[index] == Kind.EXTERNAL)
    references = (reference(document, index) for index in externals)
    return tuple(
        dict.fromkeys(target.address for target in references if target is not None and target.address != document.uri)
    )


def _other_roots(files: tuple[Path, ...], graph: dict[str, tuple[str, ...]], known: set[str]) -> Iterator[str]:
    """Yield the root files that no page names.

    These are the files without incoming references, and the first file of each reference cycle.
    """
    inner = {uri for references in graph.values() for uri in references}
    met = _closure(graph, known)
    candidates = [uri_on_disk(path) for path in files if folders.is_root_file(path)]
    # Every file of a reference cycle has an incoming reference, so these files come last.
    for uri in sorted(candidates, key=lambda uri: uri in inner):
        if uri not in met:
            met |= _closure(graph, {uri})
            yield uri


def _closure(graph: dict[str, tuple[str, ...]], start: set[str]) -> set[str]:
    """Return `start` and all files reachable from it."""
    met, waiting = set(start), list(start)
    while waiting:
        fresh = [uri for uri in graph.get(waiting.pop(), ()) if uri not in met]
        met.update(fresh)
        waiting.extend(fresh)
    return met


def _of_files(faults: Iterable[Fault], site: sitemapsorg.Site) -> list[Fault]:
    """Return the faults located in the files of a sitemap."""
    files = {document.uri for document in site.documents}
    return [fault for fault in faults if fault.document in files]


def _without(faults: Iterable[Fault], reports: Iterable[Report]) -> tuple[Fault, ...]:
    """Return the faults that no report contains."""
    files = {document.uri for report in reports for document in report.documents}
    return tuple(fault for fault in faults if fault.document not in files)
