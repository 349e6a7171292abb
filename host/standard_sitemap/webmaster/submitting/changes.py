"""Finds changed pages: by comparing two sitemaps, by file dates, or by git.

Pages with unknown dates are omitted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

from standard_sitemap.fetching.file_uris import within_drive
from standard_sitemap.model.url_paths import INDEX_NAMES, unquoted
from standard_sitemap.webmaster.converting.pages import PageFacts
from standard_sitemap.webmaster.submitting.git_dates import commit_dates

Source = Literal["files", "git"]


class ChangedAddresses(NamedTuple):
    """Addresses, each in the order of its sitemap."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def addresses(self) -> tuple[str, ...]:
        """All addresses: engines also want to know the removed pages."""
        return (*self.added, *self.changed, *self.gone)


def difference(old: Mapping[str, PageFacts] | None, new: Mapping[str, PageFacts]) -> ChangedAddresses:
    """Return the differences; without an old state everything is new.

    A page has changed if both dates exist and differ.
    """
    if old is None:
        return ChangedAddresses(tuple(new), (), ())
    both = [address for address in new if address in old]
    return ChangedAddresses(
        tuple(address for address in new if address not in old),
        tuple(address for address in both if _is_changed(old[address], new[address])),
        tuple(address for address in old if address not in new),
    )


def _is_changed(old: PageFacts, new: PageFacts) -> bool:
    return None not in (old.last_modified, new.last_modified) and old.last_modified != new.last_modified


def dated(pages: Mapping[str, PageFacts], folder: Path, folder_uri: str, source: Source) -> dict[str, PageFacts]:
    """Return the pages below `folder`, at `folder_uri` on the web, with the dates of their files.

    A page keeps the date it has. Raises MissingHistory.
    """
    date_of = commit_dates(folder) if source == "git" else _file_date
    return {address: _dated(address, page, folder, folder_uri, date_of) for address, page in pages.items()}


def _dated(
    address: str, page: PageFacts, folder: Path, folder_uri: str, date_of: Callable[[Path], str | None]
) -> PageFacts:
    if page.last_modified is not None or not address.startswith(folder_uri):
        return page
    file = _file(folder, address.removeprefix(folder_uri))
    return page if file is None else page._replace(last_modified=date_of(file))


def _file(folder: Path, reference: str) -> Path | None:
    """Return the file that web servers usually serve at an address of the folder; None if there is none."""
    path = unquoted(reference.partition("#")[0])
    if "?" in reference or "\0" in path:
        return None
    place = within_drive(folder, path.lstrip("/"))
    if place is None:
        return None
    wanted = [place / name for name in INDEX_NAMES] if path.endswith("/") or not path else []
    candidates = wanted or [place, place.with_name(f"{place.name}.html"), *(place / name for name in INDEX_NAMES)]
    edge = folder.resolve()
    for candidate in candidates:
        try:
            if candidate.is_file() and candidate.resolve().is_relative_to(edge):
                return candidate
        except OSError:  # the name is too long
            return None
    return None


def _file_date(file: Path) -> str:
    return datetime.fromtimestamp(file.stat().st_mtime, UTC).isoformat(timespec="seconds")
