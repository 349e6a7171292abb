"""The folders of crawls in the reader's cache: one for each start page, locked during a crawl, deleted when old."""

from __future__ import annotations

import hashlib
import os
import shutil
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


class FolderInUse(Exception):
    """Another process crawls the same site."""


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
        if not own_folder(folder):
            raise PermissionError(f"{folder} is no folder of this user")
        (folder / _HOST).write_text(host_of_site(start), "utf-8")
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
        own = (folder / _HOST).read_text("utf-8")
    except OSError:
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
