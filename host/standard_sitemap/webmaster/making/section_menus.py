"""Gives the page of a section the side menu that the section's other pages share. Pure.

Some themes show cards on the page of a section, and its menu with headings only on the pages below.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Mapping
from dataclasses import replace

from standard_sitemap.model.url_paths import INDEX_NAMES
from standard_sitemap.webmaster.making.lists import ContentsList
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.references import folder_of

# Minimum pages in a menu, and the share of them that must have it.
_FEWEST = 3
_SHARED = 0.8
# Menus of whole sites are longer, and on most of their pages.
_MOST = 500


# Behaviour: side menus of sections. Also: Doks, cards on a section's page.
def with_section_menus(pages: Mapping[str, Page]) -> dict[str, Page]:
    """Return the pages; an index page without the menu of its folder's pages has it, too."""
    below: dict[str, dict[str, frozenset[str]]] = {}
    for path, page in pages.items():
        targets = frozenset(target for menu in _menus(page) for target in menu.targets() if target in pages)
        section = _index_above({path, *targets}, pages) if _FEWEST <= len(targets) <= _MOST else None
        if section is not None:
            below.setdefault(section, {})[path] = targets
    changed = dict(pages)
    for section, menus in below.items():
        longest = max(menus, key=lambda path: len(menus[path]))
        fewest = _SHARED * len(menus[longest])
        # A page alone with another below a heading lacks that part: a list of one other page has no shape.
        having = sum(1 for targets in menus.values() if len(targets & menus[longest]) >= fewest)
        known = {target for known in pages[section].lists for target in known.targets()}
        if having >= fewest and known.isdisjoint(menus[longest]):
            changed[section] = replace(pages[section], lists=[*pages[section].lists, *_menus(pages[longest])])
    return changed


def _menus(page: Page) -> list[ContentsList]:
    """Return the lists with headings in a page's navigation."""
    return [known for known in page.lists if known.source == "shape" and known.is_navigation and known.caption]


def _index_above(targets: Collection[str], pages: Mapping[str, Page]) -> str | None:
    """Return the index of the nearest folder around all targets, unless it is one of them."""
    folder = posixpath.commonpath([folder_of(target) or "." for target in targets])
    names = (f"{folder}/{name}" for name in INDEX_NAMES) if folder not in ("", ".") else ()
    return next((name for name in names if name in pages and name not in targets), None)
