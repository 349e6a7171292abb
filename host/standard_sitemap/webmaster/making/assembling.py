"""The outline made of a tree: names, addresses, languages, descriptions, roles, the search, sequences. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from standard_sitemap.model.ordering import is_ordered
from standard_sitemap.webmaster.making.outline import External, Order, Outline, OutlineNode, OutlineVariant
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.page_roles import FoundSearch
from standard_sitemap.webmaster.making.references import ReferenceResolver
from standard_sitemap.webmaster.making.titles import TitleShortener
from standard_sitemap.webmaster.making.translations import Languages
from standard_sitemap.webmaster.making.tree import Tree, TreeEntry

# Pages from which on a description is the site's and says nothing of a page.
_COMMON = 2
_ROLES = ("home", "contact", "contentinfo", "search", "searchpage")
_NUMBER = re.compile(r"(?:[A-Za-zÄÖÜäöü]+\s+)?((?:\d+\.)*\d+)(?:[.:)]|\s|$)")
# Children from which on an order is worth claiming: fewer fit a screen.
_MANY = 30
# Of neighbours that lead to each other: some guides leave a page out of the chain.
_CHAINED = 0.8
# Two names that begin with 1 and 2 may be a coincidence.
_FEWEST_NUMBERED = 3
# Characters of a number with its points: Python refuses to read numbers of more than 4,300 digits.
_LONGEST_NUMBER = 40
# What a numbering begins with at most: years and versions count up, too.
_FIRST = 2


@dataclass(slots=True)
class SiteFacts:
    """What is known of a site beside its tree; `pages` are all, in every language."""

    pages: Mapping[str, Page]
    addresses: ReferenceResolver
    languages: Languages
    roles: Mapping[str, list[str]]
    search: FoundSearch | None = None


class Assembler:
    """Makes nodes of branches."""

    def __init__(self, site: SiteFacts, tree: Tree) -> None:
        self._site = site
        self._tree = tree
        self._titles = _Titles(site.pages)
        self._sequences = Sequences(site.pages)
        self._descriptions = Counter(page.description for page in site.pages.values())
        self._nodes: dict[int, OutlineNode] = {}

    def outline(self) -> Outline:
        """The whole outline."""
        branches = list(self._tree.branches())
        for branch in branches:
            self._nodes[id(branch)] = self._node(branch)
        for branch in branches:
            node = self._nodes[id(branch)]
            node.children = self._children(branch)
            names = [
                (child.node or node).name if isinstance(child, External) else child.name for child in node.children
            ]
            node.relation = "sequence" if self._sequences.is_sequence(branch, names) else "none"
            node.order = order_of(names)
        outline = Outline(self._children(self._tree.root))
        search = self._site.search
        if search is not None and search.page not in self._tree.places:
            outline.children.append(_search_node(search))
        return outline

    def _children(self, branch: TreeEntry) -> list[OutlineNode | External]:
        """In the order of the branch, those that have their place elsewhere last."""
        nodes: list[OutlineNode | External] = [self._nodes[id(child)] for child in branch.children]
        return [*nodes, *(External(self._nodes[id(reference)]) for reference in branch.references)]

    def _node(self, branch: TreeEntry) -> OutlineNode:
        if branch.page is None:
            variant = OutlineVariant(branch.label, branch.url, branch.description)
            return OutlineNode([variant], "group" if branch.is_group else "item")
        forms = self._site.languages.forms.get(branch.page) or {"": branch.page}
        variants = [self._variant(path, language, branch) for language, path in forms.items()]
        node = OutlineNode(variants, roles=self._roles(branch))
        search = self._site.search
        if search is not None and search.page == branch.page:
            node.data, node.method = search.template, "post" if search.method == "post" else "get"
        return node

    def _variant(self, path: str, language: str, branch: TreeEntry) -> OutlineVariant:
        page = self._site.pages[path]
        label, linked_as = (branch.label, branch.linked_as) if path == branch.page else (None, None)
        described = page.description if self._descriptions[page.description] <= _COMMON else None
        description = described or (branch.description if path == branch.page else None)
        name = self._titles.name(page, label, linked_as, is_start=branch.rule == "start")
        return OutlineVariant(
            name,
            self._site.addresses.url(path),
            description if description != name else None,
            language or page.language or None,
        )

    def _roles(self, branch: TreeEntry) -> tuple[str, ...]:
        """The roles in a customary order, `tree` last; the start page's is home."""
        assert branch.page is not None
        page_roles = list(self._site.roles.get(branch.page, ()))
        search = self._site.search
        if search is not None and search.page == branch.page:
            page_roles.extend(("search", "searchpage"))
        if branch is self._tree.root.children[0]:
            page_roles.append("home")
        ordered = [role for role in _ROLES if role in page_roles]
        return (*ordered, *sorted({role for role in page_roles if role not in _ROLES}), "tree")


