"""The files of a folder that a sitemap can be made of, and all its pages read, on as many processors as there are.

Never follows a link out of the folder, nor one to a folder; bounded in number, depth and size, each with what was left.
The result is always the same, however many processes have read.
"""

from __future__ import annotations

import gc
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from standard_sitemap.making.page_reading import Page, Select, read_page
from standard_sitemap.making.references import PAGE_SUFFIXES, Addresses

# Pages: four times what a file of sitemaps.org may list, and minutes of reading.
MAX_FILES = 200_000
# Of a page: the longest real ones, indexes of a language's whole library, have 5 MB.
MAX_BYTES = 20_000_000
# Folders in one another: nobody's site has more, and a folder mounted into itself has no end.
MAX_DEPTH = 40
# Folders in which tools keep their own things, and pages that are for nobody to choose.
_NOT_PAGES = ("404.html", "404/index.html", "500.html", "google*.html", "*/_static/*", "_static/*", "node_modules/*")
# Pages that are read sooner than a second process is started.
_ALONE = 400
# Pages for a process at a time: one costs milliseconds, and handing it over nearly one.
_CHUNK = 50
# More wait for the disk, and each has the libraries in memory.
_MOST_PROCESSES = 8


@dataclass(slots=True)
class Contents:
    """What a folder holds, by path in it, in order; `left_out` says of how many files why they are not read."""

    pages: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    left_out: dict[str, list[str]] = field(default_factory=dict)

    def leave_out(self, path: str, reason: str) -> None:
        self.left_out.setdefault(reason, []).append(path)


def contents(
    folder: Path, leave_out: tuple[str, ...] = (), progress: Callable[[int], None] = lambda _: None
) -> Contents:
    """The pages and other files below a folder; `leave_out` are patterns as a shell has them, of paths in it."""
    found = Contents()
    for number, path in enumerate(_paths(folder)):
        if len(found.pages) >= MAX_FILES:
            found.leave_out(path, "beyond the first 200,000 pages")
        elif any(fnmatchcase(path, pattern) or fnmatchcase(path, f"{pattern.rstrip('/')}/*") for pattern in leave_out):
            found.leave_out(path, "as wished")
        elif not path.lower().endswith(PAGE_SUFFIXES):
            found.others.append(path)
        elif any(fnmatchcase(path, pattern) for pattern in _NOT_PAGES):
            found.leave_out(path, "for servers and tools, not for readers")
        else:
            found.pages.append(path)
        if number % 1_000 == 0:
            progress(number)
    return found


def read(folder: Path, path: str) -> bytes | None:
    """A file's bytes; None where it is too large, no ordinary file, cannot be read, or lies elsewhere in truth.

    `folder` is a path without links in it.
    """
    place = folder / path
    try:
        if not _is_plain(folder, path) and not place.resolve(strict=True).is_relative_to(folder):
            return None
        status = place.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
            return None
        return place.read_bytes()
    except (OSError, RuntimeError, ValueError):  # of a ring of links, and of a name that no file can have
        return None


def _is_plain(folder: Path, path: str) -> bool:
    """Whether nothing on the way to a file leads elsewhere: to resolve every path takes longer than to read it."""
    place = folder
    for part in path.split("/"):
        place /= part
        if part in ("", ".", "..") or place.is_symlink():
            return False
    return True


def other_name(folder: Path, path: str) -> str | None:
    """The path in the folder that a link to a file leads to, as for pages in a language that is none's in particular.

    None of what is no link, or leads out of the folder or nowhere.
    """
    place = folder / path
    try:
        return place.resolve(strict=True).relative_to(folder).as_posix() if place.is_symlink() else None
    except (OSError, RuntimeError, ValueError):
        return None


def _paths(folder: Path) -> Iterator[str]:
    """The paths of all files below a folder, in order; hidden ones are passed over."""
    start = len(str(folder).rstrip("/")) + 1
    for at, folders, names in os.walk(folder):
        inner = at[start:].replace(os.sep, "/")
        depth = inner.count("/") + 1 if inner else 0
        folders[:] = sorted(name for name in folders if not name.startswith(".")) if depth < MAX_DEPTH else []
        yield from (f"{inner}/{name}" if inner else name for name in sorted(names) if not name.startswith("."))


class _Task(NamedTuple):
    """What another process needs to know for all pages."""

    folder: Path
    pages: tuple[str, ...]
    base_url: str | None
    selector: str | None
    first: str | None
    usual: frozenset[str]


class _Answer(NamedTuple):
    pages: list[Page]
    unread: list[str]


