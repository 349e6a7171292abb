"""The folder of a crawl: the fetched pages, and a journal from which an interrupted crawl continues.

The journal has one JSON line per finished page. A truncated line is ignored.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from standard_sitemap.fetching.cache_file import own_folder
from standard_sitemap.fetching.crawl_folders import open_own
from standard_sitemap.model.stored_names import place_in
from standard_sitemap.webmaster.crawling.site_addresses import file_of

# The names of an earlier version stay unread: its files have other names.
_JOURNAL = "journal-2.jsonl"
_PAGES = "pages-2"
_START = "start"


class DonePage(NamedTuple):
    """A page that needs no further request: its path, its new links, and the reason if it is left out.

    `note` is what the webmaster should know about a page that is kept.
    """

    path: str
    links: tuple[str, ...] = ()
    left_out: str | None = None
    note: str | None = None


class Archive:
    """Keeps the pages of one crawl below `folder`, which it creates for the current user only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.pages = folder / _PAGES
        for place in (folder, self.pages):
            if not own_folder(place):
                raise PermissionError(f"{place} is no folder of this user")

    def done(self) -> Iterator[DonePage]:
        """Yield the pages of an earlier, interrupted run, in their order."""
        text = self._text(_JOURNAL)
        if text is None:
            return
        if not text.endswith("\n"):
            text = text.rpartition("\n")[0] + "\n"
            _write(self._folder / _JOURNAL, text.encode())
        for line in text.splitlines():
            record = _record(line)
            if record is not None:
                yield record

    @property
    def start(self) -> str | None:
        """The address of the start page, after redirects, if an earlier, interrupted run has fetched it."""
        return self._text(_START) if next(self.done(), None) is not None else None

    def begin(self, start: str) -> None:
        """Store the address of the start page."""
        _write(self._folder / _START, start.encode())

    def paths(self) -> dict[str, str]:
        """Return the path of each kept page, as its address has it, by file."""
        return {file_of(page.path) or "": page.path for page in self.done() if page.left_out is None}

    def size(self) -> int:
        """Return the bytes of all kept pages."""
        return sum(file.lstat().st_size for file in self.pages.rglob("*") if file.is_file())

    def record(self, page: DonePage) -> None:
        """Add a page to the journal."""
        line = json.dumps({"path": page.path, "links": page.links, "left_out": page.left_out, "note": page.note})
        _write(self._folder / _JOURNAL, f"{line}\n".encode(), os.O_APPEND)

    def keep(self, path: str, body: bytes) -> bool:
        """Write a page to its file; return False if its address needs a folder where another page has a file."""
        name = file_of(path)
        assert name is not None, path
        try:
            place = place_in(self.pages, name)
        except ValueError as error:
            raise PermissionError(str(error)) from error
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            _write(place, body)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            return False
        return True

    def keep_redirect(self, path: str, target: str) -> bool:
        """Write a file that redirects from one page to another, in the form that `making` reads."""
        return self.keep(path, f'<meta http-equiv="refresh" content="0; url={escape(target)}">'.encode())

    def remove(self) -> None:
        """Delete all pages and the journal."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _text(self, name: str) -> str | None:
        try:
            with os.fdopen(open_own(self._folder / name, os.O_RDONLY), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None


def _write(place: Path, content: bytes, mode: int = os.O_TRUNC) -> None:
    with os.fdopen(open_own(place, os.O_WRONLY | os.O_CREAT | mode), "wb") as file:
        file.write(content)


def _record(line: str) -> DonePage | None:
    try:
        fields: Any = json.loads(line)
        return DonePage(str(fields["path"]), tuple(map(str, fields["links"])), fields["left_out"], fields["note"])
    except (ValueError, KeyError, TypeError):
        return None
