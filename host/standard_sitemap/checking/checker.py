"""Checks targets: a sitemap or a page, on the web or on disk, or a folder of them. One report for each sitemap.

A page stands for the sitemap that it names; in a folder every page is read, so that a sitemap's report lists its pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from standard_sitemap import formats, sitemapsorg
from standard_sitemap.checking import folders
from standard_sitemap.checking.folders import FolderPages, FolderRetriever, Served
from standard_sitemap.checking.report import NamingPage, Refused, Report
from standard_sitemap.checking.robots import Listed, RobotsRules, SiteRobots, listed_by_maps, listed_by_others
from standard_sitemap.checking.surveying import survey, survey_sitemaps_org
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.retrieving import Retriever, load, page_type, path_on_disk
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.site import Retrieved
from standard_sitemap.refusals import FetchRefusal
from standard_sitemap.sitemapsorg.diagnosis import bounded, host_faults, site_faults, usual_origin
from standard_sitemap.sitemapsorg.entries import origin
from standard_sitemap.ssp import Evidence, Site, discover, discovery_faults, parse, read_page
from standard_sitemap.ssp.discovery import PAGE_TYPES
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.reachability import reference

# The document element, past a byte-order mark, declarations and comments.
_PAGE_START = re.compile(
    rb"(?:\xef\xbb\xbf)?(?>\s+|<!--.*?-->|<\?.*?\?>)*+<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE | re.DOTALL
)
# A page begins as one, if only after a long comment; what comes later may be an example of one.
_START_BYTES = 4096
_SITEMAP_SUFFIXES = frozenset({".xml", ".gz", ".txt", ".rss", ".atom"})
# A server that can send either should send the sitemap.
_ACCEPT = "application/xml, text/xml;q=0.9, application/xhtml+xml;q=0.8, text/html;q=0.8, */*;q=0.1"


class Naming(NamedTuple):
    """What a page says: the sitemap it names, if any, by which rule, and the faults in how it does so."""

    page: NamingPage
    sitemap: str | None
    faults: tuple[Fault, ...]


def is_page(document: RetrievedDocument) -> bool:
    """Whether a document is a page: by its label, or where it has none by its name and its beginning."""
    if document.content_type is not None:
        return document.content_type.partition(";")[0].strip().lower() in PAGE_TYPES
    return _suffix(document.uri) in folders.PAGE_SUFFIXES or _PAGE_START.match(document.body[:_START_BYTES]) is not None


def naming(document: RetrievedDocument, edge: Path | None) -> Naming:
    """What a document's headers and links say of its sitemap; `edge` is the folder of a site on disk."""
    content_type = document.content_type or page_type(document.uri, document.body)
    links = read_page(document.body, document.uri, content_type)
    evidence = Evidence(document.uri, content_type, document.headers, links)
    found = discover(evidence)
    sitemap = found.sitemap if found.sitemap is None or edge is None else _below(found.sitemap, edge)
    return Naming(NamingPage(document.uri, found.rule), sitemap, tuple(discovery_faults(evidence)))


def _suffix(uri: str) -> str:
    return PurePosixPath(unquote(urlsplit(uri).path)).suffix.lower()


def _below(sitemap: str, edge: Path) -> str:
    """A file's URI; one that begins at the site's root, such as `/sitemap.xml`, is looked for below `edge`."""
    parts = urlsplit(sitemap)
    if parts.scheme != "file" or path_on_disk(sitemap).is_relative_to(edge):
        return sitemap
    below = edge / unquote(parts.path).lstrip("/")
    return below.as_uri() if below.is_file() else sitemap


@dataclass(frozen=True, slots=True)
class Options:
    """How to check: above which folder to read no file, the reader's wish for `tree="user"`, what to explain.

    `base_url` is the address of the folder of files on disk, once they are served; `robots` the site's robots.txt,
    where one was named; `given` are bodies that are here already, by address.
    """

    root: Path | None = None
    include_user: bool = False
    explain: tuple[str, ...] = ()
    given: Mapping[str, bytes] = field(default_factory=dict)
    base_url: str = ""
    robots: bytes | None = None


