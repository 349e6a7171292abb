"""Reads all pages of a folder in parallel, and finds the other files from which a sitemap can be made.

Never follows a link out of the folder. Number, depth and size are limited, and omissions are recorded. The result does
not depend on the number of processes.
"""

from __future__ import annotations

import gc
import os
import posixpath
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path, PurePath
from threading import Lock
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit

from standard_sitemap.model.page_sizes import PAGE_BYTES, is_crowded
from standard_sitemap.model.tool_pages import templates, tool_pages
from standard_sitemap.model.url_paths import PAGE_SUFFIXES
from standard_sitemap.webmaster.making.list_entries import MenuBranches
from standard_sitemap.webmaster.making.page_reading import ElementSelector, Page, read_page
from standard_sitemap.webmaster.making.references import ReferenceResolver
from standard_sitemap.workers import WorkerFailure, Workers, usable_cores

# Pages: four times the limit of a sitemaps.org file, and minutes of reading.
MAX_FILES = 200_000
# Without waiting for a writer, if a file is a pipe; the last flag exists only on Windows.
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
# Nested folders: no real site has more, and a folder mounted into itself would be endless.
MAX_DEPTH = 40
# Fewer pages are read faster than a second process starts.
_ALONE = 400
# Pages per task: reading one takes milliseconds, and handing it over nearly one.
_CHUNK = 50
# Bytes of a path.
_LONGEST_LINK = 4_096
# Programs that copy a live site save its feeds and data as pages, too. No line of JSON begins with a tag.
_DATA = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:(?:<\?[^>]*>\s*)*<(?:rss|feed|rdf:RDF|urlset|sitemapindex)[\s>]|"
    rb"(?:\{\s*\"|\[\s*[{\"])(?!(?s:.{0,4000}?)\n[ \t]{0,99}<[!a-z]))",
    re.IGNORECASE,
)
TEMPLATES = "templates in the source of a site; give the folder that the generator builds, such as _site"
_UNREADABLE = "not to be read, larger than 20 MB, or with too many elements"
_NO_PAGE = "feeds and data for programs, not pages"
# More processes would wait for the disk, and each loads the libraries into memory.
_MOST_PROCESSES = 8


@dataclass(slots=True)
class Contents:
    """The files in a folder by relative path, in order; `left_out` maps reasons to the files that are not read."""

    pages: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    left_out: dict[str, list[str]] = field(default_factory=dict)

    def leave_out(self, path: str, reason: str) -> None:
        self.left_out.setdefault(reason, []).append(path)


def contents(
    folder: Path,
    leave_out: tuple[str, ...] = (),
    progress: Callable[[int], None] = lambda _: None,
    addresses: Mapping[str, str] = MappingProxyType({}),
) -> Contents:
    """Return the pages and other files below a folder.

    `leave_out` holds shell patterns for relative paths. `addresses` maps the files of a crawled site to their
    addresses, whose paths count as well.
    """
    folder_contents = Contents()
    patterns = [pattern.lstrip("/") for pattern in leave_out]
    for number, path in enumerate(_paths(folder, folder_contents)):
        if len(folder_contents.pages) >= MAX_FILES:
            folder_contents.leave_out(path, "beyond the first 200,000 pages")
        elif any(_matches(path, pattern) or _matches(_path_in(addresses.get(path)), pattern) for pattern in patterns):
            folder_contents.leave_out(path, "as wished")
        elif not path.lower().endswith(PAGE_SUFFIXES):
            folder_contents.others.append(path)
        else:
            folder_contents.pages.append(path)
        if number % 1_000 == 0:
            progress(number)
    files = [*folder_contents.pages, *folder_contents.others]
    unwanted, unread = set(tool_pages(files)) & set(folder_contents.pages), set(templates(files))
    for path in [path for path in folder_contents.pages if path in unwanted]:
        folder_contents.leave_out(path, TEMPLATES if path in unread else "for servers and tools, not for readers")
    folder_contents.pages = [path for path in folder_contents.pages if path not in unwanted]
    return folder_contents


def _matches(path: str, pattern: str) -> bool:
    return fnmatchcase(path, pattern) or fnmatchcase(path, f"{pattern.rstrip('/')}/*")


def _path_in(address: str | None) -> str:
    return urlsplit(address or "").path.lstrip("/")


def read(folder: Path, path: str) -> bytes | None:
    """Return a file's bytes; None if it is too large, not a regular file, unreadable, or outside the folder.

    `folder` is a path without symbolic links.
    """
    place = f"{folder}/{path}"
    try:
        if not _is_plain(folder, path) and not Path(place).resolve(strict=True).is_relative_to(folder):
            return None
        return _read_regular(place)
    except (OSError, RuntimeError, ValueError):  # a cycle of links, or an invalid file name
        return None


def _read_regular(place: str) -> bytes | None:
    # Four system calls; `Path.read_bytes` makes nine, and with small pages they are a tenth of the time.
    descriptor = os.open(place, _READING)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > PAGE_BYTES:
            return None
        parts = [os.read(descriptor, status.st_size)]
        while sum(map(len, parts)) < status.st_size and parts[-1]:
            parts.append(os.read(descriptor, status.st_size))
        return b"".join(parts)
    finally:
        os.close(descriptor)


