"""The outline made of a tree: names, addresses, languages, descriptions, roles, the search, sequences. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from standard_sitemap.making.addresses import Addresses, folder_of
from standard_sitemap.making.forms import Search
from standard_sitemap.making.languages import Languages
from standard_sitemap.making.naming import Titles
from standard_sitemap.making.outline import External, Node, Outline, Variant
from standard_sitemap.making.page_reading import Page
from standard_sitemap.making.sequences import Sequences, order_of
from standard_sitemap.making.tree import Branch, Tree

# Pages from which on a description is the site's and says nothing of a page.
_COMMON = 2
_ORDER = ("home", "contact", "contentinfo", "search", "searchpage")


@dataclass(frozen=True, slots=True)
class FoundSearch:
    """A search with its address as the sitemap gives it; `page` is the page that answers, where it is one of ours."""

    url: str
    template: str
    method: str
    page: str | None = None
    name: str = "Search"


@dataclass(slots=True)
class Site:
    """What is known of a site beside its tree; `pages` are all, in every language."""

    pages: Mapping[str, Page]
    addresses: Addresses
    languages: Languages
    roles: Mapping[str, list[str]]
    search: FoundSearch | None = None


class Assembler:
    """Makes nodes of branches."""

    def __init__(self, site: Site, tree: Tree) -> None:
        self._site = site
        self._tree = tree
        self._titles = _Titles(site.pages)
        self._sequences = Sequences(site.pages)
        self._descriptions = Counter(page.description for page in site.pages.values())
        self._nodes: dict[int, Node] = {}

    def outline(self) -> Outline:
        """The whole outline."""
        branches = list(self._tree.branches())
        for branch in branches:
            self._nodes[id(branch)] = self._node(branch)
        for branch in branches:
            node = self._nodes[id(branch)]
            node.children = self._children(branch)
            names = [(one.node or node).name if isinstance(one, External) else one.name for one in node.children]
            node.relation = "sequence" if self._sequences.is_sequence(branch, names) else "none"
            node.order = order_of(names)
        outline = Outline(self._children(self._tree.root))
        search = self._site.search
        if search is not None and search.page not in self._tree.places:
            outline.children.append(_search_node(search))
        return outline

    def _children(self, branch: Branch) -> list[Node | External]:
        """In the order of the branch, those that have their place elsewhere last."""
        nodes: list[Node | External] = [self._nodes[id(one)] for one in branch.children]
        return [*nodes, *(External(self._nodes[id(one)]) for one in branch.references)]

    def _node(self, branch: Branch) -> Node:
        if branch.page is None:
            variant = Variant(branch.label, branch.url, branch.description)
            return Node([variant], "group" if branch.is_group else "item")
        forms = self._site.languages.forms.get(branch.page) or {"": branch.page}
        variants = [self._variant(path, language, branch) for language, path in forms.items()]
        node = Node(variants, roles=self._roles(branch))
        search = self._site.search
        if search is not None and search.page == branch.page:
            node.data, node.method = search.template, "post" if search.method == "post" else "get"
        return node

    def _variant(self, path: str, language: str, branch: Branch) -> Variant:
        page = self._site.pages[path]
        label = branch.label if path == branch.page else None
        described = page.description if self._descriptions[page.description] <= _COMMON else None
        description = described or (branch.description if path == branch.page else None)
        name = self._titles.name(page, label, is_start=branch.rule == "start")
        return Variant(
            name,
            self._site.addresses.url(path),
            description if description != name else None,
            language or page.language or None,
        )

    def _roles(self, branch: Branch) -> tuple[str, ...]:
        """The roles in a customary order, `tree` last; the start page's is home."""
        assert branch.page is not None
        found = list(self._site.roles.get(branch.page, ()))
        search = self._site.search
        if search is not None and search.page == branch.page:
            found.extend(("search", "searchpage"))
        if branch is self._tree.root.children[0]:
            found.append("home")
        ordered = [role for role in _ORDER if role in found]
        return (*ordered, *sorted({role for role in found if role not in _ORDER}), "tree")


class _Titles:
    """Titles by language: what is common to all titles is so in one language."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        by_language: dict[str | None, list[Page]] = {}
        for page in pages.values():
            by_language.setdefault(page.language, []).append(page)
        self._by_language = {language: Titles(some) for language, some in by_language.items()}

    def name(self, page: Page, label: str | None, *, is_start: bool) -> str:
        """The start page's name is its title as it is: there the site's own name says most."""
        if is_start and page.title and not label:
            return page.title
        return self._by_language[page.language].name(page, label)


def found_search(page: Page, search: Search, addresses: Addresses) -> FoundSearch | None:
    """A form of a page as the sitemap has it; None where it leads out of the folder to nowhere that is known."""
    folder = folder_of(page.path)
    target = addresses.target(folder, search.action) if search.action else None
    if target is not None or not search.action:
        path = target.page if target is not None else page.path
        return FoundSearch(addresses.url(path), search.template, search.method, path)
    if search.action.startswith(("http://", "https://")):
        return FoundSearch(search.action, search.template, search.method)
    where = addresses.path(folder, search.action)
    return FoundSearch(addresses.url_of_path(where), search.template, search.method) if where else None


def _search_node(search: FoundSearch) -> Node:
    """A search that no page of the tree offers: for the search box, not for the tree."""
    node = Node([Variant(search.name, search.url)], roles=("search",), data=search.template)
    node.method = "post" if search.method == "post" else "get"
    return node
