"""What a folder with a site in it holds: its sitemaps of both formats, what addresses lead to, and what its pages say.

Pages and sitemaps are held against each other: pages that are not there, that no map lists, or that robots.txt or the
pages themselves keep from search engines. Never reads outside the folder; links to folders are not followed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit
from xml.parsers import expat

from standard_sitemap import sitemapsorg
from standard_sitemap.checking.robots import Listed, RobotsRules, disallowed_page, disallowed_sitemap
from standard_sitemap.fetching.bodies import RetrievedDocument
from standard_sitemap.fetching.limits import FILE_BYTES
from standard_sitemap.fetching.request_headers import ACCEPT_XML
from standard_sitemap.fetching.retrieving import INDEX_PAGES, Retriever, path_on_disk
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.sitemapsorg import Format
from standard_sitemap.sitemapsorg.entries import as_markup
from standard_sitemap.sitemapsorg.faults import Fault
from standard_sitemap.ssp.names import NAMESPACE, SEPARATOR

PAGE_SUFFIXES = frozenset({".html", ".htm", ".xhtml", ".xht"})

ROBOTS = "robots.txt"

# A page that names a sitemap holds the namespace or the legacy relation; both hold this.
_MARK = b"standard-sitemap"
# Files of a folder may be large: one that names no sitemap is read to its end, a piece at a time.
_CHUNK_BYTES = 64 * 1024
_NAMES = frozenset({".xml", ".gz", ".txt"})
# Of a text that might list addresses: by its first lines it does, or it is some other text.
_START_BYTES = 64 * 1024
_START_LINES = 20


class Contents(NamedTuple):
    """The sitemap files of a folder, the pages that may name one, both in order, and the folder's other files."""

    sitemaps: tuple[Path, ...]
    pages: tuple[Path, ...]


def contents(folder: Path) -> Contents:
    """What a folder and those below it hold; hidden folders are passed over, links to folders not followed."""
    sitemaps, pages = [], []
    for path in files_in(folder):
        if path.suffix.lower() in PAGE_SUFFIXES:
            if _holds_mark(path):
                pages.append(path)
        elif path.suffix.lower() == ".xml" and _is_sitemap_file(path):
            sitemaps.append(path)
    return Contents(tuple(sitemaps), tuple(pages))


def is_root_file(path: Path) -> bool:
    """Whether a file's document element is `<sitemap>`, in whatever namespace."""
    return (_document_element(path) or "").rpartition(SEPARATOR)[2] == "sitemap"


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder and those below it, in order; those in hidden folders are passed over."""
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (path for name in sorted(names) if (path := Path(at, name)).is_file())


def _holds_mark(path: Path) -> bool:
    try:
        return path.stat().st_size <= FILE_BYTES and _MARK in path.read_bytes().lower()
    except OSError:
        return False


def _is_sitemap_file(path: Path) -> bool:
    namespace, _, name = (_document_element(path) or "").rpartition(SEPARATOR)
    return namespace == NAMESPACE or name == "sitemap"


def _document_element(path: Path) -> str | None:
    """The name of a file's first element, with its namespace; None where it has none or cannot be read."""
    found: list[str] = []
    parser = expat.ParserCreate(None, SEPARATOR)
    parser.StartElementHandler = lambda name, _: found.append(name)
    try:
        with path.open("rb") as file:
            while not found and (chunk := file.read(_CHUNK_BYTES)):
                parser.Parse(chunk, False)
    except (OSError, expat.ExpatError, ValueError, LookupError):
        return found[0] if found else None
    return found[0] if found else None


