"""Joins the further pages of a list with its first page. Pure."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace

from standard_sitemap.model.further_pages import (
    NUMBERED,
    SUFFIXED,
    first_beside,
    first_by_number,
    follows_by_number,
    names_number,
    without_number,
)
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page

# Between the name of a list and that of its site.
_SEPARATORS = " |–—-·•:"


# Behaviour: further pages of a list. Also: pagination, page 2, older posts, paged archives.
def continuations(pages: Mapping[str, Page]) -> dict[str, str]:
    """Return the further pages of lists, each with the first page of its list.

    A further page has its number in the address. That is not enough: the chapters of a tutorial may be `page1.html` and
    `page2.html`. It also repeats the title and heading of the page before, or leads to pages that the first does not.
    """
    before: dict[str, str] = {}
    turned = {target for page in pages.values() for target in page.paging}
    linked = turned.union(*(page.links for page in pages.values()))
    for path, page in pages.items():
        first = first_by_number(path, pages)
        is_further = first is not None and (
            (path in linked and _is_paged(path, pages[first], pages) and _leads_on(pages[first], page, pages))
            or (_is_turned_to(path, turned) and _are_of_one_list(pages[first], page))
        )
        if first is not None and is_further:
            before[path] = first
        elif path in linked and (unnumbered := _first_beside(path, pages)) is not None:
            before[path] = unnumbered
        for following in _following(page):
            if following in pages and following not in before and _continues(page, pages[following], pages):
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
    places = {(known.source, known.caption): number for number, known in enumerate(lists) if not known.is_navigation}
    joined = list(lists)
    for continuation in further:
        number = places.get((continuation.source, continuation.caption))
        if continuation.is_navigation or number is None:
            continue
        named = set(joined[number].targets())
        fresh = [entry for entry in continuation.entries if entry.target is None or entry.target not in named]
        joined[number] = replace(joined[number], entries=[*joined[number].entries, *fresh])
    return joined


def _first_beside(path: str, pages: Mapping[str, Page]) -> str | None:
    """Return the page of the same title whose file has the same name without a number.

    The number alone may be that of a chapter. A page that continues a list leads to further pages.
    """
    first = first_beside(path, pages)
    if first is None:
        return None
    page, further, stem = pages[first], pages[path], first.rpartition(".")[0]
    title, other = without_number(page.title), without_number(further.title)
    # Nikola adds the site's name to the titles of further pages only.
    has_title = title != "" and other.removeprefix(title).strip(_SEPARATORS) in ("", title)
    headings = {without_number(page.heading), without_number(further.heading)} - {""}
    fresh = _only_from(further, page, pages)
    leads_on = any(SUFFIXED.fullmatch(target) is None or not target.startswith(stem) for target in fresh)
    # Parts of a manual may have one title, and a heading each; no pager leads from its first page to them.
    is_turned = any(target.startswith(stem) for target in page.paging)
    return first if has_title and leads_on and (is_turned or len(headings) < 2) else None


def _is_turned_to(path: str, turned: Container[str]) -> bool:
    """Return whether links that turn pages lead to a page with a number, or to the one before: “Last” says no turn."""
    match = NUMBERED.fullmatch(path)
    before = f"{match['first']}{match['mark']}{int(match['number']) - 1}{match['end']}" if match is not None else ""
    return path in turned or before in turned


def _following(page: Page) -> Iterator[str]:
    """Yield the page after another, and the page with the next number: older posts may be “previous” ones."""
    following = page.rels.get("next") or next((to for to, kind in page.paging.items() if kind == "next"), None)
    if following is not None:
        yield following
    number = _number(page.path)[0] or 1
    yield from (to for to, kind in page.paging.items() if kind == "previous" and _number(to)[0] == number + 1)


def _continues(page: Page, following: Page, pages: Mapping[str, Page]) -> bool:
    """Return whether the page after another is a further page of the same list."""
    is_numbered = names_number(following.title) or names_number(following.heading)
    is_turned = "page" in (page.paging.get(following.path), following.paging.get(page.path))
    # The address of a chapter may have its number, too, but the heading of a chapter is its own.
    is_counted = NUMBERED.fullmatch(following.path) is not None or (
        page.heading != "" and follows_by_number(page.path, following.path)
    )
    is_further = is_numbered or is_turned or (is_counted and _leads_on(page, following, pages))
    return is_further and _are_of_one_list(page, following)


def _are_of_one_list(page: Page, following: Page) -> bool:
    """Return whether two pages have one title and one heading, but for the number of the page."""
    pairs = ((page.title, following.title), (page.heading, following.heading))
    names = [(without_number(first), without_number(second)) for first, second in pairs]
    # A title that is only a number, such as “Page 2”, is no list's.
    return all(first == second for first, second in names) and bool(names[0][0] or (names[1][0] and not page.title))


def _is_paged(path: str, page: Page, pages: Mapping[str, Page]) -> bool:
    """Return whether a page with a number as a folder, such as `page/2/`, has the title of the first page of its list.

    Without a heading of their own, the pages of a list begin with those of posts or years. Some themes leave the titles
    of further pages empty; others add the list's name there, which all further pages share.
    """
    match = NUMBERED.fullmatch(path)
    title, other = without_number(page.title), without_number(pages[path].title)
    if match is None or match["mark"][-1] not in "/=" or title == "":
        return False
    added = other.removeprefix(title).removesuffix(title).strip(_SEPARATORS)
    return added in ("", title) or (added != other and _has_sibling_of_same_title(match, pages, other))


def _has_sibling_of_same_title(match: re.Match[str], pages: Mapping[str, Page], title: str) -> bool:
    """Return whether the page with the number before or after, but the first page, has this title, too."""
    number = int(match["number"])
    paths = (f"{match['first']}{match['mark']}{each}{match['end']}" for each in (number - 1, number + 1) if each > 1)
    return any(path in pages and without_number(pages[path].title) == title for path in paths)


def _leads_on(page: Page, further: Page, pages: Mapping[str, Page]) -> bool:
    """Return whether a further page leads to pages that the first does not: chapters of a book may have its title."""
    return any(
        target != page.path and NUMBERED.fullmatch(target) is None for target in _only_from(further, page, pages)
    )


def _only_from(further: Page, page: Page, pages: Mapping[str, Page]) -> Iterator[str]:
    """Yield the pages to which a further page links, and the first page does not."""
    return (target for target in further.links if target in pages and target not in page.links)


def _start_of(path: str, before: Mapping[str, str]) -> str:
    met = {path}
    while path in before and before[path] not in met:
        path = before[path]
        met.add(path)
    return path


def _number(path: str) -> tuple[int, str]:
    match = NUMBERED.fullmatch(path) or SUFFIXED.fullmatch(path)
    return (int(match["number"]) if match else 0), path
