"""Finds the address of a folder on the web, by what its files say. Absolute links to it are then links of the site.

The statements are, in this order: canonical links, the folder's sitemap.xml and robots.txt, `CNAME`, and `og:url`. If
they contradict one another, no address is known. Without canonical links, the absolute links of pages that have no
other links to one another are the last statement.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from standard_sitemap.model.uris import resolve
from standard_sitemap.model.url_paths import INDEX_NAMES, PAGE_SUFFIXES, unquoted
from standard_sitemap.webmaster.making.folder_reading import TEMPLATES, Contents, read
from standard_sitemap.webmaster.making.page_reading import markup_of, parsed, refresh_of
from standard_sitemap.webmaster.making.references import WEB, ReferenceResolver, folder_of, is_index, without_scheme

_PROGRAMS = (".php", ".asp", ".aspx", ".jsp", ".cgi", ".erb", ".cfm")
_SOURCES = (".md", ".rst", ".adoc", ".mdx", ".markdown", ".qmd", ".org", ".astro", ".vue", ".svelte", ".njk", ".liquid")
# Pages that are asked for their addresses: the start page, and others from all parts of the site.
_MOST_PAGES = 12
# The beginning of a page has these statements.
_MOST_BYTES = 120_000
_MOST_LOCATIONS = 200
_MOST_LINKS = 300
# Pages that absolute links must name, so that a page of another site with such a path is no sign.
_FEWEST_LINKED = 2
# Folders above a site's on its host.
_DEEPEST = 4
_LOCATION = re.compile(rb"<loc>\s{0,9}([^<\s]{1,2000})", re.IGNORECASE)
_SITEMAP_LINE = re.compile(r"^\s*sitemap\s*:\s*(\S+)", re.IGNORECASE | re.MULTILINE)
_HOST = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Base:
    """The address of a folder, with a slash at its end, and the path that links of the site begin with.

    Both are None if they are unknown. `contradiction` names the statements with different addresses.
    """

    url: str | None = None
    prefix: str | None = None
    contradiction: str = ""


def base_of(folder: Path, folder_contents: Contents, start: str | None) -> Base:
    """Return what the files of a folder say about its address; `start` is its start page."""
    others = [path for path in folder_contents.pages if path != start]
    sample = [*([start] if start else []), *others[:: max(1, len(others) // _MOST_PAGES)][: _MOST_PAGES - 1]]
    pages = [_Statements(path, body[:_MOST_BYTES]) for path in sample if (body := read(folder, path))]
    reader = _Reader(folder, folder_contents, pages, start)
    named = {source: base for source, base in reader.named() if base is not None}
    if len(named) > 1 and not reader.most_are_canonical():
        # An article that was first published elsewhere names its address there.
        named.pop("canonical links", None)
    different = set(map(without_scheme, named.values()))
    address = next(iter(named.values()), None)
    # A page that names its own address is right: its links may all lead to another site with pages of the same names.
    if len(different) < 2 and "canonical links" not in named and not reader.has_links_below(address):
        address = reader.of_links() or address
    if address is not None and len(different) < 2:
        return Base(address)
    files = {*folder_contents.pages, *folder_contents.others}
    prefix = _prefix(files, (link for page in pages for link in page.links))
    says = "; ".join(f"{source}: {base}" for source, base in named.items())
    return Base(None, prefix, says)


def advice_for(folder_contents: Contents) -> str:
    """Return how to make a map of a folder without pages, by the names of its files; "" if they say nothing."""
    files = folder_contents.others
    if any(file.lower().endswith(_PROGRAMS) for file in files):
        return " A server makes its pages by programs: give the address of the live site instead of the folder."
    if TEMPLATES in folder_contents.left_out or any(file.lower().endswith(_SOURCES) for file in files):
        return " It has sources of pages: give the folder that the generator builds, or the address of the live site."
    return ""


class _Statements:
    """A page's statements about addresses.

    They are its canonical address, its `og:url`, its links from the host's root, and its links to pages (`leading`).
    """

    def __init__(self, path: str, body: bytes) -> None:
        self.path = path
        self.canonical: str | None = None
        self.shared: str | None = None
        self.links: list[str] = []
        self.leading: list[str] = []
        self.redirects = False
        root = parsed(markup_of(body))
        for element in root.iter("link", "meta", "a", "script", "img") if root is not None else ():
            href = element.get("href") or element.get("src") or ""
            if href.startswith("/") and not href.startswith("//") and len(self.links) < _MOST_LINKS:
                self.links.append(href)
            if element.tag == "a" and href and href[0] != "#" and len(self.leading) < _MOST_LINKS:
                self.leading.append(href)
            if element.tag == "link" and "canonical" in (element.get("rel") or "").lower().split():
                self.canonical = self.canonical or element.get("href")
            elif element.tag == "meta":
                self.redirects = self.redirects or refresh_of(element) is not None
                if element.get("property") == "og:url":
                    self.shared = self.shared or element.get("content")


class _Reader:
    def __init__(self, folder: Path, folder_contents: Contents, pages: list[_Statements], start: str | None) -> None:
        self._folder = folder
        self._start = start
        self._pages_of_folder = folder_contents.pages
        self._addresses = ReferenceResolver(folder_contents.pages)
        self._others = frozenset(folder_contents.others)
        self._pages = pages

    def named(self) -> Iterator[tuple[str, str | None]]:
        """Yield the address that each kind of statement names."""
        yield "canonical links", self._of_pages([(page, page.canonical) for page in self._pages])
        yield "sitemap.xml", self._of_sitemap()
        yield "robots.txt", self._of_robots()
        yield "CNAME", self._of_host()
        yield "og:url", self._of_pages([(page, page.shared) for page in self._pages])

    def most_are_canonical(self) -> bool:
        """Return whether at least half of the pages name their canonical addresses."""
        return sum(page.canonical is not None for page in self._pages) * 2 >= len(self._pages)

    def has_links_below(self, base: str | None) -> bool:
        """Return whether pages link to others than the start page, relatively or below an address."""
        resolver = ReferenceResolver(self._pages_of_folder, base)
        named = (
            (page.path, resolver.target(folder_of(page.path), link)) for page in self._pages for link in page.leading
        )
        return any(target is not None and target.page not in (path, self._start) for path, target in named)

    def of_links(self) -> str | None:
        """Return the address below which absolute links name several pages."""
        named: dict[str, set[str]] = {}
        for link in (link for page in self._pages for link in page.leading if link.lower().startswith(WEB)):
            address = resolve("", link.partition("#")[0].partition("?")[0]) or ""
            for base in self._bases_of(address):
                if address != base:
                    named.setdefault(base, set()).add(address)
        base, addresses = max(named.items(), key=lambda item: len(item[1]), default=("", set()))
        return base if len(addresses) >= _FEWEST_LINKED else None

    def _of_pages(self, stated: list[tuple[_Statements, str | None]]) -> str | None:
        bases = [base for page, address in stated if address and (base := self._of_page(page, address.strip()))]
        return _usual(bases)

    def _of_page(self, page: _Statements, address: str) -> str | None:
        """Return the folder's address, given that of a page in it, or of the page that this one leads on to."""
        if not address.lower().startswith(WEB):
            return None
        plain = (resolve("", address) or "").partition("#")[0].partition("?")[0]
        if page.redirects:
            return next(self._bases_of(plain), None)
        path = unquoted(plain)
        form = next((form for form in _forms(page.path) if path.endswith(f"/{form}")), None)
        return None if form is None else "/".join([*plain.split("/")[: -1 - form.count("/")], ""])

    def _bases_of(self, address: str) -> Iterator[str]:
        """Yield the addresses of the folder for which an address names a page, the shortest first."""
        segments = address.split("/")
        for number in range(3, min(len(segments), 3 + _DEEPEST)):
            if self._addresses.target("", "/".join(segments[number:]) or "./") is not None:
                yield "/".join([*segments[:number], ""])

    def _of_sitemap(self) -> str | None:
        body = read(self._folder, "sitemap.xml") or b""
        locations = [match[1] for match in islice(_LOCATION.finditer(body), _MOST_LOCATIONS)]
        addresses = [resolve("", location.decode("utf-8", "replace")) or "" for location in locations]
        return _usual([base for address in addresses if address.startswith(WEB) for base in self._bases_of(address)])

    def _of_robots(self) -> str | None:
        """Return the folder's address, given that of a file in it; without such a file, the folder is a host's root."""
        text = (read(self._folder, "robots.txt") or b"")[:_MOST_BYTES].decode("utf-8", "replace")
        addresses = (resolve("", address) for address in _SITEMAP_LINE.findall(text)[:_MOST_LOCATIONS])
        return _usual([self._of_file(address) for address in addresses if address and address.startswith(WEB)])

    def _of_file(self, address: str) -> str:
        segments = address.split("/")
        for number in range(3, min(len(segments), 3 + _DEEPEST)):
            if "/".join(segments[number:]) in self._others:
                return "/".join([*segments[:number], ""])
        return "/".join([*segments[:3], ""])

    def _of_host(self) -> str | None:
        name = (read(self._folder, "CNAME") or b"")[:300].decode("utf-8", "replace").strip()
        return f"https://{name}/" if _HOST.fullmatch(name) else None


