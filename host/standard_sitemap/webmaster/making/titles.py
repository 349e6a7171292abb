"""Names pages by their titles, without the part that all titles of the site share. Pure."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from standard_sitemap.model.stored_names import readable_path
from standard_sitemap.model.url_paths import is_further_page
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.references import is_index

_SEPARATORS = (" -- ", " — ", " – ", " - ", " | ", " · ", " :: ", " » ", " « ", ": ", " / ", " • ")
# A part that more than half of the titles, and at least three, contain is the site's name.
_COMMON = 0.5
_FEWEST = 3
_SEQUENCE = re.compile(r"[-_\s]+")
# Characters: a longer text is a sentence that a tree cannot show.
_LONGEST = 200


NameSource = Literal["entry", "site", "title", "part", "heading", "link", "file"]


class SourcedName(NamedTuple):
    """A possible name of a page and its source.

    `site` is the part that the start page's title shares with others, `part` what other titles do not share with it.
    """

    source: NameSource
    text: str


class TitleShortener:
    """Names the pages of a site; learns the common part from all titles."""

    def __init__(self, pages: Iterable[Page]) -> None:
        pages = list(pages)
        titles = [page.title for page in pages if page.title]
        self._useless = _useless(pages)
        site = next((page.title for page in pages if is_index(page.path) and "/" not in page.path), "")
        self._suffix = _common([_ends(title) for title in titles], site)
        self._prefix = _common([_starts(title) for title in titles], site) if not self._suffix else ""

    def name(self, page: Page, label: str | None = None, linked_as: str | None = None) -> str:
        """Return a page's name."""
        return next(self.names(page, label, linked_as)).text

    # Behaviour: the name of a page without a title. Also: untitled, no title, fallback name.
    def names(self, page: Page, label: str | None = None, linked_as: str | None = None) -> Iterator[SourcedName]:
        """Yield a page's possible names, the best first: the label of its list, its title, its heading, the text of a
        link, and its file name.
        """
        is_own = page.title not in self._useless or page.heading != self.site_name(page)
        sourced: tuple[tuple[NameSource, str | None], ...] = (
            ("entry", label),
            ("title" if self._title(page) == page.title else "part", self._title(page)),
            ("heading", page.heading if is_own else None),
            ("link", linked_as),
        )
        yield from (SourcedName(source, text[:_LONGEST]) for source, text in sourced if text)
        yield SourcedName("file", _of_path(page.path)[:_LONGEST])

    def site_name(self, page: Page) -> str:
        """Return the part that a title shares with the site's other pages, or else the whole title."""
        common = self._suffix if page.title.endswith(self._suffix) else ""
        common = common or (self._prefix if page.title.startswith(self._prefix) else "")
        return common.strip("".join(_SEPARATORS)) or page.title.rstrip("".join(_SEPARATORS)) or page.title

    def _title(self, page: Page) -> str:
        """Return the title without the common part; "" if it says nothing about the page."""
        if page.title in self._useless:
            return ""
        if self._prefix and page.title == self._prefix.strip():  # “Erlang -- ” without a name after it
            return ""
        title = page.title.removesuffix(self._suffix).removeprefix(self._prefix).strip()
        if page.title.startswith(self._prefix) and self._prefix.count("(") > self._prefix.count(")"):
            title = title.removesuffix(")")  # “Oars (Index - A)”
        return title or page.title


def _useless(pages: Iterable[Page]) -> set[str]:
    """Return the titles that name no page: those of most pages, and those of several pages with own headings.

    The further pages of a list may have its title.
    """
    headings: dict[str, list[str]] = {}
    for page in pages:
        if page.title and not is_further_page(page.path):
            headings.setdefault(page.title, []).append(page.heading)
    number = sum(map(len, headings.values()))
    return {
        title
        for title, below in headings.items()
        if len(below) > 1 and (len(below) > _COMMON * number or len(set(below) - {""}) > 1)
    }


def _ends(title: str) -> list[str]:
    """Return the possible suffixes of a title, each from a separator on, longest first."""
    starts = {title.find(mark, at) for mark in _SEPARATORS for at in (0, title.rfind(mark))}
    return [title[start:] for start in sorted(starts) if start > 0]


def _starts(title: str) -> list[str]:
    ends = sorted(((title.find(mark), mark) for mark in _SEPARATORS if title.find(mark) > 0), reverse=True)
    return [title[: start + len(mark)] for start, mark in ends]


def _common(parts_of_titles: list[list[str]], site: str) -> str:
    """Return the longest part that more than half of all titles have, or several if it is the start page's title; "" if
    there is none.
    """
    counts = Counter(part for parts in parts_of_titles for part in parts)
    many = {part for part, count in counts.items() if count > _COMMON * len(parts_of_titles) or _is_site(part, site)}
    common = [part for part in many if counts[part] >= _FEWEST]
    return max(common, key=lambda part: (len(part), part), default="")


def _is_site(part: str, site: str) -> bool:
    return part.strip("".join(_SEPARATORS)) == site


def _of_path(path: str) -> str:
    """Return a name made from the file name; for an index, from the folder name."""
    path = readable_path(path)
    stem = posixpath.dirname(path) if is_index(path) and "/" in path else path.rpartition(".")[0]
    words = " ".join(_SEQUENCE.split(posixpath.basename(stem))).strip()
    return words[:1].upper() + words[1:] or path
