"""The folders of crawls in the reader's cache: one for each start page, locked during a crawl, deleted when old."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from standard_sitemap.fetching.cache_file import own_folder
from standard_sitemap.fetching.cache_store import host_of_site

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_CRAWLS = "crawls"
_HOST = "host"
_LOCK = ".lock"
# A webmaster who continues an interrupted crawl does so within days; pages behind a login should not stay for longer.
_OLDEST_S = 7 * 86_400
_WITHOUT_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


class FolderInUse(Exception):
    """Another process crawls the same site."""


def open_own(place: Path, flags: int) -> int:
    """Open a file of a crawl and return its descriptor; everything that a crawl writes or reads is opened here.

    Raises PermissionError for a link, a special file, or a file to which another user may have written.
    """
    if place.is_symlink():  # Windows has no flag for this
        raise PermissionError(f"{place} is a link")
    # Truncated only once it is known to be ours.
    descriptor = os.open(place, (flags & ~os.O_TRUNC) | _WITHOUT_LINKS, 0o600)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1 or _is_of_others(status):
            raise PermissionError(f"{place} is a link, or a file of another user")
        if flags & os.O_TRUNC:
            os.ftruncate(descriptor, 0)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _is_of_others(status: os.stat_result) -> bool:
    """Return whether another user owns a file or folder, or may write to it."""
    # Windows files inherit their permissions.
    return os.name != "nt" and (status.st_uid != os.getuid() or bool(status.st_mode & 0o022))


def _remove_if_others_write(folder: Path) -> None:
    """Delete a folder into which other users may have put pages, unless it is theirs."""
    if os.path.lexists(folder) and stat.S_ISDIR((status := folder.lstat()).st_mode) and _is_of_others(status):
        shutil.rmtree(folder)


@contextmanager
def crawl_folder(cache: Path, start: str) -> Iterator[Path]:
    """Lend the folder for a crawl from the page at `start`, and delete old folders of other crawls.

    Raises FolderInUse, and PermissionError for a link or a folder of another user.
    """
    crawls = cache / _CRAWLS
    folder = crawls / hashlib.sha256(start.encode()).hexdigest()[:16]
    if not own_folder(crawls):
        raise PermissionError(f"{crawls} is no folder of this user")
    with _lock(folder) as is_ours:
        if not is_ours:
            raise FolderInUse
        _remove_old(crawls, folder)
        _remove_if_others_write(folder)
        if not own_folder(folder):
            raise PermissionError(f"{folder} is no folder of this user")
        with os.fdopen(open_own(folder / _HOST, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "w", encoding="utf-8") as file:
            file.write(host_of_site(start))
        yield folder


def clear_crawls(cache: Path, site: str | None = None) -> int:
    """Delete the pages of all crawls, or of a site and the hosts below it, except crawls that run; return how many."""
    removed = 0
    for folder in _folders(cache / _CRAWLS):
        if site is None or _is_of(folder, host_of_site(site)):
            removed += _removed(folder)
    return removed


def _folders(crawls: Path) -> list[Path]:
    if crawls.is_symlink() or not crawls.is_dir():
        return []
    return [path for path in crawls.iterdir() if path.is_dir() and not path.is_symlink()]


def _is_of(folder: Path, host: str) -> bool:
    try:
        with os.fdopen(open_own(folder / _HOST, os.O_RDONLY), encoding="utf-8") as file:
            own = file.read()
    except (OSError, UnicodeDecodeError):
        return True  # of an unknown site, perhaps of this one
    return own == host or own.endswith(f".{host}")


def _remove_old(crawls: Path, current: Path) -> None:
    for folder in _folders(crawls):
        changed_s = max((path.stat().st_mtime for path in (folder, *folder.glob("*.jsonl"))), default=0.0)
        if folder != current and time.time() - changed_s > _OLDEST_S:
            _removed(folder)


def _removed(folder: Path) -> int:
    """Delete a folder unless its crawl runs; return the number of its pages."""
    with _lock(folder) as is_ours:
        if not is_ours:
            return 0
        pages = sum(1 for path in folder.rglob("*.html") if path.is_file())
        shutil.rmtree(folder, ignore_errors=True)
        return pages


@contextmanager
def _lock(folder: Path) -> Iterator[bool]:
    """Lock a folder; yield whether no other process has locked it. The system unlocks what a killed process held."""
    # Beside the folder, which may be deleted while it is locked.
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(folder.with_suffix(_LOCK), flags, 0o600)
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_ours = True
    except OSError:
        is_ours = False
    try:
        yield is_ours
    finally:
        os.close(descriptor)