class Served(NamedTuple):
    """Where a folder is served: its path, and the address that it has there, "" where that is not known."""

    folder: Path
    base: str = ""

    def path_of(self, uri: str) -> str | None:
        """The path, as seen from the folder, that an address leads to; None where it leads elsewhere."""
        parts = urlsplit(uri)
        if parts.scheme == "file":
            path = path_on_disk(uri)
            return path.relative_to(self.folder).as_posix() if path.is_relative_to(self.folder) else None
        own = urlsplit(self._start())
        if self.base and _host(parts.netloc) != _host(own.netloc):
            return None
        start = own.path.rpartition("/")[0] + "/"
        if not (parts.path or "/").startswith(start):
            return None
        name = unquote(parts.path[len(start) :])
        return None if "\0" in name or ".." in name.split("/") else name.lstrip("/")

    @property
    def is_whole_site(self) -> bool:
        """Whether the folder is served at the root of its host, as far as is known."""
        return urlsplit(self.base).path.count("/") <= 1

    def address_of(self, name: str) -> str:
        """The address of what is at a path as seen from the folder; of an index page that of its folder."""
        above, mark, last = name.rpartition("/")
        return self._start() + quote(above + mark if last in INDEX_PAGES else name)

    def _start(self) -> str:
        return self.base.rpartition("/")[0] + "/" if self.base else "/"

    def is_same(self, one: str, other: str) -> bool:
        """Whether two addresses are the same; those of files are where what they lead to is."""
        if "file:" in (one[:5], other[:5]):
            return self.path_of(one) == self.path_of(other)
        return one == other

    def uri_served(self, uri: str) -> str | None:
        """The address that a file of the folder will have."""
        path = self.path_of(uri) if self.base and uri.startswith("file:") else None
        return self._start() + quote(path) if path is not None else None


def _host(netloc: str) -> str:
    return netloc.lower().removeprefix("www.")


class FolderRetriever(Retriever):
    """Reads what the folder has from there, as a server of the site would; all else from where it is."""

    def __init__(self, served: Served, edge: Path) -> None:
        super().__init__(edge)
        self._served = served

    def is_at_hand(self, uri: str) -> bool:
        """Whether no server is waited for."""
        return file_at(uri, self._served) is not None or super().is_at_hand(uri)

    async def get(self, uri: str, accept: str = ACCEPT_XML) -> RetrievedDocument:
        """The document at `uri`; raises a FetchRefusal."""
        path = file_at(uri, self._served)
        return await super().get(path.as_uri() if path else uri, accept)


def file_at(uri: str, served: Served) -> Path | None:
    """The file that the address of a site's document leads to, where a folder holds the site; None where to none."""
    parts = urlsplit(uri)
    if parts.scheme == "file" and path_on_disk(uri).is_relative_to(served.folder):
        return path_on_disk(uri)
    # An address of another folder on disk begins at the site's root.
    name = unquote(parts.path).lstrip("/") if parts.scheme == "file" else served.path_of(uri)
    path = (served.folder / name).resolve() if name is not None and "\0" not in name else None
    return path if path and path.is_relative_to(served.folder) and path.is_file() else None


def roots(folder: Path) -> Iterator[Path]:
    """The files to begin with: robots.txt, indexes that none lists, then all others, in order.

    Feeds count where they are listed only: most are no sitemaps.
    """
    found = {path: one for path in files_in(folder) if (one := _format(path)) is not None}
    indexes = [path for path, one in found.items() if one == Format.INDEX]
    served = Served(folder)
    inner = {file_at(address, served) for path in indexes for address in _listed(path)}
    yield from (path for path, one in found.items() if one == Format.ROBOTS and _listed(path))
    yield from (path for path in indexes if path not in inner)
    yield from (path for path, one in found.items() if one != Format.ROBOTS and (path not in indexes or path in inner))


def _format(path: Path) -> Format | None:
    """The format of a file, if it is one of those."""
    if path.suffix.lower() not in _NAMES:
        return None
    try:
        with path.open("rb") as file:
            start = file.read(_START_BYTES)
    except OSError:
        return None
    found = sitemapsorg.format_at(start, path.as_uri())
    if found == Format.ROBOTS:
        return found if path.name == ROBOTS else None
    if found == Format.TEXT:
        return found if _is_list(start) else None
    if found in (Format.PAGE, Format.UNKNOWN) and path.name.lower().startswith("sitemap"):
        return found  # what stands in the place of one is said to
    return found if found in (Format.URLSET, Format.INDEX) else None


def _is_list(start: bytes) -> bool:
    """Whether a text begins with addresses and nothing else."""
    lines = (line.strip("\ufeff \t") for line in start.decode("utf-8", "replace").splitlines()[:_START_LINES])
    return all(line.startswith(("http://", "https://")) for line in lines if line)


def _listed(path: Path) -> tuple[str, ...]:
    """The addresses that an index or a robots.txt lists."""
    if path.stat().st_size > FILE_BYTES:
        return ()
    return tuple(one.location for one in sitemapsorg.parse(path.as_uri(), path.read_bytes()).sitemaps)


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