def read_all(
    folder: Path,
    contents: Contents,
    addresses: Addresses,
    selector: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
    first: str | None = None,
) -> dict[str, Page]:
    """The pages by path, in order; those that cannot be read are left out, and said so in `contents`.

    What the navigation of the `first` page names is left out of the lists of all others.
    """
    task = _Task(folder, tuple(contents.pages), addresses.base_url, selector, first, _usual(folder, first, addresses))
    found: dict[str, Page] = {}
    with _uncollected():
        for answer in _answers(task):
            found |= {page.path: page for page in answer.pages}
            for path in answer.unread:
                contents.leave_out(path, "not to be read, or larger than 20 MB")
            progress(len(found))
    addresses.use_forms(_forms(found))
    return found


def _usual(folder: Path, first: str | None, addresses: Addresses) -> frozenset[str]:
    """The pages that the navigation of the first page names, none where it sends readers on."""
    body = read(folder, first) if first is not None else None
    if first is None or body is None:
        return frozenset()
    page = read_page(first, body, addresses)
    lists = [one for one in page.lists if one.is_navigation and not one.is_index_like() and not page.is_passed]
    return frozenset(target for one in lists for target in one.targets()) | ({first} if lists else frozenset())


@contextmanager
def _uncollected() -> Iterator[None]:
    """No search for rings of objects meanwhile: pages make none, and it takes a third of the time to find that out."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _forms(pages: dict[str, Page]) -> dict[str, Counter[str]]:
    """By which paths those pages are named that are not always named by their files', and by how many pages."""
    forms: dict[str, Counter[str]] = {}
    for page in pages.values():
        for target, path in page.forms.items():
            forms.setdefault(target, Counter())[path] += 1
    for page in pages.values():
        for target in forms.keys() & page.links.keys() - page.forms.keys():
            forms[target][target] += 1
    return forms


def select_by(selector: str | None) -> Select | None:
    """What finds the elements of a CSS selector; raises ValueError with the reason where it is none."""
    if selector is None:
        return None
    from cssselect import SelectorError
    from lxml.cssselect import CSSSelector

    try:
        found: Select = CSSSelector(selector, translator="html")
    except SelectorError as error:
        raise ValueError(str(error)) from error
    return found


def _answers(task: _Task) -> Iterator[_Answer]:
    paths, read_before = iter(task.pages), 0
    chunks = list(iter(lambda: list(islice(paths, _CHUNK)), []))
    processes = min(_MOST_PROCESSES, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
    if processes > 1 and len(task.pages) >= _ALONE:
        # A process may be ended from outside, for want of memory as a rule: then the rest is read here.
        with suppress(BrokenProcessPool):
            for answer in _answers_of_processes(task, chunks, processes):
                read_before += 1
                yield answer
    if left := chunks[read_before:]:
        yield from map(_Worker(task).read, left)


def _answers_of_processes(task: _Task, chunks: list[list[str]], processes: int) -> Iterator[_Answer]:
    # Begun anew, not forked: a fork of a process with threads may stand still for ever.
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(task,)) as pool:
        yield from pool.map(_read_chunk, chunks)


class _Worker:
    """Reads pages, with what it knows of all addresses."""

    def __init__(self, task: _Task) -> None:
        self._task = task
        self._pages = frozenset(task.pages)
        self._addresses = Addresses(task.pages, task.base_url)
        self._select = select_by(task.selector)

    def read(self, paths: list[str]) -> _Answer:
        """The facts of some pages."""
        pages, unread = [], []
        for path in paths:
            page = self._page(path)
            if page is None:
                unread.append(path)
            else:
                pages.append(page)
        return _Answer(pages, unread)

    def _page(self, path: str) -> Page | None:
        """A page, which sends readers on where it is but another name of one; None where it cannot be read."""
        other = other_name(self._task.folder, path)
        # The start page stands for itself: readers are at its address, whatever else its file is called.
        if other in self._pages and path != self._task.first:
            return Page(path, redirect=other, is_passed=True)
        body = read(self._task.folder, path)
        usual = self._task.usual if path != self._task.first else frozenset[str]()
        return read_page(path, body, self._addresses, self._select, usual) if body is not None else None


_worker: _Worker | None = None


def _begin(task: _Task) -> None:
    global _worker  # noqa: PLW0603 - a process of the pool has one, made when it starts
    gc.disable()
    _worker = _Worker(task)


def _read_chunk(paths: list[str]) -> _Answer:
    assert _worker is not None
    return _worker.read(paths)
