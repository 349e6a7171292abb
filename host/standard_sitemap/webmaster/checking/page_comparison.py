"""Compares the pages in the folder of a site with the sitemaps that list them.

Reports listed pages that are missing, redirect, are for servers and tools, or have several addresses in the list.
Reports pages that robots.txt or the page itself hides from search engines, and pages that no sitemap lists.
"""

from __future__ import annotations

import filecmp
import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from html import unescape
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from standard_sitemap import sitemapsorg
from standard_sitemap.fetching.file_uris import uri_on_disk
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.further_pages import first_beside, first_by_number, without_number
from standard_sitemap.model.page_sizes import PAGE_BYTES
from standard_sitemap.model.robots_meta import instructions
from standard_sitemap.model.stored_names import real_path
from standard_sitemap.model.tool_pages import tool_pages
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.model.url_paths import FALLBACKS, PAGE_SUFFIXES, index_among, unquoted
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.webmaster.announcing.page_links import START_BYTES, is_page
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
# Characters, as `make` reads: the search for a number in a title takes time by the square of its length.
_LONGEST_TITLE = 300
_HEAD_END = re.compile(rb"</head|<body[\s>]", re.IGNORECASE)
_TITLE = re.compile(rb"<title[^>]*>([^<]*)", re.IGNORECASE)
_SAYS_SOMETHING = re.compile(rb"canonical|noindex|none|refresh", re.IGNORECASE)
# References to files, without those to other hosts.
_FRAME = re.compile(rb"<[iI]?[fF][rR][aA][mM][eE]\b[^<>]*?\ssrc\s*=\s*[\"']?([^\"'\s<>#?:]+)")
_LINK = re.compile(rb"<[aA]\b[^<>]*?\shref\s*=\s*[\"']?([^\"'\s<>#?:]+)")
# Fewer links make no menu.
_FEWEST_IN_MENU = 2
# A redirect after at most nine seconds; later ones reload a page.
_REFRESH = re.compile(r"\s*[0-9](?:\.[0-9]*)?\s*[;,]\s*(?:url\s*=)?\s*['\"]?([^'\"]+)", re.IGNORECASE)


class _Head(NamedTuple):
    """A page's title, and its metadata for search engines."""

    is_page: bool = True
    title: str = ""
    canonical: str | None = None
    is_hidden: bool = False
    #: The address to which the page sends its readers.
    target: str | None = None


