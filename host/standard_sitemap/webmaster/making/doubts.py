"""Finds pages that a webmaster should look at: turned to only, with a title of others, or saying that they are missing.

Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.tree import Tree

# The whole text, or a part of it between separators: a page about such errors has other words, too.
_PART = r"(?:^|[|–—:·-]\s)\s*%s\s*[.!]?\s*(?:$|\s[|–—:·-])"
_MISSING = re.compile(
    _PART
    % (
        r"(?:(?:error|fehler|erreur)\s*)?(?:404\W{0,3})?(?:404|(?:(?:page|file|document)\s)?not found|"
        r"(?:the|this) page (?:does not|doesn.t) exist|(?:(?:seite|datei) )?nicht gefunden|"
        r"(?:page|fichier) (?:introuvable|non trouvée?)|p[aá]gina no encontrada|ページが見つかりません(?:でした)?|"
        r"الصفحة غير موجودة|لم يتم العثور على الصفحة)"
    ),
    re.IGNORECASE,
)


@dataclass(slots=True)
class Doubts:
    """Pages in a map that may be mistakes.

    `turned_to` pages are placed only by links to the next or previous page. `repeated` maps titles to the pages that
    have no other. `missing` pages say that the page was not found, although the server sent them as pages.
    """

    turned_to: list[str] = field(default_factory=list)
    repeated: dict[str, list[str]] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def doubts(pages: Iterable[Page], tree: Tree) -> Doubts:
    """Return the pages in a tree that may be mistakes; `pages` has one page for each set of translations."""
    placed = [page for page in pages if page.path in tree.places]
    by_title: dict[str, list[str]] = {}
    for page in placed:
        if page.title:
            by_title.setdefault(page.title, []).append(page.path)
    return Doubts(
        [path for path, branch in tree.places.items() if branch.rule == "sequence"],
        {title: paths for title, paths in by_title.items() if len(paths) > 1},
        [page.path for page in placed if _MISSING.search(page.title) or _MISSING.search(page.heading)],
    )
