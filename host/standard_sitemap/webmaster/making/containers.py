"""Which parts of a page hold contents, which a navigation, which neither: by names that tools and themes use.

Does no I/O; caches what names say, of which a site has few.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from lxml.etree import _Element

# `contents`: a container known for what a page contains; `navigation`: one known for the site's; `shape`: neither.
Source = Literal["contents", "navigation", "shape"]

# By class or id, the tool or theme beside it.
_CONTENTS = frozenset({
    "toctree-wrapper", "contentstable", "autosummary",  # Sphinx
    "toc", "list-of-chapters",  # DocBook, gtk-doc, Asciidoctor
    "two-column-summary", "overviewSummary", "packageSummary", "typeSummary",  # Javadoc
    "ChildLinks", "child-links",  # LaTeX2HTML
    "mini-toc", "shortcontents",  # Texinfo
    "item-table",  # rustdoc
    "directory",  # Doxygen
    "section-index", "td-content-children", "children",  # Hugo's themes
})  # fmt: skip
_NAVIGATION = frozenset({
    "md-nav--primary", "wy-menu", "wy-menu-vertical", "sphinxsidebarwrapper", "sidebar-tree", "bd-toc-item", "bd-links",
    "menu__list", "theme-doc-sidebar-menu",  # Docusaurus
    "nav-list", "site-nav",  # Just the Docs
    "td-sidebar-nav", "book-menu", "dd-menu", "topics",  # Hugo's themes
    "book-summary", "summary", "chapter",  # GitBook, HonKit, mdBook
    "nav-menu", "sidebar-links", "VPSidebar", "sidebar-nav", "sidebar-menu", "navbar-nav", "main-menu", "primary-menu",
})  # fmt: skip
_NO_CONTENTS = re.compile(
    r"(?:^|[-_ ])(?:breadcrumbs?|crumbs?|pager|pagination|prevnext|related|footer|footnotes?|social|share|tags?|"
    r"tagcloud|"
    r"languages?|lang-switch|versions?|localtoc|page-toc|bd-toc-nav|md-nav--secondary|on-this-page|TableOfContents|"
    r"navheader|navfooter|list-of-(?:figures|tables|examples)|genindex-jumpbox|indextable|skip-nav|references?|citations?)"
    r"(?:$|[-_ ])"
)
_NAVIGATING = re.compile(r"(?:^|[-_ ])(?:nav|navbar|navigation|menu|mainmenu|submenu|sidebar|topbar|header)(?:$|[-_ ])")

# Of all pages together: more are made by a program, and differ from page to page.
_NAMES = 10_000


# A site has some hundred classes, and each of them on every page.
@lru_cache(_NAMES)
def _is_no_contents(name: str) -> bool:
    return _NO_CONTENTS.search(name) is not None


@lru_cache(_NAMES)
def _is_navigating(name: str) -> bool:
    return _NAVIGATING.search(name) is not None


@lru_cache(_NAMES)
def _are_contents(classes: str | None, identity: str | None) -> bool:
    return not _CONTENTS.isdisjoint((*(classes or "").split(), identity or ""))


def names_of(element: _Element) -> set[str]:
    """The classes of an element, and its id."""
    return {*(element.get("class") or "").split(), element.get("id") or ""}


class Places:
    """What the lists of one page are by where they stand; what stands above several is looked at once."""

    def __init__(self) -> None:
        self._known: dict[_Element, tuple[Source | None, bool]] = {}

    def of(self, element: _Element) -> tuple[Source | None, bool]:
        """What a list is, None where it is surely no contents; and whether it stands in a navigation."""
        source, is_navigating = self._place(element)
        return source, is_navigating or source == "navigation"

    def _place(self, element: _Element) -> tuple[Source | None, bool]:
        """As the nearest container that is known says; whether one is a navigation by its element, role or name."""
        known, unknown = self._known, []
        ancestor: _Element | None = element
        while ancestor is not None and ancestor not in known:
            unknown.append(ancestor)
            ancestor = ancestor.getparent()
        place = known[ancestor] if ancestor is not None else ("shape", False)
        for each in reversed(unknown):
            place = known[each] = _below(each, *place)
        return place


def _below(element: _Element, source: Source | None, is_navigating: bool) -> tuple[Source | None, bool]:
    """What stands in an element is, by the element itself and by what stands in the one above it."""
    names = names_of(element)
    if source is None or element.tag == "footer" or any(map(_is_no_contents, names)):
        return None, False
    is_navigating = is_navigating or element.tag in ("nav", "header", "aside") or element.get("role") == "navigation"
    is_navigating = is_navigating or any(map(_is_navigating, names))
    if not names.isdisjoint(_CONTENTS):
        source = "contents"
    elif not names.isdisjoint(_NAVIGATION) or element.get("type") == "toc":
        source = "navigation"
    return source, is_navigating


def is_contents(element: _Element) -> bool:
    """Whether an element itself is a container known for what a page contains."""
    return _are_contents(element.get("class"), element.get("id"))
