"""Adds the links that announce a sitemap to the pages of a built site, and removes them.

Each page is replaced atomically, with the same permissions, or not at all. Symbolic links are not followed: their
targets may lie outside the site.
"""

from __future__ import annotations

import os
import posixpath
import shutil
import stat
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import StrEnum
from functools import partial
from html import unescape
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.fetching.retrieving import page_type
from standard_sitemap.model.page_sizes import PAGE_BYTES
from standard_sitemap.model.tool_pages import is_error_page, tool_pages
from standard_sitemap.model.uris import resolve
from standard_sitemap.model.url_paths import PAGE_SUFFIXES, quoted
from standard_sitemap.ssp import Evidence, discover
from standard_sitemap.webmaster.announcing import page_links
from standard_sitemap.webmaster.announcing.folder_pages import FolderPages
from standard_sitemap.webmaster.page_content import content_of

# Stands for the site in address arithmetic. The domain `invalid` is reserved, so no real site has this address.
_SITE = "http://site.invalid"


class Outcome(StrEnum):
    """The result of editing a page."""

    CHANGED = "changed"
    SAME = "same"
    OWN = "own"
    NO_PAGE = "no-page"
    ERROR_PAGE = "error-page"
    FOR_TOOLS = "for-tools"
    COPY = "copy"
    FOR_FRAMES = "for-frames"
    HIDDEN = "hidden"
    OTHER_BASE = "other-base"
    ISO_2022_JP = "iso-2022-jp"
    TOO_LARGE = "too-large"
    TOO_COSTLY = "too-costly"
    UNWRITABLE = "unwritable"
    UNREADABLE_FOLDER = "unreadable-folder"


# Outcomes of pages that should announce the sitemap and do not.
FAILURES = frozenset(
    {
        Outcome.OTHER_BASE,
        Outcome.ISO_2022_JP,
        Outcome.TOO_LARGE,
        Outcome.TOO_COSTLY,
        Outcome.UNWRITABLE,
        Outcome.UNREADABLE_FOLDER,
    }
)


class PageEdit(NamedTuple):
    """A page, or a folder that cannot be read, and the outcome of editing it.

    `reason` is the operating system's error message, if there is one.
    """

    page: Path
    outcome: Outcome
    reason: str = ""


class Location(NamedTuple):
    """The sitemap's address: a path from the site's root, or a full URL.

    Unless `absolute` is set, pages name a path relative to themselves.
    """

    address: str
    absolute: bool = False


def announce(folder: Path, location: Location) -> Iterator[PageEdit]:
    """Add the links to each page below the site's root folder, and yield the outcomes; last, the unreadable folders.

    Pages that name a sitemap themselves stay unchanged. So do hidden pages, whose path has a name that begins with a
    dot, files for servers and tools, copies of the start page, and menus in frames, as in `make` and `check`. Servers
    send error pages at any address, so these are changed only if all pages name the same address.
    """
    left_out = _left_out(folder)
    if location.absolute or urlsplit(location.address).scheme:
        left_out = {name: outcome for name, outcome in left_out.items() if outcome != Outcome.ERROR_PAGE}
    for page in pages_below(folder):
        path = page.relative_to(folder)
        outcome = left_out.get(path.as_posix())
        if outcome is not None:
            yield PageEdit(page, outcome)
        else:
            yield _edit(page, partial(_announced, page, path, location))
    yield from _unreadable_folders(folder)


def _left_out(folder: Path) -> dict[str, Outcome]:
    """Return the pages that are in no map, by relative path, each with the reason."""
    for_tools = set(tool_pages([path.relative_to(folder).as_posix() for path in _files_below(folder)]))
    names = {page.relative_to(folder).as_posix(): page for page in pages_below(folder)}
    hidden = {name for name in names if name.startswith(".") or "/." in name}
    pages = FolderPages(folder, {name: names[name] for name in names if name not in for_tools | hidden})
    return {
        **dict.fromkeys(pages.for_frames(), Outcome.FOR_FRAMES),
        **dict.fromkeys(pages.copies(), Outcome.COPY),
        **{name: Outcome.ERROR_PAGE if is_error_page(name) else Outcome.FOR_TOOLS for name in for_tools},
        **dict.fromkeys(hidden, Outcome.HIDDEN),
    }


