"""The sitemap of a site that MkDocs or ProperDocs builds, of its navigation when all plugins are done with it.

Both tools have the same shapes and events, so these are described here and neither is imported: each tool's plugin is
`SitemapPlugin` over its own `BasePlugin`. Imports the standard library only.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from html import unescape
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, ParamSpec, Protocol, TypeVar

from standard_sitemap.webmaster.making.outline import Outline, OutlineNode, item, nodes_of
from standard_sitemap.webmaster.making.writing import documents, naming_links

FILE_NAME = "standard-sitemap.xml"
# Tools give their own objects, which might contain themselves.
_DEEPEST = 100
_ROLES = {
    "about": ("contentinfo", "tree"),
    "contact": ("contact", "tree"),
    "copyright": ("contentinfo", "tree"),
    "glossary": ("glossary", "tree"),
    "imprint": ("contentinfo", "tree"),
    "impressum": ("contentinfo", "tree"),
    "license": ("contentinfo", "tree"),
}
# The priority of all events: after every plugin that changes their subjects.
_LAST = -100

P = ParamSpec("P")
T = TypeVar("T")


class Theme(Protocol):
    """What a theme has to have."""

    name: str | None
    static_templates: set[str]

    def get(self, key: str, /) -> Any: ...


def _last(event: Callable[P, T]) -> Callable[P, T]:
    """As both tools' own `event_priority`, which notes it in the same place in either."""
    event.__dict__["mkdocs_priority"] = _LAST
    return event


class SitemapPlugin:
    """Writes the sitemap, and has each page name it; `log` is its tool's."""

    log: ClassVar[Any]
    _navs: Mapping[str | None, Any] = MappingProxyType({})

    @_last
    def on_nav(self, nav: Any, /, config: Any = None, **_: Any) -> Any:
        """Keep the navigation as the other plugins leave it; its titles are known when the pages have been read.

        The plugin mkdocs-static-i18n builds the site once for each language, the default one first.
        """
        self._navs = {**self._navs, _language_of_build(config): nav}
        return nav

    @_last
    def on_post_page(self, output: str, /, *, page: Any, **_: Any) -> str:
        """Names the sitemap in a page."""
        return with_links(output, page.url)

    @_last
    def on_post_template(self, output: str, /, *, template_name: str, config: Any) -> str:
        """Names the sitemap in the error page and in the search page."""
        if template_name == "404.html":
            return with_absolute_links(output, config.site_url)
        return with_links(output, "") if template_name == "search.html" else output

    @_last
    def on_post_build(self, *, config: Any) -> None:
        """Write the file, with all languages that are built by now."""
        if not self._navs:
            return
        own = config.theme.get("language") or str(config.theme.locale)
        navigations = {language or own: nav.items for language, nav in self._navs.items()}
        body = sitemap(navigations, config.theme, config.plugins)
        place = Path(config.site_dir, FILE_NAME)
        try:
            place.write_bytes(body)
        except OSError as error:
            self.log.warning("%s cannot be written: %s", place, error.strerror)


def sitemap(navigations: Mapping[str, Iterable[Any]], theme: Theme, plugins: Iterable[str]) -> bytes:
    """Return the sitemap file.

    `navigations` are the tops of the navigation by language, the default one first: pages, sections, links, sections
    that are pages.
    """
    has_indexes = "navigation.indexes" in (theme.get("features") or ())
    trees = {language: _nodes(list(top), language, has_indexes, 0) for language, top in navigations.items()}
    language, nodes = next(iter(trees.items()))
    for other in list(trees)[1:]:
        _join(nodes, language, trees[other], other)
    home = next((node for node in nodes if node.variants[0].url == "./"), None)
    if home is not None:
        nodes.remove(home)
        nodes.insert(0, home)
        home.roles = ("home", "tree")
    search = _search(theme, plugins, language)
    outline = Outline([*nodes, *([search] if search is not None else [])])
    return documents(outline, FILE_NAME)[FILE_NAME]


