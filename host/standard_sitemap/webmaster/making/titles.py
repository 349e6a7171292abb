"""Names pages by their titles, without the part that all titles of the site share. Pure."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Literal, NamedTuple

from standard_sitemap.model.stored_names import readable_path
from standard_sitemap.model.url_paths import is_further_page
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.references import folder_of, is_index, is_within
from standard_sitemap.webmaster.making.translations import is_language_code

_SEPARATORS = (" -- ", " — ", " – ", " - ", " | ", " · ", " :: ", " » ", " « ", ": ", " / ", " • ")
# Separators at the end of a title have lost the name that a template would put there.
_MARKS = " |–—·•"
_BRACKET = " ("
# A part that more than half of the titles, and at least three, contain is the site's name.
_COMMON = 0.5
_FEWEST = 3
# Titles that editors of pages write until the author gives another.
_DEFAULT = re.compile(
    r"none|untitled(?: (?:document|page))?|(?:new|neue) (?:page|seite) ?[0-9]*|document|unbenanntes dokument|"
    r"document sans (?:titre|nom)|documento (?:sin|senza) t[ií]tol?[uo]|無題ドキュメント|无标题文档",
    re.IGNORECASE,
)
# Sphinx's title of a page without a heading, before the site's name.
_NO_TITLE = "<no title>"
# As lists write dates beside titles, in the languages of the interface: “Nov 18”, “18. November 2022”, “2022-11-18”.
_MONTH = (
    r"(?:jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|fév|avr|juin|juil|août|déc|ene|abr|ago|dic|"
    r"يناير|فبراير|مارس|أبريل|مايو|يوني|يولي|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر)\w*[.,]?"
)
_DAY = r"[0-9]{1,2}(?:st|nd|rd|th)?[.,]?"
_YEAR = "(?:19|20)[0-9]{2}"
_DATE = re.compile(
    rf"\W*(?:{_YEAR}[-./年]\s?[0-9]{{1,2}}(?:[-./月]\s?[0-9]{{1,2}}日?)?|[0-9]{{1,2}}[-./][0-9]{{1,2}}[-./]{_YEAR}|"
    rf"{_DAY}\s+(?:de\s+)?{_MONTH}(?:\s+(?:de\s+)?{_YEAR})?|{_MONTH}\s+(?:{_DAY}(?:\s+{_YEAR})?|{_YEAR}))\W*",
    re.IGNORECASE,
)
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
    """Names the pages of a site, or of one of its languages; learns the common part from all titles.

    `of_others` is the name of the site in other languages, and `marks` are the separators before it.
    """

    def __init__(self, pages: Iterable[Page], of_others: str = "", marks: Container[str] = ()) -> None:
        pages = list(pages)
        self._useless = _useless(pages)
        self._of_indexes = {page.title: page.path for page in reversed(pages) if page.title and is_index(page.path)}
        # A heading that most pages have, and no title of their own, is the site's name.
        headings = Counter(page.heading for page in pages if self._is_useless(page.title))
        fewest = max(_FEWEST, _COMMON * len(pages))
        self._repeated = {heading for heading, number in headings.items() if number >= fewest}
        titles = [page.title for page in pages if page.title and not self._is_useless(page.title)]
        site = title_of_home(pages) or of_others
        whole = set(map(_key, titles))
        ends = [[end for end in _ends(title) if _is_of_site(end, site, whole)] for title in titles]
        self._suffixes = _common(ends, site) or _of_all(ends, marks)
        prefixes = _common([_starts(title) for title in titles], site)
        if self._suffixes:
            # An older template may have the name at the other end.
            turned = {_plain(end) + end.removesuffix(_plain(end)) for end in self._suffixes}
            starts = {start for title in titles for start in _starts(title)}
            prefixes = frozenset(part for part in prefixes if _key(part) == _key(site)) | (turned & starts)
        self._prefixes = prefixes
        self.marks = {part.removesuffix(_plain(part)) for part in self._suffixes}
        # Without names after them, such as “Erlang --”.
        self._only_prefixes = {part.strip() for part in self._prefixes}
        # The lengths of their forms are few; the forms themselves may be as many as the titles.
        self._lengths = sorted(set(map(len, self._suffixes | self._prefixes)), reverse=True)

    def name(self, page: Page, label: str | None = None, linked_as: str | None = None) -> str:
        """Return a page's name."""
        return next(self.names(page, label, linked_as)).text

    # Behaviour: the name of a page without a title. Also: untitled, no title, fallback name.
    def names(self, page: Page, label: str | None = None, linked_as: str | None = None) -> Iterator[SourcedName]:
        """Yield a page's possible names, the best first.

        They are the label of its entry, its title, its heading, the text of a link, and its file name.
        """
        title = self._title(page)
        is_own = bool(title) or (page.heading != self.site_name(page) and page.heading not in self._repeated)
        sourced: tuple[tuple[NameSource, str | None], ...] = (
            ("entry", label and _without_date(label, title)),
            ("title" if title == page.title else "part", title),
            ("heading", page.heading if is_own else None),
            ("link", linked_as),
        )
        yield from (SourcedName(source, text[:_LONGEST]) for source, text in sourced if text)
        yield SourcedName("file", _of_path(page.path)[:_LONGEST])

    def site_name(self, page: Page) -> str:
        """Return the part that a title shares with the site's other pages, or else the whole title; "" without one."""
        if _DEFAULT.fullmatch(page.title):
            return ""
        common = self._suffix_of(page.title) or self._prefix_of(page.title)
        return _plain(common) or page.title.rstrip("".join(_SEPARATORS)).lstrip(_MARKS) or page.title

    def _title(self, page: Page) -> str:
        """Return the title without the common part; "" if it says nothing about the page."""
        prefix = self._prefix_of(page.title)
        if self._is_useless(page.title) or page.title in self._only_prefixes:
            return ""
        index = self._of_indexes.get(page.title)
        if index is not None and not is_index(page.path) and is_within(page.path, folder_of(index)):
            return ""  # the title of a manual, which names its index page
        title = page.title.removesuffix(self._suffix_of(page.title)).removeprefix(prefix).strip()
        if prefix.count("(") > prefix.count(")"):
            title = title.removesuffix(")")  # “Oars (Index - A)”
        return "" if title == _NO_TITLE else title.strip(_MARKS) or page.title

    def _is_useless(self, title: str) -> bool:
        return title in self._useless or _DEFAULT.fullmatch(title) is not None

    def _suffix_of(self, title: str) -> str:
        return next((end for length in self._lengths if (end := title[-length:]) in self._suffixes), "")

    def _prefix_of(self, title: str) -> str:
        return next((start for length in self._lengths if (start := title[:length]) in self._prefixes), "")


