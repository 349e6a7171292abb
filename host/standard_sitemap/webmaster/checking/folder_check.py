"""Checks a folder: every sitemap in it, and the pages that name or appear in these sitemaps.

The site's own documents are always read from the folder; only other documents are fetched. Reports missing pages, pages
that no sitemap lists, and pages hidden from search engines by robots.txt or by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from lxml import etree

from standard_sitemap import sitemapsorg
from standard_sitemap.fetching.loader import Progress
from standard_sitemap.fetching.retrieving import Retriever
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.file_sizes import FILE_BYTES
from standard_sitemap.model.robots_meta import instructions
from standard_sitemap.model.tool_pages import tool_pages
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.model.url_paths import PAGE_SUFFIXES
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.refusals import FetchRefusal
from standard_sitemap.sitemapsorg.diagnosis import bounded, host_faults, usual_origin
from standard_sitemap.ssp import Site, parse
from standard_sitemap.ssp.names import Kind
from standard_sitemap.ssp.reachability import reference
from standard_sitemap.webmaster.checking import folders
from standard_sitemap.webmaster.checking.folders import files_in, robots_in
from standard_sitemap.webmaster.checking.page_naming import PageNaming, naming
from standard_sitemap.webmaster.checking.report import Report
from standard_sitemap.webmaster.checking.robots import (
    ListedPage,
    RobotsRules,
    disallowed_page,
    disallowed_sitemap,
    listed_by_maps,
    listed_by_others,
)
from standard_sitemap.webmaster.checking.served import (
    FolderRetriever,
    ServedFolder,
    base_of_addresses,
    base_of_canonicals,
    page_names,
)
from standard_sitemap.webmaster.checking.surveying import CheckOptions, NamingPages, SitemapLoading


class FolderCheck:
    """Check of one folder; no file above `edge` is read."""

    def __init__(self, target: str, folder: Path, edge: Path, options: CheckOptions, progress: Progress) -> None:
        self._target = target
        self._folder = folder
        self._edge = edge
        self._options = options
        self._named = options.named(folder.as_uri())
        self._loading = SitemapLoading(target, options, progress)
        self._contents = folders.contents(folder)
        self._pages = FolderPages(folder)

    async def reports(self) -> list[Report]:
        """Return the reports on Standard-Sitemaps, then the reports on other sitemaps."""
        namings = await self._namings()
        base = self._options.base_url or self._pages.canonical_base() or self._base_of_links(namings)
        base = base or base_of_addresses(folders.listed_sitemaps(self._folder), set(self._pages.files))
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
                    namings.append(naming(await retriever.get(page.as_uri()), None))
                except FetchRefusal:
                    continue
        return namings

    def _base_of_links(self, namings: list[PageNaming]) -> str:
        """Return the folder's address, derived from links to sitemaps inside it."""
        inside = f"{self._folder.as_uri()}/"
        files = {path.relative_to(self._folder).as_posix() for path in self._contents.sitemaps}
        links = (page.sitemap for page in namings if page.sitemap is not None)
        return base_of_addresses((link for link in links if not link.startswith(inside)), files)

    async def _load_maps(self, named: dict[str, NamingPages], retriever: Retriever) -> list[tuple[Report, Site]]:
        """Return the Standard-Sitemaps: first the ones that pages name, then the other root files."""
        maps = [await self._loading.map(uri, by, retriever) for uri, by in named.items()]
        # Sitemaps named by pages come first: their files are no longer candidates for root files.
        known = _files([report for report, _ in maps])
        unnamed = _other_roots(self._contents.sitemaps, self._references(), known)
        return maps + [await self._loading.map(uri, NamingPages(), retriever) for uri in unnamed]

    async def _load_lists(self, retriever: Retriever) -> list[sitemapsorg.Site]:
        """Return the sitemaps in other formats. Each file belongs to one of them."""
        sites: list[sitemapsorg.Site] = []
        met: set[str] = set()
        served = ServedFolder(self._folder, self._options.base_url)
        for uri in map(Path.as_uri, folders.roots(self._folder)):
            if uri not in met:
                sites.append(await self._loading.list(uri, retriever, served))
                met.update(document.uri for document in sites[-1].documents)
                met.add(uri)
        return sites

    def _references(self) -> dict[str, tuple[str, ...]]:
        return {path.as_uri(): _referenced(path) for path in self._contents.sitemaps}

    def _unused(self, reports: list[Report]) -> tuple[str, ...]:
        references = self._references()
        used = _closure(references, _files(reports))
        return tuple(uri for uri in references if uri not in used)

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
        comparison = PageComparison(self._pages, served, is_certain=bool(self._options.base_url))
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
        if not rest:
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