@dataclass(slots=True)
class _Named:
    """The pages that name one sitemap."""

    pages: list[NamingPage] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


class Checker:
    """Checks one target after another; `progress` hears of files as they come."""

    def __init__(self, options: Options, progress: Progress) -> None:
        self._options = options
        self._progress = progress

    async def check(self, target: str) -> list[Report]:
        """The reports on a target: one, or of a folder one for each sitemap below it."""
        if urlsplit(target).scheme in ("http", "https"):
            return [await self._check_document(target, target, None)]
        if target in self._options.given:
            return [await self._check_document(target, target, self._options.root or _path(target).parent)]
        path, root = _path(target), self._options.root
        if path.is_dir():
            return await self._check_folder(target, path, root or path)
        return [await self._check_document(target, path.as_uri(), root or path.parent)]

    async def _check_document(self, target: str, uri: str, edge: Path | None) -> Report:
        """The report on a sitemap, or on the one that a page names."""
        async with Retriever(edge, self._options.given) as retriever:
            try:
                document = await retriever.get(uri, _ACCEPT)
            except FetchRefusal as refusal:
                return Report(target, refused=Refused(refusal.code, str(refusal)))
            found = naming(document, edge) if _may_name(document) else None
            form = formats.detect_format(Retrieved(document.uri, document.body, document.content_type))
            names_one = found is not None and found.sitemap is not None
            if not names_one and (form is formats.OTHER or _is_meant_for_list(document)):
                return await self._check_other(target, uri, edge, document, retriever)
            if found is not None and (found.sitemap is not None or is_page(document)):
                if found.sitemap is None:
                    return Report(target, pages=(found.page,), faults=found.faults)
                named = _Named([found.page], list(found.faults))
                report, site = await self._load_sitemap(target, found.sitemap, named, retriever)
            else:
                report, site = await self._load_sitemap(target, uri, _Named(), retriever, document)
        forbidden = self._forbidden(document, edge, (one.uri for one in site.documents), listed_by_maps([site]))
        return replace(report, faults=(*report.faults, *forbidden)) if forbidden else report

    async def _check_other(
        self, target: str, uri: str, edge: Path | None, here: RetrievedDocument, retriever: Retriever
    ) -> Report:
        """The report on a sitemap that is no Standard-Sitemap, whose root file is here."""
        if edge is None:
            site = await self._load_other(uri, retriever, None, here)
        else:
            served = Served(edge, self._options.base_url)
            async with FolderRetriever(served, edge) as below:
                site = await self._load_other(uri, below if self._options.base_url else retriever, served, here)
        uris = (one.uri for one in site.documents)
        return self._survey_other(target, site, self._forbidden(here, edge, uris, listed_by_others(site.in_order())))

    def _robots(self, here: RetrievedDocument, edge: Path | None) -> bytes | None:
        """The site's robots.txt: the one that was named, is the target, or lies at the root of a site on disk.

        None is looked for on the web: nobody said that there is one, or that the site is ours to read.
        """
        if self._options.robots is not None:
            return self._options.robots
        if sitemapsorg.format_at(here.body, here.uri) == sitemapsorg.Format.ROBOTS:
            return here.body
        base = self._options.base_url
        file = edge / folders.ROBOTS if edge is not None and base and Served(edge, base).is_whole_site else None
        return file.read_bytes() if file is not None and file.is_file() else None

    def _address(self, uri: str, edge: Path | None) -> str | None:
        """The address at which a file is served; None where that is not known."""
        return uri if edge is None or uri.startswith("http") else Served(edge, self._options.base_url).uri_served(uri)

    def _forbidden(
        self, here: RetrievedDocument, edge: Path | None, uris: Iterable[str], pages: Iterable[Listed]
    ) -> Sequence[Fault]:
        """What robots.txt keeps from crawlers, of the pages and the sitemaps of a site, whose root file is here."""
        robots = self._robots(here, edge)
        if robots is None:
            return ()  # before anything is listed: there may be a million pages
        listed = list(pages)
        served = [(uri, self._address(uri, edge)) for uri in uris]
        addresses = [address for _, address in served if address is not None]
        own = self._options.base_url or next(iter(addresses), None) or usual_origin(one.location for one in listed)
        return bounded(SiteRobots(origin(own), RobotsRules(robots)).faults(listed, served)) if own else ()

    async def _load_other(
        self, uri: str, retriever: Retriever, served: Served | None, here: RetrievedDocument | None = None
    ) -> sitemapsorg.Site:
        site = sitemapsorg.Site(
            uri,
            include_user=self._options.include_user,
            now=datetime.now(UTC),
            served_as=served.uri_served if served is not None else lambda _: None,
        )
        await load(site, retriever, {site.root_uri: here} if here else {}, self._progress)
        return site

    def _survey_other(self, target: str, site: sitemapsorg.Site, more: Sequence[Fault] = ()) -> Report:
        together = (*site_faults(site.in_order()), *more)
        return survey_sitemaps_org(target, site.hierarchy(), together, self._options.explain)

    async def _load_sitemap(
        self, target: str, uri: str, named: _Named, retriever: Retriever, here: RetrievedDocument | None = None
    ) -> tuple[Report, Site]:
        site = Site(uri, include_user=self._options.include_user)
        refused = await load(site, retriever, {site.root_uri: here} if here else {}, self._progress)
        root = refused.get(site.root_uri)
        if root is not None:
            pages, faults = tuple(named.pages), tuple(named.faults)
            return Report(target, site.root_uri, pages, Refused(root.code, str(root)), faults=faults), site
        return survey(target, site, named.pages, named.faults, self._options.explain), site

    async def _check_folder(self, target: str, folder: Path, edge: Path) -> list[Report]:
        contents = folders.contents(folder)
        async with Retriever(edge) as retriever:
            named = await self._named(contents.pages, edge, retriever)
            found = [await self._load_sitemap(target, uri, by, retriever) for uri, by in named.items()]
            graph = {path.as_uri(): _referenced(path) for path in contents.sitemaps}
            # After those that pages name: a file that belongs to one of these is none of its own.
            unnamed = _other_roots(contents.sitemaps, graph, _files([report for report, _ in found]))
            found.extend([await self._load_sitemap(target, uri, _Named(), retriever) for uri in unnamed])
        reports = [report for report, _ in found]
        part = _closure(graph, _files(reports))
        unused = tuple(uri for uri in graph if uri not in part)
        reports, others = await self._with_others(target, folder, edge, reports, [site for _, site in found])
        # A folder without any Standard-Sitemap needs no report that says so.
        if others and not reports and not unused:
            return others
        return [*reports[:-1], replace(reports[-1] if reports else Report(target), unused=unused), *others]

    async def _with_others(
        self, target: str, folder: Path, edge: Path, reports: list[Report], maps: list[Site]
    ) -> tuple[list[Report], list[Report]]:
        """The reports on Standard-Sitemaps, and those on the other sitemaps of a folder, with what its pages show."""
        sites = await self._load_other_files(folder, edge)
        documents = [document for site in sites for document in site.in_order()]
        listed = [*listed_by_maps(maps), *listed_by_others(documents)]
        base = self._options.base_url or usual_origin(one.location for one in listed_by_others(documents)) or ""
        pages = FolderPages(folder, Served(folder, base), is_certain=bool(self._options.base_url))
        found = bounded(pages.faults(listed, [document.uri for document in documents]))
        # With an address each file was held against it as it was read; without one the usual host is known only now.
        if base and not self._options.base_url:
            found.extend(host_faults(documents, base))
        others = [self._survey_other(target, site, _of_files(found, site)) for site in sites]
        rest = _without(found, others)
        if not rest:
            return reports, others
        if reports:
            # What is in no file of a sitemap, as a page that none lists, has to stand in some report.
            return [replace(reports[0], faults=(*reports[0].faults, *rest)), *reports[1:]], others
        return reports, [replace(others[0], faults=(*others[0].faults, *rest)), *others[1:]]

    async def _load_other_files(self, folder: Path, edge: Path) -> list[sitemapsorg.Site]:
        """The sitemaps of a folder that are no Standard-Sitemaps; each file is in one of them."""
        sites: list[sitemapsorg.Site] = []
        met: set[str] = set()
        served = Served(folder, self._options.base_url)
        async with FolderRetriever(served, edge) as retriever:
            for uri in map(Path.as_uri, folders.roots(folder)):
                if uri not in met:
                    sites.append(await self._load_other(uri, retriever, served))
                    met.update(document.uri for document in sites[-1].documents)
                    met.add(uri)
        return sites

    async def _named(self, pages: tuple[Path, ...], edge: Path, retriever: Retriever) -> dict[str, _Named]:
        """The sitemaps that pages name, in the order of the pages."""
        named: dict[str, _Named] = {}
        for page in pages:
            found = await _page_naming(page.as_uri(), edge, retriever)
            if found is not None and found.sitemap is not None:
                by = named.setdefault(found.sitemap, _Named())
                by.pages.append(found.page)
                by.faults.extend(found.faults)
        return named


