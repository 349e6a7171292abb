"""Compares the pages in the folder of a site with the sitemaps that list them.

Reports missing pages, pages that no sitemap lists, pages hidden from search engines by robots.txt or by themselves,
redirects, pages for servers and tools, and a page that is listed under several addresses.
"""

from __future__ import annotations

import filecmp
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from standard_sitemap import sitemapsorg
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.robots_meta import instructions
from standard_sitemap.model.tool_pages import tool_pages
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.model.url_paths import INDEX_NAMES, PAGE_SUFFIXES
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.webmaster.checking.folders import (
    ServedFolder,
    base_of_canonicals,
    files_in,
    page_names,
    robots_in,
)
from standard_sitemap.webmaster.checking.robots import (
    ListedPage,
    RobotsRules,
    disallowed_page,
    disallowed_sitemap,
)

# A sample of pages suffices: their canonical links agree on where the folder is served.
_SAMPLE = 500
# A page's metadata is in its head, near the start of the file.
_HEAD_BYTES = 64 * 1024
_HEAD_END = re.compile(rb"</head|<body[\s>]", re.IGNORECASE)
_SAYS_SOMETHING = re.compile(rb"canonical|noindex|none|refresh", re.IGNORECASE)
_IS_PAGE = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]", re.IGNORECASE)
# A file without both shows readers nothing: a part of pages, or a script that redirects.
_HAS_CONTENT = re.compile(rb"<title[^>]*>\s*[^\s<]|<h1[\s>]|<body[\s>]", re.IGNORECASE)

# A redirect after at most nine seconds; later ones reload a page.
_REFRESH = re.compile(r"\s*[0-9](?:\.[0-9]*)?\s*[;,]\s*(?:url\s*=)?\s*['\"]?([^'\"]+)", re.IGNORECASE)


class _Head(NamedTuple):
    """A page's metadata for search engines."""

    is_page: bool = True
    canonical: str | None = None
    is_hidden: bool = False
    #: The address to which the page sends its readers.
    target: str | None = None


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

    def copies(self) -> dict[str, str]:
        """Return the start page for each copy beside it; `make` leaves these out."""
        start = next((name for name in INDEX_NAMES if name in self.files), None)
        beside = (name for name in self.files if "/" not in name and name.lower().endswith(PAGE_SUFFIXES))
        return {name: start for name in beside if start and name != start and self._are_equal(name, start)}

    def _are_equal(self, name: str, other: str) -> bool:
        try:
            return filecmp.cmp(self.files[name], self.files[other], shallow=False)
        except OSError:
            return False

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
        self._of_tools = set(tool_pages(pages.files))
        self._copies = pages.copies()

    def faults(self, listed: Iterable[ListedPage], sitemaps: Iterable[str]) -> Iterator[Fault]:
        """Yield the differences between listed pages, the folder's pages and the files at the addresses `sitemaps`."""
        names = {entry: self._name(entry.location) for entry in listed}
        named = {name for name in names.values() if name is not None}
        is_its_site = bool(named) or self._is_certain
        for entry, name in names.items() if is_its_site else ():
            yield from self._faults_of(entry, name)
        yield from self._of_several_addresses(names) if is_its_site else ()
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
        if name in self._of_tools:
            yield sitemapsorg.Fault("page-for-tools", entry.document, entry.line, {"location": entry.location})
        elif head.target is not None:
            target = resolve(entry.location, head.target) or head.target
            params = {"location": entry.location, "target": target, "right": escaped(target)}
            yield sitemapsorg.Fault("page-redirects", entry.document, entry.line, params)
        if head.is_hidden:
            yield sitemapsorg.Fault("page-not-indexed", entry.document, entry.line, {"location": entry.location})
        canonical = resolve(entry.location, head.canonical.partition("#")[0]) if head.canonical else None
        if canonical is not None and self._is_elsewhere(canonical, entry.location, name):
            params = {"location": entry.location, "canonical": canonical, "right": escaped(canonical)}
            yield sitemapsorg.Fault("page-canonical-elsewhere", entry.document, entry.line, params)

    def _of_several_addresses(self, names: Mapping[ListedPage, str | None]) -> Iterator[Fault]:
        """Yield the faults of entries that lead to the same page as an earlier one, by another address."""
        first: dict[str, ListedPage] = {}
        for entry, name in names.items():
            if name is None or entry.is_for_readers:
                continue
            page = self._copies.get(name, name)
            other = first.setdefault(page, entry)
            if other.location != entry.location:
                right = resolve(entry.location, self._pages.head(page).canonical or self._served.address_of(page))
                params = {"location": entry.location, "target": other.location, "first": str(other.line)}
                params["right"] = escaped(right or other.location)
                yield sitemapsorg.Fault("page-under-two-addresses", entry.document, entry.line, params)

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
        unwanted = named | self._of_tools | set(self._copies)
        for name, path in self._pages.files.items():
            # A symbolic link is another name of a page, or leads out of the site.
            if name in unwanted or path.suffix.lower() not in PAGE_SUFFIXES or path.is_symlink():
                continue
            address = self._served.address_of(name)
            head = self._pages.head(name)
            is_meant = head.is_page and not head.is_hidden and head.target is None
            canonical = resolve(path.as_uri(), head.canonical) if head.canonical else None
            is_other = canonical is not None and self._name(canonical) != name
            if is_meant and not is_other and self._rules.allows(address):
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
    from lxml import etree  # saves 6 ms of checks of single files, which compare no pages

    try:
        root = etree.fromstring(head, etree.HTMLParser(encoding="utf-8", remove_comments=True, no_network=True))
    except etree.XMLSyntaxError:
        return _Head()
    canonical, is_hidden, target = None, False, None
    for element in root.iter("meta", "link") if root is not None else ():
        is_hidden = is_hidden or "noindex" in instructions(element.get("name"), element.get("content"))
        if (element.get("http-equiv") or "").lower() == "refresh":
            refresh = _REFRESH.match(element.get("content") or "")
            target = target or (refresh[1].strip() if refresh is not None else None)
        elif "canonical" in (element.get("rel") or "").lower().split():
            canonical = canonical or (element.get("href") or "").strip()
    return _Head(True, canonical or None, is_hidden, target)