def _join(nodes: list[OutlineNode], language: str, others: list[OutlineNode], other: str) -> None:
    """Add the nodes of another language as variants; nodes that the first language lacks are added as they are."""
    known: dict[str, OutlineNode] = {}
    for node in nodes_of(Outline([*nodes])):
        known.setdefault(_key(node, language), node)

    def join(below: list[OutlineNode], into: list[Any]) -> None:
        for node in below:
            same = known.get(_key(node, other))
            if same is None:
                into.append(node)
                continue
            own = node.variants[0]
            if (own.url or own.name) not in {variant.url or variant.name for variant in same.variants}:
                if own.url is None:  # a section, which has no language as long as its name has none
                    own.language, same.variants[0].language = other, language
                same.variants.append(own)
            join([child for child in node.children if isinstance(child, OutlineNode)], same.children)

    join(others, nodes)


def _key(node: OutlineNode, language: str) -> str:
    """Return the address of a page without the folder of its language; of a section, that of its first page."""
    page = next((candidate for candidate in nodes_of(Outline([node])) if candidate.variants[0].url is not None), node)
    url = (page.variants[0].url or "").removeprefix(f"{language}/") or "./"
    return url if page is node else f"section of {url}"


def _language_of_build(config: Any) -> str | None:
    """Return the language that mkdocs-static-i18n is building; None where the site is built once."""
    plugins = getattr(config, "plugins", None)
    plugin = plugins.get("i18n") if isinstance(plugins, Mapping) else None
    return getattr(plugin, "current_language", None)


def with_links(output: str, page_url: str) -> str:
    """A page that names the sitemap in its head; one without a head stays as it is."""
    head, mark, rest = output.partition("</head>")
    return f"{head}{naming_links(_from(page_url))}{mark}{rest}" if mark else output


def with_absolute_links(output: str, site_url: str | None) -> str:
    """An error page, which is shown at any address, names the sitemap by its whole address, where that is known."""
    head, mark, rest = output.partition("</head>")
    if not site_url or not mark:
        return output
    return f"{head}{naming_links(site_url.rstrip('/') + '/' + FILE_NAME)}{mark}{rest}"


def _from(page_url: str) -> str:
    """The sitemap's address as seen from a page."""
    return "../" * page_url.count("/") + FILE_NAME


def _nodes(entries: list[Any], language: str | None, has_indexes: bool, depth: int) -> list[OutlineNode]:
    nodes = [_node(entry, language, has_indexes, depth) for entry in entries]
    return [node for node in nodes if node.children or node.variants[0].url is not None]


def _node(entry: Any, language: str | None, has_indexes: bool, depth: int) -> OutlineNode:
    if entry.is_link:
        return item(unescape(entry.title or entry.url), entry.url)
    children = list(getattr(entry, "children", None) or ()) if depth < _DEEPEST else []
    page = entry if entry.is_page else None
    if page is None and has_indexes and children and children[0].is_page and children[0].is_index:
        page, children = children[0], children[1:]
    node = _page(page, entry.title, language) if page is not None else item(unescape(entry.title or ""))
    node.children.extend(_nodes(children, language, has_indexes, depth + 1))
    # Both tools have their readers go from one page to the next in the order of the navigation.
    node.relation = "sequence" if len(node.children) > 1 else "none"
    return node


def _page(page: Any, title: str | None, language: str | None) -> OutlineNode:
    meta: Mapping[str, Any] = page.meta or {}
    description = meta.get("description")
    url = page.url or "./"
    name = title or page.title or posixpath.basename(url.rstrip("/")) or url
    # Titles are HTML: both tools print them as they are.
    node = item(" ".join(unescape(str(name)).split()), url, str(description) if description else None, language)
    node.roles = _ROLES.get(_stem(page.file.src_uri), node.roles)
    return node


def _stem(path: str) -> str:
    """What a source is called by itself: its folder's name where the file is that folder's page."""
    folder, name = posixpath.split(posixpath.splitext(path.lower())[0])
    return posixpath.basename(folder) if name in ("index", "readme") else name


def _search(theme: Theme, plugins: Iterable[str], language: str | None) -> OutlineNode | None:
    """The search, where the theme has an address that answers: a page of its own, or Material's start page."""
    names = {name.rpartition("/")[2] for name in plugins}
    if "search" not in names:
        return None
    if "search.html" in theme.static_templates:
        url = "search.html"
    elif theme.name == "material":
        url = "./"
    else:
        return None
    node = item("Search", url, None, language)
    node.roles, node.data = ("search",), "q=%s"
    return node
