"""The pages in the folder of a built site: their metadata, and the files that stand for other pages.

Reads only the beginnings of pages, except to compare copies and to find frames.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import NamedTuple

from standard_sitemap.model.further_pages import first_beside, first_by_number, without_number
from standard_sitemap.model.page_sizes import PAGE_BYTES
from standard_sitemap.model.robots_meta import instructions
from standard_sitemap.model.stored_names import real_path
from standard_sitemap.model.url_paths import FALLBACKS, PAGE_SUFFIXES, index_among, page_names, unquoted
from standard_sitemap.webmaster.announcing.page_links import START_BYTES, as_written, is_page
from standard_sitemap.webmaster.frames import frames_of_javadoc, menus_in_frames

# Characters, as `make` reads: the search for a number in a title takes time by the square of its length.
_LONGEST_TITLE = 300
_HEAD_END = re.compile(rb"</head|<body[\s>]", re.IGNORECASE)
_TITLE = re.compile(rb"<title[^>]*>([^<]*)", re.IGNORECASE)
_SAYS_SOMETHING = re.compile(rb"canonical|noindex|none|refresh", re.IGNORECASE)
# References to files, without those to other hosts.
_FRAME = re.compile(rb"<[iI]?[fF][rR][aA][mM][eE]\b[^<>]*?\s[sS][rR][cC]\s*=\s*[\"']?([^\"'\s<>#?:]+)")
_LINK = re.compile(rb"<[aA](?:[rR][eE][aA])?\b[^<>]*?\s[hH][rR][eE][fF]\s*=\s*[\"']?([^\"'\s<>#?:]+)")
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

    def __init__(self, folder: Path, files: Mapping[str, Path]) -> None:
        self.files = files
        self._folder = folder.resolve()
        self._pages = [name for name in files if name.lower().endswith(PAGE_SUFFIXES)]
        self._heads: dict[str, _Head] = {}

    def head(self, name: str) -> _Head:
        """Return the metadata of the page at a path; each page is read once."""
        known = self._heads.get(name)
        if known is None:
            known = self._heads[name] = _head_of(self.files[name])
        return known

    def copies(self) -> dict[str, str]:
        """Return the start page for each copy beside it; `make` leaves these out."""
        start = index_among(self._pages)
        if start is None:
            return {}
        beside = (name for name in self._pages if "/" not in name and name != start)
        alike = [name for name in beside if self.head(name).title == self.head(start).title]
        content = self._written(start) if alike else None
        return {
            name: start
            for name in alike
            if name.lower() in FALLBACKS or (content is not None and self._written(name) == content)
        }

    def for_frames(self) -> set[str]:
        """Return the pages that others show in frames only, as menus or as lists of Javadoc; `make` leaves these out.

        References count as they are written: no page is parsed.
        """
        frames = {name: framed for name in self._pages if (framed := self._targets(name, _FRAME))}
        links = {name: self._targets(name, _LINK) | frames.get(name, set()) for name in self._pages if frames}
        menus = {*menus_in_frames(links, frames), *frames_of_javadoc(self._pages)}
        return menus - {index_among(self._pages)}

    def _targets(self, name: str, pattern: re.Pattern[bytes]) -> set[str]:
        """Return the files of the folder to which a page's references lead, without itself."""
        references = pattern.finditer(self._body(name) or b"")
        written = {unquoted(match[1].decode("utf-8", "replace")) for match in references}
        paths = (posixpath.normpath(posixpath.join("/", posixpath.dirname(name), path))[1:] for path in written)
        files = (next((file for file in page_names(path) if file in self.files), name) for path in paths)
        return set(files) - {name}

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
        body = self._body(name)
        return b"" if body is None else sha256(body).digest()

    def size(self, name: str) -> int:
        """Return the size of a file in bytes; 0 if it cannot be read."""
        try:
            return self.files[name].stat().st_size
        except OSError:
            return 0

    def _written(self, name: str) -> bytes | None:
        """Return the content of a page without the links that `announce` adds; None if it cannot be read."""
        body = self._body(name)
        return None if body is None else as_written(body)

    def _body(self, name: str) -> bytes | None:
        """Return the content of a file; None if it cannot be read or is too large for a page."""
        path = self.files[name]
        try:
            return path.read_bytes() if path.stat().st_size <= PAGE_BYTES else None
        except OSError:
            return None


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
