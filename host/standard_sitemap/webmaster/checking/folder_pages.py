"""Compares the pages of a folder with robots.txt and with the sitemaps that list them.

Reports missing pages, pages that no sitemap lists, and pages hidden from search engines by robots.txt or by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.sitemapsorg.locations import as_markup
from standard_sitemap.webmaster.checking.folders import PAGE_SUFFIXES, ROBOTS, files_in
from standard_sitemap.webmaster.checking.robots import ListedPage, RobotsRules, disallowed_page, disallowed_sitemap
from standard_sitemap.webmaster.checking.served import Served, base_of_canonicals, page_names

# A sample of pages suffices: their canonical links agree on where the folder is served.
_SAMPLE = 500
# A page's metadata is in its head, near the start of the file.
_HEAD_BYTES = 64 * 1024
_HEAD_END = re.compile(rb"</head|<body[\s>]", re.IGNORECASE)
_SAYS_SOMETHING = re.compile(rb"canonical|noindex|none|refresh", re.IGNORECASE)
_IS_PAGE = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]", re.IGNORECASE)
# Pages that servers send in place of others, such as 404.html.
_ERROR_PAGE = re.compile(r"(?:4|5)[0-9x]{2}\.x?html?", re.IGNORECASE)
_CRAWLERS = frozenset({"robots", "googlebot", "bingbot", "yandex"})


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
        canonicals = ((name, self.head(name).canonical or "") for name in islice(pages, _SAMPLE))
        return base_of_canonicals((name, address) for name, address in canonicals if address.startswith("http"))


class PageComparison:
    """Comparison of a folder's pages with the sitemaps of the site that it is served as."""

    def __init__(self, pages: FolderPages, served: Served, *, is_certain: bool) -> None:
        """Assume another site's sitemaps if no listed page is in the folder, unless `is_certain`."""
        self._pages = pages
        self._served = served
        self._is_certain = is_certain
        # Crawlers read robots.txt only at the root of a site.
        robots = pages.files.get(ROBOTS) if served.is_whole_site else None
        self._rules = RobotsRules(robots.read_bytes() if robots is not None else b"")

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
                yield Fault("page-not-in-folder", entry.document, entry.line, {"location": entry.location})
            return
        disallowed = disallowed_page(entry, self._rules)
        if disallowed is not None:
            yield disallowed
        head = self._pages.head(name)
        # A Standard-Sitemap rightly lists pages, such as the search, that search engines need not index.
        if head.is_hidden and not entry.is_for_readers:
            yield Fault("page-not-indexed", entry.document, entry.line, {"location": entry.location})
        canonical = resolve(entry.location, head.canonical) if head.canonical else None
        if canonical is not None and self._is_elsewhere(canonical, entry.location, name):
            params = {"location": entry.location, "canonical": canonical, "right": as_markup(canonical)}
            yield Fault("page-canonical-elsewhere", entry.document, entry.line, params)

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
        for name, path in self._pages.files.items():
            if name in named or path.suffix.lower() not in PAGE_SUFFIXES or _ERROR_PAGE.fullmatch(path.name):
                continue
            address = self._served.address_of(name)
            head = self._pages.head(name)
            is_meant = head.is_page and not head.is_hidden and not head.is_passed
            canonical = resolve(path.as_uri(), head.canonical) if head.canonical else None
            is_other = canonical is not None and self._name(canonical) != name
            if is_meant and not is_other and self._rules.forbidding(address) is None:
                yield Fault("page-not-listed", path.as_uri(), 0, {"location": as_markup(address)})


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
    if _IS_PAGE.search(head) is None:
        return _Head(is_page=False)
    return _parsed(head) if _SAYS_SOMETHING.search(head) else _Head()


def _parsed(head: bytes) -> _Head:
    from lxml import etree

    try:
        root = etree.fromstring(head, etree.HTMLParser(encoding="utf-8", remove_comments=True, no_network=True))
    except etree.XMLSyntaxError:
        return _Head()
    canonical, is_hidden, is_passed = None, False, False
    for element in root.iter("meta", "link") if root is not None else ():
        content = (element.get("content") or "").lower()
        if (element.get("name") or "").lower() in _CRAWLERS:
            is_hidden = is_hidden or bool({"noindex", "none"} & set(re.split(r"[\s,]+", content)))
        elif (element.get("http-equiv") or "").lower() == "refresh":
            is_passed = is_passed or "url" in content
        elif "canonical" in (element.get("rel") or "").lower().split():
            canonical = canonical or (element.get("href") or "").strip()
    return _Head(True, canonical or None, is_hidden, is_passed)
