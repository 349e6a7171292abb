"""Finds the links to the previous and next page that only the whole site shows to be such. Pure.

Many themes write two links into a navigation that neither its name nor their words tell from a menu, or titles with
arrows, which also lead into lists and back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from standard_sitemap.webmaster.making.lists import contents_of
from standard_sitemap.webmaster.making.page_reading import LinkPair, Page
from standard_sitemap.webmaster.making.paging_links import PagingKind
from standard_sitemap.webmaster.making.references import folder_of, is_index, is_within

# The page before and the page after.
_MOST_NEIGHBOURS = 2


# Behaviour: neighbours of pages. Also: previous post, next post, older, newer, chains of posts.
def with_neighbours(pages: Mapping[str, Page]) -> dict[str, Page]:
    """Return the pages; links to their neighbours are links that turn pages.

    A neighbour leads back. Menus lead to the same pages from everywhere, but at most two pages have a neighbour in
    common. One of two neighbours has another one, because the two pages may be translations, or one below the other.
    """
    linking = Counter(target for page in pages.values() for target in page.beside)
    beside = {path: page.beside for path, page in pages.items() if linking[path] <= _MOST_NEIGHBOURS}
    mutual = {
        path: [to for to in targets if path in beside.get(to, ()) and _are_equal(pages[path], pages[to])]
        for path, targets in beside.items()
    }
    joined = dict(pages)
    for path in mutual:
        if turns := dict(_turns(path, mutual)):
            joined[path] = _with_turns(pages[path], turns)
    for path, turns in _turns_of_pairs(joined).items():
        joined[path] = _with_turns(joined[path], turns)
    return joined


def _turns_of_pairs(pages: Mapping[str, Page]) -> dict[str, dict[str, PagingKind]]:
    """Return the neighbours of pages that stand in pairs of links without a name, each with the kind of turn to it.

    A template writes the pairs of all pages at one place, always the same neighbour first. Two such pages in a row
    show this: one with a neighbour on each side may be a section with two pages that lead back to it.
    """
    places: dict[str, dict[str, LinkPair]] = {}
    for path, page in pages.items():
        for pair in page.pairs if not page.paging else ():
            places.setdefault(pair.place, {})[path] = pair
    turns: dict[str, dict[str, PagingKind]] = {}
    for pairs in places.values():
        linking = Counter(target for pair in pairs.values() for target in pair.targets)
        between = {
            path: pair
            for path, pair in pairs.items()
            if all(linking[to] <= _MOST_NEIGHBOURS and _leads_back(to, path, pairs, pages) for to in pair.targets)
        }
        for path, pair in between.items():
            if pair.first in between or pair.second in between:
                turns.setdefault(path, {}).update({pair.first: "previous", pair.second: "next"})
                turns.setdefault(pair.first, {}).setdefault(path, "next")
                turns.setdefault(pair.second, {}).setdefault(path, "previous")
    return turns


def _leads_back(target: str, path: str, pairs: Mapping[str, LinkPair], pages: Mapping[str, Page]) -> bool:
    """Return whether a page of a pair leads back: by the other side of its own pair, or as the last page of a row."""
    other = pages.get(target)
    if other is None or not _are_equal(pages[path], other):
        return False
    if target in pairs:
        return path == (pairs[target].second if pairs[path].first == target else pairs[target].first)
    return path in other.links and path not in contents_of(other.lists)


def _are_equal(page: Page, other: Page) -> bool:
    """Return whether neither of two pages is above the other or a translation of it."""
    if page.language != other.language:
        return False
    return not any(
        after.path in (*before.trail, *before.alternates.values()) or _is_index_above(before, after)
        for before, after in ((page, other), (other, page))
    )


def _is_index_above(page: Page, other: Page) -> bool:
    return is_index(page.path) and is_within(other.path, folder_of(page.path))


def _turns(path: str, mutual: Mapping[str, list[str]]) -> Iterator[tuple[str, PagingKind]]:
    """Yield the neighbours of a page, each with the kind of turn to it."""
    for target in mutual[path]:
        if _is_between(path, mutual):
            yield target, "previous" if target == mutual[path][0] else "next"
        elif _is_between(target, mutual):
            yield target, "next" if path == mutual[target][0] else "previous"


def _is_between(path: str, mutual: Mapping[str, list[str]]) -> bool:
    """Return whether a page has a neighbour on either side; these are no neighbours of each other.

    Otherwise, three pages may be those of a small site, or one page in three languages.
    """
    return len(mutual[path]) == _MOST_NEIGHBOURS and mutual[path][0] not in mutual[mutual[path][1]]


def _with_turns(page: Page, turns: dict[str, PagingKind]) -> Page:
    lists = [contents.without(turns) for contents in page.lists]
    return replace(
        page,
        links={target: text for target, text in page.links.items() if target not in turns},
        paging=page.paging | turns,
        lists=[contents for contents in lists if contents.entries],
    )