class FolderPages:
    """The files of a folder by relative path, with the metadata of its pages."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
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
        start = index_among(self.files)
        beside = (name for name in self.files if "/" not in name and name.lower().endswith(PAGE_SUFFIXES))
        return {name: start for name in beside if start and name != start and self._is_copy(name, start)}

    def menus_in_frames(self, names: Collection[str]) -> set[str]:
        """Return the pages among `names` that others show in frames as menus, and the menus beside these.

        They lead to several pages. A menu beside one leads back to it, and shows no menu itself.
        """
        pages = (name for name in self.files if names and name.lower().endswith(PAGE_SUFFIXES))
        framed = {target for name in pages for target in self._targets(name, _FRAME) if target in names}
        links = {name: self._targets(name, _LINK) for name in framed}
        menus = {name for name in framed if len(links[name]) >= _FEWEST_IN_MENU}
        beside = {target for name in menus for target in links[name] if target in names and target not in menus}
        return menus | {
            name
            for name in beside
            if not menus.isdisjoint(self._targets(name, _LINK)) and not self._targets(name, _FRAME)
        }

    def _targets(self, name: str, pattern: re.Pattern[bytes]) -> set[str]:
        """Return the files of the folder to which a page's references lead, without itself."""
        path = self.files[name]
        try:
            body = path.read_bytes() if path.stat().st_size <= PAGE_BYTES else b""
        except OSError:
            return set()
        folder = posixpath.dirname(name)
        written = {unquoted(match[1].decode("utf-8", "replace")) for match in pattern.finditer(body)}
        return {posixpath.normpath(posixpath.join(folder, path)) for path in written} & self.files.keys() - {name}

    def _is_copy(self, name: str, start: str) -> bool:
        is_fallback = name.lower() in FALLBACKS and self.head(name).title == self.head(start).title
        return is_fallback or self._are_equal(name, start)

    def is_further(self, name: str) -> bool:
        """Return whether a page continues the list of another page, by its number and its title."""
        first = first_by_number(name, self.files) or first_beside(name, self.files)
        title = without_number(self.head(first).title) if first is not None else ""
        return title != "" and without_number(self.head(name).title) == title

    def linked(self, name: str) -> str:
        """Return the file to which a symbolic link in the folder leads; the name itself for any other file."""
        path = self.files[name]
        if not path.is_symlink():
            return name
        other = real_path(path)
        within = other.relative_to(self._folder).as_posix() if other.is_relative_to(self._folder) else name
        return within if within in self.files else name

    def content(self, name: str) -> bytes:
        """Return a digest of a file; b"" if it cannot be read or is too large for a page."""
        try:
            path = self.files[name]
            return sha256(path.read_bytes()).digest() if path.stat().st_size <= PAGE_BYTES else b""
        except OSError:
            return b""

    def size(self, name: str) -> int:
        """Return the size of a file in bytes; 0 if it cannot be read."""
        try:
            return self.files[name].stat().st_size
        except OSError:
            return 0

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

    def __init__(
        self, pages: FolderPages, served: ServedFolder, unread: Mapping[Path, str], *, is_certain: bool
    ) -> None:
        """Assume another site's sitemaps if no listed page is in the folder, unless `is_certain`.

        `unread` has the reason for each file and folder that this user may not read.
        """
        self._pages = pages
        self._unread = {path.relative_to(served.folder).as_posix(): reason for path, reason in unread.items()}
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
        for entry, name in names.items():
            yield from self._of_robots(entry)
            yield from self._faults_of(entry, name) if is_its_site else ()
        if is_its_site:
            first: dict[str, ListedPage] = {}
            yield from self._of_several_addresses(names, first)
            yield from self._of_same_content(first)
        for name, reason in self._unread.items():
            uri = uri_on_disk(self._served.folder / name)
            yield sitemapsorg.Fault("not-readable", uri, 0, {"reason": reason})
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
            path = self._path(entry.location)
            # The program of a server that searches, such as search.php, is no page of the folder.
            if (
                path is not None
                and not self._is_unread(path)
                and (not entry.is_search or path.lower().endswith(PAGE_SUFFIXES))
            ):
                yield sitemapsorg.Fault("page-not-in-folder", entry.document, entry.line, {"location": entry.location})
            return
        # A Standard-Sitemap rightly lists pages that search engines need not index: the search, or an old version.
        if entry.is_for_readers:
            return
        head = self._pages.head(name)
        target = self._target(name, entry.location)
        if name in self._of_tools:
            yield sitemapsorg.Fault("page-for-tools", entry.document, entry.line, {"location": entry.location})
        elif target is not None:
            params = {"location": entry.location, "target": target, "right": escaped(target)}
            yield sitemapsorg.Fault("page-redirects", entry.document, entry.line, params)
        if head.is_hidden:
            yield sitemapsorg.Fault("page-not-indexed", entry.document, entry.line, {"location": entry.location})
        canonical = resolve(entry.location, head.canonical.partition("#")[0]) if head.canonical else None
        if canonical is not None and self._is_elsewhere(canonical, entry.location, name):
            params = {"location": entry.location, "canonical": canonical, "right": escaped(canonical)}
            yield sitemapsorg.Fault("page-canonical-elsewhere", entry.document, entry.line, params)

    def _is_unread(self, path: str) -> bool:
        """Return whether a folder that cannot be read may have the page."""
        return any(path == folder or path.startswith(f"{folder}/") for folder in self._unread)

    def _target(self, name: str, location: str) -> str | None:
        """Return the address to which a page sends its readers; None if it sends them nowhere, or only to itself.

        The page that a site left behind on its old host has the same path on the new one.
        """
        written = self._pages.head(name).target
        target = (resolve(location, written) or written) if written is not None else None
        return target if target is not None and target != location and self._name(target) != name else None

    def _of_robots(self, entry: ListedPage) -> Iterator[Fault]:
        """Yield the fault of a page that robots.txt forbids; the folder need not have it."""
        if not entry.is_for_readers and self._path(entry.location) is not None:
            disallowed = disallowed_page(entry, self._rules)
            if disallowed is not None:
                yield disallowed

    def _of_several_addresses(
        self, names: Mapping[ListedPage, str | None], first: dict[str, ListedPage]
    ) -> Iterator[Fault]:
        """Yield the faults of entries that lead to the same page as an earlier one, by another address.

        Add the first entry of each page to `first`.
        """
        for entry, name in names.items():
            if name is None or entry.is_for_readers:
                continue
            page = self._pages.linked(self._copies.get(name, name))
            other = first.setdefault(page, entry)
            if other.location != entry.location:
                right = resolve(entry.location, self._pages.head(page).canonical or self._served.address_of(page))
                params = {"location": entry.location, "target": other.location, "first": str(other.line)}
                params["right"] = escaped(right or other.location)
                yield sitemapsorg.Fault("page-under-two-addresses", entry.document, entry.line, params)

    def _of_same_content(self, entries: Mapping[str, ListedPage]) -> Iterator[Fault]:
        """Yield the faults of pages equal to an earlier one that say nothing of a redirect or a canonical address."""
        heads = {name: self._pages.head(name) for name in entries if name not in self._of_tools}
        pages = [name for name, head in heads.items() if head.is_page and not (head.target or head.canonical)]
        sizes = {name: self._pages.size(name) for name in pages}
        of_size, first = Counter(sizes.values()), dict[bytes, ListedPage]()
        for name in (name for name in pages if of_size[sizes[name]] > 1):
            content = self._pages.content(name)
            entry = entries[name]
            other = first.setdefault(content, entry) if content else entry
            if other is not entry:
                params = {"location": entry.location, "target": other.location, "first": str(other.line)}
                yield sitemapsorg.Fault("page-with-same-content", entry.document, entry.line, params)

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
        unlisted = dict(self._pages_not_listed(named))
        menus = self._pages.menus_in_frames(unlisted)
        for name, address in unlisted.items():
            if name not in menus:
                uri = uri_on_disk(self._pages.files[name])
                yield sitemapsorg.Fault("page-not-listed", uri, 0, {"location": escaped(address)})

    def _pages_not_listed(self, named: set[str]) -> Iterator[tuple[str, str]]:
        unwanted = named | self._of_tools | set(self._copies)
        for name, path in self._pages.files.items():
            # A symbolic link is another name of a page, or leads out of the site.
            if name in unwanted or path.suffix.lower() not in PAGE_SUFFIXES or path.is_symlink():
                continue
            address = self._served.address_of(name)
            head = self._pages.head(name)
            is_meant = head.is_page and not head.is_hidden and self._target(name, address) is None
            canonical = resolve(uri_on_disk(path), head.canonical) if head.canonical else None
            is_other = canonical is not None and self._name(canonical) != name
            if is_meant and not is_other and self._rules.allows(address) and not self._pages.is_further(name):
                yield name, address


