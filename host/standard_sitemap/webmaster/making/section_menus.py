"""Completes menus that no page shows as a whole. Pure.

Some themes show cards on the page of a section, and its menu with headings only on the pages below. Others show on each
page only the part of the menu that leads to it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Mapping
from dataclasses import replace

from standard_sitemap.model.url_paths import INDEX_NAMES
from standard_sitemap.webmaster.making.list_entries import Entry
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.references import folder_of, is_index

# Minimum pages in a menu, and the share of them that must have it.
_FEWEST = 3
_SHARED = 0.8
# Menus of whole sites are longer, and on most of their pages.
_MOST = 500


# Behaviour: side menus of sections. Also: Doks, cards on a section's page.
def with_section_menus(pages: Mapping[str, Page]) -> dict[str, Page]:
    """Return the pages; an index page without the menu of its folder's pages has it, too."""
    menus_by_section: dict[str, dict[str, frozenset[str]]] = {}
    for path, page in pages.items():
        targets = frozenset(target for menu in _menus(page) for target in menu.targets() if target in pages)
        section = _index_above({path, *targets}, pages) if _FEWEST <= len(targets) <= _MOST else None
        if section is not None:
            menus_by_section.setdefault(section, {})[path] = targets
    changed = dict(pages)
    for section, menus in menus_by_section.items():
        longest = max(menus, key=lambda path: len(menus[path]))
        fewest = _SHARED * len(menus[longest])
        # A page alone with another below a heading lacks that part: a list of one other page has no shape.
        having = sum(1 for targets in menus.values() if len(targets & menus[longest]) >= fewest)
        listed = {target for menu in pages[section].lists for target in menu.targets()}
        if having >= fewest and listed.isdisjoint(menus[longest]):
            shared = [replace(menu, shown_on=longest) for menu in _menus(pages[longest])]
            changed[section] = replace(pages[section], lists=[*pages[section].lists, *shared])
    return changed


# Behaviour: menus with one open branch. Also: collapsed sidebar, Docusaurus categories.
def with_whole_menus(pages: Mapping[str, Page]) -> dict[str, Page]:
    """Return the pages; menus with the same caption and top entries are replaced by one with the branches of all."""
    alike: dict[tuple[str | None, tuple[tuple[str, str | None], ...]], list[tuple[str, int]]] = {}
    for path, page in pages.items():
        for place, menu in enumerate(page.lists):
            if menu.source == "navigation":
                alike.setdefault((menu.caption, tuple(map(_name_of, menu.entries))), []).append((path, place))
    lists = {path: list(page.lists) for path, page in pages.items()}
    for places in alike.values():
        menus = [lists[path][place] for path, place in places]
        entries = menus[0].entries
        if not any(entry.children for menu in menus for entry in menu.entries):
            continue
        if any(menu.entries != entries for menu in menus):
            entries = _united([menu.entries for menu in menus])
        whole = replace(menus[0], entries=_as_groups(entries))
        for path, place in places:
            lists[path][place] = whole
    return {path: replace(page, lists=lists[path]) for path, page in pages.items()}


def _name_of(entry: Entry) -> tuple[str, str | None]:
    return entry.label, entry.target


def _united(menus: list[list[Entry]]) -> list[Entry]:
    """Return the entries of menus in order, each with the entries below it in all of them.

    A page's own menu often names it without a link, or by a link to "#"; the other menus have the link.
    """
    linked = _linked_names(menus)
    alike: dict[tuple[str, str | None], list[Entry]] = {}
    for entry in (entry for menu in menus for entry in menu):
        key = (entry.label, linked.get(entry.label)) if entry.is_plain else _name_of(entry)
        alike.setdefault(key, []).append(entry)
    return [
        replace(
            next((entry for entry in entries if not entry.is_plain), entries[0]),
            children=_united([below for below in (entry.children for entry in entries) if below]),
        )
        for entries in alike.values()
    ]


def _linked_names(menus: list[list[Entry]]) -> dict[str, str | None]:
    """Return the names of links with their targets, without those that groups in the same menu have, too."""
    linked: dict[str, str | None] = {}
    groups: set[str] = set()
    for menu in menus:
        names = {entry.label: entry.target for entry in menu if entry.target is not None}
        groups.update(entry.label for entry in menu if entry.is_plain and entry.label in names)
        linked |= names
    return {name: target for name, target in linked.items() if name not in groups}


def _as_groups(entries: list[Entry]) -> list[Entry]:
    """Return entries; one whose link leads to the first page below it, which is no index of the others, is a group."""
    return [
        replace(
            entry,
            target=None if _is_of_first(entry) else entry.target,
            children=_as_groups(entry.children),
        )
        for entry in entries
    ]


def _is_of_first(entry: Entry) -> bool:
    if entry.children and entry.children[0].is_anchor:  # a section of the entry's own page
        return False
    first, *others = [inner.target for inner in entry.children] or [None]
    if entry.target is None or entry.target != first:
        return False
    folder = folder_of(first)
    return not (is_index(first) and all(other is None or other.startswith(f"{folder}/") for other in others))


def _menus(page: Page) -> list[ContentsList]:
    """Return the lists with headings in a page's navigation."""
    return [known for known in page.lists if known.source == "shape" and known.is_navigation and known.caption]


def _index_above(targets: Collection[str], pages: Mapping[str, Page]) -> str | None:
    """Return the index of the nearest folder around all targets, unless it is one of them."""
    folder = posixpath.commonpath([folder_of(target) or "." for target in targets])
    names = (f"{folder}/{name}" for name in INDEX_NAMES) if folder not in ("", ".") else ()
    return next((name for name in names if name in pages and name not in targets), None)
