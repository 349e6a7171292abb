"""Explains the place and the name of one page: the rule that decided, what else was considered, and how to change it.

Reads the finished tree, so that making records no more than a page's origin. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, get_args

from standard_sitemap.webmaster.making.assembling import Assembler
from standard_sitemap.webmaster.making.page_reading import Page
from standard_sitemap.webmaster.making.placing import named_parents, rule_of
from standard_sitemap.webmaster.making.titles import SourcedName
from standard_sitemap.webmaster.making.tree import Rule, Tree, TreeEntry

# Most reliable first.
_RULES: tuple[Rule, ...] = get_args(Rule)


class Candidate(NamedTuple):
    """A rule that would also give a page a place, and the files from which it takes that place."""

    rule: Rule
    files: list[str]


class Absence(NamedTuple):
    """The reason why a page is not in the map."""

    page: str
    reason: str


class Explanation(NamedTuple):
    """The reasons for a page's place and name.

    `named_on` is the file whose list, link or tree gave the place, and `above` holds the names of the places above, the
    start page first. `others` are the rules that would also apply, `unused` the names that were not taken.
    `translated` is the page in the site's first language, which decides the place.
    """

    page: str
    rule: Rule
    named_on: str | None
    above: list[str]
    name: SourcedName
    others: list[Candidate]
    unused: list[SourcedName]
    translated: str | None


class Explainer:
    """Explains pages of a finished tree.

    `representatives` maps translations to the pages that represent them. `tree_files` maps each tree file to the pages
    that it names, and `left_out` each reason to the files that are not in the map.
    """

    def __init__(
        self,
        pages: Mapping[str, Page],
        tree: Tree,
        assembler: Assembler,
        representatives: Mapping[str, str],
        tree_files: Mapping[str, Iterable[str]],
        left_out: Mapping[str, list[str]],
    ) -> None:
        self._pages = pages
        self._tree = tree
        self._assembler = assembler
        self._representatives = representatives
        self._tree_files = tree_files
        self._left_out = left_out

    def explanation(self, path: str) -> Explanation | Absence:
        """Return the reasons for the place of a page, or for its absence."""
        stands = self._representatives.get(path, path)
        branch = self._tree.places.get(stands)
        if branch is None:
            reasons = (reason for reason, files in self._left_out.items() if path in files)
            return Absence(path, next(reasons, "no page has this path or address"))
        candidates = list(self._candidates(stands))
        named_on = branch.named_on or self._own_file(branch, candidates)
        others = [
            Candidate(rule, other_files)
            for rule, files in candidates
            if (other_files := [file for file in files if rule != branch.rule or file != named_on])
        ]
        name, *more = self._assembler.names_of(path, branch)
        # A title is often repeated by its heading.
        unused: dict[str, SourcedName] = {}
        for other in more:
            unused.setdefault(other.text, other)
        unused.pop(name.text, None)
        return Explanation(
            path,
            branch.rule,
            named_on,
            [self._label(above) for above in branch.ancestors() if above is not self._tree.root][::-1],
            name,
            others,
            list(unused.values()),
            stands if stands != path else None,
        )

    def _candidates(self, path: str) -> Iterator[Candidate]:
        """Yield each rule that could place a page, with the files that it would use, the most reliable rule first."""
        by_rule: dict[Rule, dict[str, None]] = {rule: {} for rule in _RULES}
        by_rule["tree-file"] = dict.fromkeys(file for file, targets in self._tree_files.items() if path in targets)
        naming = self._lists_naming(path)
        for page in self._pages.values():
            for contents_list in page.lists:
                if id(contents_list) in naming and page.path != path:
                    by_rule[rule_of(contents_list)][contents_list.shown_on or page.path] = None
            if path in page.links:
                by_rule["link"][page.path] = None
            if path in (*page.paging, page.rels.get("next")):
                by_rule["sequence"][page.path] = None
        own = self._pages[path]
        for above, rule in named_parents(own, self._pages):
            by_rule[rule][above] = None
        yield from (Candidate(rule, list(files)) for rule, files in by_rule.items() if files)

    def _lists_naming(self, path: str) -> set[int]:
        """Return the identities of the lists that name a page; many pages may share a menu, which may be long."""
        lists = {id(contents_list): contents_list for page in self._pages.values() for contents_list in page.lists}
        return {identity for identity, contents_list in lists.items() if path in contents_list.targets()}

    def _own_file(self, branch: TreeEntry, candidates: list[Candidate]) -> str | None:
        """Return the file from which a rule that records none took the place."""
        files = next((candidate.files for candidate in candidates if candidate.rule == branch.rule), [])
        above = branch.parent.page if branch.parent is not None and branch.rule == "folder" else None
        return files[0] if files else above

    def _label(self, branch: TreeEntry) -> str:
        if branch.page is None:
            return branch.label or ""
        return next(self._assembler.names_of(branch.page, branch)).text