def _without_date(label: str, title: str) -> str:
    """Return a label that consists of a page's title and a date without the date: it is that of a post in a list."""
    if title == "" or not (label.startswith(title) or label.endswith(title)):
        return label
    rest = label.removeprefix(title) if label.startswith(title) else label.removesuffix(title)
    return title if _DATE.fullmatch(rest) else label


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
        for title, own in headings.items()
        if len(own) > 1 and (len(own) > _COMMON * number or len(set(own) - {""}) > 1)
    }


def _ends(title: str) -> list[str]:
    """Return the possible suffixes of a title, each from a separator on, longest first."""
    starts = {title.find(mark, at) for mark in _SEPARATORS for at in (0, title.rfind(mark))}
    if title.endswith(")"):  # of Texinfo and Javadoc
        starts.add(title.rfind(_BRACKET))
    return [title[start:] for start in sorted(starts) if start > 0]


def _is_of_site(end: str, site: str, titles: set[str]) -> bool:
    """Return whether a suffix may name the site: in brackets, it may be a part of speech, such as “light (noun)”.

    The site's name in brackets is a page's whole title, or a part of the start page's.
    """
    return not end.startswith(_BRACKET) or _key(end) in titles or _key(end) in site.casefold()


def _starts(title: str) -> list[str]:
    ends = sorted(((title.find(mark), mark) for mark in _SEPARATORS if title.find(mark) > 0), reverse=True)
    return [title[: start + len(mark)] for start, mark in ends]


def _common(parts_of_titles: list[list[str]], site: str) -> frozenset[str]:
    """Return the longest part that more than half of all titles, and at least three, have, in each of its forms.

    Without one, the title of the start page counts if it is a part of others. Forms differ in separators and capital
    letters only.
    """
    forms: dict[str, Counter[str]] = {}
    for parts in parts_of_titles:
        for part in parts:
            forms.setdefault(_key(part), Counter())[part] += 1
    more_than = max(_FEWEST - 1, _COMMON * len(parts_of_titles))
    common = [key for key, counts in forms.items() if key and counts.total() > more_than]
    longest = max(common, key=lambda key: (len(key), key), default=_key(site))
    return frozenset(forms.get(longest, ())) if longest else frozenset()


def _of_all(ends_of_titles: list[list[str]], marks: Container[str]) -> frozenset[str]:
    """Return the longest suffix that all titles have, behind one of these separators, if there are several."""
    shared = set(ends_of_titles[0] if len(ends_of_titles) > 1 else ()).intersection(*ends_of_titles)
    known = (end for end in shared if end.removesuffix(_plain(end)) in marks)
    return frozenset([max(known, key=len, default="")]) - {""}


def title_of_home(pages: Iterable[Page]) -> str:
    """Return the title of the site's home page, or else that of the home page in a language; "" without one."""
    indexes = {page.path.rpartition("/")[0]: page.title for page in reversed([*pages]) if is_index(page.path)}
    folders = (folder for folder in indexes if "/" not in folder and is_language_code(folder))
    return indexes.get("") or next((indexes[folder] for folder in folders), "")


def _key(part: str) -> str:
    """Return what the forms of a common part share."""
    return _plain(part).casefold()


def _plain(part: str) -> str:
    """Return a common part without the separator before or after it, or the brackets around it."""
    return part[len(_BRACKET) : -1] if part.startswith(_BRACKET) else part.strip("".join(_SEPARATORS))


def _of_path(path: str) -> str:
    """Return a name made from the file name; for an index, from the folder name."""
    path = readable_path(path)
    stem = posixpath.dirname(path) if is_index(path) and "/" in path else path.rpartition(".")[0]
    words = " ".join(_SEQUENCE.split(posixpath.basename(stem))).strip()
    return words[:1].upper() + words[1:] or path