def _path(target: str) -> Path:
    """The path that a target names: itself, or that of a `file:` URI."""
    return (path_on_disk(target) if urlsplit(target).scheme == "file" else Path(target)).resolve()


def _may_name(document: RetrievedDocument) -> bool:
    """Whether a document can be one that names a sitemap: a page, or anything that was sent with headers."""
    return len(document.headers) > 0 or is_page(document)


def _is_meant_for_list(document: RetrievedDocument) -> bool:
    """Whether a document that lists nothing is reported as such: an empty file, a page in a sitemap's place, no XML."""
    found = sitemapsorg.format_at(document.body, document.uri)
    if found == sitemapsorg.Format.PAGE:
        return _suffix(document.uri) in _SITEMAP_SUFFIXES
    return found == sitemapsorg.Format.UNKNOWN and not document.body.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


async def _page_naming(uri: str, edge: Path, retriever: Retriever) -> Naming | None:
    """What a page of a folder says; None where it may not be read, as when it is a link to elsewhere."""
    try:
        return naming(await retriever.get(uri), edge)
    except FetchRefusal:
        return None


def _files(reports: list[Report]) -> set[str]:
    """The files that belong to sitemaps that were checked, and those that were to be checked in vain."""
    files = {document.uri for report in reports for document in report.documents}
    return files | {report.sitemap for report in reports if report.sitemap is not None}