def _referenced(path: Path) -> tuple[str, ...]:
    """Return the files that a sitemap file's externals name, even if those externals are not followed."""
    if path.stat().st_size > FILE_BYTES:
        return ()
    document = parse(path.as_uri(), path.read_bytes())
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
    candidates = [path.as_uri() for path in files if folders.is_root_file(path)]
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


# A sample of pages suffices: their canonical links agree on where the folder is served.
_SAMPLE = 500
# A page's metadata is in its head, near the start of the file.
_HEAD_BYTES = 64 * 1024
_HEAD_END = re.compile(rb"</head|<body[\s>]", re.IGNORECASE)
_SAYS_SOMETHING = re.compile(rb"canonical|noindex|none|refresh", re.IGNORECASE)
_IS_PAGE = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]", re.IGNORECASE)
# A file without both shows readers nothing: a part of pages, or a script that redirects.
_HAS_CONTENT = re.compile(rb"<title[^>]*>\s*[^\s<]|<h1[\s>]|<body[\s>]", re.IGNORECASE)


class _Head(NamedTuple):
    """A page's metadata for search engines."""

    is_page: bool = True
    canonical: str | None = None
    is_hidden: bool = False
    is_passed: bool = False


class FolderPages:
    """The files of a folder by relative path, with the metadata of its pages."""

    def __init__(self, folder: Path) -> None:
        self.files = {path.relative_to(folder).as_posix(): path for path in files_in(folder)}
        self._heads: dict[str, _Head] = {}

    def head(self, name: str) -> _Head:
        """Return the metadata of the page at a path; each page is read once."""
        known = self._heads.get(name)
        if known is None:
            known = self._heads[name] = _head_of(self.files[name])
        return known

    def canonical_base(self) -> str:
        """Return the folder's address, derived from its pages' canonical links; "" if they have none."""
        pages = (name for name, path in self.files.items() if path.suffix.lower() in PAGE_SUFFIXES)
        canonicals = ((name, resolve("", self.head(name).canonical or "")) for name in islice(pages, _SAMPLE))
        on_web = ((name, address) for name, address in canonicals if address and address.startswith("http"))
        return base_of_canonicals(on_web, self.files)