def _is_plain(folder: Path, path: str) -> bool:
    """Return whether a path contains no symbolic link: resolving each path would take longer than reading the files."""
    place = str(folder)
    for part in path.split("/"):
        place = f"{place}/{part}"
        if part in ("", ".", "..") or os.path.islink(place):  # noqa: PTH114  a third of pathlib's time
            return False
    return True


def other_name(folder: Path, path: str) -> str | None:
    """Return the path in the folder that a symbolic link leads to, such as a page in a default language.

    Returns None for a file that is not a link, and for a link that is broken or leads out of the folder.
    """
    place = f"{folder}/{path}"
    try:
        if not os.path.islink(place):  # noqa: PTH114  as above
            return None
        return Path(place).resolve(strict=True).relative_to(folder).as_posix()
    except (OSError, RuntimeError, ValueError):
        return None


def path_start(folder: PurePath) -> int:
    """Return the index at which the paths of files in a folder have their path relative to it."""
    # The root of a drive ends in a separator.
    return len(str(folder)) + (str(folder) != folder.anchor)


def _paths(folder: Path, folder_contents: Contents) -> Iterator[str]:
    """Yield the paths of all visible files below a folder, in order; record links that are not followed.

    A link to a hidden folder of the site is followed once, because its pages are read nowhere else.
    """
    start = path_start(folder)
    followed: set[Path] = set()

    def record(error: OSError) -> None:
        folder_contents.leave_out(str(error.filename)[start:].replace(os.sep, "/"), "folders that cannot be read")

    for at, folders, names in os.walk(folder, onerror=record, followlinks=True):
        inner = at[start:].replace(os.sep, "/")
        depth = inner.count("/") + 1 if inner else 0
        below = sorted(name for name in folders if not name.startswith(".")) if depth < MAX_DEPTH else []
        links = [name for name in below if Path(at, name).is_symlink()]
        unread = {name: reason for name in links if (reason := _reason_against(folder, Path(at, name), followed))}
        for name, reason in unread.items():
            folder_contents.leave_out(f"{inner}/{name}".lstrip("/"), reason)
        folders[:] = [name for name in below if name not in unread]
        for name in sorted(names):
            path = f"{inner}/{name}" if inner else name
            if not name.startswith("."):
                yield path
            elif name.lower().endswith(PAGE_SUFFIXES):
                folder_contents.leave_out(path, "hidden by the dot before the name")


def _reason_against(folder: Path, link: Path, followed: set[Path]) -> str | None:
    """Return why a link to a folder is not followed; None, after recording it, if it is followed."""
    try:
        place = link.resolve(strict=True)
    except (OSError, RuntimeError):
        return "links that lead nowhere"
    if not place.is_relative_to(folder):
        return "links to folders elsewhere"
    is_hidden = any(part.startswith(".") for part in place.relative_to(folder).parts)
    if not is_hidden or place in followed:
        return "links to folders that are read where they are"
    followed.add(place)
    return None


class _Task(NamedTuple):
    """The task of a process that reads pages."""

    folder: Path
    pages: tuple[str, ...]
    base_url: str | None
    prefix: str | None
    selector: str | None
    first: str | None
    usual: frozenset[str]
    is_stored: bool


class _Answer(NamedTuple):
    """Pages, and the paths of files that are none, each with the reason."""

    pages: list[Page]
    left_out: list[tuple[str, str]]


def read_all(
    folder: Path,
    contents: Contents,
    addresses: ReferenceResolver,
    selector: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
    first: str | None = None,
) -> dict[str, Page]:
    """Return the pages by path, in order; record unreadable ones in `contents`.

    Links in the navigation of the `first` page are left out of the lists of all other pages.
    """
    usual = _usual(folder, first, addresses) if len(contents.pages) > 1 else frozenset()
    task = _Task(
        folder, tuple(contents.pages), addresses.base_url, addresses.prefix, selector, first, usual, addresses.is_stored
    )
    pages: dict[str, Page] = {}
    with _uncollected():
        for answer in _answers(task):
            pages |= {page.path: page for page in answer.pages}
            for path, reason in answer.left_out:
                contents.leave_out(path, reason)
            progress(len(pages))
    addresses.use_forms(_forms(pages))
    return pages


def _usual(folder: Path, first: str | None, addresses: ReferenceResolver) -> frozenset[str]:
    """Return the pages in the first page's navigation; none if that page redirects."""
    body = read(folder, first) if first is not None else None
    if first is None or body is None:
        return frozenset()
    page = read_page(first, body, addresses)
    lists = [
        contents_list
        for contents_list in page.lists
        if contents_list.is_navigation and not contents_list.is_index_like() and page.redirect is None
    ]
    return frozenset(target for contents_list in lists for target in contents_list.targets()) | (
        {first} if lists else frozenset()
    )


