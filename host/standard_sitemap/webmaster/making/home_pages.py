"""Finds the start page of a folder: by its name, by the links that lead home, or by the number of its links. Pure."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Mapping

from standard_sitemap.model.url_paths import index_among
from standard_sitemap.webmaster.making.home_links import is_home_word
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.references import is_index


# Behaviour: start page. Also: home page of a folder without index.html, default.htm, logo, Home.html.
def start_pages(pages: Mapping[str, Page], in_trees: set[str], aliases: Mapping[str, str]) -> list[str]:
    """Return the start pages by the first rule that applies.

    1. the index of the folder itself
    2. the page that most other pages call home
    3. a page whose name is a word for a start page, unless a tree file holds pages
    4. the page that leads to all topmost indexes, or else these indexes
    5. none, if a tree file holds pages
    6. of the pages nearest to the top, the page with the most links
    """
    index = index_among({*pages, *(path for path, target in aliases.items() if target in pages)})
    if index is not None:
        return [aliases.get(index, index)]
    home = _by_links(pages)
    if home is not None:
        return [home]
    indexes = sorted((path for path in pages if is_index(path)), key=lambda path: (path.count("/"), path))
    is_in_trees = bool(in_trees & pages.keys())
    named = None if is_in_trees else next((path for path in pages if _is_named_home(path)), None)
    if named is not None:
        return [named]
    if indexes:
        topmost = [path for path in indexes if path.count("/") == indexes[0].count("/")]
        contents = _contents_of(topmost, pages)
        return topmost if contents is None else [contents]
    if is_in_trees:
        return []
    return [max(pages, key=lambda path: (-path.count("/"), len(pages[path].links)))] if pages else []


def _by_links(pages: Mapping[str, Page]) -> str | None:
    """Return the page to which more than half of the other pages link as home."""
    counts = Counter(home for page in pages.values() if (home := page.rels.get("home")) not in (None, page.path))
    home, number = max(counts.items(), key=lambda item: item[1], default=(None, 0))
    return home if home in pages and number * 2 > len(pages) - 1 else None


def _contents_of(indexes: list[str], pages: Mapping[str, Page]) -> str | None:
    """Return the folder's own page that leads to the indexes of several manuals below it."""
    own = (path for path in pages if "/" not in path)
    return next((path for path in own if len(indexes) > 1 and pages[path].links.keys() >= {*indexes}), None)


def _is_named_home(path: str) -> bool:
    return "/" not in path and is_home_word(posixpath.splitext(path)[0])