class PageComparison:
    """Comparison of a folder's pages with the sitemaps of the site that it is served as."""

    def __init__(self, pages: FolderPages, served: ServedFolder, *, is_certain: bool) -> None:
        """Assume another site's sitemaps if no listed page is in the folder, unless `is_certain`."""
        self._pages = pages
        self._served = served
        self._is_certain = is_certain
        # Crawlers read robots.txt only at the root of a site.
        self._rules = RobotsRules((robots_in(served.folder) if served.is_whole_site else None) or b"")

    def faults(self, listed: Iterable[ListedPage], sitemaps: Iterable[str]) -> Iterator[Fault]:
        """Yield the differences between listed pages, the folder's pages and the files at the addresses `sitemaps`."""
        names = {entry: self._name(entry.location) for entry in listed}
        named = {name for name in names.values() if name is not None}
        is_its_site = bool(named) or self._is_certain
        for entry, name in names.items() if is_its_site else ():
            yield from self._faults_of(entry, name)
        yield from (fault for uri in sitemaps for fault in self._of_sitemap(uri))
        yield from self._not_listed(named) if named else ()

    def _path(self, location: str) -> str | None:
        """Return the path in the folder of a page's address; None if the address belongs to another site."""
        if location.startswith("http") and not self._served.has_host:
            return None
        return self._served.path_of(split_fragment(location)[0])

    def _name(self, location: str) -> str | None:
        """Return the file of a page's address, or None if the folder has none."""
        path = self._path(location)
        return (
            next((name for name in page_names(path) if name in self._pages.files), None) if path is not None else None
        )

    def _faults_of(self, entry: ListedPage, name: str | None) -> Iterator[Fault]:
        if name is None:
            if self._path(entry.location) is not None:
                yield sitemapsorg.Fault("page-not-in-folder", entry.document, entry.line, {"location": entry.location})
            return
        # A Standard-Sitemap rightly lists pages that search engines need not index: the search, or an old version.
        if entry.is_for_readers:
            return
        disallowed = disallowed_page(entry, self._rules)
        if disallowed is not None:
            yield disallowed
        head = self._pages.head(name)
        if head.is_hidden:
            yield sitemapsorg.Fault("page-not-indexed", entry.document, entry.line, {"location": entry.location})
        canonical = resolve(entry.location, head.canonical.partition("#")[0]) if head.canonical else None
        if canonical is not None and self._is_elsewhere(canonical, entry.location, name):
            params = {"location": entry.location, "canonical": canonical, "right": escaped(canonical)}
            yield sitemapsorg.Fault("page-canonical-elsewhere", entry.document, entry.line, params)

    def _is_elsewhere(self, canonical: str, location: str, name: str) -> bool:
        """Return whether the canonical address names another page; on disk, whether it names another file."""
        if location.startswith("http"):
            return canonical != location
        return self._path(canonical) is not None and self._name(canonical) != name

    def _of_sitemap(self, uri: str) -> Iterator[Fault]:
        path = self._served.path_of(uri)
        fault = disallowed_sitemap(uri, self._served.address_of(path), self._rules) if path is not None else None
        if fault is not None:
            yield fault

    def _not_listed(self, named: set[str]) -> Iterator[Fault]:
        unwanted = named | set(tool_pages(self._pages.files))
        for name, path in self._pages.files.items():
            # A symbolic link is another name of a page, or leads out of the site.
            if name in unwanted or path.suffix.lower() not in PAGE_SUFFIXES or path.is_symlink():
                continue
            address = self._served.address_of(name)
            head = self._pages.head(name)
            is_meant = head.is_page and not head.is_hidden and not head.is_passed
            canonical = resolve(path.as_uri(), head.canonical) if head.canonical else None
            is_other = canonical is not None and self._name(canonical) != name
            if is_meant and not is_other and self._rules.forbidding(address) is None:
                yield sitemapsorg.Fault("page-not-listed", path.as_uri(), 0, {"location": escaped(address)})


def _head_of(path: Path) -> _Head:
    """Return the metadata of a page; `is_page` is false if the file is not a page or cannot be read."""
    if path.suffix.lower() not in PAGE_SUFFIXES:
        return _Head(is_page=False)
    try:
        with path.open("rb") as file:
            start = file.read(_HEAD_BYTES)
    except OSError:
        return _Head(is_page=False)
    end = _HEAD_END.search(start)
    head = start[: end.start()] if end is not None else start
    if _IS_PAGE.search(head) is None or _HAS_CONTENT.search(start) is None:
        return _Head(is_page=False)
    return _parsed(head) if _SAYS_SOMETHING.search(head) else _Head()


def _parsed(head: bytes) -> _Head:
    try:
        root = etree.fromstring(head, etree.HTMLParser(encoding="utf-8", remove_comments=True, no_network=True))
    except etree.XMLSyntaxError:
        return _Head()
    canonical, is_hidden, is_passed = None, False, False
    for element in root.iter("meta", "link") if root is not None else ():
        is_hidden = is_hidden or "noindex" in instructions(element.get("name"), element.get("content"))
        if (element.get("http-equiv") or "").lower() == "refresh":
            is_passed = is_passed or "url" in (element.get("content") or "").lower()
        elif "canonical" in (element.get("rel") or "").lower().split():
            canonical = canonical or (element.get("href") or "").strip()
    return _Head(True, canonical or None, is_hidden, is_passed)
