"""Joins the further pages of a list with its first page. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from standard_sitemap.model.url_paths import INDEX_NAMES, PAGER_WORDS
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page

# `page/2/index.html`, `list-page-2.html`, and what crawled sites make of `?page=2`.
_NUMBERED = re.compile(
    rf"(?P<first>.*?)(?P<mark>(?:^|[/_.?&=-])(?:{PAGER_WORDS})[/_=-]?)(?P<number>[0-9]{{1,5}})"
    r"(?P<end>/?(?:index)?(?:\.[a-z]{3,5})?)",
    re.IGNORECASE,
)
# `index2.html` and `tag/spring-2.html` beside `index.html` and `tag/spring.html`.
_SUFFIXED = re.compile(r"(?P<first>.*[^0-9/_-])[_-]?(?P<number>[0-9]{1,4})(?P<end>\.x?html?)", re.IGNORECASE)
# The words that only the further pages of a list have in their titles.
_PART = re.compile(
    r"\s*\([^()]{1,40}\b(?:page|seite|página|pagina|الصفحة)\s*[0-9]{1,5}\)|"
    r"[\s(\[|–—:·,-]*\b(?:page|seite|página|pagina|الصفحة)\s*[0-9]{1,5}(?:\s*(?:of|/|von|de|sur|من)\s*[0-9]{1,5})?[)\]\s]*"
    r"|[\s(\[|–—:·,-]*第\s*[0-9]{1,5}\s*页[)\]\s]*",
    re.IGNORECASE,
)


# Behaviour: further pages of a list. Also: pagination, page 2, older posts, paged archives.
def continuations(pages: Mapping[str, Page]) -> dict[str, str]:
    """Return the further pages of lists, each with the first page of its list.

    They are known by their number in the address, and by repeating the title and the heading of the page before: the
    chapters of a tutorial may be `page1.html` and `page2.html`.
    """
    before: dict[str, str] = {}
    turned = {target for page in pages.values() for target in page.paging}
    linked = turned.union(*(page.links for page in pages.values()))
    for path, page in pages.items():
        first = _first_by_number(path, pages)
        is_one_list = first is not None and (
            _are_of_one_list(pages[first], page) or _is_paged(path, pages[first], page)
        )
        if first is not None and path in turned and is_one_list:
            before[path] = first
        elif path in linked and (unnumbered := _first_beside(path, pages)) is not None:
            before[path] = unnumbered
        following = page.rels.get("next") or next((to for to, kind in page.paging.items() if kind == "next"), "")
        if following in pages and following not in before and _continues(page, pages[following]):
            before[following] = path
    return {path: first for path in before if (first := _start_of(path, before)) != path}


def merged(pages: Mapping[str, Page], firsts: Mapping[str, str]) -> dict[str, Page]:
    """Return the pages; the first page of each list also has the links and entries of its further pages."""
    joined = dict(pages)
    for path in sorted(firsts, key=_number):
        first, further = joined[firsts[path]], pages[path]
        joined[first.path] = replace(
            first,
            repeats=further.repeats | first.repeats,
            links=first.links | {target: text for target, text in further.links.items() if target not in first.links},
            lists=_with_entries(first.lists, further.lists),
            paging={target: kind for target, kind in first.paging.items() if firsts.get(target) != first.path},
        )
    return joined


def _with_entries(lists: list[ContentsList], further: list[ContentsList]) -> list[ContentsList]:
    """Return lists, each continued by the entries of the further list at the same place."""
    places = {(one.source, one.caption): number for number, one in enumerate(lists) if not one.is_navigation}
    joined = list(lists)
    for one in further:
        number = places.get((one.source, one.caption))
        if one.is_navigation or number is None:
            continue
        known = joined[number].targets()
        fresh = [entry for entry in one.entries if entry.target is None or entry.target not in known]
        joined[number] = replace(joined[number], entries=[*joined[number].entries, *fresh])
    return joined


def _first_by_number(path: str, pages: Mapping[str, Page]) -> str | None:
    """Return the page whose address is that of a further page, without its number; None if there is none."""
    match = _NUMBERED.fullmatch(path)
    if match is None or int(match["number"]) < 2:
        return None
    first = match["first"]
    ending = match["end"].rpartition(".")[2]
    candidates = [f"{first}.{ending}", *(f"{first}/{name}" if first else name for name in INDEX_NAMES)]
    candidates += [f"{first}{match['mark']}1{match['end']}", first]
    return next((candidate for candidate in candidates if candidate in pages and candidate != path), None)


def _first_beside(path: str, pages: Mapping[str, Page]) -> str | None:
    """Return the page of the same title whose file has the same name without a number.

    The number alone may be that of a chapter. A page that continues a list leads to further pages.
    """
    match = _SUFFIXED.fullmatch(path)
    first = f"{match['first']}{match['end']}" if match is not None else ""
    if match is None or first not in pages:
        return None
    page, further = pages[first], pages[path]
    title, other = (_PART.sub(" ", text).strip() for text in (page.title, further.title))
    # Nikola adds the site's name to the titles of further pages only.
    has_title = title != "" and other.removeprefix(title).strip(" |–—-·:") in ("", title)
    headings = {_PART.sub(" ", text).strip() for text in (page.heading, further.heading)} - {""}
    fresh = (target for target in further.links if target in pages and target not in page.links)
    leads_on = any(_SUFFIXED.fullmatch(target) is None or not target.startswith(match["first"]) for target in fresh)
    # Parts of a manual may have one title, and a heading each; no pager leads from its first page to them.
    is_turned = any(target.startswith(match["first"]) for target in page.paging)
    return first if has_title and leads_on and (is_turned or len(headings) < 2) else None


def _continues(page: Page, following: Page) -> bool:
    """Return whether the page after another is a further page of the same list."""
    is_numbered = any(_PART.search(text) for text in (following.title, following.heading))
    is_turned = "page" in (page.paging.get(following.path), following.paging.get(page.path))
    return (is_numbered or is_turned) and _are_of_one_list(page, following)


def _are_of_one_list(page: Page, following: Page) -> bool:
    """Return whether two pages have one title and one heading, but for the number of the page."""
    pairs = ((page.title, following.title), (page.heading, following.heading))
    names = [(_PART.sub(" ", first).strip(), _PART.sub(" ", second).strip()) for first, second in pairs]
    # A title that is only a number, such as “Page 2”, is no list's.
    return all(first == second for first, second in names) and bool(names[0][0] or (names[1][0] and not page.title))


def _is_paged(path: str, page: Page, following: Page) -> bool:
    """Return whether a page with a number as a folder, such as `page/2/`, has the title of the page before.

    Without a heading of their own, the pages of a list begin with those of posts or years. Some themes leave the titles
    of further pages empty.
    """
    match = _NUMBERED.fullmatch(path)
    title, other = (_PART.sub(" ", text).strip() for text in (page.title, following.title))
    return match is not None and match["mark"][-1] in "/=" and title != "" and other in (title, "")


def _start_of(path: str, before: Mapping[str, str]) -> str:
    met = {path}
    while path in before and before[path] not in met:
        path = before[path]
        met.add(path)
    return path


def _number(path: str) -> tuple[int, str]:
    match = _NUMBERED.fullmatch(path) or _SUFFIXED.fullmatch(path)
    return (int(match["number"]) if match else 0), path
