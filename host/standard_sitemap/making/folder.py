"""The files of a folder that a sitemap can be made of: pages, and files in which a tool left a tree.

Never follows a link out of the folder, nor one to a folder; bounded in number, depth and size, each with what was left.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

PAGE_SUFFIXES = (".html", ".htm", ".xhtml")
# Pages: four times what a file of sitemaps.org may list, and minutes of reading.
MAX_FILES = 200_000
# Of a page: the longest real ones, indexes of a language's whole library, have 5 MB.
MAX_BYTES = 20_000_000
# Folders in one another: nobody's site has more, and a folder mounted into itself has no end.
MAX_DEPTH = 40
# Folders in which tools keep their own things, and pages that are for nobody to choose.
_NOT_PAGES = ("404.html", "404/index.html", "500.html", "google*.html", "*/_static/*", "_static/*", "node_modules/*")


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
        is_ours = place.resolve(strict=True).is_relative_to(folder) and place.is_file()
        if not is_ours or place.stat().st_size > MAX_BYTES:
            return None
        return place.read_bytes()
    except (OSError, RuntimeError):
        return None


def _paths(folder: Path) -> Iterator[str]:
    """The paths of all files below a folder, in order; hidden ones are passed over."""
    start = len(str(folder).rstrip("/")) + 1
    for at, folders, names in os.walk(folder):
        inner = at[start:].replace(os.sep, "/")
        depth = inner.count("/") + 1 if inner else 0
        folders[:] = sorted(name for name in folders if not name.startswith(".")) if depth < MAX_DEPTH else []
        yield from (f"{inner}/{name}" if inner else name for name in sorted(names) if not name.startswith("."))