@contextmanager
def _uncollected() -> Iterator[None]:
    """Suspend the garbage collector, which takes a third of the time: pages contain no reference cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.freeze()  # or the next collections would examine all pages
            gc.enable()


def _forms(pages: dict[str, Page]) -> dict[str, Counter[str]]:
    """Return how often each path names a page, for pages that are sometimes named by another path than their file's."""
    forms: dict[str, Counter[str]] = {}
    for page in pages.values():
        for target, path in page.forms.items():
            forms.setdefault(target, Counter())[path] += 1
    for page in pages.values():
        for target in forms.keys() & page.links.keys() - page.forms.keys():
            forms[target][target] += 1
    return forms


def select_by(selector: str | None) -> ElementSelector | None:
    """Return a function that finds the elements of a CSS selector.

    Raises ValueError with the reason if it is invalid.
    """
    if selector is None:
        return None
    # Saves 5 ms for all folders whose contents are not selected.
    from cssselect import SelectorError
    from lxml.cssselect import CSSSelector

    try:
        select: ElementSelector = CSSSelector(selector, translator="html")
    except SelectorError as error:
        raise ValueError(str(error)) from error
    return select


def _answers(task: _Task) -> Iterator[_Answer]:
    paths, read_before = iter(task.pages), 0
    chunks = list(iter(lambda: list(islice(paths, _CHUNK)), []))
    processes = min(_MOST_PROCESSES, usable_cores())
    if processes > 1 and len(task.pages) >= _ALONE:
        # A process may be killed, usually for lack of memory. Then the remaining pages are read here.
        with suppress(WorkerFailure):
            for answer in _answers_of_workers(task, chunks, processes):
                read_before += 1
                yield answer
    if left := chunks[read_before:]:
        yield from map(_Worker(task).read, left)


def _answers_of_workers(task: _Task, chunks: list[list[str]], processes: int) -> Iterator[_Answer]:
    # Saves 6 ms for small folders, and in each worker.
    from concurrent.futures import ThreadPoolExecutor

    # This process reads, too: starting another interpreter costs as much as reading a hundred pages.
    workers, own, own_turn = Workers(processes - 1), _Worker(task), Lock()

    def read_chunk(paths: list[str]) -> _Answer:
        if own_turn.acquire(blocking=False):
            try:
                return own.read(paths)
            finally:
                own_turn.release()
        with workers.lend() as worker:
            if worker is None:
                raise WorkerFailure
            if worker.pid is None:
                worker.call(_begin, task)
            return worker.call(_read_chunk, paths)

    # One thread reads, and each of the others waits for one worker.
    with ThreadPoolExecutor(processes) as threads:
        try:
            yield from threads.map(read_chunk, chunks)
        finally:
            threads.shutdown(cancel_futures=True)
            workers.close()


class _Worker:
    """Reads pages, given the addresses of all pages."""

    def __init__(self, task: _Task) -> None:
        self._task = task
        self._pages = frozenset(task.pages)
        self._addresses = ReferenceResolver(task.pages, task.base_url, task.prefix, is_stored=task.is_stored)
        self._select = select_by(task.selector)
        self._branches = MenuBranches()

    def read(self, paths: list[str]) -> _Answer:
        """Return the facts of some pages."""
        pages, left_out = [], []
        for path in paths:
            page = self._page(path)
            if isinstance(page, str):
                left_out.append((path, page))
            else:
                pages.append(page)
        return _Answer(pages, left_out)

    def _page(self, path: str) -> Page | str:
        """Return a page, as a redirect if its file is a link to another page, or the reason why a file is no page."""
        other = other_name(self._task.folder, path)
        # The start page is never a redirect: readers are at its address, even if its file is a link to another.
        if other in self._pages and path != self._task.first:
            return Page(path, redirect=other)
        body = read(self._task.folder, path)
        if body is None or is_crowded(body):
            return _UNREADABLE
        if _DATA.match(body):
            return _NO_PAGE
        other = _written_link(path, body) if path != self._task.first else None
        if other in self._pages:
            return Page(path, redirect=other)
        usual = self._task.usual if path != self._task.first else frozenset[str]()
        return read_page(path, body, self._addresses, self._select, usual, self._branches)


def is_link(folder: Path, path: str) -> bool:
    """Return whether a file is a link to another, in the file system or as Git writes it."""
    return other_name(folder, path) is not None or _written_link(path, read(folder, path) or b"") is not None


def _written_link(path: str, body: bytes) -> str | None:
    """Return the path in a file that Git wrote where it makes no symbolic links: only the path that it leads to."""
    if not body or len(body) > _LONGEST_LINK or b"<" in body or b"\n" in body.strip():
        return None
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), os.fsdecode(body).strip()))


_worker: _Worker | None = None


def _begin(task: _Task) -> None:
    global _worker  # noqa: PLW0603 - a process of the pool has one, made when it starts
    gc.disable()
    _worker = _Worker(task)


def _read_chunk(paths: list[str]) -> _Answer:
    assert _worker is not None
    return _worker.read(paths)
