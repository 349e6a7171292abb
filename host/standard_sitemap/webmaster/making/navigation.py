"""Makes the sitemap of a site built by MkDocs or ProperDocs, from its final navigation.

Both tools have the same shapes and events, which are described here without importing either. Each tool's plugin
combines `SitemapPlugin` with its own `BasePlugin`. Imports only the standard library.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from html import unescape
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, ParamSpec, Protocol, TypeVar

from standard_sitemap.webmaster.making.outline import ROLES_BY_NAME, Outline, OutlineNode, item, nodes_of
from standard_sitemap.webmaster.making.writing import FILE_NAME, documents, naming_links

# Tools pass their own objects, which might contain themselves.
_DEEPEST = 100
# The priority of all events: after every plugin that changes the same objects.
_LAST = -100
_NO_ADDRESSES = "sitemap.xml is not written: without site_url it has no addresses. Set site_url to your site's address."

P = ParamSpec("P")
T = TypeVar("T")


class Theme(Protocol):
    """The interface of a theme."""

    name: str | None
    static_templates: set[str]

    def get(self, key: str, /) -> Any: ...


def _last(event: Callable[P, T]) -> Callable[P, T]:
    """Mark an event as `event_priority` of either tool does: both read the same attribute."""
    event.__dict__["mkdocs_priority"] = _LAST
    return event


class SitemapPlugin:
    """Writes the sitemap, and adds its links to each page; `log` is the tool's logger."""

    log: ClassVar[Any]
    _navs: Mapping[str | None, Any] = MappingProxyType({})

    @_last
    def on_nav(self, nav: Any, /, config: Any = None, **_: Any) -> Any:
        """Keep the final navigation; its titles become known when the pages have been read.

        The plugin mkdocs-static-i18n builds the site once per language, the default one first.
        """
        self._navs = {**self._navs, _language_of_build(config): nav}
        return nav

    @_last
    def on_post_page(self, output: str, /, *, page: Any, **_: Any) -> str:
        """Add the links to a page."""
        return with_links(output, page.url)

    @_last
    def on_post_template(self, output: str, /, *, template_name: str, config: Any) -> str:
        """Add the links to the error page and the search page; leave out a sitemap.xml without addresses.

        Without `site_url`, MkDocs lists no pages in it, and mkdocs-static-i18n lists addresses such as `None/bread/`.
        """
        if template_name == "404.html":
            return with_absolute_links(output, config.site_url)
        if template_name == "sitemap.xml" and not config.site_url and "<loc>http" not in output:
            self.log.info(_NO_ADDRESSES)
            return ""  # both tools write no file for a template without output
        return with_links(output, "") if template_name == "search.html" else output

    @_last
    def on_post_build(self, *, config: Any) -> None:
        """Write the file with all languages built so far."""
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

    `navigations` maps each language, the default one first, to the top of its navigation: pages, sections, links, and
    sections that are pages.
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
                if own.url is None:  # a section has no language of its own until it gets a second name
                    own.language, same.variants[0].language = other, language
                same.variants.append(own)
            join([child for child in node.children if isinstance(child, OutlineNode)], same.children)

    join(others, nodes)


def _key(node: OutlineNode, language: str) -> str:
    """Return the address of a page without its language's folder; for a section, the address of its first page."""
    page = next((candidate for candidate in nodes_of(Outline([node])) if candidate.variants[0].url is not None), node)
    url = (page.variants[0].url or "").removeprefix(f"{language}/") or "./"
    return url if page is node else f"section of {url}"


def _language_of_build(config: Any) -> str | None:
    """Return the language that mkdocs-static-i18n is building; None if the site is built once."""
    plugins = getattr(config, "plugins", None)
    plugin = plugins.get("i18n") if isinstance(plugins, Mapping) else None
    return getattr(plugin, "current_language", None)


def with_links(output: str, page_url: str) -> str:
    """Return a page with the links in its head; a page without a head stays unchanged."""
    head, mark, rest = output.partition("</head>")
    return f"{head}{naming_links(_from(page_url))}{mark}{rest}" if mark else output


def with_absolute_links(output: str, site_url: str | None) -> str:
    """Return an error page with absolute links, because it is shown at any address; unchanged without `site_url`."""
    head, mark, rest = output.partition("</head>")
    if not site_url or not mark:
        return output
    return f"{head}{naming_links(site_url.rstrip('/') + '/' + FILE_NAME)}{mark}{rest}"


def _from(page_url: str) -> str:
    """Return the sitemap's address relative to a page."""
    return "../" * page_url.count("/") + FILE_NAME


def _nodes(entries: list[Any], language: str | None, has_indexes: bool, depth: int) -> list[OutlineNode]:
    nodes = [_node(entry, language, has_indexes, depth) for entry in entries]
    return [node for node in nodes if node.children or node.variants[0].url is not None]


def _node(entry: Any, language: str | None, has_indexes: bool, depth: int) -> OutlineNode:
    if entry.is_link:
        return item(unescape(entry.title or entry.url), entry.url)
    children = list(getattr(entry, "children", None) or ()) if depth < _DEEPEST else []
    page = entry if entry.is_page and _is_published(entry) else None
    if page is None and has_indexes and children and children[0].is_page and children[0].is_index:
        page, children = children[0], children[1:]
    node = _page(page, entry.title, language) if page is not None else item(unescape(entry.title or ""))
    node.children.extend(_nodes(children, language, has_indexes, depth + 1))
    # Both tools lead readers from page to page in the order of the navigation.
    node.relation = "sequence" if len(node.children) > 1 else "none"
    return node


def _is_published(page: Any) -> bool:
    """Return whether a page belongs to the built site: `draft_docs` of MkDocs are only previewed."""
    inclusion = getattr(page.file, "inclusion", None)  # since MkDocs 1.5
    return inclusion is None or inclusion.is_included()


def _page(page: Any, title: str | None, language: str | None) -> OutlineNode:
    meta: Mapping[str, Any] = page.meta or {}
    description = meta.get("description")
    url = page.url or "./"
    name = title or page.title or posixpath.basename(url.rstrip("/")) or url
    # Titles are HTML: both tools print them unescaped.
    node = item(" ".join(unescape(str(name)).split()), url, str(description) if description else None, language)
    node.roles = ROLES_BY_NAME.get(_stem(page.file.src_uri), node.roles)
    return node


def _stem(path: str) -> str:
    """Return the base name of a source; for an index page, the name of its folder."""
    folder, name = posixpath.split(posixpath.splitext(path.lower())[0])
    return posixpath.basename(folder) if name in ("index", "readme") else name


def _search(theme: Theme, plugins: Iterable[str], language: str | None) -> OutlineNode | None:
    """Return the search if the theme has an address for it: its own page, or Material's start page."""
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
