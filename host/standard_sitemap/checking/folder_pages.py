"""What the pages of a folder and its sitemaps say of each other: pages that are not there, that no map lists, or that
robots.txt or the pages themselves keep from search engines.

Reads the beginnings of pages and nothing outside the folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from standard_sitemap.checking.folders import PAGE_SUFFIXES, ROBOTS, Served, files_in
from standard_sitemap.checking.robots import Listed, RobotsRules, disallowed_page, disallowed_sitemap
from standard_sitemap.fetching.retrieving import INDEX_PAGES
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.sitemapsorg.entries import as_markup
from standard_sitemap.sitemapsorg.faults import Fault

# What a page says in its head stands there.
_HEAD_BYTES = 64 * 1024
_HEAD_END = re.compile(rb"</head|<body[\s>]", re.IGNORECASE)
_SAYS_SOMETHING = re.compile(rb"canonical|noindex|none|refresh", re.IGNORECASE)
_IS_PAGE = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]", re.IGNORECASE)
# Pages that servers send in place of others.
_ERROR_PAGE = re.compile(r"(?:4|5)[0-9x]{2}\.x?html?", re.IGNORECASE)
_CRAWLERS = frozenset({"robots", "googlebot", "bingbot", "yandex"})


class _Head(NamedTuple):
    """What a page says of itself to search engines."""

    is_page: bool = True
    canonical: str | None = None
    is_hidden: bool = False
    is_passed: bool = False


class FolderPages:
    """The files of a folder by their paths as seen from it, and what its pages say."""

    def __init__(self, folder: Path, served: Served, *, is_certain: bool) -> None:
        """The files of a folder; where `is_certain` is false, and no page is here, the site may be elsewhere."""
        self._served = served
        self._is_certain = is_certain
        self._files = {path.relative_to(folder).as_posix(): path for path in files_in(folder)}
        self._heads: dict[str, _Head] = {}
        # Crawlers read the one at the root of a site alone.
        robots = self._files.get(ROBOTS) if served.is_whole_site else None
        self._rules = RobotsRules(robots.read_bytes() if robots is not None else b"")

    def faults(self, listed: Iterable[Listed], sitemaps: Iterable[str]) -> Iterator[Fault]:
        """What is wrong between pages that are listed, pages that are there, and the sitemaps at some addresses."""
        names = {one: self._name(one.location) for one in listed}
        named = {name for name in names.values() if name is not None}
        is_its_site = bool(named) or self._is_certain
        for one, name in names.items() if is_its_site else ():
            yield from self._faults_of(one, name)
        yield from (fault for uri in sitemaps for fault in self._of_sitemap(uri))
        yield from self._not_listed(named) if named else ()

    def _name(self, location: str) -> str | None:
        """The file that the address of a page leads to."""
        path = self._served.path_of(split_fragment(location)[0])
        if path is None:
            return None
        folder = path.rstrip("/")
        names = [path, f"{folder}.html", f"{folder}.htm", *(f"{folder}/{one}".lstrip("/") for one in INDEX_PAGES)]
        return next((name for name in names if name in self._files), None)

    def _faults_of(self, one: Listed, name: str | None) -> Iterator[Fault]:
        if name is None:
            if self._served.path_of(one.location) is not None:
                yield Fault("page-not-in-folder", one.document, one.line, {"location": one.location})
            return
        disallowed = disallowed_page(one, self._rules)
        if disallowed is not None:
            yield disallowed
        head = self._head(name)
        if head.is_hidden:
            yield Fault("page-not-indexed", one.document, one.line, {"location": one.location})
        canonical = resolve(one.location, head.canonical) if head.canonical else None
        if canonical is not None and not self._served.is_same(canonical, one.location):
            params = {"location": one.location, "canonical": canonical, "right": as_markup(canonical)}
            yield Fault("page-canonical-elsewhere", one.document, one.line, params)

    def _of_sitemap(self, uri: str) -> Iterator[Fault]:
        path = self._served.path_of(uri)
        fault = disallowed_sitemap(uri, self._served.address_of(path), self._rules) if path is not None else None
        if fault is not None:
            yield fault

    def _not_listed(self, named: set[str]) -> Iterator[Fault]:
        for name, path in self._files.items():
            if name in named or path.suffix.lower() not in PAGE_SUFFIXES or _ERROR_PAGE.fullmatch(path.name):
                continue
            address = self._served.address_of(name)
            head = self._head(name)
            is_meant = head.is_page and not head.is_hidden and not head.is_passed
            is_other = head.canonical is not None and not self._served.is_same(
                resolve(address, head.canonical) or address, address
            )
            if is_meant and not is_other and self._rules.forbidding(address) is None:
                yield Fault("page-not-listed", path.as_uri(), 0, {"location": as_markup(address)})

    def _head(self, name: str) -> _Head:
        known = self._heads.get(name)
        if known is None:
            known = self._heads[name] = _head_of(self._files[name])
        return known


def _head_of(path: Path) -> _Head:
    """What the page at a path says; nothing of what is no page or cannot be read."""
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