def _forms(path: str) -> Iterator[str]:
    """Yield the paths by which servers know a page, the longest first."""
    yield path
    suffix = next((suffix for suffix in PAGE_SUFFIXES if path.endswith(suffix)), "")
    if suffix:
        yield f"{path.removesuffix(suffix)}/"
        yield path.removesuffix(suffix)
    if is_index(path):
        yield path.rpartition("/")[0] + "/" * ("/" in path)


def _usual(bases: list[str]) -> str | None:
    """Return the address that most statements give, which is more than half of them; None if there is none."""
    (base, number), *_ = Counter(bases).most_common(1) or [("", 0)]
    return base if number * 2 > len(bases) else None


def _prefix(files: set[str], links: Iterable[str]) -> str | None:
    """Return the path with which the links from a host's root to files of the folder begin; None if it is unknown."""
    counts: Counter[str] = Counter()
    for link in links:
        path = unquoted(link.partition("#")[0].partition("?")[0])
        for number in range(1, min(path.count("/"), _DEEPEST) + 1):
            prefix, inner = _divided(path, number)
            names = (inner, f"{inner}.html", *(f"{inner.rstrip('/')}/{name}".lstrip("/") for name in INDEX_NAMES))
            if inner and any(name in files for name in names):
                counts[prefix] += 1
    return max(counts, key=lambda prefix: (counts[prefix], -len(prefix)), default=None)


def _divided(path: str, number: int) -> tuple[str, str]:
    """Return the first folders of a path, and the rest of it."""
    segments = path.split("/")
    return "/".join([*segments[:number], ""]), "/".join(segments[number:])
