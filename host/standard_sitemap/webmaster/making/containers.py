"""Classifies the parts of a page as contents, navigation or neither, by class names that tools and themes use.

Does no I/O; caches the classification of names, since a site has few different ones.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from standard_sitemap.webmaster.making.paging_links import is_pager

if TYPE_CHECKING:
    from lxml.etree import _Element

# `contents`: a known container of the page's contents; `navigation`: of the site's; `shape`: an unknown one.
Source = Literal["contents", "navigation", "shape"]

# Classes or ids; the comment names the tool or theme.
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
    "starlight__sidebar",  # Starlight
    "nav-list", "site-nav",  # Just the Docs
    "td-sidebar-nav", "book-menu", "dd-menu", "topics",  # Hugo's themes
    "book-summary", "summary", "chapter",  # GitBook, HonKit, mdBook
    "nav-menu", "sidebar-links", "VPSidebar", "sidebar-nav", "sidebar-menu", "navbar-nav", "main-menu", "primary-menu",
})  # fmt: skip
_NO_CONTENTS = re.compile(
    r"(?:^|[-_ ])(?:breadcrumbs?|crumbs?|navpath|pager|pagination|prevnext|related|relations|footer|footnotes?|social|"
    r"share|tags?|tagcloud|"
    r"languages?|lang-switch|versions?|localtoc|page-toc|bd-toc-nav|md-nav--secondary|on-this-page|TableOfContents|"
    r"navheader|navfooter|list-of-(?:figures|tables|examples)|genindex-jumpbox|indextable|skip-nav|"
    r"references|citations)(?:$|[-_ ])"
)
_MENUS = "nav|navbar|navigation|navi|menu|menubar|mainmenu|(?:my)?topnav|sidenav"
_NAVIGATING = re.compile(rf"(?:^|[-_ ])(?:{_MENUS}|submenu|sidebar|topbar|header)(?:$|[-_ ])", re.IGNORECASE)
# Menus without a list, and the parts of menus that a link or button opens: Bootstrap, Bulma, W3Schools.
_BAR = re.compile(
    r"(?:^|\s)(?:(?:main|site|top|side|left|right|header|page|primary|my)[-_]?)?(?:nav|navbar|navigation|navi|menu|menubar)"
    r"(?:[-_]?(?:bar|links|list|items|menu|main|top|left|container|wrapper))?(?:\s|$)",
    re.IGNORECASE,
)
_OPENED = re.compile(r"(?:^|[-_ ])(?:dropdown-?(?:menu|content|list|links|items)|navbar-dropdown|sub-?menu)(?:$|[-_ ])")

# The limit for all pages together: if there are more, a program generates names for each page.
_NAMES = 10_000


# A site has a few hundred classes, and each occurs on every page.
@lru_cache(_NAMES)
def _is_no_contents(name: str) -> bool:
    return _NO_CONTENTS.search(name) is not None or is_pager(name)


@lru_cache(_NAMES)
def _is_navigating(name: str) -> bool:
    return _NAVIGATING.search(name) is not None


@lru_cache(_NAMES)
def _are_of_bar(names: str) -> bool:
    return _BAR.search(names) is not None and _OPENED.search(names) is None


@lru_cache(_NAMES)
def _are_opened(classes: str) -> bool:
    return _OPENED.search(classes) is not None


@lru_cache(_NAMES)
def _are_contents(classes: str) -> bool:
    return not _CONTENTS.isdisjoint(classes.split())


def names_of(element: _Element) -> set[str]:
    """Return the classes and the id of an element."""
    return {*(element.get("class") or "").split(), element.get("id") or ""}


class Places:
    """Classifies the lists of one page by their place; examines shared ancestors once."""

    def __init__(self) -> None:
        self._known: dict[_Element, tuple[Source | None, bool]] = {}

    def of(self, element: _Element) -> tuple[Source | None, bool]:
        """Return the source of a list (None: certainly no contents list), and whether it is in a navigation."""
        source, is_navigating = self._place(element)
        return source, is_navigating or source == "navigation"

    def _place(self, element: _Element) -> tuple[Source | None, bool]:
        """Return the source of the nearest known container, and whether an ancestor is a navigation.

        An ancestor is a navigation by its element, role or name.
        """
        known, unknown = self._known, []
        ancestor: _Element | None = element
        while ancestor is not None and ancestor not in known:
            unknown.append(ancestor)
            ancestor = ancestor.getparent()
        place = known[ancestor] if ancestor is not None else ("shape", False)
        for each in reversed(unknown):
            place = known[each] = _classification(each, *place)
        return place


def _classification(element: _Element, source: Source | None, is_navigating: bool) -> tuple[Source | None, bool]:
    """Return the classification inside an element, given the classification around it."""
    if element.tag in ("html", "body"):  # their classes name the kind of page: `docs-version-current`, `tag-spring`
        return source, is_navigating
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
    """Return whether an element itself is a known container of the page's contents."""
    return _are_contents(element.get("class", "")) or element.get("id") in _CONTENTS


def is_bar(element: _Element) -> bool:
    """Return whether an element itself is a menu, by its element or the names that authors give to menus."""
    if element.tag != "div":
        return bool(element.tag == "nav")
    is_named = _are_of_bar(element.get("class", "")) or _are_of_bar(element.get("id", ""))
    return is_named and next(element.iter("table"), None) is None


def is_opened(element: _Element) -> bool:
    """Return whether an element is the part of a menu that the link or button before it opens."""
    return element.tag in ("div", "nav", "section") and _are_opened(element.get("class", ""))
