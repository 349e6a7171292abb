"""Finds menus in frames: a file that pages show in a frame beside the content is navigation, and no page. Pure."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page, framed_on

# The reason for leaving them out.
MENUS_IN_FRAMES = "menus in frames of other pages"
_FEWEST_LINKS = 2
# Javadoc's list of packages, and the overview beside it.
_PACKAGES, _OVERVIEW = "overview-frame.html", "overview-summary.html"
# Its other pages for frames, and the same for readers.
_JAVADOC = {"package-frame.html": "package-summary.html", "allclasses-frame.html": "allclasses-noframe.html"}


def frames_of_javadoc(pages: Mapping[str, Page]) -> dict[str, str]:
    """Return the pages that Javadoc makes for frames only, each with the page that is for readers."""
    named = ((path, _JAVADOC.get(posixpath.basename(path))) for path in pages)
    return {path: page for path, name in named if name is not None and (page := _beside(path, name)) in pages}


def _beside(path: str, name: str) -> str:
    return posixpath.join(posixpath.dirname(path), name)


# Behaviour: menus in frames. Also: frameset, iframe, navigation frame, class list of YARD.
def menus_in_frames(pages: Mapping[str, Page]) -> list[str]:
    """Return the files that only frames show, and that lead to other pages; then those that only such menus lead to.

    Menus lead to one another, and pages with frames may lead to any menu.
    """
    framed = Counter(path for page in pages.values() for path in framed_on(page) if path in pages)
    if not framed:
        return []
    linkers: dict[str, list[str]] = {}
    for page in pages.values():
        for target in page.links:
            if page.path != target:
                linkers.setdefault(target, []).append(page.path)
    has_frames = {page.path for page in pages.values() if framed_on(page)}
    beside = _beside_menus(pages, framed, linkers, has_frames)
    menus = [
        path
        for path in framed
        if all(
            linker in has_frames or (linker in pages[path].links and (linker in framed or linker in beside))
            for linker in linkers.get(path, ())
        )
    ]
    menus.extend(path for path in beside if not pages[path].links.keys().isdisjoint(menus))
    # The overview that Javadoc shows in the start page's frame has the packages, too, and the bar of all pages.
    overviews = [_beside(path, _OVERVIEW) for path in menus if posixpath.basename(path) == _PACKAGES]
    menus.extend(path for path in overviews if path in framed)
    return [path for path in menus if len(pages[path].links.keys() & pages.keys()) >= _FEWEST_LINKS]


def _beside_menus(
    pages: Mapping[str, Page], framed: Mapping[str, int], linkers: Mapping[str, list[str]], has_frames: Container[str]
) -> list[str]:
    """Return the pages to which only menus in frames lead, and which lead back to all of these.

    Beside a menu that several pages show, they may lead to one another, too, as the lists of YARD do. `framed` holds
    the number of pages that show each.
    """
    beside = dict.fromkeys(path for path in pages if path not in framed and path not in has_frames and path in linkers)
    waiting = list(beside)
    while waiting:
        path = waiting.pop()
        if path not in beside:
            continue
        links = pages[path].links
        is_beside_shared = any(framed.get(target, 0) > 1 for target in links)
        if not all(
            linker in links and (linker in framed or (is_beside_shared and linker in beside))
            for linker in linkers[path]
        ):
            del beside[path]
            waiting.extend(links)
    return list(beside)


def with_menus(pages: Mapping[str, Page], menus: Sequence[str], starts: Sequence[str]) -> dict[str, Page]:
    """Return the pages without these menus, whose entries move to a page that shows them.

    This is a start page, or else the page nearest to the top.
    """
    gone = frozenset(menus)
    joined = {path: page for path, page in pages.items() if path not in menus}
    parts: dict[str, frozenset[str]] = {}
    for menu in reversed(menus):
        family = {menu, *pages[menu].links} & gone  # one of them shows the others
        shown_on = [path for path, page in joined.items() if not family.isdisjoint(framed_on(page))]
        owner = next((start for start in starts if start in shown_on), min(shown_on, key=_height, default=None))
        if owner is None:
            continue
        page, links = joined[owner], pages[menu].links
        lists = _entries(pages[menu])
        if owner not in parts:
            parts[owner] = _parts(page, pages, gone)
        if menu in parts[owner]:
            lists = [replace(known, caption=known.caption or _name(pages[menu])) for known in lists]
        joined[owner] = replace(page, lists=[*lists, *page.lists], links=links | page.links)
    return {path: _without_links(page, gone) for path, page in joined.items()}


def _parts(page: Page, pages: Mapping[str, Page], gone: Container[str]) -> frozenset[str]:
    """Return the menus that a page shows side by side, if each leads to pages of its own.

    A further menu may lead into the pages of others, as one of methods does.
    """
    parts: dict[str, str] = {}
    known: set[str] = set()
    for menu in (framed for framed in framed_on(page) if framed in gone):
        targets = {target for contents_list in _entries(pages[menu]) for target in contents_list.targets()}
        if not targets <= known:
            if not targets.isdisjoint(known):
                return frozenset()
            known |= targets
            parts[menu] = _name(pages[menu])
    return frozenset(parts) if len(set(parts.values())) == len(parts) > 1 else frozenset()


def _name(menu: Page) -> str:
    return menu.heading or menu.title


def _entries(menu: Page) -> list[ContentsList]:
    """Return a menu's lists, as those of a navigation; its links if it has no list."""
    if menu.lists:
        return [replace(known, source="navigation", is_navigation=True) for known in menu.lists]
    return [ContentsList([Entry(text, target) for target, text in menu.links.items()], "navigation", True)]


def _without_links(page: Page, gone: frozenset[str]) -> Page:
    if gone.isdisjoint(page.links):
        return page
    return replace(page, links={target: text for target, text in page.links.items() if target not in gone})


def _height(path: str) -> tuple[int, str]:
    return path.count("/"), path
