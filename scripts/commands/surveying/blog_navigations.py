"""Reads the navigation of a blog: the pages of its categories, or the dates of its posts.

Shares no code with the generator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from commands.surveying.navigations import Entry, Reader, local, parsed

# The links to posts in lists, as each theme writes them.
_POSTS = (
    "article h1 a, article h2 a, main h2 a, main h3 a, .posts h1 a, .wp-block-post-title a, .post-link, .postlist-link,"
    " .listtitle, .post-title-link, .entry-link, .archive-article-title, .post-item a, .list-item .title a,"
    " .taxonomy__item__title a, .bloglist-title a"
)
_YEAR = re.compile(r"20[0-9]{2}(?=[/-])")


def by_category(shown_on: str, categories: str, tags: str = "", above_tags: str | None = None) -> Reader:
    """Return a reader of posts below the pages of their categories, which a pattern finds.

    The categories stand below the page that shows all posts, and the tags below their page, or else below a group.
    """

    def read(folder: Path, start: str) -> list[Entry]:
        lists = [Entry("", path, list(_posts(folder, path))) for path in _matching(folder, categories)]
        return [*_shown(start, shown_on, lists), *_tags(folder, tags, above_tags)]

    return read


def by_year(shown_on: str, further: str = "", tags: str = "", above_tags: str | None = None) -> Reader:
    """Return a reader of posts below groups for their years, in the order of the list that shows them.

    `further` is a pattern of the further pages of the list.
    """

    def read(folder: Path, start: str) -> list[Entry]:
        years: dict[str, Entry] = {}
        for page in (shown_on, *_matching(folder, further)):
            for post in _posts(folder, page):
                year = _year(folder, post.path or "")
                years.setdefault(year, Entry(year)).below.append(post)
        return [*_shown(start, shown_on, list(years.values())), *_tags(folder, tags, above_tags)]

    return read


def both(first: Reader, second: Reader, home: str) -> Reader:
    """Return a reader of the navigations of two languages; `home` is the start page of the second."""
    return lambda folder, start: [Entry("", home, second(folder, home)), *first(folder, start)]


def _shown(start: str, shown_on: str, below: list[Entry]) -> list[Entry]:
    return below if shown_on == start else [Entry("", shown_on, below)]


def _matching(folder: Path, pattern: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.glob(pattern)) if pattern else []


def _tags(folder: Path, pattern: str, above: str | None) -> list[Entry]:
    tags = [Entry("", path) for path in _matching(folder, pattern) if path != above]
    return [Entry("" if above else "Tags", above, tags)] if tags else []


def _posts(folder: Path, page: str) -> Iterator[Entry]:
    paths = (local(folder, page, link.get("href") or "") for link in parsed(folder, page).cssselect(_POSTS))
    yield from (Entry("", path) for path in dict.fromkeys(paths) if path is not None)


def _year(folder: Path, path: str) -> str:
    in_path = _YEAR.search(path)
    if in_path is not None:
        return in_path[0]
    dates = (element.get("datetime") or element.text_content() for element in parsed(folder, path).iter("time"))
    return next((match[0] for date in dates if (match := _YEAR.search(date)) is not None), "")