def _announced(page: Path, path: Path, location: Location, body: bytes) -> bytes | Outcome:
    names_one = _names_one(body, page)
    if names_one is None:
        return Outcome.TOO_COSTLY
    if names_one:
        return Outcome.OWN
    if not page_links.is_page(body):
        return Outcome.NO_PAGE
    href = _href(path, location, page_links.frame(body).base)
    return Outcome.OTHER_BASE if href is None else page_links.announced(body, href)


def undo(folder: Path) -> Iterator[PageEdit]:
    """Remove the links from each page below a folder, and yield the outcomes, as in `announce`."""
    for page in pages_below(folder):
        yield _edit(page, page_links.restored)
    yield from _unreadable_folders(folder)


def pages_below(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder that have a page's suffix, in order."""
    return (path for path in _files_below(folder) if path.suffix.lower() in PAGE_SUFFIXES and _is_regular(path))


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except PermissionError:
        return True  # reading it will say so


def _unreadable_folders(folder: Path) -> Iterator[PageEdit]:
    errors: list[OSError] = []
    deque(_files_below(folder, errors.append), maxlen=0)
    for error in errors:
        yield PageEdit(Path(str(error.filename)), Outcome.UNREADABLE_FOLDER, error.strerror or str(error))


def _files_below(folder: Path, on_error: Callable[[OSError], None] | None = None) -> Iterator[Path]:
    for place, folders, names in os.walk(folder, onerror=on_error):
        folders.sort()
        yield from (Path(place) / name for name in sorted(names))


def _edit(page: Path, edited: Callable[[bytes], bytes | Outcome]) -> PageEdit:
    try:
        if page.stat().st_size > PAGE_BYTES:
            return PageEdit(page, Outcome.TOO_LARGE)
        before = page.read_bytes()
        after = edited(before)
        if isinstance(after, Outcome):
            return PageEdit(page, after)
        if after == before:
            return PageEdit(page, Outcome.SAME)
        _replace(page, after)
    except page_links.UneditablePage as error:
        return PageEdit(page, Outcome(error.args[0]))
    except OSError as error:
        return PageEdit(page, Outcome.UNWRITABLE, error.strerror or str(error))
    return PageEdit(page, Outcome.CHANGED)


def _replace(page: Path, body: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=".standard-sitemap-", dir=page.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
        shutil.copymode(page, name)
        Path(name).replace(page)
    except BaseException:
        # Ctrl+C may arrive once the file has its new name; an error here would hide it.
        with suppress(FileNotFoundError):
            # Windows deletes no file that is read-only, as the page may be.
            Path(name).chmod(stat.S_IREAD | stat.S_IWRITE)
            Path(name).unlink()
        raise


def _names_one(body: bytes, page: Path) -> bool | None:
    """Return whether a page names a sitemap apart from the links added here; None if that takes too long."""
    bare = page_links.restored(body)
    # Parsing a page is slow, so only pages that contain a name of the protocol are parsed.
    if b"standard-sitemap" not in bare.replace(b"\0", b"").lower():
        return False
    url = f"{_SITE}/{page.name}"
    kind = page_type(url, bare)
    content = content_of(bare, url, kind)
    return None if content is None else discover(Evidence(url, kind, (), content.links)).sitemap is not None


def _href(page: PurePosixPath | Path, location: Location, base: str | None) -> str | None:
    """Return the sitemap's address as a page writes it; None if the page's `<base>` leads to another site.

    `page` is the page's path in the site.
    """
    if urlsplit(location.address).scheme:
        return location.address
    own = f"{_SITE}/{quoted(page.as_posix())}"
    seen_from = resolve(own, unescape(base or "")) or own
    if not seen_from.startswith(f"{_SITE}/"):
        return None
    if location.absolute:
        return location.address
    start = posixpath.dirname(urlsplit(seen_from).path)
    relative = posixpath.relpath(location.address, start)
    # A colon in the first segment would make it a scheme.
    return f"./{relative}" if ":" in relative.partition("/")[0] else relative
