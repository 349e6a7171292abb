"""How places are written: as short as they can be and still be found."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from standard_sitemap.checking.report import Place


@lru_cache(maxsize=1_000)  # asked for each fault, of few files
def local_path(uri: str, start: Path) -> str | None:
    """The path of a `file:` URI, seen from `start` where it is below it; None of any other URI."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    path = Path(url2pathname(parts.path))
    return (path.relative_to(start) if path.is_relative_to(start) else path).as_posix()


class Addresses:
    """Writes the addresses of one report, seen from its sitemap and from the current folder."""

    def __init__(self, sitemap: str | None, start: Path) -> None:
        self._folder = (sitemap or "").rpartition("/")[0] + "/"
        self._sitemap = sitemap
        self._start = start

    def short(self, uri: str) -> str:
        """A path where there is one, else what follows the sitemap's folder, else the whole URI."""
        path = local_path(uri, self._start)
        if path is not None:
            return path
        is_below = self._folder.count("/") > 2 and uri.startswith(self._folder)
        return unquote(uri.removeprefix(self._folder)) if is_below else uri

    def place(self, place: Place) -> str:
        """A place; the sitemap's root file goes without saying."""
        if place.document == self._sitemap:
            return f"line {place.line}" if place.line else "the file"
        return f"{self.short(place.document)}:{place.line}" if place.line else self.short(place.document)

    def places(self, places: Iterable[Place], limit: int) -> str:
        """At most `limit` runs of lines, document by document, and how many places are beyond."""
        runs = _runs(places)
        parts = [self._lines(document, list(group)) for document, group in groupby(runs[:limit], _document)]
        beyond = sum(run.places for run in runs[limit:])
        return ", ".join(parts) + (f" and {beyond:,} more" if beyond else "")

    def _lines(self, document: str, runs: list[_Run]) -> str:
        lines = ", ".join(str(run.first) if run.first == run.last else f"{run.first}–{run.last}" for run in runs)
        if document == self._sitemap:
            is_one = len(runs) == 1 and runs[0].first == runs[0].last
            return "the file" if lines == "0" else f"{'line' if is_one else 'lines'} {lines}"
        return self.short(document) if lines == "0" else f"{self.short(document)}:{lines}"


class _Run(NamedTuple):
    """Lines that follow one another, and how many places are on them."""

    document: str
    first: int
    last: int
    places: int


def _runs(places: Iterable[Place]) -> list[_Run]:
    runs: list[_Run] = []
    for place in places:
        before = runs[-1] if runs else None
        if before is not None and before.document == place.document and 0 <= place.line - before.last <= 1:
            runs[-1] = before._replace(last=place.line, places=before.places + 1)
        else:
            runs.append(_Run(place.document, place.line, place.line, 1))
    return runs


def _document(run: _Run) -> str:
    return run.document
