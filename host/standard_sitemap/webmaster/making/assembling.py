"""Turns a tree into an outline: names, addresses, languages, descriptions, roles, search and sequences. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise

from standard_sitemap.model.ordering import are_ordered
from standard_sitemap.webmaster.making.outline import External, Order, Outline, OutlineNode, OutlineVariant
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.page_roles import SiteSearch
from standard_sitemap.webmaster.making.references import ReferenceResolver
from standard_sitemap.webmaster.making.titles import SourcedName, TitleShortener, title_of_home
from standard_sitemap.webmaster.making.translations import Languages
from standard_sitemap.webmaster.making.tree import Tree, TreeEntry

# A description on more pages than this describes the site, not a page.
_COMMON = 2
# Entries of a group that may tell its name in other languages.
_MOST_BELOW = 100
_ROLES = ("home", "contact", "contentinfo", "search", "searchpage")
_NUMBER = re.compile(r"(?:[A-Za-zÄÖÜäöü]+\s+)?((?:\d+\.)*\d+)(?:[.:)]|\s|$)")
# The minimum number of children to declare an order; fewer fit on a screen.
_MANY = 30
# Share of neighbours that must be linked: some guides leave a page out of the chain.
_CHAINED = 0.8
# Two names that start with 1 and 2 may be a coincidence.
_FEWEST_NUMBERED = 3
# Characters of a number with its dots: Python refuses to parse numbers of more than 4,300 digits.
_LONGEST_NUMBER = 40
# The largest first number of a numbering: years and versions increase, too.
_FIRST = 2


@dataclass(slots=True)
class SiteFacts:
    """The facts about a site besides its tree; `pages` includes all languages."""

    pages: Mapping[str, Page]
    addresses: ReferenceResolver
    languages: Languages
    roles: Mapping[str, list[str]]
    search: SiteSearch | None = None


class Assembler:
    """Turns tree entries into outline nodes."""

    def __init__(self, site: SiteFacts, tree: Tree) -> None:
        self._site = site
        self._tree = tree
        self._titles = _Titles(site.pages)
        self._sequences = Sequences(site.pages)
        self._descriptions = Counter(page.description for page in site.pages.values())
        self._nodes: dict[int, OutlineNode] = {}

    def outline(self) -> Outline:
        """Return the whole outline."""
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
        for branch in reversed(branches):  # children come before their parents
            if branch.page is None:
                node = self._nodes[id(branch)]
                node.variants[0].language = _language_of(node)
                node.variants.extend(self._translated_groups(branch))
        outline = Outline(self._children(self._tree.root))
        search = self._site.search
        if search is not None and search.page not in self._tree.places:
            outline.children.append(_search_node(search))
        return outline

    def names_of(self, path: str, branch: TreeEntry) -> Iterator[SourcedName]:
        """Yield the possible names of a page in its branch, the chosen one first."""
        label, linked_as = (branch.label, branch.linked_as) if path == branch.page else (None, None)
        return self._titles.names(self._site.pages[path], label, linked_as, is_start=branch.rule == "start")

    def _children(self, branch: TreeEntry) -> list[OutlineNode | External]:
        """Return a branch's children in order, references to nodes with another place last."""
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

    def _translated_groups(self, branch: TreeEntry) -> list[OutlineVariant]:
        """Return the variants of a group in other languages."""
        pages = (inner.page for inner in islice(branch.descendants(), _MOST_BELOW) if inner.page is not None)
        known = (self._site.languages.group_names.get((branch.label or "", page)) for page in pages)
        names = next(filter(None, known), {})
        return [OutlineVariant(name, language=language) for language, name in names.items()]

    def _variant(self, path: str, language: str, branch: TreeEntry) -> OutlineVariant:
        page = self._site.pages[path]
        described = page.description if self._descriptions[page.description] <= _COMMON else None
        description = described or (branch.description if path == branch.page else None)
        name = next(self.names_of(path, branch)).text
        return OutlineVariant(
            name,
            self._site.addresses.url(path),
            description if description != name else None,
            language or page.language or None,
        )

    def is_for_forms(self, branch: TreeEntry) -> bool:
        """Return whether only search forms lead to a page: readers find it by its role, and no menu draws it."""
        search = self._site.search
        is_linked = branch.rule != "folder" or bool(branch.children or branch.references)
        return search is not None and search.page == branch.page and not is_linked

    def _roles(self, branch: TreeEntry) -> tuple[str, ...]:
        """Return the roles in customary order, with `tree` last; the start page has the role `home`."""
        assert branch.page is not None
        page_roles = list(self._site.roles.get(branch.page, ()))
        search = self._site.search
        if search is not None and search.page == branch.page:
            page_roles.extend(("search", "searchpage"))
        if branch is self._tree.root.children[0]:
            page_roles.append("home")
        ordered = [role for role in _ROLES if role in page_roles]
        others = sorted({role for role in page_roles if role not in _ROLES})
        return (*ordered, *others, *(() if self.is_for_forms(branch) else ("tree",)))


class _Titles:
    """Shortens titles per language: the common part of titles differs between languages."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        by_language: dict[str | None, list[Page]] = {}
        for page in pages.values():
            by_language.setdefault(page.language, []).append(page)
        of_site = title_of_home(pages.values())
        titles = {language: TitleShortener(some, of_site) for language, some in by_language.items()}
        marks = frozenset(mark for some in titles.values() for mark in some.marks)
        self._by_language = {
            language: known if known.marks else TitleShortener(by_language[language], of_site, marks)
            for language, known in titles.items()
        }

    def names(self, page: Page, label: str | None, linked_as: str | None, *, is_start: bool) -> Iterator[SourcedName]:
        """Yield the names of a page; the start page gets the site's name, which is more informative there."""
        titles = self._by_language[page.language]
        site = titles.site_name(page) if is_start and not label else ""
        if site:
            yield SourcedName("site", site)
        yield from titles.names(page, label, linked_as)


def _language_of(group: OutlineNode) -> str | None:
    """Return the language of a group's name: that of its entries, if they have one in common."""
    entries = (child for child in group.children if isinstance(child, OutlineNode))
    languages = {entry.variants[0].language for entry in entries}
    return languages.pop() if len(languages) == 1 else None


def _search_node(search: SiteSearch) -> OutlineNode:
    """Return a node for a search outside the tree: for the search box only."""
    node = OutlineNode([OutlineVariant(search.name, search.url)], roles=("search",), data=search.template)
    node.method = "post" if search.method == "post" else "get"
    return node


class Sequences:
    """Detects sequences among the branches of a tree.

    `_nexts` holds the successors of each page, as declared by either page.
    """

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
        """Return whether the children of a branch form a reading sequence, by their links or their numbers."""
        children = [child for child in branch.children if child.page is not None]
        if len(children) < 2:
            return False
        chained = sum(self._follows(before, after) for before, after in pairwise(children))
        return chained >= _CHAINED * (len(children) - 1) or _are_numbered(names)

    def _follows(self, before: TreeEntry, after: TreeEntry) -> bool:
        """Return whether `after` follows `before`, or follows the last entry below it."""
        entry: TreeEntry | None = before
        while entry is not None:
            if after.page in self._nexts.get(entry.page or "", ()):
                return True
            entry = entry.children[-1] if entry.children else None
        return False


def order_of(names: list[str]) -> Order:
    """Return "lexical" if many names are in lexical order, otherwise "none"."""
    if len(names) < _MANY or not are_ordered(names, "lexical"):
        return "none"
    return "lexical"


def _are_numbered(names: list[str]) -> bool:
    """Return whether all names start with increasing numbers of the same kind."""
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
