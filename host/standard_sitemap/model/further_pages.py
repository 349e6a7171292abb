"""The further pages of a list, by their addresses and titles: `news/page/2/index.html`, `tag/spring-2.html`. Pure."""

from __future__ import annotations

import re
from collections.abc import Container

from standard_sitemap.model.url_paths import INDEX_NAMES, PAGER_WORDS

# `page/2/index.html`, `list-page-2.html`, and what crawled sites make of `?page=2`.
NUMBERED = re.compile(
    rf"(?P<first>.*?)(?P<mark>(?:^|[/_.?&=-])(?:{PAGER_WORDS})[/_=-]?)(?P<number>[0-9]{{1,5}})"
    r"(?P<end>/?(?:index)?(?:\.[a-z]{3,5})?)",
    re.IGNORECASE,
)
# `index2.html` and `tag/spring-2.html` beside `index.html` and `tag/spring.html`.
SUFFIXED = re.compile(r"(?P<first>.*[^0-9/_-])[_-]?(?P<number>[0-9]{1,4})(?P<end>\.x?html?)", re.IGNORECASE)
# `blog/1/` after `blog/`, as Eleventy counts, and `blog/2/` after that.
_COUNTED = re.compile(r"(?P<first>(?:.*/)?)(?P<number>[0-9]{1,4})(?P<end>(?:/index)?\.x?html?)", re.IGNORECASE)
# The words that only the further pages of a list have in their titles.
_PART = re.compile(
    r"\s*\([^()]{1,40}\b(?:page|seite|página|pagina|الصفحة)\s*[0-9]{1,5}\)|"
    r"[\s(\[|–—:·,-]*\b(?:page|seite|página|pagina|الصفحة)\s*[0-9]{1,5}(?:\s*(?:of|/|von|de|sur|من)\s*[0-9]{1,5})?[)\]\s]*"
    r"|[\s(\[|–—:·,-]*第\s*[0-9]{1,5}\s*页[)\]\s]*",
    re.IGNORECASE,
)


def names_number(title: str) -> bool:
    """Return whether a title contains the number of a further page."""
    return _PART.search(title) is not None


def without_number(title: str) -> str:
    """Return a title without the number of a further page.

    >>> without_number("News – Page 2 of 3 – Shop")
    'News – Shop'
    """
    return _PART.sub(" ", title).strip()


def first_by_number(path: str, pages: Container[str]) -> str | None:
    """Return the page whose address is that of a further page, without its number; None if there is none."""
    match = NUMBERED.fullmatch(path)
    if match is None or int(match["number"]) < 2:
        return None
    first = match["first"]
    ending = match["end"].rpartition(".")[2]
    candidates = [f"{first}.{ending}", *(f"{first}/{name}" if first else name for name in INDEX_NAMES)]
    candidates += [f"{first}{match['mark']}1{match['end']}", first]
    return next((candidate for candidate in candidates if candidate in pages and candidate != path), None)


def first_beside(path: str, pages: Container[str]) -> str | None:
    """Return the page whose file has the same name without a number; None if there is none."""
    match = SUFFIXED.fullmatch(path)
    first = f"{match['first']}{match['end']}" if match is not None else ""
    return first if first in pages else None


def follows_by_number(path: str, further: str) -> bool:
    """Return whether a page's name is the number after that of another page, or the first one below its folder."""
    match = _COUNTED.fullmatch(further)
    if match is None:
        return False
    first, number, end = match["first"], int(match["number"]), match["end"]
    is_first = number in (1, 2) and path in (f"{first}{name}" for name in INDEX_NAMES)
    return is_first or path == f"{first}{number - 1}{end}"
