"""Compares the pages in the folder of a site with the sitemaps that list them.

Reports listed pages that are missing, redirect, are for servers and tools, or have several addresses in the list.
Reports pages that robots.txt or the page itself hides from search engines, and pages that no sitemap lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from standard_sitemap import sitemapsorg
from standard_sitemap.fetching.file_uris import uri_on_disk
from standard_sitemap.model.faults import Fault
from standard_sitemap.model.tool_pages import tool_pages
from standard_sitemap.model.uris import resolve, split_fragment
from standard_sitemap.model.url_paths import PAGE_SUFFIXES, page_names
from standard_sitemap.model.xml_text import escaped
from standard_sitemap.webmaster.announcing.folder_pages import FolderPages
from standard_sitemap.webmaster.checking.folders import ServedFolder, base_of_canonicals, robots_in
from standard_sitemap.webmaster.checking.robots import (
    ListedPage,
    RobotsRules,
    disallowed_page,
    disallowed_sitemap,
)

# A sample of pages suffices: their canonical links agree on where the folder is served.
_SAMPLE = 500


def canonical_base(pages: FolderPages) -> str:
    """Return the folder's address, derived from its pages' canonical links; "" if they have none."""
    names = (name for name, path in pages.files.items() if path.suffix.lower() in PAGE_SUFFIXES)
    canonicals = ((name, resolve("", pages.head(name).canonical or "")) for name in islice(names, _SAMPLE))
    on_web = ((name, address) for name, address in canonicals if address and address.startswith("http"))
    return base_of_canonicals(on_web, pages.files)


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
        for_frames = self._pages.for_frames() if unlisted else set()
        for name, address in unlisted.items():
            if name not in for_frames:
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