class _Titles:
    """Titles by language: what is common to all titles is so in one language."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        by_language: dict[str | None, list[Page]] = {}
        for page in pages.values():
            by_language.setdefault(page.language, []).append(page)
        self._by_language = {language: TitleShortener(some) for language, some in by_language.items()}

    def name(self, page: Page, label: str | None, linked_as: str | None, *, is_start: bool) -> str:
        """Return the name of a page; of the start page it is that of the site, which says most there."""
        titles = self._by_language[page.language]
        return titles.site_name(page) if is_start and page.title and not label else titles.name(page, label, linked_as)


def _search_node(search: FoundSearch) -> OutlineNode:
    """A search that no page of the tree offers: for the search box, not for the tree."""
    node = OutlineNode([OutlineVariant(search.name, search.url)], roles=("search",), data=search.template)
    node.method = "post" if search.method == "post" else "get"
    return node


class Sequences:
    """Answers for the branches of one tree; `nexts` are the pages that follow each, by what either says."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self._nexts: dict[str, set[str]] = {}
        for page in pages.values():
            following = page.rels.get("next")
            if following is not None:
                self._nexts.setdefault(page.path, set()).add(following)
            before = page.rels.get("prev") or page.rels.get("previous")
            if before is not None:
                self._nexts.setdefault(before, set()).add(page.path)

    def is_sequence(self, branch: TreeEntry, names: list[str]) -> bool:
        """Whether one reads the children of a branch one after the other: as they say, or by their numbers."""
        children = [child for child in branch.children if child.page is not None]
        if len(children) < 2:
            return False
        chained = sum(self._follows(before, after) for before, after in pairwise(children))
        return chained >= _CHAINED * (len(children) - 1) or _are_numbered(names)

    def _follows(self, before: TreeEntry, after: TreeEntry) -> bool:
        """Whether a branch is what comes next, of the one before or of the last below that."""
        entry: TreeEntry | None = before
        while entry is not None:
            if after.page in self._nexts.get(entry.page or "", ()):
                return True
            entry = entry.children[-1] if entry.children else None
        return False


def order_of(names: list[str]) -> Order:
    """The order that many names are in and that helps to group them."""
    if len(names) < _MANY or not all(is_ordered(before, after, "lexical") for before, after in pairwise(names)):
        return "none"
    return "lexical"


def _are_numbered(names: list[str]) -> bool:
    """Whether names begin with numbers that count up, all of them of the same kind."""
    matches = [_NUMBER.match(name) for name in names]
    if len(names) < _FEWEST_NUMBERED or not all(matches):
        return False
    numbers = [
        tuple(map(int, match[1].split(".")))
        for match in matches
        if match is not None and len(match[1]) < _LONGEST_NUMBER
    ]
    counts_up = all(before < after for before, after in pairwise(numbers))
    return len(numbers) == len(names) and counts_up and numbers[0][-1] <= _FIRST
