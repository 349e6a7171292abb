"""The pages of a map that changed since a moment, by the dates in its files. No I/O, no clock.

A program that writes the moment of its own run as the date of every page says nothing about the pages. So a date that
nearly all pages share, within an hour, counts as no date. Dates in the future count as none either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from standard_sitemap.model.hierarchy import Hierarchy
from standard_sitemap.model.menus import is_page
from standard_sitemap.reader.views.links import Languages, link, shown_name
from standard_sitemap.reader.views.message_room import as_many_as_fit
from standard_sitemap.reader.views.paths import Path, key_of_path
from standard_sitemap.sitemapsorg.dates import is_future, is_whole_day, moment_of

if TYPE_CHECKING:
    from standard_sitemap.reader.protocol import replies

# The newest pages that are listed: a reader who missed more reads the tree.
MOST_LISTED = 200

# The share of dated pages that makes a date meaningless, and the time within which a program writes all dates.
_NEARLY_ALL = 0.9
_ONE_RUN = timedelta(hours=1)

_DAY = timedelta(days=1)

# Names of nodes above a page.
_TRAIL = 4


class _Date(NamedTuple):
    """A date as written, its moment (the beginning of a day), and whether it names a whole day."""

    moment: datetime
    written: str
    is_day: bool


def new_pages(hierarchy: Hierarchy, since: datetime, now: datetime, languages: Languages) -> replies.NewPages:
    """Return the pages that changed after `since`, the newest first.

    The day of `since` counts as a whole: a page dated by the day may have changed after that moment.
    """
    counts = hierarchy.page_index.date_counts()
    dates = _dates_after(counts, since, now)
    meaningful = _without_one_run(dates, counts)
    if not meaningful:
        return {"pages": [], "total": 0, "dates": "alike" if dates else "usable" if counts else "none"}
    by_written = {date.written: date for date in meaningful}
    listed: set[str] = set()
    size = 0
    for date in meaningful:  # the newest first
        if size < MOST_LISTED:
            listed.add(date.written)
            size += counts[date.written]
    nodes = dict.fromkeys(islice(hierarchy.page_index.dated(listed), MOST_LISTED * 10))
    # A page that is listed twice has the date that the tree shows.
    dated = ((by_written.get(hierarchy.details.last_modified(node) or ""), node) for node in nodes)
    newest = sorted(((date, node) for date, node in dated if date), key=lambda page: page[0].moment, reverse=True)
    paths = ((date, path) for date, node in newest if (path := hierarchy.page_index.path(node)))
    makers = (partial(_page, hierarchy, path, date, languages) for date, path in islice(paths, MOST_LISTED))
    pages = [page for page in as_many_as_fit(makers) if is_page(page["location"])]
    total = sum(counts[date.written] for date in meaningful)
    return {"pages": pages, "total": total if total > MOST_LISTED else len(pages), "dates": "usable"}


def _dates_after(written: Iterable[str], since: datetime, now: datetime) -> list[_Date]:
    """Return the dates after a moment, the latest first."""
    # Most dates of a large map are older, and reading a date takes longer than comparing its year.
    year = str((since - _DAY).year)
    dates = [
        _Date(moment, value, is_day)
        for value in written
        if value[:4] >= year
        and (moment := moment_of(value)) is not None
        and ((is_day := is_whole_day(value)) or "T" in value)  # a month or a year is too vague
        and moment + (_DAY if is_day else timedelta()) > since
        and not is_future(value, now)
    ]
    return sorted(dates, key=lambda date: date.moment, reverse=True)


def _without_one_run(dates: list[_Date], counts: Mapping[str, int]) -> list[_Date]:
    """Return dates without those of one run of a program: nearly all pages of the map changed within an hour."""
    most, start, size = sum(counts.values()) * _NEARLY_ALL, 0, 0
    for date in dates:
        size += counts[date.written]
        while dates[start].moment - date.moment > _ONE_RUN:
            size -= counts[dates[start].written]
            start += 1
        if size >= max(most, 2):
            latest = dates[start].moment
            return [other for other in dates if not timedelta() <= latest - other.moment <= _ONE_RUN]
    return dates


def _page(hierarchy: Hierarchy, path: Path, date: _Date, languages: Languages) -> replies.NewPage:
    hierarchy.children(path[-2] if len(path) > 1 else hierarchy.root)  # this distinguishes siblings with equal names
    page = link(hierarchy, path[-1], key_of_path(hierarchy, path), languages)
    return {
        "key": page["key"],
        "name": page["name"],
        "location": page["location"] or "",
        "language": page["language"],
        "trail": [shown_name(hierarchy, node, languages) for node in path[-_TRAIL - 1 : -1]],
        "changed": round((date.moment - datetime(1970, 1, 1, tzinfo=UTC)) / timedelta(milliseconds=1)),
        "is_day": date.is_day,
    }
