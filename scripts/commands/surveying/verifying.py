"""Compares a generated sitemap with its pages. Shares no code with the generator."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

from lxml import html

_NAMESPACE = "{http://standard-sitemap.org/2007/ns}"
_NOT_SHOWN = re.compile(rb"<!--.*?-->|<script\b.*?</script>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<(?:a|area|link|frame|iframe)\b([^>]*)>", re.IGNORECASE)
_FRAME = re.compile(r"<i?frame\b([^>]*)>", re.IGNORECASE)
_ADDRESS = re.compile(r"""(?:^|\s)(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)


@dataclass(frozen=True)
class Verdict:
    """The number of pages reachable from the sitemap's start, and the pages that are missing or misplaced."""

    reachable: int
    missing: list[str]
    misplaced: list[str]

    @property
    def share(self) -> float:
        """The share of reachable pages that are well placed.

        The page above links to them, is declared as their parent, or is above them in the start page's lists.
        """
        return 1 - (len(self.missing) + len(self.misplaced)) / max(self.reachable, 1)


def verdict(folder: Path, sitemap: bytes) -> Verdict:
    """Return the verdict on the sitemap of a folder."""
    parents, top = _parents(folder, ElementTree.fromstring(sitemap))
    links = {path: _links(folder, path) for path in _pages(folder)}
    for above, path in (pair for start in top[:1] for pair in _nested_on(folder, start)):
        links.get(above, set()).add(path)
    menus = _menus(folder, links, parents)
    for path in links:
        links[path] = links[path].union(*(links[menu] for menu in menus & links[path]))
    met, waiting = set(top[:1]), top[:1]
    while waiting:
        fresh = [target for target in links.get(waiting.pop(), ()) if target in links and target not in met]
        met.update(fresh)
        waiting.extend(fresh)
    starts = {(folder / path).read_bytes() for path in top if (folder / path).is_file()}
    absent = (path for path in met if path not in parents and path not in menus and not _sends_on(folder, path))
    # A copy of the start page is no other page.
    missing = sorted(path for path in absent if (folder / path).read_bytes() not in starts)
    placed = (path for path in sorted(met) if path in parents and path not in top)
    misplaced = [path for path in placed if not _are_linked(path, parents[path], links)]
    return Verdict(len(met), missing, misplaced)


def _nested_on(folder: Path, page: str) -> Iterator[tuple[str, str]]:
    """Yield the pages of the nested entries of a page's lists, each after the page of the entry above it."""
    for item in html.fromstring((folder / page).read_bytes()).iter("li"):
        above = next(item.iterancestors("li"), None)
        first, outer = (next(entry.iter("a"), None) if entry is not None else None for entry in (item, above))
        if first is not None and outer is not None and outer is not first:
            yield _target(folder, page, outer.get("href") or ""), _target(folder, page, first.get("href") or "")


def _menus(folder: Path, links: dict[str, set[str]], parents: dict[str, list[str]]) -> set[str]:
    """Return the menus in frames that the sitemap leaves out: it has the pages to which they lead.

    Some lead to menus that replace them in their frame, and to which nothing else leads.
    """
    framed = {target for path in links for target in _links(folder, path, _FRAME)}
    menus = {path for path in framed if path in links and path not in parents}
    elsewhere = {target for path in links if path not in menus for target in links[path]}
    menus |= {path for menu in menus for path in links[menu] & links.keys() - parents.keys() - elsewhere}
    return {menu for menu in menus if links[menu].intersection(links) <= parents.keys() | menus}


def _are_linked(path: str, parents: list[str], links: dict[str, set[str]]) -> bool:
    return any(path in links.get(parent, ()) or parent in links[path] for parent in parents)


def _parents(folder: Path, root: ElementTree.Element) -> tuple[dict[str, list[str]], list[str]]:
    """Return the parents of each page, in all its languages, and the pages without a parent."""
    parents: dict[str, list[str]] = {}
    waiting: list[tuple[ElementTree.Element, list[str]]] = [(root, [])]
    while waiting:
        element, above = waiting.pop()
        urls = [element.get("url"), *(variant.get("url") for variant in element.findall(f"{_NAMESPACE}variant"))]
        paths = [_page(folder, "/", unquote(url)) for url in urls if url] if element.tag == f"{_NAMESPACE}item" else []
        for path in paths:
            parents.setdefault(path, above)
        inner = paths or above
        waiting.extend((child, inner) for child in reversed(element) if child.tag != f"{_NAMESPACE}variant")
    return parents, [path for path, above in parents.items() if not above]


def _pages(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".htm", ".xhtml") and path.is_file():
            yield path.relative_to(folder).as_posix()


def _links(folder: Path, path: str, tags: re.Pattern[str] = _TAG) -> set[str]:
    """Return the files that the links of a page name, or other elements."""
    text = _NOT_SHOWN.sub(b"", (folder / path).read_bytes()).decode("utf-8", "replace")
    targets = set()
    for tag in tags.finditer(text):
        address = _ADDRESS.search(tag[1])
        href = unescape(next(filter(None, address.groups()), "")) if address else ""
        target = _target(folder, path, href)
        if target:
            targets.add(target)
    return targets


def _target(folder: Path, path: str, href: str) -> str:
    """Return the file that an address names on a page; "" if it is on that page or on another site."""
    target = href.partition("#")[0].partition("?")[0]
    if not target or ":" in target.partition("/")[0] or target.startswith("//"):
        return ""
    return _page(folder, f"/{posixpath.dirname(path)}/", unquote(target))


def _page(folder: Path, base: str, target: str) -> str:
    """Return the file that a server sends for a path: a page, a folder's index, or a page without its suffix."""
    joined = posixpath.normpath(posixpath.join(base, target)).lstrip("/")
    if target.endswith("/") or (folder / joined).is_dir():
        return posixpath.join(joined, "index.html")
    return joined if (folder / joined).exists() else f"{joined}.html"


def _sends_on(folder: Path, path: str) -> bool:
    """Return whether a page is a symbolic link or redirects its readers."""
    return (folder / path).is_symlink() or b'http-equiv="refresh"' in (folder / path).read_bytes()[:4096].lower()
