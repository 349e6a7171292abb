"""Moves the entries of menus in frames to the pages that show them. Pure."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page, framed_on


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