def _referenced(path: Path) -> tuple[str, ...]:
    """The files that the externals of a sitemap file name, whether or not they are followed."""
    document = parse(path.as_uri(), path.read_bytes())
    externals = (index for index in document.notables if document.kinds[index] == Kind.EXTERNAL)
    found = (reference(document, index) for index in externals)
    return tuple(dict.fromkeys(one.address for one in found if one is not None and one.address != document.uri))


def _other_roots(files: tuple[Path, ...], graph: dict[str, tuple[str, ...]], known: set[str]) -> Iterator[str]:
    """The root files that no page names: those to which no file refers, and of files in a ring the first."""
    inner = {uri for references in graph.values() for uri in references}
    met = _closure(graph, known)
    candidates = [path.as_uri() for path in files if folders.is_root_file(path)]
    # A ring has no file to which none refers, so its first is taken once all others had their turn.
    for uri in sorted(candidates, key=lambda uri: uri in inner):
        if uri not in met:
            met |= _closure(graph, {uri})
            yield uri


def _closure(graph: dict[str, tuple[str, ...]], start: set[str]) -> set[str]:
    """All files that one can come to from `start`, those included."""
    met, waiting = set(start), list(start)
    while waiting:
        fresh = [uri for uri in graph.get(waiting.pop(), ()) if uri not in met]
        met.update(fresh)
        waiting.extend(fresh)
    return met


def _of_files(faults: Iterable[Fault], site: sitemapsorg.Site) -> list[Fault]:
    """Those faults that are in the files of a sitemap."""
    files = {document.uri for document in site.documents}
    return [fault for fault in faults if fault.document in files]


def _without(faults: Iterable[Fault], reports: Iterable[Report]) -> tuple[Fault, ...]:
    """Those faults that no report has."""
    files = {document.uri for report in reports for document in report.documents}
    return tuple(fault for fault in faults if fault.document not in files)