def _head_of(path: Path) -> _Head:
    """Return the metadata of a page; `is_page` is false if the file is not a page or cannot be read."""
    if path.suffix.lower() not in PAGE_SUFFIXES:
        return _Head(is_page=False)
    try:
        with path.open("rb") as file:
            start = file.read(START_BYTES)
    except OSError:
        return _Head(is_page=False)
    if not is_page(start):
        return _Head(is_page=False)
    end = _HEAD_END.search(start)
    head = start[: end.start()] if end is not None else start
    written = _TITLE.search(head)
    title = " ".join(unescape(written[1].decode("utf-8", "replace")).split()) if written is not None else ""
    title = title[:_LONGEST_TITLE]
    return _parsed(head, title) if _SAYS_SOMETHING.search(head) else _Head(title=title)


def _parsed(head: bytes, title: str) -> _Head:
    from lxml import etree  # saves 6 ms of checks of single files, which compare no pages

    try:
        root = etree.fromstring(head, etree.HTMLParser(encoding="utf-8", remove_comments=True, no_network=True))
    except etree.XMLSyntaxError:
        return _Head(title=title)
    canonical, is_hidden, target = None, False, None
    for element in root.iter("meta", "link") if root is not None else ():
        is_hidden = is_hidden or "noindex" in instructions(element.get("name"), element.get("content"))
        if (element.get("http-equiv") or "").lower() == "refresh":
            refresh = _REFRESH.match(element.get("content") or "")
            target = target or (refresh[1].strip() if refresh is not None else None)
        elif "canonical" in (element.get("rel") or "").lower().split():
            canonical = canonical or (element.get("href") or "").strip()
    return _Head(True, title, canonical or None, is_hidden, target)
